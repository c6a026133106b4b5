"""The data of the RET paper's experiments, cut as the paper cuts them; and the figures of its tables."""

import contextlib
import csv
import dataclasses
import pathlib
import tempfile

import pandas
from sklearn.model_selection import KFold, StratifiedKFold, train_test_split


@dataclasses.dataclass
class Set:
    regression: bool
    depths: str  # of the trees, the paper's S
    official: bool  # comes as a training and a test part
    runs: int

    def depth_list(self):
        low, high = self.depths.split("-")
        return list(range(int(low), int(high) + 1))


SETS = {
    "wilt": Set(regression=False, depths="2-7", official=True, runs=5),
    "madelon": Set(regression=False, depths="9-14", official=True, runs=5),
    "abalone": Set(regression=True, depths="2-7", official=False, runs=20),
}


@dataclasses.dataclass
class Split:
    train: pandas.DataFrame  # the column `target` is the last
    test: pandas.DataFrame


@dataclasses.dataclass
class Files:
    train: pathlib.Path
    test: pathlib.Path

    def model(self):
        """Where the model of these files is written."""
        return self.train.with_suffix(".esp")


def split(shared, name, seed):
    """The official parts, which no seed changes, or 80% and 20% at random."""
    folder = shared / "data"
    if SETS[name].official:
        return Split(*(pandas.read_csv(folder / f"{name}_{part}.csv.gz") for part in ("train", "test")))
    rows = pandas.read_csv(folder / f"{name}.csv.gz")
    return Split(*train_test_split(rows, test_size=0.2, random_state=seed))


def folds(rows, regression, seed, count=5):
    """Splits of the rows into count parts, each of which is the test part once."""
    kind = KFold if regression else StratifiedKFold
    cuts = kind(count, shuffle=True, random_state=seed).split(rows, rows["target"])
    return [Split(rows.iloc[train], rows.iloc[test]) for train, test in cuts]


@contextlib.contextmanager
def written(parts):
    """The parts as CSV files, in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        files = Files(pathlib.Path(folder, "train.csv"), pathlib.Path(folder, "test.csv"))
        parts.train.to_csv(files.train, index=False)
        parts.test.to_csv(files.test, index=False)
        yield files


def task(regression):
    return ["--task", "regression" if regression else "classification"]


def paper_figures(shared, table, paper="RET", metric=""):
    """{(data, method): (value, sd)} of a table of a paper; of one metric if the table has several."""
    figures = {}
    with open(shared / "papers" / "tables.csv", newline="") as file:
        for row in csv.DictReader(file):
            if row["paper"] == paper and row["table"] == table and metric in ("", row["metric"]):
                figures[row["dataset"], row["method"]] = (float(row["value"]), float(row["sd"] or 0))
    return figures
