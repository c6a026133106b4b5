"""scikit-learn's own check of the contract, for every estimator."""

import functools

import espalier
import numpy as np
import pytest
import sklearn.tree
from sklearn.utils.estimator_checks import check_estimator, estimator_checks_generator

pytestmark = pytest.mark.filterwarnings("ignore")  # the checks fit tiny and constant data on purpose


# The checks fit a hundred times, and ask nothing of how good a model is: where the defaults take long, less is grown.
LESS = {
    "Combine": {"trees": 10},
    "Gif": {"trees": 50, "budget": "300nodes"},
    "Graft": {"budget": "24leaves", "search": 5},
    "Ret": {"trees": 120},
    "Rules": {"trees": 120},
}


def estimator_of(kind):
    return kind(**LESS.get(kind.__name__.removesuffix("Regressor").removesuffix("Classifier"), {}))


def names(results, status):
    return {result["check_name"] for result in results if result["status"] == status}


@functools.cache
def passed_by_scikit_learns_tree(kind):
    tree = getattr(sklearn.tree, "DecisionTree" + kind)
    return names(check_estimator(tree(), on_fail=None, on_skip=None), "passed")


# All that is asked of the outcomes is one test, since to get them takes long.
def test_check_estimator_passes_but_for_what_is_listed_with_a_reason(Estimator):
    estimator = estimator_of(Estimator)
    listed = espalier.expected_failed_checks(estimator)
    results = check_estimator(estimator, expected_failed_checks=listed, on_fail=None, on_skip=None)
    assert names(results, "failed") == set()
    assert names(results, "xfail") == set(listed)
    assert len(listed) <= 2
    assert all(len(reason) > 20 for reason in listed.values())
    kind = "Regressor" if Estimator.__name__.endswith("Regressor") else "Classifier"
    assert not passed_by_scikit_learns_tree(kind) & names(results, "skipped")


def test_class_weights_are_among_what_is_checked(Classifier):
    checked = {getattr(check, "func", check).__name__ for _, check in estimator_checks_generator(Classifier())}
    assert "check_class_weight_classifiers" in checked
    assert "check_sample_weight_equivalence_on_dense_data" in checked


@pytest.mark.parametrize("name", ["Ret", "Rules", "Linear"])
def test_a_row_of_weight_two_is_a_row_twice_where_annealing_draws_nothing(name, friedman):
    X, y = friedman
    method = getattr(espalier, name + "Regressor")
    options = {"shrinkage": 10, "levels": 1, "budget": "5features" if name == "Linear" else "10trees"}
    if name != "Linear":
        options |= {"chains": 1, "trees": 50}
    twice = np.arange(len(y)) % 3 == 0
    weighed = method(**options).fit(X, y, sample_weight=np.where(twice, 2.0, 1.0))
    repeated = method(**options).fit(np.concatenate([X, X[twice]]), np.concatenate([y, y[twice]]))
    np.testing.assert_allclose(weighed.predict(X), repeated.predict(X), rtol=1e-4)


@pytest.mark.parametrize("kind", ["Regressor", "Classifier"])
@pytest.mark.parametrize(
    "name, options", [("Gif", {"trees": 50, "budget": "100nodes"}), ("Combine", {"trees": 10, "rounds": 15})]
)
def test_a_row_of_weight_two_is_a_row_twice_where_the_papers_settings_choose_nothing(name, options, kind, friedman):
    X, y = friedman[0], friedman[1] if kind == "Regressor" else friedman[1] > 14
    model = getattr(espalier, name + kind).from_preset("paper", **options)
    twice = np.arange(len(y)) % 3 == 0
    score = "predict" if kind == "Regressor" else "decision_function"
    weighed = getattr(model.fit(X, y, sample_weight=np.where(twice, 2.0, 1.0)), score)(X)
    repeated = getattr(model.fit(np.concatenate([X, X[twice]]), np.concatenate([y, y[twice]])), score)(X)
    np.testing.assert_allclose(weighed, repeated, rtol=1e-4, atol=1e-6)
