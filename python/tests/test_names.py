# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The names as types are those of the module, and a type checker finds a misspelt one."""
import importlib.util
import subprocess
import sys
import typing

import pytest

import mhqa
from mhqa import _core, _names


@pytest.mark.parametrize(
    "names, known",
    [
        (_names.Dialect, mhqa.dialects),
        (_names.PublishedDialect, mhqa.published_dialects),
        (_names.Extraction, mhqa.extractions),
        (_names.Flag, mhqa.flags),
        (_names.SimpleRule, mhqa.rules),
        (_names.PublishedRule, mhqa.published_rules),
    ],
)
def test_names_are_the_modules(names, known):
    assert list(typing.get_args(names)) == list(known)


def test_data_sets_dates_and_models_are_the_modules():
    with pytest.raises(ValueError) as refused:
        mhqa.evaluate("hotpot", {}, [])
    said = str(refused.value).split("expected one of ")[1].split(";")[0].split(", found")[0]
    assert set(said.split(", ")) == set(typing.get_args(_names.DataSet))
    for rule in typing.get_args(_names.DateRule):
        assert mhqa.dates.compare("1637", "1650", rule=rule)["order"] == "before"
    for model in typing.get_args(_names.Bm25Model):
        assert len(mhqa.bm25(["a fox"], model=model)) == 1
    assert {one for one in typing.get_args(_names.PublishedRule)} >= set(_core.rules_with_prompt)


GOOD = """
import mhqa
value: float = mhqa.compute_score("x", "a", "b", rule="em", format_score=0.1)
values: list[float] = mhqa.compute_score(solution_strs=["a"], ground_truths=["b"])
row: dict[str, object] = mhqa.compute_score("x", "a", "b", details=True)
mhqa.compute_score("x", "a", "b", rule={"f1": 0.5, "em": 0.5})
f1: float = mhqa.score_batch(["a"], ["b"], "musique")["f1"][0].item()
mhqa.trl_reward("answer", rule="deepresearcher")
year: object = mhqa.dates.parse("1637")["year"]
"""
BAD = [
    'mhqa.compute_score("x", "a", "b", rule="f2")',
    'mhqa.compute_score("x", "a", "b", format_scor=0.1)',
    'mhqa.rewards(["a"], ["b"], rule="deepsearcher")',
    'mhqa.rewards(["a"], ["b"], dialect="hotpot")',
    'mhqa.trl_reward("answer", rule="emm")',
    'mhqa.score(["a"], ["b"], "flash-rag")',
    'mhqa.verdicts(["a"], ["b"], "reserch")',
    'mhqa.evaluate("hotpot", {}, [])',
    'mhqa.bm25(["a"], model="lucen")',
]


def test_a_type_checker_finds_misspelt_names(tmp_path):
    if not importlib.util.find_spec("mypy"):
        pytest.skip("needs mypy")
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text("import mhqa\n" + "".join(f"{line}\n" for line in BAD))
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", "good.py", "bad.py"],
        cwd=tmp_path, capture_output=True, text=True,
    )
    errors = [line for line in checked.stdout.split("\n") if ": error: " in line]
    assert not [line for line in errors if not line.startswith("bad.py:")], checked.stdout
    assert {int(line.split(":")[1]) for line in errors} == set(range(2, 2 + len(BAD))), checked.stdout
