#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Collects the pages of the site: prepare.py FOLDER

Writes FOLDER/mkdocs.yml and FOLDER/pages: README.md, CONTRIBUTING.md, docs/*.md, docs/measurements/*.md,
python/README.md, and the reference.
Links between them are adapted; the name of a header becomes a link to its place in the reference.
"""

import pathlib
import re
import shutil
import sys

import python_reference
import reference

ROOT = reference.ROOT
HERE = pathlib.Path(__file__).resolve().parent
# Pages outside docs/, and their names on the site.
OTHERS = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "python/README.md": "python.md"}
FIRST = ["index", "tutorial", "cookbook"]
GUIDES = ["evaluate", "clusters", "compose", "probe", "dates", "strategyqa", "dialects", "rewards", "convert", "ask", "batch", "python"]
ANSWERS = ["differences", "migration", "papers"]
# What the pages of docs/measurements/ are named after on the site.
MEASURED = "measured-"
PROJECT = ["build", "reliability", "scaling", "contributing"]


def sources():
    """{page of the site: file}"""
    pages = {target: ROOT / source for source, target in OTHERS.items()}
    for path in sorted((ROOT / "docs").glob("*.md")) + sorted((ROOT / "docs/measurements").glob("*.md")):
        page = path.name if path.parent.name == "docs" else MEASURED + path.name
        if page in pages:
            raise SystemExit(f"{path.relative_to(ROOT)}: the site has a page of this name already")
        pages[page] = path
    return pages


def outside_code(text, change):
    """The text with change() applied to each stretch that is not a fenced block."""
    parts = re.split(r"(^ *```.*?^ *```[^\n]*$)", text, flags=re.M | re.S)
    return "".join(part if i % 2 else change(part) for i, part in enumerate(parts))


def adapted(path, text, pages, headers):
    by_file = {file.resolve(): page for page, file in pages.items()}

    def link(found):
        target, _, anchor = found[1].partition("#")
        if re.match(r"[a-z]+:", target) or not target:
            return found[0]
        page = by_file.get((path.parent / target).resolve())
        if page is None:
            raise SystemExit(f"{path.relative_to(ROOT)}: the site has no page for the link {found[1]}")
        return f"]({page}{'#' + anchor if anchor else ''})"

    def header(found):
        inner = found[1].removeprefix("mhqa/")
        if inner not in headers:
            return found[0]
        return f"[{found[0]}](reference/{headers[inner]}.md#{reference.header_anchor(inner)})"

    def change(part):
        lines = []
        for line in part.split("\n"):
            if line.startswith("    ") and not re.match(r" +[-*0-9]", line):
                lines.append(line)
                continue
            line = re.sub(r"\]\(([^)\s]+)\)", link, line)
            if not line.startswith("#"):
                line = re.sub(r"(?<![\[`])`([\w/]+\.hpp)`(?![\]`])", header, line)
            if line.startswith("|"):
                line = re.sub(r"(?<!`)`([\w .,:=/…-]+)`(?!`)", whole_options, line)
            lines.append(line)
        return "\n".join(lines)

    # python-markdown wants an empty line before a list; GitHub does not.
    text = outside_code(text, change)
    return outside_code(text, lambda part: re.sub(r"^((?![-*|#] |\d+\. |    )\S[^\n]*)\n(?=(- |1\. ))", r"\1\n\n", part, flags=re.M))


def whole_options(found):
    """Code of a table cell in which lines end at spaces alone, not within --an-option."""
    if "-" not in found[1] or re.search(r"(?<!\w)_|_(?!\w)", found[1]):
        return found[0]
    return "<code>" + re.sub(r"\S*-\S*", r'<span class="whole">\g<0></span>', found[1]) + "</code>"


def title(path):
    return path.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ").strip()


def navigation(pages, rooms):
    named = {page.removesuffix(".md"): file for page, file in pages.items()}
    measured = [name for name in sorted(named) if name.startswith(MEASURED)]
    known = [*FIRST, *GUIDES, *ANSWERS, *PROJECT, *measured, "headers"]
    guides = GUIDES + [name for name in sorted(named) if name not in known]
    out = ["nav:"]
    for section, names in (("Start", FIRST), ("Guides", guides), ("Answers", ANSWERS), ("Measurements", measured),
                           ("Project", PROJECT)):
        there = [name for name in names if name in named]
        out += [f"  - {section}:"] if there else []
        for name in there:
            shown = {"index": "mhqa", "contributing": "Working on mhqa"}.get(name, title(named[name])).replace("'", "''")
            out.append(f"      - '{shown}': {name}.md")
    out += ["  - Reference:", "      - Rooms: reference/index.md"]
    out += [f"      - {room}: reference/{room}.md" for room in rooms]
    out += ["      - Python: reference/python.md"]
    out += ["      - All names: reference/names.md", "      - Headers: headers.md"]
    return "\n".join(out) + "\n"


def main(folder):
    shutil.rmtree(folder, ignore_errors=True)
    pages_folder = folder / "pages"
    count, index, _ = reference.write(pages_folder / "reference", python_reference.write)
    house = sys.modules["house"].House()
    headers = {path.relative_to(reference.INCLUDE).as_posix(): room
               for room, paths in reference.public_headers(house).items() for path in paths}
    pages = sources()
    for page, path in pages.items():
        text = adapted(path, path.read_text(encoding="utf-8"), pages, headers)
        (pages_folder / page).write_text(text, encoding="utf-8")
    (pages_folder / "assets").mkdir()
    for name in ("site.css", "iframe-worker.js"):
        shutil.copy(HERE / name, pages_folder / "assets")
    config = (HERE / "mkdocs.yml").read_text(encoding="utf-8")
    config += f"docs_dir: pages\n{navigation(pages, reference.public_headers(house))}"
    (folder / "mkdocs.yml").write_text(config, encoding="utf-8")
    written = len(list(pages_folder.rglob("*.md")))
    print(f"site: {written} pages; the reference has {len(index)} names of {count} headers")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
