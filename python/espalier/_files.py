"""Model files as estimators."""

from __future__ import annotations

import os

from . import _core, _data, _options


def load(path):
    """The fitted estimator of a model file that `save` or the command line wrote.

    A file names the columns that the model uses and no others: data frames are matched by name, and may have more.
    Its class labels are texts; where all of them are numbers or truth values, `classes_` holds those.
    """
    import espalier

    with open(path, "rb") as file:
        model = _core.Model.from_bytes(file.read(), os.fspath(path))
    kind = "Regressor" if model.regression else "Classifier"
    # A stripped file does not say how it was trained; any method predicts with it.
    estimator = getattr(espalier, (model.method or "tree").title() + kind)()
    _restore_settings(estimator, model)
    names = [feature.name for feature in model.features]
    estimator.model_ = model
    estimator.n_features_in_ = len(names)
    if names:
        import numpy as np

        estimator.feature_names_in_ = np.array(names, dtype=object)
    if not model.regression:
        estimator.classes_ = _data.labels_from_text(model.classes)
    estimator._loaded = True
    estimator._set_positions()
    return estimator


def _restore_settings(estimator, model):
    options = {option.name: option for option in estimator._method.options}
    for name, text in model.settings:
        if name == "seed":
            estimator.random_state = int(text)
        elif name == "budget":
            estimator.budget = text
        elif name in options:
            option = options[name]
            value = text.split(",") if option.type == "columns" else _options.PARSE[option.type](text)
            setattr(estimator, _options.python_name(option), value)
