"""Few rules: the error of 10, 20 and 50 of them, beside RuleFit and FIGS of imodels at the same number.

    python bench/papers/rules.py [--only spambase,letter,letter-halves,california] [--rules 10,20,50] [--folds 5]

Five folds. spambase has two classes, letter 26, letter-halves asks whether a letter is before N, california is regression
(R² in %, otherwise errors in %). imodels' methods take two classes or numbers, so letter has ours alone; they are left
out, and that is said, where imodels is not installed (pip install imodels six "scikit-learn<1.8", in an environment of
its own; with later ones RuleFit loses its L1 penalty). RuleFit is told not to add linear terms; FIGS counts its splits as
rules. The runs are kept in build/bench/papers/rules.csv (-o), and only those that are not there are made. Fails where
spambase has an error above 6.4% with 10 rules or 5.6% with 50.
"""

import argparse
import pathlib
import statistics
import sys
import time
import warnings

import pandas
import program
import protocol
from raw_results import RawResults, mean_sd, print_table

REGRESSION = {"california"}
MANY_CLASSES = {"letter"}
SETS = ("spambase", "letter", "letter-halves", "california")
MOST_ERROR = {10: 6.4, 50: 5.6}  # of spambase
SEED = 1


def read(shared, name):
    rows = pandas.read_csv(shared / "data" / f"{name.split('-')[0]}.csv.gz")
    if name == "letter-halves":
        rows["target"] = (rows["target"] < "N").astype(int)
    return rows


def ours(espalier, name, rules, split, fold):
    with protocol.written(split) as files:
        fit = espalier.fit(files, "rules", {"budget": f"{rules}rules"}, fold, protocol.task(name in REGRESSION))
    value = 100 * (fit.test["r2"] if "r2" in fit.test else fit.test["error"])
    return {"value": value, "rules": fit.size["rules"], "seconds": fit.seconds}


def of_imodels(kind, count, name, rules, split, fold):
    """`kind` is (regressor, classifier) as functions of the number of rules; `count` gives the rules of a model."""
    from sklearn.metrics import r2_score

    regression = name in REGRESSION
    model = kind[not regression](rules, fold)
    inputs = [part.drop(columns="target") for part in (split.train, split.test)]
    start = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(inputs[0].to_numpy(), split.train["target"].to_numpy(), feature_names=list(inputs[0].columns))
        predicted = model.predict(inputs[1].to_numpy())
    seconds = time.perf_counter() - start
    target = split.test["target"].to_numpy()
    value = 100 * (r2_score(target, predicted) if regression else (target != predicted).mean())
    return {"value": value, "rules": count(model), "seconds": seconds}


def imodels_peers():
    """By name; none, with a message, where imodels cannot be loaded."""
    try:
        import imodels
    except ImportError as error:
        print(f"imodels is left out: {error}", file=sys.stderr)
        return {}

    def rule_fit(kind):
        return lambda rules, seed: kind(max_rules=rules, include_linear=False, random_state=seed)

    def figs(kind):
        return lambda rules, seed: kind(max_rules=rules, random_state=seed)

    def used(model):
        return sum(1 for rule in model.rules_ if abs(getattr(rule, "args", [0])[0] or 0) > 0)

    return {
        "RuleFit": ((rule_fit(imodels.RuleFitRegressor), rule_fit(imodels.RuleFitClassifier)), used),
        "FIGS": ((figs(imodels.FIGSRegressor), figs(imodels.FIGSClassifier)), lambda model: model.complexity_),
    }


def contestants(espalier, name):
    """measure(name, rules, split, fold) by method."""
    methods = {"rules": lambda *run: ours(espalier, *run)}
    if name not in MANY_CLASSES:
        for peer, (kind, count) in imodels_peers().items():
            methods[peer] = lambda *run, kind=kind, count=count: of_imodels(kind, count, *run)
    return methods


def show(results, name, counts):
    print(f"\n{name}, {'R²' if name in REGRESSION else 'error'} in %:\n")
    methods = list(dict.fromkeys(row["method"] for row in results.rows.values() if row["data"] == name))
    rows = []
    for method in methods:
        for rules in counts:
            keys = {"data": name, "method": method, "budget": rules}
            rows.append((method, rules, mean_sd(results.numbers("rules", **keys), 0),
                         mean_sd(results.numbers("value", **keys)), mean_sd(results.numbers("seconds", **keys), 1)))
    print_table(["method", "rules allowed", "rules", "value", "seconds"], rows)


def misses(results):
    for rules, most in MOST_ERROR.items():
        values = results.numbers("value", data="spambase", method="rules", budget=rules)
        if values and statistics.mean(values) > most:
            yield f"spambase with {rules} rules: {statistics.mean(values):.2f} is more than {most}"


def main():
    parser = argparse.ArgumentParser(description="Errors of a few rules, beside imodels.")
    program.add_arguments(parser)
    parser.add_argument("--only", default=",".join(SETS))
    parser.add_argument("--rules", default="10,20,50")
    parser.add_argument("--folds", default=5, type=int)
    parser.add_argument("-o", default="build/bench/papers/rules.csv", type=pathlib.Path)
    arguments = parser.parse_args()
    espalier = program.Program(arguments.binary, arguments.threads)
    counts = [int(text) for text in arguments.rules.split(",")]
    results = RawResults(arguments.o, ["data", "method", "budget", "fold"], ["value", "rules", "seconds"])
    for name in arguments.only.split(","):
        rows = read(arguments.shared, name)
        for fold, split in enumerate(protocol.folds(rows, name in REGRESSION, SEED, arguments.folds), 1):
            for method, measure in contestants(espalier, name).items():
                for rules in counts:
                    key = (name, method, rules, fold)
                    row = results.measured(key, lambda: measure(name, rules, split, fold))
                    print(*key, f"{float(row['value']):.2f}, {float(row['seconds']):.0f} s", file=sys.stderr)
        show(results, name, counts)
    missed = list(misses(results))
    print("\n".join(missed), file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
