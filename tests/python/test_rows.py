"""One row at a time."""

import espalier
import numpy as np
import pandas as pd
import pytest


def test_one_row_is_predicted_as_among_many(Estimator, task_data):
    X, y = task_data(Estimator)
    model = Estimator().fit(X, y)
    expected = model.predict(X[:20])
    for form in (
        lambda row: row,
        lambda row: row.astype(np.float64),
        list,
        tuple,
        lambda row: np.repeat(row, 2)[::2],
        lambda row: row.astype(object),
    ):
        assert [model.predict_row(form(row)) for row in X[:20]] == list(expected)


def test_probabilities_of_one_row_are_those_among_many(Classifier, waveform):
    X, y = waveform
    model = Classifier().fit(X, y)
    for row, expected in zip(X[:20], model.predict_proba(X[:20]), strict=True):
        np.testing.assert_array_equal(model.predict_proba_row(row), expected)


def test_missing_values_and_categories_of_one_row():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"size": rng.normal(size=200), "town": rng.choice(["Ulm", "Bonn", "Köln"], 200)})
    y = np.where(frame["town"] == "Ulm", frame["size"], -frame["size"])
    model = espalier.BoostRegressor().fit(frame, y)
    rows = pd.DataFrame({"size": [0.5, np.nan, 0.5, 1.0], "town": ["Ulm", "Bonn", None, "Atlantis"]})
    expected = model.predict(rows)
    for i, row in enumerate([(0.5, "Ulm"), (None, "Bonn"), [0.5, None], np.array([1.0, "Atlantis"], dtype=object)]):
        assert model.predict_row(row) == expected[i]


def test_a_row_of_another_shape_or_type_is_refused(friedman):
    X, y = friedman
    model = espalier.TreeRegressor().fit(X, y)
    with pytest.raises(ValueError, match="a row must have 10 entries, got 9"):
        model.predict_row(X[0, :9])
    with pytest.raises(ValueError, match="a row must have 10 entries, got 11"):
        model.predict_row([0.0] * 11)
    with pytest.raises(ValueError, match="a row has one axis, got 2"):
        model.predict_row(X[:1])
    with pytest.raises(TypeError, match="must be a number, got 'four'"):
        model.predict_row([1.0, 2.0, 3.0, "four", 5.0, 6.0, 7.0, 8.0, 9.0, 10.0])
    with pytest.raises(TypeError):
        model.predict_row(3)
