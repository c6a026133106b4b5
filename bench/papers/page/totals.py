"""What the tables come to: rows that are better, equal and worse, and how often ours has the least error of all."""

import dataclasses

from .judged import BETTER, EQUAL, HIGHER, NEUTRAL, TIMES, WORSE
from .specs import FULL_NAMES, OF_PAPER, OWN_OF_LIST, SPECS


def summary(source):
    """Rows of (what, better, equal, worse, without a value)."""
    groups = {name: [] for name in ("all own", *FULL_NAMES, "defaults", "peers", "times")}
    own = {(spec.paper, spec.table): spec for spec in SPECS}
    for cell in source.figures:
        spec, judged = own.get((cell.paper, cell.table)), source.judged(cell)
        if cell.metric in NEUTRAL:
            continue
        if cell.metric in TIMES:
            groups["times"].append(judged)
        elif spec and spec.counted == "own" and (not spec.own or cell.method in spec.own):
            if cell.method in OF_PAPER and judged.numbers:
                groups["defaults"].append(judged)
                form = source.judged(dataclasses.replace(cell, method=OF_PAPER[cell.method]))
                judged = form if form.numbers else judged
            groups["all own"].append(judged)
            groups[cell.paper].append(judged)
        else:
            groups["peers"].append(judged)
    groups["defaults"] += defaults(source)
    names = {
        "all own": "the papers' own methods, errors",
        "defaults": "the library's defaults, compared with those",
        "peers": "the papers' peers, as measured here",
        "times": "times of training and prediction",
    }
    rows = []
    for key, found in groups.items():
        counts = [sum(judged.verdict() == verdict for judged in found) for verdict in (BETTER, EQUAL, WORSE)]
        if found:
            rows.append(
                (names.get(key, f"… {FULL_NAMES.get(key, key)}"), *counts, sum(not judged.numbers for judged in found))
            )
    return rows


def defaults(source):
    """The defaults beside the better of the paper's figures for the same budget."""
    for cell in source.rows.cells():
        if cell.metric not in ("test MSE", "test error %", "test MSE (standardised)") or not cell.method.startswith(
            "default"
        ):
            continue
        budget = cell.method.partition(" ")[2]
        same = [
            figure
            for key, figure in source.figures.items()
            if (key.paper, key.table, key.dataset) == (cell.paper, cell.table, cell.dataset)
            and (key.method in ("BGS", "GS") or (key.method.startswith("GIF") and key.method.endswith(f" {budget}")))
        ]
        if same:
            yield dataclasses.replace(source.judged(cell), figure=min(same, key=lambda figure: figure.value))


def against_peers(source):
    """(paper, rows where one of ours has the least error of all that was measured, rows) over the tables with peers."""
    ours = {
        "RET": OWN_OF_LIST,
        "NRE": ("NRE", "one tree"),
        "GIF": ("GIF", "default"),
        "grow/select": ("BGS", "GS", "default", "10 ×"),
        "chapter 14": ("boosted stumps, best",),
    }
    for paper, own in ours.items():
        tables = [
            spec.table
            for spec in SPECS
            if spec.paper == paper and spec.table in ("III", "5.1", "2", "3", "4", "Fig 14.14")
        ]
        tables += ["5.2", "5.3"] if paper == "NRE" else []
        groups = {}
        for cell in source.rows.cells():
            judged_metric = cell.metric.startswith("test ") or "misclass" in cell.metric
            if (
                cell.paper == paper
                and cell.table in tables
                and judged_metric
                and not (paper == "GIF" and cell.table == "4")
            ):
                groups.setdefault((cell.dataset, cell.metric), []).append(cell)
        won = total = 0
        for cells in groups.values():
            best = [
                [source.rows.mean(cell) for cell in cells if cell.method.startswith(own) == mine]
                for mine in (True, False)
            ]
            if all(best):
                pick = max if cells[0].metric in HIGHER else min
                total += 1
                won += pick(best[0]) == pick(best[0] + best[1])
        if total:
            yield paper, won, total
