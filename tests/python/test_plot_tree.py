"""What a picture of a tree shows, read from matplotlib's artists; expected words come from small data by hand."""

import itertools
import json

import espalier
import numpy as np
import pandas as pd
import pytest
from espalier.plot import _words, plot_importance, plot_tree
from matplotlib import pyplot as plt
from plot_data import constant, iris, people
from sklearn.pipeline import make_pipeline


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


def test_a_split_is_said_with_its_column_threshold_and_rows():
    root = box_texts(plot_tree(espalier.TreeClassifier(budget="3leaves").fit(*iris())))[0]
    assert root == "petal length (cm)\n≤ 2.45\n150 rows"


def test_thresholds_part_all_numbers_as_the_model_does():
    X, y = espalier.generate("friedman1", rows=2000, seed=1)
    X = np.round(X * np.float32(12345.5), 1) - np.array([0, 5000, 0, 0.5, 1e6, 0, 0, 0, 0, 0], np.float32)
    model = espalier.TreeRegressor(budget="40leaves").fit(X, y)
    splits = json.loads(model.export("json"))["trees"][0]["splits"]  # in preorder, as boxes are
    conditions = [text.replace("\n", " ") for text in box_texts(plot_tree(model, max_depth=99)) if "≤" in text]
    assert len(conditions) == len(splits) == 39
    assert max(len(condition.split()[2]) for condition in conditions) > 6  # four digits would not do
    for split, condition in zip(splits, conditions, strict=True):
        column, _, number = condition.split()[:3]
        values = X[:, int(column[1:]) - 1]
        exact = np.float32(split["threshold"])
        around = np.nextafter(exact, np.float32([-np.inf, np.inf]))
        for x in (values, around, exact):
            np.testing.assert_array_equal(x <= np.float32(number.replace("−", "-")), x <= exact)


@pytest.mark.parametrize("kind", ["ForestRegressor", "GifRegressor"])  # the second with absent children
def test_every_surface_has_the_leaves_that_apply_returns(kind):
    X, y = espalier.generate("friedman1", rows=400, seed=1)
    options = {"trees": 3, "depth": 4} if kind == "ForestRegressor" else {"budget": "60nodes"}
    model = getattr(espalier, kind)(**options).fit(X, y)
    leaves = model.apply(X)
    text, dot = model.export("text"), model.export("dot")
    drawn = text.split("\ntree ")[1:] if leaves.shape[1] > 1 else [text]
    rules = {(rule["tree"], rule["leaf"]): rule for rule in model.rules()}
    absent = 0
    for tree, terminals in enumerate(t["terminals"] for t in json.loads(model.export("json"))["trees"]):
        pictured = box_texts(plot_tree(model, tree=tree, max_depth=99))
        for leaf in range(len(terminals)):
            assert sum(box.endswith(f"\nleaf {leaf}") for box in pictured) == 1
            assert drawn[tree].count(f" leaf {leaf})") == 1
            assert dot.count(f'    t{tree}e{leaf} [label="') == 1
        for leaf in np.unique(leaves[:, tree]):
            rows = np.sum(leaves[:, tree] == leaf)
            absent += terminals[leaf]["absent"]
            if terminals[leaf]["value"] != [0.0]:
                place = f", tree {tree + 1}, leaf {leaf})" if len(drawn) > 1 else f" leaf {leaf})"
                assert rules[tree, leaf]["text"].endswith(place)
            if kind == "GifRegressor":  # forests count the rows that a tree drew
                assert f"({rows} row" in next(line for line in drawn[tree].split("\n") if f" leaf {leaf})" in line)
                assert f"{rows} row" in next(box for box in pictured if box.endswith(f"\nleaf {leaf}"))
    assert absent > 0 or kind == "ForestRegressor"


def test_a_leaf_shows_the_class_its_share_and_the_rows():
    X, y = iris()
    texts = box_texts(plot_tree(espalier.TreeClassifier(budget="3leaves").fit(X, y)))
    assert "setosa: 100%\n50 rows, 33%\nleaf 0" in texts
    narrow = (X["petal length (cm)"] > 2.45) & (X["petal width (cm)"] <= 1.75)
    share = np.mean(y[narrow] == "versicolor")
    assert f"versicolor: {100 * share:.0f}%\n{narrow.sum()} rows, {100 * narrow.mean():.0f}%\nleaf 1" in texts


def test_a_leaf_of_a_regression_tree_shows_the_prediction_with_the_intercept():
    X = np.arange(10.0).reshape(-1, 1)
    y = np.where(X[:, 0] < 5, 100.0, 300.0)
    texts = box_texts(plot_tree(espalier.TreeRegressor().fit(X, y)))
    assert texts == ["x1 ≤ 4.5\n10 rows", "100\n5 rows, 50%\nleaf 0", "300\n5 rows, 50%\nleaf 1"]


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
    assert _words.condition(split, features, 4) == "kind is one of\nlabel 0, label 1,\nlabel 2, label 3,\n+ 6 more"
    assert _words.condition(split, features, 9).endswith("label 8,\n+ 1 more")
    assert _words.condition(split, features, 10).endswith("label 8, label 9")


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
    assert box_texts(plot_tree(model, max_depth=0)) == ["…\n32 leaves,\n0 to 31"]


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
    assert box_texts(ax) == ["a ≤ 1", "1.5\nleaf 0", "2.5\nleaf 1"]
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
