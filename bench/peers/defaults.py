"""What default fits take, and whether they are as good as those of a longer search.

    python bench/peers/defaults.py [--methods linear,neural] [--sets adult,letter] [--splits 5] [--before PROGRAM]

Random splits, four fifths to train on. The times are those of the first split of adult and letter, on one thread with
AVX2. For methods with the option `effort`, and with --before for all, errors of every split are held against those of
`--effort high` or of PROGRAM, an older espalier. What was measured is kept in build/bench/defaults.json, and
docs/results/defaults.md is made of all that is there.
"""

import argparse
import json
import math
import os
import pathlib
import re
import resource
import statistics
import subprocess
import tempfile

import data
import report

KEPT = data.ROOT / "build/bench/defaults.json"
METHODS = ("tree", "linear", "boost", "forest", "extra", "graft", "gif", "rules", "ret", "combine", "neural", "auto")
TIMED = ("adult", "letter")
SETS = {
    "adult": "classification",
    "letter": "classification",
    "magic": "classification",
    "spambase": "classification",
    "banana": "classification",
    "vowel": "classification",
    "california": "regression",
    "abalone": "regression",
    "boston": "regression",
}
MOST_WORSE = 1.01

INTRODUCTION = """# What default fits take

`python bench/peers/defaults.py` measures this again; {machine}.

CPU seconds of `espalier train` with nothing but a method named, reading included, on one thread that is kept to AVX2 (`ESPALIER_TARGETS=avx2`): four fifths of adult (39,073 rows, 14 columns, 2 classes) and of letter (16,000 rows, 16 columns, 26 classes).
"""

ERRORS = """
## Errors of the default search and of the longer one

Means over {splits} random splits where the table does not say otherwise, {longer}: shares of wrong classes on the other fifth, mean squared errors of regression (california: of the price in 100,000 dollars). The ratio is that of the means; the last line of a method has the geometric mean over the sets, which must not be above {most}.
"""


def train(program, method, folder, task, options):
    """CPU seconds, None if it failed."""
    command = [program, "train", folder / "train.csv", "--target", "target", "--task", task, "--method", method]
    command += ["--threads", "1", "--quiet", *options, "-o", folder / "model.esp"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = os.environ | {"ESPALIER_TARGETS": "avx2"}
    if subprocess.run([str(word) for word in command], env=environment, stdout=subprocess.DEVNULL).returncode != 0:
        return None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def evaluate(program, folder):
    words = [program, "evaluate", folder / "model.esp", folder / "test.csv", "--json"]
    metrics = json.loads(subprocess.run([str(word) for word in words], capture_output=True, check=True).stdout)
    return metrics["error"] if "error" in metrics else metrics["mse"]


def has_effort(program, method):
    text = subprocess.run([program, "train", "--method", method, "--help"], capture_output=True, text=True).stdout
    return re.search(r"--effort\b", text) is not None


class Measurement:
    """Runs that are not kept yet, one after the other."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}

    def run(self, kind, program, options, method, name, seed, folder):
        """`kind` is default or longer."""
        key = f"{kind} {method} {name} {seed}"
        if key in self.kept:
            return
        seconds = train(program, method, folder, SETS[name], options)
        self.kept[key] = {"seconds": seconds, "error": None if seconds is None else evaluate(program, folder)}
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        KEPT.write_text(json.dumps(self.kept))
        print(key, self.kept[key], flush=True)

    def run_split(self, name, seed, folder):
        program, before = self.arguments.program, self.arguments.before
        for method in self.arguments.methods.split(","):
            compared = bool(before) or has_effort(program, method)
            if compared or (name in TIMED and seed == 1):
                self.run("default", program, [], method, name, seed, folder)
            if compared:
                options = [] if before else ["--effort", "high"]
                self.run("longer", before or program, options, method, name, seed, folder)

    def run_all(self):
        for name in self.arguments.sets.split(","):
            table = data.real(name)
            if table is None:
                continue
            if name == "california":
                table["target"] /= 1e5
            for seed in range(1, self.arguments.splits + 1):
                with tempfile.TemporaryDirectory() as scratch:
                    folder = pathlib.Path(scratch)
                    for part, rows in zip(("train", "test"), data.split(table, seed)):
                        rows.to_csv(folder / f"{part}.csv", index=False)
                    self.run_split(name, seed, folder)


# ---- the page --------------------------------------------------------------------------------------------------------


def times_table(kept):
    def time(method, name):
        one = kept.get(f"default {method} {name} 1")
        return "not measured" if one is None or one["seconds"] is None else f"{one['seconds']:.2f}"

    return report.table(["method", *TIMED], [[f"`{m}`", *(time(m, name) for name in TIMED)] for m in METHODS])


def errors_of(kept, kind, method, name):
    keys = [key for key in kept if key.startswith(f"{kind} {method} {name} ")]
    return {key.split()[-1]: kept[key]["error"] for key in keys if kept[key]["error"] is not None}


def error_rows(kept, method, splits):
    ratios = []
    for name in SETS:
        ours, longer = (errors_of(kept, kind, method, name) for kind in ("default", "longer"))
        seeds = sorted(ours.keys() & longer.keys())
        if not seeds:
            continue
        means = [statistics.mean(errors[seed] for seed in seeds) for errors in (ours, longer)]
        # Both without an error are equal.
        ratios.append(means[0] / means[1] if means[1] > 0 else 1.0 if means[0] == 0 else math.inf)
        where = name if len(seeds) == splits else f"{name} (splits: {len(seeds)})"
        yield [f"`{method}`", where, f"{means[0]:.4g}", f"{means[1]:.4g}", f"{ratios[-1]:.3f}"]
    if ratios:
        mean = statistics.geometric_mean(ratios)
        yield [f"`{method}`", "all", "", "", f"{mean:.3f}" if mean <= MOST_WORSE else f"**{mean:.3f}**"]


def write_page(kept, splits, longer):
    text = INTRODUCTION.format(machine=report.machine()) + "\n" + times_table(kept)
    rows = [row for method in METHODS for row in error_rows(kept, method, splits)]
    if rows:
        text += ERRORS.format(splits=splits, longer=longer, most=MOST_WORSE) + "\n"
        text += report.table(["method", "data", "default", "longer", "ratio"], rows)
    report.write_page("defaults", text)


def main():
    parser = argparse.ArgumentParser(description="Times default fits and holds their errors against a longer search's.")
    parser.add_argument("--methods", default=",".join(METHODS), help="with commas")
    parser.add_argument("--sets", default=",".join(SETS), help="with commas")
    parser.add_argument("--splits", type=int, default=5)
    parser.add_argument("--program", default=str(data.ROOT / "build/bench/espalier"))
    parser.add_argument("--before", help="an older program, whose errors take the place of the longer search's")
    parser.add_argument("--page", action="store_true", help="only write the page")
    arguments = parser.parse_args()
    measurement = Measurement(arguments)
    if not arguments.page:
        measurement.run_all()
    longer = "of the program before its defaults changed" if arguments.before else "and of `--effort high`"
    write_page(measurement.kept, arguments.splits, longer)


if __name__ == "__main__":
    main()
