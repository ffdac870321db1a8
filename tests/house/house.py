#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Checks what the compiler cannot: house.py CHECK... | all | write

  arrows     a header includes only the rooms and libraries that CONTRIBUTING.md's table gives its room
  code       no std::views, no __int128, no range/v3/all.hpp, nothing else that one of the compilers cannot take
  umbrellas  core.hpp and mhqa.hpp name every header
  tests      every header has a test file that includes it first
  map        CONTRIBUTING.md's list of headers is what the headers say of themselves
  heads      every file begins with its licence lines, every header with a short comment
  version    the version stands in config.hpp alone

"write" brings the umbrellas and the list of headers up to date.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include" / "mhqa"
GUIDE = ROOT / "CONTRIBUTING.md"
UMBRELLAS = ("core.hpp", "mhqa.hpp")
MARK_BEGIN, MARK_END = "<!-- headers: begin -->", "<!-- headers: end -->"
POSIX_ROOM = "io/file.hpp"

# What an #include of a third-party library looks like.
LIBRARIES = {
    "SSE2": r"emmintrin\.h$",
    "range-v3": r"range/v3/",
    "simdjson": r"simdjson\.h$",
    "fmt": r"fmt/",
    "Thrust": r"(thrust|cub|cuda)/",
    "CLI11": r"CLI/",
    "nanobind": r"nanobind/",
}
FORBIDDEN = {
    r"\bstd::(ranges::)?views\b": "std::views: clang 14 cannot compile it; use range-v3 or a loop",
    r"\b__int128\b": "__int128: not standard C++; see multiply_high",
    r"\busing\s+namespace\b": "using namespace in a header",
    r"\bnamespace\s*\{": "an unnamed namespace in a header; use detail",
    r"\b(rand|srand)\s*\(|\bstd::(mt19937\w*|random_device|\w+_distribution|default_random_engine)\b":
        "randomness that differs between platforms; use draws",
}


class House:
    def __init__(self):
        self.problems = []
        self.headers = sorted(INCLUDE.rglob("*.hpp"))

    def say(self, path, line, text):
        name = path.relative_to(ROOT) if path.is_absolute() else path
        self.problems.append(f"{name}:{line}: {text}")

    # ---- arrows ----

    def table(self):
        """{room: (rooms it may include, libraries it may include)} from CONTRIBUTING.md."""
        rooms, inside = {}, False
        for number, line in enumerate(GUIDE.read_text(encoding="utf-8").splitlines(), 1):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if line.startswith("| room |"):
                inside = True
            elif inside and not line.startswith("|"):
                break
            elif inside and not line.startswith("|--"):
                names = [name.strip(" `") for name in cells[0].split(",")]
                may, needs = cells[1], [need.strip() for need in cells[2].split(",")]
                if may in ("–", "-"):
                    allowed = set()
                elif may.startswith("all"):
                    left_out = re.search(r" but (\w+)", may)
                    allowed = {"*"} if may == "all" else set(rooms) - ({left_out[1]} if left_out else set())
                else:
                    allowed = {name.strip(" `") for name in may.split(",")}
                for need in needs:
                    if need != "std" and need not in LIBRARIES:
                        self.say(GUIDE, number, f"a library that house.py does not know: {need}")
                for name in names:
                    rooms[name] = (allowed, set(needs) - {"std"})
        if not rooms:
            self.say(GUIDE, 1, "no table that begins with '| room |'")
        return rooms

    def arrows(self):
        rooms = self.table()
        for path in self.headers + sorted((ROOT / "tools").glob("*.[hc]pp")):
            inner = path.relative_to(INCLUDE) if path.is_relative_to(INCLUDE) else None
            if inner is not None and str(inner) in UMBRELLAS:
                continue
            room = "tools" if inner is None else inner.parts[0] if len(inner.parts) > 1 else "base"
            if room not in rooms:
                self.say(path, 1, f"room {room} is not in CONTRIBUTING.md's table")
                continue
            allowed, libraries = rooms[room]
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                found = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
                if not found:
                    continue
                kind, target = found[1], found[2]
                if target.startswith("mhqa/"):
                    parts = target.split("/")
                    other = parts[1] if len(parts) > 2 else "base"
                    if target[5:] in UMBRELLAS and room != "tools":
                        self.say(path, number, f"{target}: a header includes the headers that it uses")
                    elif other not in rooms:
                        self.say(path, number, f"{target}: no such room")
                    elif other not in (room, "base") and other not in allowed and "*" not in allowed:
                        self.say(path, number, f"{room} may not include {other} ({target})")
                    elif kind != "<":
                        self.say(path, number, f"write <{target}>")
                elif kind == '"':
                    if room != "tools":
                        self.say(path, number, f'"{target}": headers are included as <mhqa/…>')
                else:
                    library = next((name for name, form in LIBRARIES.items() if re.match(form, target)), None)
                    if library and library not in libraries:
                        self.say(path, number, f"{room} may not include {library} ({target})")
                    elif target == "range/v3/all.hpp":
                        self.say(path, number, "range/v3/all.hpp: include the views that are used")
                    elif not library and room != "tools" and not re.fullmatch(r"[a-z_0-9]+", target):
                        if str(inner) != POSIX_ROOM:
                            self.say(path, number, f"{target} is neither the standard library nor named for {room}")

    # ---- code ----

    def code(self):
        for path in self.headers:
            for number, line in enumerate(without_comments(path.read_text(encoding="utf-8")).splitlines(), 1):
                for form, why in FORBIDDEN.items():
                    if re.search(form, line):
                        self.say(path, number, why)
        for path in [ROOT / "CMakeLists.txt", ROOT / "CMakePresets.json", *ROOT.glob("*/CMakeLists.txt")]:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if "-march=native" in line or "FetchContent" in line:
                    self.say(path, number, "builds are portable and download nothing")

    # ---- umbrellas ----

    def umbrella_text(self, name):
        inner = [path.relative_to(INCLUDE).as_posix() for path in self.headers]
        rest = [header for header in inner if header not in UMBRELLAS and not header.startswith("batch/")]
        if name == "core.hpp":
            wanted = [header for header in rest if not header.startswith("io/")]
        else:
            wanted = ["core.hpp"] + [header for header in rest if header.startswith("io/")]
        # The order in which clang-format sorts them.
        includes = "".join(f"#include <mhqa/{header}>\n" for header in sorted(wanted))
        head = (INCLUDE / name).read_text(encoding="utf-8").split("#pragma once\n")[0]
        return f"{head}#pragma once\n\n{includes}"

    def umbrellas(self):
        for name in UMBRELLAS:
            if (INCLUDE / name).read_text(encoding="utf-8") != self.umbrella_text(name):
                self.say(INCLUDE / name, 1, "does not name every header once, sorted: run tests/house/house.py write")

    # ---- tests ----

    def tests(self):
        for path in self.headers:
            inner = path.relative_to(INCLUDE)
            if str(inner) in UMBRELLAS or generated(path):
                continue
            room = "base" if len(inner.parts) == 1 else ""
            test = ROOT / "tests" / room / inner.parent / f"{inner.stem}_test.cpp"
            if not test.exists():
                self.say(path, 1, f"has no test: {test.relative_to(ROOT)}")
                continue
            first = re.search(r'^\s*#\s*include\s*[<"]([^>"]+)', test.read_text(encoding="utf-8"), re.M)
            if not first or first[1] != f"mhqa/{inner.as_posix()}":
                self.say(test, 1, f"must include <mhqa/{inner.as_posix()}> first")

    # ---- map ----

    def map_text(self):
        by_room = {}
        for path in self.headers:
            inner = path.relative_to(INCLUDE)
            room = inner.parts[0] if len(inner.parts) > 1 else "base"
            by_room.setdefault(room, []).append((inner, first_sentence(path)))
        out = []
        for room in [name for name in self.table() if name in by_room]:
            out.append(f"\n**{room}**\n")
            out += [f"- `{inner.as_posix()}`: {sentence}" for inner, sentence in by_room[room]]
        return "\n".join(out) + "\n\n"

    def map(self):
        text = GUIDE.read_text(encoding="utf-8")
        if MARK_BEGIN not in text or MARK_END not in text:
            self.say(GUIDE, 1, f"lacks {MARK_BEGIN} … {MARK_END}")
        elif text.split(MARK_BEGIN)[1].split(MARK_END)[0] != self.map_text():
            self.say(GUIDE, 1, "the list of headers is not what the headers say: run tests/house/house.py write")

    # ---- heads ----

    def heads(self):
        for path in files():
            lines = path.read_text(encoding="utf-8").splitlines()
            if lines and lines[0].startswith("#!"):
                lines = lines[1:]
            sign = "//" if path.suffix in (".hpp", ".cpp", ".cu", ".cuh") else "#"
            want = [f"{sign} Copyright The mhqa authors", f"{sign} SPDX-License-Identifier: Apache-2.0"]
            if lines[:2] != want:
                self.say(path, 1, "must begin with its two licence lines")
            if path.suffix == ".hpp" and path.is_relative_to(INCLUDE) and not generated(path):
                comment = file_comment(path)
                if not 1 <= len(comment) <= 6:
                    self.say(path, 3, f"the file comment has {len(comment)} lines, not 1 to 6")
                text = "\n".join(lines)
                if "#pragma once" not in text:
                    self.say(path, 1, "lacks #pragma once")
                if str(path.relative_to(INCLUDE)) not in UMBRELLAS and "inline namespace v0 {" not in text:
                    self.say(path, 1, "lacks inline namespace v0")

    # ---- version ----

    def version(self):
        config = INCLUDE / "config.hpp"
        version = re.search(r'MHQA_VERSION_STRING "([\d.]+)"', config.read_text(encoding="utf-8"))[1]
        form = re.compile(r"(?<![\d.])" + re.escape(version) + r"(?![\d.])")
        builds = [path for pattern in ("*.txt", "*.json", "*.toml", "cmake/*", "*/CMakeLists.txt", "scripts/*",
                                       "tools/*", "include/**/*.hpp", ".ci/*") for path in ROOT.glob(pattern)]
        for path in builds:
            if path == config or not path.is_file():
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if form.search(line):
                    self.say(path, number, f"repeats the version {version} of config.hpp")

    def write(self):
        for name in UMBRELLAS:
            (INCLUDE / name).write_text(self.umbrella_text(name), encoding="utf-8")
        before, rest = GUIDE.read_text(encoding="utf-8").split(MARK_BEGIN)
        after = rest.split(MARK_END)[1]
        GUIDE.write_text(before + MARK_BEGIN + self.map_text() + MARK_END + after, encoding="utf-8")


def files():
    """Every source file of the project, as a fresh clone would have it."""
    named = {".hpp", ".cpp", ".cu", ".cuh", ".py", ".sh", ".cmake", ".in"}
    for path in sorted(ROOT.rglob("*")):
        inner = path.relative_to(ROOT)
        if not path.is_file() or inner.parts[0].startswith(("build", ".git", ".cache", "dist")):
            continue
        if any(part in ("__pycache__", "corpus") for part in inner.parts):
            continue
        script = inner.parts[0] in ("scripts", ".ci") and not path.suffix
        if path.suffix in named or path.name == "CMakeLists.txt" or script:
            yield path


def generated(path):
    comment = " ".join(file_comment(path))
    return "Generated" in comment and "scripts/" in comment


def file_comment(path):
    """The lines of the comment that follows the licence lines, without '// '."""
    out = []
    for line in path.read_text(encoding="utf-8").splitlines()[2:]:
        if not line.startswith("//"):
            break
        if out or line.strip() != "//":
            out.append(line[2:].strip())
    return out


def first_sentence(path):
    text = " ".join(file_comment(path))
    found = re.match(r"(.+?(?<!e\.g)(?<!i\.e)(?<!\bal)(?<!\bSec)(?<!\bvs))[.?!](?= |$)", text)
    return found[1] if found else text


def without_comments(text):
    """The text with comments and the insides of strings blanked, line by line."""
    form = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
    return form.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def main(arguments):
    checks = ("arrows", "code", "umbrellas", "tests", "map", "heads", "version")
    wanted = checks if arguments == ["all"] else arguments
    if not wanted or any(name not in (*checks, "write") for name in wanted):
        print(__doc__, file=sys.stderr)
        return 2
    house = House()
    for name in wanted:
        getattr(house, name)()
    for problem in house.problems:
        print(problem)
    return 1 if house.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
