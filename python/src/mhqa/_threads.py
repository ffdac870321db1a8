# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""How many threads the module works with."""

from . import _core


def threads() -> int:
    """How many threads a call works on, the caller's among them: at first one for each processor."""
    return _core.threads()


def set_threads(count: int) -> None:
    """From now on works on so many threads; 0 stands for one for each processor.

    The threads belong to this process: a forked child makes its own when it first needs them.

    >>> set_threads(0)
    """
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError(f"count: expected an int, found {type(count).__name__}")
    if not 0 <= count <= 1024:
        raise ValueError(f"count: expected 0 to 1024, found {count}")
    _core.set_threads(count)
