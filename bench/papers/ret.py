"""Tables I, III and IV and figures 3 and 4 of the RET paper (Dawer, Guo, Barbu 2017).

Table I: each run draws 100 rows of xor to train on and 100 to test on. RET chooses one tree of depth 2 from 400, of one
chain as in the paper and of 40 chains of 10 trees, with the paper's other settings (--preset paper) but the
dissertation's criterion. Boosting, scikit-learn's and ours, has trees of depth 2 at the pool's rate.

Tables III and IV: wilt, madelon and gisette have their official parts and five seeds, the others random splits of 80%
and 20%, abalone twenty. The number of trees and the shrinkage of RET are chosen by five folds of the training rows,
which --method ret does by itself; the peers are tuned in the same way (tuned_peers.py). The minutes are those of all of
that on one thread. MiniBooNE's are measured on generated rows of its shape as well.
"""

import contextlib
import functools
import io
import pathlib
import sys
import tempfile

import pandas
import protocol
import ret_figures
import tuned_peers
from cells import Cell, Fit, Task, absent
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.metrics import roc_auc_score

# ---- table I ---------------------------------------------------------------------------------------------------------

XOR_ROWS = 100
XOR_RATE = 0.5
XOR_QUICK = 10  # runs
XOR_ROUNDS = (1, 2, 4, 6, 8, 10, 16, 26, 64)
XOR_RET = {
    "preset": "paper",
    "criterion": "mean-square",
    "trees": 400,
    "depths": 2,
    "rate": XOR_RATE,
    "shrinkage": 0,
    "budget": "1trees",
}


def xor_cells(method):
    return [Cell("RET", "I", "xor", method, f"{part} AUC") for part in ("train", "test")]


def xor_split(espalier, run):
    rows = pandas.read_csv(io.StringIO("\n".join(espalier.generate("xor", 2 * XOR_ROWS, run))))
    return protocol.Split(rows[:XOR_ROWS], rows[XOR_ROWS:])


def xor_fit(setting, run, method, kind, options):
    def measure(files, known):
        fit = setting.espalier.fit(files, kind, options, run)
        return dict(zip(xor_cells(method), (fit.train["auc"], fit.test["auc"])))

    return Fit(run, run, xor_cells(method), measure, 0.5)


def xor_boosting(run):
    """scikit-learn's, after several numbers of rounds."""

    def measure(files, known):
        parts = [pandas.read_csv(file) for file in (files.train, files.test)]
        model = GradientBoostingClassifier(
            n_estimators=max(XOR_ROUNDS), max_depth=2, learning_rate=XOR_RATE, random_state=run
        ).fit(parts[0].drop(columns="target"), parts[0]["target"])
        found = {}
        for which, part in enumerate(parts):
            stages = list(model.staged_decision_function(part.drop(columns="target")))
            for rounds in XOR_ROUNDS:
                cell = xor_cells(f"GradientBoost k={rounds}")[which]
                found[cell] = roc_auc_score(part["target"], stages[rounds - 1].ravel())
        return found

    return Fit(run, run, xor_cells("GradientBoost k=26"), measure, 0.3)


def xor_tasks(setting):
    for run in range(1, XOR_QUICK + 1) if setting.quick else setting.runs(100):
        fits = [
            xor_fit(setting, run, "RET k=1", "ret", XOR_RET | {"chains": 1}),
            xor_fit(setting, run, "RET k=1, 40 chains", "ret", XOR_RET | {"chains": 40}),
            xor_boosting(run),
        ]
        fits += [
            xor_fit(
                setting,
                run,
                f"boost k={rounds}",
                "boost",
                {"trees": rounds, "depth": 2, "rate": XOR_RATE, "min-rows": 1},
            )
            for rounds in (8, 9, 10, 26)
        ]
        yield Task("ret xor", fits, functools.partial(open_xor, setting, run))


def open_xor(setting, run):
    return protocol.written(xor_split(setting.espalier, run))


# ---- tables III and IV -----------------------------------------------------------------------------------------------


def of_program(espalier, method, options):
    def measure(split, name, seed):
        kind = protocol.SETS[name]
        more = {"depths": kind.depths} if method == "ret" else {}
        if kind.most_trees != 100 and method == "ret":
            more |= {"budget": f"{kind.most_trees}trees", "iterations": kind.iterations}
        with protocol.written(split) as files:
            return tuned_peers.of_fit(espalier.fit(files, method, more | options, seed, protocol.task(kind.regression)))

    return measure


def contestants(espalier, quick):
    """measure(split, name, seed) by the names of tables.csv, and by names of their own."""
    return {
        "RET": of_program(espalier, "ret", QUICK_RET if quick else LONG),
        "FSA": of_program(espalier, "linear", LONG),
        "XGB": tuned_peers.boosted_by_xgboost,
        "LightGBM": tuned_peers.boosted_by_lightgbm,
        "GB": tuned_peers.boosted_by_scikit_learn,
        "boost": tuned_peers.boosted(espalier),
        "RF": tuned_peers.forest,
        "RF, a third": tuned_peers.third_forest,
        "extra-trees": tuned_peers.extra_trees,
        "L1": tuned_peers.l1,
        "EL": tuned_peers.elastic_net,
        # The paper's solver alone: --preset paper also has its criterion and its shrinkages.
        "RET, solver sgd": of_program(espalier, "ret", LONG | {"solver": "sgd"}),
    }


COSTS = {
    ("madelon", "GB"): 1200,
    ("madelon", "LightGBM"): 400,
    ("abalone", "RET, solver sgd"): 100,
    ("wilt", "GB"): 25,
    ("abalone", "GB"): 25,
}
LONG = {"effort": "high"}  # all shrinkages and sizes
QUICK_RET = LONG | {"trees": 120, "folds": 2}
QUICK_COST = 4
LARGE = {"gisette": 1000, "miniboone": 1000, "news": 100}
IN_TABLE_IV = ("RET", "FSA", "XGB", "LightGBM", "GB", "boost", "L1", "EL", "RET, solver sgd")


def error_cell(name, method):
    return Cell("RET", "III", name, method, "test R2 %" if protocol.SETS[name].regression else "test error %")


def minutes_cell(name, method):
    return Cell("RET", "IV", name, method, "training minutes")


def values_of(name, method, found):
    """{cell: value} of a peer's value, trees, leaves and seconds."""
    cell = error_cell(name, method)
    values = {cell: found["value"], cell.with_metric("fit seconds"): found["seconds"]}
    values |= {cell.with_metric(what): found[what] for what in ("depth", "trees", "leaves") if found.get(what)}
    if method in IN_TABLE_IV:
        values[minutes_cell(name, method)] = found["seconds"] / 60
    return values


def table_cells(name, method):
    return [error_cell(name, method)] + ([minutes_cell(name, method)] if method in IN_TABLE_IV else [])


def table_fit(setting, name, run, method, measure):
    reduced = setting.quick and method == "RET" and name not in LARGE
    cost = QUICK_COST if reduced else COSTS.get((name, method), LARGE.get(name, 3))
    return Fit(
        run, run, table_cells(name, method), lambda split, known: values_of(name, method, measure(split, name, run)),
        cost, reduced=reduced,
    )


def table_tasks(setting):
    methods = contestants(setting.espalier, setting.quick)
    for name, kind in protocol.SETS.items():
        if not protocol.available(setting.data, name):
            yield absent(name, [cell for method in methods for cell in table_cells(name, method)])
            continue
        for run in setting.runs(kind.runs):
            fits = [table_fit(setting, name, run, method, measure) for method, measure in methods.items()]
            yield Task(f"ret {name}", fits, functools.partial(open_split, setting, name, run))


def open_split(setting, name, run):
    return contextlib.nullcontext(protocol.split(setting.data, name, run))


# ---- MiniBooNE's shape -----------------------------------------------------------------------------------------------

SHAPE_ROWS, SHAPE_COLUMNS = 130_064, 50
SHAPE_CELL = Cell("RET", "IV", "miniboone's shape", "RET", "training minutes")


def shape_fit(setting, run):
    def measure(scene, known):
        sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "peers"))
        import data

        part = data.generate(SHAPE_ROWS, SHAPE_COLUMNS, seed=run)
        table = pandas.DataFrame(part.inputs, columns=[f"x{index + 1}" for index in range(SHAPE_COLUMNS)])
        options = {
            "trees": 3000,
            "chains": 30,
            "depths": "2-7",
            "levels": 50,
            "shrinkage": "3,10,30,100,300",
            "folds": 5,
            "iterations": 300,
            "budget": "600trees",
            "effort": "high",
        }
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "train.csv")
            table.assign(target=part.target).to_csv(file, index=False)
            _, seconds = setting.espalier.train(file, file.with_suffix(".esp"), "ret", options, run)
        return {SHAPE_CELL: seconds / 60}

    return Fit(run, run, [SHAPE_CELL], measure, 600, quick=False)


def tasks(setting):
    return [
        *table_tasks(setting),
        *xor_tasks(setting),
        *ret_figures.tasks(setting),
        *(Task("ret miniboone's shape", [shape_fit(setting, run)]) for run in setting.runs(3)),
    ]
