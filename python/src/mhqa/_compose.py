# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Multi-hop questions from single-hop ones."""

from __future__ import annotations

import json
import os
from typing import Any, Iterable, Mapping, Sequence

from . import _checks
from ._evaluate import _compiled
from ._files_of_run import Folder
from ._inputs import Inputs, is_path
from ._progress import Progress
from ._reader import Net, reader_of
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
    reader: str | None = None,
    weights: str | os.PathLike[str] | None = None,
    net: Net = None,
    entities: Any = None,
    candidates_per_bridge: int | None = None,
    pairs_per_bridge: int | None = None,
    without_rules: Iterable[str] = (),
    connection: bool | None = None,
    connection_answers: Any = None,
    filter_heads: bool | None = None,
    filter_tails: bool | None = None,
    own_paragraph: bool | None = None,
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
    worded_first: bool | None = None,
    shares: Sequence[float] | None = None,
    size: int | None = None,
    wordings: Any = None,
    most_doubts: int | None = None,
    split: str | None = None,
    dev_share: float | None = None,
    test_share: float | None = None,
    spread_share: float | None = None,
    train_size: int | None = None,
    paragraphs: int | None = None,
    distractors: str | None = None,
    corpus: Any = None,
    merge: Iterable[CompositionPart | bytes | str | os.PathLike[str]] = (),
) -> Composition:
    """Makes a multi-hop data set from single-hop questions, in counted stages, as `mhqa compose` does.

    pools: single-hop questions of SQuAD, MRQA, Zero-Shot RE, T-REx or Natural Questions: a path, a list of paths, SQuAD's
    records or table in memory, or {name of the source: any of these}. folder gets the files of the command, byte for
    byte; without one they are held in memory. preset, "paper" or "released", has the lengths and uses of S4; until is
    the last stage (pool, quality, entities, pairs, requests, connection, graphs, wording, split, contexts); resume takes
    stages of an earlier run in the folder that nothing has changed. progress shows bars, by tqdm.

    The other options are those of `mhqa compose --help`, which are its defaults if they are None. Lengths are in words;
    shares and F1 are fractions of 1. quality_answers, connection_answers, entities, wordings and corpus are paths or
    records; a list of several is one for each model, or file. reader answers where these do not: "trained", the default,
    whose weights may be a file of `mhqa train-reader`, or "words"; net also scores the trained reader's spans, slower: a
    file, or "installed", which the wheel does not have. merge has all parts that compose_part made with the same pools
    and options, in any order: their stages are taken from there.

    Returns a Composition: questions("train") in MuSiQue's layout, counts by shape and part, and what each stage dropped
    and why. The bytes depend on the data, the seed and the options, not on the number of threads.

    Raises ValueError with file, record, id and field for data that cannot be read, and for options that are unknown,
    out of range or exclude each other; for parts that are missing, repeated, damaged, or made with other options;
    TypeError for other types.
    """
    given = {name: value for name, value in locals().items() if name not in ("folder", "progress")}
    with Inputs() as inputs, Folder(folder) as out, Progress(progress) as shown:
        options = _options(inputs, **given)
        options["out"] = out.path
        data = json.loads(inputs.run(lambda: _compiled().compose(options, threads(), shown.told)))
        stages = [f"stages/{one['name']}.manifest.json" for one in data["stages"]]
        out.name_inputs(inputs.names, ["manifest.json", *stages])
        return Composition(data, out.files(lambda name: name.split("/")[0] in _OWN_FILES))


#: The folders and files of a composition, which resume may take from an earlier run.
_OWN_FILES = ("stages", "requests", "ans", "full", "provenance.jsonl", "manifest.json")


class CompositionPart:
    """One part of composing on several processes or machines: bytes that any process with this version of mhqa reads.

    Parts can be pickled and compared; compose(…, merge=parts) goes on from all of them.
    """

    __slots__ = ("_bytes", "stages")

    def __init__(self, data: bytes, stages: list[dict[str, Any]] | None = None) -> None:
        """Takes what to_bytes() gave; compose() checks it."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data: expected bytes, found {type(data).__name__}")
        self._bytes = bytes(data)
        #: Name, counts and reasons of the part's stages, as in a Composition; empty for a part made from bytes.
        self.stages: list[dict[str, Any]] = stages or []

    def to_bytes(self) -> bytes:
        """Returns the part as bytes, as in the file that `mhqa compose --part` writes."""
        return self._bytes

    def __eq__(self, other: object) -> bool:
        return self._bytes == other._bytes if isinstance(other, CompositionPart) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __reduce__(self) -> tuple[Any, ...]:
        return CompositionPart, (self._bytes, self.stages)

    def __repr__(self) -> str:
        return f"CompositionPart({len(self._bytes)} bytes)"


def compose_part(pools: Any, part: tuple[int, int] | str, *, progress: bool = False, **options: Any) -> CompositionPart:
    """Does the stages up to connection for one part of the bridges, or with until="quality" that stage for one part of
    the questions; pools, options and errors are those of compose.

    part: (index, count), the index from 0, or "INDEX/COUNT". Every process gets the same pools and options. until is
    quality, pairs, requests or connection, which is the default; merge has the parts of until="quality".

    Returns a CompositionPart; compose(pools, folder, merge=parts, …) makes the set from all parts.

    >>> pool = {"version": "1.1", "data": [{"title": "Emma", "paragraphs": [{"context": "Austen wrote Emma.", "qas": [
    ...     {"id": "1", "question": "Who wrote Emma?", "answers": [{"text": "Austen", "answer_start": 0}]}]}]}]}
    >>> parts = [compose_part(pool, (i, 2), min_context_words=1) for i in range(2)]
    >>> compose(pool, merge=parts, min_context_words=1, until="pairs").stages[-1]["counts"]["out"]
    0
    """
    index, count = _checks.part(part)
    with Inputs() as inputs, Folder(None) as out, Progress(progress) as shown:
        known = _options(inputs, pools, **options)
        known["part"] = [index, count]
        known["out"] = os.path.join(out.path, "part")
        data = json.loads(inputs.run(lambda: _compiled().compose(known, threads(), shown.told)))
        with open(known["out"], "rb") as file:
            return CompositionPart(file.read(), data["stages"])


def _options(
    inputs: Inputs,
    pools: Any,
    *,
    without_rules: Iterable[str] = (),
    total_words: Sequence[int] | None = None,
    shares: Sequence[float] | None = None,
    quality_answers: Any = None,
    connection_answers: Any = None,
    wordings: Any = None,
    corpus: Any = None,
    entities: Any = None,
    merge: Any = (),
    reader: str | None = None,
    weights: str | os.PathLike[str] | None = None,
    net: Net = None,
    **plain: Any,
) -> dict[str, Any]:
    """Returns the options by name; data in memory become files."""
    for name in plain:
        if name not in _PLAIN:
            raise TypeError(f"unexpected option {name}")
    options: dict[str, Any] = dict(plain)
    rules = _checks.items(without_rules, "without_rules")
    options["without_rules"] = [_checks.text(rule, f"without_rules[{i}]") for i, rule in enumerate(rules)]
    if total_words is not None:
        limits = enumerate(_checks.items(total_words, "total_words"))
        options["total_words"] = [_checks.whole(words, f"total_words[{i}]") for i, words in limits]
    if shares is not None:
        given = enumerate(_checks.items(shares, "shares"))
        options["shares"] = [_checks.number(share, f"shares[{i}]") for i, share in given]
    options["pools"] = _pools(pools, inputs)
    for name, several in (
        ("quality_answers", quality_answers),
        ("connection_answers", connection_answers),
        ("wordings", wordings),
        ("corpus", corpus),
    ):
        options[name] = _several(several, name, inputs)
    options["reader"], options["weights"], options["net"] = reader_of(reader, weights, net)
    options["entities"] = None if entities is None else inputs.path(entities, "entities")
    options["merge"] = [_part_path(one, f"merge[{i}]", inputs) for i, one in enumerate(_checks.items(merge, "merge"))]
    return {name: value for name, value in options.items() if value is not None}


def _part_path(given: Any, name: str, inputs: Inputs) -> str:
    if is_path(given):
        return inputs.path(given, name)
    if isinstance(given, CompositionPart):
        given = given.to_bytes()
    if not isinstance(given, (bytes, bytearray, memoryview)):
        raise TypeError(f"{name}: expected a part, bytes or a path, found {type(given).__name__}")
    return inputs.bytes(bytes(given), name)


def _pools(pools: Any, inputs: Inputs) -> list[str]:
    if isinstance(pools, Mapping) and not isinstance(pools.get("data"), list) and not hasattr(pools, "to_pylist"):
        out = []
        for name, pool in pools.items():
            if not _checks.text(name, "pools") or "=" in name or "/" in name:
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


#: The options whose values are passed as they are.
_PLAIN = frozenset({
    "bridge_uses",
    "candidates_per_bridge",
    "check_answers",
    "connection",
    "dev_share",
    "distractors",
    "filter_heads",
    "filter_tails",
    "folds",
    "head_f1",
    "max_context_words",
    "min_context_words",
    "most_doubts",
    "no_subgraphs",
    "own_paragraph",
    "pairs_per_bridge",
    "paragraphs",
    "preset",
    "question_uses",
    "question_words",
    "resume",
    "seed",
    "size",
    "split",
    "spread_share",
    "tail_distractors",
    "tail_f1",
    "tail_f1_most",
    "tail_support_f1",
    "test_share",
    "train_size",
    "until",
    "worded_first",
})
