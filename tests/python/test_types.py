"""The stubs are those that the registry gives, and type checkers accept and refuse what they should."""

import importlib.util
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import espalier

ROOT = Path(__file__).parents[2]


def test_the_committed_stubs_are_what_the_registry_gives(tmp_path):
    loader = SourceFileLoader("stubs", str(ROOT / "scripts" / "stubs"))
    stubs = importlib.util.module_from_spec(importlib.util.spec_from_loader("stubs", loader))
    loader.exec_module(stubs)
    stubs.main(tmp_path)
    for name in ("__init__.pyi", "_core.pyi"):
        assert (tmp_path / name).read_text() == (ROOT / "python/espalier" / name).read_text(), "run `make stubs`"


def test_the_package_says_that_it_is_typed():
    assert (Path(espalier.__file__).parent / "py.typed").exists()


def check(tmp_path, code):
    (tmp_path / "code.py").write_text(code)
    return subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "code.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    ).stdout


def test_a_type_checker_accepts_right_code_and_refuses_wrong_keywords(tmp_path):
    right = """
import espalier

X, y = espalier.generate("xor", rows=9)
size: int = espalier.BoostClassifier(trees=5, loss="hinge").fit(X, y).size_["bytes"]
"""
    assert "Success" in check(tmp_path, right)
    wrong = check(
        tmp_path, "import espalier\nespalier.BoostClassifier(tree=5)\nespalier.BoostClassifier(loss='absolute')\n"
    )
    assert "Found 2 errors" in wrong
