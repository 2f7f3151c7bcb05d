"""Build hook: makes the studio's page from `web/` where npm is, and puts it into the wheel.

Everything but the studio works without the page, so a machine without npm gets a wheel without it
and is told; the studio then says which command builds it.
"""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASSETS = "src/seq2see/studio/assets"


class PageHook(BuildHookInterface):
    """Runs before each build."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, and add it to what is packed although git ignores it."""
        if version == "editable":  # a checkout: `make studio` builds it there
            return
        root = Path(self.root)
        unpacked = (root / "PKG-INFO").is_file()  # from an sdist, which brings the page along
        if not (unpacked and (root / ASSETS / "index.html").is_file()):
            self._build(root / "web")
        build_data["artifacts"].append(f"/{ASSETS}/**")

    def _build(self, web: Path) -> None:
        npm = shutil.which("npm")
        if npm is None:
            self.app.display_warning(
                "npm is not here: seq2see is packed without the studio's page."
            )
            return
        try:
            for command in (["ci"], ["run", "build"]):
                subprocess.run([npm, *command], cwd=web, check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            self.app.display_warning(f"seq2see is packed without the studio's page: {error}")
