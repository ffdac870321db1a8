# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = pathlib.Path(os.environ.get("MHQA_TEST_DATA") or ROOT / "../shared")


@pytest.fixture(scope="session")
def golden():
    """Reads a file of the golden data; the test is skipped without golden data."""

    def read(name):
        path = SHARED / "golden" / name
        if not path.is_file():
            pytest.skip("no shared data (MHQA_TEST_DATA)")
        text = path.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.split("\n") if line] if name.endswith("l") else json.loads(text)

    return read


@pytest.fixture(scope="session")
def shared():
    """The path of a shared file; the test is skipped without shared data."""

    def find(name):
        path = SHARED / name
        if not path.exists():
            pytest.skip("no shared data (MHQA_TEST_DATA)")
        return path

    return find


@pytest.fixture(scope="session")
def command():
    """Runs the command, of MHQA_COMMAND or of the installed wheel, and returns its output."""
    installed = pathlib.Path(sys.executable).parent / "mhqa"
    path = os.environ.get("MHQA_COMMAND") or (installed if installed.is_file() else None)
    if path is None:
        pytest.skip("MHQA_COMMAND names no command, and the installed wheel has none")

    def run(*arguments):
        return subprocess.run([path, *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    return run
