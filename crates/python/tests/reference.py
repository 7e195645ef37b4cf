"""The page of the book about the package, made from its sources."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parent.parent / "python/stratalog"
PAGE = SOURCES.parent.parent.parent.parent / "docs/src/reference/python.md"

#: Which parts of the package stand under which heading.
SECTIONS = {
    "Verbs": ["verbs.py", "rules.py"],
    "Games": ["_native.pyi", "players.py"],
    "Learning clauses": ["induction.py"],
    "Logic programs": ["logic.py"],
    "Environments": ["envs/gym.py", "envs/vector.py", "envs/zoo.py"],
    "OpenSpiel": ["openspiel.py"],
    "Many machines": ["cluster.py"],
    "Errors": ["errors.py"],
}

#: What only the package itself uses.
INTERNAL = {
    "Answers",
    "Batch",
    "JointPosition",
    "NativeProgram",
    "answered",
    "ask",
    "calls_on",
    "facts_of",
    "from_native",
    "goal_of",
    "induce_on",
    "pieces_on",
    "play_on",
    "rows_of",
    "with_seed",
}

OPENING = """# The Python package

`pip install ./crates/python` builds the package from the repository and installs it; the extras \
`[envs]`, `[openspiel]` and `[cluster]` bring what these parts need. The \
[tutorial for RL researchers](../tutorials/rl-researcher.md) shows it at work. Verbs return \
[the answers of the command](json.md) as objects with the same names.

This page is made from the signatures and documentation strings of the package.
"""


def page() -> str:
    """The whole page."""
    return OPENING + "".join(
        f"\n## {title}\n" + "".join(part for file in files for part in parts(file))
        for title, files in SECTIONS.items()
    )


def parts(file: str) -> Iterator[str]:
    """The public functions and classes of a file."""
    module = ast.parse((SOURCES / file).read_text(encoding="utf-8"))
    prefix = "rules." if file == "rules.py" else ""
    for item in module.body:
        if isinstance(item, ast.FunctionDef) and is_public(item):
            yield f"\n### {prefix}{item.name}\n\n{signature(item, prefix)}{documentation(item)}"
        elif isinstance(item, ast.ClassDef) and is_public(item):
            yield f"\n### {item.name}\n{documentation(item)}"
            for member in item.body:
                if isinstance(member, ast.FunctionDef) and is_member(member):
                    yield f"\n{signature(member, f'{item.name}.')}{documentation(member)}"


def is_public(item: ast.FunctionDef | ast.ClassDef) -> bool:
    is_hidden = item.name.startswith("_") or item.name in INTERNAL
    return not is_hidden and bool(ast.get_docstring(item))


def is_member(member: ast.FunctionDef) -> bool:
    return not member.name.startswith("_") and not any(
        isinstance(mark, ast.Attribute) and mark.attr == "setter" for mark in member.decorator_list
    )


def signature(function: ast.FunctionDef, prefix: str) -> str:
    """How a function is called, or how a property is read."""
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    is_property = any(
        isinstance(mark, ast.Name) and mark.id == "property" for mark in function.decorator_list
    )
    if is_property:
        return f"```python\n{prefix}{function.name}{returns}\n```\n"
    arguments = ast.unparse(function.args).removeprefix("self, ").removeprefix("cls, ")
    arguments = "" if arguments in ("self", "cls") else arguments
    line = f"{prefix}{function.name}({arguments}){returns}"
    if len(line) > 96:
        inside = ",\n    ".join(split_arguments(arguments))
        line = f"{prefix}{function.name}(\n    {inside},\n){returns}"
    return f"```python\n{line}\n```\n"


def split_arguments(arguments: str) -> list[str]:
    """Arguments one by one: commas inside brackets belong to one argument."""
    found, depth, start = [], 0, 0
    for at, letter in enumerate(arguments):
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth == 0:
            found.append(arguments[start:at].strip())
            start = at + 1
    return [*found, arguments[start:].strip()]


def documentation(item: ast.FunctionDef | ast.ClassDef) -> str:
    """A documentation string as Markdown: examples become code blocks."""
    text = inspect.cleandoc(ast.get_docstring(item) or "").replace("``", "`")
    if not text:
        return ""
    lines: list[str] = []
    is_example = False
    for line in text.splitlines():
        if line.startswith(">>>") and not is_example:
            lines.append("```python")
            is_example = True
        elif not line and is_example:
            lines.append("```")
            is_example = False
        lines.append(line)
    if is_example:
        lines.append("```")
    return "\n" + "\n".join(lines) + "\n"
