"""Test errors on real sets compared with the libraries that do the same: boost and LightGBM, forest and RandomForest, extra
and ExtraTrees.

    python bench/peers/quality.py [--only california,letter] [--methods boost] [--splits 5]

Random splits, three quarters to train on, the same for both sides. Espalier works through its command line on CSV
files, the others on the same rows in memory. Sets whose files are not there are left out.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile

import lightgbm
import numpy
import pandas
from sklearn import ensemble

import data
import espalier_peer
import lightgbm_peer
import report
from measure import Settings

SETS = {
    "california": "regression",
    "abalone": "regression",
    "spambase": "classification",
    "magic": "classification",
    "adult": "classification",
    "letter": "classification",
}
METHODS = {"boost": "LightGBM", "forest": "RandomForest", "extra": "ExtraTrees"}
FORESTS = {
    ("forest", "regression"): ensemble.RandomForestRegressor,
    ("forest", "classification"): ensemble.RandomForestClassifier,
    ("extra", "regression"): ensemble.ExtraTreesRegressor,
    ("extra", "classification"): ensemble.ExtraTreesClassifier,
}
PROGRAM = data.ROOT / "build/bench/espalier"

INTRODUCTION = """# Test errors on real data sets

`make bench-peers` measures this again (`python bench/peers/quality.py`). {versions}; {splits} random splits, three quarters to train on, the same for both libraries; mean ± standard deviation over the splits. Boosting: 100 rounds, 31 leaves, learning rate 0.1, 255 bins, at least 20 rows per leaf, L2 = 1. Forests: 100 fully grown trees, ⌊√p⌋ features per split. Espalier gets categories as they are, LightGBM gets pandas categories, scikit-learn gets their numbers in the order of the labels (missing: −1). The error is the mean squared error (california: of the price in 100,000 dollars) or the share of wrong classes. "within" says whether ours is better, or worse by less than one standard deviation of theirs. The log-loss of fully grown forests depends on the few rows where they are certain and wrong (probabilities are clipped to 1e-15).
"""


def split(table, seed):
    order = numpy.random.default_rng(seed).permutation(len(table))
    cut = len(table) * 3 // 4
    return table.iloc[order[:cut]], table.iloc[order[cut:]]


def scores(task, target, predicted):
    """[mean squared error], or [share of wrong classes, log-loss]."""
    if task == "regression":
        return [float(((target - predicted) ** 2).mean())]
    right = numpy.clip(predicted[numpy.arange(len(target)), target], 1e-15, 1)
    return [float((predicted.argmax(axis=1) != target).mean()), float(-numpy.log(right).mean())]


# ---- the two sides ---------------------------------------------------------------------------------------------------


def run(*words):
    command = [str(word) for word in (PROGRAM, *words)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        print(result.stderr.strip())
        return None
    return result.stdout


def espalier(task, settings, train, test):
    """None, with a message, if the command failed."""
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        train.to_csv(scratch / "train.csv", index=False)
        test.to_csv(scratch / "test.csv", index=False)
        options = [word for name, value in espalier_peer.options(settings).items() for word in (f"--{name}", value)]
        where = ["--target", "target", "--task", task, "--seed", settings.seed, "-o", scratch / "model"]
        if run("train", scratch / "train.csv", "--quiet", "--method", settings.method, *options, *where) is None:
            return None
        result = json.loads(run("evaluate", scratch / "model", scratch / "test.csv", "--json"))
    return [result["mse"]] if task == "regression" else [result["error"], result["log_loss"]]


def as_numbers(table):
    """The inputs with pandas categories, and with numbers in their place."""
    inputs, categories = table.drop(columns="target"), []
    inputs.columns = [f"x{i + 1}" for i in range(inputs.shape[1])]  # LightGBM refuses names like char_freq_[
    for name in inputs:
        if not pandas.api.types.is_numeric_dtype(inputs[name]):
            inputs[name] = pandas.Categorical(inputs[name])
            categories.append(name)
    coded = inputs.copy()
    for name in categories:
        coded[name] = inputs[name].cat.codes
    return inputs, coded


def boost_with_lightgbm(task, settings, train, test):
    parameters = lightgbm_peer.parameters(settings) | {"objective": "regression"}
    if task == "classification":
        classes = int(train[1].max()) + 1
        parameters |= {"objective": "binary"} if classes == 2 else {"objective": "multiclass", "num_class": classes}
    model = lightgbm.train(parameters, lightgbm.Dataset(*train), settings.trees)
    predicted = model.predict(test[0])
    if task == "classification" and predicted.ndim == 1:
        predicted = numpy.stack([1 - predicted, predicted], axis=1)
    return scores(task, test[1], predicted)


def grow_with_sklearn(task, settings, train, test):
    kind = FORESTS[settings.method, task]
    model = kind(settings.trees, max_features=settings.features, random_state=settings.seed, n_jobs=2).fit(*train)
    return scores(task, test[1], model.predict(test[0]) if task == "regression" else model.predict_proba(test[0]))


def peer(task, settings, parts, columns):
    """`parts` are the two tables; `columns` what as_numbers made of the whole table, and its target."""
    inputs, coded, target = columns
    chosen = inputs if settings.method == "boost" else coded
    rows = [(chosen.loc[part.index], target[part.index]) for part in parts]
    return (boost_with_lightgbm if settings.method == "boost" else grow_with_sklearn)(task, settings, *rows)


# ---- the table -------------------------------------------------------------------------------------------------------


def compare(name, method, splits):
    """(ours, theirs): for each split the scores."""
    table, task = data.real(name), SETS[name]
    if name == "california":
        table["target"] /= 1e5
    target = table["target"].to_numpy()
    if task == "classification":
        target = pandas.factorize(table["target"], sort=True)[0]
    columns = (*as_numbers(table), target)
    ours, theirs = [], []
    for seed in range(1, splits + 1):
        settings = Settings(method, features=int(numpy.sqrt(table.shape[1] - 1)), seed=seed)
        parts = split(table, seed)
        theirs.append(peer(task, settings, parts, columns))
        ours.append(espalier(task, settings, *parts))
    return [one for one in ours if one], theirs


def spread(values):
    return statistics.mean(values), statistics.stdev(values) if len(values) > 1 else 0.0


def cells(ours, theirs):
    text = ["{:.4f} ± {:.4f}".format(*spread(side)) if side else "–" for side in (ours, theirs)]
    if not ours or not theirs:
        return [*text, ""]
    (mean, _), (peer_mean, peer_sd) = spread(ours), spread(theirs)
    return [*text, "yes" if mean <= peer_mean + peer_sd else "**no**"]


def main():
    parser = argparse.ArgumentParser(description="Compares test errors on real sets with other libraries.")
    parser.add_argument("--only", default=",".join(SETS), help="sets, with commas")
    parser.add_argument("--methods", default=",".join(METHODS), help="with commas")
    parser.add_argument("--splits", type=int, default=5)
    arguments = parser.parse_args()
    rows = []
    for name in arguments.only.split(","):
        if data.real(name) is None:
            continue
        for method in arguments.methods.split(","):
            ours, theirs = (list(zip(*side)) for side in compare(name, method, arguments.splits))
            both = [(ours[i] if ours else [], theirs[i]) for i in range(len(theirs))]
            rows.append([name, method, METHODS[method]] + [cell for pair in both for cell in cells(*pair)])
            rows[-1] += [""] * (9 - len(rows[-1]))
            print(*rows[-1], flush=True)
    headings = ["data", "method", "peer", "error", "theirs", "within", "log-loss", "theirs", "within"]
    versions = report.versions("lightgbm", "scikit-learn")
    text = INTRODUCTION.format(versions=versions, splits=arguments.splits)
    report.write_page("quality", text + "\n" + report.table(headings, rows))


if __name__ == "__main__":
    main()
