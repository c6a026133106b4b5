"""The espalier program, as the scripts of this folder run it: it trains on one file and is measured on another.

The program is build/release/espalier, or what ESPALIER or --binary names; the data and the papers' figures are in the
folder that ESPALIER_SHARED or --shared names.
"""

import dataclasses
import json
import os
import pathlib
import resource
import subprocess
import sys
import time
from collections.abc import Callable


def add_arguments(parser):
    parser.add_argument("--binary", default=os.environ.get("ESPALIER", "build/release/espalier"))
    parser.add_argument("--shared", default=os.environ.get("ESPALIER_SHARED", "../shared"), type=pathlib.Path)
    parser.add_argument("--threads", default=0, type=int, help="0: all")


@dataclasses.dataclass
class Fit:
    size: dict  # trees, nodes, leaves, rules, bytes
    train: dict  # metrics
    test: dict
    seconds: float  # of training, reading the data included, by the program's clock
    test_seconds: float  # of measuring, reading the model and the data included


def error_of(metrics):
    """The MSE, or the error in %."""
    return metrics["mse"] if "mse" in metrics else 100 * metrics["error"]


def cpu_seconds():
    """Of this process and of the programs that it ran: what a busy machine does not change."""
    usage = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in usage)


@dataclasses.dataclass
class Program:
    binary: str
    threads: int = 0
    clock: Callable = time.perf_counter

    def run(self, *words):
        """Standard output; a failure ends the script with the program's own message."""
        command = [str(word) for word in (self.binary, *words)]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{result.stderr.strip()}")
        return result.stdout

    def generate(self, name, rows, seed):
        """Lines of CSV, the header first."""
        return self.run("generate", name, "--rows", rows, "--seed", seed).splitlines()

    def methods(self):
        """The names in the list at the end of train's help."""
        listed = self.run("train", "--help").split("\nMethods", 1)[1].splitlines()[1:]
        return [line.split()[0] for line in listed if line.startswith("  ")]

    def train(self, data, model, method, options, seed=1, more=()):
        """What train --json says, and the seconds that it took. Options by their names, without hyphens before them."""
        words = ["train", data, "--target", "target", "--method", method, "--seed", seed, "--threads", self.threads]
        for name, value in options.items():
            words += [f"--{name}", value]
        start = self.clock()
        report = json.loads(self.run(*words, *more, "--quiet", "--json", "-o", model))
        return report, self.clock() - start

    def fit(self, files, method, options, seed=1, more=()):
        """Trains on files.train and measures on files.test."""
        report, seconds = self.train(files.train, files.model(), method, options, seed, more)
        start = self.clock()
        test = self.evaluated(files.model(), files.test)
        return Fit(report["model"], report["train"], test, seconds, self.clock() - start)

    def evaluated(self, model, data, stage=0):
        """What evaluate --json says; of the model's first `stage` nodes if that is given."""
        more = ["--stage", stage] if stage else []
        return json.loads(self.run("evaluate", model, data, "--threads", self.threads, "--json", *more))

    def exported(self, model):
        """The model as export --format json writes it."""
        return json.loads(self.run("export", model, "--format", "json"))
