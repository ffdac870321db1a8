#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Checks that ask the compiler: compile.py CHECK [FILE or N] [OBJECT] -- COMPILER [FLAG...]

  core       mhqa/core.hpp finds all it includes with -I include, and reaches no header of fmt, simdjson, Thrust or CLI11
  alone N    each N-th header compiles by itself, with and without bodies; which ones, the number of commits decides, so
             that N commits check all
  macros     the library takes no harm from a user's macros, and leaves none behind but MHQA_…
  fail FILE  FILE compiles; with -DMHQA_FAIL it does not, and the message holds the text after "// expect: "
  lone FILE  an example compiles by the command in its comment, "g++ -std=c++20 -I include …", and nothing else; with its
             OBJECT, which the build has made, headers are looked for and the object is linked as the command says
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include"
# Words that system headers, user code or other libraries have defined as macros.
HOSTILE = ("I B0 B1 small near far Yes No True False None Bool Status Success Always Complex OUT IN ERROR DELETE "
           "OPTIONAL CONST DIFFERENCE Unsorted interface major minor unix linux").split()


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, **options)


def die(text):
    print(text)
    sys.exit(1)


def core(compiler):
    # That it compiles is seen where each header is compiled by itself.
    done = run([*compiler, "-I", "include", "-x", "c++", "-M", "-"], input="#include <mhqa/core.hpp>\n")
    if done.returncode:
        die(done.stderr)
    reached = done.stdout.split()
    strange = [name for name in reached if re.search(r"/(fmt|thrust|cub|CLI|nanobind)/|/simdjson", name)]
    if strange:
        die("core.hpp reaches " + ", ".join(strange))


def includes_of(path):
    return re.findall(r"^\s*#\s*include\s*<([^>]+)>", path.read_text(encoding="utf-8"), re.M)


def foreign_includes(headers):
    """Lines that include every header of other libraries which these headers include."""
    others = {name for path in headers for name in includes_of(path) if not name.startswith("mhqa/")}
    return "".join(f"#include <{other}>\n" for other in sorted(others))


def turn_of_this_commit(turns):
    """The number of commits modulo `turns`, or nothing where there is no history."""
    done = run(["git", "rev-list", "--count", "HEAD"])
    return int(done.stdout) % turns if done.returncode == 0 else None


def alone(compiler, turns="1"):
    turns = int(turns)
    # Headers that include Thrust are compiled by the tests of their back ends.
    headers = [path for path in sorted((INCLUDE / "mhqa").rglob("*.hpp"))
               if not any(name.startswith("thrust/") for name in includes_of(path))]
    turn = turn_of_this_commit(turns)
    if turn is not None:
        headers = headers[turn::turns]

    def compile_one(unit):
        path, modes = unit
        text = f"#include <{path.relative_to(INCLUDE).as_posix()}>\n"
        return run([*compiler, *modes, "-I", "include", "-fsyntax-only", "-x", "c++", "-"], input=text)

    # Without its bodies a header lacks what they include.
    units = [(path, []) for path in headers]
    units += [(path, ["-DMHQA_COMPILED"]) for path in headers if any(name.endswith(".ipp") for name in includes_of(path))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        failed = [done.stderr for done in pool.map(compile_one, units) if done.returncode]
    if failed:
        die("\n".join(failed))
    print(f"{len(headers)} headers compile by themselves")


def macros(compiler):
    # Other libraries come first: what a hostile macro does to them is not this test's concern.
    before = foreign_includes(path for path in (INCLUDE / "mhqa").rglob("*.[hi]pp") if "batch" not in path.parts)
    hostile = "".join(f"#undef {word}\n#define {word} mhqa_hostile_macro @\n" for word in HOSTILE)
    with tempfile.TemporaryDirectory() as folder:
        unit = pathlib.Path(folder) / "hostile.cpp"
        unit.write_text(before + hostile + "#include <mhqa/mhqa.hpp>\n", encoding="utf-8")
        done = run([*compiler, "-I", "include", "-fsyntax-only", str(unit)])
        if done.returncode:
            die(done.stderr)

    def defined(text):
        listed = run([*compiler, "-I", "include", "-x", "c++", "-dM", "-E", "-"], input=text)
        if listed.returncode:
            die(listed.stderr)
        return set(re.findall(r"^#define (\w+)", listed.stdout, re.M))

    left = sorted(name for name in defined(before + "#include <mhqa/mhqa.hpp>\n") - defined(before)
                  if not name.startswith("MHQA_"))
    if left:
        die("macros left defined: " + ", ".join(left))


def fail(compiler, file):
    expected = re.search(r"^// expect: (.+)$", pathlib.Path(file).read_text(encoding="utf-8"), re.M)
    if not expected:
        die(f'{file}: lacks a line "// expect: TEXT"')
    # The refusal is in declarations and templates, and without the bodies the compiler is done in a third of the time.
    command = [*compiler, "-I", "include", "-DMHQA_COMPILED", "-fsyntax-only", file]
    good = run(command)
    if good.returncode:
        die("the good branch does not compile:\n" + good.stderr)
    bad = run([*command, "-DMHQA_FAIL"])
    if bad.returncode == 0:
        die("the bad branch compiles")
    if expected[1] not in bad.stderr:
        die(f'the message lacks "{expected[1]}":\n{bad.stderr}')


def lone(compiler, file, compiled=None):
    name = pathlib.Path(file).relative_to(ROOT).as_posix()
    text = pathlib.Path(file).read_text(encoding="utf-8")
    command = re.search(rf"g\+\+ -std=c\+\+20 -I include {re.escape(name)}((?: -l\w+| -pthread)*)", text)
    if not command:
        die(f"{name} does not say how it is compiled")
    headers = [compiler[0], "-std=c++20", "-I", "include"]
    if compiled:
        found = run([*headers, "-M", name])
        if found.returncode:
            die(found.stderr)
    with tempfile.TemporaryDirectory() as folder:
        program = str(pathlib.Path(folder) / "program")
        done = run([*headers, compiled or name, *command[1].split(), "-o", program])
        if done.returncode:
            die(done.stderr)


def main(arguments):
    split = arguments.index("--") if "--" in arguments else len(arguments)
    checks = {"core": core, "alone": alone, "macros": macros, "fail": fail, "lone": lone}
    if split == 0 or arguments[0] not in checks:
        print(__doc__, file=sys.stderr)
        return 2
    checks[arguments[0]](arguments[split + 1:], *arguments[1:split])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
