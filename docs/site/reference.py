#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the reference of every public name: reference.py FOLDER

One Markdown page for each room, names.md with all names, index.md with the rooms. The C++ names come from the headers: a
declaration in a namespace of mhqa that is not detail, the public members of its classes, and macros with a comment.
Comments have the form that CONTRIBUTING.md describes. A name without a comment is printed, and the exit status is 1.
Needs the standard library alone.
"""

import dataclasses
import importlib.util
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
INCLUDE = ROOT / "include" / "mhqa"
SECTIONS = ("Shape", "Units", "Undefined", "Requires", "Errors", "Cost", "Source", "Differs", "Example")
SECTION = re.compile(rf"({'|'.join(SECTIONS)}):(?:\s+|$)")


def load_house():
    spec = importlib.util.spec_from_file_location("house", ROOT / "tests" / "house" / "house.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclasses.dataclass
class Name:
    """A declaration with its comment."""
    kind: str                  # class, enum, concept, function, variable, type, macro
    name: str                  # as it is written after mhqa::
    declarations: list         # text of each overload
    docs: list                 # lines of each overload's comment
    members: list = dataclasses.field(default_factory=list)
    synopsis: str = ""
    beside: str = ""           # the name declared right above, if this one has no comment of its own


# ---- reading ----


def blanked(text):
    """The text with the insides of comments, strings and characters blanked, of equal length."""
    form = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.S)
    return form.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


class Reader:
    """Reads the declarations of one header."""

    def __init__(self, path):
        self.text = path.read_text(encoding="utf-8")
        self.code = blanked(self.text)
        self.names = []
        self.namespaces = {}
        self.last = (0, "")

    def close(self, position):
        """The position after the bracket that closes the one at position."""
        pairs = {"(": ")", "[": "]", "{": "}"}
        stack = []
        for i in range(position, len(self.code)):
            c = self.code[i]
            if c in pairs:
                stack.append(pairs[c])
            elif stack and c == stack[-1]:
                stack.pop()
                if not stack:
                    return i + 1
        raise ValueError(f"unclosed {self.code[position]} at {position}")

    def close_angle(self, position):
        depth, i = 0, position
        while True:
            c = self.code[i]
            if c in "([{":
                i = self.close(i)
                continue
            if c == "<" and self.code[i + 1] != "=":
                depth += 1
            elif c == ">" and self.code[i - 1] not in "-=":
                depth -= 1
                if depth == 0:
                    return i + 1
            i += 1

    def declaration_end(self, begin):
        """(end of what is shown, end of the whole) of the declaration at begin."""
        i = begin
        shown = None
        initialised = False
        while (found := re.compile(r"template\s*(?=<)").match(self.code, i)):
            i = re.compile(r"\s*").match(self.code, self.close_angle(found.end())).end()
        class_like = re.compile(r"(?:\[\[\w+\]\] )?(?:typedef |friend )?(class|struct|enum|union)\b").match(self.code, i)
        while True:
            c = self.code[i]
            if c in "([":
                i = self.close(i)
                # The members that a constructor initialises are not shown.
                if c == "(" and shown is None and (found := re.compile(r"(?:\s*noexcept(?:\([^)]*\))?)?\s*:(?!:)").match(
                        self.code, i)) and not class_like:
                    shown = i + len(self.code[i:found.end()].rstrip(":").rstrip())
                continue
            if c == ";":
                return (shown or i), i + 1
            if c == "=" and self.code[i - 9:i].find("operator") < 0 and self.code[i - 1] not in "=!<>" \
                    and self.code[i + 1] != "=":
                initialised = True
            if c == "{":
                end = self.close(i)
                before = self.code[begin:i].rstrip()
                if class_like and not initialised:
                    return i, self.code.index(";", end) + 1
                wants = re.search(r"\brequires\s*(\([^()]*(\([^()]*\)[^()]*)*\))?$", before)
                if initialised or wants or re.match(r"[\w>]", self.code[i - 1]):
                    i = end
                    continue
                following = re.compile(r"\s*;").match(self.code, end)
                return (shown or i), (following.end() if following else end)
            i += 1

    def comment_before(self, position):
        """The lines of the comment that ends right above position, without '/// '."""
        lines = []
        head = self.text[:position].split("\n")[:-1]
        while head and head[-1].startswith("// clang-format"):
            head.pop()
        while head and head[-1].lstrip().startswith("///"):
            line = head.pop().lstrip()[3:]
            lines.append(line[1:] if line.startswith(" ") else line)
        return lines[::-1]

    def comment_after(self, end):
        """The lines of the comment "///<" that begins in the line of end."""
        lines = []
        while (found := re.compile(r"[ \t]*///< ?([^\n]*)").match(self.text, end)):
            lines.append(found[1])
            end = found.end() + 1
        return lines

    def scope(self, position, end, inside, public=True):
        """Yields (kind, name, declaration begin, shown end, whole end) of each public declaration of a scope."""
        space = re.compile(r"\s+|#[^\n]*(?:\\\n[^\n]*)*")
        while True:
            while (found := space.match(self.code, position)) and found.end() <= end and found.end() > position:
                position = found.end()
            if position >= end:
                return
            if found := re.compile(r"((?:inline )?namespace (?:(?:::)?(?:inline )?\w+)+) \{").match(self.code, position):
                close = self.close(found.end() - 1)
                names = re.sub(r"inline (namespace )?\w+|namespace |\bmhqa\b", " ", found[1]).replace("::", " ").split()
                if "detail" not in names:
                    inner = [*inside, *names]
                    if inner and (doc := self.comment_before(position)):
                        self.namespaces["::".join(inner)] = doc
                    yield from self.scope(found.end(), close - 1, inner)
                position = close
            elif found := re.compile(r"(public|private|protected):").match(self.code, position):
                public = found[1] == "public"
                position = found.end()
            elif self.code[position] == ";":
                position += 1
            else:
                shown, whole = self.declaration_end(position)
                if public:
                    yield inside, position, shown, whole
                position = whole

    def read(self):
        for found in re.finditer(r"^#define (MHQA_\w+)[^\n]*", self.text, re.M):
            # The comment stands above the directive or above the #if that chooses it.
            start = self.text.rfind("\n#if", 0, found.start()) + 1
            doc = self.comment_before(found.start()) or self.comment_before(start)
            if doc and all(name.name != found[1] for name in self.names):
                self.names.append(Name("macro", found[1], [re.sub(r"\) .*", ")", found[0])], [doc]))
        for inside, begin, shown, whole in self.scope(0, len(self.code), []):
            self.add(self.names, "::".join(inside), begin, shown, whole)
        return self.names

    def add(self, names, inside, begin, shown, whole):
        declared = " ".join(self.code[begin:shown].split())
        written = self.text[begin:shown].strip()
        kind, own = kind_and_name(declared)
        if kind is None:
            return
        # A class that is only declared is described where it is defined, unless it is a template to specialise.
        if kind in ("class", "enum") and self.code[shown] == ";" and not self.comment_before(begin):
            return
        name = f"{inside}::{own}" if inside else own
        doc = self.comment_before(begin) or self.comment_after(whole)
        beside = ""
        if not doc and "\n\n" not in self.text[self.last[0]:begin]:
            beside = self.last[1]
        elif not doc and kind == "class" and "<" in own:
            beside = name.split("<")[0]  # a specialisation
        elif not doc and (found := re.match(r"using ([\w:]+)$", written)):
            beside = found[1].removeprefix("mhqa::")
        elif not doc:
            doc = self.namespaces.get(inside, [])
        self.last = (whole, name)
        if kind == "enum" or kind == "variable" and "{" in written:
            written = self.text[begin:whole].strip()
        if kind == "function":
            written = without_initialisers(written)
        if kind in ("function", "class"):
            written = re.sub(r"\s*(\boverride)?\s*=\s*(default|0)$", "", written)
        if kind == "function" and re.search(r"=\s*delete$", written):
            return
        if kind == "variable" and written.count("\n") > 24:
            written = re.split(r"\s*[{=]", written, maxsplit=1)[0] + " = …;"
        entry = Name(kind, name, [dedent(self, begin, written)], [doc], beside=beside)
        if kind == "class" and self.code[shown] == "{":
            self.add_members(entry, shown, whole, "struct" in declared.split("{")[0].split(" : ")[0].split())
        # Overloads and specialisations follow the name that they belong to.
        last = next((other for other in reversed(names) if other.name == name and other.kind == kind), None)
        if last and kind == "function":
            last.declarations.append(entry.declarations[0])
            last.docs.append(doc)
        else:
            names.append(entry)

    def add_members(self, entry, opening, whole, open_by_default):
        """Collects the public members of a class; the synopsis has one line of comment for each."""
        close = self.close(opening)
        lines = [entry.declarations[0] + " {"] + ([] if open_by_default else [" public:"])
        for _, begin, shown, end in self.scope(opening + 1, close - 1, [], open_by_default):
            declared = " ".join(self.code[begin:shown].split())
            kind, own = kind_and_name(declared)
            if "= delete" in self.code[begin:end]:
                continue
            if kind is None and not declared.startswith(("friend", "explicit", "operator")) and "operator" not in declared:
                continue
            doc = self.comment_before(begin)
            body = kind == "function" or declared.startswith("friend") and "{" in self.code[shown:end]
            written = dedent(self, begin, (self.text[begin:shown] if body else self.text[begin:end]).strip().rstrip(";"))
            written = without_initialisers(re.sub(r"\s*=\s*default$", "", written)) if body else written
            if kind == "class" and self.code[shown] == "{":
                nested = Name(kind, f"{entry.name}::{own}", [dedent(self, begin, self.text[begin:shown].strip())], [doc])
                self.add_members(nested, shown, end, "struct" in declared.split())
                entry.members += nested.members
                written = nested.synopsis.rstrip(";")
            if kind == "function" and own and not own.startswith("~") and sectioned(doc):
                entry.members.append(Name(kind, f"{entry.name}::{own}", [written], [doc]))
            plain = [line for line in summary(doc) if not line.startswith("\\overload")]
            lines += [f"  // {line}".rstrip() for line in plain]
            tail = " ".join(self.comment_after(end))
            tail = "  // " + tail if tail else ""
            lines += ["  " + line if line else "" for line in (written + ";" + tail).split("\n")]
        lines.append("};")
        entry.synopsis = "\n".join(lines) if len(lines) > (2 if open_by_default else 3) else entry.declarations[0] + ";"


def without_initialisers(written):
    """A constructor without the members that it initialises."""
    return written if "?" in written else re.sub(r"\s+: \w[\w:<>.]*[{(].*$", "", written, flags=re.S)


def dedent(reader, begin, written):
    indent = begin - (reader.text.rfind("\n", 0, begin) + 1)
    return re.sub(rf"\n {{1,{indent}}}(?=\S| )", "\n", written) if indent else written


def kind_and_name(declared):
    """What a declaration declares; (None, None) for what has no name of its own to be found by."""
    text = declared
    while text.startswith("template"):
        depth = 0
        for i, c in enumerate(text):
            if c == "<":
                depth += 1
            elif c == ">" and text[i - 1] not in "-=":
                depth -= 1
                if depth == 0:
                    break
        text = text[i + 1:].strip()
    if text.startswith(("friend", "static_assert", "extern template", "using namespace", "using enum")):
        return None, None
    text = re.sub(r"\[\[\w+(\([^)]*\))?\]\] ?", "", text)
    if found := re.match(r"concept (\w+)", text):
        return "concept", found[1]
    if found := re.match(r"using (\w+) ?=", text):
        return "type", found[1]
    if found := re.match(r"using ([\w:]+)::(\w+)$", text):
        return "type", found[2]
    if found := re.match(r"namespace (\w+) ?=", text):
        return "type", found[1]
    if found := re.match(r"(?:requires.*? )?enum (?:class |struct )?(\w+)", text):
        return "enum", found[1]
    if found := re.match(r"(?:requires.*? )?(?:class|struct|union) (?:MHQA_\w+ )?([\w:]+ ?(?:<.*?>+)?(?= final| :(?!:)|$|(?= ?\{)))", text):
        return "class", found[1].replace(" <", "<")
    if found := re.search(r"(operator ?(?:\(\)|\[\]|\"\" ?\w+|[^\s\w(]+|(?:co_await|new|delete)\b))\s?\(", text):
        return "function", found[1].replace("operator ", "operator")
    if found := re.search(r"\b(operator [\w:]+(?:<.*?>)?)\(", text):
        return "function", found[1]
    # A requires clause stands before the name and may have brackets of its own.
    plain = strip_requires(text)
    if found := re.search(r"(?:^|[\s&*>~])(~?[a-zA-Z_]\w*)\(", plain):
        if found[1] not in ("requires", "noexcept", "decltype", "explicit", "alignas"):
            return "function", found[1]
    # A member that is defined outside its class is described there.
    if re.search(r"\w::~?\w+\(", plain):
        return None, None
    if found := re.search(r"(\w+)(?: ?\[[^\]]*\])?(?: ?(?:[={]).*)?$", re.split(r" = |(?<=\w)\{", text)[0]):
        return "variable", found[1]
    return None, None


def strip_requires(text):
    """Blanks a leading requires clause, explicit(…), decltype(…) and alignas(…)."""
    out = text
    while found := re.search(r"\b(requires|explicit|decltype|alignas|noexcept|requires requires)\s?\(", out):
        depth, i = 0, found.end() - 1
        while i < len(out):
            depth += out[i] == "("
            depth -= out[i] == ")"
            i += 1
            if depth == 0:
                break
        rest = out[i:]
        # requires requires(…) { … }
        if found[1].startswith("requires") and rest.lstrip().startswith("{"):
            depth = 0
            for j, c in enumerate(rest):
                depth += c == "{"
                depth -= c == "}"
                if c == "}" and depth == 0:
                    break
            rest = rest[j + 1:]
        out = out[:found.start()] + " " + rest
    return re.sub(r"\s*\brequires [\w:<>, ]+?(?:(?:&&|\|\|) [\w:<>, ]+?)*(?= (?:constexpr|inline|explicit|auto|void|bool|\w+)\b [\w:]+\()", " ", out)


def summary(doc):
    """The lines of a comment before its first section."""
    out = []
    for line in doc:
        if SECTION.match(line):
            break
        out.append(line)
    while out and not out[-1].strip():
        out.pop()
    return out


def sectioned(doc):
    return any(SECTION.match(line) for line in doc)


# ---- writing ----


def sections(doc):
    """[(section, lines)] of a comment; the first has the name ''."""
    out = [("", [])]
    for line in doc:
        if found := SECTION.match(line):
            out.append((found[1], [line[found.end():]]))
        else:
            out[-1][1].append(line)
    return out


def prose(lines):
    """Comment lines as Markdown: characters that Markdown would interpret are written as they are."""
    paragraphs = [[]]
    for line in lines:
        if not line.strip():
            paragraphs.append([])
        else:
            paragraphs[-1].append(line)
    out = []
    for paragraph in paragraphs:
        if not paragraph:
            continue
        # An indented part is code.
        text, code = [], []
        for line in paragraph:
            (code if line.startswith("  ") and (code or text) else text).append(line)
        if text:
            out.append(" ".join(escape(line.strip()) for line in text))
        if code:
            out.append(fenced("\n".join(line[2:] for line in code)))
    return out


def escape(text):
    parts = re.split(r"(`[^`]*`)", text)
    for i in range(0, len(parts), 2):
        part = parts[i].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        parts[i] = re.sub(r"([\\*_\[\]#|~^$])", r"\\\1", part)
    return "".join(parts)


def fenced(code, language="cpp"):
    ticks = "````" if "```" in code else "```"
    return f"{ticks}{language}\n{code}\n{ticks}"


def comment(doc):
    """A comment as Markdown blocks."""
    out = []
    listed, last = [], []
    for section, lines in sections(doc):
        lines = [re.sub(r"^\\overload ?", "", line) for line in lines]
        if section == "Example":
            indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
            least = min(indents, default=0)
            code = "\n".join([lines[0], *(line[least:] for line in lines[1:])]).strip()
            if code:
                last = ["**Example**", fenced(code)]
        elif section:
            text = "\n\n    ".join(part.replace("\n", "\n    ") for part in prose([line.strip() for line in lines]))
            listed.append(f"{section}\n:   {text}")
        else:
            out += prose(lines)
    return out + listed + last


def anchor(name):
    table = {"operator": "operator", "<": "lt", ">": "gt", "=": "eq", "+": "plus", "-": "minus", "*": "star", "/": "slash",
             "(": "call", "[": "index", "!": "not", "&": "and", "|": "or", "^": "xor", "%": "mod", "~": "tilde"}
    out = re.sub(r"[^\w:]", lambda c: "-" + table.get(c[0], "") if c[0] in table else "", name)
    return re.sub(r"-+", "-", out.replace("::", "-")).strip("-").lower()


def heading(level, name, ids):
    identifier = anchor(name)
    while identifier in ids:
        identifier += "-1"
    ids.add(identifier)
    return f"{'#' * level} `{name}` {{ #{identifier} }}", identifier


def header_anchor(inner):
    return inner.replace("/", "-").replace(".", "-")


def header_block(inner, about, names, ids, index, page):
    ids.add(header_anchor(inner))
    out = [f"## {inner} {{ #{header_anchor(inner)} }}", *prose(about), fenced(f"#include <mhqa/{inner}>")]
    for name in names:
        line, identifier = heading(3, name.name, ids)
        index.append((name.name, name.kind, page, identifier))
        out += ["<hr>", line, fenced(name.synopsis if name.synopsis else "\n".join(one_line(d) for d in name.declarations))]
        if name.beside:
            out.append(f"See `{name.beside}`.")
        for i, doc in enumerate(name.docs):
            if doc and doc not in name.docs[:i]:
                out += comment(doc)
        by_name = {}
        for member in name.members:
            by_name.setdefault(member.name, []).append(member)
        for own, overloads in by_name.items():
            line, identifier = heading(4, own, ids)
            index.append((own, "member", page, identifier))
            out += [line, fenced("\n".join(one_line(o.declarations[0]) for o in overloads))]
            for i, overload in enumerate(overloads):
                if overload.docs[0] not in [other.docs[0] for other in overloads[:i]]:
                    out += comment(overload.docs[0])
    return out


def one_line(declaration):
    return declaration if declaration.rstrip().endswith((";", "}")) or declaration.startswith("#") else declaration + ";"


def umbrella(house, room):
    return f"mhqa/{room}.hpp" if f"{room}.hpp" in house.umbrella_names else None


def public_headers(house):
    by_room = {}
    module = sys.modules["house"]
    for path in house.public:
        by_room.setdefault(module.room_of(path.relative_to(INCLUDE)), []).append(path)
    return {room: by_room[room] for room in house.rooms if room in by_room}


def last_part(name):
    return re.split(r"::|(?<=\w)\.", name)[-1]


def write(folder, more=None):
    """Writes the pages, and those that more(folder, index) adds; returns (number of headers, [(name, kind, page, anchor)], [name without a comment])."""
    module = load_house()
    sys.modules["house"] = module
    house = module.House()
    folder.mkdir(parents=True, exist_ok=True)
    index, count, rows, bare = [], 0, [], []
    for room, headers in public_headers(house).items():
        page = f"{room}.md"
        ids = set()
        own = umbrella(house, room)
        holds = house.rooms[room].holds
        out = [f"# {room}", holds[0].upper() + holds[1:] + "."]
        if own:
            out.append(f"The whole room: `#include <{own}>`. Each header below also works alone.")
        before = len(index)
        for path in headers:
            inner, names = path.relative_to(INCLUDE).as_posix(), Reader(path).read()
            bare += [f"mhqa/{inner}: {name.name} has no comment" for name in names if not any(name.docs) and not name.beside]
            out += header_block(inner, module.file_comment(path), names, ids, index, page)
            count += 1
        (folder / page).write_text("\n\n".join(out) + "\n", encoding="utf-8")
        rows.append(f"| [{room}]({page}) | {escape(holds)} | {len(headers)} | {len(index) - before} |")
    own_names = len(index)
    if more:
        more(folder, index)
        rows.append(f"| [Python](python.md) | the module `mhqa` | | {len(index) - own_names} |")
    intro = ["# Reference", "Every public name of the library, by room. Each entry has the comment of its header: *Shape* says "
             "what goes in and comes out, *Undefined* what happens where the definition says nothing, *Errors* what is "
             "thrown, *Cost* time and memory, *Source* the paper's section or the published function.",
             f"All {len(index)} names are also [in alphabetical order](names.md). Names in a namespace `detail` are private.",
             "\n".join(["| room | holds | headers | names |", "|---|---|---|---|", *rows])]
    (folder / "index.md").write_text("\n\n".join(intro) + "\n", encoding="utf-8")
    groups = {}
    for name, kind, page, identifier in sorted(index, key=lambda row: (last_part(row[0]).lower(), row[0])):
        first = last_part(name)[0].upper()
        groups.setdefault(first if first.isalpha() else "Others", []).append(
            f"| [`{name}`]({page}#{identifier}) | {kind} | {page[:-3]} |".replace("||", "\\|\\|").replace("operator|", "operator\\|"))
    names = ["# All names", "C++ names are without `mhqa::`. The order is that of the last part of a name."]
    for first, lines in sorted(groups.items()):
        names += [f"## {first}", "\n".join(["| name | kind | room |", "|---|---|---|", *lines])]
    (folder / "names.md").write_text("\n\n".join(names) + "\n", encoding="utf-8")
    return count, index, bare


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    headers, entries, uncommented = write(pathlib.Path(sys.argv[1]))
    print("\n".join([*uncommented, f"{headers} headers, {len(entries)} names, {len(uncommented)} without a comment"]))
    sys.exit(1 if uncommented else 0)
