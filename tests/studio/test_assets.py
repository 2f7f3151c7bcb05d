"""The page's files, and nothing else, come with their types; without them the page says what to
do."""

import pytest
from starlette.testclient import TestClient

from seq2see.studio.app import app_of


@pytest.fixture
def built(tmp_path, studio):
    """A client of a studio with a built page, and a secret beside it."""
    folder = tmp_path / "assets"
    (folder / "assets").mkdir(parents=True)
    (folder / ".vite").mkdir()
    (tmp_path / "secret.json").write_text("secret")
    (folder / "index.html").write_text("<!doctype html><title>page</title>")
    (folder / "assets" / "lab-DiwrgTda.js").write_text("export {}")
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "page.py").write_text("secret")
    (folder / ".vite" / "manifest.json").write_text("secret")
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    with TestClient(app_of(studio, "T", 8123, folder), base_url="http://127.0.0.1:8123") as client:
        client.get("/?token=T")
        yield client


def test_types_and_caching(built):
    page, script, icon = (built.get(p) for p in ("/", "/assets/lab-DiwrgTda.js", "/icon.svg"))
    assert page.headers["content-type"] == "text/html; charset=utf-8" and "page" in page.text
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert icon.headers["content-type"].startswith("image/svg+xml")
    assert page.headers["cache-control"] == icon.headers["cache-control"] == "no-cache"
    assert "immutable" in script.headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    ["/../secret.json", "/%2e%2e/secret.json", "/assets/..%2f..%2f..%2fsecret.json",
     "/..%5csecret.json", "/link.json", "/page.py", "/.vite/manifest.json", "/assets", "/none.js",
     "//etc/passwd", "/%2fetc%2fpasswd", "/index.html%00.js", "/" + "a" * 5_000 + ".js"],
)  # fmt: skip
def test_nothing_else_is_served(built, path):
    answer = built.get(path)
    assert answer.status_code == 404 and "secret" not in answer.text and "root" not in answer.text


def test_without_a_built_page_it_says_what_to_do(tmp_path, studio):
    app = app_of(studio, "T", 8123, tmp_path / "nothing")
    with TestClient(app, base_url="http://127.0.0.1:8123") as client:
        page = client.get("/?token=T").text
        assert "make studio" in page and "npm run build" in page
        assert "<script" not in page and "<style" not in page and "style=" not in page
