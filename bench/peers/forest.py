"""Forests: Espalier against scikit-learn's ExtraTreesClassifier and RandomForestClassifier.

    python bench/peers/forest.py [--bench build/bench/bench/peers/tree_bench] [--rows 100000] [--trees 10] [--turns 5]

Both get the same float32 columns (28, of which four matter, two classes), grow to the full on one thread, with the same
number of candidates a split. CPU seconds are those of the fit alone, the least of the turns; the time of a fit is
proportional to the number of trees. Ours includes the out-of-bag error of a forest, which scikit-learn leaves out.
"""

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time

import numpy
import pandas
import sklearn
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier

COLUMNS = 28
PEERS = {"extra": ExtraTreesClassifier, "forest": RandomForestClassifier}


def generate(rows):
    random = numpy.random.default_rng(1)
    inputs = random.standard_normal((rows, COLUMNS)).astype(numpy.float32)
    signal = inputs[:, 0] + inputs[:, 1] * inputs[:, 2] + 0.5 * numpy.sin(3 * inputs[:, 3])
    return inputs, (signal + random.standard_normal(rows) > 0).astype(int)


def scikit_learn(kind, inputs, target, trees, state):
    model = kind(n_estimators=trees, n_jobs=1, random_state=state)
    start = time.process_time()
    model.fit(inputs, target)
    return time.process_time() - start, sum(tree.get_n_leaves() for tree in model.estimators_)


def espalier(bench, path, method, trees):
    command = [bench, path, "1", f"method={method}", f"trees={trees}", "task=classification"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result["seconds"], result["leaves"]


def main():
    parser = argparse.ArgumentParser(description="Compares forests with scikit-learn's.")
    parser.add_argument("--bench", default="build/bench/bench/peers/tree_bench")
    parser.add_argument("--rows", default=100000, type=int)
    parser.add_argument("--trees", default=10, type=int)
    parser.add_argument("--turns", default=5, type=int)
    arguments = parser.parse_args()
    inputs, target = generate(arguments.rows)
    print(f"scikit-learn {sklearn.__version__}; {arguments.rows} × {COLUMNS}, {arguments.trees} trees, CPU seconds of one "
          f"fit, one thread, least of {arguments.turns} in turns\n")
    print("| method | leaves ours | leaves scikit-learn | s ours | s scikit-learn | ratio | median of paired ratios |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "data.csv")
        frame = pandas.DataFrame(inputs, columns=[f"x{i + 1}" for i in range(COLUMNS)])
        frame.assign(target=target).to_csv(path, index=False)
        for method, kind in PEERS.items():
            ours, theirs = [], []
            for turn in range(arguments.turns):
                seconds, leaves = espalier(arguments.bench, path, method, arguments.trees)
                ours.append(seconds)
                seconds, their_leaves = scikit_learn(kind, inputs, target, arguments.trees, turn)
                theirs.append(seconds)
            paired = statistics.median(a / b for a, b in zip(ours, theirs))
            print(f"| {method} | {leaves} | {their_leaves} | {min(ours):.3f} | {min(theirs):.3f} "
                  f"| {min(ours) / min(theirs):.2f} | {paired:.2f} |", flush=True)


if __name__ == "__main__":
    main()
