"""What all pictures share."""

import builtins

import espalier
import matplotlib
import pytest
from espalier.plot import plot_importance, plot_tree
from plot_data import iris


def test_without_matplotlib_the_error_says_how_to_get_it(monkeypatch):
    model = espalier.TreeClassifier(budget="2leaves").fit(*iris())
    real = builtins.__import__

    def refuse(name, *arguments, **keywords):
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *arguments, **keywords)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        plot_importance(model)


def test_no_setting_of_matplotlib_is_changed():
    before = dict(matplotlib.rcParams)
    plot_tree(espalier.TreeClassifier(budget="2leaves").fit(*iris()))
    plot_importance(espalier.TreeClassifier(budget="2leaves").fit(*iris()))
    assert dict(matplotlib.rcParams) == before
