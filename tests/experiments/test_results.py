"""Results on disk: what was measured comes back, also a measurement that is no number."""

from math import isnan, nan

import pytest

from seq2see.core.errors import InputError
from seq2see.experiments.results import Results, read_results, write_results

RESULTS = Results(
    experiment="some", reduced=False, seeds=[1, 2],
    values={"share": [0.5, nan], "shape": [[2.0, nan]]}, minutes=1.5, versions={"torch": "2"},
    commit="abc", recipes={"run": {"seed": 1}}, series={"line": [[[1.0, 2.0]]]},
)  # fmt: skip


def test_what_is_no_number_comes_back_as_that(tmp_path):
    path = tmp_path / "results.json"
    write_results(RESULTS, path)
    back = read_results(path)
    assert back.values["share"][0] == 0.5
    assert isnan(back.values["share"][1])
    assert isnan(back.values["shape"][0][1])
    assert (back.seeds, back.series, back.recipes) == (
        RESULTS.seeds, RESULTS.series, RESULTS.recipes,
    )  # fmt: skip


@pytest.mark.parametrize("text", ["", "[]", '{"values": 3}', '{"experiment": "some"}'])
def test_a_damaged_file_is_named(tmp_path, text):
    path = tmp_path / "results.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"results\.json: damaged"):
        read_results(path)
