"""What the pictures show, read from matplotlib's artists; expected words and numbers come from small data by hand."""

import builtins
import itertools
import json

import espalier
import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.pipeline import make_pipeline

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

from espalier.plot import _words, plot_frontier, plot_importance, plot_tree  # noqa: E402
from matplotlib import pyplot as plt  # noqa: E402


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    plt.close("all")


def boxes(ax):
    """The boxes of a tree; the words beside branches have none."""
    return [text for text in ax.texts if text.get_bbox_patch() is not None]


def box_texts(ax):
    return [box.get_text() for box in boxes(ax)]


def overlapping_boxes(ax):
    ax.figure.canvas.draw()
    frames = [box.get_bbox_patch().get_window_extent() for box in boxes(ax)]
    return [(a, b) for a, b in itertools.combinations(frames, 2) if a.overlaps(b)]


def boxes_outside(ax):
    ax.figure.canvas.draw()
    frame = ax.figure.bbox
    frames = [box.get_bbox_patch().get_window_extent() for box in boxes(ax)]
    return [f for f in frames if f.x0 < frame.x0 or f.x1 > frame.x1 or f.y0 < frame.y0 or f.y1 > frame.y1]


def iris():
    data = load_iris(as_frame=True)
    return data.data, data.target_names[data.target]


def people(rows=400):
    """Risk is 10 for red and green, and 5 more where the age is missing."""
    random = np.random.default_rng(1)
    frame = pd.DataFrame({"colour": random.choice(["red", "green", "blue"], rows), "age": random.normal(40, 9, rows)})
    frame.loc[::5, "age"] = np.nan
    return frame, 10.0 * frame.colour.isin(["red", "green"]) + 5.0 * frame.age.isna()


def constant():
    with pytest.warns(UserWarning, match="the model is a constant"):
        return espalier.TreeRegressor().fit([[1.0], [2.0]], [3.0, 3.0])


# ---- plot_tree


def test_a_split_is_said_with_its_column_threshold_and_rows():
    root = box_texts(plot_tree(espalier.TreeClassifier(budget="3leaves").fit(*iris())))[0]
    assert root == "petal length (cm)\n≤ 2.45\n150 rows"


def test_a_leaf_shows_the_class_its_share_and_the_rows():
    X, y = iris()
    texts = box_texts(plot_tree(espalier.TreeClassifier(budget="3leaves").fit(X, y)))
    assert "setosa: 100%\n50 rows, 33%" in texts
    narrow = (X["petal length (cm)"] > 2.45) & (X["petal width (cm)"] <= 1.75)
    share = np.mean(y[narrow] == "versicolor")
    assert f"versicolor: {100 * share:.0f}%\n{narrow.sum()} rows, {100 * narrow.mean():.0f}%" in texts


def test_a_leaf_of_a_regression_tree_shows_the_prediction_with_the_intercept():
    X = np.arange(10.0).reshape(-1, 1)
    y = np.where(X[:, 0] < 5, 100.0, 300.0)
    texts = box_texts(plot_tree(espalier.TreeRegressor().fit(X, y)))
    assert texts == ["x1 ≤ 4.5\n10 rows", "100\n5 rows, 50%", "300\n5 rows, 50%"]


def test_categories_are_sets_and_missing_values_are_asked_for():
    ax = plot_tree(espalier.TreeRegressor().fit(*people()))
    texts = box_texts(ax)
    assert any(text.startswith("colour = blue") or "green, red" in text for text in texts)
    assert any(text.startswith("age is present") for text in texts)


def test_sets_of_many_categories_are_cut_unless_more_are_asked_for():
    letters = [letter for letter in "abcdefgh" for _ in range(20)]
    X = pd.DataFrame({"kind": letters})
    model = espalier.TreeRegressor(budget="2leaves").fit(X, np.isin(letters, list("abcdef")))
    root = box_texts(plot_tree(model))[0]
    assert root in ("kind is one of\na, b, c, d,\n+ 2 more\n160 rows", "kind is one of\ng, h\n160 rows")
    split = {"feature": 0, "categories": list(range(10)), "missing": "left"}
    features = [{"name": "kind", "type": "categorical", "labels": [f"label {i}" for i in range(12)]}]
    assert _words.condition(split, features, 4, 4) == "kind is one of\nlabel 0, label 1,\nlabel 2, label 3,\n+ 6 more"
    assert _words.condition(split, features, 4, 9).endswith("label 8,\n+ 1 more")
    assert _words.condition(split, features, 4, 10).endswith("label 8, label 9")


def test_long_names_are_broken_and_cut():
    name = "income_of_the_household_before_taxes_per_year_and_head_in_thousands"
    text = _words.wrapped(name, "≤ 3")
    assert all(len(line) <= _words.LINE for line in text.splitlines())
    assert text == "income_of_the_\nhousehold_before_\ntaxes_per_year_…\n≤ 3"


@pytest.mark.parametrize("missing", [True, False])
def test_the_way_of_missing_values_is_said_unless_told_otherwise(missing):
    ax = plot_tree(espalier.TreeClassifier(budget="4leaves").fit(*iris()), missing=missing)
    words = [text.get_text() for text in ax.texts if text.get_bbox_patch() is None]
    assert len(words) == 6
    assert sum("missing" in word for word in words) == (3 if missing else 0)


@pytest.mark.parametrize("leaves", [2, 8, 32])
def test_boxes_do_not_overlap_and_stay_in_the_figure(leaves):
    X, y = espalier.generate("friedman1", rows=1000, seed=1)
    frame = pd.DataFrame(X, columns=[f"a_rather_long_name_of_column_{i}" for i in range(X.shape[1])])
    ax = plot_tree(espalier.TreeRegressor(budget=f"{leaves}leaves").fit(frame, y), max_depth=32)
    assert len(boxes(ax)) == 2 * leaves - 1
    assert not overlapping_boxes(ax)
    assert not boxes_outside(ax)


def test_the_font_shrinks_to_fit_axes_that_are_there():
    _, axes = plt.subplots(1, 2, figsize=(8, 3))
    X, y = espalier.generate("friedman1", rows=1000, seed=1)
    ax = plot_tree(espalier.TreeRegressor(budget="16leaves").fit(X, y), ax=axes[1])
    assert ax is axes[1]
    assert not overlapping_boxes(ax)
    assert not boxes_outside(ax)


def test_splits_below_max_depth_are_dots_with_their_leaves():
    X, y = espalier.generate("friedman1", rows=1000, seed=1)
    model = espalier.TreeRegressor(budget="32leaves").fit(X, y)
    texts = box_texts(plot_tree(model, max_depth=2))
    cut = [text for text in texts if text.startswith("…")]
    assert len(texts) == 7
    assert sum(int(text.split()[1]) for text in cut) == 32 - (4 - len(cut))
    assert box_texts(plot_tree(model, max_depth=0)) == ["…\n32 leaves"]


def test_large_trees_are_cut_where_they_get_too_wide():
    X, y = espalier.generate("friedman1", rows=1000, seed=1)
    model = espalier.TreeRegressor().fit(X, y)
    cut = [plot_tree(model, max_depth=depth) for depth in range(8)]
    fitting = [ax for ax in cut if ax.figure.get_figwidth() <= 30]
    ax = plot_tree(model)
    assert 1 < len(fitting) < 8
    assert box_texts(ax) == box_texts(fitting[-1])
    assert ax.figure.get_figwidth() <= 30
    assert sum(text.startswith("…") for text in box_texts(ax)) > 1


def test_large_trees_on_axes_that_are_there_have_at_most_64_ends():
    X, y = espalier.generate("friedman1", rows=1000, seed=1)
    model = espalier.TreeRegressor().fit(X, y)
    ends = [sum(not text.startswith("x") for text in box_texts(plot_tree(model, max_depth=d))) for d in range(8)]
    drawn = sum(not text.startswith("x") for text in box_texts(plot_tree(model, ax=plt.subplots()[1])))
    assert model.size_["leaves"] > 64
    assert drawn == max(count for count in ends if count <= 64)


def test_leaves_of_boosted_trees_show_what_they_add():
    X, y = iris()
    model = espalier.BoostClassifier(trees=3, leaves=4).fit(X, y == "setosa")
    ax = plot_tree(model, tree=1)
    assert ax.get_title() == "tree 1 (of 3, the first is 0)\nwhat it adds to the log-odds of True"
    values = [t["value"][0] for t in json.loads(model.export("json"))["trees"][1]["terminals"]]
    shown = [text.splitlines()[0] for text in box_texts(ax) if text[0] in "+−"]
    assert shown == [f"{value:+.4g}".replace("-", "−") for value in values]


def test_vector_leaves_show_every_class():
    model = espalier.BoostClassifier(trees=2, leaves=3, vector_leaves=True).fit(*iris())
    leaves = [text for text in box_texts(plot_tree(model)) if "setosa" in text]
    assert len(leaves) == 3
    assert all("versicolor: " in text and "virginica: " in text for text in leaves)


@pytest.mark.parametrize("kind", ["ForestClassifier", "ExtraClassifier"])
def test_leaves_of_forests_show_the_prediction_of_their_tree(kind):
    X, y = iris()
    model = getattr(espalier, kind)(trees=7).fit(X, y)
    leaves = [text for text in box_texts(plot_tree(model, tree=6)) if "%" in text.splitlines()[0]]
    assert leaves and all(": 100%\n" in text for text in leaves)  # grown to the full, on rows drawn


def test_leaves_of_a_regression_forest_are_within_the_target():
    X, y = espalier.generate("friedman1", rows=300, seed=1)
    texts = box_texts(plot_tree(espalier.ForestRegressor(trees=5, depth=3).fit(X, y)))
    values = [float(text.splitlines()[0].replace("−", "-")) for text in texts if not text.startswith("x")]
    assert min(y) <= min(values) and max(values) <= max(y)


def test_a_model_without_statistics_is_drawn_without_rows():
    texts = box_texts(plot_tree(espalier.TreeClassifier(budget="150bytes").fit(*iris())))
    assert len(texts) > 1 and not any("row" in text for text in texts)


def test_a_model_from_a_file_that_does_not_say_how_it_was_made_is_drawn(tmp_path):
    model = espalier.TreeClassifier(budget="150bytes").fit(*iris())
    model.save(tmp_path / "small.esp")
    loaded = espalier.load(tmp_path / "small.esp")
    assert box_texts(plot_tree(loaded)) == box_texts(plot_tree(model))
    assert len(plot_importance(loaded).patches) == len(plot_importance(model).patches)


def test_dollar_signs_of_names_are_no_formulas():
    X = pd.DataFrame({"$ price $": np.arange(20.0)})
    model = espalier.TreeRegressor(budget="2leaves").fit(X, X.iloc[:, 0] > 9)
    ax = plot_tree(model)
    ax.figure.canvas.draw()
    assert box_texts(ax)[0].startswith("$ price $ ≤ 9.5")
    plot_importance(model).figure.canvas.draw()


def test_absent_children_are_dotted():
    tree = {
        "splits": [{"feature": 0, "threshold": 1.0, "missing": "left", "left": -1, "right": -2}],
        "output": None,
        "terminals": [{"value": [1.0], "absent": True}, {"value": [2.0], "absent": False}],
    }
    model = {
        "format": "espalier-forest",
        "task": "regression",
        "link": "identity",
        "target": "y",
        "classes": [],
        "features": [{"name": "a", "type": "numeric"}],
        "intercept": [0.5],
        "trees": [tree],
    }
    estimator = espalier.TreeRegressor().fit(*people())
    estimator.export = lambda format: json.dumps(model)
    ax = plot_tree(estimator)
    assert box_texts(ax) == ["a ≤ 1", "1.5", "2.5"]
    assert [box.get_bbox_patch().get_linestyle() for box in boxes(ax)] == ["solid", "dotted", "solid"]


def test_trees_that_are_not_there_are_refused():
    model = espalier.BoostRegressor(trees=3).fit(*espalier.generate("friedman1", rows=200, seed=1))
    with pytest.raises(ValueError, match=r"tree must be in \[0, 2\], got 3"):
        plot_tree(model, tree=3)
    with pytest.raises(ValueError, match="max_depth must be at least 0, got -1"):
        plot_tree(model, max_depth=-1)
    with pytest.raises(ValueError, match="labels must be at least 1, got 0"):
        plot_tree(model, labels=0)
    with pytest.raises(ValueError, match="the model has no tree"):
        plot_tree(constant())


def test_pipelines_are_refused_with_a_hint():
    with pytest.raises(TypeError, match="got Pipeline; give its last step"):
        plot_tree(make_pipeline(espalier.TreeRegressor()))


# ---- plot_importance


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
    with pytest.raises(ValueError, match="the model has no splits"):
        plot_importance(constant())


# ---- plot_frontier


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
    with pytest.raises(ValueError, match="the path of ForestRegressor has no validation_error: ask for error='train_e"):
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
    with pytest.raises(ValueError, match="sizes already: trees, got leaves"):
        plot_frontier(tree, X, y, unit="leaves", ax=plot_frontier(tree, X, y, unit="trees"))
    with pytest.raises(ValueError, match="unit must be one of bytes, trees, .*got 'kilos'"):
        plot_frontier(tree, X, y, unit="kilos")
    with pytest.raises(ValueError, match="error must be one of validation_error"):
        plot_frontier(tree, X, y, error="mse")
    with pytest.raises(ValueError, match="X and y must be given together"):
        plot_frontier(tree, X)
    with pytest.raises(ValueError, match="all be regressors or all classifiers"):
        plot_frontier([tree, espalier.TreeClassifier().fit(X, y > 14)], X, y)
    with pytest.raises(TypeError, match="plot_frontier draws estimators of espalier, got str"):
        plot_frontier("model")


def test_constant_models_have_no_place_on_a_logarithmic_axis():
    with pytest.raises(ValueError, match="no model with leaves"):
        plot_frontier(constant(), [[1.0]], [3.0], unit="leaves")


# ---- matplotlib


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
