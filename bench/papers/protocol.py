"""The data of the RET paper's experiments, cut as the paper cuts them; and what all papers' modules do with splits."""

import contextlib
import dataclasses
import pathlib
import tempfile

import pandas
import uci
from sklearn.model_selection import KFold, StratifiedKFold, train_test_split


@dataclasses.dataclass
class Set:
    regression: bool
    depths: str  # of the trees, the paper's S
    official: bool  # comes as a training and a test part
    runs: int
    iterations: int = 150
    most_trees: int = 100

    def depth_list(self):
        low, high = self.depths.split("-")
        return list(range(int(low), int(high) + 1))


SETS = {
    "gisette": Set(regression=False, depths="2-7", official=True, runs=5, iterations=300, most_trees=600),
    "madelon": Set(regression=False, depths="9-14", official=True, runs=5),
    "miniboone": Set(regression=False, depths="2-7", official=False, runs=5, iterations=300, most_trees=600),
    "wilt": Set(regression=False, depths="2-7", official=True, runs=5),
    "abalone": Set(regression=True, depths="2-7", official=False, runs=20),
    "news": Set(regression=True, depths="2-7", official=False, runs=5),
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


def parts_of(folder, name):
    return [folder / f"{name}_{part}.csv.gz" for part in ("train", "test")]


def available(folder, name):
    if name in uci.FILES:
        return uci.available(folder, name)
    return all(path.exists() for path in (parts_of(folder, name) if SETS[name].official else [folder / f"{name}.csv.gz"]))


def split(folder, name, seed):
    """The official parts, which no seed changes, or 80% and 20% at random."""
    if name == "gisette":
        return Split(*uci.gisette(folder))
    if SETS[name].official:
        return Split(*map(pandas.read_csv, parts_of(folder, name)))
    own = {"miniboone": uci.miniboone, "news": uci.news}
    rows = own[name](folder) if name in own else pandas.read_csv(folder / f"{name}.csv.gz")
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
