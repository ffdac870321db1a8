# Copyright The mhqa authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the reference of the Python module from its sources, without importing it."""

import ast
import inspect
import pathlib
import re

import reference

PACKAGE = reference.ROOT / "python" / "src" / "mhqa"


def public_names(tree):
    """The names that a module lists in __all__."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return ast.literal_eval(node.value)
    return []


def origins(tree):
    """{name: module} for what a module imports from its package."""
    return {alias.asname or alias.name: node.module or "" for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.level for alias in node.names}


def declaration(node):
    """The signature, with a line for each parameter if it is long."""
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        return f"class {node.name}({bases})" if bases else f"class {node.name}"
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    given, positional = node.args, node.args.posonlyargs + node.args.args
    defaults = [None] * (len(positional) - len(given.defaults)) + given.defaults
    parts = [shown(a, d) for a, d in zip(positional, defaults) if a.arg != "self"]
    if given.vararg or given.kwonlyargs:
        parts.append("*" + (shown(given.vararg, None) if given.vararg else ""))
    parts += [shown(a, d) for a, d in zip(given.kwonlyargs, given.kw_defaults)]
    parts += ["**" + shown(given.kwarg, None)] if given.kwarg else []
    line = f"{node.name}({', '.join(parts)}){returns}"
    return line if len(line) <= 100 else f"{node.name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){returns}"


def shown(argument, default):
    annotation = f": {ast.unparse(argument.annotation)}" if argument.annotation else ""
    return argument.arg + annotation + (f" = {ast.unparse(default)}" if default is not None else "")


def identifier(name):
    return "python-" + name.removeprefix("mhqa.").replace(".", "-")


def prose(doc):
    """A docstring as Markdown blocks; its examples as code."""
    out = []
    for part in re.split(r"\n\s*\n", inspect.cleandoc(doc)):
        if not part:
            continue
        code = part.startswith(">>>")
        if code and out and out[-1].endswith("```") and ">>>" in out[-1]:
            out[-1] = out[-1][:-3] + part + "\n```"
        elif code:
            out.append(reference.fenced(part, "pycon"))
        else:
            out.append(re.sub(r"^(Returns|Raises)\b", r"**\1**", reference.escape(" ".join(part.split()))))
    return out


def comment_above(lines, number):
    """The lines "#: …" right above a line, which is counted from 1."""
    out = []
    while number > 1 and lines[number - 2].startswith("#:"):
        out.insert(0, lines[number - 2][2:].strip())
        number -= 1
    return " ".join(out)


def entry(module, name, shown_name):
    """(kind, Markdown blocks) of a name; None if the module does not define it in Python."""
    text = (PACKAGE / f"{module}.py").read_text(encoding="utf-8")
    lines = text.splitlines()
    for node in ast.parse(text).body:
        if getattr(node, "name", None) == name:
            blocks = [reference.fenced(declaration(node), "python"), *prose(ast.get_docstring(node) or "")]
            if isinstance(node, ast.ClassDef):
                for member in node.body:
                    if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                        is_property = any(getattr(d, "id", "") == "property" for d in member.decorator_list)
                        line = f"{shown_name}.{member.name}: {ast.unparse(member.returns)}" if is_property and member.returns \
                            else declaration(member)
                        blocks += [f"#### `{shown_name}.{member.name}` {{ #{identifier(shown_name + '.' + member.name)} }}",
                                   reference.fenced(line, "python"), *prose(ast.get_docstring(member) or "")]
                    elif isinstance(member, ast.AnnAssign):
                        said = re.search(r"#: (.*)", lines[member.lineno - 1])
                        blocks.append(f"`{member.target.id}: {ast.unparse(member.annotation)}`" +
                                      (": " + reference.escape(said[1]) if said else ""))
            return ("class" if isinstance(node, ast.ClassDef) else "function"), blocks
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == name:
            said = comment_above(lines, node.lineno)
            return "value", [reference.fenced(f"{name}: {ast.unparse(node.annotation)}", "python")] + \
                ([reference.escape(said)] if said else [])
    return None


def write(folder, index):
    """Writes python.md and adds its names to index."""
    top = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    out = ["# Python", *prose(ast.get_docstring(top)),
           "[mhqa for Python](../python.md) has the installation and examples."]
    wanted = [(origins(top).get(name, "__init__"), name, f"mhqa.{name}") for name in public_names(top)]
    dates = ast.parse((PACKAGE / "dates.py").read_text(encoding="utf-8"))
    wanted += [("dates", name, f"mhqa.dates.{name}") for name in public_names(dates)]
    for module, name, shown_name in wanted:
        found = entry(module, name, shown_name) if (PACKAGE / f"{module}.py").exists() else None
        if found is None:
            continue
        out += ["<hr>", f"### `{shown_name}` {{ #{identifier(shown_name)} }}", *found[1]]
        index.append((shown_name, f"Python {found[0]}", "python.md", identifier(shown_name)))
    (folder / "python.md").write_text("\n\n".join(out) + "\n", encoding="utf-8")
