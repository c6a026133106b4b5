"""Figure 14.14 (example 14.6) of the book chapter: 100 rounds of boosted stumps on spambase, a fifth of the rows held out.
And what the chapter names without figures, of a single tree on the same rows: random columns and coarser cuts (14.3.3),
leaves by the perceptron cost (14.4.2).

A Newton step a leaf, at rate 1. The value is the number of the 920 held-out rows that the best round gets wrong; the
book's splits are not known, ours are ten random ones. Beside it linear classifiers, and scikit-learn's stumps.
"""

import functools

import pandas
import program
import protocol
from cells import Cell, Fit, Task, absent
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

ROUNDS = 100
HELD = 920
RUNS = 10
METRIC = "validation misclassifications"
STUMPS = {"depth": 1, "trees": ROUNDS, "rate": 1, "l2": 0, "min-rows": 1}  # the plain Newton step of the book


TREE = {"depth": 7, "prune": "none"}  # as deep as in example 14.4
TREES = {
    "all columns": {},
    "7 columns": {"features": 7},
    "16 bins": {"bins": 16},
    "both": {"features": 7, "bins": 16},
    "perceptron": {"leaf": "perceptron"},
}


def cell_of(method, metric=METRIC, table="Fig 14.14"):
    return Cell("chapter 14", table, "spambase", method, metric)


OURS = cell_of("boosted stumps, best round 65 of 100")
LINEAR = cell_of("linear classifier")


def stumps(setting, run):
    """The best round, which is asked for by name; and the whole curve of the first run."""

    def measure(files, known):
        path = files.train.with_name("path.csv")
        options = STUMPS | {"valid": files.test, "path": path}
        _, seconds = setting.espalier.train(files.train, files.model(), "boost", options, run, protocol.task(False))
        rounds = pandas.read_csv(path)
        rounds = rounds[rounds["trees"] > 0]
        best = rounds.loc[rounds["validation_error"].idxmin()]
        found = {
            OURS: round(HELD * best["validation_error"]),
            OURS.with_metric("best round"): best["trees"],
            OURS.with_metric("fit seconds"): seconds,
        }
        for row in rounds.itertuples() if run == 1 else ():
            for part in ("train", "validation"):
                found[cell_of(f"boosted stumps k={row.trees}", f"{part} error %")] = 100 * getattr(row, f"{part}_error")
        return found

    return Fit(run, run, [OURS], measure)


def of_scikit_learn(run, cell, model, best_stage=False):
    def measure(files, known):
        train, held = (pandas.read_csv(file) for file in (files.train, files.test))
        start = program.cpu_seconds()
        model.fit(train.drop(columns="target"), train["target"])
        seconds = program.cpu_seconds() - start
        inputs, target = held.drop(columns="target"), held["target"]
        guesses = model.staged_predict(inputs) if best_stage else [model.predict(inputs)]
        wrong = [int((guess != target).sum()) for guess in guesses]
        return {cell: min(wrong), cell.with_metric("fit seconds"): seconds}

    return Fit(run, run, [cell], measure)


def of_espalier(setting, run, cell, method, options):
    def measure(files, known):
        fit = setting.espalier.fit(files, method, options, run, protocol.task(False))
        return {cell: round(HELD * fit.test["error"]), cell.with_metric("fit seconds"): fit.seconds}

    return Fit(run, run, [cell], measure)


def tasks(setting):
    file = setting.data / "spambase.csv.gz"
    if not file.exists():
        return [absent("spambase", [OURS, LINEAR])]
    found = []
    for run in setting.runs(RUNS):
        regression = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000))
        boosting = GradientBoostingClassifier(n_estimators=ROUNDS, max_depth=1, learning_rate=1, random_state=run)
        fits = [
            stumps(setting, run),
            of_espalier(setting, run, cell_of("--method linear"), "linear", {}),
            *(
                of_espalier(setting, run, cell_of(name, table="tree"), "tree", TREE | options)
                for name, options in TREES.items()
            ),
            of_scikit_learn(run, LINEAR, regression),
            of_scikit_learn(run, cell_of("scikit-learn stumps, best round"), boosting, best_stage=True),
        ]
        found.append(Task("chapter 14 spambase", fits, functools.partial(open_split, file, run)))
    return found


def open_split(file, run):
    rows = pandas.read_csv(file)
    return protocol.written(protocol.Split(*train_test_split(rows, test_size=HELD, random_state=run)))
