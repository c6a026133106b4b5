"""How a library is measured: in a process of its own, which trains, then predicts as often as it is asked to.

The process loads the arrays, trains once on a few rows (so that code is loaded and threads are there), and then times
the one call that counts. It answers with a line of JSON, and with another for every line that it reads: `batch`
predicts the test part once. `Peer` is the other end. fit_bench.cpp answers in the same way.
"""

import ctypes
import dataclasses
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import numpy

import data

HERE = pathlib.Path(__file__).resolve().parent
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}
WARM_UP_ROWS = 1000


@dataclasses.dataclass
class Settings:
    method: str = "boost"  # or forest, extra
    trees: int = 100
    leaves: int = 31
    depth: int = 6  # of XGBoost, which grows by level
    rate: float = 0.1
    bins: int = 255
    min_rows: int = 20
    l2: float = 1.0
    features: int = 0  # candidates per split of forests; 0: ⌊√p⌋
    seed: int = 1
    threads: int = 1
    save: str = ""  # where to write the model, if anywhere


# ---- in the process that is measured -------------------------------------------------------------------------------


def kilobytes(field):
    for line in open("/proc/self/status"):
        if line.startswith(field):
            return int(line.split()[1])
    return 0


def measured(call):
    """What the call gives, and its CPU seconds, seconds, and peak memory above what there was before, in bytes."""
    ctypes.CDLL(None).malloc_trim(0)  # or memory that was freed before would be used again and not be seen
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # VmHWM starts again
    before, wall, cpu = kilobytes("VmRSS:"), time.perf_counter(), time.process_time()
    result = call()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return result, {"cpu": cpu, "wall": wall, "extra_bytes": 1024 * max(0, kilobytes("VmHWM:") - before)}


def quality(target, prediction):
    """For regression the mean squared error; for classes the log-loss (probabilities clipped to 1e-15), the share of wrong
    ones, and if there are two, whose second `prediction` has the probability of, the AUC (ties count half)."""
    if target.dtype.kind == "f":
        return {"error": float(((target - prediction) ** 2).mean())}
    if prediction.ndim == 2:
        right = prediction[numpy.arange(len(target)), target]
        return {"log_loss": log_loss(right), "error": float((prediction.argmax(axis=1) != target).mean())}
    from scipy.stats import rankdata

    ones = int((target == 1).sum())
    ranks = rankdata(prediction)[target == 1].sum()
    return {
        "log_loss": log_loss(numpy.where(target == 1, prediction, 1 - prediction)),
        "auc": float((ranks - ones * (ones + 1) / 2) / (ones * (len(target) - ones))),
        "error": float(((prediction > 0.5) != (target == 1)).mean()),
    }


def log_loss(of_right):
    return float(-numpy.log(numpy.clip(of_right, 1e-15, 1)).mean())


def answer(fit, predict, size):
    """The life of a measured process: `fit(part, settings)` a model, `predict(model, inputs)` P(class 1) or what else
    quality() takes, `size(model, settings)` its bytes."""
    folder, settings = pathlib.Path(sys.argv[1]), Settings(**json.loads(sys.argv[2]))
    train, test = data.load_part(folder, "train"), data.load_part(folder, "test")
    rows = slice(0, WARM_UP_ROWS)
    few = dataclasses.replace(train, inputs=numpy.asfortranarray(train.inputs[rows]), target=train.target[rows])
    predict(fit(few, dataclasses.replace(settings, trees=2, save="")), few.inputs)

    model, report = measured(lambda: fit(train, settings))
    inputs = numpy.ascontiguousarray(test.inputs)  # row after row is what every peer predicts fastest from
    report |= quality(test.target, predict(model, inputs)) | {"bytes": size(model, settings)}
    print(json.dumps(report), flush=True)
    for _ in sys.stdin:
        print(json.dumps(measured(lambda: predict(model, inputs))[1]), flush=True)


# ---- in the process that compares ----------------------------------------------------------------------------------


class Peer:
    """A process that is measured. `training` is what it said of its training; None, with a message, if it failed."""

    def __init__(self, command):
        environment = os.environ | ONE_THREAD
        self.process = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.training = self.read()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            print(f"no figures: {' '.join(map(str, self.process.args))}", file=sys.stderr)
        return json.loads(line) if line else None

    def ask(self, what):
        if self.training is None:
            return None
        print(what, file=self.process.stdin, flush=True)
        return self.read()

    def close(self):
        self.process.communicate()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def python_peer(library, folder, settings):
    words = json.dumps(dataclasses.asdict(settings))
    return Peer([sys.executable, HERE / f"{library}_peer.py", folder, words])


def ratios(ours, theirs):
    """The median of the ratios of turns, and the ratio of the least."""
    return statistics.median(a / b for a, b in zip(ours, theirs)), min(ours) / min(theirs)
