"""What scikit-learn's check_estimator cannot hold of an estimator, and why."""

from __future__ import annotations

WEIGHTS = {
    "check_sample_weight_equivalence_on_dense_data": "rows are drawn at random for every tree, so a row of weight "
    "two is not drawn as two rows are; with bootstrap='none' the two are the same",
    "check_sample_weight_equivalence_on_sparse_data": "the same, with sparse data",
}


def expected_failed_checks(estimator):
    """The checks of scikit-learn that an estimator fails, with the reason, as check_estimator takes them."""
    draws_rows = getattr(estimator, "bootstrap", "none") != "none"
    return dict(WEIGHTS) if draws_rows else {}
