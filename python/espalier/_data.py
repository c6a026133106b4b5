"""The user's data as the core's tables and targets.

Arrays of float32 and float64 are used without a copy, in either order; data frames are read column by column. Other
numbers are converted; texts and categories become codes and labels just as the core's readers make them from a file.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from numbers import Integral

import narwhals as nw
import numpy as np
from scipy import sparse
from sklearn.utils import check_array, column_or_1d
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import assert_all_finite

from . import _core
from ._labels import category_text, check_type, is_missing, label_text

FLOATS = (np.float32, np.float64)
TEXTS = "OSUT"  # kinds of arrays that hold objects and texts
DATES = "mM"


class Frame:
    """A data frame. `native` is what scikit-learn takes names and shape from."""

    def __init__(self, frame):
        self._frame = frame
        self.native = frame.to_native()
        self.rows = len(frame)
        if self.rows == 0:
            raise ValueError(f"Found array with 0 sample(s) (shape={frame.shape}) while a minimum of 1 is required.")

    @property
    def columns(self):
        return self._frame.columns

    def table(self, names, categories, positions=None):
        """The core's table of all columns, or of those at some positions.

        `categories` has the columns that must be categorical, with their labels if these are given, else None.
        """
        table = _core.Table(self.rows)
        chosen = self._frame if positions is None else self._frame[:, positions]  # without columns it has no rows
        matrix = None if categories else _small_matrix(chosen)
        if matrix is not None:
            table.add_matrix(matrix, names)
            return table
        for column, name in zip(chosen.iter_columns(), names, strict=True):
            _add_series(table, name, column, categories)
        return table


class Matrix:
    """An array of two axes, dense or sparse."""

    def __init__(self, X, estimator, keep_types):
        dicts = X[:1] if isinstance(X, (list, tuple)) else [X]
        # A sparse matrix may be a dict.
        if not sparse.issparse(X) and any(isinstance(given, Mapping) for given in dicts):
            raise TypeError(f"{_dicts('X', X)}; make a data frame of it, for example by pandas.DataFrame(X)")
        X = X if sparse.issparse(X) or isinstance(X, np.ndarray) else np.asarray(X)
        if X.dtype.kind in DATES:
            raise ValueError(f"X holds {X.dtype}; convert it to numbers or categories")
        if not keep_types and isinstance(X, np.ndarray):
            _warn_of_merging("X", X)
        if isinstance(X, np.ma.MaskedArray):
            X = X.astype(np.float64).filled(np.nan)
        self.native = check_array(
            X,
            accept_sparse="csc",
            dtype=None if keep_types or X.dtype.kind in TEXTS else FLOATS,
            ensure_all_finite=False,
            estimator=estimator,
            input_name="X",
        )
        self.rows = self.native.shape[0]

    def table(self, names, categories, positions=None):
        """The same as for a frame."""
        matrix = self.native if positions is None else self.native[:, positions]
        if sparse.issparse(matrix):
            matrix = matrix.astype(np.float32, copy=False).toarray(order="F")
        table = _core.Table(self.rows)
        if matrix.dtype in FLOATS and not categories:
            table.add_matrix(usable(matrix), names)
            return table
        for column, name in enumerate(names):
            _add_cells(table, name, matrix[:, column], categories)
        return table


def read(X, estimator, keep_types=False):
    """X, checked. Arrays become floats unless their types are to be kept, as for numbers that are categories."""
    frame = _as_frame(X)
    return Matrix(X, estimator, keep_types) if frame is None else Frame(frame)


def _dicts(what, given):
    return f"{what} is a dict" if isinstance(given, Mapping) else f"{what} is a list of dicts"


def _as_frame(X, what="X"):
    if isinstance(X, np.ndarray) or sparse.issparse(X):
        return None
    try:
        frame = nw.from_native(X, pass_through=True, allow_series=True)
    except nw.exceptions.DuplicateError:
        names = list(getattr(X, "column_names", X.columns))  # Arrow's columns are not names
        twice = next(name for position, name in enumerate(names) if name in names[:position])
        raise ValueError(f'{what} has several columns named "{twice}"; names must differ') from None
    if isinstance(frame, nw.LazyFrame):
        raise ValueError("X is a lazy frame; call its collect() first")
    if isinstance(frame, nw.DataFrame):
        return frame
    if hasattr(X, "__arrow_c_stream__") and not isinstance(frame, nw.Series):
        import pyarrow

        return nw.from_native(pyarrow.table(X))
    return None


def usable(array):
    """The array, or a copy of it if its numbers are not aligned to their size."""
    whole = all(stride % array.itemsize == 0 for stride in array.strides)
    return array if array.flags.aligned and whole else np.array(array, order="K")


def _small_matrix(frame):
    """A small frame of floats as an array, since a copy costs less than reading it column by column."""
    types = {str(dtype).lower() for dtype in getattr(frame.to_native(), "dtypes", ())}
    if len(types) != 1 or not types <= {"float32", "float64"} or frame.shape[0] * frame.shape[1] > 1_000_000:
        return None
    matrix = frame.to_numpy()
    return matrix if matrix.dtype in FLOATS else None


def _add_series(table, name, series, categories):
    dtype = series.dtype
    if dtype in (nw.Categorical, nw.Enum):
        _add_labels(table, name, *_category_codes(series), categories.get(name))
    elif dtype == nw.Boolean and name in categories:
        _add_cells(table, name, np.array(series.to_list(), dtype=object), categories)
    elif dtype.is_numeric() or dtype == nw.Boolean:
        numbers = series.cast(nw.Int8) if dtype == nw.Boolean else series  # missing truth values are NaN then
        _add_cells(table, name, numbers.to_numpy(), categories)
    else:
        cells = series.to_numpy() if dtype in (nw.String, nw.Object, nw.Unknown) else None
        if cells is None or cells.dtype.kind == "c":
            held = dtype if cells is None else cells.dtype
            raise ValueError(f'column "{name}" holds {held}; convert it to numbers or categories, or leave it out')
        _add_cells(table, name, cells, categories, texts_may_be_numbers=False)


def _category_codes(series):
    native = series.to_native()
    if hasattr(native, "cat") and hasattr(native.cat, "codes"):  # pandas and what follows it
        return native.cat.codes.to_numpy().astype(np.int32), [label_text(label) for label in native.cat.categories]
    return _core.encode(series.cast(nw.String).to_numpy().tolist(), label_text)


def _add_cells(table, name, cells, categories, texts_may_be_numbers=True):
    """Numbers, or objects that are numbers if all of them are and otherwise texts."""
    if cells.dtype.kind not in TEXTS:
        if name in categories:
            _add_labels(table, name, *_number_codes(cells), categories[name])
        else:
            _warn_of_merging(f'column "{name}"', cells)
            table.add_numbers(name, usable(_floats(cells)))
        return
    if name not in categories and (texts_may_be_numbers or not any(isinstance(cell, str) for cell in cells)):
        numbers = _numbers_in(name, cells)
        if numbers is not None:
            table.add_numbers(name, numbers)
            return
    _add_labels(table, name, *_cell_codes(name, cells), categories.get(name))


def _cell_codes(name, cells):
    try:
        return _core.encode(cells.tolist(), category_text)
    except TypeError as error:
        raise TypeError(f'column "{name}": {error}') from None


def _floats(values):
    if values.dtype in FLOATS:
        return values
    return values.astype(np.float32 if values.dtype.itemsize <= 2 else np.float64)


def _warn_of_merging(what, values):
    """Warns of whole numbers that float32 cannot tell apart."""
    if values.dtype.kind in "iu" and values.dtype.itemsize > 2 and values.size:
        _warn_of_largest(what, max(abs(int(values.min())), abs(int(values.max()))))


def _warn_of_largest(what, largest):
    if largest > 2**24:
        message = f"{what} holds whole numbers up to {largest}; beyond {2**24} they are rounded to float32"
        warnings.warn(message, UserWarning, stacklevel=2)


def _numbers_in(name, cells):
    """Objects as numbers; None if there is anything else among them."""
    try:
        found = _as_numbers(cells)
    except OverflowError:
        raise ValueError(f'column "{name}" holds whole numbers that are too large for a float') from None
    if found is not None and np.nanmax(np.abs(found), initial=0) > 2**24:
        whole = (abs(cell) for cell in cells.tolist() if isinstance(cell, Integral))
        _warn_of_largest(f'column "{name}"', max(whole, default=0))
    return found


def _as_numbers(cells):
    try:
        return cells.astype(np.float64)
    except ValueError:
        return None
    except TypeError:  # missing values of some kinds, or no numbers
        cells = np.array([np.nan if is_missing(cell) else cell for cell in cells.tolist()], dtype=object)
    try:
        return cells.astype(np.float64)
    except (TypeError, ValueError):
        return None


def _number_codes(values):
    """Numbers that are categories: codes, and the numbers as texts."""
    found, codes = np.unique(values, return_inverse=True)
    missing = np.isnan(found) if found.dtype.kind == "f" else np.zeros(len(found), bool)
    codes = np.where(missing[codes], -1, codes).astype(np.int32)
    return codes, [label_text(value) for value in found[~missing]]


def _add_labels(table, name, codes, labels, known):
    table.add_categories(name, *_core.recode(codes, labels, known))


# ---- targets


def regression_target(y, weights):
    """The target with the one column or the several columns of y."""
    names, columns = several_columns(y) or ([_name_of(y)], [_column(y)])
    values = np.stack([_finite_numbers(column) for column in columns], axis=1)
    return _core.regression_target(names, np.ascontiguousarray(values), weights)


def several_columns(y):
    """Names and columns of a y that has two axes and more than one column; None for any other y."""
    if sparse.issparse(y):
        return None
    if np.ma.is_masked(y):
        raise ValueError("y must not hold missing values, some are masked")
    if isinstance(y, Mapping):
        raise TypeError(f"{_dicts('y', y)}; give its values, or a data frame of several targets")
    frame = _as_frame(y, "y")
    if frame is not None:
        names = [str(name) for name in frame.columns]
        return (names, [column.to_numpy() for column in frame.iter_columns()]) if len(names) > 1 else None
    values = np.asarray(y)
    if values.ndim != 2 or values.shape[1] < 2:
        return None
    return [f"target{k + 1}" for k in range(values.shape[1])], list(values.T)


def _finite_numbers(values):
    if values.dtype.kind in DATES:
        raise ValueError(f"y holds {values.dtype}; convert it to numbers")
    if values.dtype.kind in TEXTS:
        values = _target_numbers(values)
    assert_all_finite(values, input_name="y")
    return np.asarray(values, np.float64)


def _target_numbers(values):
    try:
        return values.astype(np.float64)
    except TypeError:
        _check_types(values)
        raise
    except OverflowError:
        raise ValueError("y holds whole numbers that are too large for a float") from None
    except ValueError:
        text = next(value for value in values if isinstance(value, str))
        raise ValueError(f'y must hold numbers, got texts such as "{text}"; classifiers accept texts') from None


def class_codes(y, classes=None):
    """The class of every row as a code, and the classes in order; if `classes` is given, y must hold no others."""
    values = _column(y)
    found, codes = _text_codes(values) if values.dtype.kind in "OUT" else (None, None)
    if found is None:
        if values.dtype.kind == "f":
            assert_all_finite(values, input_name="y")
        if values.dtype == object and any(is_missing(label) for label in values):
            raise ValueError("y must not hold missing values")
        found = _distinct(values)
        fractions = found[found != np.floor(found)] if found.dtype.kind == "f" else found[:0]
        check_classification_targets(fractions[:1] if len(fractions) else found[:20])
        codes = _places_in(found, values)
    if classes is None:
        return codes, found
    unknown = np.setdiff1d(found, classes)
    if len(unknown):
        raise ValueError(f'y holds the class "{label_text(unknown[0])}", which the training data do not have')
    order = np.argsort(classes)  # those of a file are in the order of their bytes
    return order[np.searchsorted(classes, found, sorter=order)].astype(np.int32)[codes], classes


def class_target(y, codes, texts, weights):
    return _core.class_target(_name_of(y), codes, texts, weights)


def _distinct(values):
    if values.dtype == object:
        _check_types(values)
    try:
        return np.unique(values)
    except TypeError:
        raise TypeError("y holds both texts and numbers; make all of its labels texts, or all numbers") from None


def _check_types(values):
    """An error if y holds objects that are neither numbers nor texts."""
    for of in {type(value) for value in values.tolist()}:
        try:
            check_type(of)
        except TypeError as error:
            raise TypeError(f"y: {error}") from None


def _column(y):
    if isinstance(y, Mapping):
        raise TypeError(f"{_dicts('y', y)}; give its values")
    if np.ma.is_masked(y):
        raise ValueError("y must not hold missing values, some are masked")
    return column_or_1d(y, warn=True)


def _text_codes(values):
    """The distinct texts in order, and the code of each row; nothing if y holds anything but texts."""
    cells = values.tolist()
    if not all(type(cell) is str for cell in cells):
        return None, None
    codes, labels = _core.encode(cells, label_text)
    found, place = np.unique(np.array(labels, dtype=values.dtype), return_inverse=True)
    return found, place.astype(np.int32)[codes]


def _places_in(found, values):
    """The position of each value in the sorted `found`; in blocks, since NumPy's answer takes twice the memory."""
    codes = np.empty(len(values), np.int32)
    for start in range(0, len(values), 65536):
        block = slice(start, start + 65536)
        codes[block] = np.searchsorted(found, values[block])
    return codes


def _name_of(y):
    name = getattr(y, "name", None)
    return name if isinstance(name, str) and name else "target"
