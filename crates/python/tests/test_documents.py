"""The examples of the documentation run."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest
import reference
import stratalog
from stratalog import _native

FOLDER = Path(__file__).parent.parent
MODULES = [
    module.name
    for module in pkgutil.walk_packages(stratalog.__path__, "stratalog.")
    if not module.name.endswith(("__main__", "_native"))
]


@pytest.mark.parametrize("name", ["stratalog", *MODULES])
def test_examples_of_modules_run(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize("name", ["Game", "Position", "NamedPlayer"])
def test_examples_of_native_classes_run(name: str) -> None:
    text = getattr(_native, name).__doc__
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


TUTORIAL = FOLDER.parent.parent / "docs/src/tutorials/rl-researcher.md"


@pytest.mark.parametrize("page", [FOLDER / "README.md", TUTORIAL], ids=lambda page: page.stem)
def test_examples_of_the_pages_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10 and result.failed == 0


@pytest.mark.parametrize("script", sorted((FOLDER / "examples").glob("*.py")), ids=lambda p: p.stem)
def test_example_scripts_run(script: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(script), "--quick"], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_importing_loads_nothing_large() -> None:
    code = (
        "import sys, stratalog; "
        "large = {'numpy', 'pandas', 'polars', 'tqdm', 'ray', 'sklearn', 'gymnasium'}; "
        "sys.exit(', '.join(large & set(sys.modules)) or 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    "module, without", [("openspiel", "gymnasium pettingzoo ray"), ("envs", "pyspiel ray")]
)
def test_an_extra_needs_only_its_own_packages(module: str, without: str) -> None:
    hidden = f"import sys; sys.modules.update(dict.fromkeys({without!r}.split()))"
    subprocess.run([sys.executable, "-c", f"{hidden}; import stratalog.{module}"], check=True)


def test_the_reference_is_the_one_made_from_the_sources() -> None:
    if os.environ.get("BOOK") == "update":
        reference.PAGE.write_text(reference.page(), encoding="utf-8")
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(), (
        "BOOK=update cargo xtask python writes the page again"
    )
