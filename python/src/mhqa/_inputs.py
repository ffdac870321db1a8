# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Data sets and predictions in memory, as files that the compiled part reads."""

from __future__ import annotations

import builtins
import json
import math
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from types import TracebackType
from typing import IO, Any, Callable, TypeVar

from . import _checks, _core

T = TypeVar("T")

#: How many records of a stream are in memory at a time.
_BATCH = 500

#: Up to this size, a file is kept in memory.
_SMALL = 1 << 20


class Inputs:
    """The files of one call. Data in memory become temporary files, which go at its end."""

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._files: list[IO[builtins.bytes]] = []
        #: The caller's names by path, of data in memory.
        self.names: dict[str, str] = {}

    def __enter__(self) -> Inputs:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files:
            file.close()
        if self._folder is not None:
            self._folder.cleanup()

    def path(
        self,
        given: Any,
        name: str,
        layout: Callable[[Any], Any] = lambda data: data,
        *,
        lines: bool = False,
        left_out: tuple[str, ...] = (),
        streamed: bool = False,
    ) -> str:
        """Returns the path of a file with this content.

        given is a path; or records as dicts (a list, an iterator, a NumPy array), a dict, a pandas, Polars or pyarrow
        table or an iterator of these, or a data set of Hugging Face, to which layout is applied; it may return the bytes
        of the file. lines writes records as JSON Lines. left_out are fields of records that nothing reads. streamed
        says that layout makes records of records, so that an iterator or a data set is read a batch at a time.
        """
        if is_path(given):
            return _checks.path(given, name)
        if streamed and is_stream(given):
            return self._stream(given, name, layout, lines, left_out)
        data = layout(records(given, name))
        if isinstance(data, builtins.bytes):
            return self.bytes(data, name)
        values = data if lines and isinstance(data, list) else [data]
        return self.bytes(b"\n".join(_json(values, data, name, left_out)), name)

    def _stream(
        self, given: Iterable[Any], name: str, layout: Callable[[Any], Any], lines: bool, left_out: tuple[str, ...]
    ) -> str:
        """Writes the rows of a stream, or of its tables, as records."""
        rows = _each_row(given, name)
        read = 0
        path, file = self._new(name, in_memory=False)
        while batch := list(islice(rows, _BATCH)):
            data = layout(batch)
            if lines:
                text = b"\n".join(_json(data, data, name, left_out, first=read + 1))
            else:
                text = _json([data], data, name, left_out, first=read + 1)[0][1:-1]
            file.write((b"\n" if lines else b",") if read else b"" if lines else b"[")
            file.write(text)
            read += len(batch)
        file.write(b"" if lines else b"]" if read else b"[]")
        file.flush()
        return path

    def text(self, text: str, name: str) -> str:
        """Returns the path of a file with this text."""
        return self.bytes(text.encode("utf-8", "surrogatepass"), name)

    def bytes(self, data: builtins.bytes, name: str) -> str:
        """Returns the path of a file with these bytes."""
        path, file = self._new(name, in_memory=len(data) <= _SMALL)
        file.write(data)
        file.flush()
        return path

    def _new(self, name: str, in_memory: bool) -> tuple[str, IO[builtins.bytes]]:
        """Returns the path of a new file, and the file."""
        open_files = f"/proc/{os.getpid()}/fd"  # where there is this folder, a file needs no name
        if os.path.isdir(open_files):
            memory = in_memory and hasattr(os, "memfd_create")
            file: IO[builtins.bytes] = open(os.memfd_create("mhqa"), "wb") if memory else tempfile.TemporaryFile()
            path = f"{open_files}/{file.fileno()}"
        else:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="mhqa-")
            path = os.path.join(self._folder.name, f"{len(self.names)}.json")
            file = open(path, "wb")
        self._files.append(file)
        self.names[path] = name
        return path, file

    def run(self, work: Callable[[], T]) -> T:
        """Calls work(); in its errors, data in memory have the names that the caller knows."""
        try:
            return work()
        except (TypeError, ValueError) as error:
            text = str(error)
            for path, name in self.names.items():  # a path may end with a number, of which another begins
                text = re.sub(re.escape(path) + r"(?!\d)", lambda found: name, text)
            raise (TypeError if isinstance(error, TypeError) else ValueError)(text) from None


def is_path(given: Any) -> bool:
    """Returns True for a string or another object that is a path."""
    return isinstance(given, (str, os.PathLike))


def records(given: Any, name: str) -> Any:
    """Returns data in memory as a list or a dict.

    Raises TypeError for other types than those of Inputs.path().
    """
    if isinstance(given, (list, tuple)):
        return list(given)
    if isinstance(given, Iterator) and is_stream(given):
        return _rows(given, name)
    if getattr(given, "ndim", None) == 1 and type(given).__module__ == "numpy":
        return given.tolist()
    if isinstance(given, Mapping) and not hasattr(given, "to_pylist"):
        return dict(given)
    if hasattr(given, "to_dicts"):  # Polars
        return given.to_dicts()
    if hasattr(given, "to_pylist"):  # pyarrow
        _expect_once(getattr(given, "column_names", ()), name)
        return given.to_pylist()
    if hasattr(given, "to_dict") and hasattr(given, "columns"):  # pandas
        _expect_once(given.columns, name)
        return without_missing(given).to_dict("records")
    if is_stream(given):
        return _rows(given, name)
    if hasattr(given, "to_list"):  # series of pandas and Polars
        return (without_missing(given) if hasattr(given, "notna") else given).to_list()
    raise TypeError(f"{name}: expected a path, records or a table, found {type(given).__name__}")


def without_missing(given: Any) -> Any:
    """Returns pandas' object with None for each value that is missing, NaN too, as other tables have it."""
    return given.astype(object).where(given.notna(), None)


def is_stream(given: Any) -> bool:
    """Returns True for an iterator, and a data set of Hugging Face, which yields records."""
    if isinstance(given, Iterator):
        return not hasattr(given, "read")  # not a file
    return hasattr(given, "column_names") and hasattr(given, "__iter__") and not hasattr(given, "to_pylist")


def _json(
    values: list[Any], data: Any, name: str, left_out: tuple[str, ...], first: int = 1
) -> list[builtins.bytes]:
    """Returns each value as JSON; errors name the place in data, whose first record has this number."""
    plain = [_core.json_of(one, left_out) for one in values]
    if None not in plain:
        return [one for one in plain if one is not None]
    _expect_keys(data, name)
    try:
        return [
            json.dumps(one, default=_plain, allow_nan=False).encode("utf-8", "surrogatepass") for one in values
        ]
    except RecursionError:
        raise ValueError(f"{name}: expected data that are nested less deeply") from None
    except (TypeError, ValueError) as error:
        where, found = _unheld(data, first) or ("", str(error))
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"{name}: {where}expected data that JSON can hold, found {found}") from None


def _rows(given: Iterable[Any], name: str) -> list[Any]:
    """Returns the items of a stream; the rows of its tables, such as Arrow's batches."""
    out = list(given)
    if all(map(_is_table, out)):
        return [row for one in out for row in records(one, name)]
    return out


def _each_row(given: Iterable[Any], name: str) -> Iterator[Any]:
    """As _rows(), one at a time; the first item tells whether they are tables."""
    tables = False
    for i, one in enumerate(given):
        tables = _is_table(one) if i == 0 else tables
        yield from records(one, name) if tables and _is_table(one) else [one]


def _is_table(given: Any) -> bool:
    return any(hasattr(given, member) for member in ("to_dicts", "to_pylist", "columns"))


def _expect_once(columns: Iterable[Any], name: str) -> None:
    """Refuses a table with two columns of one name: records hold only one of them."""
    seen = set()
    for column in columns:
        if column in seen:
            raise ValueError(f"{name}: expected each column once, found {column!r} twice")
        seen.add(column)


def _expect_keys(data: Any, name: str) -> None:
    """Refuses ids that JSON would change into others, such as None into "null"."""
    if not isinstance(data, dict):
        return
    for keys in (data, *(value for value in data.values() if isinstance(value, dict))):
        if set(map(type, keys)) != {str}:
            for key in keys:
                if not _is_key(key):
                    raise TypeError(f"{name}: expected ids that are strings, found {key!r}")


def _is_key(key: Any) -> bool:
    return isinstance(key, (str, int)) and not isinstance(key, bool)


def _unheld(data: Any, first: int = 1) -> tuple[str, str] | None:
    """Returns the place of the first value that JSON cannot hold, and what it is."""
    records = list(enumerate(data, first)) if isinstance(data, (list, tuple)) else [(0, data)]
    seen: dict[int, Any] = {}  # by address; a list may be within itself
    for record, whole in records:
        stack = [("", whole)]
        while stack:
            field, value = stack.pop()
            if hasattr(value, "tolist"):
                value = value.tolist()
            if isinstance(value, (dict, list, tuple)):
                if id(value) in seen:
                    continue
                seen[id(value)] = value
            if isinstance(value, dict):
                odd = [key for key in value if key is not None and not isinstance(key, (str, int, float))]
                if odd:
                    return _place(record, whole, field), f"the key {odd[0]!r}"
                stack += [(f"{field}.{key}" if field else str(key), item) for key, item in reversed(value.items())]
            elif isinstance(value, (list, tuple)):
                stack += [(f"{field}[{i}]", item) for i, item in reversed(list(enumerate(value)))]
            elif isinstance(value, float) and not math.isfinite(value):
                return _place(record, whole, field), str(value)
            elif value is not None and not isinstance(value, (str, int, float)):
                return _place(record, whole, field), type(value).__name__
    return None


def _place(record: int, whole: Any, field: str) -> str:
    """A place in data, as the compiled part names it."""
    out = [f"record {record}"] if record else []
    if record and isinstance(whole, dict):
        named = (whole.get(name) for name in ("id", "_id", "qid", "question_id"))
        out += [f"id {json.dumps(one)}" for one in named if isinstance(one, str)][:1]
    out += [f"field {json.dumps(field)}"] if field else []
    return f"{', '.join(out)}: " if out else ""


def _plain(value: Any) -> Any:
    """Makes JSON's types of NumPy's."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"found {type(value).__name__}")
