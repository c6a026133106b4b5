"""Rules as data: what a rule says holds for the rows that it counts, and all of them add up to the score."""

import espalier
import numpy as np
import pandas as pd
import pytest


def holds(condition, value):
    if value is None or value != value:
        return condition["missing"]
    if "labels" in condition:
        return value in condition["labels"]
    above, at_most = condition["above"], condition["at_most"]
    return condition["present"] and (above is None or value > above) and (at_most is None or value <= at_most)


def selected(rule, frame):
    """The rows for which the rule holds."""
    mask = np.ones(len(frame), bool)
    for condition in rule["conditions"]:
        mask &= [holds(condition, value) for value in frame[condition["feature"]]]
    return mask


def mixed_frame(rows=400):
    random = np.random.default_rng(1)
    frame = pd.DataFrame({"colour": random.choice(["red", "green", "blue"], rows), "age": random.normal(40, 9, rows)})
    frame["age"] = frame.age.astype(np.float32)
    frame.loc[::7, "age"] = np.nan
    frame.loc[::9, "colour"] = None
    return frame


def test_weights_of_the_rules_that_hold_add_up_to_the_score():
    frame = mixed_frame()
    y = 10.0 * (frame.colour == "red") + frame.age.fillna(70)
    model = espalier.BoostRegressor(trees=10, leaves=4).fit(frame, y)
    scores = np.full(len(frame), model.model_.intercept[0])
    for rule in model.rules():
        mask = selected(rule, frame)
        assert mask.sum() == rule["rows"]
        scores[mask] += rule["weight"]
    assert np.allclose(scores, model.predict(frame))


def test_rules_come_by_falling_weight_with_the_lines_of_the_export(friedman):
    model = espalier.BoostRegressor(trees=5, leaves=4).fit(*friedman)
    rules = model.rules()
    sizes = [abs(rule["weight"]) for rule in rules]
    assert sizes == sorted(sizes, reverse=True)
    assert [rule["text"] for rule in rules] == model.export("rules").splitlines()[2:]
    assert len(rules) == model.size_["rules"]


def test_several_classes_have_a_weight_each(waveform):
    model = espalier.BoostClassifier(trees=3, leaves=3).fit(*waveform)
    assert {len(rule["weight"]) for rule in model.rules()} == {3}


def test_outcomes_are_those_of_the_rows():
    frame = mixed_frame()
    y = (frame.age.fillna(0) > 40).to_numpy() ^ (np.arange(400) % 10 == 0)
    model = espalier.TreeClassifier(leaf="mode", budget="3leaves").fit(frame, y)
    for rule in model.rules():
        mask = selected(rule, frame)
        assert rule["rows"] == mask.sum()
        assert np.isclose(rule["outcome"], y[mask].mean())
        assert "positive" in rule["text"]


def test_a_model_without_statistics_knows_no_rows(friedman):
    rule = espalier.TreeRegressor(budget="500bytes").fit(*friedman).rules()[0]
    assert rule["rows"] is None and rule["outcome"] is None


def test_depths_count_the_trees(friedman):
    model = espalier.BoostRegressor(trees=7, leaves=2).fit(*friedman)
    assert model.model_.depths() == {1: 7}


def test_an_estimator_that_is_not_fitted_has_no_rules():
    with pytest.raises(ValueError, match="not fitted"):
        espalier.TreeRegressor().rules()
