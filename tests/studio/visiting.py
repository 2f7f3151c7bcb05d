"""A studio that is served, and a browser that visits it: with every other address cut, and with
every complaint of the page a failure."""

import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pytest
import uvicorn
from chromium import missing

from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.labs.ask import answer
from seq2see.labs.request import Request
from seq2see.labs.trace import LabTrace
from seq2see.studio.app import app_of
from seq2see.studio.assets import FOLDER
from seq2see.studio.serve import HOST, free_socket
from seq2see.studio.shelf import StudioShelf
from seq2see.studio.studio import Studio
from seq2see.training.train import train

TOKEN = "a-secret-of-43-characters"
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
TWO_DIGITS = [
    "task.longest=2", "task.training_pairs=90", "task.held_out_pairs=10", "training.epochs=60",
    "training.evaluate_epochs=60", "training.batch_pairs=15", "training.learning_rate=0.02",
    "model.width=24", "model.embedding_width=12",
]  # fmt: skip
"""Learned in two seconds: a reverser that is nearly always right, but of two digits only."""


class Served(NamedTuple):
    """A studio on this machine."""

    address: str
    studio: Studio
    ids: dict[str, str]
    """By the folder's name: the ids of the models."""

    def ask(self, request: Request) -> Any:
        """What Python itself says, which the page must show."""
        found: LabTrace = answer(request, self.studio.shelf)
        return found


class Visitor:
    """Opens pages of the studio; `settle` says that nothing was wrong with them."""

    def __init__(self, browser: Any, served: Served) -> None:
        self._browser = browser
        self._served = served
        self._contexts: list[Any] = []
        self._complaints: list[str] = []

    def open(self, where: str, *, width: int = 1280, **options: Any) -> Any:
        """A page at `#/where`; motion is reduced, so that nothing has to be waited for."""
        context = self._browser.new_context(
            viewport={"width": width, "height": 900}, **{"reduced_motion": "reduce"} | options
        )
        context.set_default_timeout(15_000)
        self._contexts.append(context)
        context.route("**/*", self._gate)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self._complaints.append(str(error)))
        page.goto(f"{self._served.address}/?token={TOKEN}#/{where}")
        return page

    def lab(self, name: str, *, width: int = 1280, options: Any = None, **state: Any) -> Any:
        """A lab in this state, as an address has it."""
        written = {
            key: value if isinstance(value, str) else f"!{json.dumps(value)}"
            for key, value in state.items()
        }
        return self.open(f"lab/{name}?{urlencode(written)}", width=width, **options or {})

    def settle(self) -> None:
        """Close all, and fail for what the pages complained of."""
        for context in self._contexts:
            context.close()
        assert not self._complaints, self._complaints

    def _gate(self, route: Any) -> None:
        url = route.request.url
        if url.startswith((self._served.address, "blob:", "data:")):
            return route.continue_()
        self._complaints.append(f"request to {url}")
        return route.abort()

    def _heard(self, message: Any) -> None:
        # A refused request is a part of some tests; the page itself tells of it.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self._complaints.append(message.text)


@pytest.fixture(scope="session")
def served(directories: dict[str, Path], tmp_path_factory: Any) -> Iterator[Served]:
    """The studio with small models; the chapter's reversers of H = 32 are small ones, too."""
    if not (FOLDER / "index.html").is_file():
        missing("the studio's page is not built: cd web && npm ci && npm run build")
    cache = tmp_path_factory.mktemp("cache")
    shutil.copytree(directories["plain"], cache / "reverser-plain-32")
    recipe = override(load_recipe("reverser"), TWO_DIGITS)
    train(recipe, cache / "reverser-attention-32", device="cpu", thread_count=1)
    shelf = StudioShelf(directories.values(), cache=cache, threads=1)
    studio = Studio(shelf)
    listening = free_socket(8400)
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        app_of(studio, TOKEN, port), log_level="error", lifespan="off", ws="none",
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    ids = {place.directory.name: place.id for place in shelf.places()}
    yield Served(f"http://{HOST}:{port}", studio, ids)
    studio.jobs.cancel_all()
    server.should_exit = True
    thread.join(20)


@pytest.fixture
def visitor(browser: Any, served: Served) -> Iterator[Visitor]:
    visiting = Visitor(browser, served)
    yield visiting
    visiting.settle()


def faults(page: Any) -> list[str]:
    """What axe-core finds serious or critical on the page, shadow roots included."""
    if not AXE.is_file():
        missing("axe-core is not installed: cd web && npm ci")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{one['id']}: {node['html'][:200]} {node.get('failureSummary', '')}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def overflow(page: Any) -> int:
    """By how many pixels the page is wider than its window."""
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def tab_to(page: Any, label: str) -> None:
    """Press Tab until what has the focus has a name that begins like this."""
    name = """() => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.innerText ?? '';
    }"""
    for _ in range(80):
        if page.evaluate(name).strip().startswith(label):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way by Tab to {label!r}")


def numbers_of(page: Any, view: str) -> list[list[str]]:
    """The rows of a view's table, which is opened for it and left open."""
    figure = page.get_by_role("figure", name=view, exact=True)
    button = figure.get_by_role("button", name="Show as table")
    if button.get_attribute("aria-pressed") == "false":
        button.click()
    script = "rows => rows.map(row => [...row.children].map(cell => cell.innerText))"
    return figure.locator("tbody tr").evaluate_all(script)


TWICE = """async ([module, models, answers, state]) => {
    const {render} = await import(module);
    const box = document.createElement('main');
    document.body.replaceChildren(box);
    return [0, 1].map(which => {
        const values = {state: state[which], requests: {}, answers: answers[which], models, cancel: '', make: '', making: {}};
        const heard = {};
        const model = {
            get: key => values[key], set: (key, value) => { values[key] = value; },
            on: (event, call) => { (heard[event] ??= new Set()).add(call); },
            off: (event, call) => { heard[event]?.delete(call); }, save_changes() {},
        };
        const el = document.createElement('section');
        box.append(el);
        const cleanup = render({model, el});
        (window.copies ??= []).push({values, heard, cleanup, el});
        return el.childElementCount;
    });
}"""  # noqa: E501
"""Draws a lab twice into an empty page, with a host of ours that has the answers already."""


def draw_twice(page: Any, lab: str, models: Any, answers: Any, states: Any) -> None:
    """Two copies of a lab in one page, `copies` in its scripts."""
    manifest = json.loads((FOLDER / ".vite" / "manifest.json").read_text("utf-8"))
    module = f"./{manifest[f'src/labs/{lab}.ts']['file']}"
    assert page.evaluate(TWICE, [module, models, answers, states]) == [1, 1]
