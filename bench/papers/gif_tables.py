"""What the cells of tables 2 to 10 of the GIF paper are: the data, the fit, and the names that tables.csv has for them.

Models are named by a variant, what it changes, and a budget in % of the nodes of 1000 fully grown extra-trees:
- extra: extra-trees, 1000, 100 or 10 of them; scikit-learn ET: those of scikit-learn;
- squared, exponential: the paper's GIF (--preset paper) with its two losses;
- default: --method gif as it comes;
- random, breadth-first, best-first: the baselines of section 4.1;
- stumps: boosted stumps of as many nodes, at the paper's rate, for classes with the logistic loss; adaboost: for classes
  with the exponential loss, which is the paper's; scikit-learn stumps: its gradient boosting, or AdaBoost for classes.
"""

import dataclasses

import gif_data

RATE = 10**-1.5
PRESET = {"preset": "paper"}
REGRESSION = [name for name, kind in gif_data.SETS.items() if kind.regression]
CLASSES = [name for name, kind in gif_data.SETS.items() if not kind.regression]
BASELINES = ("random", "breadth-first", "best-first")
SLOW_DEFAULTS = ("mnist", "bin-mnist", "letter", "bin-letter")  # ten minutes to an hour a run at 10%
# Seconds of runs that no results tell of.
COSTS = {("mnist", "exponential window=10"): 900, ("bin-mnist", "extra"): 200, ("bin-mnist", "default"): 400,
         ("bin-mnist", "squared"): 200, ("bin-mnist", "exponential"): 200, ("mnist8vs9", "default"): 80,
         ("mnist", "default"): 2500, ("letter", "default"): 600, ("bin-letter", "default"): 600,
         ("madelon", "scikit-learn stumps"): 700, ("musk2", "scikit-learn stumps"): 200,
         ("mnist", "scikit-learn ET"): 300, ("bin-mnist", "scikit-learn ET"): 300}


@dataclasses.dataclass(frozen=True)
class Model:
    variant: str
    budget: int  # %
    changes: tuple = ()  # of options: ((name, value), …)

    def label(self):
        return " ".join([self.variant, *(f"{name}={value}" for name, value in self.changes)])

    def roots(self):
        return int(dict(self.changes).get("trees", 1000))

    def is_slow(self):
        """Every candidate of 10,000 trees looked at for every node: a minute of 300 rows."""
        return self.roots() == 10000 and dict(self.changes).get("window") == 0

    def is_peer(self):
        return self.variant.startswith("scikit-learn")

    def options(self, full):
        """Method and options of the program, if 1000 extra-trees have `full` nodes."""
        nodes = int(full * self.budget / 100)
        if self.variant == "extra":
            return "extra", {"trees": 10 * self.budget}
        if self.variant in ("stumps", "adaboost"):
            loss = {"loss": "exponential"} if self.variant == "adaboost" else {}
            return "boost", loss | {"trees": max(1, nodes // 3), "depth": 1, "rate": RATE, "min-rows": 1, "l2": 0}
        named = {"grow": self.variant} if self.variant in BASELINES else {"loss": self.variant}
        preset = {} if self.variant == "default" else PRESET | named
        return "gif", preset | dict(self.changes) | {"budget": f"{nodes}nodes"}


@dataclasses.dataclass(frozen=True)
class Entry:
    table: str
    data: str
    model: Model
    method: str  # in tables.csv, or a name of its own
    quantity: str = "error"  # of what a fit gives
    metric: str = ""  # of tables.csv; by the task if not given


FULL = Model("extra", 10)  # tells the nodes of 1000 trees


def errors(table, sets, losses):
    """Tables 2 and 3, with the library's defaults and the extra-trees of scikit-learn."""
    for name in sets:
        yield Entry(table, name, FULL, "ET 10%")
        yield Entry(table, name, Model("extra", 100), "ET 100%")
        yield Entry(table, name, Model("extra", 1), "ET 1%")
        for budget in (10, 1):
            for loss, short in losses.items():
                yield Entry(table, name, Model(loss, budget), f"{short} {budget}%")
            if budget == 1 or name not in SLOW_DEFAULTS:
                yield Entry(table, name, Model("default", budget), f"default {budget}%")
        yield Entry(table, name, Model("scikit-learn ET", 10), "scikit-learn ET 10%")


def baselines():
    """Of section 4.1, which gives two figures of one of them."""
    for name in ("friedman1", "ringnorm"):
        for variant in BASELINES:
            yield Entry("4.1", name, Model(variant, 1), f"{variant} 1%")


def rates_and_features():
    for name, loss, counts in (("ct-slice", "squared", (19, 38, 96, 192, 288, 385)),
                               ("musk2", "exponential", (12, 16, 41))):
        for features in counts:
            for power in ("-2.5", "-2", "-1.5", "-1", "-0.5"):
                changes = []
                if power != "-1.5":
                    changes.append(("rate", f"{10 ** float(power):.10f}"))
                if features not in (12, 19):  # what the method takes by itself
                    changes.append(("features", features))
                yield Entry("4", name, Model(loss, 10, tuple(changes)), f"GIF 10% m={features} lambda=10^{power}")


def windows():
    for name in ("waveform", "vowel", "mnist", "letter"):
        for window in (1, 10):
            changes = (("window", window),) if window != 1 else ()
            yield Entry("5", name, Model("exponential", 10, changes), f"GIF_TE 10% CW={window}")


def of_roots(trees, window, rate=None):
    """Changes of the number of trees, the window (0: all) and the rate."""
    changes = [("trees", trees)] if trees != 1000 else []
    changes += [("window", window)] if window != 1 else []
    return tuple(changes + ([("rate", rate)] if rate else []))


def roots():
    for name, loss, short in (("friedman1", "squared", "GIF"), ("twonorm", "exponential", "GIF_TE")):
        for trees in (10, 100, 1000, 10000):
            for window, text in ((1, "1"), (0, "inf")):
                yield Entry("6", name, Model(loss, 10, of_roots(trees, window)), f"{short} 10% T={trees} CW={text}")


def shapes(table, quantity, metric, rates):
    """Tables 7 and 8, of friedman1."""
    for trees in (100, 1000, 10000):
        label = f"GIF 10% T={trees}"
        yield Entry(table, "friedman1", Model("squared", 10, of_roots(trees, 1)), f"{label} CW=1", quantity, metric)
        for text in rates:
            rate = {"10^-3": "0.001", "10^-1.5": None, "1": "1"}[text]
            yield Entry(table, "friedman1", Model("squared", 10, of_roots(trees, 0, rate)),
                        f"{label} CW=inf lambda={text}", quantity, metric)


def stumps():
    for name in ("friedman1", "abalone", "ct-slice", "hwang5", "ringnorm", "twonorm", "hastie", "musk2", "madelon"):
        for budget in (10, 1):
            if name in REGRESSION:
                yield Entry("9", name, Model("stumps", budget), f"Boosted stumps {budget}%")
            else:
                yield Entry("9", name, Model("adaboost", budget), f"Boosted stumps {budget}%")
                yield Entry("9", name, Model("stumps", budget), f"logistic stumps {budget}%")
        yield Entry("9", name, Model("scikit-learn stumps", 1), "scikit-learn stumps 1%")


def times():
    for quantity, metric in (("seconds", "fit seconds"), ("predict_seconds", "predict seconds")):
        for model, label in ((Model("adaboost", 10), "Boosted stumps 10%"), (Model("exponential", 10), "GIF_TE 10%")):
            yield Entry("10", "musk2", model, label, quantity, metric)


def time_curves():
    """Figure 3: errors and seconds by the window."""
    for name, loss in (("friedman1", "squared"), ("twonorm", "exponential"), ("musk2", "exponential")):
        for window in (1, 10, 100) if name == "musk2" else (1, 10, 100, 1000):
            changes = (("window", window),) if window != 1 else ()
            model = Model(loss, 10, changes)
            yield Entry("Fig 3", name, model, f"GIF 10% CW={window}")
            yield Entry("Fig 3", name, model, f"GIF 10% CW={window}", "seconds", "fit seconds")


ENTRIES = [
    *errors("2", REGRESSION, {"squared": "GIF"}),
    *errors("3", CLASSES, {"squared": "GIF_SQ", "exponential": "GIF_TE"}),
    *baselines(),
    *rates_and_features(),
    *windows(),
    *roots(),
    *shapes("7", "entropy", "normalised node entropy", ("10^-3", "10^-1.5", "1")),
    *shapes("8", "seconds", "fit seconds", ("10^-3", "1")),
    *stumps(),
    *times(),
    *time_curves(),
]
