"""The example notebook runs from top to bottom, and is committed as it should be read: with outputs, and small."""

from pathlib import Path

import nbclient
import nbformat
import pytest

NOTEBOOK = Path(__file__).parents[2] / "docs" / "examples" / "compact_models.ipynb"


def read():
    return nbformat.read(NOTEBOOK, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def text_of(cell):
    return "".join(output.get("text", "") for output in cell.outputs)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_notebook_runs_and_prints_what_is_committed(tmp_path):
    notebook = read()
    printed = [text_of(cell) for cell in code_cells(notebook)]
    where = {"metadata": {"path": str(tmp_path)}}
    client = nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=where)
    client.execute()  # raises on the first error of a cell
    # Models are the same bytes everywhere, so what is printed of them is the same text.
    assert [text_of(cell) for cell in code_cells(notebook)] == printed


def test_the_notebook_is_committed_with_outputs():
    cells = code_cells(read())
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    assert sum("image/png" in output.get("data", {}) for cell in cells for output in cell.outputs) == 3


def test_the_notebook_is_small_enough_for_a_page():
    assert NOTEBOOK.stat().st_size < 400_000
