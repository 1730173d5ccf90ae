"""Give a copy of the source the addresses that a package index shows: `addresses.py FOLDER OWNER/NAME TAG`.

There the README has no folder around it, so its pictures and pages need whole addresses, of this release.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

URLS = """[project.urls]
Homepage = "https://github.com/{repository}"
Documentation = "https://github.com/{repository}/blob/{tag}/docs/README.md"
Changelog = "https://github.com/{repository}/blob/{tag}/CHANGELOG.md"
Issues = "https://github.com/{repository}/issues"

"""

SCRIPTS_TABLE = "[project.scripts]"


def rewrite(folder: Path, repository: str, tag: str) -> None:
    """Change README.md and pyproject.toml in the folder."""
    readme, project = folder / "README.md", folder / "pyproject.toml"
    text = readme.read_text(encoding="utf-8")
    text = re.sub(r'src="(?!\w+:)', f'src="https://raw.githubusercontent.com/{repository}/{tag}/', text)
    text = re.sub(r"\]\((?!\w+:|#)", f"](https://github.com/{repository}/blob/{tag}/", text)
    readme.write_text(text, encoding="utf-8")
    text = project.read_text(encoding="utf-8")
    urls = URLS.format(repository=repository, tag=tag)
    project.write_text(text.replace(SCRIPTS_TABLE, urls + SCRIPTS_TABLE, 1), encoding="utf-8")


if __name__ == "__main__":
    rewrite(Path(sys.argv[1]), *sys.argv[2:])
