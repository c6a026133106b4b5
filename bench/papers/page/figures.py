"""The papers' figures, from the raw results: a name for the file, a caption, and panels."""

import dataclasses
import re

from cells import Cell

from . import charts
from .charts import Series

RET_VARIANTS = ("SCSD", "MCSD", "MCMD", "boosting")
GIF_RATES = ("1", "10^-1.5", "10^-3")
WINDOWS = (1, 10, 100, 1000)
SETS = ("abalone", "wilt", "madelon")


@dataclasses.dataclass
class Picture:
    file: str
    caption: str
    panels: list
    columns: int = 3


def curve(rows, paper, table, dataset, prefix, metric):
    """Sorted (number, mean) of the methods whose names are the prefix and a number."""
    pattern = re.compile(re.escape(prefix) + r"(\d+)%?$")
    points = []
    for cell in rows.cells():
        if (cell.paper, cell.table, cell.dataset, cell.metric) == (paper, table, dataset, metric):
            found = pattern.match(cell.method)
            if found:
                points.append((int(found[1]), rows.mean(cell)))
    return sorted(points)


def some(series):
    return [each for each in series if each.points]


def losses(rows):
    """RET, figure 3: the test losses, then the training losses, which are of other sizes."""
    panels = []
    for part in ("test", "train"):
        for name in SETS:
            series = some(
                [
                    Series(variant, curve(rows, "RET", "Fig 3", name, f"{variant} k=", f"{part} loss"), index)
                    for index, variant in enumerate(RET_VARIANTS)
                ]
            )
            if not series:
                continue
            values = [y for each in series for _, y in each.points]
            first = max(each.points[0][1] for each in series)
            # What overfits may leave the picture; the rest should not be squeezed by it.
            limits = (
                (min(values), min(max(values), first + 0.5 * (first - min(values))))
                if part == "test"
                else (max(min(values), 1e-4), max(values))
            )
            kind = "mean square" if name == "abalone" else "log-loss"
            panels.append(
                charts.lines(
                    f"{name}: {'test' if part == 'test' else 'training'} {kind}",
                    series,
                    "trees",
                    kind,
                    log_x=True,
                    log_y=part == "train",
                    limits=limits,
                )
            )
    return Picture(
        "papers-ret-losses.svg",
        "RET, figure 3: the loss against the number of trees, without shrinkage, for "
        "pools of one chain and depth (SCSD), many chains and one depth (MCSD), many of both (MCMD), and for "
        "boosting; one run. The training loss falls faster than boosting's everywhere, but the test loss does not "
        "follow as it does in the paper: without shrinkage the chosen trees overfit on abalone, and there and on "
        "madelon boosting is ahead. Lines that leave the frame are cut.",
        panels,
    )


def depths(rows):
    panels = []
    for name in SETS:
        counts = curve(rows, "RET", "Fig 4", name, "RET depth=", "trees chosen")
        if counts:
            total = sum(count for _, count in counts)
            panels.append(
                charts.bars(
                    f"{name}: {total:.0f} trees",
                    [(depth, count / total) for depth, count in counts],
                    "depth",
                    "share of the chosen trees",
                )
            )
    return Picture(
        "papers-ret-depths.svg",
        "RET, figure 4: the depth of the chosen trees, from a pool with equally many trees of each allowed depth, 9 to 14 "
        "on madelon and 2 to 7 on the others; one run.",
        panels,
    )


def budgets(rows):
    series = some(
        [
            Series(
                f"λ = {rate}",
                curve(rows, "GIF", "Fig 1", "friedman1", f"GIF 10% CW=inf lambda={rate} B=", "test MSE"),
                index,
            )
            for index, rate in enumerate(GIF_RATES)
        ]
    )
    panels = (
        [charts.lines("friedman1: test MSE against the budget", series, "nodes", "test MSE", log_x=True)]
        if series
        else []
    )
    shares = some(
        [
            Series(
                f"λ = {rate}",
                curve(rows, "GIF", "Fig 2", "friedman1", f"GIF 10% CW=inf lambda={rate} trees=", "% of the nodes"),
                index,
            )
            for index, rate in enumerate(GIF_RATES)
        ]
    )
    low = [f"{dict(each.points).get(80, 0):.0f}%" for each in shares]
    if shares:
        panels.append(
            charts.lines(
                "friedman1: nodes in the smallest trees", shares, "% of the trees, smallest first", "% of the nodes"
            )
        )
    return Picture(
        "papers-gif-budgets.svg",
        "GIF, figures 1 and 2, the window of all candidates, 1000 trees, one run: "
        "the error against the budget, and how unevenly the nodes are spread over the trees. The smallest 80% of the "
        f"trees hold {', '.join(low)} of the nodes at λ = {', '.join(GIF_RATES)}; the paper has 13, 17 and 43%.",
        panels,
        2,
    )


def windows(rows):
    panels = []
    for name in ("friedman1", "twonorm", "musk2"):
        metric = "test MSE" if name == "friedman1" else "test error %"
        points, marks = [], []
        for window in WINDOWS:
            cell = Cell("GIF", "Fig 3", name, f"GIF 10% CW={window}", metric)
            error, seconds = rows.mean(cell), rows.mean(cell.with_metric("fit seconds"))
            if error is not None and seconds is not None:
                points.append((seconds, error))
                marks.append(f"CW {window} [{len(rows.numbers(cell))}]")
        if len(points) > 1:
            panels.append(
                charts.lines(
                    name, [Series("GIF 10%", points, 0, marks)], "seconds of training", metric, log_x=True
                )
            )
    return Picture(
        "papers-gif-windows.svg",
        "GIF, figure 3: the error at 10% against the seconds of training, by the size of the candidate window; the "
        "number of runs in brackets.",
        panels,
    )


def rounds(rows):
    series = some(
        [
            Series(
                part, curve(rows, "chapter 14", "Fig 14.14", "spambase", "boosted stumps k=", f"{part} error %"), index
            )
            for index, part in enumerate(("train", "validation"))
        ]
    )
    panels = [charts.lines("spambase: error in % by round", series, "stumps", "error in %")] if series else []
    return Picture("papers-stumps.svg", "Chapter 14, figure 14.14: boosted stumps, the first split.", panels, 1)


def all_of(rows):
    """{(paper, table after which it is shown): picture}."""
    found = {
        ("RET", "IV"): [losses(rows), depths(rows)],
        ("GIF", "8"): [budgets(rows)],
        ("GIF", "5"): [windows(rows)],
        ("chapter 14", "Fig 14.14"): [rounds(rows)],
    }
    return {place: [each for each in pictures if each.panels] for place, pictures in found.items()}
