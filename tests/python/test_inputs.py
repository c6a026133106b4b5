"""The same rows in every form that users hold them in give the same model."""

import datetime

import espalier
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse


def bytes_of(estimator, X, y):
    return estimator.fit(X, y).model_.to_bytes()


@pytest.fixture(scope="module")
def mixed():
    """A pandas frame of numbers, whole numbers, truth values, categories and texts, with some missing; two classes."""
    rng = np.random.default_rng(1)
    rows = 400
    frame = pd.DataFrame(
        {
            "size": np.where(rng.random(rows) < 0.1, np.nan, rng.normal(size=rows)),
            "count": rng.integers(0, 50, rows),
            "old": rng.random(rows) < 0.5,
            "grade": pd.Categorical(rng.choice(["b", "a", "c"], rows), categories=["c", "b", "a", "never"]),
            "town": rng.choice(["Ulm", "Bonn", "Köln", None], rows),
        }
    )
    y = (frame["grade"] == "a") ^ (frame["size"].fillna(0) > 0.3) ^ (frame["town"] == "Ulm")
    return frame, y.to_numpy()


ARRAYS = {
    "float64, rows first": lambda X: np.ascontiguousarray(X, np.float64),
    "float64, columns first": lambda X: np.asfortranarray(X, np.float64),
    "float32, columns first": np.asfortranarray,
    "every second of twice the rows": lambda X: np.repeat(X, 2, axis=0)[::2],
    "every second of twice the columns": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "backwards twice": lambda X: np.ascontiguousarray(X[::-1])[::-1],
    "read only": lambda X: np.frombuffer(X.tobytes(), np.float32).reshape(X.shape),
    "objects": lambda X: X.astype(object),
    "lists": lambda X: X.tolist(),
    "csr": sparse.csr_array,
    "csc": sparse.csc_matrix,
    "coo": sparse.coo_array,
}


@pytest.mark.parametrize("form", ARRAYS, ids=str)
def test_arrays_of_every_form_give_the_same_model(Regressor, friedman, form):
    X, y = friedman
    assert bytes_of(
        Regressor(trees=10) if "trees" in Regressor().get_params() else Regressor(), ARRAYS[form](X), y
    ) == (bytes_of(Regressor(trees=10) if "trees" in Regressor().get_params() else Regressor(), X, y))


@pytest.mark.parametrize("form", ARRAYS, ids=str)
def test_arrays_of_every_form_are_predicted_alike(Regressor, friedman, form):
    X, y = friedman
    model = Regressor().fit(X, y)
    np.testing.assert_array_equal(model.predict(ARRAYS[form](X)), model.predict(X))


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int32, np.int64, np.float16, bool])
def test_whole_numbers_and_truth_values_are_numbers(dtype):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 2 if dtype is bool else 100, (200, 4)).astype(dtype)
    y = X[:, 0].astype(float)
    expected = espalier.TreeRegressor().fit(X.astype(np.float32), y)
    model = espalier.TreeRegressor().fit(X, y)
    assert model.model_.to_bytes() == expected.model_.to_bytes()
    np.testing.assert_array_equal(model.predict(X), y)


FRAMES = {
    "polars": lambda frame: pl.from_pandas(frame),
    "polars enum": lambda frame: pl.from_pandas(frame).with_columns(
        pl.col("grade").cast(pl.Enum(["c", "b", "a", "never"]))
    ),
    "polars strings": lambda frame: pl.from_pandas(frame).with_columns(pl.col("grade").cast(pl.String)),
    "arrow": lambda frame: pa.Table.from_pandas(frame, preserve_index=False),
    "arrow in chunks": lambda frame: pa.Table.from_batches(
        pa.Table.from_pandas(frame, preserve_index=False).to_batches(max_chunksize=37)
    ),
    "arrow strings": lambda frame: pa.Table.from_pandas(
        frame.assign(grade=frame["grade"].astype(str)), preserve_index=False
    ),
    "any arrow stream": lambda frame: ArrowStream(pa.Table.from_pandas(frame, preserve_index=False)),
    "pandas with arrow's types": lambda frame: pa.Table.from_pandas(frame).to_pandas(types_mapper=pd.ArrowDtype),
    "pandas with nullable types": lambda frame: frame.convert_dtypes().assign(grade=frame["grade"]),
    "pandas with objects": lambda frame: frame.astype({"town": object, "grade": object}),
    "pandas categories in another order": lambda frame: frame.assign(
        grade=frame["grade"].cat.reorder_categories(["a", "never", "c", "b"]), town=frame["town"].astype("category")
    ),
}


class ArrowStream:
    """Something that is no known data frame but speaks Arrow's C stream interface."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


@pytest.mark.parametrize("form", FRAMES, ids=str)
def test_data_frames_of_every_kind_give_the_same_model(Classifier, mixed, shallow, form):
    frame, y = mixed
    model = Classifier(**shallow(Classifier, 3))
    assert bytes_of(model, FRAMES[form](frame), y) == bytes_of(model, frame, y)


@pytest.mark.parametrize("form", FRAMES, ids=str)
def test_data_frames_of_every_kind_are_predicted_alike(mixed, form):
    frame, y = mixed
    model = espalier.BoostClassifier().fit(frame, y)
    np.testing.assert_array_equal(model.predict_proba(FRAMES[form](frame)), model.predict_proba(frame))


def test_categories_that_occur_are_the_models_labels(mixed):
    frame, y = mixed
    features = {feature.name: feature for feature in espalier.ForestClassifier().fit(frame, y).model_.features}
    assert features["grade"].labels == ["a", "b", "c"]
    assert features["town"].labels == ["Bonn", "Köln", "Ulm"]
    assert features["old"].numeric and features["count"].numeric


def test_objects_with_texts_become_categories_in_arrays_too(mixed):
    frame, y = mixed
    matrix = frame.astype(object).to_numpy()
    model = espalier.BoostClassifier().fit(matrix, y)
    expected = espalier.BoostClassifier().fit(frame, y).predict_proba(frame)
    np.testing.assert_array_equal(model.predict_proba(matrix), expected)


@pytest.mark.parametrize(
    "form", [np.float32, np.float64, np.int64, object, pd.DataFrame, pl.DataFrame, sparse.csr_array]
)
def test_numbers_are_categories_where_asked_for(form):
    rng = np.random.default_rng(3)
    X = np.column_stack([rng.integers(0, 6, 300), rng.integers(0, 100, 300)])
    y = np.isin(X[:, 0], [1, 3, 5]) * 1.0
    given = form(X) if form in (pd.DataFrame, pl.DataFrame, sparse.csr_array) else X.astype(form)
    model = espalier.TreeRegressor(depth=1, categorical=[0]).fit(given, y)
    assert model.model_.features[0].labels == ["0", "1", "2", "3", "4", "5"]
    np.testing.assert_array_equal(model.predict(given), y)
    assert (
        model.predict_row([3, 50]) == 1 and model.predict_row([4.0, 50]) == 0 and model.predict_row([None, 1]) in (0, 1)
    )
    texts = pd.DataFrame({"a": X[:, 0].astype(str), "b": X[:, 1]})
    assert espalier.TreeRegressor(depth=1).fit(texts, y).predict(texts).tolist() == y.tolist()


def test_categorical_columns_that_are_not_there_are_refused(friedman):
    with pytest.raises(ValueError, match='categorical names the column "x11"'):
        espalier.TreeRegressor(categorical=["x11"]).fit(*friedman)
    with pytest.raises(ValueError, match="categorical names column 10, but X has 10"):
        espalier.TreeRegressor(categorical=[10]).fit(*friedman)


def test_unknown_categories_are_treated_as_missing(mixed):
    frame, y = mixed
    model = espalier.BoostClassifier().fit(frame, y)
    unknown = frame.assign(town="Atlantis")
    missing = frame.assign(town=pd.Series([None] * len(frame), dtype="str"))
    np.testing.assert_array_equal(model.predict_proba(unknown), model.predict_proba(missing))


def test_an_eval_set_with_other_categories_is_coded_as_the_training_data(mixed):
    frame, y = mixed
    model = espalier.BoostClassifier(patience=3, trees=50)
    model.fit(frame, y, eval_set=(frame.assign(town="Atlantis", grade=frame["grade"].astype(str)), y))
    assert model.rounds_["tried"] > 0


def test_columns_are_named_after_the_frames(mixed):
    frame, y = mixed
    model = espalier.TreeClassifier().fit(frame, y)
    assert list(model.feature_names_in_) == list(frame.columns)
    assert model.n_features_in_ == 5


def test_columns_in_another_order_or_with_other_names_are_refused(mixed):
    frame, y = mixed
    model = espalier.TreeClassifier().fit(frame, y)
    with pytest.raises(ValueError, match="same order"):
        model.predict(frame[frame.columns[::-1]])
    with pytest.raises(ValueError, match="feature names"):
        model.predict(frame.rename(columns={"size": "length"}))
    with pytest.raises(ValueError, match="now missing"):
        model.predict(frame[["size", "count"]])


def test_an_array_after_a_frame_is_taken_by_position_with_a_warning(friedman):
    X, y = friedman
    frame = pd.DataFrame(X, columns=list("abcdefghij"))
    model = espalier.TreeRegressor().fit(frame, y)
    with pytest.warns(UserWarning, match="valid feature names"):
        by_position = model.predict(X)
    np.testing.assert_array_equal(by_position, model.predict(frame))


def test_frames_without_names_are_like_arrays(friedman):
    X, y = friedman
    model = espalier.TreeRegressor().fit(pd.DataFrame(X), y)
    assert not hasattr(model, "feature_names_in_")
    np.testing.assert_array_equal(model.predict(X), model.predict(pd.DataFrame(X)))


def test_a_constant_model_predicts_as_many_rows_as_a_frame_has(mixed):
    frame, _ = mixed
    with pytest.warns(UserWarning, match="constant"):
        model = espalier.TreeRegressor().fit(frame, np.ones(len(frame)))
    assert model.predict(frame).tolist() == [1.0] * len(frame)


def test_missing_truth_values_are_missing_numbers():
    y = np.array([1.0, 2.0, 3.0] * 20)
    for frame in (
        pd.DataFrame({"a": pd.array([True, False, None] * 20, dtype="boolean")}),
        pl.DataFrame({"a": [True, False, None] * 20}),
        pa.table({"a": [True, False, None] * 20}),
    ):
        np.testing.assert_array_equal(espalier.TreeRegressor().fit(frame, y).predict(frame), y)


def test_dates_are_refused_by_name(mixed):
    frame, y = mixed
    with pytest.raises(ValueError, match='column "when" holds Datetime'):
        espalier.TreeClassifier().fit(frame.assign(when=pd.Timestamp("2020-01-01")), y)


def test_lazy_frames_say_what_to_do(mixed):
    frame, y = mixed
    with pytest.raises(ValueError, match=r"collect\(\)"):
        espalier.TreeClassifier().fit(pl.from_pandas(frame).lazy(), y)


def test_two_columns_of_one_name_are_refused(friedman):
    X, y = friedman
    twice = pd.DataFrame(X[:, :3], columns=["a", "b", "a"])
    model = espalier.TreeRegressor().fit(X[:, :3], y)
    arrow = pa.Table.from_arrays([pa.array(X[:, 0])] * 2, names=["a", "a"])
    for call in (
        lambda: espalier.TreeRegressor().fit(twice, y),
        lambda: model.predict(twice),
        lambda: espalier.TreeRegressor().fit(arrow, y),
    ):
        with pytest.raises(ValueError, match='^X has several columns named "a"; names must differ$'):
            call()
    with pytest.raises(ValueError, match='^y has several columns named "a"; names must differ$'):
        espalier.GifRegressor().fit(X, twice)


def test_missing_values_and_infinities_are_accepted(Estimator, task_data):
    X, y = task_data(Estimator)
    X = X.astype(np.float64)
    X[::7, 0] = np.nan
    X[::11, 1] = np.inf
    X[::13, 2] = -np.inf
    predicted = Estimator().fit(X, y).predict(X)
    assert len(predicted) == len(y)
    if predicted.dtype.kind == "f":
        assert np.isfinite(predicted).all()


def test_nothing_of_a_float_array_is_copied(friedman):
    """The core looks into the array itself: what is changed afterwards is seen."""
    from espalier import _core

    X = np.array(friedman[0])
    model = espalier.TreeRegressor().fit(X, friedman[1])
    for array in (X.copy(), X.astype(np.float64), np.asfortranarray(X)):
        table = _core.Table(len(array))
        table.add_matrix(array, [f"x{i + 1}" for i in range(10)])
        array[:] = X[::-1]
        np.testing.assert_array_equal(model.model_.scores(table, 1)[:, 0], model.predict(X[::-1]))


def test_weights_count_as_repeated_rows(friedman):
    X, y = friedman
    weight = np.arange(len(y)) % 3
    rows = np.repeat(np.arange(len(y)), weight)
    for estimator in (espalier.TreeRegressor(), espalier.ExtraRegressor(trees=5)):
        weighted = estimator.fit(X, y, sample_weight=weight).predict(X)
        repeated = estimator.fit(X[rows], y[rows]).predict(X)
        # Elsewhere two cuts of equal gain may differ.
        np.testing.assert_allclose(repeated[weight > 0], weighted[weight > 0], rtol=1e-6)


@pytest.mark.parametrize("weight", [-1.0, np.nan, np.inf])
def test_wrong_weights_are_refused(friedman, weight):
    X, y = friedman
    weights = np.ones(len(y))
    weights[5] = weight
    with pytest.raises(ValueError, match="weight"):
        espalier.TreeRegressor().fit(X, y, sample_weight=weights)


def test_large_whole_numbers_stay_apart_as_categories():
    X = np.array([[16777216], [16777217]] * 20)
    y = np.array([1.0, 2.0] * 20)
    np.testing.assert_array_equal(espalier.TreeRegressor(categorical=[0]).fit(X, y).predict(X), y)


def test_masked_cells_are_missing_and_a_masked_target_is_refused(friedman):
    X, y = friedman
    mask = np.random.default_rng(0).random(X.shape) < 0.2
    masked = espalier.TreeRegressor().fit(np.ma.array(X, mask=mask), y)
    assert masked.model_.to_bytes() == espalier.TreeRegressor().fit(np.where(mask, np.nan, X), y).model_.to_bytes()
    with pytest.raises(ValueError, match="masked"):
        espalier.TreeRegressor().fit(X, np.ma.array(y, mask=mask[:, 0]))


def test_dates_in_arrays_are_refused(friedman):
    X, y = friedman
    dates = np.full((len(y), 2), np.datetime64("2020-01-01"))
    with pytest.raises(ValueError, match="X holds datetime64"):
        espalier.TreeRegressor().fit(dates, y)
    with pytest.raises(ValueError, match="y holds datetime64"):
        espalier.TreeRegressor().fit(X, dates[:, 0])


def test_numbers_at_odd_addresses_are_copied(friedman):
    X, y = friedman
    packed = np.zeros(len(y), dtype=[("tag", "u1"), ("v", "f4", 10)])
    packed["v"] = X
    assert bytes_of(espalier.TreeRegressor(), packed["v"], y) == bytes_of(espalier.TreeRegressor(), X, y)


def test_objects_with_missing_values_of_every_kind():
    y = np.array([1.0, 2.0, 3.0, 3.0, 3.0] * 12)
    for cells in ([1, 2, pd.NA, None, np.nan], ["a", "b", pd.NA, None, pd.NaT]):
        column = np.array(cells * 12, dtype=object)
        for X in (column[:, None], pd.DataFrame({"a": pd.Series(column, dtype=object)})):
            np.testing.assert_array_equal(espalier.TreeRegressor().fit(X, y).predict(X), y)
    with pytest.raises(ValueError, match="missing"):
        espalier.TreeClassifier().fit(y[:, None], np.array(["a", pd.NA] * 30, dtype=object))


@pytest.mark.parametrize("cell", [{}, [1], datetime.date(2020, 1, 1)], ids=str)
@pytest.mark.parametrize("other", [None, "text"])
def test_objects_that_are_neither_numbers_nor_texts_name_their_column(cell, other):
    X = pd.DataFrame({"span": pd.Series([cell, other] * 10, dtype=object)})
    with pytest.raises(TypeError, match='column "span"'):
        espalier.TreeRegressor().fit(X, np.arange(20.0))


def test_periods_and_intervals_are_refused_by_name():
    y = np.arange(20.0)
    months = pd.period_range("2020-01", periods=20, freq="M")
    for cells, held in ((months, "Period"), (pd.interval_range(0, 20), "Interval"), (y * 1j, "complex128")):
        for column in (pd.Series(cells), pd.Series(cells).astype(object)):
            with pytest.raises((TypeError, ValueError), match=f'^column "span".*{held[:7]}.*(number|category)'):
                espalier.TreeRegressor().fit(pd.DataFrame({"span": column, "b": y}), y)
    for estimator in (espalier.TreeRegressor(), espalier.TreeClassifier()):
        with pytest.raises(TypeError, match="^y: got Period; the argument must be a string or a real number$"):
            estimator.fit(y[:, None], pd.Series(months))


def test_dicts_are_refused_with_what_to_give_instead():
    y = np.arange(20.0)
    with pytest.raises(
        TypeError, match=r"^X is a dict; make a data frame of it, for example by pandas.DataFrame\(X\)$"
    ):
        espalier.TreeRegressor().fit({"a": y}, y)
    with pytest.raises(TypeError, match="^X is a list of dicts; make a data frame"):
        espalier.TreeRegressor().fit([{"a": number} for number in y], y)
    for estimator in (espalier.TreeRegressor(), espalier.TreeClassifier()):
        with pytest.raises(TypeError, match="^y is a dict; give its values"):
            estimator.fit(y[:, None], {"a": y})


def test_classes_of_texts_and_numbers_are_refused():
    with pytest.raises(TypeError, match="^y holds both texts and numbers"):
        espalier.TreeClassifier().fit(np.zeros((4, 1)), np.array(["a", 1, "a", 1], dtype=object))


def test_whole_numbers_beyond_64_bits_are_warned_of():
    huge = [2**70 + i for i in range(20)]
    y = np.arange(20.0)
    for X, name in ((pd.DataFrame({"id": huge}), "id"), ([[number] for number in huge], "x1")):
        with pytest.warns(
            UserWarning, match=f'column "{name}" holds whole numbers up to {2**70 + 19}; beyond 16777216'
        ):
            espalier.TreeRegressor().fit(X, y)
    with pytest.raises(ValueError, match='^column "id" holds whole numbers that are too large for a float$'):
        espalier.TreeRegressor().fit(pd.DataFrame({"id": [2**2000] * 20}), y)
    with pytest.raises(ValueError, match="^y holds whole numbers that are too large for a float$"):
        espalier.TreeRegressor().fit(y[:, None], [2**2000] * 20)


def test_whole_numbers_that_float32_merges_are_warned_of():
    ids = 20_000_000 + np.arange(40)
    y = np.arange(40.0)
    for X, what in ((ids[:, None], "X"), (pd.DataFrame({"shop": ids}), 'column "shop"')):
        with pytest.warns(UserWarning, match=f"{what} holds whole numbers up to 20000039; beyond 16777216"):
            espalier.TreeRegressor().fit(X, y)


def test_a_series_is_no_table(friedman):
    for series in (pd.Series(friedman[1]), pl.Series(friedman[1])):
        with pytest.raises(ValueError, match="Expected 2D array"):
            espalier.TreeRegressor().fit(series, friedman[1])


def test_a_frame_without_rows_is_refused(mixed):
    frame, y = mixed
    model = espalier.TreeClassifier().fit(frame, y)
    for call in (lambda: model.predict(frame[:0]), lambda: espalier.TreeClassifier().fit(frame[:0], y[:0])):
        with pytest.raises(ValueError, match="0 sample"):
            call()


def test_labels_may_hold_any_character():
    frame = pd.DataFrame({"a": ["x\0y", "x\0z", "ß", "日本", ""] * 10})
    y = np.array([1.0, 2.0, 3.0, 4.0, 5.0] * 10)
    model = espalier.TreeRegressor().fit(frame, y)
    np.testing.assert_array_equal(model.predict(frame), y)
    assert model.predict_row(["x\0z"]) == 2
    with pytest.raises(UnicodeEncodeError):
        espalier.TreeRegressor().fit(
            pd.DataFrame({"a": pd.Series(["\ud800", "b"] * 10, dtype=object)}), np.arange(20.0)
        )


def test_weights_go_with_anything_that_streams_arrow(mixed):
    frame, y = mixed
    X = ArrowStream(pa.Table.from_pandas(frame, preserve_index=False))
    weighted = espalier.TreeClassifier().fit(X, y, sample_weight=np.ones(len(y)))
    assert weighted.score(frame, y) > 0.9


@pytest.mark.parametrize("mask", [[True] + [False] * 9, np.arange(10) == 0])
def test_categorical_columns_by_a_mask(friedman, mask):
    X, y = friedman
    X = X.copy()
    X[:, 0] = np.floor(X[:, 0] * 4)
    assert bytes_of(espalier.TreeRegressor(categorical=mask), X, y) == bytes_of(
        espalier.TreeRegressor(categorical=[0]), X, y
    )
