"""Figures 4.3 and 4.4 of the neural rule thesis (Dawer 2018): how one rule's support grows on the turned chessboard.

    python bench/papers/neural_xor.py [--seeds 10] [-o build/bench/papers/neural_xor.png]

One rule of a tree of depth 4 is kept from the start, and every step is over all of the 1000 rows, so that an epoch is
one of the thesis's iterations. A plain rule can only take one of the two squares of its class, since its support is
convex; a deep one takes both. "Positives" are the class that the rule stands for. Draws the supports at the start,
after 150 steps and at the end, of the first seed; prints for every seed what they cover at the end. Fails where a plain
support is not convex or the deep one has less than 95% of the positives in half of the seeds or more.
"""

import argparse
import io
import pathlib
import sys
import tempfile

import numpy
import pandas
import program
from raw_results import mean_sd, print_table

ROWS = 1000
STEPS = (0, 150, 2000)
OPTIONS = {"ensemble": 1, "depth": 4, "inputs": "all", "transform": "standard", "decay": "none", "patience": 0,
           "batch": ROWS, "rate": 0.02}
ONE_RULE = {"budget": "1rules", "prune-speed": "1e12"}  # from the first step on
FORMS = ("plain", "deep")
LEAST_COVERED = 95
PAIRS = 20000
EDGE = 2**0.5  # of the data
COLOURS = {"positive": "#2166ac", "negative": "#b2182b", "support": "#fdd49e", "border": "#e6550d"}


class Rule:
    """A rule of a model as export writes it."""

    def __init__(self, model, rule):
        self.scales = [(each["feature"], each["centre"], each["spread"]) for each in model["inputs"]]
        self.inputs, self.rule = model["nets"][0]["inputs"], rule
        self.of_class = 1 if rule["values"][0] > 0 else 0

    def activity(self, points):
        """The least of the planes, or of their mixtures, by point (thesis, 4.5 and section 4.3)."""
        scaled = [(points[:, feature] - centre) / spread for feature, centre, spread in self.scales]
        units = numpy.stack(scaled, axis=1)[:, self.inputs]
        for layer in ("planes", "mixing"):
            if layer in self.rule:
                weights = numpy.array([unit["weights"] for unit in self.rule[layer]])
                units = numpy.maximum(0, units @ weights.T + [unit["offset"] for unit in self.rule[layer]])
        return units.min(axis=1)

    def covers(self, points):
        return self.activity(points) > 0

    def weight(self, points):
        """|c| · ‖r‖, by which training keeps rules."""
        return abs(self.rule["values"][0]) * numpy.linalg.norm(self.activity(points))


def trained(espalier, folder, seed, options):
    """The rules of a model."""
    espalier.train(folder / "rows.csv", folder / "rules.esp", "neural", OPTIONS | options, seed)
    model = espalier.exported(folder / "rules.esp")
    return [Rule(model, rule) for rule in model["nets"][0]["rules"]]


def course(espalier, folder, seed, form, points):
    """The one rule after STEPS. The same seed takes the same steps, so that each run goes through the one before."""
    start = trained(espalier, folder, seed, {"form": form, "epochs": 0})  # of the whole tree
    rules = [max(start, key=lambda rule: rule.weight(points))]
    for steps in STEPS[1:]:
        rules += trained(espalier, folder, seed, ONE_RULE | {"form": form, "epochs": steps})
    leaves = {rule.rule["leaf"] for rule in rules}
    if len(leaves) > 1 or len(rules) != len(STEPS):
        sys.exit(f"seed {seed}: the rules are not of one leaf")
    return rules


def supports_of(espalier, seed, folder):
    """The rows and {form: rules after STEPS}."""
    text = "\n".join(espalier.generate("rotated-xor", ROWS, seed))
    (folder / "rows.csv").write_text(text + "\n")
    rows = pandas.read_csv(io.StringIO(text))
    points = rows[["x1", "x2"]].to_numpy()
    return rows, {form: course(espalier, folder, seed, form, points) for form in FORMS}


def covered(rule, rows):
    """Shares in % of the positives and of the negatives."""
    inside = rule.covers(rows[["x1", "x2"]].to_numpy())
    positive = rows["target"].to_numpy() == rule.of_class
    return 100 * inside[positive].mean(), 100 * inside[~positive].mean()


def outside_share(rule, seed):
    """Of segments between random points of the support, the share in % that leave it at a random place."""
    random = numpy.random.default_rng(seed)
    points = random.uniform(-EDGE, EDGE, (4 * PAIRS, 2))
    points = points[rule.covers(points)]
    ends = points[random.integers(len(points), size=(2, PAIRS))]
    place = random.uniform(0, 1, (PAIRS, 1))
    return 100 * (1 - rule.covers(place * ends[0] + (1 - place) * ends[1]).mean())


def draw(rows, rules, file):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from PIL import Image

    figure, axes = pyplot.subplots(2, 3, figsize=(9.6, 7.2), sharex=True, sharey=True, layout="constrained")
    for form, line in zip(FORMS, axes):
        for rule, steps, axis in zip(rules[form], STEPS, line):
            draw_support(rule, axis)
            draw_rows(rows, rule, axis)
            positives, negatives = covered(rule, rows)
            axis.set_title(f"{'start' if steps == 0 else f'after {steps} steps'}\n{positives:.0f}% of the positives, "
                           f"{negatives:.0f}% of the negatives", fontsize=9.5)
        line[0].set_ylabel(f"{form} rule", fontsize=11)
    handles, labels = axes[0, 0].get_legend_handles_labels()
    handles.append(pyplot.Rectangle((0, 0), 1, 1, facecolor=COLOURS["support"], edgecolor=COLOURS["border"]))
    figure.legend(handles, [*labels, "support of the rule"], loc="outside lower center", ncols=3, frameon=False,
                  markerscale=3)
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.get_layout_engine().set(h_pad=0.1, w_pad=0.06)  # inches; less cuts the titles
    drawn = io.BytesIO()
    figure.savefig(drawn, dpi=90)
    Image.open(drawn).convert("RGB").quantize(48).save(file, optimize=True)  # a third of the bytes


def draw_support(rule, axis):
    ticks = numpy.linspace(-EDGE, EDGE, 800)
    grid = numpy.stack(numpy.meshgrid(ticks, ticks), axis=-1)
    inside = rule.covers(grid.reshape(-1, 2)).reshape(grid.shape[:2]).astype(float)
    axis.contourf(ticks, ticks, inside, levels=[0.5, 1.5], colors=COLOURS["support"])
    axis.contour(ticks, ticks, inside, levels=[0.5], colors=COLOURS["border"], linewidths=1.2)
    axis.set(aspect="equal", xticks=[], yticks=[], xlim=(-EDGE, EDGE), ylim=(-EDGE, EDGE))
    axis.spines[:].set_color("#cccccc")


def draw_rows(rows, rule, axis):
    for name, part in (("positive", rows["target"] == rule.of_class), ("negative", rows["target"] != rule.of_class)):
        axis.scatter(rows["x1"][part], rows["x2"][part], s=5, linewidths=0, color=COLOURS[name], label=name)


def misses(found):
    """Lines about what is missed, of {form: [(positives, negatives, segments that leave)]}."""
    leave = sum(share > 0 for _, _, share in found["plain"])
    if leave:
        yield f"{leave} plain supports are not convex"
    enough = sum(positives >= LEAST_COVERED for positives, _, _ in found["deep"])
    if 2 * enough <= len(found["deep"]):
        yield f"deep rules cover {LEAST_COVERED}% of the positives in {enough} seeds of {len(found['deep'])}"


def show(found):
    rows = [(seed, *(f"{number:.1f}" for form in FORMS for number in found[form][seed - 1]))
            for seed in range(1, len(found["plain"]) + 1)]
    rows.append(("mean", *(mean_sd(numbers, 1) for form in FORMS for numbers in zip(*found[form]))))
    print_table(["seed", *(f"{form}: {what}" for form in FORMS for what in ("positives", "negatives", "segments out"))],
                rows)


def main():
    parser = argparse.ArgumentParser(description="Figures 4.3 and 4.4 of the neural rule thesis.")
    program.add_arguments(parser)
    parser.add_argument("--seeds", default=10, type=int)
    parser.add_argument("-o", default="build/bench/papers/neural_xor.png", type=pathlib.Path, help="the picture")
    arguments = parser.parse_args()
    espalier = program.Program(arguments.binary, arguments.threads)
    found = {form: [] for form in FORMS}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(1, arguments.seeds + 1):
            rows, rules = supports_of(espalier, seed, pathlib.Path(folder))
            for form in FORMS:
                found[form].append((*covered(rules[form][-1], rows), outside_share(rules[form][-1], seed)))
            if seed == 1:
                draw(rows, rules, arguments.o)
    print(f"{arguments.o}\n\nShares in %, after {STEPS[-1]} steps\n")
    show(found)
    missed = list(misses(found))
    print("\n".join(missed), file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
