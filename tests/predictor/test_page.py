import base64
import hashlib
import json
import re

import explanations as made
import msgspec

from seq2see.predictor.explanation import Explanation
from seq2see.predictor.page import render_page


def data_of(page: str) -> dict:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


def test_the_page_holds_the_explanation_exactly():
    number = made.number(["a note"])
    held = data_of(render_page(number))["explanation"]
    assert msgspec.convert(held, Explanation) == number


def test_a_hostile_source_stays_text():
    page = render_page(made.explanation_of([made.HOSTILE], [made.HOSTILE], notes=[made.HOSTILE]))
    assert "<img" not in page
    assert page.count("</script>") == 2
    assert data_of(page)["explanation"]["source"][0]["text"] == made.HOSTILE


def test_awkward_symbols_survive_and_have_a_visible_form():
    held = data_of(render_page(made.explanation_of(made.AWKWARD, ["\ud800"])))
    assert [symbol["text"] for symbol in held["explanation"]["source"]] == made.AWKWARD
    assert held["symbols"][" "] == "␣"
    assert held["symbols"][""] == "∅"
    assert held["symbols"]["\u202e"] == r"\u202e"


def test_the_data_block_is_ascii_without_markup():
    page = render_page(made.explanation_of([*made.AWKWARD, "<!--", "<script>"], ["a"]))
    block = page.split('id="data">', 1)[1].split("</script>", 1)[0]
    assert block.isascii()
    assert not set("<>&") & set(block)


def test_a_text_that_reads_like_a_placeholder_is_not_filled():
    page = render_page(made.explanation_of(["{{data}}"], ["{{policy}}"]))
    assert "<title>{{data}} → {{policy}}</title>" in page


def test_an_infinite_score_is_missing_rather_than_broken():
    number = made.number()
    never = msgspec.structs.replace(number.hypotheses[0], log_probability=float("-inf"))
    page = render_page(msgspec.structs.replace(number, hypotheses=[never]))
    assert data_of(page)["explanation"]["hypotheses"][0]["log_probability"] is None


def test_the_policy_allows_the_pages_own_script_and_style_and_nothing_else():
    page = render_page(made.number())
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    assert policy[1].startswith("default-src 'none'")
    assert "unsafe" not in policy[1]
    for tag in ("script", "style"):
        inside = re.search(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        assert inside
        digest = base64.b64encode(hashlib.sha256(inside[1].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy[1]


def test_nothing_on_the_page_points_outside():
    page = render_page(made.number()).replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?://|//[a-z]|@import|url\(", page.replace("// ", ""))


def test_the_answer_can_be_read_without_a_script():
    before_script = render_page(made.number()).split("<script", 1)[0]
    assert ">427</span>" in before_script
    assert ">four hundred twenty seven</span>" in before_script


def test_no_answer_and_no_attention_still_make_a_page():
    assert "no answer" in render_page(msgspec.structs.replace(made.number(), hypotheses=[]))
    assert data_of(render_page(made.without_attention()))
