"""espalier.compact: fitted forests made smaller."""

import subprocess

import espalier
import numpy as np
import pandas as pd
import pytest


@pytest.fixture(scope="module")
def rows():
    return espalier.generate("friedman1", rows=600, seed=1)


@pytest.fixture(scope="module")
def forest(rows):
    return espalier.ForestRegressor(trees=20).fit(*rows)


def test_the_model_is_within_the_budget_and_predicts_almost_as_well(rows, forest):
    X, y = espalier.generate("friedman1", rows=600, seed=2)
    small = espalier.compact(forest, *rows, budget="100leaves")
    assert small.size_["leaves"] <= 100
    assert small.score(X, y) > forest.score(X, y) - 0.1
    assert forest.size_["leaves"] > 1000
    assert small.model_.method == "compact"
    assert espalier.compact(forest, *rows, budget="1KB").size_["bytes"] <= 1024


def test_it_is_what_the_command_line_makes(rows, forest, tmp_path):
    X, y = rows
    forest.save(tmp_path / "forest.esp")
    columns = [f"x{i + 1}" for i in range(X.shape[1])]
    pd.DataFrame(X, columns=columns).assign(y=y).to_csv(tmp_path / "rows.csv", index=False)
    words = ["compact", "forest.esp", "--data", "rows.csv", "--target", "y", "--budget", "50leaves", "--seed", "7"]
    subprocess.run(["espalier", *words, "-o", "small.esp"], cwd=tmp_path, check=True)
    small = espalier.compact(forest, X, y, budget="50leaves", random_state=7)
    assert small.model_.to_bytes() == (tmp_path / "small.esp").read_bytes()
    loaded = espalier.load(tmp_path / "small.esp")
    assert (loaded.predict(pd.DataFrame(X, columns=columns)) == small.predict(X)).all()
    again = espalier.compact(loaded, pd.DataFrame(X, columns=columns), y, budget="20leaves", n_jobs=1)
    assert again.size_["leaves"] <= 20


def test_classes_keep_their_labels(rows):
    X, y = rows
    labels = np.array(["low", "middle", "high"])[np.digitize(y, [12, 17])]
    frame = pd.DataFrame(X, columns=list("abcdefghij"))
    frame["a"] = pd.Categorical(np.where(frame["a"] > 0.5, "large", "small"))
    model = espalier.BoostClassifier(trees=20).fit(frame, labels)
    eval_set = (frame[:100], labels[:100], np.ones(100))
    small = espalier.compact(model, frame, labels, budget="60leaves", sample_weight=np.ones(600), eval_set=eval_set)
    assert list(small.classes_) == ["high", "low", "middle"]
    assert small.score(frame, labels) > 0.6
    assert small.predict_proba(frame).shape == (600, 3)
    assert (small.predict(frame[list("jihgfedcba")[::-1]]) == small.predict(frame)).all()


def test_without_a_budget_it_is_refitted(rows, forest):
    same = espalier.compact(forest, *rows)
    assert same.size_["nodes"] == forest.size_["nodes"]
    assert (same.predict(rows[0]) != forest.predict(rows[0])).any()


def test_what_cannot_be_is_refused(rows, forest):
    X, y = rows
    with pytest.raises(ValueError, match="a linear model has no trees"):
        espalier.compact(espalier.LinearRegressor().fit(X, y), X, y, budget="10leaves")
    with pytest.raises(ValueError, match="budget in features"):
        espalier.compact(forest, X, y, budget="3features")
    with pytest.raises(ValueError, match="rows must be at least 1"):
        espalier.compact(forest, X, y, budget="3leaves", rows=0)
    with pytest.warns(UserWarning, match="too small for a split"):
        assert espalier.compact(forest, X, y, budget="1leaf").size_["leaves"] == 0
    with pytest.raises(ValueError):
        espalier.compact(espalier.ForestRegressor(), X, y)
