"""Extremely randomised trees beside the column "ET 100%" of the GIF paper (tables 2 and 3).

    python bench/papers/extra_baseline.py [--binary build/release/espalier] [--shared ../shared] [--sets vowel,letter]

Fits --method extra with 1000 trees by the paper's protocol: the sizes of its table 1, ten draws or splits (hastie 30, letter 6),
⌊√p⌋ candidates a split for classes and all columns for regression. Prints ours beside the paper's, mean and standard
deviation, and fails where the means differ by more than the larger of the two deviations.
"""

import argparse
import csv
import gzip
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

TREES = 1000
# rows to train on, rows to test on, runs; where the rows come from is a generator of the same name or a file
SETS = {
    "friedman1": (300, 2000, 10),
    "ringnorm": (300, 7100, 10),
    "twonorm": (300, 7100, 10),
    "hastie": (2000, 10000, 30),
    "vowel": (495, 495, 10),
    "letter": (16000, 4000, 6),
}
FILES = {"vowel", "letter"}


def read_paper(path):
    figures = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["paper"] == "GIF" and row["table"] in ("2", "3") and row["method"] == "ET 100%":
                figures[row["dataset"]] = (float(row["value"]), float(row["sd"]))
    return figures


def draw(binary, shared, name, run, scratch):
    """Two files, to train and to test on."""
    train_rows, test_rows, _ = SETS[name]
    if name in FILES:
        with gzip.open(shared / "data" / f"{name}.csv.gz", "rt") as file:
            header, *rows = file.read().splitlines()
        random.Random(run).shuffle(rows)
    else:
        command = [binary, "generate", name, "--rows", str(train_rows + test_rows), "--seed", str(run)]
        header, *rows = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    files = []
    for part, lines in (("train", rows[:train_rows]), ("test", rows[train_rows : train_rows + test_rows])):
        files.append(scratch / f"{part}.csv")
        files[-1].write_text("\n".join([header, *lines]) + "\n")
    return files


def error_of(binary, train, test, run, scratch):
    command = [binary, "train", train, "--target", "target", "--method", "extra", "--trees", str(TREES), "--quiet"]
    command += ["--valid", test, "--seed", str(run), "--strip", "--json", "-o", scratch / "model.esp"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["validation"]
    return result["mse"] if "mse" in result else 100 * result["error"]


def main():
    parser = argparse.ArgumentParser(description="Extra-trees beside the GIF paper's baseline.")
    parser.add_argument("--binary", default="build/release/espalier")
    parser.add_argument("--shared", default=os.environ.get("ESPALIER_SHARED", "../shared"), type=pathlib.Path)
    parser.add_argument("--sets", default=",".join(SETS))
    arguments = parser.parse_args()
    paper = read_paper(arguments.shared / "papers" / "tables.csv")
    print("| data | rows | runs | ours | the paper | difference / sd |\n|---|---|---|---|---|---|")
    failures = 0
    for name in arguments.sets.split(","):
        errors = []
        for run in range(1, SETS[name][2] + 1):
            with tempfile.TemporaryDirectory() as folder:
                scratch = pathlib.Path(folder)
                train, test = draw(arguments.binary, arguments.shared, name, run, scratch)
                errors.append(error_of(arguments.binary, train, test, run, scratch))
        mean, sd = statistics.mean(errors), statistics.stdev(errors)
        theirs, their_sd = paper[name]
        away = (mean - theirs) / max(sd, their_sd)
        failures += abs(away) > 1
        print(f"| {name} | {SETS[name][0]} + {SETS[name][1]} | {len(errors)} | {mean:.4g} ± {sd:.2g} "
              f"| {theirs:g} ± {their_sd:g} | {away:+.2f} |", flush=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
