"""The curves of the frontier as pictures, one per group: a panel for every set, error against leaves. Run by itself it
draws the README's picture, docs/pictures/frontier-few.png, from the committed results.
"""

import io
import math
import pathlib
import sys

COLOURS = {
    "graft": "#d62728", "boost": "#ff9f1c", "gif": "#8c564b", "combine": "#9467bd", "ret": "#e377c2",
    "forest": "#2ca02c", "extra": "#98c46a", "lightgbm": "#000000", "xgboost": "#1f77b4", "rf": "#2ca02c",
    "et": "#98c46a", "figs": "#17becf", "rgf": "#7f7f7f",
}  # fmt: skip
PEERS = {"lightgbm", "xgboost", "rf", "et", "figs", "rgf"}  # dashed
VARIANTS = ("#b5179e", "#4361ee", "#06a77d", "#bc6c25")
COLUMNS = 3
LEGEND_INCHES = 0.6
DOTS_PER_INCH = 90
HEADROOM = 1.25  # above LightGBM's worst; what is worse than that is cut off
ROOT = pathlib.Path(__file__).resolve().parents[2]
# The README's picture: (group, set, what its axis shows). On one of the three all methods are about as good.
FEW = (
    ("regression", "california", "california housing: MSE ÷ variance"),
    ("two classes", "spambase", "spambase: log-loss"),
    ("regression", "abalone", "abalone: MSE ÷ variance"),
)
FEW_METHODS = {
    "graft": "Espalier (graft)",
    "lightgbm": "LightGBM, tuned",
    "xgboost": "XGBoost, tuned",
    "rf": "random forest, tuned",
}
FEW_SIZES = (16, 64, 256, 1024)


def draw(curves, folder):
    """frontier-regression.png, frontier-two-classes.png, frontier-several-classes.png."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    folder.mkdir(parents=True, exist_ok=True)
    for group, names in curves.groups.items():
        rows = math.ceil(len(names) / COLUMNS)
        columns = min(len(names), COLUMNS)
        height = 2.6 * rows + LEGEND_INCHES
        figure, panels = pyplot.subplots(rows, columns, figsize=(max(3.3 * columns, 5), height), squeeze=False)
        for panel, name in zip(panels.flat, names, strict=False):
            draw_panel(panel, curves, group, name)
        for panel in panels.flat[len(names) :]:
            panel.set_visible(False)
        finish(figure, panels)
        save(figure, folder / f"frontier-{group.replace(' ', '-')}.png")
        pyplot.close(figure)


def save(figure, path):
    """With few colours, which makes the file half as large."""
    from PIL import Image

    memory = io.BytesIO()
    figure.savefig(memory, dpi=DOTS_PER_INCH)
    Image.open(memory).convert("RGB").quantize(64).save(path, optimize=True)


def style_of(method, methods):
    """The same for a method in all pictures."""
    variants = [each for each in methods if each not in COLOURS]
    colour = COLOURS.get(method) or VARIANTS[variants.index(method) % len(VARIANTS)]
    width = 2 if method in ("graft", "lightgbm") else 1.2
    return {"color": colour, "linestyle": "--" if method in PEERS else "-", "linewidth": width}


def draw_panel(panel, curves, group, name):
    values = []
    for method in curves.methods:
        points = {size: curves.mean(group, name, method, size) for size in curves.sizes}
        points = {size: value for size, value in points.items() if value is not None}
        if points:
            style = style_of(method, curves.methods)
            panel.plot(points.keys(), points.values(), label=method, marker="o", markersize=3, **style)
            values += points.values()
    panel.set_title(name, fontsize=10)
    panel.set_xscale("log", base=2)
    panel.set_xticks(curves.sizes, [str(size) for size in curves.sizes])
    panel.minorticks_off()
    panel.tick_params(labelsize=8)
    panel.set_xlabel("leaves", fontsize=8)
    panel.grid(alpha=0.3)
    if group == "regression":
        use_logarithm(panel)
    theirs = [value for _, value in curves.curve(group, name, "lightgbm")]
    if theirs:
        panel.set_ylim(0.97 * min(values), HEADROOM * max(theirs))


def use_logarithm(panel):
    """Of the losses, some of which fall to a hundredth; written as plain numbers."""
    from matplotlib import ticker

    panel.set_yscale("log")
    panel.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 1.5, 2, 3, 5, 7)))
    panel.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    panel.yaxis.set_minor_locator(ticker.NullLocator())


def finish(figure, panels, legend_inches=LEGEND_INCHES):
    """One legend for all panels, above them."""
    handles = {}
    for panel in panels.flat:
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True):
            handles[label] = handle
    figure.tight_layout(rect=(0, 0, 1, 1 - legend_inches / figure.get_figheight()), pad=1.2)
    columns = 5 if figure.get_figwidth() < 7 else 7
    figure.legend(handles.values(), handles, loc="upper center", ncols=columns, fontsize=8, frameon=False)


# ---- the README's picture ------------------------------------------------------------------------------------------


def draw_few(curves, path):
    """Three sets and four methods, in words that need no page beside them."""
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, len(FEW), figsize=(9, 3), squeeze=False)
    for panel, (group, name, title) in zip(panels.flat, FEW, strict=True):
        for method, label in FEW_METHODS.items():
            points = {size: curves.mean(group, name, method, size) for size in FEW_SIZES}
            style = style_of(method, FEW_METHODS)
            panel.plot(points.keys(), points.values(), label=label, marker="o", markersize=3, **style)
        panel.set_title(title, fontsize=10)
        panel.set_xscale("log", base=2)
        panel.set_xticks(FEW_SIZES, [str(size) for size in FEW_SIZES])
        panel.set_ylim(0, 1.08 * panel.dataLim.y1)
        panel.minorticks_off()
        panel.tick_params(labelsize=8)
        panel.set_xlabel("leaves in the whole model", fontsize=8)
        panel.grid(alpha=0.3)
    finish(figure, panels, legend_inches=0.3)
    save(figure, path)


def main():
    sys.path.append(str(ROOT / "bench/papers"))
    import matplotlib
    import tables
    from raw_results import RawResults

    matplotlib.use("Agg")
    results = RawResults(ROOT / "bench/frontier/results/frontier.csv", ["set", "split", "method", "size"], [])
    groups = {group: [name for each, name, _ in FEW if each == group] for group, _, _ in FEW}
    draw_few(tables.Curves(results, groups, FEW_SIZES), ROOT / "docs/pictures/frontier-few.png")


if __name__ == "__main__":
    main()
