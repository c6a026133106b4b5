"""Tables 5.1 to 5.3 of the neural rule thesis (Dawer 2018): ours beside the thesis's and scikit-learn's on its 19 sets.

    python bench/papers/neural.py [--only spambase,ring] [--variants "one tree,default"]

Five stratified folds, two of them for adult, magic and coil2000; five seeds on the official parts of wilt and madelon.
"one tree" is the thesis's form with our inputs and transforms, "default" the mean of five such nets; RF, GB and ANN are
scikit-learn's, tuned over the thesis's grids (neural_peers.py), on the same folds. Then both tests of the thesis over
the sets; and, beside the library's other methods with their defaults, regression, many classes and 30 rules.

The runs are kept in build/bench/papers/neural.csv (-o), and only those that are not there are made. Fails where they
miss what the project promises.
"""

import argparse
import pathlib
import sys

import neural_data
import neural_peers
import program
import protocol
import rank_tests
from raw_results import RawResults, mean_error, mean_sd, over_limits, print_table

OURS = {
    "one tree": ("neural", {"ensemble": 1}),
    "default": ("neural", {}),
    "30 rules": ("neural", {"budget": "30rules"}),
    "boost": ("boost", {}),
    "forest": ("forest", {}),
    "combine": ("combine", {}),
}
PEERS = tuple(neural_peers.GRIDS)
OF_THESIS = ("one tree", "default", *PEERS)
OF_OTHERS = ("default", "boost", "forest", "combine")
OTHERS = (*neural_data.REGRESSION, *neural_data.MANY_CLASSES)
TABLES = {"GB": "5.1", "RF": "5.2", "ANN": "5.3"}
KEY = ["data", "variant", "fold"]
VALUES = ["error", "rules", "setting", "seconds"]

MOST = {("twonorm", "default"): 2.5, ("ring", "default"): 3.8, ("spambase", "default"): 4.7,
        ("banana", "default"): 9.6, ("phoneme", "default"): 9.6, ("magic", "default"): 12.0,
        ("madelon", "default"): 11.5, ("wilt", "default"): 13.5, ("mushroom", "default"): 0,
        ("agaricus-lepiota", "default"): 0, ("kr-vs-kp", "default"): 0.5, ("chess", "default"): 0.6,
        ("spambase", "30 rules"): 5.1}


def columns_of(name):
    if name in OTHERS:
        return [column for column in OF_OTHERS if (name, column) != ("letter", "combine")]  # it goes on for an hour
    return [*OF_THESIS[:2], "30 rules", *PEERS] if name == "spambase" else OF_THESIS


def measure(espalier, name, variant, split, seed, setting):
    if variant in PEERS:
        return neural_peers.measure(variant, setting, split, seed)
    method, options = OURS[variant]
    with protocol.written(split) as files:
        fit = espalier.fit(files, method, options, seed, protocol.task(name in neural_data.REGRESSION))
    return {"error": program.error_of(fit.test), "rules": fit.size["rules"], "setting": "",
            "seconds": round(fit.seconds, 3)}


def run(espalier, shared, results, name, variants):
    folds = range(neural_data.FOLDS.get(name, 5))
    if all(results.has((name, variant, fold)) for variant in variants for fold in folds):
        return
    splits = neural_data.splits(espalier, shared, name)
    for variant in variants:
        for fold in folds:
            key = (name, variant, fold)
            # Peers are tuned on the first fold alone.
            setting = int(results.rows[name, variant, "0"]["setting"]) if variant in PEERS and fold > 0 else None
            row = results.measured(key, lambda: measure(espalier, name, variant, splits[fold], 1 + fold, setting))
            print(*key, f"{float(row['error']):.4f}", row["rules"] or row["setting"], row["seconds"], file=sys.stderr)


def misses(results, sets):
    """Lines about what is missed of what there are results of."""
    yield from over_limits(results, sets, MOST)


# ---- tables ----------------------------------------------------------------------------------------------------------


def cell(results, name, variant, theirs=None):
    text = mean_sd(results.numbers("error", data=name, variant=variant), 4 if name in neural_data.REGRESSION else 2)
    return text + (f" ({theirs[0]:.2f})" if theirs else "")


def show_thesis(results, sets, figures):
    print("\nTables 5.1 to 5.3: test errors in %; the thesis's in brackets, that of NRE with the default\n")
    rows = []
    for name in sets:
        columns = {"default": "NRE"} | {peer: peer for peer in PEERS}
        cells = [cell(results, name, variant, figures.get((name, columns.get(variant)))) for variant in OF_THESIS]
        rules = [mean_sd(results.numbers("rules", data=name, variant=variant), 0) for variant in OF_THESIS[:2]]
        rows.append((name, *cells, *rules))
    print_table(["", *OF_THESIS, "rules, one tree", "rules, default"], rows)


def show_tests(results, sets, figures):
    print("\nBoth tests over the sets; the last rows are of the thesis's own figures\n")
    rows = []
    for first in ("one tree", "default", "NRE"):
        for peer in PEERS:
            if first == "NRE":
                pairs = [[figures[name, method][0] for method in (first, peer)] for name in neural_data.THESIS]
            else:
                pairs = [[mean_error(results, name, variant) for variant in (first, peer)] for name in sets]
            pairs = [pair for pair in pairs if None not in pair]
            if pairs:
                found = rank_tests.compare(*zip(*pairs))
                rows.append((f"{first} against {peer}", f"{found.better:.1f}", f"{found.worse:.1f}",
                             f"{found.statistic():.1f}", f"{found.p:.3f}", f"{found.wins} of {found.sets}"))
    print_table(["", "R+", "R−", "T", "p", "wins"], rows)


def show_others(results, sets):
    print("\nRegression (MSE of the standardised target) and many classes (errors in %), beside the other methods\n")
    print_table(["", *OF_OTHERS], [(name, *(cell(results, name, column) for column in OF_OTHERS)) for name in sets])


def show(results, sets, shared):
    figures = {}
    for table in TABLES.values():
        figures |= protocol.paper_figures(shared, table, "NRE")
    thesis = [name for name in sets if name in neural_data.THESIS]
    others = [name for name in sets if name in OTHERS]
    if thesis:
        show_thesis(results, thesis, figures)
        show_tests(results, thesis, figures)
    if others:
        show_others(results, others)
    if "spambase" in sets:
        print(f"\nspambase with 30 rules: {cell(results, 'spambase', '30 rules')}")


def main():
    parser = argparse.ArgumentParser(description="Tables 5.1 to 5.3 of the neural rule thesis.")
    program.add_arguments(parser)
    parser.add_argument("--only", default=",".join((*neural_data.THESIS, *OTHERS)))
    parser.add_argument("--variants", default="", help="columns of the tables; all if not given")
    parser.add_argument("-o", default="build/bench/papers/neural.csv", type=pathlib.Path)
    arguments = parser.parse_args()
    espalier = program.Program(arguments.binary, arguments.threads)
    results = RawResults(arguments.o, KEY, VALUES)
    chosen = arguments.variants.split(",") if arguments.variants else (*OURS, *PEERS)
    sets = []
    for name in arguments.only.split(","):
        if not neural_data.available(arguments.shared, name):
            print(f"{name} is left out, for its data are not there", file=sys.stderr)
            continue
        sets.append(name)
        run(espalier, arguments.shared, results, name, [each for each in columns_of(name) if each in chosen])
    show(results, sets, arguments.shared)
    missed = list(misses(results, sets))
    print("\n".join(missed), file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
