"""What all estimators share: the scikit-learn contract on one side, the core's fit and predictions on the other.

`_tasks.py` has what regression and classification differ in, `_estimators.py` makes the classes that users see.
"""

from __future__ import annotations

import contextlib
import os
import warnings

import numpy as np
from sklearn import get_config
from sklearn.base import BaseEstimator
from sklearn.utils import estimator_html_repr
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from . import _core, _data, _html, _options, _values
from ._labels import label_text
from ._progress import Bar


class Estimator(BaseEstimator):
    """A method of the registry with its options; `TreeClassifier` and the others are made from this."""

    _method: _core.Method
    _doc_link_module = ""  # keeps scikit-learn from linking to its own pages

    @classmethod
    def from_preset(cls, preset, /, **others):
        """The estimator with the options of a preset, such as "paper"; parameters in `others` override them."""
        return cls(**(_values.preset_parameters(cls._method, preset) | others))

    def set_params(self, **params):
        """Set parameters by name, as scikit-learn has it."""
        known = self.get_params(deep=False)
        for name in params:
            if name.partition("__")[0] not in known:
                raise ValueError(
                    f"{type(self).__name__} has no parameter '{name}'{_options.hint(name, known)}; "
                    f"its parameters are {', '.join(sorted(known))}"
                )
        return super().set_params(**params)

    # ---- fitting

    def fit(self, X, y, sample_weight=None, eval_set=None):
        """Train on the rows of X.

        Parameters
        ----------
        X : array, sparse matrix or data frame of shape (n_samples, n_features)
            NumPy arrays of float32 and float64 are used without a copy. Data frames (pandas, polars, Arrow) may have
            categorical and string columns. NaN and None are missing values.
        y : array of shape (n_samples,)
            The target; for regressors that predict several targets also of shape (n_samples, n_targets).
        sample_weight : array of shape (n_samples,), optional
            The weight of each row.
        eval_set : (X, y) or (X, y, sample_weight), optional
            Held-out rows on which the model is chosen, for methods that use them; `valid` holds out rows of X instead.

        Returns
        -------
        self
        """
        before = dict(self.__dict__)
        try:
            self._fit(X, y, sample_weight, eval_set)
        except BaseException:  # a fit that fails or is stopped changes nothing
            self.__dict__.clear()
            self.__dict__.update(before)
            raise
        return self

    def _fit(self, X, y, sample_weight, eval_set):
        for name in ("_row", "_loaded", "path_", "trace_", "rounds_", "out_of_bag_"):
            self.__dict__.pop(name, None)
        data = _data.read(X, self, keep_types=self.categorical is not None)
        validate_data(self, data.native, reset=True, skip_check_array=True)
        if y is None:
            raise ValueError(f"{type(self).__name__} requires y to be passed, but the target y is None")
        names = self._column_names()
        table = data.table(names, dict.fromkeys(_values.categorical_columns(self.categorical, names)))
        target = self._training_target(y, self._row_weights(sample_weight, data.rows))
        result = self._run(table, target, *self._validation_set(eval_set, table.labels))
        for message in result.warnings:
            warnings.warn(_options.in_python(self._method, message), UserWarning, stacklevel=3)
        self.model_ = result.model
        for name in ("path", "trace", "rounds", "out_of_bag"):
            if getattr(result, name):
                setattr(self, name + "_", getattr(result, name))
        self._set_positions()

    def _column_names(self):
        if hasattr(self, "feature_names_in_"):
            return list(self.feature_names_in_)
        return [f"x{position + 1}" for position in range(self.n_features_in_)]

    def _row_weights(self, sample_weight, rows):
        return None if sample_weight is None else _check_sample_weight(sample_weight, np.empty(rows), dtype=np.float64)

    def _validation_set(self, eval_set, labels):
        if eval_set is None:
            return None, None
        X, y, weight = self._eval_parts(eval_set)
        try:
            data = _data.read(X, self, keep_types=bool(labels))
            validate_data(self, data.native, reset=False, skip_check_array=True)
            target = self._validation_target(y, self._row_weights(weight, data.rows))
            return data.table(self._column_names(), labels), target
        except ValueError as error:
            raise ValueError(f"eval_set: {error}") from error

    @staticmethod
    def _eval_parts(eval_set):
        sets = eval_set if isinstance(eval_set, list) else [eval_set]
        if len(sets) != 1 or not isinstance(sets[0], (tuple, list)) or len(sets[0]) not in (2, 3):
            raise ValueError("eval_set must be one set of rows: (X, y) or (X, y, sample_weight)")
        return sets[0] if len(sets[0]) == 3 else (*sets[0], None)

    def _run(self, table, target, validation_table, validation_target):
        settings = _core.Settings()
        settings.options = _values.to_text(self._method, self, self._column_names())
        settings.budget = None if self.budget is None else str(self.budget)
        settings.valid = _values.fraction("valid", getattr(self, "valid", None))
        settings.balanced = isinstance(self._class_weight(), str)
        settings.path = bool(getattr(self, "path", False))
        settings.trace = bool(getattr(self, "trace", False))
        settings.seed = _values.seed(self.random_state)
        settings.threads = _values.threads(self.n_jobs)
        try:
            with Bar() if self.progress else contextlib.nullcontext() as show:
                return _core.fit(self._method.name, table, target, validation_table, validation_target, settings, show)
        except ValueError as error:
            raise ValueError(_options.in_python(self._method, str(error))) from None

    def _class_weight(self):
        return None

    def _set_positions(self):
        """Sets where in X the columns are that the model uses, their names, and the labels of the categorical ones."""
        place = {name: position for position, name in enumerate(self._column_names())}
        features = self.model_.features
        self._several = len(self.model_.targets) > 1
        self._used = [feature.exact_name for feature in features]
        self._labels = {feature.exact_name: feature.exact_labels for feature in features if not feature.numeric}
        self._spellings = [feature.spellings for feature in features]
        self._positions = self._places_by_name(place)

    # ---- predicting

    def _predicted(self, what, X):
        check_is_fitted(self)
        table, _ = self._used_columns(X)
        return getattr(self.model_, what)(table, _values.threads(self.n_jobs))

    def _known_rows(self, X, y, sample_weight):
        """Table and target of rows in the terms of the fitted model."""
        table, rows = self._used_columns(X)
        return table, self._validation_target(y, self._row_weights(sample_weight, rows))

    def _used_columns(self, X):
        """The columns that the model uses, and the number of rows."""
        data = _data.read(X, self, keep_types=bool(self._labels))
        if getattr(self, "_loaded", False):
            positions = self._places_in_file_data(data)
        else:
            validate_data(self, data.native, reset=False, skip_check_array=True)
            positions = self._positions
        return self._table(data, positions), data.rows

    def _table(self, data, positions):
        # The fast path for arrays of floats: no names, and only the columns that the model uses.
        if isinstance(data.native, np.ndarray) and data.native.dtype in _data.FLOATS and not self._labels:
            return self.model_.table(_data.usable(data.native), positions)
        return data.table(self._used, self._labels, positions)

    def _places_in_file_data(self, data):
        """The positions of the columns that a model from a file uses: by name, or in arrays by number."""
        if not isinstance(data, _data.Frame):
            return self._places_in_array(data.native.shape[1])
        place = {name: position for position, name in enumerate(data.columns)}
        places = self._places_by_name(place)
        if None in places:
            missing = self.model_.features[places.index(None)].name
            raise ValueError(f'X has no column "{missing}", which the model uses')
        return places

    def _places_by_name(self, place):
        """Where the columns of the model are among named ones, also those whose names were read in another encoding."""
        return [next((place[name] for name in names if name in place), None) for names in self._spellings]

    def _places_in_array(self, width):
        numbered = [name[:1] == "x" and name[1:].isdecimal() for name in self._used]
        places = [int(name[1:]) - 1 for name in self._used] if all(numbered) else None
        if places is not None and places == sorted(places) and all(0 <= place < width for place in places):
            return places
        raise ValueError(
            f"the model from the file uses the columns {', '.join(self._column_names())}; an array of {width} columns "
            "has no names to find them by: give a data frame"
        )

    def _row_predictor(self, row):
        """Made when it is first needed; for a model from a file, it is for rows with as many entries as this one."""
        width, predictor = getattr(self, "_row", (0, None))
        if predictor is None or (width is not None and width != len(row)):
            check_is_fitted(self)
            width, positions = None, self._positions
            if getattr(self, "_loaded", False):
                width = len(row)
                positions = self._places_in_array(width)
            predictor = _core.Row(self.model_, positions, width or self.n_features_in_, label_text)
            self._row = width, predictor
        return predictor

    def apply(self, X):
        """The leaf that each row reaches in each tree, counted from 0: an array of shape (n_samples, n_trees).

        Raises a ValueError for linear models and neural rules, which have no leaves.
        """
        return self._predicted("terminals", X)

    # ---- looking at the model

    @property
    def feature_importances_(self):
        """The share of each feature in the gain of all splits; in their number, if the model keeps no statistics.

        For a linear model: the share in the sum of |weight| × spread, or in the number of terms. For neural rules: the
        share in |value| × spread of a rule × the mean |weight| in its hyperplanes, or in the number of hyperplanes.
        """
        check_is_fitted(self)
        shares = np.zeros(self.n_features_in_)
        importances = self.model_.importances()
        by_gain = any(gain > 0 for _, gain, _ in importances)
        place = dict(zip((feature.name for feature in self.model_.features), self._positions, strict=True))
        for name, gain, splits in importances:
            shares[place[name]] = gain if by_gain else splits
        return shares / max(shares.sum(), np.finfo(float).tiny)

    @property
    def size_(self):
        """Trees, nodes, leaves, rules, features and bytes of the model."""
        check_is_fitted(self)
        return self.model_.size

    def export(self, format):
        """The model as "text" or "rules" to read, or as "json" or "dot" for other programs.

        Rules and "dot" need a model with trees. The text of a linear model is its equation; text and rules of a neural
        model show its hyperplanes, in the units of the data.
        """
        check_is_fitted(self)
        return self.model_.export(format)

    def rules(self):
        """The model's rules as data: a list of dicts, largest weight first, for a data frame or a loop.

        A row's score is `model_.intercept` plus the weights of the rules that hold for it. A rule has

        - `text`, its line in `export("rules")`;
        - `weight`, what it adds: a number, or a list with one number for each of `classes_` or of several targets;
        - `rows`, the number of training rows that it covers, and `outcome`, their mean target: the mean of y, or the
          share of `classes_[1]`; for more than two classes a list with the share of each, for several targets a list
          with the mean of each; None if the model does not keep them;
        - `conditions`, all of which must hold: dicts of the `feature` and what passes, from `above` up to `at_most`, or
          the `labels`; `missing` tells whether a missing value passes, `present` whether any other does;
        - `tree` and `leaf`, its place in the model, counted as in `apply`.

        Raises a ValueError for neural rules, which have hyperplanes instead of such conditions; `export("json")` gives
        them as data.
        """
        check_is_fitted(self)
        return self.model_.rules()

    def save(self, path):
        """Write a model file, the same as the command line reads and writes."""
        check_is_fitted(self)
        folder = os.path.dirname(os.path.abspath(os.fsdecode(path)))
        if not os.path.isdir(folder):
            raise FileNotFoundError(f"there is no folder {folder}")
        self.model_.save(os.fsdecode(path))

    @classmethod
    def load(cls, path):
        """Load a model file that was trained with this class, or that does not record how it was trained."""
        from ._files import load_as

        return load_as(cls, path)

    def _repr_html_(self):
        return _html.with_summary(estimator_html_repr(self), self)

    def _repr_mimebundle_(self, **_):
        bundle = {"text/plain": repr(self)}
        if get_config()["display"] == "diagram":
            bundle["text/html"] = self._repr_html_()
        return bundle

    def __getstate__(self):
        state = dict(super().__getstate__())
        state.pop("_row", None)  # made again when it is needed
        return state

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        return tags
