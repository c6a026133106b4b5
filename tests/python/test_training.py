"""What happens while a fit runs: other threads, Ctrl-C, progress."""

import os
import signal
import sys
import threading
import time

import espalier
import numpy as np
import pytest


@pytest.fixture(scope="module")
def long_work():
    """An estimator and data that take far longer than any test waits."""
    X, y = espalier.generate("hastie", rows=100_000, seed=1)
    return lambda: espalier.BoostClassifier(trees=100_000).fit(X, y)


def test_control_c_stops_training_and_the_estimator_stays_unfitted(long_work):
    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        long_work()
    timer.join()


def test_control_c_stops_every_method(Estimator):
    X, y = espalier.generate("hastie", rows=300_000, seed=1)
    more = {"trees": 10_000} if "trees" in Estimator().get_params() else {}
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        Estimator(**more).fit(X, y)
    timer.join()


def test_a_failed_fit_leaves_the_earlier_model(friedman):
    X, y = friedman
    model = espalier.TreeRegressor().fit(X, y)
    before = model.predict(X)
    with pytest.raises(ValueError, match="depth"):
        model.set_params(depth=0).fit(X, y)
    np.testing.assert_array_equal(model.predict(X), before)


def test_other_threads_run_while_one_trains():
    X, y = espalier.generate("hastie", rows=50_000, seed=1)
    ticks = []
    thread = threading.Thread(target=lambda: espalier.BoostClassifier(trees=300, n_jobs=1).fit(X, y))
    thread.start()
    while thread.is_alive():
        ticks.append(time.monotonic())
        time.sleep(0.001)
    assert len(ticks) > 20


def test_fits_on_several_threads_give_the_same_model(friedman):
    X, y = friedman
    expected = espalier.BoostRegressor().fit(X, y).model_.to_bytes()
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(espalier.BoostRegressor().fit(X, y).model_.to_bytes()))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


def test_a_forked_process_can_train_and_predict(friedman):
    X, y = friedman
    expected = espalier.ForestRegressor(n_jobs=2).fit(X, y)
    child = os.fork()
    if child == 0:
        twin = espalier.ForestRegressor(n_jobs=2).fit(X, y)
        os._exit(0 if (twin.predict(X) == expected.predict(X)).all() else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_progress_shows_a_bar_that_reaches_its_end(capsys):
    X, y = espalier.generate("hastie", rows=20_000, seed=1)
    espalier.BoostClassifier(trees=200, progress=True).fit(X, y)
    shown = capsys.readouterr().err
    assert "100%" in shown and "200/200" in shown


def test_progress_without_tqdm_is_a_line(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    X, y = espalier.generate("hastie", rows=20_000, seed=1)
    espalier.BoostClassifier(trees=200, progress=True).fit(X, y)
    assert capsys.readouterr().err.endswith("100%\n")


def test_without_progress_nothing_is_shown(friedman, capsys):
    espalier.BoostRegressor().fit(*friedman)
    assert capsys.readouterr() == ("", "")


def test_an_error_of_the_bar_stops_training(long_work, monkeypatch):
    def fail(self, stage, done, total):
        raise RuntimeError("no bar today")

    monkeypatch.setattr(espalier._progress.Bar, "__call__", fail)
    X, y = espalier.generate("hastie", rows=100_000, seed=1)
    with pytest.raises(RuntimeError, match="no bar today"):
        espalier.BoostClassifier(trees=100_000, progress=True).fit(X, y)


def test_threads_follow_n_jobs_and_the_environment(monkeypatch):
    from espalier._base import _threads

    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert _threads(None) == 0 and _threads(-1) == 0 and _threads(3) == 3
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    assert _threads(None) == 1 and _threads(-1) == 0
