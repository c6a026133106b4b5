"""The sets of the frontier, each split three times: 60% of the rows to train on, 20% to choose by, 20% to measure on.

Of the generated sets every split has rows of its own. They are trained on with noise, of the size that their authors
use, and measured against the targets without it. Of adult, 20,000 rows are drawn once. Further sets go by the names of
their files or generators; what is predicted is a number or a class as the program itself would take it.

The files are in the folder that ESPALIER_DATA names, or else in data/ of the shared folder.
"""

import contextlib
import dataclasses
import functools
import io
import json
import os
import pathlib
import tempfile

import numpy
import pandas
from sklearn.model_selection import train_test_split

GROUPS = {
    "regression": ("california", "abalone", "boston", "friedman1", "friedman3", "hwang5"),
    "two classes": ("magic", "spambase", "adult", "phoneme", "banana", "churn"),
    "several classes": ("letter", "vowel"),
}
FILES = {"magic": "pmlb_magic", "phoneme": "pmlb_phoneme"}
NOISE = {"friedman1": 1, "friedman2": 125, "friedman3": 0.1, "hwang5": 0.25}
GENERATED_ROWS = 10_000
MOST_ROWS = {"adult": 20_000}
PARTS = ("train", "valid", "test")
LEAST_PROBABILITY = 1e-15
MOST_INTEGERS = 20  # more values than these are numbers, not classes


@dataclasses.dataclass
class Rows:
    """One part of a split, as the peers take it."""

    inputs: pandas.DataFrame  # categories as pandas categories
    target: numpy.ndarray  # numbers, or the classes' codes
    classes: int  # 0: regression

    def coded(self):
        """The inputs with codes in place of the categories; -1 is a missing one."""
        columns = {name: of.cat.codes if of.dtype == "category" else of for name, of in self.inputs.items()}
        return pandas.DataFrame(columns).to_numpy(float)

    def loss(self, predicted):
        """The MSE as a share of the target's variance, or the log-loss of one column of probabilities a class."""
        if not self.classes:
            return float(((predicted - self.target) ** 2).mean() / self.target.var())
        right = predicted[numpy.arange(len(self.target)), self.target]
        return float(-numpy.log(numpy.clip(right, LEAST_PROBABILITY, 1)).mean())

    def error(self, predicted):
        """The MSE, or the share of wrong classes in %."""
        if not self.classes:
            return float(((predicted - self.target) ** 2).mean())
        return 100 * float((predicted.argmax(axis=1) != self.target).mean())


class Problem:
    """A split of a set: `tables` has its three parts with the target as the last column, train, valid and test their
    rows as the peers take them."""

    def __init__(self, tables, regression):
        self.tables = tables
        labels = [] if regression else sorted(tables["train"]["target"].unique())
        self.classes = len(labels)
        self.train, self.valid, self.test = (self._rows(tables[part], labels) for part in PARTS)

    def _rows(self, table, labels):
        target = table["target"].to_numpy()
        codes = {label: code for code, label in enumerate(labels)}
        known = numpy.array([codes[label] for label in target]) if labels else target.astype(float)
        return Rows(table.drop(columns="target"), known, self.classes)

    @contextlib.contextmanager
    def written(self):
        """The parts' CSV files by their names, in a folder that is gone afterwards."""
        with tempfile.TemporaryDirectory() as folder:
            files = {part: pathlib.Path(folder, f"{part}.csv") for part in PARTS}
            for part, path in files.items():
                self.tables[part].to_csv(path, index=False)
            yield files


def is_regression(target):
    if not pandas.api.types.is_numeric_dtype(target):
        return False
    return target.nunique() > MOST_INTEGERS or bool((target % 1 != 0).any())


class Source:
    """Where the sets come from: a folder of files, and the program's generators."""

    def __init__(self, espalier, shared):
        self.espalier = espalier
        self.folder = pathlib.Path(os.environ.get("ESPALIER_DATA", shared / "data"))

    @functools.cached_property
    def generators(self):
        return {each["name"] for each in json.loads(self.espalier.run("datasets", "--json"))}

    def file_of(self, name):
        return self.folder / f"{FILES.get(name, name)}.csv.gz"

    def available(self, name):
        return self.file_of(name).exists() or name in self.generators

    def group(self, name):
        """The name of the set's group; one that is in none is read to find out."""
        for group, names in GROUPS.items():
            if name in names:
                return group
        classes = self.problem(name, 1).classes
        return "several classes" if classes > 2 else "two classes" if classes else "regression"

    def problem(self, name, split):
        if self.file_of(name).exists():
            table = read(self.file_of(name), MOST_ROWS.get(name))
            regression = is_regression(table["target"])
            return Problem(cut(table, regression, split), regression)
        table = self.generate(name, split, NOISE.get(name))
        regression = is_regression(table["target"])
        tables = cut(table, regression, split)
        if regression:
            plain = self.generate(name, split, 0)["target"]
            tables["test"] = tables["test"].assign(target=plain[tables["test"].index])
        return Problem(tables, regression)

    def generate(self, name, seed, noise):
        words = ["--rows", GENERATED_ROWS, "--seed", seed, *([] if noise is None else ["--noise", noise])]
        text = self.espalier.run("generate", name, *words)
        return pandas.read_csv(io.StringIO(text))


def read(path, most_rows):
    """A table with columns x1, x2, … (not all libraries take all names), text as categories, and the target."""
    table = pandas.read_csv(path)
    if most_rows is not None:
        table = table.sample(most_rows, random_state=0).reset_index(drop=True)
    inputs = table.drop(columns="target")
    inputs.columns = [f"x{number}" for number in range(1, inputs.shape[1] + 1)]
    for name in inputs:
        if not pandas.api.types.is_numeric_dtype(inputs[name]):
            inputs[name] = inputs[name].astype("category")
    return inputs.assign(target=table["target"])


def cut(table, regression, seed):
    """60%, 20% and 20% at random, with the same shares of classes."""

    def halves(rows, share):
        classes = None if regression else rows["target"]
        return train_test_split(rows, test_size=share, random_state=seed, stratify=classes)

    train, others = halves(table, 0.4)
    return dict(zip(PARTS, (train, *halves(others, 0.5)), strict=True))
