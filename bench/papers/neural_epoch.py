"""An epoch of neural rules beside one of scikit-learn's MLPClassifier with as many hidden units as they have planes.

    python bench/papers/neural_epoch.py [--turns 3] [--epochs 11]

On magic, 19,020 × 10: the rules of one tree of depth 8 over all columns, batches of 128 rows, Adam for both. An epoch
is (CPU seconds of so many epochs - those of one) ÷ (so many - 1), so that reading the data, growing the tree and the
imports do not count; CPU seconds are the user's, of all threads of a process that trains once. The two take turns; the
table has the least and the mean of them, on one thread and on as many as the machine has. scikit-learn is given 32-bit
numbers, as ours are, with which it is faster. Fails where ours takes more.
"""

import argparse
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

import numpy
import pandas
import program
from raw_results import print_table

OPTIONS = {"depth": 8, "inputs": "all", "ensemble": 1, "transform": "standard", "patience": 0, "batch": 128}
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
NETWORK = """
import sys, warnings, numpy
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler
warnings.simplefilter("ignore")
rows = numpy.load(sys.argv[1])
units, epochs = map(int, sys.argv[2:])
inputs = StandardScaler().fit_transform(rows[:, :-1])
model = MLPClassifier((units,), batch_size=128, max_iter=epochs, n_iter_no_change=epochs + 1, random_state=1)
model.fit(inputs, rows[:, -1])
assert model.n_iter_ == epochs
"""


def cpu_seconds(call):
    """The user's seconds of the processes that the call starts, all their threads together."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    call()
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def epoch_seconds(train, epochs):
    return (cpu_seconds(lambda: train(epochs)) - cpu_seconds(lambda: train(1))) / (epochs - 1)


def ours(binary, data, model, threads):
    def train(epochs):
        program.Program(binary, threads).train(data, model, "neural", OPTIONS | {"epochs": epochs})

    return train


def scikit_learn(rows, units, threads):
    environment = {name: value for name, value in os.environ.items() if name not in ONE_THREAD}
    environment |= ONE_THREAD if threads == 1 else {}

    def train(epochs):
        subprocess.run([sys.executable, "-c", NETWORK, rows, str(units), str(epochs)], check=True, env=environment)

    return train


def count_planes(espalier, data, model):
    """Of the rules that the tree starts with."""
    espalier.train(data, model, "neural", OPTIONS | {"epochs": 0})
    rules = espalier.exported(model)["nets"][0]["rules"]
    return sum(len(rule["planes"]) for rule in rules), len(rules)


def in_turns(contestants, turns, epochs):
    """CPU seconds of an epoch, by name and turn."""
    seconds = {name: [] for name in contestants}
    for _ in range(turns):
        for name, train in contestants.items():
            seconds[name].append(epoch_seconds(train, epochs))
    return seconds


def main():
    parser = argparse.ArgumentParser(description="CPU time of an epoch of neural rules, beside scikit-learn's network.")
    program.add_arguments(parser)
    parser.add_argument("--turns", default=3, type=int)
    parser.add_argument("--epochs", default=11, type=int)
    arguments = parser.parse_args()
    table = pandas.read_csv(arguments.shared / "data" / "pmlb_magic.csv.gz")
    cells, missed = [], []
    with tempfile.TemporaryDirectory() as folder:
        data, rows, model = (pathlib.Path(folder, name) for name in ("magic.csv", "magic.npy", "magic.esp"))
        table.to_csv(data, index=False)
        numpy.save(rows, table.to_numpy(numpy.float32))
        planes, rules = count_planes(program.Program(arguments.binary, 1), data, model)
        for threads, words in ((1, "one thread"), (0, f"{os.cpu_count()} threads")):
            contestants = {"neural": ours(arguments.binary, data, model, threads),
                           "MLPClassifier": scikit_learn(rows, planes, threads)}
            seconds = in_turns(contestants, arguments.turns, arguments.epochs)
            least, theirs = (min(found) for found in seconds.values())
            texts = (f"{min(found):.3f} ({statistics.mean(found):.3f})" for found in seconds.values())
            cells.append((words, *texts, f"{least / theirs:.3f}"))
            if least > theirs:
                missed.append(f"{words}: ours takes {least:.3f} s an epoch, more than scikit-learn's {theirs:.3f} s")
    print(f"{rules} rules of {planes} planes, {planes} hidden units; CPU seconds of an epoch, least (mean)\n")
    print_table(["", "neural", "MLPClassifier", "ratio"], cells)
    print("\n".join(missed), file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
