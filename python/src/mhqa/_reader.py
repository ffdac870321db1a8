# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The built-in reader of audits and of composing: its kind, and where its weights and its net are."""

from __future__ import annotations

import os
import sysconfig
from typing import Any, Union

from . import _checks

_KINDS = ("trained", "words")

#: What a reader may be given as net.
Net = Union[str, "os.PathLike[str]", None]


def reader_of(reader: Any, weights: Any, net: Any) -> tuple[str, str, str]:
    """Returns the kind, the weights and the net of a reader. Weights are by default the installed ones, or those that
    MHQA_READER names; a net is "installed", the one that MHQA_READER_NET names if it is set, or a path."""
    kind = "trained" if reader is None else _checks.text(reader, "reader")
    if kind not in _KINDS:
        raise ValueError(f"reader: expected one of {', '.join(_KINDS)}, found {kind}")
    added = net_of(net)
    if added == "installed":
        added = _installed("reader.net", "MHQA_READER_NET") or added  # the compiled part says where it has looked
    found = "" if weights is None else _checks.path(weights, "weights")
    if weights is None and kind == "trained":
        found = _installed("reader.weights", "MHQA_READER")
    return kind, found, added


def net_of(net: Any) -> str:
    """Returns a net as the command takes it: "installed" or a path, and nothing for None."""
    if net is None:
        return ""
    path = _checks.path(net, "net")
    return os.path.join(".", path) if path == "installed" and not isinstance(net, str) else path


def _installed(name: str, variable: str) -> str:
    path = os.path.join(sysconfig.get_path("data"), "share", "mhqa", name)
    return path if variable not in os.environ and os.path.isfile(path) else ""
