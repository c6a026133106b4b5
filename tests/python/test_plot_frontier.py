"""What curves of error against size show, read from matplotlib's artists; expected words are known by hand."""

import espalier
import numpy as np
import pytest
from espalier.plot import plot_frontier
from matplotlib import pyplot as plt
from plot_data import constant, iris


def friedman():
    X, y = espalier.generate("friedman1", rows=900, seed=1)
    return X[:600], y[:600], X[600:], y[600:]


def labels(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_a_path_is_a_curve_of_the_best_error_and_a_mark_at_the_model_kept():
    X, y, X_test, y_test = friedman()
    model = espalier.BoostRegressor(trees=60, path=True).fit(X, y, eval_set=(X_test, y_test))
    ax = plot_frontier(model)
    raw, best, kept = ax.lines[:3]
    assert list(raw.get_xdata()) == [point["bytes"] for point in model.path_]
    assert list(best.get_ydata()) == list(np.minimum.accumulate(raw.get_ydata()))
    assert np.isclose(kept.get_ydata()[0], np.mean((model.predict(X_test) - y_test) ** 2))
    assert kept.get_xdata()[0] == len(model.model_.stripped().to_bytes())
    assert ax.get_xscale() == "log"
    assert labels(ax) == ["BoostRegressor", "every model on the way", "the model that was kept"]
    assert ax.get_ylabel() == "mean squared error\non held-out rows"


def test_the_mark_of_the_model_kept_is_that_of_the_legend():
    X, y, X_test, y_test = friedman()
    held_out = (X_test, y_test)
    tree = espalier.TreeRegressor(prune="validation", path=True).fit(X, y, eval_set=held_out)
    boost = espalier.BoostRegressor(trees=30, path=True).fit(X, y, eval_set=held_out)
    ax = plot_frontier([tree, boost])
    marks = [line for line in ax.lines if line.get_marker() not in ("None", None)]
    assert len(marks) == 2
    shown = ax.get_legend().legend_handles[-1]
    assert {line.get_marker() for line in marks} == {shown.get_marker()}


def test_a_learning_curve_has_the_losses_of_every_model():
    X, y, X_test, y_test = friedman()
    model = espalier.BoostRegressor(trees=60, path=True).fit(X, y, eval_set=(X_test, y_test))
    ax = plot_frontier(model, unit="trees", error=["train_loss", "validation_loss"], best=False)
    rounds = [point for point in model.path_ if point["trees"] > 0]
    curves = [line for line in ax.lines if len(line.get_xdata()) > 1]
    for line, error in zip(curves, ("train_loss", "validation_loss"), strict=True):
        assert list(line.get_xdata()) == [point["trees"] for point in rounds]
        assert list(line.get_ydata()) == [point[error] for point in rounds]
    names = ["BoostRegressor, training rows", "BoostRegressor, held-out rows", "the model that was kept"]
    assert labels(ax) == names
    assert ax.get_ylabel() == "loss"


def test_calls_on_one_axes_go_on_in_colours_names_and_limits():
    X, y, X_test, y_test = friedman()
    held_out = (X_test, y_test)
    small = espalier.BoostRegressor(trees=60, leaves=4, path=True).fit(X, y, eval_set=held_out)
    ax = plot_frontier(small, error="validation_error", best=False)
    plot_frontier(small, error="train_error", best=False, ax=ax)
    plot_frontier(espalier.TreeRegressor(depth=1).fit(X, y), X_test, y_test, ax=ax)
    plot_frontier(small, error="validation_error", best=False, ax=ax)
    names = [
        "BoostRegressor, held-out rows",
        "BoostRegressor, training rows",
        "TreeRegressor, the rows given",
        "BoostRegressor, held-out rows (2)",
    ]
    assert labels(ax) == [*names, "the model that was kept"]
    assert len({line.get_color() for line in ax.lines}) == 4
    assert max(line.get_ydata().max() for line in ax.lines) < ax.get_ylim()[1]
    assert len(ax.texts) == 1


def test_lines_of_the_user_keep_their_colour_to_themselves():
    X, y, X_test, y_test = friedman()
    ax = plt.subplots()[1]
    ax.plot([100, 1000], [5, 5], color="#0072B2", label="mine")
    plot_frontier(espalier.TreeRegressor(depth=3).fit(X, y), X_test, y_test, ax=ax)
    assert ax.lines[1].get_color() != ax.lines[0].get_color()
    assert labels(ax) == ["mine", "TreeRegressor"]


def test_models_without_a_path_are_points_measured_on_the_rows_given():
    X, y, X_test, y_test = friedman()
    models = [espalier.TreeRegressor(budget=budget).fit(X, y) for budget in ("20leaves", "5leaves")]
    line = plot_frontier(models, X_test, y_test, unit="leaves").lines[0]
    assert list(line.get_xdata()) == [5, 20]
    expected = [np.mean((model.predict(X_test) - y_test) ** 2) for model in models[::-1]]
    assert np.allclose(line.get_ydata(), expected)


def test_errors_of_classes_are_in_per_cent():
    X, y = iris()
    model = espalier.TreeClassifier(budget="2leaves").fit(X, y)  # tells setosa from the rest: a third is wrong
    ax = plot_frontier({"stump": model}, X, y)
    assert np.isclose(ax.lines[0].get_ydata()[0], 100 / 3)
    assert ax.get_ylabel() == "error, %\non the rows given"


def test_names_of_a_dict_are_in_the_legend():
    X, y, X_test, y_test = friedman()
    boost = espalier.BoostRegressor(trees=30, path=True).fit(X, y, eval_set=(X_test, y_test))
    trees = [espalier.TreeRegressor(depth=depth).fit(X, y) for depth in (1, 2, 3)]
    ax = plot_frontier({"many $": boost, "one": trees}, X_test, y_test)
    assert labels(ax) == ["many $", "one", "every model on the way", "the model that was kept"]
    assert ax.get_ylabel() == "mean squared error\ncurves on held-out rows,\nothers on the rows given"


def test_what_cannot_be_drawn_is_said():
    X, y, X_test, y_test = friedman()
    tree = espalier.TreeRegressor().fit(X, y)
    path = espalier.ForestRegressor(trees=4, path=True).fit(X, y)
    with pytest.raises(ValueError, match="TreeRegressor has no path: fit it with path=True, or give X and y"):
        plot_frontier(tree)
    with pytest.raises(
        ValueError, match="the path of ForestRegressor has no validation_error: fit it with eval_set or valid, ask"
    ):
        plot_frontier(path)
    with pytest.raises(ValueError, match="models is empty"):
        plot_frontier([])
    with pytest.raises(ValueError, match="or a list in it"):
        plot_frontier({"none": []})
    losses = ["train_error", "train_loss"]
    pruned = espalier.TreeRegressor(path=True).fit(X, y)
    with pytest.raises(ValueError, match="the path of TreeRegressor has no train_loss: ask for error='train_error'"):
        plot_frontier(pruned, error=losses)
    boost = espalier.BoostRegressor(trees=3, path=True).fit(X, y)
    with pytest.raises(ValueError, match="one kind of error, got loss and mean squared error"):
        plot_frontier(boost, error=losses)
    with pytest.raises(ValueError, match="the Axes already show trees, got leaves"):
        plot_frontier(tree, X, y, unit="leaves", ax=plot_frontier(tree, X, y, unit="trees"))
    with pytest.raises(ValueError, match="unit must be one of bytes, trees, .*got 'kilos'"):
        plot_frontier(tree, X, y, unit="kilos")
    with pytest.raises(ValueError, match="error must be one of validation_error"):
        plot_frontier(tree, X, y, error="mse")
    with pytest.raises(ValueError, match="X and y must be given together"):
        plot_frontier(tree, X)
    with pytest.raises(ValueError, match="all be regressors or all classifiers"):
        plot_frontier([tree, espalier.TreeClassifier().fit(X, y > 14)], X, y)
    with pytest.raises(TypeError, match="plot_frontier draws estimators from espalier, got str"):
        plot_frontier("model")


def test_constant_models_have_no_place_on_a_logarithmic_axis():
    with pytest.raises(ValueError, match="no model with leaves"):
        plot_frontier(constant(), [[1.0]], [3.0], unit="leaves")
