"""Draws the pictures of docs/python.md: tree.png, importance.png, depths.png, frontier.png, learning.png,
annealing.png, trace.png.

The code is that of the page, so the page tells how each is made. Same versions of matplotlib, same bytes.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")

import espalier  # noqa: E402
from espalier.plot import plot_depths, plot_frontier, plot_importance, plot_path, plot_trace, plot_tree  # noqa: E402
from sklearn.datasets import load_breast_cancer, load_iris  # noqa: E402

FOLDER = Path(__file__).parent
DOTS_PER_INCH = 110  # sharp enough on a page, small enough for a repository


def draw_tree():
    iris = load_iris(as_frame=True)
    model = espalier.TreeClassifier(budget="4leaves").fit(iris.data, iris.target_names[iris.target])
    return plot_tree(model)


def draw_importance():
    cancer = load_breast_cancer(as_frame=True)
    model = espalier.BoostClassifier(trees=50).fit(cancer.data, cancer.target_names[cancer.target])
    return plot_importance(model, top=10)


def draw_depths():
    cancer = load_breast_cancer(as_frame=True)
    data = cancer.data, cancer.target_names[cancer.target]
    boost = espalier.BoostClassifier(trees=50).fit(*data)
    return plot_depths({"boost": boost, "forest": espalier.ForestClassifier(trees=100).fit(*data)})


def draw_frontier():
    X, y = espalier.generate("friedman1", rows=2000, seed=1)
    X_train, y_train, X_valid, y_valid = X[:1500], y[:1500], X[1500:], y[1500:]
    held_out = (X_valid, y_valid)
    models = {
        "tree": espalier.TreeRegressor(prune="validation", path=True).fit(X_train, y_train, eval_set=held_out),
        "boost": espalier.BoostRegressor(patience=25, path=True).fit(X_train, y_train, eval_set=held_out),
        "boost, a budget each": [
            espalier.BoostRegressor(leaves=8, trees=2000, budget=budget).fit(X_train, y_train)
            for budget in ("512bytes", "1KB", "2KB", "4KB", "8KB", "16KB")
        ],
    }
    return plot_frontier(models, X_valid, y_valid)


def draw_learning():
    X, y = espalier.generate("friedman1", rows=2000, seed=1)
    steep = espalier.BoostRegressor(trees=300, rate=0.5, path=True)
    steep.fit(X[:1500], y[:1500], eval_set=(X[1500:], y[1500:]))
    return plot_path(steep)


def annealed():
    X, y = espalier.generate("friedman1", rows=2000, seed=1)
    high = y > 14
    ret = espalier.RetClassifier(trees=300, budget="40trees", shrinkage=[10, 100, 1000], path=True, trace=True)
    return ret.fit(X[:1500], high[:1500], eval_set=(X[1500:], high[1500:]))


def draw_annealing():
    return plot_path(annealed())


def draw_trace():
    return plot_trace(annealed())[0]


def main():
    draws = {
        "tree": draw_tree,
        "importance": draw_importance,
        "depths": draw_depths,
        "frontier": draw_frontier,
        "learning": draw_learning,
        "annealing": draw_annealing,
        "trace": draw_trace,
    }
    for name, draw in draws.items():
        figure = draw().figure
        # Without the version of matplotlib in it, a file changes only if the picture does.
        figure.savefig(FOLDER / f"{name}.png", dpi=DOTS_PER_INCH, metadata={"Software": None})


if __name__ == "__main__":
    main()
