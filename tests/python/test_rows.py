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
    for i, row in enumerate([(0.5, "Ulm"), (pd.NA, "Bonn"), [0.5, None], np.array([1.0, "Atlantis"], dtype=object)]):
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


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int64, bool, object])
def test_numbers_that_are_categories_are_found_in_rows_of_any_type(dtype):
    rng = np.random.default_rng(1)
    X = rng.integers(0, 2 if dtype is bool else 8, (200, 2)).astype(dtype)
    y = X[:, 0].astype(float) % 3
    model = espalier.TreeRegressor(categorical=[0]).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), y)
    for form in (lambda row: row, list, tuple):
        assert [model.predict_row(form(row)) for row in X[:50]] == list(y[:50])


def test_fractions_and_truth_values_are_the_same_category_whatever_holds_them():
    values = np.array([0.1, 0.2, 0.3] * 30)
    y = np.array([1.0, 5.0, 2.0] * 30)
    model = espalier.TreeRegressor(categorical=[0]).fit(values.astype(np.float32)[:, None], y)
    np.testing.assert_array_equal(model.predict(values[:, None]), y)
    assert model.predict_row([0.2]) == 5
    truth = np.array([True, False, False] * 30)
    y = np.where(truth, 3.0, 1.0)
    model = espalier.TreeRegressor().fit(pd.DataFrame({"a": pd.Categorical(truth)}), y)
    np.testing.assert_array_equal(model.predict(pd.DataFrame({"a": truth})), y)
    assert model.predict_row([True]) == 3 and model.predict_row([np.False_]) == 1


def test_infinity_as_a_category_of_a_row_is_an_unknown_one():
    frame = pd.DataFrame({"town": ["Ulm", "Bonn"] * 20})
    model = espalier.TreeRegressor().fit(frame, np.array([1.0, 2.0] * 20))
    assert model.predict_row([np.inf]) == model.predict_row(["Atlantis"])
