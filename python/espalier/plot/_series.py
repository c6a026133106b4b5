"""The curves and points of plot_frontier: sizes and errors of estimators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._canvas import fitted

Point = tuple[float, float]  # size, error
GIVEN = "the rows given"


@dataclass
class Series:
    """The points that are drawn in one colour: one error of an estimator's path, or points measured on rows."""

    name: str
    points: list[Point]
    rows: str  # those that the errors are measured on
    what: str  # the error, with its unit
    kept: Point | None = None
    kept_name: str = "the model that was kept"

    @property
    def path(self) -> bool:
        return self.rows != GIVEN


def collect(models: Any, rows: tuple[Any, Any], unit: str, errors: Sequence[str]) -> list[Series]:
    """Series of one estimator, a list or a dict of them."""
    if (rows[0] is None) != (rows[1] is None):
        raise ValueError("X and y must be given together")
    groups = _groups(models, errors)
    if not groups or not all(groups.values()):
        raise ValueError("models is empty, or a list in it: there is nothing to draw")
    if len({fitted(group[0], "plot_frontier").model_.regression for group in groups.values()}) > 1:
        raise ValueError("models must all be regressors or all classifiers, got both")
    series = [each for name, group in groups.items() for each in _of_group(name, group, rows, unit, errors)]
    for each in series:
        if not each.points:
            raise ValueError(f"{each.name} has no model with {unit}, and 0 has no place on a logarithmic scale")
    return series


def _groups(models: Any, errors: Sequence[str]) -> dict[str, list[Any]]:
    if isinstance(models, Mapping):
        return {str(name): _listed(value) for name, value in models.items()}
    groups: dict[str, list[Any]] = {}
    for model in _listed(models):
        name = type(model).__name__
        if _on_path(model, errors):  # a curve of its own
            count = sum(key == name or key.startswith(name + " ") for key in groups)
            groups[name if count == 0 else f"{name} {count + 1}"] = [model]
        else:
            groups.setdefault(name, []).append(model)
    return groups


def _listed(models: Any) -> list[Any]:
    return list(models) if isinstance(models, (list, tuple)) else [models]


def _on_path(model: Any, errors: Sequence[str]) -> list[str]:
    """The errors that the model's path has."""
    path = getattr(model, "path_", ())
    return [error for error in errors if any(point[error] is not None for point in path)]


def _of_group(name: str, group: list[Any], rows: tuple[Any, Any], unit: str, errors: Sequence[str]) -> list[Series]:
    group = [fitted(model, "plot_frontier") for model in group]
    found = _on_path(group[0], errors) if len(group) == 1 else []
    if found:
        for error in errors:
            if error not in found:
                raise ValueError(_no_error(name, group[0], error))
        return [_path(name, group[0], unit, error) for error in found]
    for model in group:
        _check_measurable(name, model, rows, errors)
    points = [(_size(model, unit), _measured(model, *rows)) for model in group]
    return [Series(name, _drawable(points), GIVEN, _what(group[0], "error"))]


def _no_error(name: str, model: Any, error: str) -> str:
    there = _on_path(model, ("validation_error", "train_error"))[0]  # the constant model is on every path
    held_out = error.startswith("validation") and there == "train_error" and model._method.uses_validation
    how = "fit it with eval_set or valid, " if held_out else ""
    return f"the path of {name} has no {error}: {how}ask for error='{there}', or give X and y"


def _check_measurable(name: str, model: Any, rows: tuple[Any, Any], errors: Sequence[str]) -> None:
    if rows[0] is None:
        if not hasattr(model, "path_"):
            raise ValueError(f"{name} has no path: fit it with path=True, or give X and y to measure it on")
        raise ValueError(_no_error(name, model, errors[0]))
    if errors[0].endswith("loss"):
        raise ValueError(
            f"{name} has no path with {errors[0]}, and X and y give errors only: use error='validation_error'"
        )


def _path(name: str, model: Any, unit: str, error: str) -> Series:
    """The points of a path, and the point of the model that was kept if it is one of them."""
    rows = "held-out rows" if error.startswith("validation") else "training rows"
    what = _what(model, error)
    factor = 100 if "%" in what else 1
    measured = [point for point in model.path_ if point[error] is not None]
    points = _drawable([(point[unit], factor * point[error]) for point in measured])
    size = model.size_
    kept = [p for p in measured if all(p[part] == size[part] for part in ("trees", "nodes", "leaves"))]
    own = _drawable([(point[unit], factor * point[error]) for point in kept[-1:]])
    return Series(name, points, rows, what, own[0] if own else None)


def _what(model: Any, error: str) -> str:
    if error.endswith("loss"):
        return "loss"
    return "mean squared error" if model.model_.regression else "error, %"


def _drawable(points: list[Point]) -> list[Point]:
    """The points in order of size, without models of size 0, which have no place on a logarithmic scale."""
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
    return 100 * float(np.mean(predicted != truth))


def best_so_far(points: list[Point]) -> list[Point]:
    """For each size the least error up to it."""
    errors = np.minimum.accumulate([error for _, error in points])
    return [(size, float(error)) for (size, _), error in zip(points, errors, strict=True)]
