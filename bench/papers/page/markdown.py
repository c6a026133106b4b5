"""The papers' part of docs/results.md."""

from .specs import FULL_NAMES

INTRO = """\
## The papers' tables

`make papers` measures these anew (`python -m bench.papers`; `make papers QUICK=1` a reduced version in a quarter of an \
hour) and writes such tables as Markdown and as a page, papers.html, beside the raw results, in build/bench. Every \
figure below comes from those that are kept in `bench/papers/results/*.csv`; the papers' own are in \
`bench/papers/tables.csv`.

"mean ± sd [n]" is of n runs on other splits or seeds, those of the folds where sets are cut into folds; peers have the \
same splits. A difference is in the paper's standard deviations, in ours where it gives none (of neural rules in that \
of one test part), and positive where ours is better; bold is better than the paper. Columns without a figure of the \
paper's are of the library's own or of further peers; figures in brackets are the paper's. Seconds and minutes are the \
processor's of one thread, on another machine than the papers': most of tables IV, 8 and 10 on two cores of an Intel \
Xeon (Emerald Rapids), the other of which was busy too.
"""
QUICK = """\
This is the quick run, of the raw results beside this page: one run a cell, ten of xor. Fits that take long are left \
out, neural rules are one network after ten epochs, their peers have the middle of their grids instead of the best, and \
RET has pools of a tenth of the trees or less.
"""


def table(headings, rows):
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines) + "\n"


def item(cell):
    text = cell.text.replace("|", "\\|").replace("*", "\\*")
    return f"**{text}**" if cell.bold and text else text


def of_table(shown):
    parts = [
        f"#### {shown.title}\n",
        *(f"{remark}\n" for remark in shown.remarks),
        table(shown.headings, [[item(cell) for cell in row] for row in shown.rows]),
    ]
    if shown.missed:
        parts.append("Behind the paper by more than an sd:\n")
        parts.append("\n".join(f"- {', '.join(rows)}: ".replace("*", "\\*") + why for rows, why in shown.missed) + "\n")
    return "\n".join(parts)


def of_summary(summary):
    return table(["rows", "better", "equal within an sd", "worse", "not measured"], summary)


def text(page):
    """Of a Page (pages.py)."""
    parts = [INTRO, *([QUICK] if page.quick else []), "### What it comes to\n", of_summary(page.summary)]
    if page.wins:
        parts.append(page.wins_text() + "\n")
    for paper, name in FULL_NAMES.items():
        tables = [shown for shown in page.tables if shown.paper == paper]
        if tables:
            parts.append(f"### {name}\n")
            parts += [f"{remark}\n" for remark in page.remarks.get(paper, [])]
        for shown in tables:
            parts.append(of_table(shown))
            for picture in page.pictures.get((paper, shown.table), ()):
                parts.append(
                    f"![{picture.caption.partition(chr(58))[0]}](pictures/{picture.file})\n\n{picture.caption}\n"
                )
    return "\n".join(parts)
