import os

import espalier
import pytest

os.environ["MPLBACKEND"] = "Agg"  # before anything draws

# Auto takes the time of several methods; test_auto.py has what is said of it.
ESTIMATORS = [
    getattr(espalier, name)
    for name in espalier.__all__
    if hasattr(getattr(espalier, name), "_method") and not name.startswith("Auto")
]
REGRESSORS = [estimator for estimator in ESTIMATORS if estimator.__name__.endswith("Regressor")]
TREE_ESTIMATORS = [estimator for estimator in ESTIMATORS if "leaves" in estimator._method.budgets]
CLASSIFIERS = [estimator for estimator in ESTIMATORS if estimator.__name__.endswith("Classifier")]


def pytest_generate_tests(metafunc):
    """A test that takes `Estimator`, `Regressor` or `Classifier` runs for every one of them.

    `TreeEstimator` stands for those whose models have trees.
    """
    arguments = {
        "Estimator": ESTIMATORS,
        "TreeEstimator": TREE_ESTIMATORS,
        "Regressor": REGRESSORS,
        "Classifier": CLASSIFIERS,
    }
    for argument, classes in arguments.items():
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


@pytest.fixture(scope="session")
def shallow():
    """Options that keep the trees of an estimator shallow; where they are chosen from a pool, a small one.

    Trees that grow node by node have no depth to limit: there are few of them.
    """

    def options(estimator, depth):
        parameters = estimator().get_params()
        if "depths" in parameters:
            return {"depths": depth, "trees": 100}
        if "window" in parameters:
            return {"trees": 50}
        return {"depth": depth} if "depth" in parameters else {}

    return options


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    from matplotlib import pyplot

    pyplot.close("all")
