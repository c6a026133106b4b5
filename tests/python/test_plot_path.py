"""What the picture of a path shows, of estimators and of files."""

import espalier
import numpy as np
import pandas as pd
import pytest
from espalier.plot import plot_path


@pytest.fixture(scope="module")
def model():
    X, y = espalier.generate("friedman1", rows=900, seed=1)
    return espalier.BoostRegressor(trees=60, path=True).fit(X[:600], y[:600], eval_set=(X[600:], y[600:]))


def curves(ax):
    return [line for line in ax.lines if len(line.get_xdata()) > 1]


def labels(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_an_estimator_has_both_losses_against_its_trees(model):
    ax = plot_path(model)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("trees", "loss")
    rounds = [point for point in model.path_ if point["trees"] > 0]
    for line, error in zip(curves(ax), ("train_loss", "validation_loss"), strict=True):
        assert list(line.get_xdata()) == [point["trees"] for point in rounds]
        assert list(line.get_ydata()) == [point[error] for point in rounds]
    assert labels(ax)[-1] == "the model that was kept"


def test_a_file_gives_the_curves_of_the_path(model, tmp_path):
    file = tmp_path / "way.csv"
    pd.DataFrame(model.path_).to_csv(file, index=False)
    ax = plot_path(file)
    for own, other in zip(curves(ax), curves(plot_path(model)), strict=True):
        assert np.allclose(own.get_ydata(), other.get_ydata())
    assert labels(ax) == ["way, training rows", "way, held-out rows", "the least on held-out rows"]
    marks = [line for line in ax.lines if len(line.get_xdata()) == 1]
    assert marks[1].get_ydata()[0] == pytest.approx(min(curves(ax)[1].get_ydata()))
    assert marks[0].get_xdata() == marks[1].get_xdata()


def test_a_list_and_a_data_frame_give_the_same(model):
    for path in (model.path_, pd.DataFrame(model.path_)):
        assert list(curves(plot_path(path, unit="bytes"))[0].get_xdata()) == sorted(
            point["bytes"] for point in model.path_ if point["bytes"] > 0
        )


def test_one_tree_is_measured_in_leaves_and_by_its_error():
    X, y = espalier.generate("friedman1", rows=300, seed=1)
    ax = plot_path(espalier.TreeRegressor(path=True).fit(X, y))
    assert ax.get_xlabel() == "leaves"
    assert ax.get_ylabel() == "mean squared error\non training rows"


def test_a_linear_model_is_measured_in_the_columns_that_it_uses():
    sizes = {"trees": [0, 0], "nodes": [0, 0], "leaves": [0, 0], "rules": [0, 0], "features": [1, 4], "bytes": [60, 90]}
    ax = plot_path(sizes | {"train_error": [3.0, 2.0]})
    assert ax.get_xlabel() == "features"
    assert list(curves(ax)[0].get_xdata()) == [1, 4]


def test_what_cannot_be_drawn_is_said(model, tmp_path):
    X, y = espalier.generate("friedman1", rows=300, seed=1)
    tree = espalier.TreeRegressor(path=True).fit(X, y)
    with pytest.raises(ValueError, match="fit it with path=True"):
        plot_path(espalier.TreeRegressor().fit(X, y))
    with pytest.raises(ValueError, match="the path has no loss"):
        plot_path(tree, error="loss")
    with pytest.raises(ValueError, match="error must be one of loss, error, got 'mse'"):
        plot_path(model, error="mse")
    with pytest.raises(ValueError, match="unit must be one of"):
        plot_path(model, unit="kilos")
    with pytest.raises(TypeError, match="plot_path takes a CSV file, a data frame, or dicts, got int"):
        plot_path(3)
    (tmp_path / "empty.csv").write_text("trees,train_error\n")
    with pytest.raises(ValueError, match="there are no rows to draw"):
        plot_path(tmp_path / "empty.csv")
    with pytest.raises(ValueError, match='needs a column "bytes", got train_error'):
        plot_path({"train_error": [1.0]})
