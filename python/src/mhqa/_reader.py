# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The built-in reader of audits and of composing: its kind, and where its weights are."""

from __future__ import annotations

import os
import sysconfig
from typing import Any

from . import _checks

_KINDS = ("trained", "words")


def reader_of(reader: Any, weights: Any) -> tuple[str, str]:
    """Returns the kind and the weights of a reader, of which None is the installed one; MHQA_READER names another."""
    kind = "trained" if reader is None else _checks.text(reader, "reader")
    if kind not in _KINDS:
        raise ValueError(f"reader: expected one of {', '.join(_KINDS)}, found {kind}")
    if weights is not None:
        return kind, _checks.path(weights, "weights")
    installed = os.path.join(sysconfig.get_path("data"), "share", "mhqa", "reader.weights")
    return kind, installed if "MHQA_READER" not in os.environ and os.path.isfile(installed) else ""
