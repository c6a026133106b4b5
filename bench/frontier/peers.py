"""The other libraries on a split: the best model of every size, of all their settings, by the validation loss.

A setting is trained once, to the largest size; along the way every model that fits a size is compared on the
validation rows, so that a smaller one wins where more leaves do not help. Before the first tree a model is a constant.

- lightgbm: 30 settings of leaves × rate × rows a leaf × L2, drawn once, five for every number of leaves; xgboost: 12
  of leaves × rate.
- rf and et: scikit-learn's random forest and extremely randomised trees of 8 to 512 leaves each. Probabilities are
  kept off 0, by how much is chosen too.
- figs and rgf: greedy_peers.py.

Several classes: LightGBM, XGBoost and RGF have a tree for each, whose leaves all count; the others' leaves have one
value a class and count once. All run on one thread.
"""

import importlib
import itertools
import os
import random
import re

import greedy_peers
import numpy
from best import CLIPS, Best, clipped, prior
from sklearn import ensemble

LEAVES, RATES, MIN_ROWS, L2 = (2, 4, 8, 16, 32, 64), (0.05, 0.1, 0.2, 0.4, 0.8, 1.2), (5, 20), (0, 1, 10)
XGBOOST = list(itertools.product((4, 8, 16, 32), (0.1, 0.3, 1.0)))  # leaves, rate
FOREST_LEAVES = (8, 32, 128, 512)
MOST_TREES = 2048  # as many stumps have 4096 leaves
FORESTS = {
    ("rf", True): ensemble.RandomForestRegressor,
    ("rf", False): ensemble.RandomForestClassifier,
    ("et", True): ensemble.ExtraTreesRegressor,
    ("et", False): ensemble.ExtraTreesClassifier,
}


def draw_settings(each=5, seed=1):
    """So many for every number of leaves, all with different rates; rows a leaf and L2 at random."""
    chance = random.Random(seed)
    pairs = [(leaves, rate) for leaves in LEAVES for rate in sorted(chance.sample(RATES, each))]
    return [(*pair, chance.choice(MIN_ROWS), chance.choice(L2)) for pair in pairs]


LIGHTGBM = draw_settings()


# ---- boosting --------------------------------------------------------------------------------------------------------


def trees_a_round(problem):
    return problem.classes if problem.classes > 2 else 1


def probabilities(scores, classes):
    """What a boosted model's scores, one column a tree of a round, say; for regression the scores themselves."""
    if not classes:
        return scores[:, 0]
    if classes == 2:
        second = 1 / (1 + numpy.exp(-numpy.clip(scores[:, 0], -50, 50)))
        return numpy.stack([1 - second, second], axis=1)
    powers = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def grow(update, values_of, width, tree_leaves, most):
    """The leaf values of all trees of a run, ended once they have `most` leaves, at MOST_TREES, or where there is
    nothing left to split. update() makes a round of `width` trees, values_of(first, last) has those of some rounds."""
    trees, rounds, leaves = [], 0, 0
    while leaves < most and rounds < MOST_TREES // width:
        more = min(-(-(most - leaves) // (width * tree_leaves)), MOST_TREES // width - rounds)
        for _ in range(more):
            update()
        found = values_of(rounds, rounds + more)
        added = sum(count_leaves(each) for each in found)
        if added == 0:
            break
        trees, rounds, leaves = trees + found, rounds + more, leaves + added
    return trees


def count_leaves(values):
    """Of a tree; one that is not split is a part of the constant."""
    count = int(numpy.isfinite(values).sum())
    return count if count > 1 else 0


def offer_rounds(best, problem, trees, ids, start, setting):
    """Every round's model. Ids are the leaves of the validation and of the test rows, one column a tree."""
    width = trees_a_round(problem)
    scores = [numpy.tile(start, (len(part), 1)) for part in ids]
    leaves = kept = 0
    for first in range(0, len(trees), width):
        for number in range(first, first + width):
            for part, of in zip(scores, ids, strict=True):
                part[:, number - first] += trees[number][of[:, number]]
            leaves += count_leaves(trees[number])
            kept += count_leaves(trees[number]) > 0
        if leaves > best.largest:
            break
        valid, test = (probabilities(part, problem.classes) for part in scores)
        best.offer(leaves, kept, valid, test, f"{setting}, {first // width + 1} rounds")


def lightgbm(problem, sizes, seed):
    from lightgbm import Booster, Dataset

    best, width = Best(problem, sizes), trees_a_round(problem)
    fixed = {"num_threads": 1, "verbosity": -1, "seed": seed, "feature_pre_filter": False, "force_col_wise": True}
    data = Dataset(problem.train.inputs, problem.train.target, params=fixed, free_raw_data=False)
    objective = {0: {"objective": "regression"}, 2: {"objective": "binary"}}.get(
        problem.classes, {"objective": "multiclass", "num_class": problem.classes}
    )
    for leaves, rate, rows, l2 in LIGHTGBM:
        chosen = {"num_leaves": leaves, "learning_rate": rate, "min_data_in_leaf": rows, "lambda_l2": l2}
        model = Booster(fixed | objective | chosen, data)

        def values_of(first, last, model=model):
            text = model.model_to_string(start_iteration=first, num_iteration=last - first)
            return [numpy.array(line.split(), float) for line in re.findall(r"^leaf_value=(.*)$", text, re.MULTILINE)]

        trees = grow(model.update, values_of, width, leaves, best.largest)
        ids = [model.predict(part.inputs, pred_leaf=True) for part in (problem.valid, problem.test)]
        setting = f"leaves {leaves}, rate {rate}, rows {rows}, L2 {l2}"
        # The mean of the target is in the first round's leaves.
        offer_rounds(best, problem, trees, [numpy.asfortranarray(of, int) for of in ids], numpy.zeros(width), setting)
    return best.found


def xgboost(problem, sizes, seed):
    from xgboost import Booster, DMatrix

    best, width = Best(problem, sizes), trees_a_round(problem)
    start = prior_scores(problem)
    data, *others = (
        DMatrix(part.inputs, part.target, enable_categorical=True, nthread=1)
        for part in (problem.train, problem.valid, problem.test)
    )
    data.set_base_margin(numpy.tile(start, (len(problem.train.target), 1)))
    objective = {0: {"objective": "reg:squarederror"}, 2: {"objective": "binary:logistic"}}.get(
        problem.classes, {"objective": "multi:softprob", "num_class": problem.classes}
    )
    fixed = {"tree_method": "hist", "grow_policy": "lossguide", "max_depth": 0, "nthread": 1, "seed": seed}
    for leaves, rate in XGBOOST:
        model = Booster(fixed | objective | {"max_leaves": leaves, "learning_rate": rate}, [data])

        def update(model=model):
            model.update(data, model.num_boosted_rounds())

        def values_of(first, last, model=model):
            return [values_by_node(text) for text in model[first:last].get_dump()]

        trees = grow(update, values_of, width, leaves, best.largest)
        ids = [model.predict(part, pred_leaf=True).reshape(part.num_row(), -1) for part in others]
        setting = f"leaves {leaves}, rate {rate}"
        offer_rounds(best, problem, trees, [numpy.asfortranarray(of, int) for of in ids], start, setting)
    return best.found


def prior_scores(problem):
    """Those of a constant."""
    shares = prior(problem.train)
    if problem.classes == 2:
        return numpy.log(shares[1:] / shares[:1])
    return numpy.log(shares) if problem.classes else shares


def values_by_node(text):
    """The leaf values of a dumped tree, and NaN for the nodes that are not leaves."""
    found = {int(node): float(value) for node, value in re.findall(r"(\d+):leaf=([^\s,]+)", text)}
    values = numpy.full(max(found) + 1, numpy.nan)
    values[list(found)] = list(found.values())
    return values


# ---- forests ---------------------------------------------------------------------------------------------------------


def forest(kind):
    def fitted(problem, sizes, seed):
        best = Best(problem, sizes)
        inputs = [part.coded() for part in (problem.train, problem.valid, problem.test)]
        for leaves in FOREST_LEAVES:
            model = FORESTS[kind, not problem.classes](
                max(1, best.largest // leaves), max_leaf_nodes=leaves, random_state=seed, n_jobs=1, warm_start=True
            )
            model.fit(inputs[0], problem.train.target)
            reached = sum(tree.get_n_leaves() for tree in model.estimators_)
            if reached < best.largest:  # the trees have not as many leaves as they may
                model.set_params(n_estimators=model.n_estimators * best.largest // reached)
                model.fit(inputs[0], problem.train.target)
            offer_prefixes(best, problem, model.estimators_, inputs[1:], leaves)
        return best.found

    return fitted


def offer_prefixes(best, problem, trees, inputs, most):
    """The means of 1, 2, … trees."""
    sums, leaves = [0, 0], 0
    for count, tree in enumerate(trees, 1):
        predict = tree.predict_proba if problem.classes else tree.predict
        sums = [total + predict(part) for total, part in zip(sums, inputs, strict=True)]
        leaves += tree.get_n_leaves()
        for clip in CLIPS if problem.classes else (0,):
            valid, test = (clipped(total / count, clip) for total in sums)
            best.offer(
                leaves, count, valid, test, f"leaves {most}, {count} trees" + f", clipped at {clip}" * (clip > 0)
            )


# ---- all -------------------------------------------------------------------------------------------------------------

PEERS = {
    "lightgbm": ("lightgbm", lightgbm),
    "xgboost": ("xgboost", xgboost),
    "rf": ("sklearn", forest("rf")),
    "et": ("sklearn", forest("et")),
    "figs": ("imodels", greedy_peers.figs),
    "rgf": ("rgf.sklearn", greedy_peers.rgf),
}
MOST_LEAVES = greedy_peers.MOST_LEAVES


def missing(peer):
    """Why it cannot be run, or nothing."""
    try:
        importlib.import_module(PEERS[peer][0])
    except ImportError as error:
        return str(error)
    return ""


def cpu_seconds():
    """Of this process and those that it has waited for: others at work on the machine do not count."""
    return sum(os.times()[:4])


def measure(peer, problem, sizes, seed):
    """{size: what there is to say of the best model}; the seconds are those of all settings and sizes together."""
    start = cpu_seconds()
    found = PEERS[peer][1](problem, sizes, seed)
    seconds = round(cpu_seconds() - start, 3)
    return {size: values | {"bytes": "", "seconds": seconds} for size, values in found.items()}
