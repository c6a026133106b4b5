"""Regression and classification: the targets, and the form of predictions."""

from __future__ import annotations

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin

from . import _core, _data, _options, _values
from ._base import Estimator
from ._labels import label_text


class Regressor(RegressorMixin, Estimator):
    def _training_target(self, y, weights):
        columns = _data.several_columns(y)
        if columns and not self._method.several_targets:
            able = [
                _options.class_name(method.name, "Regressor") for method in _core.methods() if method.several_targets
            ]
            raise ValueError(
                f"{type(self).__name__} predicts one target, y has {len(columns[0])} columns; "
                f"several targets are predicted by {', '.join(able)}"
            )
        return _data.regression_target(y, weights)

    _validation_target = _training_target

    def predict(self, X):
        """The predicted values, an array of shape (n_samples,); for several targets (n_samples, n_targets)."""
        values = self._predicted("scores", X)
        return values if self._several else values[:, 0]

    def predict_row(self, row):
        """The prediction for one row, an array, list or tuple with one entry per column; fast for rows one at a time.

        The prediction for several targets is an array.
        """
        predictor = self._row_predictor(row)
        return predictor.values(row) if self._several else predictor.score(row)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = getattr(self, "_method", None) is not None and self._method.several_targets
        return tags


class Classifier(ClassifierMixin, Estimator):
    def _class_weight(self):
        if self.class_weight is None or self.class_weight == "balanced" or isinstance(self.class_weight, dict):
            return self.class_weight
        raise ValueError(f'class_weight must be "balanced" or a dict, got {self.class_weight!r}')

    def _training_target(self, y, weights):
        codes, self.classes_ = _data.class_codes(y)
        return _data.class_target(y, codes, self._class_texts(), self._weighted(codes, weights))

    def _validation_target(self, y, weights):
        codes, _ = _data.class_codes(y, self.classes_)
        return _data.class_target(y, codes, self._class_texts(), self._weighted(codes, weights))

    def _class_texts(self):
        """The classes as the core has them; `classes_` of a file are readable texts, or numbers."""
        if getattr(self, "_loaded", False):
            return self.model_.exact_classes
        return [label_text(label) for label in self.classes_]

    def _weighted(self, codes, weights):
        """Row weights with those of a dict of classes; "balanced" is left to the core."""
        given = self._class_weight()
        if not isinstance(given, dict):
            return weights
        by_class = _values.class_weights(given, self.classes_)[codes]
        return by_class if weights is None else weights * by_class

    def predict(self, X):
        """The most probable class of each row."""
        codes = self._predicted("most_probable", X)[:, 0]
        return self.classes_[codes]

    def predict_proba(self, X):
        """The probability of each class, in the order of `classes_`: an array of shape (n_samples, n_classes)."""
        return self._predicted("probabilities", X)

    def predict_log_proba(self, X):
        """The logarithms of predict_proba."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def decision_function(self, X):
        """The scores before the link: one per row for two classes, otherwise one per class and row.

        If a model's scores are probabilities (trees, forests), the score for two classes is p₁ − p₀.
        """
        scores = self._predicted("scores", X)
        if scores.shape[1] == 1:
            return 2 * scores[:, 0] - 1 if self.model_.scores_are_probabilities else scores[:, 0]
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

    def predict_row(self, row):
        """The class of one row, an array, list or tuple with one entry per column; fast for rows one at a time."""
        code = self._row_predictor(row).most_probable(row)
        return self.classes_[code]

    def predict_proba_row(self, row):
        """The probability of each class for one row."""
        return self._row_predictor(row).probabilities(row)


class LoadedRegressor(Regressor):
    """A model from a file that does not say how it was trained, as those of byte budgets: it predicts."""

    def __init__(self, *, n_jobs=None):
        self.n_jobs = n_jobs

    def _fit(self, *_):
        raise ValueError("the file does not record how the model was trained, so it cannot be trained again")


class LoadedClassifier(Classifier):
    """A model from a file that does not say how it was trained, as those of byte budgets: it predicts."""

    def __init__(self, *, n_jobs=None):
        self.n_jobs = n_jobs

    _fit = LoadedRegressor._fit
