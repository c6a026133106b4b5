"""A large ensemble made small: `compact` to 256 leaves beside other ways to a model of that size.

    python bench/frontier/compacted.py [--sets california,magic] [--splits 3]

A boosted ensemble of 1000 trees with 31 leaves each and a forest of 100 full trees are compacted; beside them stand
their first trees that fit (truncated), the trees that `ret` chooses out of them, and `graft` grown to that size. The
loss is that of frontier.py. The runs are kept in build/bench/compacted.csv (-o), and only those that are not there are
made.
"""

import argparse
import functools
import json
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "papers"))

import frontier  # noqa: E402
import peers  # noqa: E402
import program  # noqa: E402
import sets  # noqa: E402
from raw_results import RawResults, mean_sd, print_table  # noqa: E402

BUDGET = "256leaves"
LARGE = {"boost": {"trees": 1000, "leaves": 31}, "forest": {"trees": 100}}
KEY = ["set", "split", "way"]
VALUES = ["loss", "error", "leaves", "seconds"]
WAYS = ["graft", *(f"{large}, {way}" for large in LARGE for way in ("whole", "compact", "ret", "truncated"))]


class Ways:
    """All ways on one split; the large ensembles are grown once."""

    def __init__(self, espalier, problem, files, split):
        self.espalier, self.problem, self.files, self.split = espalier, problem, files, split
        self.task = ["--task", "classification" if problem.classes else "regression"]

    def model(self, name):
        return self.files["train"].with_name(f"{name}.esp")

    def train(self, name, method, options):
        self.espalier.train(self.files["train"], self.model(name), method, options, self.split, self.task)

    def large(self, name):
        if not self.model(name).exists():
            self.train(name, name, LARGE[name])
        return self.model(name)

    def make(self, way):
        """The model's file."""
        name, _, how = way.partition(", ")
        if how == "whole":
            return self.large(name)
        if how == "compact":
            rows = ("--data", self.files["train"], "--valid", self.files["valid"])
            more = ("--budget", BUDGET, "--threads", self.espalier.threads, "--quiet", "-o", self.model("small"))
            self.espalier.run("compact", self.large(name), *rows, *more)
        elif how == "truncated":
            self.train("small", name, LARGE[name] | {"budget": BUDGET})
        elif how == "ret":
            self.train("small", "ret", {"pool": self.large(name), "budget": BUDGET, "valid": self.files["valid"]})
        else:
            self.train("small", "graft", {"budget": BUDGET, "valid": self.files["valid"]})
        return self.model("small")

    def measure(self, way):
        name = way.partition(", ")[0]
        if name in LARGE:
            self.large(name)  # its time is its own
        start = peers.cpu_seconds()
        model = self.make(way)
        seconds = peers.cpu_seconds() - start
        words = ("evaluate", model, self.files["test"], "--threads", self.espalier.threads, "--json")
        test = json.loads(self.espalier.run(*words))
        return {
            "loss": frontier.loss_of(test, self.problem.test.target.var()),
            "error": program.error_of(test),
            "leaves": test["model"]["leaves"],
            "seconds": round(seconds, 2),
        }


def run(espalier, source, results, name, split):
    if all(results.has((name, split, way)) for way in WAYS):
        return
    problem = source.problem(name, split)
    with problem.written() as files:
        ways = Ways(espalier, problem, files, split)
        for way in WAYS:
            row = results.measured((name, split, way), functools.partial(ways.measure, way))
            print(name, split, way, *(row[value] for value in VALUES), file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description="Large ensembles made small, by several ways.")
    program.add_arguments(parser)
    parser.add_argument("--sets", default="california,magic")
    parser.add_argument("--splits", default=3, type=int)
    parser.add_argument("-o", default="build/bench/compacted.csv", type=pathlib.Path)
    arguments = parser.parse_args()
    espalier = program.Program(arguments.binary, arguments.threads)
    source = sets.Source(espalier, arguments.shared)
    results = RawResults(arguments.o, KEY, VALUES)
    names = [name for name in arguments.sets.split(",") if source.available(name)]
    for name in names:
        for split in range(1, arguments.splits + 1):
            run(espalier, source, results, name, split)
    print(f"Test loss at {BUDGET}, leaves and CPU seconds\n")
    rows = [(name, way, *(mean_sd(results.numbers(value, set=name, way=way), digits)
                          for value, digits in (("loss", 4), ("leaves", 0), ("seconds", 1))))
            for name in names for way in WAYS]
    print_table(["", "", "loss", "leaves", "seconds"], rows)


if __name__ == "__main__":
    main()
