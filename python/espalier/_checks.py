"""What scikit-learn's check_estimator cannot hold of an estimator, and why."""

from __future__ import annotations


def expected_failed_checks(estimator):
    """The checks of scikit-learn that this estimator fails, with the reason: for check_estimator's parameter."""
    return {}
