"""The size and shape of a fitted model, for notebooks."""

from __future__ import annotations

import html

from . import _core


def with_summary(page, estimator):
    """scikit-learn's picture of an estimator, with the model's size and shape below it once it is fitted."""
    if not hasattr(estimator, "model_"):
        return page
    before, end, after = page.rpartition("</body>")
    return before + _summary(estimator) + end + after if end else page + _summary(estimator)


def _summary(estimator):
    size = estimator.size_
    rows = [
        ("size", f"{size['bytes']:,} bytes: {_parts(size)}"),
        ("columns used", _columns(estimator)),
    ]
    if hasattr(estimator, "rounds_"):
        rows.append(("rounds", f"{estimator.rounds_['kept']} kept of {estimator.rounds_['tried']} tried"))
    if hasattr(estimator, "classes_"):
        rows.append(
            (
                "classes",
                ", ".join(_core.readable(str(label)) for label in estimator.classes_[:8])
                + (", …" if len(estimator.classes_) > 8 else ""),
            )
        )
    cells = "".join(
        f"<tr><th style='text-align:left'>{name}</th><td style='text-align:left'>{html.escape(text)}</td></tr>"
        for name, text in rows
    )
    return f"<table>{cells}</table>"


def _parts(size):
    if size["trees"] == 0 and size["rules"] > 0:
        return _count(size["rules"], "neural rule") + " of " + _count(size["features"], "column")
    if size["trees"] == 0 and size["features"] > 0:
        return "linear in " + _count(size["features"], "column")
    return f"{_count(size['trees'], 'tree')}, {_count(size['leaves'], 'leaf')}, {_count(size['nodes'], 'node')}"


def _count(number, noun):
    plural = {"leaf": "leaves"}.get(noun, noun + "s")
    return f"{number:,} {noun if number == 1 else plural}"


def _columns(estimator):
    used = len(estimator.model_.features)
    return str(used) if getattr(estimator, "_loaded", False) else f"{used} of {estimator.n_features_in_}"
