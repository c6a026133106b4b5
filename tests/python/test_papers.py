"""The pages of the papers' tables: what they show is what the committed results say."""

import os
import pathlib
import re
import sys

import pandas
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = pathlib.Path(os.environ.get("ESPALIER_DATA", ROOT / "../shared/data"))
sys.path.insert(0, str(ROOT / "bench/papers"))

import gif_data  # noqa: E402
import promises  # noqa: E402
import schedule  # noqa: E402
import uci  # noqa: E402
from cells import Fit, Task, paper_figures  # noqa: E402
from page import judged, pages, shown, specs  # noqa: E402
from raw_rows import FILES, Rows  # noqa: E402

import neural  # noqa: E402


@pytest.fixture(scope="module")
def rows():
    return Rows(ROOT / "bench/papers/results")


def test_the_pages_follow_from_the_committed_rows(rows, tmp_path):
    written = pages.write(rows, tmp_path, quick=False) + list((tmp_path / "pictures").iterdir())
    assert len(written) > 7  # the summary, a page per paper, the one page of all
    for path in written:
        committed = ROOT / "docs" / path.relative_to(tmp_path)
        assert path.read_text() == committed.read_text(), "write it again with python -m bench.papers --pages"


def test_every_figure_of_the_papers_has_a_value_or_a_reason(rows):
    without = [cell for cell in paper_figures() if not rows.numbers(cell) and not rows.reasons.get(cell)]
    assert without == []


def test_every_row_behind_its_paper_says_why_and_no_other(rows):
    source = judged.Source(rows)
    cells = {cell for spec in specs.SPECS for cell in shown.printed(spec, source)}
    assert cells >= set(source.figures)
    behind = [each for each in map(source.judged, cells) if each.verdict() == judged.WORSE]
    said = {each.cell: source.note(each) for each in behind if each.cell.metric not in judged.TIMES}
    assert [cell for cell, note in said.items() if not note] == []
    notes = [note["text"] for note in source.notes if "dataset" in note or "method" in note]
    used = [*said.values(), *(source.note(source.judged(cell)) for cell, _ in promises.misses(rows))]
    assert [note for note in notes if note not in used] == []


def test_a_missed_promise_has_the_note_of_its_cell(rows, monkeypatch):
    cells = [neural.cell_of(name, "NRE") for name in ("banana", "twonorm")]
    monkeypatch.setattr(promises, "misses", lambda _: [(cell, cell.dataset) for cell in cells])
    (first, why), second = promises.explained(rows)
    assert first == "banana" and why.startswith("all methods are about a point behind")
    assert second == ("twonorm", "")


def test_every_promise_is_kept_or_a_note_says_why_not(rows):
    assert [line for line, why in promises.explained(rows) if not why] == []


def test_errors_of_the_neural_rule_thesis_are_counts_of_one_test_part():
    official = ("madelon", "wilt")
    found = paper_figures().items()
    figures = {cell: figure for cell, figure in found if cell.paper == "NRE" and cell.dataset not in official}
    for cell, figure in figures.items():
        rows = judged.THESIS_TEST_ROWS[cell.dataset]
        count = round(figure.value / 100 * rows)
        assert 100 * count / rows == pytest.approx(figure.value, abs=0.01), cell
    cell, figure = next(item for item in figures.items() if item[0].dataset == "banana")
    expected = (figure.value * (100 - figure.value) / 795) ** 0.5
    assert judged.Judged(cell, [9.0], figure, "").counted_sd() == pytest.approx(expected)


def test_raw_results_take_less_than_two_megabytes():
    folder = ROOT / "bench/papers/results"
    assert all((folder / name).exists() for name in FILES.values())
    assert sum(path.stat().st_size for path in folder.iterdir()) < 2_000_000


def test_the_page_asks_for_nothing_outside():
    text = (ROOT / "docs/papers.html").read_text()
    named = re.findall(r"""(?:src|href)\s*=\s*["']?([^"'\s>]+)""", text) + re.findall(r"url\(([^)]*)\)", text)
    assert [each for each in named if not each.startswith(("#", "data:", "papers.html"))] == []
    assert "<script" not in text


def test_differences_are_positive_where_ours_is_better(rows):
    source = judged.Source(rows)
    cell = next(cell for cell in source.figures if cell.metric == "test R2 %")
    figure = source.figures[cell]
    ours = judged.Judged(cell, [figure.value + 2 * figure.sd], figure, "")
    assert ours.difference() == pytest.approx(2)
    assert ours.verdict() == judged.BETTER
    error = next(cell for cell in source.figures if cell.metric == "test MSE" and source.figures[cell].sd)
    figure = source.figures[error]
    ours = judged.Judged(error, [figure.value + 3 * figure.sd], figure, "")
    assert ours.difference() == pytest.approx(-3)
    assert ours.verdict() == judged.WORSE


def test_a_line_that_was_cut_is_measured_again(tmp_path):
    cell = next(iter(paper_figures()))
    whole = Rows(tmp_path)
    whole.add(1, 7, {cell: 0.5})
    whole.add(2, 8, {cell: 0.25})
    path = tmp_path / FILES[cell.paper]
    for cut in (1, 4, 12):  # the line break, the value, more
        path.write_text(path.read_text()[:-cut])
        resumed = Rows(tmp_path)
        assert list(resumed.numbers(cell)) == [1]
        resumed.add(3, 9, {cell: 0.125})
        assert Rows(tmp_path).numbers(cell) == {1: 0.5, 3: 0.125}


def test_a_fit_that_fails_is_told_and_the_others_go_on(tmp_path, capsys):
    failing, working, shared = list(paper_figures())[:3]

    def fail(scene, known):
        sys.exit("espalier train data.csv\nespalier: there are no rows")

    def open_nothing():
        raise OSError("no room")

    fits = [Fit(1, 1, [failing], fail), Fit(1, 1, [working], lambda scene, known: {working: 0.5})]
    tasks = [Task("two", fits), Task("none", [Fit(1, 1, [shared], fail)], open_nothing)]
    rows = Rows(tmp_path)
    failures = schedule.run(tasks, rows, None, 2)
    assert failures == {failing: "failed: espalier: there are no rows", shared: "failed: OSError: no room"}
    assert Rows(tmp_path).numbers(working) == {1: 0.5}
    assert "there are no rows" in capsys.readouterr().err


def test_sets_of_uci_are_read_as_they_are_published(tmp_path):
    (tmp_path / "MiniBooNE_PID.txt").write_text("  1  2\n 1.5 2\n 3 4\n 5 -999\n")
    for part, label in (("train", "1\n-1\n"), ("valid", "-1\n1\n")):
        (tmp_path / f"gisette_{part}.data").write_text("0 5 \n7 0 \n")
        (tmp_path / f"gisette_{part}.labels").write_text(label)
    (tmp_path / "OnlineNewsPopularity.csv").write_text("url, timedelta, n_tokens, shares\nhttp, 7, 12, 100\n")
    (tmp_path / "slice_localization_data.csv").write_text("patientId,value0,value1,reference\n3,0.5,-0.25,21.8\n")
    assert all(uci.available(tmp_path, name) for name in uci.FILES)
    assert list(uci.miniboone(tmp_path)["target"]) == [1, 0, 0]
    train, test = uci.gisette(tmp_path)
    assert (list(train["target"]), list(test["target"])) == ([1, -1], [-1, 1])
    assert list(uci.news(tmp_path).columns) == ["n_tokens", "target"]
    assert list(uci.ct_slice(tmp_path)["target"]) == [21.8]


@pytest.mark.skipif(not gif_data.available(DATA, "twonorm"), reason="the data are not there")
def test_twonorm_is_its_file_split_again_for_every_run():
    rows = pandas.read_csv(DATA / "pmlb_twonorm.csv.gz")
    first, second = (gif_data.draw(None, DATA, "twonorm", run) for run in (1, 2))
    for split in (first, second):
        assert (len(split.train), len(split.test)) == (300, 7100)
        assert sorted([*split.train.index, *split.test.index]) == list(rows.index)
    assert set(first.train.index) != set(second.train.index)
