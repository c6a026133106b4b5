"""Writes the pages: results/papers*.md and papers.html, to docs or beside raw results elsewhere."""

import base64
import dataclasses

from cells import HERE

from . import charts, figures, html_page, markdown, shown, totals
from .judged import Source
from .specs import FULL_NAMES

DOCS = HERE.parents[1] / "docs"
SUPPORTS = DOCS / "pictures/neural_xor.png"  # drawn by neural_xor.py


@dataclasses.dataclass
class Page:
    summary: list
    wins: list  # (paper, rows where ours has the least error, rows)
    tables: list
    remarks: dict  # by paper
    pictures: dict  # by the table that they follow
    quick: bool
    supports: str = ""  # a picture as base64

    def wins_text(self):
        each = ", ".join(f"{name} {won} of {total}" for name, won, total in self.wins)
        return (
            "In its table, peers included, the better of the library's two forms of a method (the paper's and the default, "
            "picked by these very errors) has or shares the least mean error, each over its own runs, on this many of the "
            f"sets: {each}."
        )


def page_of(rows, quick=False):
    source = Source(rows)
    remarks = {paper: source.remarks(paper, None) for paper in FULL_NAMES}
    supports = base64.b64encode(SUPPORTS.read_bytes()).decode() if SUPPORTS.exists() else ""
    return Page(
        totals.summary(source),
        list(totals.against_peers(source)),
        shown.tables_of(source),
        remarks,
        figures.all_of(rows),
        quick,
        supports,
    )


def write(rows, folder, quick):
    page = page_of(rows, quick)
    for name in ("results", "pictures"):
        (folder / name).mkdir(exist_ok=True)
    texts = {folder / "results" / file: text for file, text in markdown.texts(page).items()}
    texts[folder / "papers.html"] = html_page.text(page)
    for path, text in texts.items():
        path.write_text(text)
    for pictures in page.pictures.values():
        for picture in pictures:
            (folder / "pictures" / picture.file).write_text(charts.sheet(picture.panels, picture.columns))
    return list(texts)
