"""The model as it was on the way: methods that take one node after the other keep a record."""

import io
import pickle

import espalier
import numpy as np
import pytest


def estimator_of(model):
    return espalier.load(io.BytesIO(model.to_bytes()))


@pytest.fixture(scope="module")
def grown(friedman):
    return espalier.GifRegressor.from_preset("paper", trees=20, budget="200nodes").fit(*friedman)


def test_a_stage_has_no_more_nodes_than_asked_for(grown):
    for nodes in (0, 1, 2, 3, 50, 199):
        assert grown.model_.at_stage(nodes).size["nodes"] <= nodes
    assert grown.model_.at_stage(200) == grown.model_
    assert grown.model_.at_stage(10**9) == grown.model_


def test_a_stage_is_the_model_of_a_smaller_budget(grown, friedman):
    X, y = friedman
    for nodes in (60, 120):  # by then every tree has its root, so that each node takes one
        small = espalier.GifRegressor.from_preset("paper", trees=20, budget=f"{nodes}nodes").fit(X, y)
        stage = estimator_of(grown.model_.at_stage(nodes))
        np.testing.assert_array_equal(stage.predict(X), small.predict(X))


def test_stages_of_a_file_and_of_a_pickle_are_the_same(grown, tmp_path):
    grown.save(tmp_path / "model.esp")
    for again in (espalier.load(tmp_path / "model.esp"), pickle.loads(pickle.dumps(grown))):
        assert again.model_.at_stage(77) == grown.model_.at_stage(77)


@pytest.mark.parametrize("Kind", [espalier.TreeRegressor, espalier.LinearRegressor])
def test_a_model_without_a_record_says_so(Kind, friedman):
    options = {"shrinkage": 10, "levels": 1} if Kind is espalier.LinearRegressor else {}
    with pytest.raises(ValueError, match="stages"):
        Kind(**options).fit(*friedman).model_.at_stage(5)


def test_what_is_stripped_keeps_no_record(grown):
    with pytest.raises(ValueError, match="no record of its stages"):
        grown.model_.stripped().at_stage(5)
