import os

import espalier
import pytest

os.environ["MPLBACKEND"] = "Agg"  # before anything draws

ESTIMATORS = [getattr(espalier, name) for name in espalier.__all__ if hasattr(getattr(espalier, name), "_method")]
REGRESSORS = [estimator for estimator in ESTIMATORS if estimator.__name__.endswith("Regressor")]
CLASSIFIERS = [estimator for estimator in ESTIMATORS if estimator.__name__.endswith("Classifier")]


def pytest_generate_tests(metafunc):
    """A test that takes `Estimator`, `Regressor` or `Classifier` runs for every one of them."""
    for argument, classes in (("Estimator", ESTIMATORS), ("Regressor", REGRESSORS), ("Classifier", CLASSIFIERS)):
        if argument in metafunc.fixturenames:
            metafunc.parametrize(argument, classes, ids=lambda estimator: estimator.__name__)


@pytest.fixture(scope="session")
def friedman():
    """Regression: X of ten columns, y."""
    return espalier.generate("friedman1", rows=300, seed=1)


@pytest.fixture(scope="session")
def twonorm():
    """Two classes: X of twenty columns, y."""
    return espalier.generate("twonorm", rows=300, seed=1)


@pytest.fixture(scope="session")
def waveform():
    """Three classes: X of 21 columns, y."""
    return espalier.generate("waveform", rows=300, seed=1)


@pytest.fixture
def task_data(friedman, twonorm):
    """The data that suits an estimator's class."""
    return lambda estimator: friedman if estimator.__name__.endswith("Regressor") else twonorm


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    from matplotlib import pyplot

    pyplot.close("all")
