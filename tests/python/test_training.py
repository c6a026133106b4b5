"""What happens while a fit runs: other threads, Ctrl-C, progress."""

import os
import signal
import subprocess
import sys
import threading
import time

import espalier
import numpy as np
import pytest


@pytest.fixture
def long_fit():
    """An estimator and data that take far longer than any test waits."""
    X, y = espalier.generate("hastie", rows=100_000, seed=1)
    return espalier.BoostClassifier(trees=100_000), X, y


def interrupt_after(seconds):
    timer = threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_control_c_leaves_an_estimator_unfitted(long_fit):
    estimator, X, y = long_fit
    timer = interrupt_after(0.5)
    with pytest.raises(KeyboardInterrupt):
        estimator.fit(X, y)
    timer.join()
    assert set(estimator.__dict__) == set(estimator.get_params())


def test_control_c_leaves_an_earlier_model_as_it_was(long_fit, waveform):
    estimator, X, y = long_fit
    estimator.set_params(trees=3).fit(*waveform)
    before = estimator.predict_proba(waveform[0])
    timer = interrupt_after(0.5)
    with pytest.raises(KeyboardInterrupt):
        estimator.set_params(trees=100_000).fit(X, y)
    timer.join()
    np.testing.assert_array_equal(estimator.predict_proba(waveform[0]), before)
    assert list(estimator.classes_) == [0, 1, 2] and estimator.n_features_in_ == 40


def test_control_c_stops_a_prediction():
    X, y = espalier.generate("hastie", rows=20_000, seed=1)
    model = espalier.ForestClassifier(trees=300, n_jobs=1).fit(X, y)
    many = np.repeat(X, 40, axis=0)
    timer = interrupt_after(0.3)
    with pytest.raises(KeyboardInterrupt):
        for _ in range(1000):
            model.apply(many)
    timer.join()


def test_control_c_stops_every_method(Estimator):
    X, y = espalier.generate("hastie", rows=300_000, seed=1)
    options = Estimator().get_params()
    more = {"trees": 10_000} if "trees" in options else {}
    if "solver" in options and "trees" not in options:  # linear, whose own solver ends before it can be stopped
        more = {"solver": "momentum", "iterations": 100_000}
    timer = interrupt_after(0.3)
    with pytest.raises(KeyboardInterrupt):
        Estimator(**more).fit(X, y)
    timer.join()


def test_a_failed_fit_leaves_the_earlier_model(twonorm, friedman):
    X, y = twonorm
    model = espalier.TreeClassifier(depth=3).fit(X, np.array(["a", "b"])[y])
    before = model.predict(X)
    with pytest.raises(ValueError, match="depth"):
        model.set_params(depth=0).fit(friedman[0], friedman[1] > 14)
    np.testing.assert_array_equal(model.predict(X), before)
    assert list(model.classes_) == ["a", "b"] and model.n_features_in_ == 20


def test_the_interpreter_ends_in_peace_while_a_daemon_trains():
    code = """
import threading, time
import espalier
X, y = espalier.generate("hastie", rows=100_000, seed=1)
threading.Thread(target=lambda: espalier.BoostClassifier(trees=100_000).fit(X, y), daemon=True).start()
time.sleep(0.5)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60).returncode == 0


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
    assert "boosting" in shown and shown.rstrip().split("\r")[-1].count("100%") == 1


def test_every_stages_bar_is_full(capsys):
    X, y = espalier.generate("hastie", rows=20_000, seed=1)
    espalier.ForestClassifier(trees=30, progress=True).fit(X, y)
    lines = [line.split("\r")[-1] for line in capsys.readouterr().err.strip().split("\n")]
    assert lines and all("100%" in line for line in lines)


def test_progress_without_tqdm_is_a_line(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    X, y = espalier.generate("hastie", rows=20_000, seed=1)
    espalier.BoostClassifier(trees=200, progress=True).fit(X, y)
    assert capsys.readouterr().err.endswith("100%\n")


def test_without_progress_nothing_is_shown(friedman, capsys):
    espalier.BoostRegressor().fit(*friedman)
    assert capsys.readouterr() == ("", "")


def test_an_error_of_the_bar_stops_training(long_fit, monkeypatch):
    def fail(self, stage, done, total):
        raise RuntimeError("no bar today")

    monkeypatch.setattr(espalier._progress.Bar, "__call__", fail)
    estimator, X, y = long_fit
    with pytest.raises(RuntimeError, match="no bar today"):
        estimator.set_params(progress=True).fit(X, y)


def test_threads_follow_n_jobs_and_the_environment(monkeypatch):
    from espalier._values import threads

    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert threads(None) == 0 and threads(-1) == 0 and threads(3) == 3
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    assert threads(None) == 1 and threads(-1) == 0
    assert threads(100_000) == 256
