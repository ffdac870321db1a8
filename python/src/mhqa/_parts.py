# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Evaluations in parts, for several processes or machines."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any, Iterable, Union

from . import _checks
from ._evaluate import _compiled, evaluation_files
from ._inputs import Inputs, is_path
from ._results import Evaluation


class EvaluationPart:
    """The sums of one part of an evaluation, or of several: bytes that any process with this version of mhqa reads.

    Parts can be pickled, added with +, and compared. merge() makes the Evaluation of all of them.
    """

    __slots__ = ("_bytes",)

    def __init__(self, data: bytes) -> None:
        """Takes what to_bytes() gave. Raises ValueError for other bytes, and for those that were cut or damaged."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data: expected bytes, found {type(data).__name__}")
        self._bytes: bytes = _compiled().add_parts([bytes(data)])

    def to_bytes(self) -> bytes:
        """Returns the part as bytes, e.g. for a file or a column of type binary."""
        return self._bytes

    def __add__(self, other: EvaluationPart) -> EvaluationPart:
        if not isinstance(other, EvaluationPart):
            return NotImplemented
        return _part_of(_compiled().add_parts([self._bytes, other._bytes]))

    def __eq__(self, other: object) -> bool:
        return self._bytes == other._bytes if isinstance(other, EvaluationPart) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __reduce__(self) -> tuple[Any, ...]:
        return EvaluationPart, (self._bytes,)

    def __repr__(self) -> str:
        return f"EvaluationPart({len(self._bytes)} bytes)"


def evaluate_part(
    dataset: str,
    predictions: Any,
    gold: Any,
    part: tuple[int, int] | str,
    *,
    own_files: bool = False,
    by: str | None = None,
    dialect: str | None = None,
    aliases: Any = None,
    na_prob: Any = None,
    na_prob_threshold: float = 1.0,
    retrieval_limit: int = 10,
) -> EvaluationPart:
    """Evaluates one part of the questions; the other arguments and errors are those of evaluate.

    part: (index, count), the index from 0, e.g. the rank of this process and their number; or "INDEX/COUNT". Every
    process gets the same predictions and gold, and takes the questions whose ids fall to its part; with own_files it
    gets those of its own part alone, and evaluates all of them.

    Returns an EvaluationPart; merge() makes the Evaluation.

    >>> gold = [{"_id": str(i), "answer": "Emma", "supporting_facts": [["Emma", 0]]} for i in range(9)]
    >>> said = {str(i): "Emma" if i < 6 else "Anne" for i in range(9)}
    >>> merge(evaluate_part("hotpotqa", said, gold, (i, 4)) for i in range(4)).scores["em"]
    0.6666666666666666
    """
    index, count = _checks.part(part)
    with Inputs() as inputs:
        arguments = (
            *evaluation_files(inputs, dataset, predictions, gold, by, dialect, aliases, na_prob),
            _checks.number(na_prob_threshold, "na_prob_threshold"),
            _checks.whole(retrieval_limit, "retrieval_limit"),
            index,
            count,
            bool(own_files),
        )
        return _part_of(inputs.run(lambda: _compiled().evaluate_part(*arguments)))


def merge(parts: Iterable[Union[EvaluationPart, bytes, str, "os.PathLike[str]"]]) -> Evaluation:
    """Adds all parts of an evaluation, in any order.

    parts: EvaluationParts, their bytes, or paths of files that hold such bytes, also those of `mhqa eval --part`.

    Returns the Evaluation that evaluate gives of all data, equal in every bit; `official`, which published programs
    compute in the order of the file, is empty.

    Raises ValueError that names the part: one is missing or there twice; bytes that were cut or damaged; parts of
    other data, options or versions.
    """
    found: list[bytes] = []
    inputs = Inputs()
    for i, one in enumerate(_checks.items(parts, "parts")):
        if isinstance(one, EvaluationPart):
            found.append(one.to_bytes())
        elif is_path(one):
            path = inputs.names[f"parts[{i}]"] = _checks.path(one, f"parts[{i}]")
            try:
                found.append(pathlib.Path(path).read_bytes())
            except OSError as error:
                raise ValueError(f"{path}: cannot read: {error.strerror}") from None
        elif isinstance(one, (bytes, bytearray, memoryview)):
            found.append(bytes(one))
        else:
            raise TypeError(f"parts[{i}]: expected a part, bytes or a path, found {type(one).__name__}")
    if not found:
        raise ValueError("parts: expected at least one, found none")
    return Evaluation(json.loads(inputs.run(lambda: _compiled().finish_parts(found))))


def _part_of(data: bytes) -> EvaluationPart:
    """Makes a part of bytes that need no check."""
    part = EvaluationPart.__new__(EvaluationPart)
    part._bytes = data
    return part
