#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Checks what the compiler cannot: house.py CHECK... | all | write

  bodies     ROOM/detail/IDEA.ipp includes its header first, the header ends by including it without MHQA_COMPILED, and
             the functions that the header declares are MHQA_INLINE; it does not repeat the header's includes
  arrows     a header includes only the rooms and libraries that CONTRIBUTING.md's table allows its room,
             and ROOM/detail/ only from within ROOM
  code       no std::views, no __int128, no range/v3/all.hpp, nothing else that a supported compiler rejects
  umbrellas  ROOM.hpp, core.hpp and mhqa.hpp include every public header; modules/mhqa.cppm exports core.hpp
  tests      every public header has a test file that includes it first
  map        docs/headers.md lists every public header
  heads      every file begins with its licence lines, every header with a short comment
  labels     in a comment, "Errors:" and the other labels begin a line, the lines after them are indented, and no comment
             line has more than 120 characters
  version    only config.hpp contains the version
  collisions no two headers define a function with one name and one list of parameters in one namespace
  words      no comparison with an English word outside tables, in the rooms that read English; endings of up to three
             letters are permitted
  settings   a message of the library names a setting as its member, in backquotes, not as an option of the command

"write" rewrites the umbrellas and docs/headers.md, and names the inline namespace of every header after the version.
"""

import pathlib
import re
import sys
import textwrap
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include" / "mhqa"
GUIDE = ROOT / "CONTRIBUTING.md"
HEADER_LIST = ROOT / "docs" / "headers.md"
MODULE = ROOT / "modules/mhqa.cppm"
# Rooms that core.hpp leaves out; mhqa.hpp adds io.
OUTSIDE_CORE = ("io", "batch", "remote")
HEADER_ONLY = ("batch", "remote")
# What reads English, without parts that follow the formats of programs.
ENGLISH_ROOMS = ("compose", "english", "model", "text")
NOT_ENGLISH = r"^text/(detail/)?(extract|guess_answer|python_json|surface_forms|unicode_forms)"
POSIX_HEADERS = {"io/file.hpp", "io/detail/file.ipp", "remote/connection_watch.hpp"}
# Versions before 1.0 may change the interface with each minor number.
NAMESPACE = "v{}_{}".format(*(re.search(rf"MHQA_VERSION_{part} (\d+)", (INCLUDE / "config.hpp").read_text("utf-8"))[1]
                              for part in ("MAJOR", "MINOR")))

# What an #include of a third-party library looks like.
LIBRARIES = {
    "SSE2": r"emmintrin\.h$",
    "range-v3": r"range/v3/",
    "simdjson": r"simdjson\.h$",
    "fmt": r"fmt/",
    "Thrust": r"(thrust|cub|cuda)/",
    "CLI11": r"CLI/",
    "cpp-httplib": r"httplib\.h$",
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
# The labels of CONTRIBUTING.md's comments.
LABEL = r"(?:Shape|Units|Undefined|Requires|Errors|Cost|Source|Differs|Limits|Example):"
# The key of a hash table is secret and decides no result.
EXCEPTIONS = {("keyed_hash", "std::random_device")}


# How a header with bodies ends.
BODIES_END = "\n\n#if !defined(MHQA_COMPILED)\n#include <mhqa/{}>\n#endif\n"
LICENCE = "// Copyright The mhqa authors\n// SPDX-License-Identifier: Apache-2.0\n"


class Room(NamedTuple):
    holds: str
    allowed: set
    libraries: set


class House:
    def __init__(self):
        self.problems = []
        self.headers = sorted(INCLUDE.rglob("*.hpp"))
        self.body_files = sorted(INCLUDE.rglob("*.ipp"))

        self.rooms = self.table()
        inside = [name for name in self.rooms if (INCLUDE / name).is_dir()]
        self.umbrella_rooms = {f"{name}.hpp": name for name in inside}
        self.umbrella_names = sorted([*self.umbrella_rooms, "core.hpp", "mhqa.hpp"])
        self.public = [path for path in self.headers
                       if inner_name(path) not in self.umbrella_names and "detail" not in path.parts]

    def say(self, path, line, text):
        name = path.relative_to(ROOT) if path.is_absolute() else path
        self.problems.append(f"{name}:{line}: {text}")

    # ---- arrows ----

    def table(self):
        """{room: Room} from the table in CONTRIBUTING.md."""
        rooms, columns = {}, None
        for number, line in enumerate(GUIDE.read_text(encoding="utf-8").splitlines(), 1):
            cells = [cell.strip(" `") for cell in line.strip().strip("|").split("|")]
            if line.startswith("| room |"):
                columns = cells
            elif columns and not line.startswith("|"):
                break
            elif columns and not line.startswith("|--"):
                row = dict(zip(columns, cells))
                may = row["may include"]
                if may in ("–", "-"):
                    allowed = set()
                elif may.startswith("all"):
                    left_out = re.search(r" but (\w+)", may)
                    allowed = {"*"} if may == "all" else set(rooms) - ({left_out[1]} if left_out else set())
                else:
                    allowed = {name.strip(" `") for name in may.split(",")}
                libraries = {need.strip() for need in row["needs"].split(",")} - {"std"}
                for unknown in sorted(libraries - set(LIBRARIES)):
                    self.say(GUIDE, number, f"{unknown}: no such library in house.py")
                if not row.get("holds"):
                    self.say(GUIDE, number, f"room {row['room']}: the column 'holds' is empty")
                rooms[row["room"]] = Room(row.get("holds", ""), allowed, libraries)
        if not rooms:
            self.say(GUIDE, 1, "no table that begins with '| room |'")
        return rooms

    def arrows(self):
        for path in self.headers + self.body_files + sorted((ROOT / "tools").glob("*.[hc]pp")):
            inner = path.relative_to(INCLUDE) if path.is_relative_to(INCLUDE) else None
            if inner is not None and str(inner) in self.umbrella_names:
                continue
            room = "tools" if inner is None else room_of(inner)
            if room not in self.rooms:
                self.say(path, 1, f"CONTRIBUTING.md's table has no room {room}")
                continue
            allowed, libraries = self.rooms[room].allowed, self.rooms[room].libraries
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                found = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
                if not found:
                    continue
                kind, target = found[1], found[2]
                if target.startswith("mhqa/"):
                    other = room_of(pathlib.PurePath(target[5:]))
                    if target[5:] in self.umbrella_names and room != "tools":
                        self.say(path, number, f"{target}: include the headers that are used, not an umbrella")
                    elif other not in self.rooms:
                        self.say(path, number, f"{target}: no such room")
                    elif other not in (room, "base") and other not in allowed and "*" not in allowed:
                        self.say(path, number, f"{room} may not include {other} ({target})")
                    elif "/detail/" in target and other != room:
                        self.say(path, number, f"{target}: only {other} may include its detail/")
                    elif kind != "<":
                        self.say(path, number, f"write <{target}>")
                elif kind == '"':
                    if room != "tools":
                        self.say(path, number, f'"{target}": write <mhqa/…>')
                else:
                    library = next((name for name, form in LIBRARIES.items() if re.match(form, target)), None)
                    if library and library not in libraries:
                        self.say(path, number, f"{room} may not include {library} ({target})")
                    elif target == "range/v3/all.hpp":
                        self.say(path, number, "range/v3/all.hpp: include the views that are used")
                    elif not library and room != "tools" and not re.fullmatch(r"[a-z_0-9]+", target):
                        if str(inner) not in POSIX_HEADERS:
                            self.say(path, number, f"{target}: neither std nor a library that the table allows {room}")

    # ---- bodies ----

    def bodies(self):
        owners = {}
        for path in self.headers:
            text = path.read_text(encoding="utf-8")
            for found in re.finditer(r"^#include <mhqa/([^>]+\.ipp)>$", text, re.M):
                owners.setdefault(found[1], path)
                if found[0] != text.splitlines()[-2] or not text.endswith(BODIES_END.format(found[1])):
                    self.say(path, text.count("\n", 0, found.start()) + 1,
                             "the bodies are included at the end, under #if !defined(MHQA_COMPILED)")
        for path in self.body_files:
            name, text = inner_name(path), path.read_text(encoding="utf-8")
            header = owners.get(name)
            if header is None:
                self.say(path, 1, "no header ends by including it")
                continue
            folder = header.parent if header.parent.name == "detail" else header.parent / "detail"
            if path != folder / f"{header.stem}.ipp":
                self.say(path, 1, f"the place of these bodies is {inner_name(folder / header.stem)}.ipp")
            if room_of(path.relative_to(INCLUDE)) in HEADER_ONLY:
                self.say(path, 1, f"this room is header-only: {', '.join(HEADER_ONLY)}")
            first = re.search(r"^\s*#\s*include\s*<([^>]+)>", text, re.M)
            if not first or first[1] != f"mhqa/{inner_name(header)}":
                self.say(path, 1, f"must include <mhqa/{inner_name(header)}> first")
            own = without_comments(header.read_text(encoding="utf-8"))
            has = set(re.findall(r"^#include <([^>]+)>", own, re.M))
            for target in re.findall(r"^#include <([^>]+)>", text, re.M)[1:]:
                if target in has:
                    self.say(path, 1, f"{inner_name(header)} includes {target} already")
            for number, line in enumerate(without_comments(text).splitlines(), 1):
                found = re.match(r"(?:\[\[\w+\]\] )?inline (?!namespace\b|const)[^;={(]*?\b(\w+)\(", line)
                if found and re.search(rf"\b{found[1]}\(", own):
                    self.say(path, number, "inline: write MHQA_INLINE, which is empty in mhqa::compiled")

    # ---- code ----

    def code(self):
        for path in self.headers + self.body_files:
            for number, line in enumerate(without_comments(path.read_text(encoding="utf-8")).splitlines(), 1):
                for form, why in FORBIDDEN.items():
                    found = re.search(form, line)
                    if found and (path.stem, found.group()) not in EXCEPTIONS:
                        self.say(path, number, why)
        for path in [ROOT / "CMakeLists.txt", ROOT / "CMakePresets.json", *ROOT.glob("*/CMakeLists.txt")]:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if "-march=native" in line or "FetchContent" in line:
                    self.say(path, number, "builds are portable and download nothing")

    # ---- umbrellas ----

    def umbrella_text(self, name):
        """The whole text of an umbrella; nothing is taken from the file that exists."""
        room = self.umbrella_rooms.get(name)
        if room:
            about = f"All of mhqa/{room}/: {self.rooms[room].holds}."
            wanted = [path for path in self.public if room_of(path.relative_to(INCLUDE)) == room]
            if room == "batch":
                about = f"The part of mhqa/{room}/ that needs no Thrust: {self.rooms[room].holds}."
                wanted = [path for path in wanted if not reaches_thrust(path)]
            elif room == "remote":
                about = f"The part of mhqa/{room}/ that opens no connection: {self.rooms[room].holds}."
                wanted = [path for path in wanted if "httplib.h" not in path.read_text(encoding="utf-8")]
            wanted = [inner_name(path) for path in wanted]
        elif name == "core.hpp":
            about = "Everything that needs no linked library: all rooms but io, batch and remote."
            wanted = [inner_name(path) for path in self.public if path.parent == INCLUDE]
            wanted += [umbrella for umbrella, inside in self.umbrella_rooms.items() if inside not in OUTSIDE_CORE]
        else:
            about = "The whole library but batch and remote: core.hpp and the readers and writers of io."
            wanted = ["core.hpp", "io.hpp"]
        comment = "\n".join(textwrap.wrap(f"{about} Generated by tests/house/house.py write.", 100,
                                          initial_indent="// ", subsequent_indent="// "))
        # Sorted as clang-format sorts them.
        includes = "".join(f"#include <mhqa/{header}>\n" for header in sorted(wanted))
        return f"{LICENCE}//\n{comment}\n#pragma once\n\n{includes}"

    def module_text(self):
        """The whole text of modules/mhqa.cppm: core.hpp's declarations, after all that its headers include outside."""
        outside, done, left = set(), set(), ["core.hpp"]
        while left:
            name = left.pop()
            if name not in done:
                done.add(name)
                text = without_comments((INCLUDE / name).read_text(encoding="utf-8"))
                for target in re.findall(r"^\s*#\s*include\s*<([^>]+)>", text, re.M):
                    left.append(target[5:]) if target.startswith("mhqa/") else outside.add(target)
        sse2 = "emmintrin.h"
        std = sorted(name for name in outside if "/" not in name and name != sse2)
        others = sorted(name for name in outside if "/" in name)
        lines = [
            "// import mhqa: what mhqa/core.hpp declares. Macros need #include <mhqa/config.hpp>.",
            "// Generated by tests/house/house.py write.", "module;", "",
            "// What mhqa's headers include besides each other is no part of the module.",
            "#if defined(__SSE2__)", f"#include <{sse2}>", "#endif", "",
            *(f"#include <{name}>" for name in others), "", *(f"#include <{name}>" for name in std), "",
            "export module mhqa;", "",
            "// So that a program may include some headers and import the module.",
            'export extern "C++" {', "#include <mhqa/core.hpp>", "}",
        ]
        return f"{LICENCE}//\n" + "\n".join(lines) + "\n"

    def umbrellas(self):
        wanted = {INCLUDE / name: self.umbrella_text(name) for name in self.umbrella_names}
        wanted[MODULE] = self.module_text()
        for path, text in wanted.items():
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                self.say(path, 1, "is out of date: run tests/house/house.py write")

    # ---- tests ----

    def tests(self):
        for path in self.public:
            inner = path.relative_to(INCLUDE)
            if generated(path):
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
        """The whole text of docs/headers.md."""
        by_room = {}
        for path in self.public:
            inner = path.relative_to(INCLUDE)
            by_room.setdefault(room_of(inner), []).append(f"- `{inner.as_posix()}`: {first_sentence(path)}")
        out = ["# The headers", "", "Each line is the first sentence of that header. Each room has an umbrella,",
               "`mhqa/ROOM.hpp`; `mhqa/core.hpp` includes all rooms but io, batch and remote, `mhqa/mhqa.hpp` io too.", "",
               "<!-- Generated by tests/house/house.py write. -->"]
        for room in [name for name in self.rooms if name in by_room]:
            umbrella = f", `{room}.hpp`" if f"{room}.hpp" in self.umbrella_rooms else ""
            out += ["", f"## {room}{umbrella}: {self.rooms[room].holds}", "", *by_room[room]]
        return "\n".join(out) + "\n"

    def map(self):
        if not HEADER_LIST.exists() or HEADER_LIST.read_text(encoding="utf-8") != self.map_text():
            self.say(HEADER_LIST, 1, "is out of date: run tests/house/house.py write")

    # ---- heads ----

    def heads(self):
        for path in files():
            lines = path.read_text(encoding="utf-8").splitlines()
            if lines and lines[0].startswith("#!"):
                lines = lines[1:]
            kind = path.with_suffix("").suffix if path.suffix == ".in" else path.suffix
            sign = "//" if kind in (".hpp", ".ipp", ".cpp", ".cppm", ".cu", ".cuh") else "#"
            want = [f"{sign} Copyright The mhqa authors", f"{sign} SPDX-License-Identifier: Apache-2.0"]
            if lines[:2] != want:
                self.say(path, 1, "must begin with its two licence lines")
            if path.suffix in (".hpp", ".ipp") and path.is_relative_to(INCLUDE) and not generated(path):
                comment = file_comment(path)
                # What a header says about its idea is not repeated with the bodies.
                if not (path.suffix == ".hpp") <= len(comment) <= 6:
                    self.say(path, 3, f"the file comment has {len(comment)} lines, not 1 to 6")
                text = "\n".join(lines)
                if "#pragma once" not in text:
                    self.say(path, 1, "lacks #pragma once")
                if inner_name(path) not in self.umbrella_names and not re.search(rf"\binline (namespace )?{NAMESPACE}\b", text):
                    self.say(path, 1, f"lacks inline namespace {NAMESPACE}; run tests/house/house.py write")

    # ---- collisions ----

    def collisions(self):
        """Two such functions compile until a program includes both headers. Overloads by template are left out."""
        known = {}
        begin = re.compile(r"(?:\[\[nodiscard\]\] )?(?:MHQA_HD )?(?:(?:inline|constexpr|MHQA_INLINE) )+[^;={(]*?\b((?:\w+::)*\w+)\(")
        for path in self.headers + self.body_files:
            inside, lines = [], path.read_text(encoding="utf-8").splitlines()
            for number, line in enumerate(lines):
                if found := NAMESPACES.match(line):
                    inside, ended = change_namespaces(inside, found)
                    if not ended:
                        self.say(path, number + 1, "the comment does not name the namespaces that end here")
                elif (found := begin.match(line)) and not (number and "template" in " ".join(lines[number - 2:number])):
                    types = parameter_types(" ".join(lines[number:number + 6])[found.end():])
                    other = known.setdefault(("::".join(inside), found[1], types), path)
                    if other != path:
                        self.say(path, number + 1, f"{found[1]}({', '.join(types)}) is also in {inner_name(other)}")
        self.hidden_names()

    def hidden_names(self):
        """Where a private type or constant has the name of an outer one, the order of a program's includes decides which
        is meant. A data set's own types are named after it, so they may repeat a general name: musique::totals."""
        names, begin = [], re.compile(r"(?:struct|class|enum class|concept|using) (\w+)(?= final|[ :{=]*[{=:])"
                                      r"|inline constexpr [^;({]*?\b(\w+)(?=\[\]|\{| = )")
        for path in self.headers + self.body_files:
            inside = []
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if found := NAMESPACES.match(line):
                    inside, _ = change_namespaces(inside, found)
                elif found := begin.match(line):
                    names.append((tuple(n for n in inside if n != NAMESPACE), found[1] or found[2], path, number))
        places = {}
        for inside, name, path, _ in names:
            places.setdefault((inside, name), path)
        for inside, name, path, number in names:
            if inside[-1:] and inside[-1] in ("detail", "io", "remote", "batch"):
                for size in range(1, len(inside)):
                    if other := places.get((inside[:size], name)):
                        self.say(path, number, f"{name} hides {'::'.join(inside[:size])}::{name} of {inner_name(other)}")

    # ---- labels ----

    def labels(self):
        """The formatter leaves comments alone: it would move a label into the line before it."""
        for path in files():
            if path.suffix not in (".hpp", ".ipp", ".cpp", ".cu", ".cuh"):
                continue
            labelled = False
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                text = line.strip()
                if len(line) > 120 and text.startswith("//"):
                    self.say(path, number, "a comment of more than 120 characters")
                if not text.startswith("///") or text == "///" or text.startswith("///<"):
                    labelled = False
                    continue
                text = text[4:]
                begins = re.match(LABEL, text)
                if (begins or labelled) and re.search(rf"\s{LABEL} ", text[begins.end() if begins else 0:]):
                    self.say(path, number, "a label begins a line of its own")
                elif labelled and not begins and not text.startswith("  "):
                    self.say(path, number, "the text of a label is indented")
                labelled = labelled or bool(begins)

    # ---- words ----

    def words(self):
        """English is read by rows and classes of words (english/closed_words.hpp), not by comparisons."""
        text = r'(?:std::string(?:_view)?\{)?"((?:[^"\\]|\\.)*)"'
        compared = re.compile(rf"[=!]= ?{text}|{text}\}}? ?[=!]=|\b(?:starts_with|r?find|find_word|contains)\("
                              rf"(?:[\w.]+, )?{text}|\bends_with\({text}")
        for path in self.headers + self.body_files:
            inner = inner_name(path)
            if inner.split("/")[0] not in ENGLISH_ROOMS or re.search(NOT_ENGLISH, inner):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                for found in compared.finditer(re.sub(r"\s*//.*", "", line)):
                    word = next(group for group in found.groups() if group is not None)
                    ending = found[4] is not None and re.fullmatch("[a-z]{1,3}", word)
                    if re.search("[A-Za-z]", re.sub(r"\\(u[0-9a-f]{4}|[nrt])", "", word)) and not ending:
                        self.say(path, number, f'compares a text with "{word}": ask for a class of words or a row')

    # ---- settings ----

    def settings(self):
        """Only tools/ knows options; CSS has variables, and `mhqa VERB --option` is a command to type."""
        for path in self.headers + self.body_files:
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                line = re.sub(r"`mhqa [^`]*`|var\(--|'(?:\\.|[^'\\])'|\s*//.*", "", line)
                for text in re.findall(r'"(?:\\.|[^"\\])*"', line):
                    for option in re.findall(r'[\s"(`](--[a-z][a-z-]*)', text):
                        self.say(path, number, f"{option}: name the member, in backquotes")

    # ---- version ----

    def version(self):
        config = INCLUDE / "config.hpp"
        version = re.search(r'MHQA_VERSION_STRING "([\d.]+)"', config.read_text(encoding="utf-8"))[1]
        form = re.compile(r"(?<![\d.])" + re.escape(version) + r"(?![\d.])")
        builds = [path for pattern in ("*.txt", "*.json", "*.toml", "cmake/*", "*/CMakeLists.txt", "scripts/*",
                                       "tools/*", "include/**/*.[hi]pp", ".ci/*") for path in ROOT.glob(pattern)]
        for path in builds:
            if path == config or not path.is_file():
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if form.search(line):
                    self.say(path, number, f"repeats the version {version} of config.hpp")

    def write(self):
        for name in self.umbrella_names:
            (INCLUDE / name).write_text(self.umbrella_text(name), encoding="utf-8")
        MODULE.write_text(self.module_text(), encoding="utf-8")
        HEADER_LIST.write_text(self.map_text(), encoding="utf-8")
        for path in self.headers + self.body_files:
            text = path.read_text(encoding="utf-8")
            named = re.sub(r"^(.*\bnamespace (mhqa::inline )?)v\d\w*\b", rf"\g<1>{NAMESPACE}", text, flags=re.M)
            if named != text:
                path.write_text(named, encoding="utf-8")


NAMESPACES = re.compile(r"(?P<end>\}  // )?(?:inline )?namespace (?P<names>(?:(?:::)?(?:inline )?\w+)+)( \{)?$")


def change_namespaces(inside, line):
    """The namespaces after a line that begins or ends some, e.g. "namespace mhqa::inline v0_1::io {", and whether the line
    names those that it ends."""
    names = line["names"].replace("inline ", "").split("::")
    if not line["end"]:
        return [*inside, *names], True
    rest = len(inside) - len(names)
    return inside[:rest], inside[rest:] == names


def inner_name(path):
    return path.relative_to(INCLUDE).as_posix()


def room_of(inner):
    """The room of a path below include/mhqa/."""
    return inner.parts[0] if len(inner.parts) > 1 and inner.parts[0] != "detail" else "base"


def reaches_thrust(path):
    """Whether a header of batch includes Thrust, itself or through another header of batch."""
    targets = re.findall(r"^\s*#\s*include\s*<([^>]+)>", path.read_text(encoding="utf-8"), re.M)
    return any(re.match(LIBRARIES["Thrust"], target) or
               target.startswith("mhqa/batch/") and reaches_thrust(INCLUDE / target[5:]) for target in targets)


def parameter_types(text):
    """The types of the parameters that text lists up to its closing bracket, without names and defaults."""
    types, current, depth = [], "", 0
    for c in text:
        depth += (c in "(<") - (c in ")>")
        if depth < 0 or (c == "," and depth == 0):
            plain = re.sub(r"\s*=.*", "", current).replace("[[maybe_unused]] ", "").strip()
            types += [re.sub(r"\s*\b\w+$", "", plain)] if plain else []
            current = ""
        else:
            current += c
        if depth < 0:
            break
    return tuple(types)


def files():
    """Every source file of the project, as a fresh clone would have it."""
    named = {".hpp", ".ipp", ".cpp", ".cppm", ".cu", ".cuh", ".py", ".sh", ".cmake", ".in"}
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
    found = re.match(r"(.+?(?<!e\.g)(?<!i\.e)(?<!\bal)(?<!\bSec)(?<!\bEq)(?<!\bApp)(?<!\bvs))[.?!](?= |$)", text)
    return found[1] if found else text


def without_comments(text):
    """The text with comments and the insides of strings blanked, line by line."""
    form = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
    return form.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def main(arguments):
    checks = ("bodies", "arrows", "code", "umbrellas", "tests", "map", "heads", "labels", "version", "collisions",
              "words", "settings")
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
