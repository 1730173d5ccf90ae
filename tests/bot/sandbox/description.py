"""Check request bodies against Discord's own description of its API, if it is available."""

import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from bot.sandbox.protocol.errors import Problem
from bot.sandbox.protocol.values import Json, array, as_object, objects

_DOCUMENT_URL = "https://sandbox.invalid/openapi.json"


class Description:
    """Discord's OpenAPI document, used for its request bodies.

    Ids may also be integers: Discord accepts them although the document does not say so.
    """

    def __init__(self, path: Path) -> None:
        """Read the document."""
        document: Json = json.loads(path.read_text(encoding="utf-8"))
        schemas = document["components"]["schemas"]
        snowflake = schemas["SnowflakeType"]
        schemas["SnowflakeType"] = {"anyOf": [snowflake, {"type": "integer", "minimum": 0}]}
        for name, schema in schemas.items():
            schemas[name] = _quick(schema, schemas)
        self._paths: Json = document["paths"]
        self._root = {"$id": _DOCUMENT_URL, "components": document["components"]}
        self._validators: dict[tuple[str, str], Any] = {}

    def problems(self, method: str, route: str, body: object) -> list[Problem]:
        """Return what the description forbids in a body; nothing for an unknown route."""
        validator = self._validator(method, route)
        if validator is None:
            return []
        error = best_match(validator.iter_errors(body))
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
        resource: Any = Resource(contents=self._root, specification=DRAFT202012)
        return Draft202012Validator(
            {"$id": f"{_DOCUMENT_URL}/x", **_absolute(schema)},
            registry=Registry().with_resource(_DOCUMENT_URL, resource),
        )


def _quick(node: object, schemas: Json) -> Any:
    """Rewrite unions so that the type selects the branch instead of trying every one.

    The meaning stays the same; a message with thirty components is checked ten times as fast.
    """
    if items := array(node):
        return [_quick(item, schemas) for item in items]
    fields = as_object(node)
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
    """Return the values of `type` that select this branch of a union; none if unknown."""
    name = str(branch.get("$ref", "")).rpartition("/")[2]
    target = as_object(schemas.get(name))
    return array(as_object(as_object(target.get("properties")).get("type")).get("enum"))


def _absolute(node: object) -> Any:
    """Make references absolute, so that they hold outside the document."""
    if fields := as_object(node):
        return {k: _DOCUMENT_URL + v if k == "$ref" else _absolute(v) for k, v in fields.items()}
    if items := array(node):
        return [_absolute(item) for item in items]
    return node


@lru_cache(maxsize=1)
def description() -> Description | None:
    """Return Discord's API description, which is not part of this project, where it is at hand."""
    beside = Path(__file__).parents[4] / "shared" / "discord" / "openapi.json"
    path = Path(os.environ.get("DISCORD_OPENAPI", beside))
    return Description(path) if path.exists() else None
