# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Evaluations in parts, for several processes or machines."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any, Iterable, Union

from . import _checks
from ._evaluate import _compiled, on_data
from ._inputs import Inputs, is_path
from ._results import Evaluation


class EvaluationPart:
    """The sums of one part of an evaluation, or of several: bytes that any process with this version of mhqa reads.

    Parts can be pickled, added with +, and compared. merge() makes the Evaluation of all of them: give it many parts at
    once, because each + reads and copies both of its parts. A part of a data set, with a key, grows by batches:

    >>> part = EvaluationPart("hotpotqa", key="train-00017.parquet", run="model-3")
    >>> for i in range(3):
    ...     part.add({str(i): "Emma"}, [{"_id": str(i), "answer": "Emma", "supporting_facts": [["Emma", 0]]}])
    >>> merge([part]).scores["em"]
    1.0
    """

    __slots__ = ("_bytes", "_sum", "_options")

    def __init__(
        self,
        data: bytes | str,
        *,
        key: str | None = None,
        run: str | None = None,
        by: str | None = None,
        dialect: str | None = None,
        aliases: Any = None,
        na_prob_threshold: float = 1.0,
        retrieval_limit: int = 10,
    ) -> None:
        """Takes what to_bytes() gave; or the name of a data set, for a part to which add() adds batches.

        key: any name that no other part has: a task's id, a file's name. A retried task has the key of the first.
        run: what all parts have in common, e.g. the model's name; merge refuses parts of another run. The other
        arguments are those of evaluate.

        Raises ValueError for other bytes, and for those that were cut or damaged.
        """
        self._sum: Any = None
        if isinstance(data, str):
            growing = (_checks.name(key, "key"), _checks.name(run, "run"))
            self._sum = _compiled().GrowingPart(*growing, "" if by is None else by)
            self._options = (data, by, dialect, aliases, na_prob_threshold, retrieval_limit)
            return
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data: expected bytes or a data set's name, found {type(data).__name__}")
        self._bytes: bytes = _compiled().add_parts([bytes(data)])

    def add(self, predictions: Any, gold: Any) -> None:
        """Adds the questions of a batch; both arguments are those of evaluate, gold has the batch's questions alone.

        After an error the part is as before, so that the run can go on. A batch may have no question.

        Raises ValueError as evaluate does, and for a batch whose golds were added before.
        """
        if self._sum is None:
            raise TypeError("this part is finished: it was made of bytes, by evaluate_part or by adding parts")
        dataset, by, dialect, aliases, threshold, limit = self._options
        with Inputs() as inputs:
            more = (_checks.number(threshold, "na_prob_threshold"), _checks.whole(limit, "retrieval_limit"))
            on_data(
                inputs,
                lambda *data: self._sum.add(*data, *more),
                dataset, predictions, gold, by, dialect, aliases, None,
            )

    def to_bytes(self) -> bytes:
        """Returns the part as bytes, e.g. for a file or a column of type binary."""
        if self._sum is None:
            return self._bytes
        found: bytes = self._sum.to_bytes()
        if not found:
            raise ValueError("this part has no batch; add() an empty one if its data have none")
        return found

    def __add__(self, other: EvaluationPart) -> EvaluationPart:
        if not isinstance(other, EvaluationPart):
            return NotImplemented
        return _part_of(_compiled().add_parts([self.to_bytes(), other.to_bytes()]))

    def __eq__(self, other: object) -> bool:
        return self.to_bytes() == other.to_bytes() if isinstance(other, EvaluationPart) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __reduce__(self) -> tuple[Any, ...]:
        return EvaluationPart, (self.to_bytes(),)

    def __repr__(self) -> str:
        if self._sum is not None:
            return f"EvaluationPart({self._options[0]!r}, {self._sum.questions} questions)"
        return f"EvaluationPart({len(self._bytes)} bytes)"


def evaluate_part(
    dataset: str,
    predictions: Any,
    gold: Any,
    part: tuple[int, int] | str,
    *,
    own_files: bool = False,
    run: str | None = None,
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
    gets those of its own part alone, and evaluates all of them; run then names what all parts have in common, e.g.
    the model, and merge refuses parts of another run.

    Returns an EvaluationPart; merge() makes the Evaluation.

    >>> gold = [{"_id": str(i), "answer": "Emma", "supporting_facts": [["Emma", 0]]} for i in range(9)]
    >>> said = {str(i): "Emma" if i < 6 else "Anne" for i in range(9)}
    >>> merge(evaluate_part("hotpotqa", said, gold, (i, 4)) for i in range(4)).scores["em"]
    0.6666666666666666
    """
    index, count = _checks.part(part)
    if run is not None and not own_files:
        raise ValueError("run: it is for parts with own_files")
    with Inputs() as inputs:
        more = (
            _checks.number(na_prob_threshold, "na_prob_threshold"),
            _checks.whole(retrieval_limit, "retrieval_limit"),
            index,
            count,
            bool(own_files),
            _checks.name(run, "run") if own_files else "",
        )
        made = on_data(
            inputs,
            lambda *data: _compiled().evaluate_part(*data, *more),
            dataset, predictions, gold, by, dialect, aliases, na_prob,
        )
        return _part_of(made)


def merge(
    parts: Iterable[Union[EvaluationPart, bytes, str, "os.PathLike[str]"]],
    *,
    expect_questions: int | None = None,
    expect_data: str | None = None,
    run: str | None = None,
) -> Evaluation:
    """Adds all parts of an evaluation, in any order.

    parts: EvaluationParts, their bytes, or paths of files that hold such bytes, also those of `mhqa eval --part`.
    expect_questions, expect_data and run are compared with the sum: how many questions, the hash of all golds ("data"
    in the signature), the run's name. Parts with keys cannot tell whether one of them is missing; these can.

    Returns the Evaluation that evaluate gives of all data, equal in every bit; `official`, which published programs
    compute in the order of the file, is empty.

    Raises ValueError that names the part: one is missing or there twice, also under another name; bytes that were cut
    or damaged; parts of other data, options, runs or versions.
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
    wanted = (
        -1 if expect_questions is None else _checks.whole(expect_questions, "expect_questions"),
        "" if expect_data is None else _checks.name(expect_data, "expect_data"),
        "" if run is None else _checks.name(run, "run"),
    )
    return Evaluation(json.loads(inputs.run(lambda: _compiled().finish_parts(found, *wanted))))


def _part_of(data: bytes) -> EvaluationPart:
    """Makes a part of bytes that need no check."""
    part = EvaluationPart.__new__(EvaluationPart)
    part._bytes, part._sum = data, None
    return part
