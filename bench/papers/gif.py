"""Tables 2 to 10 of the GIF paper (Begon, Joly, Geurts 2017), ours beside the paper's.

    python bench/papers/gif.py [--only friedman1,vowel] [--tables 2,3] [--runs 10] [--threads 1]

The data are those of gif_data.py (california with ratios per household, which the paper's figures need), the fits those
of gif_tables.py: the paper's method by --preset paper, what a table varies by the options, boosted stumps of as many
nodes, and as further columns of tables 2 and 3 the library's defaults. Budgets are shares of the nodes of 1000 fully
grown extra-trees, taken from the 100 that are the column "ET 10%" of the same run. Ten runs, one of mnist, of its
binary version and of fits that take minutes (the window of all candidates of 10,000 trees). Seconds are those of the
whole command, reading the data included; they compare with tables 8 and 10 only with --threads 1 on an idle machine.

The runs are kept in build/bench/papers/gif.csv (-o), and only those that are not there are made; a fit that several
tables have is made once. Fails where those of tables 2 and 3 miss what the
project promises (gif_promises.py).
"""

import argparse
import math
import pathlib
import sys

import gif_data
import program
import protocol
from gif_promises import misses
from gif_tables import TABLES, TITLES, Fit
from raw_results import RawResults, mean_sd, print_table

FULL = Fit("extra", 10)  # tells the nodes of 1000 trees
SHAPED = "friedman1"  # the set whose entropies are wanted
KEY = ["data", "variant", "budget", "seed"]
VALUES = ["table", "error", "nodes", "seconds", "predict_seconds", "entropy"]


def entropy(espalier, model, roots):
    """Of the distribution of the nodes over the trees, in % of that of an even one; absent children are no nodes."""
    counts = [len(tree["splits"]) + sum(not terminal["absent"] for terminal in tree["terminals"])
              for tree in espalier.exported(model)["trees"]]
    shares = [count / sum(counts) for count in counts]
    return -100 * sum(share * math.log2(share) for share in shares) / math.log2(roots)


def measure(espalier, files, name, fit, full, seed):
    method, options = fit.options(full)
    more = protocol.task(gif_data.SETS[name].regression) + (["--strip"] if method == "extra" else [])
    done = espalier.fit(files, method, options, seed, more)
    return {
        "error": program.error_of(done.test),
        "nodes": done.size["nodes"],
        "seconds": round(done.seconds, 3),
        "predict_seconds": round(done.test_seconds, 3),
        "entropy": entropy(espalier, files.model(), fit.roots()) if method == "gif" and name == SHAPED else "",
    }


def wanted(name, tables):
    """{fit: the first table that has it}, what the budgets come from first."""
    fits = {}
    for table in tables:
        for cell in TABLES[table]:
            if cell.data == name:
                fits.setdefault(cell.fit, table)
    return {FULL: fits.get(FULL, "")} | fits if fits else {}


def run(espalier, shared, results, name, fits, seed):
    """Makes the fits that are missing, all on one split."""
    def key(fit):
        return name, fit.label(), fit.budget, seed

    if all(results.has(key(fit)) for fit in fits):
        return
    with protocol.written(gif_data.draw(espalier, shared, name, seed)) as files:
        full = 0
        for fit, table in fits.items():
            row = results.measured(key(fit), lambda: {"table": table} | measure(espalier, files, name, fit, full, seed))
            full = full or 10 * int(row["nodes"])
            print(*key(fit), f"{float(row['error']):.4g}, {row['nodes']} nodes, {row['seconds']} s", file=sys.stderr)


def show(results, table, sets, shared):
    cells = [cell for cell in TABLES[table] if cell.data in sets]
    if not cells:
        return
    columns = list(dict.fromkeys(cell.column for cell in cells))
    rows = {}
    for cell in cells:
        rows.setdefault(cell.row, {})[cell.column] = ours_and_theirs(results, cell, shared, table)
    print(f"\nTable {table}, {TITLES[table]}; the paper's in brackets:\n")
    print_table(["", *columns], [(row, *(texts.get(column, "") for column in columns)) for row, texts in rows.items()])


def ours_and_theirs(results, cell, shared, table):
    scale = gif_data.SETS[cell.data].scale if cell.quantity == "error" else 1
    found = results.numbers(cell.quantity, data=cell.data, variant=cell.fit.label(), budget=cell.fit.budget)
    text = mean_sd([scale * number for number in found])
    figures = protocol.paper_figures(shared, table, "GIF", cell.metric)
    theirs = figures.get((gif_data.paper_name(cell.data), cell.paper))
    if not theirs:
        return text
    value, sd = (scale * number for number in theirs)
    return f"{text} ({value:.2f}" + (f" ± {sd:.2f})" if sd else ")")


def main():
    parser = argparse.ArgumentParser(description="Tables 2 to 10 of the GIF paper.")
    program.add_arguments(parser)
    parser.add_argument("--only", default=",".join(gif_data.SETS), help="data sets")
    parser.add_argument("--tables", default=",".join(TABLES))
    parser.add_argument("--runs", default=0, type=int, help="of each set; the protocol's number if not given")
    parser.add_argument("-o", default="build/bench/papers/gif.csv", type=pathlib.Path)
    arguments = parser.parse_args()
    espalier = program.Program(arguments.binary, arguments.threads)
    tables = arguments.tables.split(",")
    results = RawResults(arguments.o, KEY, VALUES)
    sets = []
    for name in arguments.only.split(","):
        if not gif_data.available(arguments.shared, name):
            print(f"{name} is left out, for its data are not there", file=sys.stderr)
            continue
        sets.append(name)
        fits = wanted(name, tables)
        for seed in range(1, (arguments.runs or gif_data.SETS[name].runs) + 1):
            run(espalier, arguments.shared, results, name, fits, seed)
            fits = {fit: table for fit, table in fits.items() if not fit.is_slow()}
    for table in tables:
        show(results, table, sets, arguments.shared)
    judged = {cell.data for table in {"2", "3"} & set(tables) for cell in TABLES[table]}
    missed = list(misses(results, judged & set(sets)))
    print("\n".join(missed), file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
