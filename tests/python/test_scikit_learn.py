"""The tools of scikit-learn that users put estimators into."""

import espalier
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import StackingRegressor, VotingClassifier
from sklearn.feature_selection import SelectFromModel
from sklearn.inspection import permutation_importance
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.multioutput import MultiOutputRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler


def test_cross_val_score_gives_a_useful_score(Estimator, task_data):
    X, y = task_data(Estimator)
    scores = cross_val_score(Estimator(), X, y, cv=3)
    assert scores.mean() > (0.4 if Estimator.__name__.endswith("Regressor") else 0.7)


def test_grid_search_on_two_processes_finds_the_better_option(friedman):
    X, y = friedman
    search = GridSearchCV(espalier.TreeRegressor(), {"depth": [1, 6]}, n_jobs=2, cv=3).fit(X, y)
    assert search.best_params_ == {"depth": 6}
    assert search.best_estimator_.size_["leaves"] > 2


def test_grid_search_over_an_option_of_every_method(Regressor, friedman):
    X, y = friedman
    if "shrinkage" in Regressor().get_params():  # all but nothing is left of weights shrunk by a million rows
        better, grid = {"shrinkage": 10}, {"shrinkage": [1e6, 10]}
    elif "depth" in Regressor().get_params():
        better, grid = {"depth": 6}, {"depth": [1, 6]}
    else:
        better, grid = {"budget": "200nodes"}, {"budget": ["2nodes", "200nodes"]}
    assert GridSearchCV(Regressor(), grid, n_jobs=2, cv=3).fit(X, y).best_params_ == better


def test_pipeline_scales_and_predicts_as_without_scaling(friedman):
    X, y = friedman
    plain = espalier.TreeRegressor(depth=4).fit(X, y)
    scaled = make_pipeline(StandardScaler(), espalier.TreeRegressor(depth=4)).fit(X, y)
    # Cuts lie between the same rows; only the rounding of scaled values may move one.
    assert np.mean(np.abs(plain.predict(X) - scaled.predict(X)) < 1e-6) > 0.99


def test_sample_weight_goes_through_a_pipeline(friedman):
    X, y = friedman
    weight = np.arange(len(y)) % 3
    pipeline = make_pipeline(StandardScaler(), espalier.TreeRegressor(depth=3))
    pipeline.fit(X, y, treeregressor__sample_weight=weight)
    kept = weight > 0
    repeated = np.repeat(np.flatnonzero(kept), weight[kept])
    twin = espalier.TreeRegressor(depth=3).fit(StandardScaler().fit(X).transform(X)[repeated], y[repeated])
    np.testing.assert_allclose(pipeline.predict(X), twin.predict(StandardScaler().fit(X).transform(X)))


def test_column_transformer_before_a_forest():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"size": rng.normal(size=200), "colour": rng.choice(["red", "green", "blue"], 200)})
    y = (frame["colour"] == "red").astype(int) + (frame["size"] > 0)
    columns = ColumnTransformer([("one", OneHotEncoder(), ["colour"])], remainder="passthrough")
    model = make_pipeline(columns, espalier.ForestClassifier(trees=20)).fit(frame, y)
    assert model.score(frame, y) == 1


def test_column_transformer_that_gives_data_frames():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"size": rng.normal(size=200), "colour": rng.choice(["red", "green", "blue"], 200)})
    y = (frame["colour"] == "red").astype(int)
    columns = ColumnTransformer([("scale", StandardScaler(), ["size"])], remainder="passthrough")
    columns.set_output(transform="pandas")
    model = make_pipeline(columns, espalier.TreeClassifier()).fit(frame, y)
    assert list(model[-1].feature_names_in_) == ["scale__size", "remainder__colour"]
    assert model.score(frame, y) == 1


def test_permutation_importance_finds_the_five_columns_that_matter(friedman):
    X, y = friedman
    model = espalier.BoostRegressor().fit(X, y)
    found = permutation_importance(model, X, y, n_repeats=2, random_state=0).importances_mean
    assert set(np.argsort(found)[-5:]) == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("method", ["sigmoid", "isotonic"])
def test_calibration_of_every_classifier(Classifier, twonorm, method):
    X, y = twonorm
    model = CalibratedClassifierCV(Classifier(), method=method, cv=3).fit(X, y)
    assert model.score(X, y) > 0.85


def test_stacking_and_voting(friedman, twonorm):
    stack = StackingRegressor([("tree", espalier.TreeRegressor(depth=4)), ("boost", espalier.BoostRegressor(trees=20))])
    assert stack.fit(*friedman).score(*friedman) > 0.7
    votes = VotingClassifier(
        [("a", espalier.ExtraClassifier(trees=10)), ("b", espalier.BoostClassifier(trees=10))], voting="soft"
    )
    assert votes.fit(*twonorm).score(*twonorm) > 0.9


def test_one_model_an_output(friedman):
    X, y = friedman
    model = MultiOutputRegressor(espalier.TreeRegressor(depth=4)).fit(X, np.column_stack([y, -y]))
    predicted = model.predict(X)
    np.testing.assert_allclose(predicted[:, 0], -predicted[:, 1])


def test_selection_by_importance_keeps_what_matters(friedman):
    X, y = friedman
    kept = SelectFromModel(espalier.ForestRegressor(features=4)).fit(X, y).get_support()
    assert kept[3] and not kept[5:].any()


def test_clone_has_the_same_parameters_and_no_model(Estimator, task_data):
    fitted = Estimator(budget="64KB", random_state=7).fit(*task_data(Estimator))
    copy = clone(fitted)
    assert copy.get_params() == fitted.get_params()
    assert not hasattr(copy, "model_")


def test_cross_val_predict_of_probabilities(waveform):
    X, y = waveform
    probabilities = cross_val_predict(espalier.BoostClassifier(trees=20), X, y, method="predict_proba", cv=3)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1)
    assert np.mean(probabilities.argmax(axis=1) == y) > 0.7
