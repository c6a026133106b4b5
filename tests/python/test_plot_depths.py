"""What the bars of depths show."""

import espalier
import pytest
from espalier.plot import plot_depths
from plot_data import constant


def test_bars_are_the_shares_of_the_trees_in_per_cent(friedman):
    model = espalier.ForestRegressor(trees=20, depth=4, min_rows=30).fit(*friedman)
    ax = plot_depths(model)
    depths = model.model_.depths()
    shown = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in ax.patches}
    assert shown == pytest.approx({depth: 100 * trees / 20 for depth, trees in depths.items()})
    assert ax.get_legend() is None


def test_several_models_stand_side_by_side(friedman):
    stumps = espalier.BoostRegressor(trees=4, leaves=2).fit(*friedman)
    ax = plot_depths({"a $": stumps, "b": stumps})
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["a $", "b"]
    left, right = ax.patches
    assert left.get_x() + left.get_width() == pytest.approx(right.get_x())
    assert len({bar.get_facecolor() for bar in ax.patches}) == 2
    names = [text.get_text() for text in plot_depths([stumps, stumps]).get_legend().get_texts()]
    assert names == ["BoostRegressor 1", "BoostRegressor 2"]


def test_what_cannot_be_drawn_is_said():
    with pytest.raises(ValueError, match="TreeRegressor has no trees"):
        plot_depths(constant())
    with pytest.raises(ValueError, match="models is empty"):
        plot_depths([])
    with pytest.raises(TypeError, match="plot_depths draws estimators from espalier, got str"):
        plot_depths("model")
