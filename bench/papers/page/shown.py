"""What the pages show: tables of cells with the paper's figures and ours, what they come to, and the remarks on them.

"mean ± sd [n]" is of n runs. Differences are in the paper's standard deviations, or in ours where it gives none, and
positive where ours is better; within one is called equal.
"""

import dataclasses
import statistics
import tomllib

import rank_tests
from cells import HERE, Cell, paper_figures

HIGHER = ("test AUC", "test R2 %")  # is better
NEUTRAL = ("train AUC", "normalised node entropy")  # neither is
TIMES = ("training minutes", "fit seconds", "predict seconds")
BETTER, EQUAL, WORSE, UNKNOWN = "better", "equal", "worse", ""
NO_VALUE = "–"


@dataclasses.dataclass
class Item:
    """A cell of a table on the page."""

    text: str
    bold: bool = False
    verdict: str = ""
    kind: str = "number"  # or word, reason


@dataclasses.dataclass
class Table:
    paper: str
    table: str
    title: str
    headings: list
    rows: list  # of lists of items
    remarks: list  # sentences
    missed: list  # (rows, sentence) of those that miss the paper by more than an sd


@dataclasses.dataclass
class Spec:
    paper: str
    table: str
    title: str
    own: tuple  # the paper's methods, one row each; a set's rows stand together
    beside: tuple = ()  # (heading, method, or a function of the row's method that gives one)
    counted: str = "own"  # or "peers": whose rows these are in the summary
    metrics: tuple = ()  # if several are shown


def budget_of(method):
    return method.split()[1]


def at_budget(name, first=()):
    """A column that follows the budget of the row; only in rows of `first`, if that is given."""
    return lambda method: f"{name} {budget_of(method)}" if not first or method.split()[0] in first else None


def at(budget, text, first=()):
    return lambda method: text if budget_of(method) == budget and (not first or method.split()[0] in first) else None


def only_bgs(text):
    return lambda method: text if method == "BGS" else None


LIST = "III"  # has too many peers for columns: they are rows
SPECS = (
    Spec("RET", "I", "Table I: AUC of one tree chosen from 400, beside boosting, on xor", ("RET k=1",),
         (("40 chains", "RET k=1, 40 chains"), ("GradientBoost, 26 trees", "GradientBoost k=26"),
          ("… 8 trees", "GradientBoost k=8"), ("… 6 trees", "GradientBoost k=6"), ("`boost`, 8 trees", "boost k=8")),
         metrics=("test AUC", "train AUC")),
    Spec("RET", "III", "Table III: test error in %, of abalone and news R² in %", ("RET",)),
    Spec("RET", "IV", "Table IV: minutes of training, all tuning included", ("RET", "FSA", "L1", "EL", "GB", "XGB")),
    Spec("NRE", "5.1", "Tables 5.1 to 5.3: test error in %", ("NRE",),
         (("one tree", "one tree"), ("boosting", "GB"), ("random forest", "RF"), ("MLP", "ANN"))),
    Spec("GIF", "2", "Table 2: test MSE", ("GIF 10%", "GIF 1%"),
         (("default", at_budget("default")), ("`extra`", at_budget("ET")), ("`extra` 100%", at("10%", "ET 100%")),
          ("scikit-learn ET", at("10%", "scikit-learn ET 10%")))),
    Spec("GIF", "3", "Table 3: test error in %", ("GIF_SQ 10%", "GIF_TE 10%", "GIF_SQ 1%", "GIF_TE 1%"),
         (("default", at_budget("default", ("GIF_SQ",))), ("`extra`", at_budget("ET", ("GIF_SQ",))),
          ("`extra` 100%", at("10%", "ET 100%", ("GIF_SQ",))),
          ("scikit-learn ET", at("10%", "scikit-learn ET 10%", ("GIF_SQ",))))),
    Spec("GIF", "4", "Table 4: features m and rate λ at 10%", ()),
    Spec("GIF", "5", "Table 5: candidate windows at 10%, exponential loss", ()),
    Spec("GIF", "6", "Table 6: trees and windows at 10%", ()),
    Spec("GIF", "7", "Table 7: entropy of the nodes over the trees, in % of an even spread", ()),
    Spec("GIF", "8", "Table 8: seconds of training", ()),
    Spec("GIF", "9", "Table 9: boosted stumps", ("Boosted stumps 10%", "Boosted stumps 1%"),
         (("scikit-learn", lambda method: "scikit-learn stumps 1%" if method.endswith(" 1%") else None),), "peers"),
    Spec("GIF", "10", "Table 10: seconds", (), metrics=("fit seconds", "predict seconds")),
    Spec("grow/select", "2", "Table 2: test MSE of generated sets, standardised; a star is noise", ("BGS", "GS"),
         (("default", only_bgs("default")), ("10 trees of 32 leaves", only_bgs("10 × 32")), ("random forest", only_bgs("RF")),
          ("forest of 10 × 32", only_bgs("RF 10 × 32")))),
    Spec("grow/select", "4", "Table 4: test MSE of real sets, standardised", ("BGS", "GS"),
         (("default", only_bgs("default")), ("10 trees of 32 leaves", only_bgs("10 × 32")), ("random forest", only_bgs("RF")),
          ("forest of 10 × 32", only_bgs("RF 10 × 32")))),
    Spec("chapter 14", "Fig 14.14", "Example 14.6: held-out rows of 920 that are wrong",
         ("boosted stumps, best round 65 of 100",),
         (("linear classifier", "linear classifier"), ("`linear`", "--method linear"),
          ("scikit-learn's stumps", "scikit-learn stumps, best round"))),
)
# Tables that no paper has: (paper, table, title, rows' sets, methods).
OTHERS = (
    ("grow/select", "classes", "Classes, test error in %", "test error %",
     ("default", "log", "150 rounds", "RF of its leaves", "RF")),
    ("NRE", "others", "Other tasks, beside other methods with their defaults: test MSE of friedman1, else error in %", "",
     ("neural", "30 rules", "boost", "forest", "combine")),
)
FULL_NAMES = {"RET": "Relevant ensembles of trees", "NRE": "Neural rules", "GIF": "Globally induced forests",
              "grow/select": "Trees built together", "chapter 14": "Boosted stumps"}
OUR_NAMES = {"FSA": "`linear` (FSA)", "RET": "`ret`", "boost": "`boost`", "RET, solver sgd": "`ret --solver sgd`",
             "GB": "gradient boosting, scikit-learn", "RF": "random forest, scikit-learn", "XGB": "XGBoost", "LightGBM": "LightGBM",
             "L1": "L1, scikit-learn", "EL": "elastic net, scikit-learn", "extra-trees": "extra-trees, scikit-learn",
             "RF, a third": "random forest, a third of the columns"}
STAND_INS = {"miniboone's shape, generated": "miniboone"}  # of sets that are not there
OWN_OF_LIST = ("RET", "RET, solver sgd")


# ---- numbers ---------------------------------------------------------------------------------------------------------


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

    def difference(self):
        """In sds, positive if ours is better; None if there is nothing to compare by."""
        if not self.numbers or not self.figure or self.cell.metric in NEUTRAL or self.cell.metric in TIMES:
            return None
        gap = self.mean() - self.figure.value
        gap = gap if self.cell.metric in HIGHER else -gap
        sd = self.figure.sd or self.sd()
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
        figure = self.figures.get(dataclasses.replace(cell, dataset=STAND_INS.get(cell.dataset, cell.dataset)))
        return Judged(cell, list(self.rows.numbers(cell).values()), figure, self.rows.reasons.get(cell, ""))

    def digits(self, cell):
        """Decimals: as many as the paper prints."""
        same = [each for each in self.figures if (each.paper, each.dataset, each.metric) == (cell.paper, cell.dataset, cell.metric)]
        printed = [len(self.figures[each].text.partition(".")[2]) for each in same if each.table == cell.table] or [
            len(self.figures[each].text.partition(".")[2]) for each in same]
        least = 3 if "AUC" in cell.metric else 1 if "misclass" in cell.metric else 4 if "standardised" in cell.metric else 2
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
            return all(cell[key] in (value if isinstance(value, list) else [value])
                       for key, value in note.items() if key != "text")

        found = [note for note in self.notes if ("dataset" in note or "method" in note) and fits(note)]
        return max(found, key=len)["text"] if found else ""

    def remarks(self, paper, table):
        return [note["text"] for note in self.notes
                if note["paper"] == paper and note.get("table") == table and not {"dataset", "method"} & set(note)]

    def missed(self, cells):
        """(rows, why) of the cells that miss the paper by more than an sd; those of one reason together."""
        found = {}
        for cell in cells:
            judged = self.judged(cell)
            if judged.verdict() == WORSE and cell.metric not in TIMES:
                found.setdefault(self.note(judged), []).append(f"{cell.dataset} {cell.method}")
        return [(", ".join(rows), why) for why, rows in found.items()]


# ---- tables ----------------------------------------------------------------------------------------------------------


def word(text):
    return Item(text, kind="word")


def difference_item(judged):
    verdict = judged.verdict()
    if judged.cell.metric in TIMES:
        ratio = judged.figure.value / judged.mean() if judged.numbers and judged.figure else None
        return Item("" if ratio is None else f"{ratio:.0f} ×" if ratio >= 10 else f"{ratio:.2g} ×", verdict=verdict)
    if judged.cell.metric in NEUTRAL:
        points = judged.numbers and judged.figure and judged.cell.metric != "train AUC"
        return Item(signed(judged.mean() - judged.figure.value) if points else "")
    difference = judged.difference()
    if difference is None:
        return Item({BETTER: "better", WORSE: "worse"}.get(verdict, ""), verdict=verdict)
    return Item(signed(difference), verdict=verdict)


def signed(number):
    text = f"{number:+.1f}".replace("-", "−")
    return "0.0" if text in ("+0.0", "−0.0") else text


def ours_item(source, judged):
    if not judged.numbers:
        return Item(judged.reason, kind="reason")
    return Item(source.measured(judged), judged.is_less())


def beside_item(source, cell, bold_against=None):
    """A peer's value, with the paper's in brackets."""
    judged = source.judged(cell)
    if not judged.numbers and not judged.figure:
        return Item("")
    theirs = f" ({source.paper(judged)})" if judged.figure else ""
    bold = False
    if bold_against and judged.numbers and bold_against.figure:
        bold = dataclasses.replace(judged, figure=bold_against.figure).is_less()
    return Item(source.measured(judged) + theirs, bold)


def methods_of(spec, source, dataset):
    if spec.own:
        return spec.own
    found = [cell.method for cell in source.figures
             if (cell.paper, cell.table, cell.dataset) == (spec.paper, spec.table, dataset)]
    return tuple(dict.fromkeys(found))


def row_cells(spec, source):
    """The cells of the rows, in the order of the paper."""
    keys = [cell for cell in source.figures if (cell.paper, cell.table) == (spec.paper, spec.table)]
    extra = [cell for cell in source.rows.cells() if (cell.paper, cell.table) == (spec.paper, spec.table)
             and cell.method in spec.own and cell.metric in TIMES and cell not in source.figures and spec.table == "IV"]
    for dataset in dict.fromkeys(cell.dataset for cell in (*keys, *extra)):
        here = [cell for cell in (*keys, *extra) if cell.dataset == dataset]
        for metric in spec.metrics or dict.fromkeys(cell.metric for cell in here):
            for method in methods_of(spec, source, dataset):
                cell = Cell(spec.paper, spec.table, dataset, method, metric)
                if cell in here:
                    yield cell


def collapsed(source, cells):
    """Cells, with all but the first of a set that has no values as one: (cell, how many it stands for)."""
    by_set = {}
    for cell in cells:
        by_set.setdefault(cell.dataset, []).append(source.judged(cell))
    for found in by_set.values():
        if len(found) > 2 and not any(judged.numbers for judged in found) and len({judged.reason for judged in found}) == 1:
            yield found[0].cell, 1
            yield found[1].cell, len(found) - 1
        else:
            yield from ((judged.cell, 1) for judged in found)


def printed(spec, source):
    """The paper's cells of a table; the thesis's three are shown as one."""
    tables = ("5.1", "5.2", "5.3") if spec.paper == "NRE" else (spec.table,)
    return [cell for cell in source.figures if cell.paper == spec.paper and cell.table in tables]


def matrix(spec, source):
    several = len(spec.own) != 1
    is_time = spec.table in ("IV", "8", "10") and spec.paper != "grow/select"
    metric = len(spec.metrics) > 1
    headings = ["data", *(["method"] if several else []), *(["metric"] if metric else []), "the paper", "here",
                "times as fast" if is_time else "difference in points" if spec.table == "7" else "difference", *(heading for heading, _ in spec.beside)]
    rows = []
    for cell, count in collapsed(source, row_cells(spec, source)):
        judged = source.judged(cell)
        row = [word(cell.dataset)]
        row += [word(shown_method(spec, cell.method) if count == 1 else f"{count} more")] if several else []
        row += [word(cell.metric)] if metric else []
        row += [Item(source.paper(judged) if count == 1 else ""), ours_item(source, judged), difference_item(judged)]
        for heading, method in spec.beside:
            name = method(cell.method) if callable(method) else method
            table = {"GB": "5.1", "RF": "5.2", "ANN": "5.3"}.get(name, cell.table) if spec.paper == "NRE" else cell.table
            beside = dataclasses.replace(cell, method=name, table=table) if name and count == 1 else None
            row.append(beside_item(source, beside, judged if heading in ("default", "one tree") else None) if beside else Item(""))
        rows.append(row)
    return Table(spec.paper, spec.table, spec.title, headings, rows, source.remarks(spec.paper, spec.table),
                 source.missed(printed(spec, source)))


def shown_method(spec, method):
    return OUR_NAMES.get(method, method) if spec.paper == "RET" else method


def listed(spec, source):
    """Table III: a row a method."""
    figures = [cell for cell in source.figures if (cell.paper, cell.table) == (spec.paper, spec.table)]
    rows = []
    for dataset in dict.fromkeys(cell.dataset for cell in figures):
        metric = next(cell.metric for cell in figures if cell.dataset == dataset)
        cells = [Cell(spec.paper, spec.table, dataset, method, metric) for method in OUR_NAMES]
        cells = [cell for cell in cells if cell in source.figures or source.rows.numbers(cell)]
        cells.sort(key=lambda cell: cell.method not in OWN_OF_LIST)
        for cell, count in collapsed(source, cells):
            judged = source.judged(cell)
            if cell.method in OWN_OF_LIST and not judged.figure:
                judged.figure = source.figures.get(dataclasses.replace(cell, method="RET"))
            name = OUR_NAMES[cell.method] if count == 1 else f"{count} more"
            rows.append([word(dataset), word(name), Item(source.paper(judged) if count == 1 else ""),
                         ours_item(source, judged), difference_item(judged)])
    return Table(spec.paper, spec.table, spec.title, ["data", "method", "the paper", "here", "difference"], rows,
                 source.remarks(spec.paper, spec.table), source.missed(printed(spec, source)))


def other(source, paper, table, title, metric, methods):
    cells = [cell for cell in source.rows.cells() if (cell.paper, cell.table) == (paper, table)]
    used = [method for method in methods if any(cell.method == method for cell in cells)]
    rows = []
    for dataset in dict.fromkeys(cell.dataset for cell in cells):
        row = [word(dataset)]
        for method in used:
            cell = next((cell for cell in cells if cell.dataset == dataset and cell.method == method
                         and cell.metric.startswith(metric or "test ")), None)
            row.append(Item(source.measured(source.judged(cell)) if cell else ""))
        rows.append(row)
    return Table(paper, table, title, ["data", *used], rows, source.remarks(paper, table), [])


def tests(source):
    """Both tests of the thesis over its sets, of our means and of its own."""
    rows = []
    tables = {"GB": "5.1", "RF": "5.2", "ANN": "5.3"}
    sets = [cell.dataset for cell in source.figures if (cell.paper, cell.method) == ("NRE", "NRE")]
    for first, what in (("NRE", "here: NRE"), ("one tree", "here: one tree"), ("", "the thesis: NRE")):
        for peer, table in tables.items():
            pairs = []
            for name in sets:
                cells = [Cell("NRE", "5.1", name, first or "NRE", "test error %"), Cell("NRE", table, name, peer, "test error %")]
                pairs.append([source.rows.mean(cell) if first else source.figures[cell].value for cell in cells])
            pairs = [pair for pair in pairs if None not in pair]
            if len(pairs) > 1:
                found = rank_tests.compare(*zip(*pairs))
                rows.append([word(f"{what} against {peer}"), Item(str(found.sets)), Item(f"{found.better:.1f}"),
                             Item(f"{found.worse:.1f}"), Item(f"{found.p:.3f}"), Item(f"{found.wins}")])
    return Table("NRE", "5.3", "Wilcoxon's signed-rank test and the sign test over the sets",
                 ["", "sets", "R+", "R−", "p", "wins"], rows, [], [])


def tables_of(source):
    found = [listed(spec, source) if spec.table == LIST else matrix(spec, source) for spec in SPECS]
    found += [tests(source), *(other(source, *each) for each in OTHERS)]
    order = list(FULL_NAMES)
    return sorted((table for table in found if table.rows), key=lambda table: order.index(table.paper))


# ---- what it comes to ------------------------------------------------------------------------------------------------


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
            groups["all own"].append(judged)
            groups[cell.paper].append(judged)
        else:
            groups["peers"].append(judged)
    groups["defaults"] = list(defaults(source))
    names = {"all own": "the papers' own methods, errors", "defaults": "the library's defaults beside those",
             "peers": "the papers' peers, as measured here", "times": "times of training and prediction"}
    rows = []
    for key, found in groups.items():
        counts = [sum(judged.verdict() == verdict for judged in found) for verdict in (BETTER, EQUAL, WORSE)]
        if found:
            rows.append((names.get(key, f"… {FULL_NAMES.get(key, key)}"), *counts, sum(not judged.numbers for judged in found)))
    return rows


def defaults(source):
    """The defaults beside the better of the paper's figures for the same budget."""
    for cell in source.rows.cells():
        if cell.metric not in ("test MSE", "test error %", "test MSE (standardised)") or not cell.method.startswith("default"):
            continue
        budget = cell.method.partition(" ")[2]
        same = [figure for key, figure in source.figures.items()
                if (key.paper, key.table, key.dataset) == (cell.paper, cell.table, cell.dataset)
                and (key.method in ("BGS", "GS") or (key.method.startswith("GIF") and key.method.endswith(f" {budget}")))]
        if same:
            yield dataclasses.replace(source.judged(cell), figure=min(same, key=lambda figure: figure.value))


def against_peers(source):
    """(paper, rows where one of ours has the least error of all that was measured, rows) over the tables with peers."""
    ours = {"RET": OWN_OF_LIST, "NRE": ("NRE", "one tree"), "GIF": ("GIF", "default"), "grow/select": ("BGS", "GS", "default", "10 ×"),
            "chapter 14": ("boosted stumps, best",)}
    for paper, own in ours.items():
        tables = [spec.table for spec in SPECS if spec.paper == paper and spec.table in ("III", "5.1", "2", "3", "4", "Fig 14.14")]
        tables += ["5.2", "5.3"] if paper == "NRE" else []
        groups = {}
        for cell in source.rows.cells():
            judged_metric = cell.metric.startswith("test ") or "misclass" in cell.metric
            if cell.paper == paper and cell.table in tables and judged_metric and not (paper == "GIF" and cell.table == "4"):
                groups.setdefault((cell.dataset, cell.metric), []).append(cell)
        won = total = 0
        for cells in groups.values():
            best = [[source.rows.mean(cell) for cell in cells if cell.method.startswith(own) == mine] for mine in (True, False)]
            if all(best):
                pick = max if cells[0].metric in HIGHER else min
                total += 1
                won += pick(best[0]) == pick(best[0] + best[1])
        if total:
            yield paper, won, total
