# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Gold answers in the forms in which trainers and data sets hold them."""

from __future__ import annotations

from typing import Any, Iterable, Mapping, Sequence

from . import _core
from ._inputs import records, without_missing

_PLAIN = 'a string, a list of strings or a dict with "target"'


def is_arrow(items: Any) -> bool:
    """Returns True for a column that exports the Arrow C data interface."""
    return hasattr(items, "__arrow_c_array__") or hasattr(items, "__arrow_c_stream__")


def listed(items: Any, name: str) -> list[Any]:
    """Returns the items of a list, an array, a column or any other iterable except a string, mapping or set; the rows of
    a table as dicts."""
    if hasattr(items, "columns"):
        return list(records(items, name))
    if hasattr(items, "notna"):  # pandas
        items = without_missing(items)
    if is_arrow(items):
        for convert in ("to_pylist", "to_list"):
            if hasattr(items, convert):
                return list(getattr(items, convert)())
    if isinstance(items, (str, bytes, bytearray, Mapping, set, frozenset)) or not hasattr(items, "__iter__"):
        raise TypeError(f"{name}: expected a list, found {type(items).__name__}")
    return list(items)


def golds_of(truth: Any, where: str = "ground_truth") -> list[str]:
    """Returns the golds of one ground truth.

    truth is a string, an iterable of strings, or a dict with either at "target".

    Raises TypeError for other types; ValueError for a dict without "target", and for a string that holds a list or an
    object in JSON or Python, against which every answer would score 0: put it into a list to score it as a text.
    """
    if hasattr(truth, "as_py"):  # pyarrow's scalars
        truth = truth.as_py()
    if getattr(truth, "ndim", None) == 0 and hasattr(truth, "item"):  # NumPy's
        truth = truth.item()
    if isinstance(truth, str):
        _core.expect_plain_gold(str(truth), where)
        return [str(truth)]
    if isinstance(truth, Mapping):
        if "target" not in truth:
            raise ValueError(f"{where}: expected {_PLAIN}, found a dict with {_names(truth)}")
        return golds_of(truth["target"], f'{where}["target"]')
    if isinstance(truth, (bytes, bytearray, set, frozenset)) or not hasattr(truth, "__iter__"):
        raise TypeError(f"{where}: expected {_PLAIN}, found {type(truth).__name__}")
    golds = list(truth)
    for i, gold in enumerate(golds):
        if not isinstance(gold, str):
            raise TypeError(f"{where}[{i}]: expected a string, found {type(gold).__name__}")
    return [str(gold) for gold in golds]


def golds_of_all(truths: Sequence[Any], name: str, which: Iterable[int] | None = None) -> list[Any]:
    """Returns the golds of each ground truth, or of those at some positions.

    A list stays the same object, so that rollouts that share it share the preparation of its golds.
    """
    out: list[Any] = []
    for i in range(len(truths)) if which is None else which:
        truth = truths[i]
        golds = truth.get("target", truth) if type(truth) is dict else truth
        if type(golds) in (list, str):
            out.append(golds)
        else:
            out.append(golds_of(truth, f"{name}[{i}]"))
    return out


def _names(truth: Mapping[Any, Any]) -> str:
    return ", ".join(repr(name) for name in list(truth)[:8]) or "nothing"
