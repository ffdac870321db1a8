#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the code blocks of pages and compares what they print: pages.py [OPTIONS] PAGE…

  --mhqa FILE      the command; without it, blocks that need it are skipped
  --compiler FILE  what "g++" in a block runs; without it, blocks that need it are skipped
  --python FILE    what "python3" in a block runs; blocks that need it are skipped if it cannot import mhqa
  --only KIND      only blocks of one kind: command, cpp, python
  --write          writes what was printed into the page instead of comparing

A block "cpp" or "python" that begins with "// NAME.cpp" or "# NAME.py" is a file. In a block "console" each line
that begins with "$ " is a command, which bash runs (lines after it that begin with "> " continue it), and the lines up
to the next command are all that it prints, on both streams. All blocks of a page run in order in one folder, in which
include/ and examples/ are those of the tree. A command may fail only if "echo $?" follows. A line "…" of a page other
than the cookbook stands for any lines.
"""

import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```(console|cpp|python)\n(.*?)^```$", re.M | re.S)


def commands(text):
    """[(command, shown output)] of a console block."""
    out = []
    for line in text.splitlines():
        if line.startswith("$ "):
            out.append((line[2:], []))
        elif line.startswith("> ") and out and not out[-1][1]:
            out[-1] = (out[-1][0] + "\n" + line[2:], out[-1][1])
        elif not out:
            raise ValueError("a block begins with output")
        else:
            out[-1][1].append(line)
    return out


def kind_of(block):
    if re.search(r"\bpython3\b", block):
        return "python"
    if re.search(r"\bg\+\+", block):
        return "cpp"
    return "command"


def matches(expected, found, gaps):
    """Whether the lines are equal; with gaps, a line "…" stands for any lines."""
    if not gaps or "…" not in expected:
        return expected == found
    form = "".join("(?:.*\n)*?" if line == "…" else re.escape(line) + "\n" for line in expected)
    return re.fullmatch(form, "".join(line + "\n" for line in found)) is not None


def have_module(python):
    return subprocess.run([python, "-c", "import mhqa"], capture_output=True, check=False).returncode == 0


class Runner:
    def __init__(self, options, folder):
        self.folder = folder
        self.gaps = True
        self.have = {"command": bool(options.mhqa), "cpp": bool(options.compiler),
                     "python": bool(options.python) and have_module(options.python)}
        self.only = options.only
        for name in ("include", "examples"):
            (folder / name).symlink_to(ROOT / name)
        programs = folder / "programs"
        programs.mkdir()
        for name, file in (("mhqa", options.mhqa), ("g++", options.compiler), ("python3", options.python)):
            if file:
                # A virtual environment's python must be called by its own path.
                file = os.path.abspath(shutil.which(file) or file)
                (programs / name).write_text(f'#!/bin/sh\nexec "{file}" "$@"\n', encoding="utf-8")
                (programs / name).chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "COLUMNS": "120"}

    def run(self, block):
        """[lines printed] and exit status of each command of a block."""
        script = "\n".join(f"{command}\nmhqa_status=$?; printf '\\n\\001%s\\n' $mhqa_status; (exit $mhqa_status)"
                           for command, _ in block)
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=300, check=False)
        parts = re.split(r"\n\x01(\d+)\n", done.stdout.decode("utf-8"))
        return [(text.splitlines(), int(status)) for text, status in zip(parts[::2], parts[1::2])]


def check(page, options):
    """(problems, commands by kind, skipped by kind, the page with what was printed)"""
    text = page.read_text(encoding="utf-8")
    problems, done, skipped = [], {}, {}
    replaced = []
    with tempfile.TemporaryDirectory(prefix="mhqa_page_") as folder:
        runner = Runner(options, pathlib.Path(folder))
        runner.gaps = page.name != "cookbook.md"
        for found in BLOCK.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            if found[1] != "console":
                if name := re.match(r"(?://|#) ([\w.]+\.(?:cpp|py))\n", found[2]):
                    (runner.folder / name[1]).write_text(found[2], encoding="utf-8")
                continue
            kind = kind_of(found[2])
            if runner.only and kind != runner.only:
                continue
            if not runner.have[kind]:
                skipped[kind] = skipped.get(kind, 0) + 1
                continue
            block = commands(found[2])
            results = runner.run(block)
            shown = ""
            for i, (command, expected) in enumerate(block):
                if i == len(results):
                    problems.append(f"{page.name}:{line}: the shell ended before: {command}")
                    break
                lines, status = results[i]
                done[kind] = done.get(kind, 0) + 1
                shown += "$ " + command.replace("\n", "\n> ") + "\n" + "".join(one + "\n" for one in lines)
                if status and (i + 1 == len(block) or block[i + 1][0] != "echo $?"):
                    problems.append(f"{page.name}:{line}: exit status {status}: {command}\n" + "\n".join(lines[:20]))
                elif not options.write and not matches(expected, lines, runner.gaps):
                    change = difflib.unified_diff(expected, lines, "the page", "what it prints", lineterm="", n=1)
                    problems.append(f"{page.name}:{line}: {command}\n" + "\n".join(change))
            if options.write and "\n…\n" not in found[2]:
                replaced.append((found.start(2), found.end(2), shown))
    for begin, end, shown in reversed(replaced):
        text = text[:begin] + shown + text[end:]
    return problems, done, skipped, text


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--mhqa")
    parser.add_argument("--compiler")
    parser.add_argument("--python")
    parser.add_argument("--only", choices=("command", "cpp", "python"))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    failed = False
    for page in options.pages:
        start = time.monotonic()
        problems, done, skipped, text = check(page, options)
        for problem in problems:
            print(problem)
        failed = failed or bool(problems)
        counts = ", ".join(f"{count} {kind}" for kind, count in sorted(done.items())) or "none"
        print(f"{page.name}: commands run: {counts}; {len(problems)} wrong; {time.monotonic() - start:.1f} s")
        if options.write:
            page.write_text(text, encoding="utf-8")
        for kind, count in sorted(skipped.items()):
            lacks = {"command": "no --mhqa", "cpp": "no --compiler", "python": "no python with the module mhqa"}[kind]
            # ctest counts a test that prints this as skipped, so it is printed only if nothing was run.
            print(f"{'' if done else 'mhqa-skip: '}{page.name}: skipped {count} {kind} blocks: {lacks}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
