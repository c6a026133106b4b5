"""One exact tree: Espalier against scikit-learn's DecisionTreeRegressor and DecisionTreeClassifier.

    python bench/peers/tree.py [--data DIR] [--bench build/bench/bench/peers/fit_bench] [--golden FILE]

Both get the same float32 columns (categories as codes) and grow one tree with the same criterion on one thread, in
turns. Training errors must agree to 1e-9 of the larger down to depth 4; deeper, scikit-learn breaks ties by its
random_state, so ours must lie within its range over ten of them. CPU seconds are those of the fit alone, the least of
REPEATS turns. --golden writes scikit-learn's errors, which tests/method/scikit_learn_test.cpp compares with.
"""

import argparse
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy
import pandas
import sklearn
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import data

SETS = {"abalone": "regression", "california": "regression", "spambase": "classification", "letter": "classification"}
SETTINGS = [(depth, 1) for depth in (1, 2, 3, 4, 8, None)] + [(None, 5), (4, 20)]
STATES = 10
REPEATS = 7


def load(folder, name):
    """Inputs as float32 numbers, the target as numbers or class codes."""
    table = pandas.read_csv(folder / f"{name}.csv.gz")
    target = table.pop("target")
    for column in table:
        if not pandas.api.types.is_numeric_dtype(table[column]):
            table[column] = pandas.factorize(table[column], sort=True)[0]
    inputs = table.to_numpy(numpy.float32)
    if SETS[name] == "classification":
        target = pandas.factorize(target, sort=True)[0]
    return inputs, numpy.asarray(target)


def target_array(target, task):
    return target.astype(numpy.uint8 if task == "classification" else numpy.float32)


def scikit_learn(inputs, target, task, depth, min_rows, state):
    kind = DecisionTreeRegressor if task == "regression" else DecisionTreeClassifier
    model = kind(max_depth=depth, min_samples_leaf=min_rows, random_state=state)
    start = time.process_time()
    model.fit(inputs, target)
    seconds = time.process_time() - start
    wrong = model.predict(inputs) - target
    return seconds, float(numpy.mean(wrong**2 if task == "regression" else wrong != 0)), model.get_n_leaves()


def espalier(bench, folder, depth, min_rows):
    command = [bench, folder, "tree", f"min-rows={min_rows}"] + ([f"depth={depth}"] if depth else [])
    output = subprocess.run(command, check=True, capture_output=True, text=True, stdin=subprocess.DEVNULL).stdout
    return json.loads(output)


def write_golden(path, folder):
    with open(path, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["dataset", "depth", "min_rows", "least_error", "largest_error"])
        for name, task in SETS.items():
            inputs, target = load(folder, name)
            for depth, min_rows in SETTINGS:
                errors = [scikit_learn(inputs, target, task, depth, min_rows, s)[1] for s in range(STATES)]
                out.writerow([name, depth or 0, min_rows, repr(min(errors)), repr(max(errors))])


def compare(bench, folder):
    print(f"scikit-learn {sklearn.__version__}; CPU seconds of one fit, one thread, least of {REPEATS} in turns\n")
    print("| data | rows × columns | depth | min rows | error ours | error scikit-learn | s ours | s scikit-learn | ratio |")
    print("|---|---|---|---|---|---|---|---|---|")
    failures = 0
    for name, task in SETS.items():
        inputs, target = load(folder, name)
        with tempfile.TemporaryDirectory() as scratch:
            for part in ("train", "test"):  # what is compared is the error in training
                data.save_part(pathlib.Path(scratch), part, data.Part(inputs, target_array(target, task)))
            for depth, min_rows in SETTINGS:
                ours, theirs, errors = [], [], []
                for state in range(max(REPEATS, STATES)):
                    seconds, error, _ = scikit_learn(inputs, target, task, depth, min_rows, state)
                    theirs.append(seconds)
                    errors.append(error)
                    result = espalier(bench, scratch, depth, min_rows)
                    ours.append(result["cpu"])
                low, high, error = min(errors), max(errors), result["error"]
                tolerance = 1e-9 * max(high, 1)
                good = low - tolerance <= error <= high + tolerance
                if not good and depth is None and min_rows == 1 and task == "regression":
                    # A fully grown tree leaves only the rounding of float32 leaves.
                    good = error <= 1e-13 * float(numpy.var(target))
                failures += not good
                span = f"{low:.9g}" if high - low <= tolerance else f"{low:.6g} … {high:.6g}"
                print(f"| {name} | {inputs.shape[0]} × {inputs.shape[1]} | {depth or 'full'} | {min_rows} | {error:.9g} "
                      f"| {span} | {min(ours):.4f} | {min(theirs):.4f} | {min(ours) / min(theirs):.2f} |"
                      + ("" if good else " **differs**"), flush=True)
    return failures


def main():
    parser = argparse.ArgumentParser(description="Compares one tree with scikit-learn's.")
    parser.add_argument("--data", default=os.environ.get("ESPALIER_DATA", "../shared/data"), type=pathlib.Path)
    parser.add_argument("--bench", default="build/bench/bench/peers/fit_bench")
    parser.add_argument("--golden", help="write scikit-learn's errors to this file and stop")
    arguments = parser.parse_args()
    if not arguments.data.is_dir():
        print(f"{arguments.data} is not there: nothing to compare on (--data or ESPALIER_DATA names the folder)")
        return
    if arguments.golden:
        write_golden(arguments.golden, arguments.data)
        return
    sys.exit(1 if compare(arguments.bench, arguments.data) else 0)


if __name__ == "__main__":
    main()
