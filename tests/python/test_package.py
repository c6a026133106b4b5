"""The package itself."""

import subprocess
import sys


def run(code):
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def test_importing_loads_nothing_that_is_optional():
    code = """
import sys
import sklearn.base, sklearn.utils.multiclass
before = set(sys.modules)
import espalier
loaded = {name.split(".")[0] for name in set(sys.modules) - before}
print(loaded & {"matplotlib", "pandas", "polars", "pyarrow", "tqdm"})
"""
    assert run(code) == "set()\n"


def test_plot_is_there_without_a_second_import():
    assert run("import espalier; print(callable(espalier.plot.plot_tree))") == "True\n"


def test_completion_offers_what_is_public_and_nothing_else():
    names = run("import espalier; print(dir(espalier))")
    assert "'plot'" in names and "'load'" in names and "make_estimators" not in names and "atexit" not in names


def test_an_unknown_attribute_is_an_attribute_error():
    assert run("import espalier; print(hasattr(espalier, 'nothing'))") == "False\n"
