# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Scores answers and token ids, as arrays and like evaluate's compute()."""

from __future__ import annotations

from typing import Any, Dict, Iterable, Union

import numpy
import numpy.typing

from . import _checks, _core, _devices
from ._golds import listed
from ._names import Dialect

#: The golds of one question.
Golds = Union[str, Iterable[str]]

#: A column of numbers by its name.
Arrays = Dict[str, numpy.typing.NDArray[Any]]

dialects: tuple[str, ...] = _core.dialects


def is_wide(dtype: Any) -> bool:
    """Returns True for float64, False for float32; raises ValueError for other dtypes, TypeError for other objects."""
    try:
        name = None if dtype is None else numpy.dtype(dtype).name
    except TypeError:
        name = None
    if name is None:
        raise TypeError(f"dtype: expected 'float32' or 'float64', found {dtype!r}")
    if name not in ("float32", "float64"):
        raise ValueError(f"dtype: expected float32 or float64, found {name}")
    return bool(name == "float64")


def score_batch(
    predictions: Iterable[str],
    golds: Iterable[Golds],
    dialect: Dialect = "hotpotqa",
    dtype: Any = "float32",
    *,
    out: dict[str, Any] | None = None,
) -> Arrays:
    """Scores answers as the dialect's published evaluator does.

    predictions: n strings. golds: for each a string, or a list of strings over which each number is maximised
    separately. Adjacent golds that are equal or the same object are prepared once.

    Returns a dict of arrays f1, em, precision, recall of n fractions in [0, 1]: float64 values equal the published
    ones, float32 values are those rounded once. Works on all threads, with the GIL released. out, a dict of arrays of
    that size and dtype (NumPy's, or by DLPack), is written and returned; columns that it lacks are not computed.

    Raises ValueError for no prediction, another number of golds, an empty list of golds (unless the dialect drops
    blank golds, as squad-2.0 does) and unknown names; TypeError for other types. A lone surrogate in a string is a
    character that is not a letter, as in Python.

    >>> score_batch(["President Barack Obama"], ["Barack Obama"], dtype="float64")["f1"].tolist()
    [0.8]
    """
    return _core.score_batch(predictions, golds, _checks.text(dialect, "dialect"), is_wide(dtype), out)


def token_f1(
    predictions: tuple[Any, Any],
    golds: tuple[Any, Any],
    *,
    gold_groups: Any = None,
    per_question: int = 1,
    marks: Any = None,
    dialect: Dialect = "squad-1.1",
    dtype: Any = "float32",
    out: dict[str, Any] | None = None,
    stream: int | None = None,
) -> dict[str, Any]:
    """Scores rows of token ids, without copies.

    predictions and golds are pairs (values, offsets): row i is values[offsets[i]:offsets[i + 1]]. values are int32;
    offsets are int32 or int64, all of one type. gold_groups (offsets, too) gives the rows of golds of each question, if
    there are several; per_question is the number of consecutive predictions per question. marks (uint8, one per id) is
    1 for ids to ignore and 2 for ids that alone are a closed answer (yes, no, noanswer).

    The arrays may come from NumPy or, by DLPack, from any library; they may be read-only, and must be one-dimensional,
    contiguous, and all on the CPU or, if mhqa.has_gpu_code, all on one CUDA GPU. They must not change before the call
    returns. Works on all threads, with the GIL released.

    Returns a dict of arrays, one element per prediction: f1, em, precision, recall; and as int32, for the gold with the
    highest F1: the token counts common, predicted and gold, and which, its index within its question (-1: none
    counted). out, a dict of arrays of that size and those types, is written and returned; columns that it lacks are not
    computed.

    On a GPU the columns are PyTorch's tensors, or those of out, on the same GPU. The arrays are looked at, for which
    the call waits, then scored on the stream (a cudaStream_t as a number; PyTorch's current one, or else the default
    one), for which it does not wait: use the columns on that stream or after it.

    Raises ValueError for arrays that do not fit together and for a GPU without a driver, TypeError for an object that
    is not an array; both before anything is computed.

    >>> ids = lambda *x: numpy.array(x, dtype=numpy.int32)
    >>> token_f1((ids(5, 7, 9), ids(0, 2, 3)), (ids(7, 9), ids(0, 1, 2)))["common"].tolist()
    [1, 1]
    """
    wide = is_wide(dtype)
    _checks.text(dialect, "dialect")
    per_question = _checks.whole(per_question, "per_question", 1)
    arrays = {
        **_pair(predictions, "predictions"),
        **_pair(golds, "golds"),
        "gold_groups": gold_groups,
        "marks": marks,
    }
    gpu = _devices.gpu_of(arrays)
    if gpu is None:
        if stream is not None:
            raise ValueError("stream: expected None for arrays on the CPU")
        return _core.token_f1(tuple(arrays.values()), per_question, dialect, wide, out)

    values, offsets = predictions
    if stream is None:
        stream = _devices.stream_of(values, gpu)
    if out is None:
        types = {name: "float64" if wide else "float32" for name in ("f1", "em", "precision", "recall")}
        types |= dict.fromkeys(("common", "predicted", "gold", "which"), "int32")
        rows = max(0, len(offsets) - 1)
        out = {name: _devices.empty_like(values, rows, dtype) for name, dtype in types.items()}
    elif not isinstance(out, dict):
        raise TypeError(f"out: expected a dict of arrays, found {type(out).__name__}")
    read = tuple(_devices.on_stream(array, stream or 1, name) for name, array in arrays.items())
    written = {name: _devices.on_stream(array, stream or 1, f"out[{name}]") for name, array in out.items()}
    _core.token_f1(read, per_question, dialect, wide, written, gpu, stream)
    return out


def _pair(given: Any, name: str) -> dict[str, Any]:
    """Returns both arrays of (values, offsets), by their names in errors."""
    if not isinstance(given, (tuple, list)):
        raise TypeError(f"{name}: expected a pair (values, offsets), found {type(given).__name__}")
    if len(given) != 2:
        raise ValueError(f"{name}: expected a pair (values, offsets), found {len(given)} items")
    return {f"{name}.values": given[0], f"{name}.offsets": given[1]}


def compute(*, predictions: Iterable[Any], references: Iterable[Any], dialect: Dialect = "squad-1.1") -> dict[str, float]:
    """Returns means over a data set, with the interface of Hugging Face's evaluate.

    predictions: strings, or dicts with "id" and "prediction_text". references: a string or a list of strings for each,
    or dicts with "id" and "answers", which has the list "text". Dicts are paired by id, others by position.

    Returns {"exact_match": …, "f1": …, "precision": …, "recall": …} in the dialect's scale: percentages for the SQuADs
    and 2Wiki, fractions for HotpotQA and MuSiQue.

    >>> compute(predictions=["a cat", "dog"], references=["cat", ["cow", "ox"]])["exact_match"]
    50.0
    """
    predictions, references = listed(predictions, "predictions"), listed(references, "references")
    texts, golds = _paired(predictions, references)

    def place(i: int) -> str:
        """The place of the i-th text: dicts are in the order of the references."""
        ids = [one["id"] if isinstance(one, dict) else None for one in predictions]
        return f"predictions[{i if texts is predictions else ids.index(references[i]['id'])}]"

    return _checks.with_places(
        lambda: _core.mean_scores(texts, golds, _checks.text(dialect, "dialect")),
        {"predictions": place, "golds": "references[{}]".format},
    )


def _member(item: Any, key: str, where: str) -> Any:
    try:
        return item[key]
    except (KeyError, TypeError, IndexError):
        raise ValueError(f'{where}: expected a dict with "{key}"') from None


def _paired(predictions: list[Any], references: list[Any]) -> tuple[list[Any], list[Any]]:
    """Returns texts and golds from both kinds of arguments, in the order of the references."""
    if at_once := _core.paired(predictions, references):
        return at_once
    kinds = set(map(type, predictions)) | set(map(type, references))
    if not any(issubclass(kind, dict) for kind in kinds):
        return predictions, references
    if not all(issubclass(kind, dict) for kind in kinds):
        raise TypeError("predictions and references: expected all to be dicts, or none")
    texts = {}
    for i, item in enumerate(predictions):
        key = _id(item, f"predictions[{i}]")
        if key in texts:
            raise ValueError(f"predictions[{i}]: the id {key!r} is there twice")
        texts[key] = _member(item, "prediction_text", f"predictions[{i}]")
    paired = []
    golds = []
    seen = set()
    for i, item in enumerate(references):
        key = _id(item, f"references[{i}]")
        if key in seen:
            raise ValueError(f"references[{i}]: the id {key!r} is there twice")
        if key not in texts:
            raise ValueError(f"references[{i}]: no prediction has the id {key!r}")
        seen.add(key)
        paired.append(texts[key])
        golds.append(_member(_member(item, "answers", f"references[{i}]"), "text", f"references[{i}].answers"))
    for key in texts:
        if key not in seen:
            raise ValueError(f"predictions: no reference has the id {key!r}")
    return paired, golds


def _id(item: Any, where: str) -> str | int:
    return _checks.record_id(_member(item, "id", where), where)
