"""What scikit-learn's check_estimator cannot hold of an estimator, and why."""

from __future__ import annotations

CHECKS = ("check_sample_weight_equivalence_on_dense_data", "check_sample_weight_equivalence_on_sparse_data")
DRAWN = (
    "rows are drawn at random for every tree, so a row of weight two is not drawn as two rows are; with "
    "bootstrap='none' the two are the same"
)
FOLDED = (
    "size and shrinkage are chosen by folds, and of two equal rows each falls into its own; with one shrinkage, "
    "levels=1 and chains=1 nothing is drawn, and the two are the same up to the rounding of float32"
)
SETTINGS = (
    "settings and size are chosen by folds, and of two equal rows each falls into its own; from_preset('paper') "
    "chooses nothing, and the two are the same unless a large budget has a few rows fitted down to rounding errors"
)
TOGETHER = (
    "rows are drawn for every tree, and rounds and refit chosen on held-out rows, so a row of weight two is not drawn "
    "as two rows are; from_preset('paper') draws and chooses nothing, and the two are the same"
)

BATCHES = (
    "batches of rows are drawn, networks begin with trees of samples, and settings are chosen on held-out rows, so a "
    "row of weight two is not drawn as two rows are; with ensemble=1, patience=0, one depth, transform and inputs "
    "and a batch of all rows nothing is drawn, and the two are the same up to the rounding of float32"
)
GRAFTED = (
    "settings are chosen on held-out rows, and of two equal rows each may fall on another side; with eval_set nothing "
    "is drawn, and with min_rows=1 the two are the same up to the rounding of float32"
)
TRIED = (
    "methods are compared on held-out rows, and of two equal rows each falls on its own side; they then choose their "
    "settings by held-out rows or folds again"
)


def expected_failed_checks(estimator):
    """The checks of scikit-learn that an estimator fails, with the reason, as check_estimator takes them."""
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
