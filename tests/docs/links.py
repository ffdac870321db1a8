#!/usr/bin/env python3
# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Finds dead links: links.py [--site FOLDER]

Without an option it reads README.md, CONTRIBUTING.md, docs/*.md and python/README.md: each relative link names a file
of the tree and, after '#', one of its headings; each header that a page, or a comment of a header, names as
ROOM/NAME.hpp exists. In
docs/papers.md each test, verb and option does, too. With --site it reads the HTML pages of a built site: each link and
each image, script and style sheet is in the folder, each anchor is an id of its page, no id occurs twice, and nothing
is loaded from a network. Prints one line for each fault; exit status 1 if there is one.
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]


def slugs(text):
    """The anchors of a Markdown page's headings, as GitHub makes them."""
    seen, out = {}, set()
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", without_code(text), re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")
        seen[slug] = seen.get(slug, -1) + 1
        out.add(slug if seen[slug] == 0 else f"{slug}-{seen[slug]}")
    return out


def without_code(text):
    text = re.sub(r"^( *)(```+).*?^ *\2 *$", "", text, flags=re.M | re.S)
    return re.sub(r"^(?:\n|^)(?:    [^\n]*\n)+", "\n", text, flags=re.M)


def check_tree():
    dead, count = [], 0
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "python" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for found in re.finditer(r"\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", without_code(text))):
            target, _, anchor = found[1].partition("#")
            if re.match(r"[a-z]+:", target):
                continue
            count += 1
            path = (page.parent / target).resolve() if target else page
            name = page.relative_to(ROOT)
            if not path.exists() or not path.is_relative_to(ROOT):
                dead.append(f"{name}: {found[1]}: no such file in the tree")
            elif anchor and path.suffix == ".md" and anchor not in slugs(path.read_text(encoding="utf-8")):
                dead.append(f"{name}: {found[1]}: {path.relative_to(ROOT)} has no heading for this anchor")
        # Names with capitals, as in ROOM/IDEA.hpp, stand for others.
        named = [name for name in re.findall(r"`((?:\w+/)+[\w.]+\.hpp)`", text) if name == name.lower()]
        count += len(named)
        dead += [f"{page.relative_to(ROOT)}: {name}: no such header" for name in named
                 if not any((folder / name).exists() for folder in (ROOT, ROOT / "include", ROOT / "include" / "mhqa"))]
    for header in sorted((ROOT / "include").rglob("*.[hi]pp")):
        comments = re.findall(r"//(.*)", header.read_text(encoding="utf-8"))
        for name in re.findall(r"(?<![\w/.])((?:\w+/)+\w+\.hpp)", "\n".join(comments)):
            count += 1
            if not any((folder / name).exists() for folder in (ROOT, ROOT / "include", ROOT / "include" / "mhqa")):
                dead.append(f"{header.relative_to(ROOT)}: {name}: no such header")
    rows, more = check_papers(ROOT / "docs" / "papers.md")
    return dead + more, f"{len(pages)} files, {count + rows} links"


def check_papers(page):
    """Checks the tables of docs/papers.md; tests/tools/option_surface.txt has the verbs with their options."""
    known = {}
    for line in (ROOT / "tests" / "tools" / "option_surface.txt").read_text(encoding="utf-8").splitlines():
        verb, option = line.split("\t")[:2]
        known.setdefault(verb, set()).update(option.split(","))
    dead, count = [], 0
    for line in page.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) < 5 or not cells[1].startswith("`"):
            continue
        count += 1
        if not (ROOT / "tests" / cells[3].strip("`")).exists():
            dead.append(f"docs/papers.md: {cells[3]}: no such test")
        words = cells[2].strip("`").split()[1:]
        if not words:
            continue
        verb = next((name for name in (" ".join(words[:2]), words[0]) if name in known), None)
        option = next((word for word in words if word.startswith("--")), None)
        if verb is None or option and option not in known[verb]:
            dead.append(f"docs/papers.md: {cells[2]}: no such verb or option")
    return count, dead


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.twice, self.links, self.loaded = set(), set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if "id" in given:
            (self.twice if given["id"] in self.ids else self.ids).add(given["id"])
        if tag == "a" and "name" in given:
            self.ids.add(given["name"])
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif tag == "link" and given.get("href"):
            self.loaded.append(given["href"])
        elif tag in ("img", "script", "iframe") and given.get("src"):
            self.loaded.append(given["src"])


def check_site(folder):
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    dead, count = [], 0
    if not pages:
        dead.append(f"{folder}: no HTML pages")
    for path, page in pages.items():
        name = path.relative_to(folder)
        # The page for unknown addresses is shown under any address, so its own are absolute.
        dead += [f"{name}: two elements have the id {one}" for one in sorted(page.twice)]
        base = folder if name.name == "404.html" else path.parent
        for address in page.loaded + page.links:
            if re.match(r"(https?:)?//", address):
                if address in page.loaded:
                    dead.append(f"{name}: {address}: loaded from a network")
                continue
            if re.match(r"[a-z]+:", address):
                continue
            count += 1
            target, _, anchor = address.partition("#")
            target, anchor = urllib.parse.unquote(target.split("?")[0]), urllib.parse.unquote(anchor)
            goal = (base / target.lstrip("/") if name.name == "404.html" else base / target).resolve() if target else path
            if goal.is_dir():
                goal = goal / "index.html"
            if not goal.exists():
                dead.append(f"{name}: {address}: no such file in the site")
            elif anchor and goal in pages and anchor not in pages[goal].ids:
                dead.append(f"{name}: {address}: {goal.relative_to(folder)} has no such anchor")
    return dead, f"{len(pages)} pages, {count} links"


def main(arguments):
    if arguments[:1] == ["--site"] and len(arguments) == 2:
        dead, counts = check_site(pathlib.Path(arguments[1]).resolve())
    elif not arguments:
        dead, counts = check_tree()
    else:
        print(__doc__, file=sys.stderr)
        return 2
    for line in dead:
        print(line)
    print(f"links: {counts}, {len(dead)} dead")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
