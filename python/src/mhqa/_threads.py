# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The number of threads of the module."""

from . import _checks, _core


def threads() -> int:
    """Returns the number of threads of a call, including the caller's; the default is one per processor."""
    return _core.threads()


def set_threads(count: int) -> None:
    """Sets the number of threads; 0 means one per processor.

    The threads belong to this process; a forked child starts its own when it first needs them.

    >>> set_threads(0)
    """
    _core.set_threads(_checks.whole(count, "count", 0, 1024))
