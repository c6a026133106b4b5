"""Espalier: compact tree ensembles.

Every method of the library is a scikit-learn estimator here, for regression and for classification:

>>> import espalier
>>> X, y = espalier.generate("friedman1", rows=1000, seed=1)
>>> model = espalier.BoostRegressor(budget="16KB").fit(X, y)
>>> model.size_["bytes"] <= 16 * 1024
True
"""

import atexit as _atexit

from . import _core
from ._checks import expected_failed_checks
from ._compact import compact
from ._estimators import make_estimators as _make_estimators
from ._files import load

__version__ = _core.version


def generate(name, rows, seed=1, noise=None):
    """Rows of a built-in generator: X as float32 of shape (rows, columns), y as float64.

    `espalier datasets` on the command line lists the generators. `noise` is the standard deviation of the noise, or the
    share of flipped labels; each generator has its own default.
    """
    if rows < 1:
        raise ValueError(f"rows must be at least 1, got {rows}")
    return _core.generate(name, rows, seed, noise)


_ESTIMATORS = _make_estimators()
globals().update(_ESTIMATORS)

# A fit on a daemon thread must not outlive the interpreter.
_atexit.register(_core.stop_all)

__all__ = [
    "compact",
    "expected_failed_checks",
    "generate",
    "load",
    "plot",
    *_ESTIMATORS,
]


def __getattr__(name):
    if name == "plot":
        import importlib

        return importlib.import_module("espalier.plot")
    raise AttributeError(f"module 'espalier' has no attribute {name!r}")


def __dir__():
    return [*__all__, "__version__"]
