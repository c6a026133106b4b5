"""`auto` beside each method that it may choose, on one split of nine sets, with four budgets.

    python bench/auto.py [--only boston,vowel] [--budgets 1KB,4KB,16KB,50rules] [--time 30]

80% of the rows to train on, 20% to measure on. Every method has its defaults and the same budget; the loss is the MSE or
the log-loss of the rows to measure on. The runs are kept in build/bench/auto.csv (-o), and only those that are not there
are made. Fails where a model is over its budget, where `auto` takes longer than its time and the slowest of the methods
together, and where its loss is on average more than 1% above that of the best single method, the one that is best on
average (geometric means over the sets, of budgets in bytes and in rules).

The ratios are to the best method of each set and budget, which is taken by the very rows that measure it: nothing can be
as good as that on average but by luck, so it is a measure, not an aim.
"""

import argparse
import csv
import gzip
import math
import os
import pathlib
import random
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "papers"))

import program  # noqa: E402
from raw_results import RawResults, print_table  # noqa: E402

FILES = {"magic": "pmlb_magic", "phoneme": "pmlb_phoneme"}
REGRESSION = ("california", "abalone", "boston")
SETS = (*REGRESSION, "spambase", "magic", "phoneme", "churn", "vowel", "letter")
BUDGETS = ("1KB", "4KB", "16KB", "50rules")
MOST_RATIO = 1.01
SEED = 1
VALUES = ["loss", "bytes", "rules", "seconds", "chosen"]


def methods_for(budget):
    """Those that can keep to it."""
    return ("rules", "boost", "ret") if budget.endswith("rules") else ("graft", "boost", "gif", "ret")


def write_split(folder, path):
    """train.csv and test.csv of a file's rows, shuffled; their names."""
    with gzip.open(path, "rt", newline="") as file:
        header, *rows = csv.reader(file)
    random.Random(SEED).shuffle(rows)
    tested = len(rows) // 5
    files = []
    for name, part in (("train", rows[tested:]), ("test", rows[:tested])):
        files.append(pathlib.Path(folder, f"{name}.csv"))
        with open(files[-1], "w", newline="") as file:
            csv.writer(file).writerows([header, *part])
    return files


def measure(espalier, files, name, method, budget, seconds):
    """One run: what VALUES names."""
    train, test = files
    model = train.with_suffix(".esp")
    options = {"budget": budget} | ({"time": f"{seconds}s"} if method == "auto" else {})
    task = ["--task", "regression" if name in REGRESSION else "classification"]
    report, taken = espalier.train(train, model, method, options, SEED, task)
    metrics = espalier.evaluated(model, test)
    return {
        "loss": metrics["mse"] if "mse" in metrics else metrics["log_loss"],
        "bytes": report["model"]["bytes"],
        "rules": report["model"]["rules"],
        "seconds": round(taken, 2),
        "chosen": (report["chosen"] or "").split(":")[0].split(" (")[0] if method == "auto" else "",
    }


def is_over(row, budget):
    if budget.endswith("rules"):
        return int(row["rules"]) > int(budget.removesuffix("rules"))
    return int(row["bytes"]) > 1024 * int(budget.removesuffix("KB"))


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


class Comparison:
    """Of the sets and budgets of which all runs are there."""

    def __init__(self, results, names, budgets, limit):
        self.results, self.limit = results, limit
        self.cells = [(name, budget) for name in names for budget in budgets if self.is_complete(name, budget)]

    def run(self, name, method, budget):
        return self.results.rows[name, method, budget]

    def is_complete(self, name, budget):
        return all(self.results.has((name, method, budget)) for method in ("auto", *methods_for(budget)))

    def loss(self, name, method, budget):
        return float(self.run(name, method, budget)["loss"])

    def best(self, name, budget):
        return min(methods_for(budget), key=lambda method: self.loss(name, method, budget))

    def ratio(self, name, method, budget):
        """Of the loss to that of the best method."""
        return self.loss(name, method, budget) / self.loss(name, self.best(name, budget), budget)

    def show(self):
        rows = []
        for name, budget in self.cells:
            best, auto = self.best(name, budget), self.run(name, "auto", budget)
            rows.append((name, budget, best, f"{self.loss(name, best, budget):.4g}", auto["chosen"],
                         f"{float(auto['loss']):.4g}", f"{self.ratio(name, 'auto', budget):.3f}",
                         f"{float(auto['seconds']):.1f}"))
        print_table(["data", "budget", "best method", "its loss", "auto chose", "its loss", "ratio", "seconds"], rows)
        print("\nMean ratio to the best method of each set and budget:\n")
        rows = [
            (kind, method, f"{self.mean_ratio(method, cells):.3f}")
            for kind, cells in self.kinds().items()
            for method in ("auto", *methods_for(cells[0][1]))
        ]
        print_table(["budget", "method", "mean ratio"], rows)

    def kinds(self):
        """{kind of budget: its cells}."""
        in_rules = [cell for cell in self.cells if cell[1].endswith("rules")]
        kinds = {"in bytes": [cell for cell in self.cells if cell not in in_rules], "in rules": in_rules}
        return {kind: cells for kind, cells in kinds.items() if cells}

    def mean_ratio(self, method, cells):
        return geometric_mean([self.ratio(name, method, budget) for name, budget in cells])

    def misses(self):
        for name, budget in self.cells:
            auto = self.run(name, "auto", budget)
            for method in ("auto", *methods_for(budget)):
                if is_over(self.run(name, method, budget), budget):
                    yield f"{name}, {method}: over its budget of {budget}"
            slowest = max(float(self.run(name, method, budget)["seconds"]) for method in methods_for(budget))
            if float(auto["seconds"]) > self.limit + slowest:
                yield f"{name}, {budget}: {auto['seconds']} s are more than {self.limit} and {slowest} of one method"
        for kind, cells in self.kinds().items():
            auto = self.mean_ratio("auto", cells)
            single = {method: self.mean_ratio(method, cells) for method in methods_for(cells[0][1])}
            best = min(single, key=single.get)
            if not auto <= MOST_RATIO * single[best]:
                yield f"budgets {kind}: on average {auto / single[best]:.4f} of the loss of {best}, more than {MOST_RATIO}"


def main():
    parser = argparse.ArgumentParser(description="auto beside each of its candidates.")
    program.add_arguments(parser)
    parser.add_argument("--only", default=",".join(SETS))
    parser.add_argument("--budgets", default=",".join(BUDGETS))
    parser.add_argument("--time", default=30, type=int, help="seconds that auto has")
    parser.add_argument("-o", default="build/bench/auto.csv", type=pathlib.Path)
    arguments = parser.parse_args()
    espalier = program.Program(arguments.binary, arguments.threads)
    folder = pathlib.Path(os.environ.get("ESPALIER_DATA", arguments.shared / "data"))
    names, budgets = arguments.only.split(","), arguments.budgets.split(",")
    results = RawResults(arguments.o, ["data", "method", "budget"], VALUES)
    for name in names:
        with tempfile.TemporaryDirectory() as scratch:
            files = write_split(scratch, folder / f"{FILES.get(name, name)}.csv.gz")
            for budget in budgets:
                for method in ("auto", *methods_for(budget)):
                    key = (name, method, budget)
                    run = lambda: measure(espalier, files, name, method, budget, arguments.time)  # noqa: B023, E731
                    row = results.measured(key, run)
                    print(*key, f"{float(row['loss']):.4g}, {row['seconds']} s", row["chosen"], file=sys.stderr)
    comparison = Comparison(results, names, budgets, arguments.time)
    comparison.show()
    missed = list(comparison.misses())
    print("\n".join(missed), file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
