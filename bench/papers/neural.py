"""Tables 5.1 to 5.3 of the neural rule thesis (Dawer 2018), on its 19 sets.

Five stratified folds, three of them for adult, magic and coil2000; five seeds on the official parts of wilt and madelon.
"NRE" is the library's default, the mean of five nets, "one tree" the same with one, "NRE --preset paper" the thesis's
form; RF, GB and ANN are scikit-learn's, tuned over the thesis's grids on the first fold (neural_peers.py). The table
"others" is none of the thesis: regression, many classes and 30 rules, beside the library's other methods with their
defaults.
"""

import contextlib
import functools

import neural_data
import neural_peers
import program
import protocol
from cells import Cell, Fit, Task, absent

OURS = {
    "NRE": ("neural", {}),
    "NRE --preset paper": ("neural", {"preset": "paper"}),
    "one tree": ("neural", {"ensemble": 1}),
    "30 rules": ("neural", {"budget": "30rules"}),
    "neural": ("neural", {}),
    "boost": ("boost", {}),
    "forest": ("forest", {}),
    "combine": ("combine", {}),
}
TABLES = {"GB": "5.1", "RF": "5.2", "ANN": "5.3"}
PEERS = tuple(TABLES)
OF_OTHERS = ("neural", "boost", "forest", "combine")
OTHERS = (*neural_data.REGRESSION, *neural_data.MANY_CLASSES)
QUICK = {"ensemble": 1, "epochs": 10, "depth": 6, "transform": "standard", "inputs": "tree"}  # nothing is chosen
COSTS = {"RF": 5, "GB": 20, "ANN": 30, "NRE": 20, "neural": 20}  # the first of the peers' folds chooses a setting
LARGE = {"adult": 4, "magic": 3, "coil2000": 3, "clean2": 5, "madelon": 5, "letter": 15}  # times as long


def methods_of(name):
    """Ours, of a set."""
    if name in OTHERS:
        return [method for method in OF_OTHERS if (name, method) != ("letter", "combine")]  # it goes on for an hour
    return ["NRE", "NRE --preset paper", "one tree", *(["30 rules"] if name == "spambase" else [])]


def cell_of(name, method):
    table = "others" if name in OTHERS or method == "30 rules" else TABLES.get(method, "5.1")
    metric = "test MSE (standardised)" if name in neural_data.REGRESSION else "test error %"
    return Cell("NRE", table, name, method, metric)


def values_of(name, method, found):
    """{cell: value} of the error, the seconds, and the rules or the setting."""
    cell = cell_of(name, method)
    values = {cell: found["error"], cell.with_metric("fit seconds"): found["seconds"]}
    return values | {cell.with_metric(what): int(found[what]) for what in ("rules", "setting") if found[what]}


def fit_of(setting, name, method, fold):
    def measure(splits, known):
        if method in PEERS:
            chosen = int(known.get((cell_of(name, method).with_metric("setting"), 1), 0)) if fold else None
            if setting.quick:
                chosen = neural_peers.untuned(method)
            return values_of(name, method, neural_peers.measure(method, chosen, splits[fold], 1 + fold))
        kind, options = OURS[method]
        options = QUICK if reduced else options
        with protocol.written(splits[fold]) as files:
            fit = setting.espalier.fit(files, kind, options, 1 + fold, protocol.task(name in neural_data.REGRESSION))
        return values_of(
            name,
            method,
            {"error": program.error_of(fit.test), "rules": fit.size["rules"], "setting": "", "seconds": fit.seconds},
        )

    reduced = setting.quick and method in ("NRE", "neural")
    cost = COSTS.get(method, 5) * LARGE.get(name, 1) * (1 if method not in PEERS or fold == 0 else 0.3)
    return Fit(1 + fold, 1 + fold, [cell_of(name, method)], measure, 1 if reduced else cost, reduced=reduced)


def open_splits(setting, name):
    return contextlib.nullcontext(neural_data.splits(setting.espalier, setting.data, name))


def tasks(setting):
    found = []
    for name in (*neural_data.THESIS, *OTHERS):
        peers = PEERS if name in neural_data.THESIS else ()
        if not neural_data.available(setting.data, name):
            found.append(absent(name, [cell_of(name, method) for method in (*methods_of(name), *peers)]))
            continue
        folds = [run - 1 for run in setting.runs(neural_data.FOLDS.get(name, 5))]
        scene = functools.partial(open_splits, setting, name)
        found += [
            Task(f"neural {name}", [fit_of(setting, name, method, fold) for method in methods_of(name)], scene)
            for fold in folds
        ]
        # The first fold's setting is that of the others.
        found += [
            Task(f"neural {name} {peer}", [fit_of(setting, name, peer, fold) for fold in folds], scene)
            for peer in peers
        ]
    return found
