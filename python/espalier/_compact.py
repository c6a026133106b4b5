"""Compaction of fitted forests."""

from __future__ import annotations

import contextlib
import warnings

from sklearn.utils.validation import check_is_fitted

from . import _core, _files, _tasks, _values
from ._progress import Bar


def compact(
    model,
    X,
    y,
    budget=None,
    *,
    sample_weight=None,
    eval_set=None,
    rows=100_000,
    random_state=1,
    n_jobs=None,
    progress=False,
):
    """Make a fitted forest smaller, whatever method grew it, and refit its weights, like `espalier compact`.

    Parameters
    ----------
    model : a fitted estimator of this package
        It is not changed. Linear models, neural rules and models with several targets are refused.
    X, y : as for `fit`
        Rows to prune and refit on, preferably those that the model was trained on.
    budget : str, optional
        Maximum size of the model, for example "256leaves", "16KB", "200nodes", "50rules" or "10trees"; by default the
        model is only refitted.
    sample_weight : array of shape (n_samples,), optional
        The weight of each row.
    eval_set : (X, y) or (X, y, sample_weight), optional
        Held-out rows on which the last refit is chosen; by default a fifth of the rows of X.
    rows : int, default=100000
        Maximum number of rows to prune on, drawn at random; the last refit uses all rows.
    random_state : int, RandomState or None, default=1
        Seed of all random draws.
    n_jobs : int, optional
        Number of threads, all cores by default; never changes a result.
    progress : bool, default=False
        Show a progress bar.

    Returns
    -------
    An estimator that predicts with the smaller model.
    """
    check_is_fitted(model)
    settings = _core.Settings()
    settings.budget = None if budget is None else str(budget)
    settings.seed = _values.seed(random_state)
    settings.threads = _values.threads(n_jobs)
    if rows < 1:
        raise ValueError(f"rows must be at least 1, got {rows}")
    train = model._known_rows(X, y, sample_weight)
    validation = model._known_rows(*model._eval_parts(eval_set)) if eval_set is not None else (None, None)
    with Bar() if progress else contextlib.nullcontext() as show:
        result = _core.compact(model.model_, *train, *validation, settings, int(rows), show)
    for message in result.warnings:
        warnings.warn(message, UserWarning, stacklevel=2)
    kind = _tasks.LoadedRegressor if result.model.regression else _tasks.LoadedClassifier
    smaller = _files.fitted(kind(n_jobs=model.n_jobs), result.model)
    for name in ("classes_", "n_features_in_", "feature_names_in_"):  # of X, not only of what is left of it
        smaller.__dict__.pop(name, None)
        if hasattr(model, name):
            setattr(smaller, name, getattr(model, name))
    smaller._loaded = getattr(model, "_loaded", False)
    smaller._set_positions()
    return smaller
