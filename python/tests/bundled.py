# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The records and predictions of examples/data."""

import json
import pathlib

BUNDLED = pathlib.Path(__file__).resolve().parents[2] / "examples/data"


def files(name):
    """The paths of a data set's predictions and golds."""
    end = "jsonl" if name == "musique" else "json"
    return BUNDLED / name / f"predictions.{end}", BUNDLED / name / f"gold.{end}"


def loaded(path):
    """The content of a file of JSON, or of JSON Lines."""
    text = path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()] if path.suffix == ".jsonl" else json.loads(text)
