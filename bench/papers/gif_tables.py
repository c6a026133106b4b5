"""What the cells of tables 2 to 10 of the GIF paper are: the data, the fit, and the name of the paper's figure.

Fits are named by a variant, what it changes, and a budget in % of the nodes of 1000 fully grown extra-trees:
- extra: extra-trees, 1000, 100 or 10 of them;
- squared, exponential: the paper's GIF (--preset paper) with its two losses;
- default: --method gif as it comes;
- stumps: boosted stumps of as many nodes, at the paper's rate; for classes the paper has AdaBoost, ours logistic loss.
"""

import dataclasses

import gif_data

RATE = 10**-1.5
PRESET = {"preset": "paper"}


@dataclasses.dataclass(frozen=True)
class Fit:
    variant: str
    budget: int  # %
    changes: tuple = ()  # of options: ((name, value), …)

    def label(self):
        return " ".join([self.variant, *(f"{name}={value}" for name, value in self.changes)])

    def roots(self):
        return int(dict(self.changes).get("trees", 1000))

    def is_slow(self):
        """Every candidate of 10,000 trees looked at for every node: some minutes of friedman1's 300 rows."""
        changes = dict(self.changes)
        return self.roots() == 10000 and changes.get("window") == 0

    def options(self, full):
        """Method and options, if 1000 extra-trees have `full` nodes."""
        nodes = int(full * self.budget / 100)
        if self.variant == "extra":
            return "extra", {"trees": 10 * self.budget}
        if self.variant == "stumps":
            return "boost", {"trees": max(1, nodes // 3), "depth": 1, "rate": RATE, "min-rows": 1, "l2": 0}
        preset = {} if self.variant == "default" else PRESET | {"loss": self.variant}
        return "gif", preset | dict(self.changes) | {"budget": f"{nodes}nodes"}


@dataclasses.dataclass(frozen=True)
class Cell:
    data: str
    row: str
    column: str
    fit: Fit
    paper: str = ""  # method in tables.csv
    quantity: str = "error"  # a column of the results
    metric: str = ""  # in tables.csv, if the paper has several for a method


def errors(sets, losses):
    """Tables 2 and 3, with the library's defaults."""
    for name in sets:
        yield Cell(name, name, "ET 100%", Fit("extra", 100), "ET 100%")
        for budget in (10, 1):
            yield Cell(name, name, f"ET {budget}%", Fit("extra", budget), f"ET {budget}%")
            for loss, short in losses.items():
                yield Cell(name, name, f"{short} {budget}%", Fit(loss, budget), f"{short} {budget}%")
            yield Cell(name, name, f"default {budget}%", Fit("default", budget))


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
                yield Cell(name, f"{name}, m = {features}", f"λ = 10^{power}", Fit(loss, 10, tuple(changes)),
                           f"GIF 10% m={features} lambda=10^{power}")


def windows():
    for name in ("waveform", "vowel", "mnist", "letter"):
        for window in (1, 10):
            changes = (("window", window),) if window != 1 else ()
            yield Cell(name, name, f"CW = {window}", Fit("exponential", 10, changes), f"GIF_TE 10% CW={window}")


def of_roots(trees, window, rate=None):
    """Changes of the number of trees, the window (0: all) and the rate."""
    changes = [("trees", trees)] if trees != 1000 else []
    changes += [("window", window)] if window != 1 else []
    return tuple(changes + ([("rate", rate)] if rate else []))


def roots():
    for name, loss, short in (("friedman1", "squared", "GIF"), ("twonorm", "exponential", "GIF_TE")):
        for trees in (10, 100, 1000, 10000):
            for window, text in ((1, "1"), (0, "inf")):
                yield Cell(name, f"{name}, T = {trees}", f"CW = {text}", Fit(loss, 10, of_roots(trees, window)),
                           f"{short} 10% T={trees} CW={text}")


def shapes(quantity, rates):
    """Tables 7 and 8, of friedman1."""
    for trees in (100, 1000, 10000):
        row, label = f"T = {trees}", f"GIF 10% T={trees}"
        yield Cell("friedman1", row, "CW = 1", Fit("squared", 10, of_roots(trees, 1)), f"{label} CW=1", quantity)
        for text in rates:
            rate = {"10^-3": "0.001", "10^-1.5": None, "1": "1"}[text]
            yield Cell("friedman1", row, f"CW = inf, λ = {text}", Fit("squared", 10, of_roots(trees, 0, rate)),
                       f"{label} CW=inf lambda={text}", quantity)


def stumps():
    for name in ("friedman1", "abalone", "ct-slice", "hwang5", "ringnorm", "twonorm", "hastie", "musk2", "madelon"):
        for budget in (10, 1):
            yield Cell(name, name, f"{budget}%", Fit("stumps", budget), f"Boosted stumps {budget}%")


def times():
    for quantity, metric in (("seconds", "fit seconds"), ("predict_seconds", "predict seconds")):
        for fit, label in ((Fit("stumps", 10), "Boosted stumps 10%"), (Fit("exponential", 10), "GIF_TE 10%")):
            yield Cell("musk2", metric, label, fit, label, quantity, metric)


REGRESSION = [name for name, kind in gif_data.SETS.items() if kind.regression]
CLASSES = [name for name, kind in gif_data.SETS.items() if not kind.regression]
TITLES = {
    "2": "test MSE, of hwang5 and california in 10^-2",
    "3": "test errors in %",
    "4": "features m and rate λ at 10%: test MSE of ct-slice, error in % of musk2",
    "5": "candidate windows at 10%, exponential loss: test errors in %",
    "6": "trees at 10%: test MSE of friedman1, error in % of twonorm",
    "7": "friedman1 at 10%: entropy of the nodes over the trees, in % of log2 T",
    "8": "friedman1 at 10%: seconds of training",
    "9": "boosted stumps: test MSE, of hwang5 in 10^-2, or error in %",
    "10": "musk2: seconds",
}
TABLES = {
    "2": list(errors(REGRESSION, {"squared": "GIF"})),
    "3": list(errors(CLASSES, {"squared": "GIF_SQ", "exponential": "GIF_TE"})),
    "4": list(rates_and_features()),
    "5": list(windows()),
    "6": list(roots()),
    "7": list(shapes("entropy", ("10^-3", "10^-1.5", "1"))),
    "8": list(shapes("seconds", ("10^-3", "1"))),
    "9": list(stumps()),
    "10": list(times()),
}
