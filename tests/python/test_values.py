"""Options that are lists or files: what may be given, and the text that the core gets."""

from types import SimpleNamespace

import numpy as np
import pytest
from espalier import _options, _values


def option(name, type, default="", low=0.0, high=0.0):
    return SimpleNamespace(name=name, type=type, default=default, low=low, high=high, choices=[], help="which ones")


DEPTHS = option("depths", "integers", "2-7", 1, 64)
LEVELS = option("levels", "integers", "50", 1, 1e6)
SHRINKAGE = option("shrinkage", "numbers", "3,10,30", 0, 1e6)
POOL = option("tree-pool", "file")
TIME = option("time", "duration", "5m", 0, 86400)
FRUITS = option("fruits", "words")


def text(option, value):
    method = SimpleNamespace(options=[option])
    estimator = SimpleNamespace(**{_options.python_name(option): value})
    return _values.to_text(method, estimator, []).get(option.name)


def test_defaults_are_what_one_would_write():
    assert _options.default_of(DEPTHS) == "2-7"
    assert _options.default_of(LEVELS) == 50
    assert _options.default_of(SHRINKAGE) == (3.0, 10.0, 30.0)
    assert _options.default_of(POOL) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (4, "4"),
        ([2, 4], "2,4"),
        ((2, np.int32(4)), "2,4"),
        (range(2, 5), "2,3,4"),
        (np.array([2, 4]), "2,4"),
        ("2-5", "2-5"),
        ([], ""),
        (None, None),
        ([2.5], "2.5"),  # for the core to refuse
    ],
)
def test_a_list_of_whole_numbers_may_be_given_in_many_ways(value, expected):
    assert text(DEPTHS, value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.5, "0.5"), ([0.5, 1], "0.5,1"), (np.array([0.1, 1e-5]), "0.1,1e-05"), ("3,10", "3,10")],
)
def test_a_list_of_numbers_may_be_given_in_many_ways(value, expected):
    assert text(SHRINKAGE, value) == expected


@pytest.mark.parametrize("value", [True, [True], ["2"], [None], object(), [[1, 2]]])
def test_what_is_no_list_of_numbers_is_refused(value):
    with pytest.raises(ValueError, match="depths must be a number, a list of numbers or a text"):
        text(DEPTHS, value)


def test_an_endless_list_is_cut_where_the_core_refuses_it():
    assert text(DEPTHS, range(10**9)).count(",") == 10_000


def test_a_file_may_be_a_text_or_a_path(tmp_path):
    assert text(POOL, "model.esp") == "model.esp"
    assert text(POOL, tmp_path / "model.esp") == str(tmp_path / "model.esp")
    with pytest.raises(ValueError, match="tree_pool must be the name of a file, got 5"):
        text(POOL, 5)


@pytest.mark.parametrize(("value", "expected"), [("30s", "30s"), (30, "30"), (0.5, "0.5"), ("5m", None), (None, None)])
def test_a_time_may_be_a_text_or_a_number_of_seconds(value, expected):
    assert text(TIME, value) == expected


def test_words_may_be_a_text_or_a_list():
    assert text(FRUITS, "pear") == "pear"
    assert text(FRUITS, "pear,apple") == "pear,apple"
    assert text(FRUITS, ["pear", "apple"]) == "pear,apple"
    assert text(FRUITS, None) is None
    for wrong in (5, [5], ["pear", None]):
        with pytest.raises(ValueError, match="fruits must be a word or a list of words"):
            text(FRUITS, wrong)


def test_a_model_file_gives_times_and_words_back():
    estimator = SimpleNamespace(_method=SimpleNamespace(options=[TIME, FRUITS]))
    _values.restore(estimator, [("time", "30s"), ("fruits", "apple,pear")])
    assert (estimator.time, estimator.fruits) == ("30s", ("apple", "pear"))


def test_a_model_file_gives_lists_back():
    estimator = SimpleNamespace(_method=SimpleNamespace(options=[DEPTHS, LEVELS, SHRINKAGE, POOL]))
    settings = [("depths", "3-5"), ("levels", "1,5"), ("shrinkage", "0.5"), ("tree-pool", "a.esp"), ("seed", "4")]
    _values.restore(estimator, settings)
    assert (estimator.depths, estimator.levels, estimator.shrinkage) == ("3-5", (1, 5), 0.5)
    assert (estimator.tree_pool, estimator.random_state) == ("a.esp", 4)


def test_the_docs_have_the_limits_of_each_entry():
    method = SimpleNamespace(
        name="ret",
        options=[DEPTHS, LEVELS],
        budgets=[],
        default_budget=None,
        uses_validation=False,
        gives_path=False,
        gives_trace=True,
    )
    docs = _options.parameter_docs(method, classifier=False)
    assert "depths : int, list of int or str, default='2-7'\n    which ones (each 1 to 64)" in docs
    assert "levels : int, list of int or str, default=50\n    which ones (each at least 1)" in docs
    assert "trace : bool, default=False" in docs
