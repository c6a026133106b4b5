"""FIGS of imodels and regularized greedy forests of rgf_python, where they are installed (see peers.py;
pip install imodels six rgf_python).

FIGS is grown once, split by split; it searches all leaves again after each, so that 256 of them are the most. Its
classes' values are probabilities from the start, and are clipped rather than put through a softmax, as imodels does
by default, which makes them worse. RGF is run for every size, up to 1024, with both of its main algorithms and three
penalties; several classes share the leaves evenly.
"""

import contextlib
import io
import itertools
import re

import numpy
from best import CLIPS, Best, clipped

MOST_LEAVES = {"figs": 256, "rgf": 1024}
RGF = list(itertools.product(("RGF", "RGF_Opt"), (1.0, 0.1, 0.01)))  # algorithm, L2


def routed(root, inputs, outputs):
    """What a tree of FIGS says of each row, all rows of a node at a time."""
    values = numpy.empty((len(inputs), outputs))
    open_nodes = [(root, numpy.arange(len(inputs)))]
    while open_nodes:
        node, rows = open_nodes.pop()
        if node.left is None:
            values[rows] = numpy.ravel(node.value)
            continue
        left = inputs[rows, node.feature] <= node.threshold
        open_nodes += [(node.left, rows[left]), (node.right, rows[~left])]
    return values


def offering(kind, best, inputs):
    """A subclass of FIGS that offers its model after every split, and ends once that has the most leaves."""

    class Offering(kind):
        def _predict_tree(self, root, rows):
            if root is self.trees_[-1]:  # the last that is asked for after a split
                leaves = self.complexity_ + len(self.trees_)
                sums = [sum(routed(tree, part, self.n_outputs) for tree in self.trees_) for part in inputs]
                self.offer(leaves, [each[:, 0] if self.n_outputs == 1 else each for each in sums])
                if leaves >= best.largest:
                    self.max_rules = self.complexity_
            return routed(root, rows, self.n_outputs)

        def offer(self, leaves, sums):
            for clip in CLIPS if sums[0].ndim > 1 else (0,):
                valid, test = (clipped(each, clip) for each in sums)
                best.offer(
                    leaves,
                    len(self.trees_),
                    valid,
                    test,
                    f"{self.complexity_} splits" + f", clipped at {clip}" * (clip > 0),
                )

    return Offering


def figs(problem, sizes, seed):
    from imodels import FIGSClassifier, FIGSRegressor

    best = Best(problem, sizes)
    kind = FIGSClassifier if problem.classes else FIGSRegressor
    model = offering(kind, best, [problem.valid.coded(), problem.test.coded()])
    model(max_rules=best.largest, random_state=seed).fit(problem.train.coded(), problem.train.target)
    return best.found


def rgf(problem, sizes, seed):
    """Nothing is drawn at random in it."""
    from rgf.sklearn import RGFClassifier, RGFRegressor

    best = Best(problem, sizes)
    inputs = [part.coded() for part in (problem.train, problem.valid, problem.test)]
    share = problem.classes if problem.classes > 2 else 1
    for size, (algorithm, l2) in itertools.product(sizes, RGF):
        leaves = size // share
        if leaves < 2:
            continue
        kind = RGFClassifier if problem.classes else RGFRegressor
        model = kind(max_leaf=leaves, test_interval=leaves, algorithm=algorithm, l2=l2)
        model.fit(inputs[0], problem.train.target)
        predict = model.predict_proba if problem.classes else model.predict
        best.offer(*size_of_rgf(model), *map(predict, inputs[1:]), f"{algorithm}, L2 {l2}")
        model.cleanup()
    return best.found


def size_of_rgf(model):
    """Leaves and trees, by what dump_model prints."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        model.dump_model()
    return len(re.findall(r"\], \(", text.getvalue())), len(re.findall(r"^tree\[", text.getvalue(), re.MULTILINE))
