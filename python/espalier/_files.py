"""Model files as estimators."""

from __future__ import annotations

import os

import numpy as np

import espalier

from . import _core, _options, _tasks, _values
from ._labels import labels_from_text

COMPACTED = "compact"  # the method of models that were made smaller


def load(path):
    """Load a model file that `save` or the command line wrote, from a path or a file open for reading.

    The options, budget and seed of the estimator are restored as far as the file records them. Models with a byte
    budget record nothing, and like those that `compact` made they give an estimator that can only predict. A file
    names only the columns that the model uses: data frames are matched by name and may have more columns; arrays are
    accepted if the columns are called x1, x2, …, which number them. Class labels are texts in a file; if all of them
    are numbers or truth values, `classes_` holds those.
    """
    model = _read(path)
    return fitted(_class_of(model, path)(), model)


def load_as(cls, path):
    model = _read(path)
    task = "Regressor" if model.regression else "Classifier"
    named = model.method not in ("", COMPACTED)
    wanted = _class_of(model, path) if named else getattr(_tasks, task)
    if not issubclass(cls, wanted):
        held = wanted.__name__ if named else f"model of a {task.lower()}"
        raise ValueError(f"{_name_of(path)} holds a {held}, which is not a {cls.__name__}")
    return fitted(cls(), model)


def _read(path):
    if hasattr(path, "read"):
        return _core.Model.from_bytes(path.read(), _name_of(path))
    with open(path, "rb") as file:
        return _core.Model.from_bytes(file.read(), _name_of(path))


def _name_of(path):
    return "the file" if hasattr(path, "read") else os.fsdecode(path)


def _class_of(model, path):
    kind = "Regressor" if model.regression else "Classifier"
    if model.method in ("", COMPACTED):
        return getattr(_tasks, "Loaded" + kind)
    name = _options.class_name(model.method, kind)
    if not hasattr(espalier, name):
        raise ValueError(f"{_name_of(path)} was trained by the method {model.method}, which is not in this version")
    return getattr(espalier, name)


def fitted(estimator, model):
    if model.method != COMPACTED:  # it cannot be trained again
        _values.restore(estimator, model.settings)
    names = [feature.name for feature in model.features]  # readable, whatever bytes the file has
    estimator.model_ = model
    estimator.n_features_in_ = len(names)
    if names:
        estimator.feature_names_in_ = np.array(names, dtype=object)
    if not model.regression:
        estimator.classes_ = labels_from_text(model.classes)
    estimator._loaded = True
    estimator._set_positions()
    return estimator
