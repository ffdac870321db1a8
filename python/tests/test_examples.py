# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
import importlib.util
import pathlib
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / "examples"


@pytest.mark.skipif(not importlib.util.find_spec("torch"), reason="needs PyTorch")
def test_the_loop_of_pytorch_learns():
    ended = subprocess.run([sys.executable, EXAMPLES / "pytorch_loop.py"], capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.startswith("step   0: mean F1 0.")


def test_without_pytorch_the_loop_says_what_it_needs():
    program = "import runpy, sys; sys.modules['torch'] = None; runpy.run_path(sys.argv[1], run_name='__main__')"
    command = [sys.executable, "-c", program, EXAMPLES / "pytorch_loop.py"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 2
    assert ended.stderr == "pytorch_loop: this example needs PyTorch (pip install torch)\n"
