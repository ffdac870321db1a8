# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import json
import os
import pathlib

import pytest

SHARED = pathlib.Path(os.environ.get("MHQA_TEST_DATA") or pathlib.Path(__file__).resolve().parents[2] / "../shared")


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
