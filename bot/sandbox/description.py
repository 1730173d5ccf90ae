"""Check request bodies against Discord's own description of its API, where it is at hand."""

import importlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from bot.sandbox.errors import Problem
from bot.sandbox.wire import Json, an_object, array, objects

_BASE = "https://sandbox.invalid/openapi.json"


class Description:
    """Discord's OpenAPI document, used for its request bodies.

    Ids are accepted as integers too, as Discord does and the document does not say.
    """

    def __init__(self, path: Path) -> None:
        """Read the document; jsonschema is needed for it and only for it."""
        # A development dependency: whoever passes no description does not need it.
        self._jsonschema: Any = importlib.import_module("jsonschema")
        document: Json = json.loads(path.read_text(encoding="utf-8"))
        schemas = document["components"]["schemas"]
        snowflake = schemas["SnowflakeType"]
        schemas["SnowflakeType"] = {"anyOf": [snowflake, {"type": "integer", "minimum": 0}]}
        for name, schema in schemas.items():
            schemas[name] = _quick(schema, schemas)
        self._paths: Json = document["paths"]
        self._root = {"$id": _BASE, "components": document["components"]}
        self._validators: dict[tuple[str, str], Any] = {}

    def problems(self, method: str, route: str, body: object) -> list[Problem]:
        """Return what the description has against a body; nothing for a route it does not know."""
        validator = self._validator(method, route)
        if validator is None:
            return []
        error = self._jsonschema.exceptions.best_match(validator.iter_errors(body))
        if error is None:
            return []
        path = tuple(error.absolute_path)
        return [Problem(path, "DESCRIPTION", str(error.message)[:300])]

    def _validator(self, method: str, route: str) -> Any:
        key = (method, route)
        if key not in self._validators:
            self._validators[key] = self._make(method, route)
        return self._validators[key]

    def _make(self, method: str, route: str) -> Any:
        operation = self._paths.get(route, {}).get(method.lower(), {})
        content = operation.get("requestBody", {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        if schema is None:
            return None
        referencing: Any = importlib.import_module("referencing")
        dialect: Any = importlib.import_module("referencing.jsonschema")
        resource = referencing.Resource(contents=self._root, specification=dialect.DRAFT202012)
        return self._jsonschema.Draft202012Validator(
            {"$id": f"{_BASE}/x", **_absolute(schema)},
            registry=referencing.Registry().with_resource(_BASE, resource),
        )


def _quick(node: object, schemas: Json) -> Any:
    """Rewrite unions so that they are told apart by their type, not by trying every branch.

    The meaning stays the same; a board of thirty components is checked ten times as fast.
    """
    if items := array(node):
        return [_quick(item, schemas) for item in items]
    fields = an_object(node)
    if not fields:
        return node
    done: Json = {key: _quick(value, schemas) for key, value in fields.items()}
    branches = objects(fields.get("oneOf"))
    if branches and all("const" in branch for branch in branches):
        del done["oneOf"]
        done["enum"] = [branch["const"] for branch in branches]
    types = [_types(branch, schemas) for branch in branches]
    if branches and all(types):
        del done["oneOf"]
        done["type"] = "object"
        done["required"] = ["type"]
        done["properties"] = {"type": {"enum": [kind for kinds in types for kind in kinds]}}
        done["allOf"] = [
            {"if": {"properties": {"type": {"enum": kinds}}}, "then": branch}
            for kinds, branch in zip(types, branches, strict=True)
        ]
    return done


def _types(branch: Json, schemas: Json) -> list[object]:
    """Return the values of `type` that only this branch of a union takes; none if unknown."""
    name = str(branch.get("$ref", "")).rpartition("/")[2]
    target = an_object(schemas.get(name))
    return array(an_object(an_object(target.get("properties")).get("type")).get("enum"))


def _absolute(node: object) -> Any:
    """Point references to the document, wherever the schema is used."""
    if fields := an_object(node):
        return {k: _BASE + v if k == "$ref" else _absolute(v) for k, v in fields.items()}
    if items := array(node):
        return [_absolute(item) for item in items]
    return node


@lru_cache(maxsize=4)
def load(path: Path) -> Description:
    """Read a description once per process."""
    return Description(path)
