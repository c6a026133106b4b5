"""The checks of scikit-learn's check_estimator that an estimator cannot pass, and why."""

from __future__ import annotations

CHECKS = ("check_sample_weight_equivalence_on_dense_data", "check_sample_weight_equivalence_on_sparse_data")
DRAWN = (
    "rows are drawn at random for every tree, so a row of weight two is drawn differently from two rows; with "
    "bootstrap='none' the two are the same"
)
FOLDED = (
    "size and shrinkage are chosen by cross-validation, where two equal rows may fall into different folds; with one "
    "shrinkage, levels=1 and chains=1 nothing is drawn, and the two are the same up to the rounding of float32"
)
SETTINGS = (
    "settings and size are chosen by cross-validation, where two equal rows may fall into different folds; "
    "from_preset('paper') chooses nothing, and the two are the same unless a large budget fits a few rows down to "
    "rounding errors"
)
TOGETHER = (
    "rows are drawn for every tree, and rounds and refit are chosen on held-out rows, so a row of weight two is drawn "
    "differently from two rows; from_preset('paper') draws and chooses nothing, and the two are the same"
)

BATCHES = (
    "batches of rows are drawn, networks start from trees of samples, and settings are chosen on held-out rows, so a "
    "row of weight two is drawn differently from two rows; with ensemble=1, patience=0, one depth, transform and "
    "inputs and a batch of all rows nothing is drawn, and the two are the same up to the rounding of float32"
)
GRAFTED = (
    "settings are chosen on held-out rows, which may include one of two equal rows and not the other; with eval_set "
    "nothing is drawn, and with min_rows=1 the two are the same up to the rounding of float32"
)
TRIED = (
    "methods are compared on held-out rows, which may include one of two equal rows and not the other; they then "
    "choose their settings on held-out rows or by cross-validation again"
)


def expected_failed_checks(estimator):
    """The checks of scikit-learn that an estimator fails, with reasons, in the form that check_estimator takes."""
    if getattr(estimator, "bootstrap", "none") != "none":
        return _both(DRAWN)
    if hasattr(estimator, "candidates"):
        return _both(TRIED)
    if hasattr(estimator, "folds"):
        return _both(FOLDED)
    if hasattr(estimator, "beam"):
        return _both(TOGETHER)
    if hasattr(estimator, "ensemble"):
        return _both(BATCHES)
    if hasattr(estimator, "new_root"):
        return _both(GRAFTED)
    return _both(SETTINGS) if hasattr(estimator, "window") else {}


def _both(reason):
    return {CHECKS[0]: reason, CHECKS[1]: "the same, with sparse data"}
