# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The files that a run makes: in a folder of the caller's, or in memory."""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from types import TracebackType
from typing import Any, Callable, Iterator, Mapping

from . import _checks


class Files(Mapping[str, str]):
    """The files of a run by their paths in its folder ("ans/train.jsonl"), as texts."""

    def __init__(self, folder: str | None, texts: dict[str, str], names: list[str]) -> None:
        #: Where the files are; None if they are in memory.
        self.folder = folder
        self._texts = texts
        self._names = names

    def __getitem__(self, name: str) -> str:
        if name not in self._names:
            raise KeyError(f"{name}: expected one of {', '.join(self._names)}")
        if self.folder is None:
            return self._texts[name]
        return pathlib.Path(self.folder, name).read_text(encoding="utf-8")

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<mhqa.Files {self.folder or 'in memory'}: {', '.join(self._names)}>"

    def records(self, name: str) -> list[Any]:
        """Returns the records of a file, a JSON array or JSON Lines, whatever its name."""
        text = self[name]
        if text.lstrip().startswith("["):
            return list(json.loads(text))
        return [json.loads(line) for line in text.split("\n") if line]


class Folder:
    """The folder of one call: the caller's, or a temporary one whose files are read at the end."""

    def __init__(self, given: str | os.PathLike[str] | None, name: str = "folder") -> None:
        known = None if given is None else _checks.path(given, name)
        self._temporary = tempfile.TemporaryDirectory(prefix="mhqa-") if known is None else None
        self.path: str = known or self._temporary.name  # type: ignore[union-attr]
        self._before = self._states()

    def __enter__(self) -> Folder:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._temporary is not None:
            self._temporary.cleanup()

    def name_inputs(self, names: Mapping[str, str], manifests: list[str]) -> None:
        """Replaces the paths of temporary files in the manifests: data in memory get the caller's names, files of a
        temporary folder their paths in it."""
        known_names = dict(names)
        if self._temporary is not None:
            known_names.update({os.path.join(self.path, one): one for one in self._names()})
        for name in manifests if known_names else []:
            path = pathlib.Path(self.path, name)
            if not path.is_file():
                continue
            old = path.read_text(encoding="utf-8")
            new = old
            for temporary, known in known_names.items():
                new = new.replace(json.dumps(temporary), json.dumps(known))
            if new != old:
                part = path.with_name(path.name + ".part")
                part.write_text(new, encoding="utf-8")
                os.replace(part, path)

    def _names(self) -> list[str]:
        """The files that are in the folder now, without hidden ones."""
        root = pathlib.Path(self.path)
        return sorted(
            path.relative_to(root).as_posix()
            for path in root.rglob("*")
            if path.is_file() and not path.name.startswith(".") and path.name != "lock"
        )

    def _states(self) -> dict[str, tuple[int, int]]:
        """What changes when a file of the folder is replaced or written."""
        found = {}
        for name in self._names():
            try:
                state = os.stat(os.path.join(self.path, name))
            except OSError:  # another program has just removed it
                continue
            found[name] = (state.st_ino, state.st_mtime_ns)
        return found

    def files(self, is_own: Callable[[str], bool] = lambda name: False) -> Files:
        """Returns the files that the run has written, and those that it may have taken from an earlier run: is_own."""
        root = pathlib.Path(self.path)
        now = self._states()
        names = [name for name, state in now.items() if is_own(name) or self._before.get(name) != state]
        if self._temporary is None:
            return Files(self.path, {}, names)
        return Files(None, {name: (root / name).read_text(encoding="utf-8") for name in names}, names)
