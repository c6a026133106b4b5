"""Estimators as they come from the registry: names, parameters, attributes, errors."""

import inspect

import espalier
import numpy as np
import pandas as pd
import pytest
from espalier import _core, _options
from sklearn.exceptions import NotFittedError


def test_every_method_of_the_registry_has_a_regressor_and_a_classifier():
    names = {method.name.title() + kind for method in _core.methods() for kind in ("Regressor", "Classifier")}
    assert names == {name for name in espalier.__all__ if hasattr(getattr(espalier, name), "_method")}


def test_every_option_is_a_parameter_with_the_registrys_default(Estimator):
    parameters = inspect.signature(Estimator).parameters
    for option in Estimator._method.options:
        parameter = parameters[_options.python_name(option)]
        if option.type in ("integer", "number") and option.default:
            assert parameter.default == float(option.default)
        elif not option.default:
            assert parameter.default is None


def test_the_docstring_has_every_parameter_with_its_help(Estimator):
    words = " ".join(Estimator.__doc__.split())
    for option in Estimator._method.options:
        assert f"{_options.python_name(option)} : " in words
        assert option.help in words


def test_a_mistyped_parameter_is_named_with_the_nearest_one():
    with pytest.raises(TypeError, match=r"'tree' \(did you mean 'trees'\?\)"):
        espalier.BoostRegressor(tree=10)


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("n_estimators", "trees"),
        ("learning_rate", "rate"),
        ("early_stopping_rounds", "patience"),
        ("verbose", "progress"),
    ],
)
def test_names_of_other_libraries_are_answered_with_ours(name, ours):
    with pytest.raises(ValueError, match=rf"has no parameter '{name}' \(did you mean '{ours}'\?\); its parameters are"):
        espalier.BoostRegressor().set_params(**{name: 10})
    with pytest.raises(TypeError, match=rf"'{name}' \(did you mean '{ours}'\?\)"):
        espalier.BoostRegressor(**{name: 10})


@pytest.mark.parametrize("kind", ["Regressor", "Classifier"])
def test_a_preset_gives_its_options_as_parameters(kind):
    Gif = getattr(espalier, "Gif" + kind)
    paper = Gif.from_preset("paper", budget="100nodes")
    # Begon, Joly and Geurts 2017: a thousand roots, one candidate drawn at a time, lambda = 10^-1.5.
    expected = {"trees": 1000, "window": 1, "loss": "squared", "split": "local", "refit": 0, "scale": 1, "patience": 0}
    parameters = paper.get_params()
    assert {name: parameters[name] for name in expected} == expected
    assert paper.rate == pytest.approx(10**-1.5)
    rest = Gif(budget="100nodes").get_params()
    assert all(parameters[name] == rest[name] for name in rest if name not in (*expected, "rate"))


def test_keywords_win_over_a_preset():
    gif = espalier.GifClassifier.from_preset("paper", loss=None, trees=[100, 300])
    assert gif.loss is None
    assert gif.trees == [100, 300]
    with pytest.raises(TypeError, match=r"'tree' \(did you mean 'trees'\?\)"):
        espalier.GifClassifier.from_preset("paper", tree=5)


def test_an_unknown_preset_is_a_value_error_that_names_those_there_are(Estimator):
    name, presets = Estimator._method.name, Estimator._method.presets
    there = "; it has " + ", ".join(presets) if presets else "$"
    with pytest.raises(ValueError, match=f'{name} has no preset "letter"{there}'):
        Estimator.from_preset("letter")
    for preset in presets:
        assert type(Estimator.from_preset(preset)) is Estimator


def test_messages_name_options_as_python_does(friedman):
    X, y = friedman
    with pytest.raises(ValueError, match="min_rows must be"):
        espalier.BoostRegressor(min_rows=0).fit(X, y)
    with pytest.warns(UserWarning, match="2 × min_rows = 40"):
        espalier.BoostRegressor().fit(X[:30], y[:30])


def test_a_budget_that_holds_too_few_rounds_is_said(friedman):
    with pytest.warns(UserWarning, match="too few at rate 0.1; fewer leaves"):
        espalier.BoostRegressor(budget="500bytes").fit(*friedman)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"trees": 0}, r"trees must be a whole number in \[1, 1000000\], got 0"),
        ({"rate": 2}, r"rate must be"),
        ({"loss": "absolute"}, r"loss must be"),
        ({"trees": "many"}, r"trees must be"),
        ({"trees": 10.5}, r"trees must be"),
        ({"trees": True}, r"trees must be"),
        ({"budget": "10apples"}, r"budget"),
        ({"budget": "3bytes"}, r"budget must be at least \d+ bytes"),
        ({"increasing": ["x99"]}, r"x99"),
        ({"increasing": [99]}, r"increasing names column 99, but X has 10"),
        ({"random_state": -1}, r"random_state must be in"),
        ({"random_state": 2**64}, r"random_state must be in"),
        ({"n_jobs": 0}, r"n_jobs"),
        ({"n_jobs": 2.0}, r"n_jobs must be a whole number"),
        ({"valid": "0.2"}, r"valid must be a fraction"),
        ({"increasing": [True, False]}, r"increasing is a mask of 2 columns, but X has 10"),
        ({"valid": 1.5}, r"1\.5"),
    ],
)
def test_a_wrong_value_is_a_value_error_with_the_cores_message(friedman, parameters, message):
    with pytest.raises(ValueError, match=message):
        espalier.BoostRegressor(**parameters).fit(*friedman)


def test_a_budget_in_every_unit_is_kept(Estimator, task_data, shallow):
    X, y = task_data(Estimator)
    for unit in Estimator._method.budgets:
        amount = {"trees": 2, "bytes": 2000}.get(unit, 40)
        model = Estimator(budget=f"{amount}{unit}", **shallow(Estimator, 4)).fit(X, y)
        assert 0 < model.size_[unit] <= amount


def test_size_in_bytes_is_that_of_the_saved_file(Estimator, task_data, tmp_path):
    model = Estimator().fit(*task_data(Estimator))
    model.save(tmp_path / "model.esp")
    assert (tmp_path / "model.esp").stat().st_size == model.size_["bytes"]


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(Estimator, task_data):
    X, y = task_data(Estimator)
    models = [Estimator(random_state=3, n_jobs=jobs).fit(X, y).model_.to_bytes() for jobs in (1, 2, -1, None)]
    assert len(set(models)) == 1


def test_another_seed_gives_another_forest(twonorm):
    first, second = (espalier.ForestClassifier(random_state=seed).fit(*twonorm) for seed in (1, 2))
    assert first.model_.to_bytes() != second.model_.to_bytes()


def test_random_state_may_be_a_random_state_or_none(twonorm):
    first, second = (
        espalier.ExtraClassifier(random_state=np.random.RandomState(5)).fit(*twonorm).model_.to_bytes() for _ in "ab"
    )
    assert first == second
    espalier.ExtraClassifier(random_state=None).fit(*twonorm)


@pytest.mark.parametrize(
    "classes",
    [
        np.array(["no", "yes"]),
        np.array(["no", "yes"], dtype=object),
        np.array([False, True]),
        np.array([-1, 7]),
        np.array([1.0, 2.0]),
        np.array(["2020-01-01", "2021-01-01"], dtype="datetime64[D]"),
        np.array(["ä", "日本"]),
        np.array(["10", "9"]),
    ],
    ids=str,
)
def test_classes_may_be_of_any_type(Classifier, twonorm, classes):
    X, codes = twonorm
    y = classes[codes]
    model = Classifier().fit(X, y)
    assert model.classes_.dtype == y.dtype
    assert list(model.classes_) == list(classes)
    predicted = model.predict(X)
    assert predicted.dtype == y.dtype
    assert np.mean(predicted == y) > 0.9
    assert model.predict_row(X[0]) == predicted[0]


def test_classes_from_a_categorical_series(twonorm):
    X, codes = twonorm
    y = pd.Series(pd.Categorical.from_codes(codes, ["low", "high"]), name="level")
    model = espalier.TreeClassifier().fit(X, y)
    assert list(model.classes_) == ["high", "low"]
    assert model.model_.targets == ["level"]
    assert (model.predict(X) == np.asarray(y)).all()


def test_missing_classes_and_numbers_are_refused(friedman):
    X, y = friedman
    with pytest.raises(ValueError, match="missing"):
        espalier.TreeClassifier().fit(X, np.array(["a", None] * 150, dtype=object))
    with pytest.raises(ValueError, match="NaN"):
        espalier.TreeRegressor().fit(X, np.where(y > 10, np.nan, y))


def test_texts_for_a_regressor_are_sent_to_classifiers(friedman):
    with pytest.raises(ValueError, match='y must hold numbers, got texts such as "a"; classifiers accept texts'):
        espalier.TreeRegressor().fit(friedman[0], np.array(["a", "b"] * 150))


def test_one_class_only_is_refused_by_name(Classifier, twonorm):
    X, _ = twonorm
    with pytest.raises(ValueError, match="one class"):
        Classifier().fit(X, np.zeros(len(X)))


def test_probabilities_scores_and_classes_agree(Classifier, twonorm, waveform):
    for X, y in (twonorm, waveform):
        model = Classifier().fit(X, y)
        probabilities, scores, predicted = model.predict_proba(X), model.decision_function(X), model.predict(X)
        np.testing.assert_allclose(probabilities.sum(axis=1), 1)
        assert (model.classes_[probabilities.argmax(axis=1)] == predicted).all()
        np.testing.assert_allclose(np.exp(model.predict_log_proba(X)), probabilities)
        if len(model.classes_) == 2:
            assert scores.shape == (len(X),)
            assert (model.classes_[(scores > 0).astype(int)] == predicted).all()
        else:
            assert scores.shape == (len(X), 3)
            assert (model.classes_[scores.argmax(axis=1)] == predicted).all()


def test_apply_gives_a_leaf_of_every_tree(TreeEstimator, task_data, shallow):
    X, y = task_data(TreeEstimator)
    model = TreeEstimator(budget="60leaves", **shallow(TreeEstimator, 4)).fit(X, y)
    leaves = model.apply(X)
    assert leaves.shape == (len(X), model.size_["trees"])
    together = sum(len(np.unique(leaves[:, tree])) for tree in range(leaves.shape[1]))
    assert together <= model.size_["leaves"]
    same = (leaves[:, None, :] == leaves[None, :, :]).all(axis=2)
    scores = model.predict(X) if not hasattr(model, "predict_proba") else model.decision_function(X)
    first, second = np.nonzero(same)
    np.testing.assert_array_equal(scores[first], scores[second])


def test_importances_add_up_to_one_and_find_the_strongest_column(Regressor, friedman):
    model = Regressor().fit(*friedman)
    assert model.feature_importances_.shape == (10,)
    assert model.feature_importances_.sum() == pytest.approx(1)
    # 10 x4 has the largest share of the variance of any column alone, 10 sin(pi x1 x2) more: gains of many chains,
    # which start at random, may be largest for any of the three.
    strongest = (0, 1, 3) if hasattr(model, "chains") else (3,)
    assert model.feature_importances_.argmax() in strongest


def test_importances_of_a_stripped_model_count_splits(friedman):
    model = espalier.BoostRegressor(budget="2KB").fit(*friedman)
    assert model.feature_importances_.sum() == pytest.approx(1)


def test_a_constant_target_gives_a_constant_and_says_so(Regressor, friedman):
    X, _ = friedman
    with pytest.warns(UserWarning, match="the model is a constant"):
        model = Regressor().fit(X, np.full(len(X), 2.5))
    np.testing.assert_array_equal(model.predict(X), 2.5)
    assert model.size_["trees"] == 0
    assert model.feature_importances_.sum() == 0
    assert model.predict_row(X[0]) == 2.5
    if "trees" in model._method.budgets:  # linear models have no leaves
        assert model.apply(X).shape == (len(X), 0)


def test_nothing_works_before_fit(Estimator):
    X = np.zeros((2, 3))
    calls = [
        lambda m: m.predict(X),
        lambda m: m.apply(X),
        lambda m: m.feature_importances_,
        lambda m: m.export("text"),
        lambda m: m.save("never.esp"),
        lambda m: m.size_,
        lambda m: m.predict_row(X[0]),
    ]
    for call in calls:
        with pytest.raises(NotFittedError):
            call(Estimator())


def test_a_second_fit_forgets_the_first(friedman, twonorm):
    model = espalier.BoostRegressor(path=True).fit(*friedman)
    model.predict_row(friedman[0][0])
    model.set_params(path=False).fit(*twonorm)
    assert model.n_features_in_ == 20
    assert not hasattr(model, "path_")
    assert model.predict_row(twonorm[0][0]) == model.predict(twonorm[0][:1])[0]


def test_class_weight_balanced_is_the_cores_and_a_dict_gives_weights(twonorm):
    X, y = twonorm
    kept = np.flatnonzero((y == 0) | (np.arange(len(y)) % 5 == 0))
    X, y = X[kept], y[kept]
    counts = np.bincount(y)
    balanced = espalier.BoostClassifier(class_weight="balanced").fit(X, y)
    same = espalier.BoostClassifier(class_weight={k: len(y) / (2 * counts[k]) for k in (0, 1)}).fit(X, y)
    np.testing.assert_allclose(balanced.predict_proba(X), same.predict_proba(X), rtol=1e-9)
    plain = espalier.BoostClassifier().fit(X, y)
    assert balanced.predict_proba(X)[:, 1].mean() > plain.predict_proba(X)[:, 1].mean()


def test_a_dict_of_class_weights_counts_by_class_and_refuses_unknown_ones(waveform):
    X, y = waveform
    model = espalier.BoostClassifier(class_weight={2: 3.0}, trees=5, patience=2)
    rows = y < 2
    model.fit(X, y, eval_set=(X[rows], y[rows]))  # has no row of class 2
    with pytest.raises(ValueError, match="class_weight names the class 7"):
        espalier.BoostClassifier(class_weight={7: 3.0}).fit(X, y)
    with pytest.raises(ValueError, match='class_weight must be "balanced" or a dict'):
        espalier.BoostClassifier(class_weight="even").fit(X, y)


def test_held_out_rows_stop_boosting(friedman):
    X, y = friedman
    model = espalier.BoostRegressor(trees=500, patience=5, rate=0.3).fit(X, y)
    assert model.rounds_["kept"] < 500
    given = espalier.BoostRegressor(trees=500, patience=5, rate=0.3).fit(X[:200], y[:200], eval_set=(X[200:], y[200:]))
    assert given.rounds_["tried"] < 500
    as_list = espalier.BoostRegressor(trees=500, patience=5, rate=0.3)
    as_list.fit(X[:200], y[:200], eval_set=[(X[200:], y[200:])])
    assert as_list.model_.to_bytes() == given.model_.to_bytes()
    weighted = espalier.BoostRegressor(trees=500, patience=5, rate=0.3)
    weighted.fit(X[:200], y[:200], eval_set=(X[200:], y[200:], np.ones(100)))
    assert weighted.model_.to_bytes() == given.model_.to_bytes()


def test_an_eval_set_that_does_not_fit_is_refused(twonorm):
    X, y = twonorm
    model = espalier.BoostClassifier(patience=3)
    with pytest.raises(ValueError, match='eval_set: y holds the class "9"'):
        model.fit(X, y, eval_set=(X, np.full(len(y), 9)))
    with pytest.raises(ValueError, match="features"):
        model.fit(X, y, eval_set=(X[:, :3], y))
    for wrong in ([(X, y), (X, y)], (X,), (X, y, None, None), X):
        with pytest.raises(ValueError, match="eval_set must be one"):
            model.fit(X, y, eval_set=wrong)


def test_the_path_has_a_model_of_every_size(friedman):
    X, y = friedman
    model = espalier.BoostRegressor(trees=20, path=True, valid=0.25).fit(X, y)
    assert [point["trees"] for point in model.path_] == list(range(21))
    assert all(point["validation_error"] is not None for point in model.path_)
    best = min(model.path_, key=lambda point: point["validation_error"])
    assert best["trees"] == model.rounds_["kept"]


def test_out_of_bag_rows_are_measured_by_forests(twonorm):
    measured = espalier.ForestClassifier().fit(*twonorm).out_of_bag_
    assert 0 < measured["error"] < 0.2
    assert measured["rows"] <= 300


def test_columns_with_which_the_score_must_rise_by_name_or_position(friedman):
    X, y = friedman
    by_position = espalier.BoostRegressor(increasing=[3]).fit(X, y)
    by_name = espalier.BoostRegressor(increasing="x4").fit(X, y)
    assert by_position.model_.to_bytes() == by_name.model_.to_bytes()
    line = np.repeat(X[:1], 50, axis=0)
    line[:, 3] = np.linspace(0, 1, 50)
    assert (np.diff(by_name.predict(line)) >= 0).all()


def test_notebooks_show_size_and_shape(twonorm):
    model = espalier.BoostClassifier(trees=3)
    assert "bytes" not in model._repr_html_()
    shown = model.fit(*twonorm)._repr_html_()
    assert f"{model.size_['bytes']:,} bytes: 3 trees" in shown
    assert model._repr_mimebundle_()["text/html"].count("<table>") >= 1


def test_the_summary_stands_within_the_page(twonorm):
    shown = espalier.BoostClassifier(trees=3).fit(*twonorm)._repr_html_()
    assert shown.index("columns used") < shown.index("</body>")
    assert "3 kept of 3 tried" in shown


def test_models_say_what_they_are_and_compare_by_content(friedman):
    first, second = (espalier.BoostRegressor(trees=3).fit(*friedman).model_ for _ in "ab")
    assert first == second and first is not second
    assert repr(first).startswith('<espalier model of "target": boost, regression, 3 trees, ')


def test_class_labels_are_escaped_in_notebooks(twonorm):
    X, codes = twonorm
    model = espalier.TreeClassifier().fit(X, np.array(["<script>", "b"])[codes])
    assert "<td style='text-align:left'><script>" not in model._repr_html_()


@pytest.mark.parametrize("format", _core.export_formats)
def test_export_has_the_columns_names(friedman, format):
    X, y = friedman
    frame = pd.DataFrame(X, columns=[f"input {i}" for i in range(10)])
    assert "input 3" in espalier.TreeRegressor(budget="8leaves").fit(frame, y).export(format)


def test_an_unknown_export_format_is_refused(friedman):
    with pytest.raises(ValueError, match="format must be one of text, rules, dot, json, got pdf"):
        espalier.TreeRegressor().fit(*friedman).export("pdf")


def test_generators_give_their_rows():
    X, y = espalier.generate("xor", rows=50, seed=2)
    assert X.dtype == np.float32 and len(X) == len(y) == 50
    assert set(y) == {0, 1}
    with pytest.raises(ValueError, match="friedman1"):
        espalier.generate("friedman", rows=5)
