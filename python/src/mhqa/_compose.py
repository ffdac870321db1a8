# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Multi-hop questions from single-hop ones."""

from __future__ import annotations

import json
import os
from typing import Any, Iterable, Mapping, Sequence

from ._evaluate import _compiled, _list, _text
from ._files_of_run import Folder
from ._inputs import Inputs, is_path
from ._progress import Progress
from ._results import Composition
from ._threads import threads


def compose(
    pools: Any,
    folder: str | os.PathLike[str] | None = None,
    *,
    seed: int = 0,
    preset: str = "paper",
    until: str | None = None,
    resume: bool = False,
    progress: bool = False,
    min_context_words: int | None = None,
    max_context_words: int | None = None,
    check_answers: bool | None = None,
    quality_answers: Any = None,
    entities: Any = None,
    candidates_per_bridge: int | None = None,
    pairs_per_bridge: int | None = None,
    without_rules: Iterable[str] = (),
    connection: bool | None = None,
    connection_answers: Any = None,
    filter_heads: bool | None = None,
    filter_tails: bool | None = None,
    head_f1: float | None = None,
    tail_f1: float | None = None,
    tail_f1_most: float | None = None,
    tail_support_f1: float | None = None,
    tail_distractors: int | None = None,
    folds: int | None = None,
    question_words: int | None = None,
    total_words: Sequence[int] | None = None,
    bridge_uses: int | None = None,
    question_uses: int | None = None,
    no_subgraphs: bool | None = None,
    shares: Sequence[float] | None = None,
    size: int | None = None,
    wordings: Any = None,
    split: str | None = None,
    dev_share: float | None = None,
    test_share: float | None = None,
    spread_share: float | None = None,
    train_size: int | None = None,
    paragraphs: int | None = None,
    distractors: str | None = None,
    corpus: Any = None,
) -> Composition:
    """Makes a multi-hop data set from single-hop questions, in counted stages, as `mhqa compose` does.

    pools: single-hop questions of SQuAD, MRQA, Zero-Shot RE, T-REx or Natural Questions: a path, a list of paths, SQuAD's
    records or table in memory, or {name of the source: any of these}. folder gets the files of the command, byte for
    byte; without one they are held in memory. preset, "paper" or "released", has the lengths and uses of S4; until is
    the last stage (pool, quality, entities, pairs, requests, connection, graphs, wording, split, contexts); resume takes
    stages of an earlier run in the folder that nothing has changed. progress shows bars, by tqdm.

    The other options are those of `mhqa compose --help`, which are its defaults if they are None. Lengths are in words;
    shares and F1 are fractions of 1. quality_answers, connection_answers, entities, wordings and corpus are paths or
    records; a list of several is one for each model, or file.

    Returns a Composition: questions("train") in MuSiQue's layout, counts by shape and part, and what each stage dropped
    and why. The bytes depend on the data, the seed and the options, not on the number of threads.

    Raises ValueError with file, record, id and field for data that cannot be read, and for options that are unknown,
    out of range or exclude each other; TypeError for other types.
    """
    options: dict[str, Any] = {
        "min-context-words": min_context_words,
        "max-context-words": max_context_words,
        "check-answers": check_answers,
        "candidates-per-bridge": candidates_per_bridge,
        "pairs-per-bridge": pairs_per_bridge,
        "connection": connection,
        "filter-heads": filter_heads,
        "filter-tails": filter_tails,
        "head-f1": head_f1,
        "tail-f1": tail_f1,
        "tail-f1-most": tail_f1_most,
        "tail-support-f1": tail_support_f1,
        "tail-distractors": tail_distractors,
        "folds": folds,
        "question-words": question_words,
        "total-words": None if total_words is None else list(total_words),
        "bridge-uses": bridge_uses,
        "question-uses": question_uses,
        "no-subgraphs": no_subgraphs,
        "shares": None if shares is None else list(shares),
        "size": size,
        "split": split,
        "dev-share": dev_share,
        "test-share": test_share,
        "spread-share": spread_share,
        "train-size": train_size,
        "paragraphs": paragraphs,
        "distractors": distractors,
        "seed": seed,
        "preset": preset,
        "until": until,
        "without-rules": [_text(rule, f"without_rules[{i}]") for i, rule in enumerate(_list(without_rules, "rules"))],
        "resume": bool(resume),
    }
    with Inputs() as inputs, Folder(folder) as out, Progress(progress) as shown:
        options["pools"] = _pools(pools, inputs)
        options["out"] = out.path
        for name, several in (
            ("quality_answers", quality_answers),
            ("connection_answers", connection_answers),
            ("wordings", wordings),
            ("corpus", corpus),
        ):
            options[name.replace("_", "-")] = _several(several, name, inputs)
        options["entities"] = None if entities is None else inputs.path(entities, "entities")
        given = {name: value for name, value in options.items() if value is not None}
        data = json.loads(inputs.run(lambda: _compiled().compose(given, threads(), shown.told)))
        stages = [f"stages/{one['name']}.manifest.json" for one in data["stages"]]
        out.name_inputs(inputs.names, ["manifest.json", *stages])
        return Composition(data, out.files())


def _pools(pools: Any, inputs: Inputs) -> list[str]:
    if isinstance(pools, Mapping) and not isinstance(pools.get("data"), list) and not hasattr(pools, "to_pylist"):
        out = []
        for name, pool in pools.items():
            if not _text(name, "pools") or "=" in name or "/" in name:
                raise ValueError(f"pools: expected a source's name without = and /, found {name!r}")
            out.append(f"{name}={inputs.path(pool, f'pools[{name!r}]')}")
    elif isinstance(pools, (list, tuple)) and pools and all(is_path(one) for one in pools):
        out = [_as_path(inputs.path(one, f"pools[{i}]")) for i, one in enumerate(pools)]
    else:
        out = [_as_path(inputs.path(pools, "pools"))]
    if not out:
        raise ValueError("pools: expected a pool, found none")
    return out


def _as_path(path: str) -> str:
    """A path that is not read as NAME=FILE."""
    return f"./{path}" if "=" in path.split("/")[0] else path


def _several(given: Any, name: str, inputs: Inputs) -> list[str] | None:
    if given is None:
        return None
    if isinstance(given, (list, tuple)) and given and not isinstance(given[0], Mapping):
        return [inputs.path(one, f"{name}[{i}]") for i, one in enumerate(given)]
    return [inputs.path(given, name)]
