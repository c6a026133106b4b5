"""Tables 2 to 10 and figures 1 to 3 of the GIF paper (Begon, Joly, Geurts 2017).

The data are those of gif_data.py, the cells those of gif_tables.py. Budgets are shares of the nodes of 1000 fully grown
extra-trees, taken from the 100 that are the column "ET 10%" of the same run. Ten runs, three of mnist, of its binary
version and of fits that take a minute (the window of all candidates of 10,000 trees). Seconds are those of the whole
command on one thread, reading the data included, by the clock of the processor.
"""

import functools
import math

import gif_data
import gif_tables
import program
import protocol
from cells import Cell, Fit, Task, absent, needed
from gif_tables import ENTRIES, FULL

SHAPED = "friedman1"  # the set whose shapes and figures 1 and 2 are wanted
FIGURED = {"10^-3": "0.001", "10^-1.5": None, "1": "1"}  # rates of those, with the window of all
STAGES = 24  # sizes of figure 1, on a log scale
MOST_STUMPS = 3000  # of scikit-learn's
FEWEST_RUNS = 3  # of sets whose reading alone takes a minute, and of slow fits


def cell_of(entry):
    metric = entry.metric or ("test MSE" if gif_data.SETS[entry.data].regression else "test error %")
    return Cell("GIF", entry.table, gif_data.paper_name(entry.data), entry.method, metric)


@functools.cache
def places(name):
    """{model: its entries} of a set, what the budgets come from first."""
    found = {}
    for entry in ENTRIES:
        if entry.data == name:
            found.setdefault(entry.model, []).append(entry)
    return found


def values_of(name, model, quantities):
    """{cell: value} of what a fit gave: error, nodes, seconds and what else there is."""
    entries = places(name)[model]
    found = {cell_of(entry): quantities[entry.quantity] for entry in entries if entry.quantity in quantities}
    first = cell_of(entries[0])
    found.setdefault(first.with_metric("fit seconds"), quantities["seconds"])
    if "nodes" in quantities:
        found[first.with_metric("nodes")] = quantities["nodes"]
    return found


# ---- fits ------------------------------------------------------------------------------------------------------------


def node_counts(espalier, model):
    """Of the trees of a model; absent children are no nodes."""
    return [
        len(tree["splits"]) + sum(not terminal["absent"] for terminal in tree["terminals"])
        for tree in espalier.exported(model)["trees"]
    ]


def entropy(counts, roots):
    """Of the distribution of the nodes over the trees, in % of that of an even one."""
    shares = [count / sum(counts) for count in counts]
    return -100 * sum(share * math.log2(share) for share in shares) / math.log2(roots)


def full_nodes(name, known, run):
    """Nodes of 1000 extra-trees."""
    cell = cell_of(places(name)[FULL][0]).with_metric("nodes")
    return 10 * int(needed(known, cell, run))


def fit_of(setting, name, model, run):
    def measure(files, known):
        full = 0 if model.variant == "extra" else full_nodes(name, known, run)
        if model.is_peer():
            return values_of(name, model, of_scikit_learn(files, name, model, full, run))
        method, options = model.options(full)
        more = protocol.task(gif_data.SETS[name].regression) + (["--strip"] if method == "extra" else [])
        done = setting.espalier.fit(files, method, options, run, more)
        quantities = {
            "error": program.error_of(done.test),
            "nodes": done.size["nodes"],
            "seconds": done.seconds,
            "predict_seconds": done.test_seconds,
        }
        if any(entry.quantity == "entropy" for entry in places(name)[model]):
            quantities["entropy"] = entropy(node_counts(setting.espalier, files.model()), model.roots())
        return values_of(name, model, quantities)

    usual = 60 if model.is_slow() or (model.variant, model.budget) == ("default", 10) else 3
    cost = gif_tables.COSTS.get((name, model.label()), usual)
    cells = [cell_of(entry) for entry in places(name)[model]]
    return Fit(run, run, cells, measure, cost, quick=gif_data.SETS[name].runs > FEWEST_RUNS)


def of_scikit_learn(files, name, model, full, seed):
    import pandas
    from sklearn import ensemble
    from sklearn.tree import DecisionTreeClassifier

    regression = gif_data.SETS[name].regression
    train, test = (pandas.read_csv(file) for file in (files.train, files.test))
    inputs = [part.drop(columns="target").to_numpy() for part in (train, test)]
    if model.variant == "scikit-learn ET":
        kind = ensemble.ExtraTreesRegressor if regression else ensemble.ExtraTreesClassifier
        peer = kind(10 * model.budget, random_state=seed, n_jobs=1)
    else:
        stumps = min(MOST_STUMPS, max(1, int(full * model.budget / 100) // 3))
        if regression:
            peer = ensemble.GradientBoostingRegressor(
                n_estimators=stumps, max_depth=1, random_state=seed, learning_rate=gif_tables.RATE
            )
        else:
            peer = ensemble.AdaBoostClassifier(
                DecisionTreeClassifier(max_depth=1), n_estimators=stumps, random_state=seed,
                learning_rate=gif_tables.RATE,
            )
    start = program.cpu_seconds()
    peer.fit(inputs[0], train["target"])
    seconds = program.cpu_seconds() - start
    wrong = peer.predict(inputs[1]) - test["target"] if regression else peer.predict(inputs[1]) != test["target"]
    return {"error": float((wrong**2).mean() if regression else 100 * wrong.mean()), "seconds": seconds}


# ---- figures 1 and 2 -------------------------------------------------------------------------------------------------


def figure_cell(text):
    return Cell("GIF", "Fig 1", SHAPED, f"GIF 10% CW=inf lambda={text}", "test MSE")


def figure_fit(setting, text, run):
    """The errors of all sizes on the way, and how many of the nodes the smallest trees have together."""

    def measure(files, known):
        rate = FIGURED[text]
        model = gif_tables.Model("squared", 10, gif_tables.of_roots(1000, 0, rate))
        _, options = model.options(full_nodes(SHAPED, known, run))
        fit = setting.espalier.fit(files, "gif", options, run, protocol.task(True))
        last = figure_cell(text)
        found = {last: fit.test["mse"], last.with_metric("fit seconds"): fit.seconds}
        nodes = fit.size["nodes"]
        for step in range(1, STAGES + 1):
            size = max(100, round(100 * (nodes / 100) ** (step / STAGES)))
            report = setting.espalier.evaluated(files.model(), files.test, size)
            found[Cell("GIF", "Fig 1", SHAPED, f"{last.method} B={size}", "test MSE")] = report["mse"]
        counts = sorted(node_counts(setting.espalier, files.model()))
        counts = [0] * (1000 - len(counts)) + counts
        for percent in range(5, 101, 5):
            cell = Cell("GIF", "Fig 2", SHAPED, f"{last.method} trees={percent}%", "% of the nodes")
            found[cell] = 100 * sum(counts[: 10 * percent]) / sum(counts)
        return found

    return Fit(run, run, [figure_cell(text)], measure, {"10^-3": 8, "10^-1.5": 5, "1": 2}[text])


def tasks(setting):
    found = []
    for name, kind in gif_data.SETS.items():
        if not gif_data.available(setting.data, name):
            found.append(absent(name, [cell_of(entry) for entry in ENTRIES if entry.data == name]))
            continue
        for run in setting.runs(kind.runs):
            fits = [fit_of(setting, name, model, run) for model in places(name) if run <= FEWEST_RUNS or not model.is_slow()]
            if name == SHAPED and run == 1:
                fits += [figure_fit(setting, text, run) for text in FIGURED]
            draw = functools.partial(written_draw, setting, name, run)
            found.append(Task(f"gif {name}", fits, draw))
    return found


def written_draw(setting, name, run):
    return protocol.written(gif_data.draw(setting.espalier, setting.data, name, run))
