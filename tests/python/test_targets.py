"""Several targets at once: y of two axes."""

import espalier
import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.metrics import r2_score
from sklearn.utils.estimator_checks import estimator_checks_generator

ABLE = [
    getattr(espalier, name)
    for name in espalier.__all__
    if name.endswith("Regressor") and getattr(getattr(espalier, name), "_method", None) is not None
    if getattr(espalier, name)._method.several_targets
]


@pytest.fixture
def several(friedman):
    X, y = friedman
    return X, np.column_stack([y, 1000 * X[:, 0], -y])


@pytest.fixture(params=ABLE, ids=lambda estimator: estimator.__name__)
def Able(request):
    return request.param


def test_there_is_a_regressor_of_several_targets():
    assert "GifRegressor" in [estimator.__name__ for estimator in ABLE]


def test_predictions_have_a_column_a_target(Able, several):
    X, Y = several
    model = Able(budget="300nodes").fit(X, Y)
    predicted = model.predict(X)
    assert predicted.shape == Y.shape
    assert predicted.dtype == np.float64
    assert model.model_.targets == ["target1", "target2", "target3"]
    assert model.score(X, Y) == pytest.approx(r2_score(Y, predicted))
    assert min(r2_score(Y, predicted, multioutput="raw_values")) > 0.5
    np.testing.assert_array_equal(model.predict_row(X[3]), predicted[3])


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame])
def test_names_are_those_of_a_data_frame(Able, several, frame):
    X, Y = several
    model = Able(budget="50nodes").fit(X, frame({"a": Y[:, 0], "b": Y[:, 1]}))
    assert model.model_.targets == ["a", "b"]
    plain = Able(budget="50nodes").fit(X, Y[:, :2])
    np.testing.assert_array_equal(model.predict(X), plain.predict(X))
    assert '"a", "b"' in repr(model.model_)


def test_lists_and_whole_numbers_are_taken(Able, several):
    X, Y = several
    whole = np.round(Y).astype(int)
    from_list = Able(budget="20nodes").fit(X, whole.tolist())
    np.testing.assert_array_equal(from_list.predict(X), Able(budget="20nodes").fit(X, whole).predict(X))


def test_a_saved_model_predicts_the_same(Able, several, tmp_path):
    X, Y = several
    for budget in ("50nodes", "2KB"):  # a budget in bytes keeps no record of the method
        model = Able(budget=budget).fit(X, Y)
        model.save(tmp_path / "m.esp")
        again = espalier.load(tmp_path / "m.esp")
        np.testing.assert_array_equal(again.predict(X), model.predict(X))
        np.testing.assert_array_equal(again.predict_row(X[0]), model.predict(X)[0])


def test_rules_and_words_have_all_targets(Able, several):
    X, Y = several
    model = Able(budget="50nodes").fit(X, Y)
    assert all(len(rule["weight"]) == 3 for rule in model.rules())
    assert "target1 " in model.export("text")
    assert espalier.plot.plot_tree(model, tree=0) is not None


def test_an_eval_set_has_the_same_targets(Able, several):
    X, Y = several
    Able(budget="50nodes").fit(X[:200], Y[:200], eval_set=(X[200:], Y[200:]))
    with pytest.raises(ValueError, match="of the same kind as the training target"):
        Able(budget="50nodes").fit(X[:200], Y[:200], eval_set=(X[200:], Y[200:, :2]))


def test_what_cannot_be_predicted_is_refused(Able, several):
    X, Y = several
    with pytest.raises(ValueError, match="NaN"):
        Able().fit(X, np.where(Y > 100, np.nan, Y))
    with pytest.raises(ValueError, match="missing"):
        Able().fit(X, np.ma.masked_greater(Y, 100))
    texts = pd.DataFrame({"a": Y[:, 0], "b": ["red"] * len(Y)})
    with pytest.raises(ValueError, match='got texts such as "red"'):
        Able().fit(X, texts)


def test_a_column_is_a_target_with_scikit_learns_warning(Able, friedman):
    X, y = friedman
    with pytest.warns(match="A column-vector y was passed"):
        model = Able(budget="20nodes").fit(X, y[:, None])
    assert model.predict(X).shape == y.shape


def test_the_other_regressors_refuse_them_and_say_which_does_not(Regressor, several):
    if Regressor in ABLE:
        return
    with pytest.raises(ValueError, match=r"y has 3 columns; several targets are predicted by GifRegressor"):
        Regressor().fit(*several)


def test_classifiers_refuse_them(Classifier, twonorm):
    X, y = twonorm
    with pytest.raises(ValueError, match="1d array"):
        Classifier().fit(X, np.column_stack([y, y]))


def test_the_tags_make_scikit_learn_check_them(Regressor):
    names = {getattr(check, "func", check).__name__ for _, check in estimator_checks_generator(Regressor())}
    assert ("check_regressor_multioutput" in names) == (Regressor in ABLE)
