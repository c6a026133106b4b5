"""Figures 3 and 4 of the RET paper: the loss against the number of trees, and how deep the trees are that are chosen.

Figure 3: no shrinkage, as in the paper; pools of one chain and one depth (SCSD), many chains and one depth (MCSD), many
chains and many depths (MCMD), and boosting. The one depth is what cross-validated boosting takes. The training and test
losses of all sizes are those of the paths that the program writes, where the test part stands in for held-out rows; no
model is chosen by it. Figure 4: depths of the trees of the model that MCMD chooses by cross-validation.
"""

import collections
import contextlib
import functools

import pandas
import protocol
import tuned_peers
from cells import Cell, Fit, Task

SETS = ("abalone", "wilt", "madelon")
SEED = 1
MOST_TREES = 100
CHAINS = 30
POOL = 3000
VARIANTS = ("boosting", "SCSD", "MCSD", "MCMD")
COSTS = {"abalone": 25, "wilt": 20, "madelon": 400}
QUICK_DEPTH = 4  # instead of what folds would choose
QUICK_POOL = 300  # instead of POOL
QUICK_COSTS = {"abalone": 4, "wilt": 4, "madelon": 60}


def curve_cell(name, variant, size, part):
    return Cell("RET", "Fig 3", name, f"{variant} k={size}", f"{part} loss")


def depth_cell(name):
    return Cell("RET", "Fig 3", name, "boosting", "tuned depth")


def count_cell(name, depth=None):
    return Cell("RET", "Fig 4", name, "RET" + (f" depth={depth}" if depth else ""), "trees chosen")


def pool_of(setting):
    return QUICK_POOL if setting.quick else POOL


def options_of(variant, depths, depth, pool):
    """Method and options."""
    if variant == "boosting":
        return "boost", {"trees": MOST_TREES, "depth": depth, "rate": 0.3}
    chains, depths = {"SCSD": (1, depth), "MCSD": (CHAINS, depth), "MCMD": (CHAINS, depths)}[variant]
    return "ret", {
        "trees": pool,
        "shrinkage": 0,
        "levels": 50,
        "budget": f"{MOST_TREES}trees",
        "chains": chains,
        "depths": depths,
    }


def curves_fit(setting, name):
    def measure(split, known):
        depth = QUICK_DEPTH if setting.quick else tuned_peers.tuned_boost(setting.espalier, split, name, SEED)[0]
        found = {depth_cell(name): depth}
        with protocol.written(split) as files:
            path = files.train.with_name("path.csv")
            for variant in VARIANTS:
                method, options = options_of(variant, protocol.SETS[name].depths, depth, pool_of(setting))
                setting.espalier.train(
                    files.train,
                    files.model(),
                    method,
                    options | {"valid": files.test, "path": path},
                    SEED,
                    protocol.task(protocol.SETS[name].regression),
                )
                table = pandas.read_csv(path)
                kind = "loss" if "train_loss" in table else "error"  # the mean square is both
                for row in table[table["trees"] > 0].itertuples():
                    for part, column in (("train", "train"), ("test", "validation")):
                        found[curve_cell(name, variant, row.trees, part)] = getattr(row, f"{column}_{kind}")
        return found

    return Fit(1, SEED, [depth_cell(name)], measure, cost_of(setting, name), reduced=setting.quick)


def depth_of(splits, index=0):
    """Of a tree as export --format json has it: children below 0 are leaves, null is an absent one."""
    deepest = 1
    for side in ("left", "right"):
        child = splits[index][side]
        if child is not None and child > 0:
            deepest = max(deepest, 1 + depth_of(splits, child))
    return deepest


def depths_fit(setting, name):
    def measure(split, known):
        options = {
            "trees": pool_of(setting),
            "chains": CHAINS,
            "depths": protocol.SETS[name].depths,
            "budget": f"{MOST_TREES}trees",
        }
        with protocol.written(split) as files:
            setting.espalier.train(
                files.train, files.model(), "ret", options, SEED, protocol.task(protocol.SETS[name].regression)
            )
            trees = setting.espalier.exported(files.model())["trees"]
        depths = collections.Counter(depth_of(tree["splits"]) for tree in trees if tree["splits"])
        return {count_cell(name): sum(depths.values())} | {
            count_cell(name, depth): count for depth, count in depths.items()
        }

    return Fit(1, SEED, [count_cell(name)], measure, cost_of(setting, name) / 4, reduced=setting.quick)


def cost_of(setting, name):
    return (QUICK_COSTS if setting.quick else COSTS)[name]


def tasks(setting):
    for name in SETS:
        if protocol.available(setting.data, name):
            fits = [depths_fit(setting, name), curves_fit(setting, name)]
            yield Task(f"ret figures {name}", fits, functools.partial(open_split, setting, name))


def open_split(setting, name):
    return contextlib.nullcontext(protocol.split(setting.data, name, SEED))
