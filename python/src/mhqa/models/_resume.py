# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Work on many items that a killed run can go on with: results are appended to FILE.part and renamed at the end."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import sys
import time
from types import ModuleType
from typing import Any, Iterable, Iterator, Optional, TextIO, Union

fcntl: Optional[ModuleType]
try:
    fcntl = importlib.import_module("fcntl")
except ImportError:  # Windows
    fcntl = None

Path = Union[str, "os.PathLike[str]"]
Record = dict[str, Any]


def read_lines(path: Path) -> Iterator[tuple[int, Record]]:
    """Yields the number and the object of each line.

    Raises ValueError with the file and the line for text that is not one JSON object per line.
    """
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path}: line {number}: expected JSON: {error}") from None
            if not isinstance(record, dict):
                raise ValueError(f"{path}: line {number}: expected a JSON object")
            yield number, record


def digest_of(path: Path) -> str:
    """Returns the SHA-256 of a file."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def _about_of(line: bytes) -> Any:
    try:
        record = json.loads(line)
    except ValueError:
        return None
    return record.get("about") if isinstance(record, dict) else None


class PartialFile:
    """The results so far, an object a line, in PATH.part.

    `about` says what they are results of; a part file with results of something else is refused. A line that was cut is
    dropped.
    """

    def __init__(self, path: Path, about: Record) -> None:
        self.path = str(path)
        self.part = self.path + ".part"
        self.done: dict[str, Record] = {}
        self._file = open(self.part, "a", encoding="utf-8")
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise ValueError(f"{self.part}: expected one run at a time, found another") from None
        self._load(about)

    def _load(self, about: Record) -> None:
        with open(self.part, "rb") as file:
            text = file.read()
        whole = text.rfind(b"\n") + 1
        lines = text[:whole].splitlines()
        if not lines or (len(lines) == 1 and _about_of(lines[0]) != about):
            self._file.truncate(0)
            self._write({"about": about})
            self.flush()
            return
        if _about_of(lines[0]) != about:
            raise ValueError(f"{self.part}: expected results of the same requests and model; remove it to begin again")
        for line in lines[1:]:
            record = json.loads(line)
            self.done[record["id"]] = record
        if whole != len(text):
            with open(self.part, "r+b") as file:
                file.truncate(whole)

    def _write(self, record: Record) -> None:
        self._file.write(json.dumps(record, ensure_ascii=False) + "\n")

    def add(self, record: Record) -> None:
        self._write(record)
        self.done[record["id"]] = record

    def flush(self) -> None:
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def finish(self, records: Iterable[Record]) -> None:
        """Writes the final file, whole or not at all, and removes the part file."""
        self._file.close()
        whole = self.path + ".whole"
        with open(whole, "w", encoding="utf-8") as file:
            for record in records:
                file.write(json.dumps(record, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(whole, self.path)
        os.remove(self.part)


class Progress:
    """One line on the standard error: rewritten on a terminal, else a line every ten seconds."""

    def __init__(self, what: str, total: int, stream: Optional[TextIO] = None) -> None:
        self.what, self.total, self.stream = what, total, stream or sys.stderr
        self.begin = self.shown = time.monotonic()
        self.first: Optional[int] = None

    def show(self, done: int, last: bool = False) -> None:
        now = time.monotonic()
        if self.first is None:
            self.first = done
        terminal = self.stream.isatty()
        if not last and now - self.shown < (0.2 if terminal else 10):
            return
        self.shown = now
        text = f"{self.what}: {done} of {self.total}"
        if done > self.first and not last:
            left = (now - self.begin) / (done - self.first) * (self.total - done)
            text += f", {left:.0f} s left"
        elif last:
            text += f", {now - self.begin:.0f} s"
        print(("\r\x1b[K" if terminal else "") + text, end="" if terminal and not last else "\n", file=self.stream, flush=True)
