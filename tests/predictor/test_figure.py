import builtins
import os
import re
import subprocess
import sys
import warnings

import explanations as made
import pytest

from seq2see.core.errors import MissingExtraError, Seq2seeError
from seq2see.predictor.figure import save_figure

matplotlib = pytest.importorskip("matplotlib")

FORMATS = [".svg", ".pdf", ".png"]
FIRST_BYTES = {".svg": b"<?xml", ".pdf": b"%PDF", ".png": b"\x89PNG"}


@pytest.mark.parametrize("suffix", FORMATS)
def test_each_format_is_written_whole_and_twice_the_same(tmp_path, suffix):
    one, two = tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"
    save_figure(made.number(), one)
    save_figure(made.number(), two)
    assert one.read_bytes().startswith(FIRST_BYTES[suffix])
    assert one.read_bytes() == two.read_bytes()
    assert sorted(tmp_path.iterdir()) == [one, two]


def texts(svg: str) -> list[str]:
    return [found.strip() for found in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def test_an_svg_holds_symbols_and_weights_as_text(tmp_path):
    path = tmp_path / "number.svg"
    number = made.number()
    save_figure(number, path)
    written = texts(path.read_text("utf-8"))
    for word in ("4", "2", "7", "four", "hundred", "twenty", "seven", "&lt;eos&gt;"):
        assert word in written
    for weights in number.hypotheses[0].alignment():
        for weight in weights:
            assert f"{weight:.2f}"[1:] in written
    assert "last decoder layer (2 of 2), mean of 4 heads" in written


def test_layer_and_head_choose_the_weights(tmp_path):
    path = tmp_path / "head.svg"
    save_figure(made.number(), path, layer=0, head=3)
    written = texts(path.read_text("utf-8"))
    assert "first decoder layer (1 of 2), head 4 of 4" in written
    assert f"{made.number().hypotheses[0].cross_attention[0][3][2][1]:.2f}"[1:] in written


def test_a_small_figure_is_a_column_wide_and_a_long_one_wider(tmp_path):
    def inches(explanation):
        path = tmp_path / "size.svg"
        save_figure(explanation, path)
        found = re.search(r'width="([\d.]+)pt"', path.read_text("utf-8"))
        assert found
        return float(found[1]) / 72

    assert inches(made.number()) == pytest.approx(3.3, abs=0.01)
    assert inches(made.explanation_of(["x"] * 31, ["a"])) > 5


@pytest.mark.parametrize("suffix", FORMATS)
def test_awkward_symbols_neither_crash_nor_warn(tmp_path, suffix):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        save_figure(made.explanation_of(made.AWKWARD, ["日本", "$", "𐍈"]), tmp_path / f"a{suffix}")


def test_a_dollar_sign_is_not_read_as_a_formula(tmp_path):
    save_figure(made.explanation_of(["$x_1$", r"$\oops"], ["$y$"]), tmp_path / "dollar.svg")
    written = texts((tmp_path / "dollar.svg").read_text("utf-8"))
    assert {"$x_1$", r"$\oops", "$y$"} <= set(written)


def test_the_users_settings_are_neither_used_nor_changed(tmp_path):
    with matplotlib.rc_context({"font.size": 31, "svg.fonttype": "path", "axes.grid": True}):
        before = dict(matplotlib.rcParams)
        save_figure(made.number(), tmp_path / "a.svg")
        assert dict(matplotlib.rcParams) == before
    save_figure(made.number(), tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_another_suffix_is_answered_with_the_three(tmp_path):
    with pytest.raises(Seq2seeError, match=r"\.svg, \.png or \.pdf"):
        save_figure(made.number(), tmp_path / "figure.jpg")


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(Seq2seeError, match="no folder"):
        save_figure(made.number(), tmp_path / "nowhere" / "figure.svg")


def test_a_model_without_attention_has_no_figure(tmp_path):
    with pytest.raises(Seq2seeError, match="no attention"):
        save_figure(made.without_attention(), tmp_path / "figure.svg")
    assert not list(tmp_path.iterdir())


def test_a_failure_leaves_the_old_figure_alone(tmp_path, monkeypatch):
    path = tmp_path / "figure.svg"
    path.write_text("old")

    def broken(self, unfinished, **options):
        unfinished.write_text("half")
        raise OSError("disk full")

    monkeypatch.setattr("matplotlib.figure.Figure.savefig", broken)
    with pytest.raises(OSError, match="disk full"):
        save_figure(made.number(), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_without_matplotlib_the_message_says_what_to_install(tmp_path, monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **options):
        if name.split(".")[0] == "matplotlib":
            raise ImportError(name)
        return real(name, *rest, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match=r"pip install 'seq2see\[figures\]'"):
        save_figure(made.number(), tmp_path / "figure.svg")


def test_a_very_long_source_stays_within_what_a_page_can_hold(tmp_path):
    path = tmp_path / "long.svg"
    save_figure(made.explanation_of(["x"] * 307, ["a"], layers=1, heads=1), path)
    assert "symbols named" in path.read_text("utf-8")


def test_pyplot_and_its_global_state_stay_out(tmp_path):
    program = (
        "import sys, explanations\n"
        "from seq2see.predictor.figure import save_figure\n"
        "assert 'matplotlib' not in sys.modules\n"
        f"save_figure(explanations.number(), {str(tmp_path / 'figure.png')!r})\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
        "assert 'torch' not in sys.modules\n"
    )
    path = os.pathsep.join(filter(None, sys.path))
    subprocess.run(
        [sys.executable, "-c", program], check=True, env={**os.environ, "PYTHONPATH": path}
    )
