"""What is measured: cells of the papers' tables, and the fits that give their values.

A cell is named as in tables.csv, which holds the papers' figures: paper, table, dataset, method, metric. Methods that no
paper has (the library's defaults, further peers) have names of their own. A fit is made once a run and may give the
values of several cells. A task holds the fits that share what is dear to set up, the files of a split.
"""

import contextlib
import csv
import dataclasses
import pathlib
from collections.abc import Callable

HERE = pathlib.Path(__file__).resolve().parent
NO_DATA = "data not here"


@dataclasses.dataclass(frozen=True)
class Cell:
    paper: str
    table: str
    dataset: str
    method: str
    metric: str

    def with_metric(self, metric):
        return dataclasses.replace(self, metric=metric)


class LeftOut(Exception):
    """What a fit hangs on was not measured, so neither is the fit."""


def needed(known, cell, run):
    """The value of another fit of the same run."""
    if (cell, run) not in known:
        raise LeftOut(cell)
    return known[cell, run]


@dataclasses.dataclass
class Figure:
    """The paper's."""

    value: float
    sd: float  # 0 if it gives none
    text: str  # as it is printed


@dataclasses.dataclass
class Fit:
    run: int
    seed: int
    cells: list  # what it has to give; it may give more
    measure: Callable  # of what the task opened and of the values known, {(cell, run): value}; gives {cell: value}
    cost: float = 1  # seconds, if no result tells
    quick: bool = True  # whether it is part of the quick run
    reduced: bool = False  # less than what results tell of, so that its seconds are the cost

    def seconds_cell(self):
        return self.cells[0].with_metric("fit seconds")


@dataclasses.dataclass
class Task:
    name: str
    fits: list
    open: Callable = contextlib.nullcontext  # gives a context manager
    cells: list = dataclasses.field(default_factory=list)  # that are not measured, for the reason:
    reason: str = ""


@dataclasses.dataclass
class Setting:
    """What the modules are told."""

    espalier: object  # the program
    data: pathlib.Path  # folder
    quick: bool = False
    most_runs: int = 1000  # of a cell

    def runs(self, most):
        return range(1, min(1 if self.quick else self.most_runs, most) + 1)


def paper_figures():
    """{cell: figure}, in the order of the papers."""
    figures = {}
    with open(HERE / "tables.csv", newline="") as file:
        for row in csv.DictReader(file):
            cell = Cell(*(row[name] for name in ("paper", "table", "dataset", "method", "metric")))
            figures[cell] = Figure(float(row["value"]), float(row["sd"] or 0), row["value"])
    return figures


def absent(name, cells):
    """A task for cells whose data are not there."""
    return Task(name, [], cells=cells, reason=NO_DATA)
