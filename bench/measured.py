# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""The other side of a ratio, the clock and the verdict: a published script as a module, the least time of several runs,
and the exit status."""
import importlib.util
import json
import sys
import time


def load(path):
    """The published script as a module; ujson, which some import, may be the standard json."""
    try:
        import ujson  # noqa: F401
    except ImportError:
        sys.modules["ujson"] = json
    spec = importlib.util.spec_from_file_location("published", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def timed(work, runs=1):
    """The least time in seconds, and the last result."""
    best, result = float("inf"), None
    for _ in range(runs):
        begin = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - begin)
    return best, result


def verdict(good):
    """Says whether every target is met, and returns the exit status."""
    print("\nevery target is met" if good else "\na target is missed")
    return 0 if good else 1
