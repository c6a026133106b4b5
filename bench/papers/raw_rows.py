"""The raw results: one CSV a paper, one line for every value that a run gave, or the reason why a cell has none."""

import csv
import dataclasses
import io
import os
import statistics

from cells import Cell

COLUMNS = ["paper", "table", "dataset", "method", "metric", "run", "seed", "value", "reason"]
FILES = {
    "RET": "ret.csv",
    "NRE": "neural.csv",
    "GIF": "gif.csv",
    "grow/select": "combine.csv",
    "chapter 14": "chapter14.csv",
}


def whole_lines(path):
    """The text of a file up to its last line break: what comes after it was cut."""
    text = path.read_text()
    return text[: text.rfind("\n") + 1]


def lines(rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


class Rows:
    def __init__(self, folder):
        self.folder = folder
        self.values = {}  # (cell, run): value
        self.seeds = {}  # likewise
        self.reasons = {}  # of cells without values
        self._begun = set()  # files that were written to
        for name in FILES.values():
            if (folder / name).exists():
                self._read(folder / name)
        self._by_cell = None

    def _read(self, path):
        for row in csv.DictReader(io.StringIO(whole_lines(path))):
            cell = Cell(*(row[name] for name in COLUMNS[:5]))
            if row["value"]:
                self._keep(cell, int(row["run"]), int(row["seed"]), float(row["value"]))
            else:
                self.reasons[cell] = row["reason"]

    def _keep(self, cell, run, seed, value):
        self.values[cell, run] = value
        self.seeds[cell, run] = seed

    def add(self, run, seed, found):
        """Appends {cell: value} of one fit, in one write a file."""
        self._by_cell = None
        by_file = {}
        for cell, value in found.items():
            text = f"{value:.7g}"
            self._keep(cell, run, seed, float(text))
            by_file.setdefault(FILES[cell.paper], []).append([*dataclasses.astuple(cell), run, seed, text, ""])
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, rows in by_file.items():
            path = self.folder / name
            if path not in self._begun:  # the first write takes a line away that was cut
                self._begun.add(path)
                kept = whole_lines(path) if path.exists() else ""
                path.write_text(kept or lines([COLUMNS]))
            with open(path, "a") as file:
                file.write(lines(rows))

    def settle(self, reasons):
        """Writes the files again in order of their cells, with the reasons {cell: text} of those that have no value."""
        self._by_cell = None
        have = {cell for cell, _ in self.values}
        self.reasons = {cell: reason for cell, reason in reasons.items() if cell not in have}
        self.folder.mkdir(parents=True, exist_ok=True)
        for paper, name in FILES.items():
            rows = [
                [*dataclasses.astuple(cell), run, self.seeds[cell, run], f"{value:.7g}", ""]
                for (cell, run), value in self.values.items()
                if cell.paper == paper
            ]
            rows += [
                [*dataclasses.astuple(cell), "", "", "", reason]
                for cell, reason in self.reasons.items()
                if cell.paper == paper
            ]
            rows.sort(key=lambda row: (row[:5], row[5] or 0))
            if rows:
                scratch = self.folder / f"{name}.new"
                scratch.write_text(lines([COLUMNS, *rows]))
                os.replace(scratch, self.folder / name)

    def numbers(self, cell):
        """The values of all runs, by run."""
        if self._by_cell is None:
            self._by_cell = {}
            for (each, run), value in sorted(self.values.items(), key=lambda item: item[0][1]):
                self._by_cell.setdefault(each, {})[run] = value
        return self._by_cell.get(cell, {})

    def mean(self, cell):
        """None if there is no run."""
        found = self.numbers(cell).values()
        return statistics.mean(found) if found else None

    def cells(self):
        return {cell: None for cell, _ in self.values}
