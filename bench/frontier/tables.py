"""Tables of the frontier: losses by size, their ratios to LightGBM's, size ratios and average ranks; and what is missed
of the project's promises."""

import collections
import dataclasses
import itertools
import math
import statistics

import sets
from raw_results import mean_sd, print_table

PEER = "lightgbm"
OURS = ("graft", "boost", "gif", "combine", "ret", "forest", "extra")
METHODS = (*OURS, "lightgbm", "xgboost", "rf", "et", "figs", "rgf")
PROMISED = "graft"
MOST_RATIO = {
    "regression": {16: 0.96, 64: 0.89, 256: 0.93, 1024: 0.96},
    "two classes": {16: 0.95, 64: 0.96, 256: 0.99, 1024: 1.02},
}
MOST_ERROR = {"letter": {64: 20, 256: 9}, "vowel": {64: 22, 256: 14}}  # in %


@dataclasses.dataclass
class Measure:
    """What a group of sets is compared by."""

    field: str
    title: str
    digits: int


MEASURES = {
    "regression": Measure("loss", "test MSE ÷ variance", 4),
    "two classes": Measure("loss", "test log-loss", 4),
    "several classes": Measure("error", "test error in %", 2),
}


def place(method):
    """Where it stands in the tables: variants first, then ours and the others in their usual order."""
    return (METHODS.index(method), "") if method in METHODS else (-1, method)


class Curves:
    """The results of some sets, by group, at some sizes."""

    def __init__(self, results, groups, sizes):
        self.sizes = sizes
        self.groups = {group: names for group, names in groups.items() if names}
        chosen = {name for names in groups.values() for name in names}
        rows = [row for row in results.rows.values() if row["set"] in chosen]
        self.methods = sorted({row["method"] for row in rows}, key=place)
        self.runs = collections.defaultdict(dict)  # {(set, method, size): {split: what it gave}}
        for row in rows:
            self.runs[row["set"], row["method"], int(row["size"])][row["split"]] = row

    def numbers(self, field, name, method, size):
        """{split: number}."""
        return {split: float(row[field]) for split, row in self.runs.get((name, method, size), {}).items()}

    def mean(self, group, name, method, size):
        """The loss or error over the splits; None where there is none."""
        found = self.numbers(MEASURES[group].field, name, method, size)
        return statistics.mean(found.values()) if found else None

    def leaves(self, name, method, size):
        """How many the models have, in the mean over the splits."""
        return statistics.mean(self.numbers("leaves", name, method, size).values())

    def curve(self, group, name, method):
        """[(leaves, mean loss or error)] of all sizes that there are."""
        values = {size: self.mean(group, name, method, size) for size in self.sizes}
        return [(self.leaves(name, method, size), value) for size, value in values.items() if value is not None]

    def ratio(self, group, names, method, size):
        """Geometric mean over the sets of loss ÷ LightGBM's, on the splits that have both; None if a set has none."""
        ratios = []
        for name in names:
            ours, theirs = (self.numbers(MEASURES[group].field, name, each, size) for each in (method, PEER))
            both = ours.keys() & theirs.keys()
            if not both:
                return None
            ratios.append(sum(ours[split] for split in both) / sum(theirs[split] for split in both))
        return statistics.geometric_mean(ratios)


# ---- how many leaves LightGBM needs ----------------------------------------------------------------------------------


def leaves_for(curve, loss):
    """Where a curve first comes down to a loss, by interpolation over the logarithm of the leaves; (leaves, whether it
    does)."""
    curve = [(max(leaves, 1), value) for leaves, value in curve]
    if curve[0][1] <= loss:
        return curve[0][0], True
    for (leaves, above), (more, below) in itertools.pairwise(curve):
        if below <= loss < above:
            share = (above - loss) / (above - below)
            return math.exp(math.log(leaves) + share * (math.log(more) - math.log(leaves))), True
    return max(leaves for leaves, _ in curve), False


def size_ratio(curves, group, method, size):
    """(LightGBM's leaves ÷ ours for the same loss, sets where it is never as good); None unless all sets have both, and
    trees."""
    found = []
    for name in curves.groups[group]:
        loss = curves.mean(group, name, method, size)
        theirs = curves.curve(group, name, PEER)
        if loss is None or not theirs or curves.leaves(name, method, size) == 0:
            return None
        leaves, reached = leaves_for(theirs, loss)
        found.append((leaves / curves.leaves(name, method, size), reached))
    return statistics.geometric_mean(ratio for ratio, _ in found), sum(not reached for _, reached in found)


# ---- ranks -----------------------------------------------------------------------------------------------------------


def ranks(values):
    """Of each of the values, the least being first; equal ones share theirs."""
    return [sum(other < value for other in values) + (1 + values.count(value)) / 2 for value in values]


def average_ranks(curves, size):
    """{method: mean rank over all sets}, of the methods that all sets have."""
    pairs = [(group, name) for group, names in curves.groups.items() for name in names]
    methods = [each for each in curves.methods if all(curves.mean(*pair, each, size) is not None for pair in pairs)]
    rows = [ranks([curves.mean(*pair, method, size) for method in methods]) for pair in pairs]
    return {method: statistics.mean(row[column] for row in rows) for column, method in enumerate(methods)}


# ---- showing ---------------------------------------------------------------------------------------------------------


def text_of(value, digits=3):
    return "–" if value is None else f"{value:.{digits}f}"


def show_set(curves, group, name):
    measure = MEASURES[group]
    print(f"\n{name}: {measure.title}\n")
    rows = []
    for method in curves.methods:
        found = [curves.numbers(measure.field, name, method, size) for size in curves.sizes]
        if any(found):
            rows.append((method, *(mean_sd(list(each.values()), measure.digits) for each in found)))
    print_table(["leaves", *curves.sizes], rows)


def show_ratios(curves, group):
    print(f"\n{group}: geometric mean of loss ÷ LightGBM's\n")
    rows = []
    for method in curves.methods:
        found = [curves.ratio(group, curves.groups[group], method, size) for size in curves.sizes]
        rows.append((method, *map(text_of, found)))
    print_table(["leaves", *curves.sizes], rows)


def show_size_ratios(curves, group):
    print(
        f"\n{group}: LightGBM's leaves ÷ these for the same loss, geometric mean. Sets where its smallest model is as "
        "good count with that; those in brackets, where none is, with its largest\n"
    )
    rows = []
    for method in curves.methods:
        if method != PEER:
            found = [size_ratio(curves, group, method, size) for size in curves.sizes]
            rows.append((method, *("–" if each is None else f"{each[0]:.2f} ({each[1]})" for each in found)))
    print_table(["leaves", *curves.sizes], rows)


def show_ranks(curves):
    print("\nAverage ranks over all sets\n")
    columns = [average_ranks(curves, size) for size in curves.sizes]
    rows = [(method, *(text_of(column.get(method), 1) for column in columns)) for method in curves.methods]
    print_table(["leaves", *curves.sizes], rows)


def show(curves):
    if not curves.methods:
        return
    for group, names in curves.groups.items():
        for name in names:
            show_set(curves, group, name)
    for group in curves.groups:
        show_ratios(curves, group)
        show_size_ratios(curves, group)
    show_ranks(curves)


def misses(curves):
    """Lines about what is missed of what there are results of."""
    for group, limits in MOST_RATIO.items():
        for size, most in limits.items():
            value = curves.ratio(group, sets.GROUPS[group], PROMISED, size) if size in curves.sizes else None
            if value is not None and value > most:
                yield f"{group}, {size} leaves: {value:.3f} of LightGBM's loss is more than {most}"
    for name, limits in MOST_ERROR.items():
        for size, most in limits.items():
            value = curves.mean("several classes", name, PROMISED, size) if size in curves.sizes else None
            if value is not None and value > most:
                yield f"{name}, {size} leaves: an error of {value:.1f}% is more than {most}"
