"""What was measured for a cell beside the paper's figure, in numbers and in words.

"mean ± sd [n]" is of n runs. Differences are in the paper's standard deviations, or in ours where it gives none, and
positive where ours is better; within one is called equal. The neural rule thesis gives none, but its errors are whole
counts of 15% of the rows, so each is of one test part: there it is that of the share of so many rows, √(p (1 - p) / n).
"""

import dataclasses
import math
import statistics
import tomllib

from cells import HERE, Cell, paper_figures

from .specs import OF_PAPER

HIGHER = ("test AUC", "test R2 %")  # is better
NEUTRAL = ("train AUC", "normalised node entropy")  # neither is
TIMES = ("training minutes", "fit seconds", "predict seconds")
BETTER, EQUAL, WORSE, UNKNOWN = "better", "equal", "worse", ""
NO_VALUE = "–"
THESIS_TEST_ROWS = {
    "adult": 7327, "agaricus-lepiota": 1222, "banana": 795, "chess": 480, "churn": 750, "clean2": 990,
    "coil2000": 1474, "dis": 566, "hypothyroid": 475, "kr-vs-kp": 480, "madelon": 600, "magic": 2853,
    "mushroom": 1219, "phoneme": 811, "ring": 1110, "spambase": 691, "titanic": 331, "twonorm": 1110, "wilt": 500,
}
FORMS = {form: method for method, form in OF_PAPER.items()}
STAND_INS = {"miniboone's shape": "miniboone"}  # of sets that are not there


@dataclasses.dataclass
class Judged:
    """What was measured for a cell, beside the paper's figure."""

    cell: Cell
    numbers: list
    figure: object  # the paper's, or None
    reason: str

    def mean(self):
        return statistics.mean(self.numbers)

    def sd(self):
        return statistics.stdev(self.numbers) if len(self.numbers) > 1 else 0

    def counted_sd(self):
        """Of the thesis's error, a share of so many rows, of none wrong that of half a row; 0 of other papers."""
        rows = THESIS_TEST_ROWS.get(self.cell.dataset) if self.cell.paper == "NRE" else None
        if not rows:
            return 0
        share = max(self.figure.value / 100, 0.5 / rows)
        return 100 * math.sqrt(share * (1 - share) / rows)

    def difference(self):
        """In sds, positive if ours is better; None if there is nothing to compare by."""
        if not self.numbers or not self.figure or self.cell.metric in NEUTRAL or self.cell.metric in TIMES:
            return None
        gap = self.mean() - self.figure.value
        gap = gap if self.cell.metric in HIGHER else -gap
        sd = self.figure.sd or self.counted_sd() or self.sd()
        if sd < 1e-9:
            return 0.0 if abs(gap) < 0.005 else None
        return gap / sd

    def verdict(self):
        if not self.numbers or not self.figure or self.cell.metric in NEUTRAL:
            return UNKNOWN
        if self.cell.metric in TIMES:
            return BETTER if self.mean() < self.figure.value else WORSE
        difference = self.difference()
        if difference is None:
            worse = (self.mean() > self.figure.value) != (self.cell.metric in HIGHER)
            return WORSE if worse else BETTER
        return BETTER if difference > 1 else WORSE if difference < -1 else EQUAL

    def is_less(self):
        """Whether ours is better at all, which is shown bold."""
        if not self.numbers or not self.figure or self.cell.metric in NEUTRAL:
            return False
        gap = self.mean() - self.figure.value
        return gap > 0 if self.cell.metric in HIGHER else gap < 0


class Source:
    """The results, the papers' figures and the notes, as the tables ask for them."""

    def __init__(self, rows):
        self.rows, self.figures = rows, paper_figures()
        self.notes = tomllib.loads((HERE / "notes.toml").read_text())["note"]

    def judged(self, cell):
        figure = self.figures.get(
            dataclasses.replace(
                cell,
                dataset=STAND_INS.get(cell.dataset, cell.dataset),
                method=FORMS.get(cell.method, cell.method),
            )
        )
        return Judged(cell, list(self.rows.numbers(cell).values()), figure, self.rows.reasons.get(cell, ""))

    def digits(self, cell):
        """Decimals: as many as the paper prints."""
        same = [
            each
            for each in self.figures
            if (each.paper, each.dataset, each.metric) == (cell.paper, cell.dataset, cell.metric)
        ]
        printed = [len(self.figures[each].text.partition(".")[2]) for each in same if each.table == cell.table] or [
            len(self.figures[each].text.partition(".")[2]) for each in same
        ]
        least = (
            3 if "AUC" in cell.metric else 1 if "misclass" in cell.metric else 4 if "standardised" in cell.metric else 2
        )
        return max([*printed, least]) if "misclass" not in cell.metric else 1

    def measured(self, judged):
        if not judged.numbers:
            return NO_VALUE
        digits = self.digits(judged.cell)
        if judged.cell.metric in TIMES:
            mean = judged.mean()
            return f"{mean:.3g} [{len(judged.numbers)}]"
        spread = f" ± {judged.sd():.{digits}f}" if len(judged.numbers) > 1 else ""
        return f"{judged.mean():.{digits}f}{spread} [{len(judged.numbers)}]"

    def paper(self, judged):
        if not judged.figure:
            return ""
        digits = self.digits(judged.cell)
        if judged.cell.metric in TIMES:
            return f"{judged.figure.value:g}"
        spread = f" ± {judged.figure.sd:.{digits}f}" if judged.figure.sd else ""
        return f"{judged.figure.value:.{digits}f}{spread}"

    def note(self, judged):
        """The most particular note on a cell."""

        def fits(note):
            cell = dataclasses.asdict(judged.cell)
            return all(
                cell[key] in (value if isinstance(value, list) else [value])
                for key, value in note.items()
                if key != "text"
            )

        found = [note for note in self.notes if ("dataset" in note or "method" in note) and fits(note)]
        return max(found, key=len)["text"] if found else ""

    def remarks(self, paper, table):
        return [
            note["text"]
            for note in self.notes
            if note["paper"] == paper and note.get("table") == table and not {"dataset", "method"} & set(note)
        ]

    def missed(self, cells):
        """(rows, why) of the cells that miss the paper by more than an sd; those of one reason together."""
        found = {}
        for cell in cells:
            judged = self.judged(cell)
            if judged.verdict() == WORSE and cell.metric not in TIMES:
                found.setdefault(self.note(judged), []).append(f"{cell.dataset} {cell.method}")
        return [(rows, why or "cause unknown.") for why, rows in found.items()]
