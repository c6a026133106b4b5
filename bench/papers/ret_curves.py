"""Figures 3 and 4 of the RET paper: the loss against the number of trees, and how deep the trees are that are chosen.

    python bench/papers/ret_curves.py [--only abalone,wilt,madelon] [-o build/bench/papers] [--trees 3000]

Figure 3: no shrinkage, as in the paper; pools of one chain and one depth (SCSD), many chains and one depth (MCSD), many
chains and many depths (MCMD), and boosting. The one depth is what cross-validated boosting takes. The training and test
losses of all sizes are those of the paths that the program writes, where the test part stands in for held-out rows; no
model is chosen by it. Figure 4: depths of the trees of the model that MCMD chooses by cross-validation. Writes
ret_curves.csv and ret_depths.csv, from which ret_curves.png and ret_depths.png are drawn, --draw alone if the CSV are there.
"""

import argparse
import json
import pathlib
import sys

import pandas
import program
import protocol

SEED = 1
MOST_TREES = 100
CHAINS = 30
COLOURS = {"SCSD": "tab:blue", "MCSD": "tab:orange", "MCMD": "tab:green", "boosting": "tab:gray"}


def variants(depths, depth, trees):
    """Options of ret for the three kinds of pool."""
    common = {"trees": trees, "shrinkage": 0, "levels": 50, "budget": f"{MOST_TREES}trees"}
    return {
        "SCSD": common | {"chains": 1, "depths": depth},
        "MCSD": common | {"chains": CHAINS, "depths": depth},
        "MCMD": common | {"chains": CHAINS, "depths": depths},
    }


def curve(espalier, files, method, options, name):
    """trees, train_loss, test_loss of every model on the way."""
    path = files.train.with_name("path.csv")
    espalier.train(files.train, files.train.with_suffix(".esp"), method, options | {"valid": files.test, "path": path},
                   SEED, protocol.task(protocol.SETS[name].regression))
    table = pandas.read_csv(path)
    kind = "loss" if "train_loss" in table else "error"  # the mean square is both
    return pandas.DataFrame({"trees": table["trees"], "train_loss": table[f"train_{kind}"],
                             "test_loss": table[f"validation_{kind}"]})


def tuned_depth(espalier, split, name):
    import tuned_peers  # here, so that pictures can be drawn without the peers

    return tuned_peers.tuned_boost(espalier, split, name, SEED)[0]


def curves_of(espalier, shared, name, trees):
    split = protocol.split(shared, name, SEED)
    depth = tuned_depth(espalier, split, name)
    tables = []
    with protocol.written(split) as files:
        boosting = {"trees": MOST_TREES, "depth": depth, "rate": 0.3}
        tables.append(curve(espalier, files, "boost", boosting, name).assign(variant="boosting"))
        for variant, options in variants(protocol.SETS[name].depths, depth, trees).items():
            tables.append(curve(espalier, files, "ret", options, name).assign(variant=variant))
    return pandas.concat(tables).assign(data=name, depth=depth)


# ---- depths ----------------------------------------------------------------------------------------------------------


def depth_of(splits, index=0):
    """Of a tree as export --format json has it: children below 0 are leaves, null is an absent one."""
    deepest = 1
    for side in ("left", "right"):
        child = splits[index][side]
        if child is not None and child > 0:
            deepest = max(deepest, 1 + depth_of(splits, child))
    return deepest


def depths_of(espalier, shared, name, trees):
    """How many of the chosen trees have each depth."""
    options = {"trees": trees, "chains": CHAINS, "depths": protocol.SETS[name].depths, "budget": f"{MOST_TREES}trees"}
    with protocol.written(protocol.split(shared, name, SEED)) as files:
        model = files.train.with_suffix(".esp")
        espalier.train(files.train, model, "ret", options, SEED, protocol.task(protocol.SETS[name].regression))
        forest = json.loads(espalier.run("export", model, "--format", "json"))
    depths = pandas.Series([depth_of(tree["splits"]) for tree in forest["trees"] if tree["splits"]])
    table = depths.value_counts().sort_index().rename_axis("depth").reset_index(name="trees")
    return table.assign(data=name)


# ---- pictures --------------------------------------------------------------------------------------------------------


def panels(rows, columns):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    size = (4.2 * columns, 3 * rows)
    figure, axes = pyplot.subplots(rows, columns, figsize=size, squeeze=False, layout="constrained")
    for axis in axes.flat:
        axis.spines[["top", "right"]].set_visible(False)
    return figure, axes


def draw_curves(table, file):
    """The test losses above, the training losses, which are of other sizes, below."""
    names = list(dict.fromkeys(table["data"]))
    figure, axes = panels(2, len(names))
    for column, name in enumerate(names):
        part = table[(table["data"] == name) & (table["trees"] > 0)]
        loss = "mean square" if protocol.SETS[name].regression else "log-loss"
        for axis, which in zip(axes[:, column], ("test", "train")):
            for variant, colour in COLOURS.items():
                line = part[part["variant"] == variant].sort_values("trees")
                axis.plot(line["trees"], line[f"{which}_loss"], color=colour, label=variant)
            axis.set(xscale="log", ylabel=f"{'test' if which == 'test' else 'training'} {loss}")
        axes[0, column].set(title=name)
        # What overfits may leave the picture; the rest should not be squeezed by it.
        low, high = part["test_loss"].min(), part.loc[part["trees"] == part["trees"].min(), "test_loss"].max()
        axes[0, column].set_ylim(low - 0.1 * (high - low), high + 0.5 * (high - low))
        axes[1, column].set(xlabel="trees", yscale="log", ylim=(max(part["train_loss"].min(), 1e-4), None))
    handles, labels = axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
    figure.savefig(file, dpi=150)


def draw_depths(table, file):
    names = list(dict.fromkeys(table["data"]))
    figure, axes = panels(1, len(names))
    for axis, name in zip(axes[0], names):
        part = table[table["data"] == name]
        axis.bar(part["depth"], part["trees"] / part["trees"].sum(), color=COLOURS["MCMD"])
        axis.set(title=f"{name}, {part['trees'].sum()} trees", xlabel="depth", ylabel="share of the chosen trees",
                 xticks=list(part["depth"]))
    figure.savefig(file, dpi=150)


def made(file, names, make):
    """Adds to the CSV the parts of those data sets that it does not have yet."""
    parts = dict(iter(pandas.read_csv(file).groupby("data"))) if file.exists() else {}
    for name in names:
        if name not in parts:
            print(f"{file.name}: {name}", file=sys.stderr)
            parts[name] = make(name)
            pandas.concat(parts.values()).to_csv(file, index=False)


def main():
    parser = argparse.ArgumentParser(description="Figures 3 and 4 of the RET paper.")
    program.add_arguments(parser)
    parser.add_argument("--only", default="abalone,wilt,madelon", help="data sets")
    parser.add_argument("--trees", default=3000, type=int, help="in the pool")
    parser.add_argument("--draw", action="store_true", help="only draw what the CSV hold")
    parser.add_argument("-o", default="build/bench/papers", type=pathlib.Path, help="folder")
    arguments = parser.parse_args()
    arguments.o.mkdir(parents=True, exist_ok=True)
    espalier = program.Program(arguments.binary, arguments.threads)
    names = arguments.only.split(",")
    for what, make, draw in (("ret_curves", curves_of, draw_curves), ("ret_depths", depths_of, draw_depths)):
        file = arguments.o / f"{what}.csv"
        if not arguments.draw:
            made(file, names, lambda name: make(espalier, arguments.shared, name, arguments.trees))
        draw(pandas.read_csv(file), file.with_suffix(".png"))
    print(f"{arguments.o}/ret_curves.png, {arguments.o}/ret_depths.png")


if __name__ == "__main__":
    main()
