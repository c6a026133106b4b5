"""The tables of the pages: rows of items, with the remarks on them."""

import dataclasses

import rank_tests
from cells import Cell

from .judged import BETTER, NEUTRAL, TIMES, WORSE
from .specs import FULL_NAMES, LIST, OF_PAPER, OTHERS, OUR_NAMES, OWN_OF_LIST, SPECS

OURS_BESIDE = ("default", "one tree", "`--preset paper`")


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
    missed: list  # (names, sentence) of the rows that miss the paper by more than an sd


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
    if not judged.numbers and cell not in source.figures:
        return Item("")
    theirs = f" ({source.paper(judged)})" if cell in source.figures else ""
    bold = False
    if bold_against and judged.numbers and bold_against.figure:
        bold = dataclasses.replace(judged, figure=bold_against.figure).is_less()
    return Item(source.measured(judged) + theirs, bold)


def methods_of(spec, source, dataset):
    if spec.own:
        return spec.own
    found = [
        cell.method
        for cell in source.figures
        if (cell.paper, cell.table, cell.dataset) == (spec.paper, spec.table, dataset)
    ]
    return tuple(dict.fromkeys(found))


def row_cells(spec, source):
    """The cells of the rows, in the order of the paper."""
    keys = [cell for cell in source.figures if (cell.paper, cell.table) == (spec.paper, spec.table)]
    extra = [
        cell
        for cell in source.rows.cells()
        if (cell.paper, cell.table) == (spec.paper, spec.table)
        and cell.method in spec.own
        and cell.metric in TIMES
        and cell not in source.figures
        and spec.table == "IV"
    ]
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
        if (
            len(found) > 2
            and not any(judged.numbers for judged in found)
            and len({judged.reason for judged in found}) == 1
        ):
            yield found[0].cell, 1
            yield found[1].cell, len(found) - 1
        else:
            yield from ((judged.cell, 1) for judged in found)


def printed(spec, source):
    """The paper's cells of a table and those of its method's other form; the thesis's three tables are shown as one."""
    tables = ("5.1", "5.2", "5.3") if spec.paper == "NRE" else (spec.table,)
    found = [cell for cell in source.figures if cell.paper == spec.paper and cell.table in tables]
    forms = [dataclasses.replace(cell, method=OF_PAPER[cell.method]) for cell in found if cell.method in OF_PAPER]
    return found + forms


def matrix(spec, source):
    several = len(spec.own) != 1
    is_time = spec.table in ("IV", "8", "10") and spec.paper != "grow/select"
    metric = len(spec.metrics) > 1
    headings = [
        "data",
        *(["method"] if several else []),
        *(["metric"] if metric else []),
        "the paper",
        "here",
        "times as fast" if is_time else "difference in points" if spec.table == "7" else "difference",
        *(heading for heading, _ in spec.beside),
    ]
    rows = []
    for cell, count in collapsed(source, row_cells(spec, source)):
        judged = source.judged(cell)
        row = [word(cell.dataset)]
        row += [word(shown_method(spec, cell.method) if count == 1 else f"{count} more")] if several else []
        row += [word(cell.metric)] if metric else []
        row += [Item(source.paper(judged) if count == 1 else ""), ours_item(source, judged), difference_item(judged)]
        for heading, method in spec.beside:
            name = method(cell.method) if callable(method) else method
            table = (
                {"GB": "5.1", "RF": "5.2", "ANN": "5.3"}.get(name, cell.table) if spec.paper == "NRE" else cell.table
            )
            beside = dataclasses.replace(cell, method=name, table=table) if name and count == 1 else None
            row.append(
                beside_item(source, beside, judged if heading in OURS_BESIDE else None)
                if beside
                else Item("")
            )
        rows.append(row)
    return Table(
        spec.paper,
        spec.table,
        spec.title,
        headings,
        rows,
        source.remarks(spec.paper, spec.table),
        source.missed(printed(spec, source)),
    )


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
            name = OUR_NAMES[cell.method] if count == 1 else f"{count} more"
            rows.append(
                [
                    word(dataset),
                    word(name),
                    Item(source.paper(judged) if count == 1 else ""),
                    ours_item(source, judged),
                    difference_item(judged),
                ]
            )
    return Table(
        spec.paper,
        spec.table,
        spec.title,
        ["data", "method", "the paper", "here", "difference"],
        rows,
        source.remarks(spec.paper, spec.table),
        source.missed(printed(spec, source)),
    )


def other(source, paper, table, title, metric, methods):
    cells = [cell for cell in source.rows.cells() if (cell.paper, cell.table) == (paper, table)]
    used = [method for method in methods if any(cell.method == method for cell in cells)]
    rows = []
    for dataset in dict.fromkeys(cell.dataset for cell in cells):
        row = [word(dataset)]
        for method in used:
            cell = next(
                (
                    cell
                    for cell in cells
                    if cell.dataset == dataset and cell.method == method and cell.metric.startswith(metric or "test ")
                ),
                None,
            )
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
                cells = [
                    Cell("NRE", "5.1", name, first or "NRE", "test error %"),
                    Cell("NRE", table, name, peer, "test error %"),
                ]
                pairs.append([source.rows.mean(cell) if first else source.figures[cell].value for cell in cells])
            pairs = [pair for pair in pairs if None not in pair]
            if len(pairs) > 1:
                found = rank_tests.compare(*zip(*pairs))
                rows.append(
                    [
                        word(f"{what} against {peer}"),
                        Item(str(found.sets)),
                        Item(f"{found.better:.1f}"),
                        Item(f"{found.worse:.1f}"),
                        Item(f"{found.p:.3f}"),
                        Item(f"{found.wins}"),
                    ]
                )
    return Table(
        "NRE",
        "5.3",
        "Wilcoxon's signed-rank test and the sign test over the sets",
        ["", "sets", "R+", "R−", "p", "wins"],
        rows,
        [],
        [],
    )


def tables_of(source):
    found = [listed(spec, source) if spec.table == LIST else matrix(spec, source) for spec in SPECS]
    found += [tests(source), *(other(source, *each) for each in OTHERS)]
    order = list(FULL_NAMES)
    return sorted((table for table in found if table.rows), key=lambda table: order.index(table.paper))
