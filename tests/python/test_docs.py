"""What the documentation shows runs: the page for Python users, and the examples in docstrings."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import espalier
import pytest

DOCS = Path(__file__).parents[2] / "docs"
ESTIMATORS = [name for name in espalier.__all__ if hasattr(getattr(espalier, name), "_method")]
MODULES = ["espalier", *(module.name for module in pkgutil.walk_packages(espalier.__path__, "espalier."))]
MODULES.remove("espalier._core")


def python_blocks(page):
    """(line, code) of each block, in the order of the page."""
    text = page.read_text(encoding="utf-8")
    for match in re.finditer(r"^```python\n(.*?)^```$", text, flags=re.M | re.S):
        yield text[: match.start(1)].count("\n"), match[1]


@pytest.mark.parametrize("page", [DOCS / "python.md", DOCS.parent / "README.md"], ids=lambda page: page.name)
def test_every_python_block_of_the_page_runs(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = list(python_blocks(page))
    assert blocks
    names = {"__name__": "page"}
    for line, code in blocks:
        # Empty lines before the code, so that a traceback has the line of the page.
        exec(compile("\n" * line + code, str(page), "exec"), names)


def test_every_method_and_what_estimators_do_is_named():
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    for name in ESTIMATORS:
        stem = name.removesuffix("Regressor").removesuffix("Classifier")
        assert f"{stem}…" in text or name in text
    for name in dir(espalier.TreeClassifier):
        own = name in vars(espalier._base.Estimator) or name in vars(espalier._tasks.Classifier)
        if own and not name.startswith("_") and not name.startswith("set_") and name not in ("size_", "fit"):
            assert f"{name}(" in text or f"`{name}`" in text, name
    for warned in ("Load pickles only from people you trust", "An `.esp` file cannot"):
        assert warned in text


def test_links_and_pictures_of_the_page_exist():
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#:]+)\)", text)
    assert targets
    assert [target for target in targets if not (DOCS / target).exists()] == []


def test_pictures_are_small():
    pictures = list((DOCS / "pictures").glob("*.png"))
    assert pictures
    assert [picture.name for picture in pictures if picture.stat().st_size > 80_000] == []


def run_examples(name, of):
    finder = doctest.DocTestFinder(recurse=False)
    runner = doctest.DocTestRunner()
    found = [test for test in finder.find(of, name, globs={}) if test.examples]
    for test in found:
        runner.run(test)
    assert runner.failures == 0
    return len(found)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_the_example_of_every_estimator_runs(name):
    assert run_examples(name, getattr(espalier, name)) == 1


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_modules_run(name):
    module = importlib.import_module(name)
    run_examples(name, module)
    for member in vars(module).values():
        if callable(member) and getattr(member, "__module__", None) == name and not isinstance(member, type):
            run_examples(member.__name__, member)


@pytest.mark.parametrize("name", ["plot_tree", "plot_importance", "plot_frontier"])
def test_every_picture_has_an_example_that_runs(name):
    assert run_examples(name, getattr(espalier.plot, name)) == 1
