# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Progress of long calls, by tqdm where it is installed."""

from __future__ import annotations

import importlib
from types import TracebackType
from typing import Any, Callable


class Progress:
    """Shows a bar for each part of a call; nothing unless it is wanted and tqdm is installed."""

    def __init__(self, wanted: bool) -> None:
        self._tqdm: Any = None
        self._bar: Any = None
        self._of: tuple[str, int] | None = None
        if wanted:
            try:
                self._tqdm = importlib.import_module("tqdm.auto").tqdm
            except ImportError:
                pass

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    @property
    def told(self) -> Callable[[str, int, int], None] | None:
        """What the compiled part calls, at most ten times a second: the part, how much is done, and of how much, or
        0."""
        return self._show if self._tqdm is not None else None

    def _show(self, what: str, done: int, all_: int) -> None:
        if self._of != (what, all_) or done < self._bar.n:
            if self._bar is not None:
                self._bar.close()
            self._bar = self._tqdm(desc=what, total=all_ or None, leave=False)
            self._of = (what, all_)
        self._bar.update(done - self._bar.n)
