"""The page's files: built from `web/` into `assets` beside this file, with types and caching."""

import re
from pathlib import Path

from starlette.responses import FileResponse, HTMLResponse, Response

FOLDER = Path(__file__).parent / "assets"

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
}
"""Named here, because the system's table may be anything. Nothing else is served."""

LONGEST_NAME = 200
"""In characters; the system's own limit is not far above."""

_HASHED = re.compile(r"-[\w-]{8}\.\w+$")
"""A name with a hash of the content: it never changes what it holds."""

_NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>seq2see studio</title>
<h1>The studio's page is not built</h1>
<p>The server runs, but this checkout has no built page yet. It needs Node once:</p>
<pre>make studio</pre>
<p>or, in the folder <code>web</code>:</p>
<pre>npm ci &amp;&amp; npm run build</pre>
<p>Then load this page again. A wheel of seq2see has the page built in.</p></html>"""


def asset(path: str, folder: Path = FOLDER) -> Response:
    """The file that the address `path` names, the page itself for `/`."""
    name = path.lstrip("/") or "index.html"
    if name == "index.html" and not (folder / name).is_file():
        return HTMLResponse(_NOT_BUILT, headers={"Cache-Control": "no-store"})
    file = _inside(folder, name)
    if file is None:
        return Response("There is no such file.\n", 404, media_type="text/plain")
    caching = "public, max-age=31536000, immutable" if _HASHED.search(name) else "no-cache"
    return FileResponse(file, media_type=_TYPES[file.suffix], headers={"Cache-Control": caching})


def _inside(folder: Path, name: str) -> Path | None:
    """The file of this name below `folder`, followed through links; None for anything else."""
    if "\0" in name or "\\" in name or len(name) > LONGEST_NAME:
        return None
    whole = folder.resolve()
    file = (whole / name).resolve()
    is_ours = file.is_relative_to(whole) and not any(
        part.startswith(".") for part in file.relative_to(whole).parts
    )
    return file if is_ours and file.suffix in _TYPES and file.is_file() else None
