"""What all estimators share: the scikit-learn contract on one side, the core's fit and predictions on the other.

`_tasks.py` has what regression and classification differ in, `_estimators.py` makes the classes that users see.
"""

from __future__ import annotations

import os
import warnings

import joblib
import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state, compute_sample_weight, estimator_html_repr
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from . import _core, _data, _html, _options
from ._progress import Bar


class Estimator(BaseEstimator):
    """A method of the registry with its options; `TreeClassifier` and the others are made from this."""

    _method: _core.Method
    _doc_link_module = ""  # keeps scikit-learn from linking to its own pages

    # ---- fitting

    def fit(self, X, y, sample_weight=None, eval_set=None):
        """Train on the rows of X.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            NumPy arrays of float32 and float64 are used where they are. Data frames (pandas, polars, Arrow) may have
            categorical and string columns. NaN and None are missing values.
        y : array of shape (n_samples,)
            What to predict.
        sample_weight : array of shape (n_samples,), optional
            How much each row counts.
        eval_set : (X, y) or (X, y, sample_weight), optional
            Rows to choose the model by, for methods that look at held-out rows; `valid` holds out rows of X instead.

        Returns
        -------
        self
        """
        table = self._training_table(X)
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        target = self._training_target(X, y, sample_weight)
        validation = self._validation_set(eval_set, table.labels)
        self._settle(self._run(table, target, validation))
        return self

    def _training_table(self, X):
        self.__dict__.pop("_row", None)
        self.__dict__.pop("_loaded", None)
        frame = _data.as_frame(X)
        if frame is None:
            matrix = _data.as_matrix(X, estimator=self)
            validate_data(self, matrix, reset=True, skip_check_array=True)
            return _data.matrix_table(matrix, self._column_names(), self._given_categories())
        validate_data(self, frame.to_native(), reset=True, skip_check_array=True)
        if len(frame) == 0:
            raise ValueError(f"Found array with 0 sample(s) (shape={frame.shape}) while a minimum of 1 is required.")
        return _data.frame_table(frame, self._column_names(), self._given_categories())

    def _given_categories(self):
        names = self._column_names()
        given = [] if self.categorical is None else _options.column_names("categorical", self.categorical, names)
        unknown = set(given) - set(names)
        if unknown:
            raise ValueError(f'categorical names the column "{sorted(unknown)[0]}", which X does not have')
        return dict.fromkeys(given)

    def _column_names(self):
        if hasattr(self, "feature_names_in_"):
            return list(self.feature_names_in_)
        return [f"x{position + 1}" for position in range(self.n_features_in_)]

    def _row_weights(self, X, y, sample_weight):
        if sample_weight is not None:
            sample_weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
        class_weight = getattr(self, "class_weight", None)
        if class_weight is None or class_weight == "balanced":  # the core balances
            return sample_weight
        by_class = compute_sample_weight(class_weight, y)
        return by_class if sample_weight is None else sample_weight * by_class

    def _validation_set(self, eval_set, labels):
        if eval_set is None:
            return None
        if not self._method.uses_validation:
            raise ValueError(f"{self._method.name} does not look at held-out rows, so it takes no eval_set")
        if isinstance(eval_set, list):
            if len(eval_set) != 1:
                raise ValueError(f"eval_set must be one set of rows, got {len(eval_set)}")
            eval_set = eval_set[0]
        X, y, *rest = eval_set
        frame = _data.as_frame(X)
        native = _data.as_matrix(X, estimator=self) if frame is None else frame.to_native()
        validate_data(self, native, reset=False, skip_check_array=True)
        to_table = _data.matrix_table if frame is None else _data.frame_table
        table = to_table(native if frame is None else frame, self._column_names(), labels)
        return table, self._validation_target(X, y, rest[0] if rest else None)

    def _run(self, table, target, validation):
        settings = _core.Settings()
        settings.options = _options.to_text(self._method, self, self._column_names())
        settings.budget = None if self.budget is None else str(self.budget)
        settings.valid = getattr(self, "valid", None) if validation is None else None
        settings.balanced = getattr(self, "class_weight", None) == "balanced"
        settings.path = bool(getattr(self, "path", False))
        settings.seed = _seed(self.random_state)
        settings.threads = _threads(self.n_jobs)
        validation_table, validation_target = validation or (None, None)
        with Bar() if self.progress else _NoBar() as show:
            return _core.fit(
                self._method.name, table, target, validation_table, validation_target, settings, show or None
            )

    def _settle(self, result):
        for message in result.warnings:
            warnings.warn(message, UserWarning, stacklevel=3)
        self.model_ = result.model
        for name in ("path", "rounds", "out_of_bag"):
            value = getattr(result, name)
            self.__dict__.pop(name + "_", None)
            if value:
                setattr(self, name + "_", value)
        self._set_positions()

    def _set_positions(self):
        """Where in X the columns stand that the model uses; their names, and the labels of the categorical ones."""
        place = {name: position for position, name in enumerate(self._column_names())}
        features = self.model_.features
        self._used = [feature.name for feature in features]
        self._labels = {feature.name: feature.labels for feature in features if not feature.numeric}
        self._positions = [place[name] for name in self._used]

    # ---- predicting

    def _table(self, X):
        """The columns of X that the model uses."""
        check_is_fitted(self)
        frame = _data.as_frame(X)
        if frame is not None:
            return self._frame_table(frame)
        matrix = _data.as_matrix(X, estimator=self)
        if getattr(self, "_loaded", False):
            positions = self._positions_in(matrix.shape[1])
        else:
            validate_data(self, matrix, reset=False, skip_check_array=True)
            positions = self._positions
        if sparse.issparse(matrix):
            matrix = matrix[:, positions].astype(np.float32, copy=False).toarray(order="F")
            positions = list(range(len(positions)))
        if not self._labels and matrix.dtype.kind not in _data.TEXTS:
            return self.model_.table(matrix, positions)
        return _data.matrix_table(matrix[:, positions], self._used, self._labels)

    def _frame_table(self, frame):
        if getattr(self, "_loaded", False):
            place = {name: position for position, name in enumerate(frame.columns)}
            missing = sorted(set(self._used) - set(place))
            if missing:
                raise ValueError(f'X has no column "{missing[0]}", which the model uses')
            positions = [place[name] for name in self._used]
        else:
            validate_data(self, frame.to_native(), reset=False, skip_check_array=True)
            positions = self._positions
        return _data.frame_table(frame, self._used, self._labels, positions)

    def _positions_in(self, width):
        """Where an array has the columns of a model from a file, which knows those that it uses and no others."""
        names = self._used
        if all(name[:1] == "x" and name[1:].isdecimal() and int(name[1:]) >= 1 for name in names):
            positions = [int(name[1:]) - 1 for name in names]
            if width > max(positions, default=0):
                return positions
        elif width == len(names):
            return list(range(width))
        raise ValueError(
            f"the model from the file uses the columns {', '.join(names)}; an array of {width} columns does not say "
            "which they are: give a data frame"
        )

    def _predicted(self, what, X):
        table = self._table(X)
        return getattr(self.model_, what)(table, _threads(self.n_jobs))

    def _row_predictor(self):
        if not hasattr(self, "_row"):
            check_is_fitted(self)
            self._row = _core.Row(self.model_, self._positions, self.n_features_in_)
        return self._row

    def apply(self, X):
        """The leaf that each row reaches in each tree, counted from 0: an array of shape (n_samples, n_trees)."""
        return self._predicted("terminals", X)

    # ---- looking at the model

    @property
    def feature_importances_(self):
        """The share of each feature in the gain of all splits; in their number, if the model keeps no statistics."""
        check_is_fitted(self)
        shares = np.zeros(self.n_features_in_)
        importances = self.model_.importances()
        by_gain = any(gain > 0 for _, gain, _ in importances)
        place = dict(zip(self._used, self._positions, strict=True))
        for name, gain, splits in importances:
            shares[place[name]] = gain if by_gain else splits
        return shares / max(shares.sum(), np.finfo(float).tiny)

    @property
    def size_(self):
        """Trees, nodes, leaves, rules and bytes of the model."""
        check_is_fitted(self)
        return self.model_.size

    def export(self, format):
        """The model as "text" or "rules" to read, or as "json" or "dot" for other programs."""
        check_is_fitted(self)
        return self.model_.export(format)

    def save(self, path):
        """Write the model file, the same that the command line reads and writes."""
        check_is_fitted(self)
        self.model_.save(os.fspath(path))

    @classmethod
    def load(cls, path):
        """The estimator of a model file; its class must be the one that the file was trained with."""
        from ._files import load

        estimator = load(path)
        if type(estimator) is not cls:
            raise ValueError(f"{os.fspath(path)} holds a {type(estimator).__name__}, not a {cls.__name__}")
        return estimator

    def _repr_html_(self):
        return estimator_html_repr(self) + _html.summary(self)

    def _repr_mimebundle_(self, **_):
        return {"text/plain": repr(self), "text/html": self._repr_html_()}

    def __getstate__(self):
        state = dict(super().__getstate__())
        state.pop("_row", None)  # made again when it is needed
        return state

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        return tags


class _NoBar:
    def __enter__(self):
        return None

    def __exit__(self, *_):
        pass


def _seed(random_state):
    if isinstance(random_state, (int, np.integer)) and not isinstance(random_state, bool):
        if random_state < 0:
            raise ValueError(f"random_state must not be negative, got {random_state}")
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31))


def _threads(n_jobs):
    """The core's number of threads; 0 is all. Without n_jobs, what OMP_NUM_THREADS allows, which joblib sets."""
    if n_jobs is None:
        limit = os.environ.get("OMP_NUM_THREADS", "")
        return int(limit) if limit.isdecimal() else 0
    return 0 if n_jobs == -1 else joblib.effective_n_jobs(n_jobs)
