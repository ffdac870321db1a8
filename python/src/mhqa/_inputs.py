# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Data sets and predictions in memory, as files that the compiled part reads."""

from __future__ import annotations

import builtins
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Callable, TypeVar

T = TypeVar("T")


class Inputs:
    """The files of one call. Data in memory become temporary files, which are removed at its end."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        #: The caller's names by path, of data in memory.
        self.names: dict[str, str] = {}

    def __enter__(self) -> Inputs:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def path(self, given: Any, name: str, layout: Callable[[Any], Any] = lambda data: data) -> str:
        """Returns the path of a file with this content.

        given is a path; or records as dicts (a list, an iterator, a NumPy array), a dict, a pandas, Polars or pyarrow
        table, or a data set of Hugging Face, to which layout is applied; it may return the bytes of the file.
        """
        if is_path(given):
            path = os.fspath(given)
            if not isinstance(path, str):
                raise TypeError(f"{name}: expected a path that is a string")
            if path in ("", "-"):
                raise ValueError(f"{name}: expected a path, found {path!r}")
            return path
        data = layout(records(given, name))
        if isinstance(data, builtins.bytes):
            return self.bytes(data, name)
        try:
            return self.text(json.dumps(data, default=_plain, allow_nan=False), name)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{name}: expected data that JSON can hold: {error}") from None

    def text(self, text: str, name: str) -> str:
        """Returns the path of a file with this text."""
        return self.bytes(text.encode(), name)

    def bytes(self, data: builtins.bytes, name: str) -> str:
        """Returns the path of a file with these bytes."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="mhqa-")
        path = os.path.join(self._folder.name, f"{len(self.names)}.json")
        self.names[path] = name
        with open(path, "wb") as file:
            file.write(data)
        return path

    def run(self, work: Callable[[], T]) -> T:
        """Calls work(); in its errors, data in memory and options have the names that the caller knows."""
        try:
            return work()
        except ValueError as error:
            text = str(error)
            for path, name in self.names.items():
                text = text.replace(path, name)
            text = re.sub(r"--([a-z][a-z-]*)", lambda option: option[1].replace("-", "_"), text)
            raise ValueError(text) from None


def is_path(given: Any) -> bool:
    """Returns True for a string or another object that is a path."""
    return isinstance(given, (str, os.PathLike))


def records(given: Any, name: str) -> Any:
    """Returns data in memory as a list or a dict.

    Raises TypeError for other types than those of Inputs.path().
    """
    if isinstance(given, (list, tuple, Iterator)):
        return list(given)
    if getattr(given, "ndim", None) == 1 and type(given).__module__ == "numpy":
        return given.tolist()
    if isinstance(given, Mapping) and not hasattr(given, "to_pylist"):
        return dict(given)
    if hasattr(given, "to_dicts"):  # Polars
        return given.to_dicts()
    if hasattr(given, "to_pylist"):  # pyarrow
        return given.to_pylist()
    if type(given).__module__.split(".")[0] == "pandas":
        return given.to_dict("records") if hasattr(given, "columns") else given.tolist()
    if hasattr(given, "column_names") and hasattr(given, "__iter__"):  # datasets
        return list(given)
    raise TypeError(f"{name}: expected a path, records or a table, found {type(given).__name__}")


def _plain(value: Any) -> Any:
    """Makes JSON's types of NumPy's."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"found {type(value).__name__}")
