"""The curves and points of plot_frontier: sizes and errors out of estimators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._canvas import fitted

Point = tuple[float, float]  # size, error


@dataclass
class Series:
    """What is drawn in one colour: the path of one estimator, or points measured on rows."""

    name: str
    points: list[Point]
    path: bool
    classification: bool
    kept: Point | None = None


def collect(models: Any, rows: tuple[Any, Any], unit: str, error: str) -> list[Series]:
    """Series of one estimator, a list or a dict of them."""
    if (rows[0] is None) != (rows[1] is None):
        raise ValueError("X and y must be given together")
    groups = _groups(models, error)
    if not groups:
        raise ValueError("models is empty: there is nothing to draw")
    series = [_series(name, group, rows, unit, error) for name, group in groups.items()]
    if len({each.classification for each in series}) > 1:
        raise ValueError("models must all be regressors or all classifiers, got both")
    return series


def _groups(models: Any, error: str) -> dict[str, list[Any]]:
    if isinstance(models, Mapping):
        return {str(name): _listed(value) for name, value in models.items()}
    groups: dict[str, list[Any]] = {}
    for model in _listed(models):
        name = type(model).__name__
        if _on_path(model, error):  # a curve of its own
            count = sum(key == name or key.startswith(name + " ") for key in groups)
            groups[name if count == 0 else f"{name} {count + 1}"] = [model]
        else:
            groups.setdefault(name, []).append(model)
    return groups


def _listed(models: Any) -> list[Any]:
    return list(models) if isinstance(models, (list, tuple)) else [models]


def _on_path(model: Any, error: str) -> bool:
    return any(point[error] is not None for point in getattr(model, "path_", ()))


def _series(name: str, group: list[Any], rows: tuple[Any, Any], unit: str, error: str) -> Series:
    group = [fitted(model, "plot_frontier") for model in group]
    classification = not group[0].model_.regression
    if len(group) == 1 and _on_path(group[0], error):
        points, kept = _path(group[0], unit, error)
        series = Series(name, points, True, classification, kept)
    else:
        for model in group:
            _check_measurable(name, model, rows, error)
        points = [(_size(model, unit), _measured(model, *rows)) for model in group]
        series = Series(name, _drawable(points), False, classification)
    if not series.points:
        raise ValueError(f"{name} has no model with {unit}, and 0 has no place on a logarithmic scale")
    return series


def _check_measurable(name: str, model: Any, rows: tuple[Any, Any], error: str) -> None:
    if rows[0] is None:
        if not hasattr(model, "path_"):
            raise ValueError(f"{name} has no path: fit it with path=True, or give X and y to measure it on")
        held_out = error.startswith("validation") and model._method.uses_validation
        how = "fit it with eval_set or valid, " if held_out else ""
        raise ValueError(f"the path of {name} has no {error}: {how}ask for error='train_error', or give X and y")
    if error.endswith("loss"):
        raise ValueError(f"{name} has no {error} on a path, and X and y give errors: ask for error='validation_error'")


def _path(model: Any, unit: str, error: str) -> tuple[list[Point], Point | None]:
    """The points of a path, and that of the model that was kept if it is among them."""
    measured = [point for point in model.path_ if point[error] is not None]
    points = _drawable([(point[unit], point[error]) for point in measured])
    size = model.size_
    kept = [p for p in measured if all(p[name] == size[name] for name in ("trees", "nodes", "leaves"))]
    own = _drawable([(point[unit], point[error]) for point in kept[-1:]])
    return points, own[0] if own else None


def _drawable(points: list[Point]) -> list[Point]:
    """In the order of size; without models of size 0, which have no place on a logarithmic scale."""
    return sorted(point for point in points if point[0] > 0)


def _size(model: Any, unit: str) -> float:
    # Statistics are no part of what a model needs; paths do not count them either.
    return model.model_.stripped().size[unit] if unit == "bytes" else model.size_[unit]


def _measured(model: Any, X: Any, y: Any) -> float:
    predicted = np.asarray(model.predict(X))
    truth = np.asarray(y)
    if truth.shape != predicted.shape:
        raise ValueError(f"y must have a value for each of the {len(predicted)} rows of X, got shape {truth.shape}")
    if model.model_.regression:
        return float(np.mean((predicted - truth) ** 2))
    return float(np.mean(predicted != truth))


def best_so_far(points: list[Point]) -> list[Point]:
    """For each size the least error up to it."""
    errors = np.minimum.accumulate([error for _, error in points])
    return [(size, float(error)) for (size, _), error in zip(points, errors, strict=True)]
