"""Puts the built page into the package, so that who installs a wheel needs no Node.

An editable install takes the page from `web/dist` instead, which `make play` builds.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs for the wheel and for the source archive, which carries the built page along."""

    def dependencies(self) -> list[str]:
        """What builds the page: a build has nothing but what it asks for, not even pip."""
        page = _page()
        asked_for_editable = any("editable" in argument for argument in sys.argv)
        if asked_for_editable or page.is_fresh():
            return []
        return ["pip"] if page.system_node() else ["pip", page.WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        page = _page()
        if not page.is_fresh():
            page.build()
        inside = "web/dist" if self.target_name == "sdist" else "quartett/server/page"
        build_data["force_include"][str(page.DIST)] = inside


def _page() -> ModuleType:
    """The module `web/build.py`; `web` is no package."""
    spec = spec_from_file_location("quartett_page", ROOT / "web" / "build.py")
    if spec is None or spec.loader is None:
        raise ImportError("web/build.py is missing")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
