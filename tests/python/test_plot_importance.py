"""What the bars of importances show, read from matplotlib's artists; expected words come from small data by hand."""

import espalier
import numpy as np
import pytest
from espalier.plot import plot_importance
from plot_data import constant, iris


def test_importance_bars_are_sorted_by_share():
    X, y = espalier.generate("friedman1", rows=500, seed=1)
    model = espalier.BoostRegressor(trees=20).fit(X, y)
    ax = plot_importance(model)
    widths = [bar.get_width() for bar in ax.patches]
    assert widths == sorted(widths, reverse=True)
    assert np.allclose(widths, 100 * np.sort(model.feature_importances_)[::-1])
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == [f"x{i + 1}" for i in np.argsort(-model.feature_importances_, kind="stable")]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]  # the first bar is on top


def test_columns_beyond_the_top_are_one_bar():
    X, y = espalier.generate("friedman1", rows=500, seed=1)
    ax = plot_importance(espalier.BoostRegressor(trees=20).fit(X, y), top=4)
    assert [label.get_text() for label in ax.get_yticklabels()][-1] == "6 others"
    assert np.isclose(sum(bar.get_width() for bar in ax.patches), 100)


def test_columns_that_are_not_used_have_no_bar():
    ax = plot_importance(espalier.TreeClassifier(budget="3leaves").fit(*iris()))
    assert len(ax.patches) == 2


def test_importances_without_gains_are_shares_of_splits():
    X, y = espalier.generate("friedman1", rows=500, seed=1)
    ax = plot_importance(espalier.TreeRegressor(budget="300bytes").fit(X, y))
    assert ax.get_xlabel() == "share of the splits, %"


def test_a_constant_model_has_no_importances():
    with pytest.raises(ValueError, match="the model is a constant"):
        plot_importance(constant())
