"""What the two panels of an annealing run show."""

import espalier
import pandas as pd
import pytest
from espalier.plot import plot_trace
from matplotlib import pyplot as plt

RUN = {
    "shrinkage": [3, 3, 3, 10, 10, 10],
    "epoch": [1, 2, 3, 1, 2, 3],
    "survivors": [400, 60, 20, 400, 60, 20],
    "objective": [0.5, 0.4, 0.38, 0.6, 0.5, 0.45],
}


def test_every_shrinkage_is_a_line_in_both_panels():
    left, right = plot_trace(RUN)
    assert [list(line.get_ydata()) for line in left.lines] == [[400, 60, 20], [400, 60, 20]]
    assert [list(line.get_ydata()) for line in right.lines] == [[0.5, 0.4, 0.38], [0.6, 0.5, 0.45]]
    assert left.get_yscale() == "log"
    assert [text.get_text() for text in right.get_legend().get_texts()] == ["shrinkage 3", "shrinkage 10"]


def test_files_and_frames_are_read_alike(tmp_path):
    pd.DataFrame(RUN).to_csv(tmp_path / "trace.csv", index=False)
    for trace in (tmp_path / "trace.csv", pd.DataFrame(RUN), pd.DataFrame(RUN).to_dict("records")):
        assert list(plot_trace(trace)[1].lines[1].get_ydata()) == [0.6, 0.5, 0.45]


def test_only_epochs_that_drop_candidates_are_drawn():
    phases = ["select", "select", "refit"] * 2
    assert [list(line.get_ydata()) for line in plot_trace(RUN | {"phase": phases})[0].lines] == [[400, 60]] * 2


def test_an_estimator_is_drawn_that_kept_its_trace(friedman, tmp_path):
    X, y = friedman
    options = {"trees": 100, "shrinkage": [3, 30], "budget": "5trees", "iterations": 20}
    model = espalier.RetRegressor(trace=True, **options).fit(X[:200], y[:200], eval_set=(X[200:], y[200:]))
    drawn = [list(line.get_ydata()) for line in plot_trace(model)[1].lines]
    for shrinkage, line in zip((3, 30), drawn, strict=True):
        rows = [row for row in model.trace_ if row["shrinkage"] == shrinkage and row["phase"] == "select"]
        assert line == [row["objective"] for row in rows]
    pd.DataFrame(model.trace_).to_csv(tmp_path / "trace.csv", index=False)
    assert [list(line.get_ydata()) for line in plot_trace(tmp_path / "trace.csv")[1].lines] == drawn
    with pytest.raises(ValueError, match="the estimator has no trace: fit it with trace=True"):
        plot_trace(espalier.RetRegressor(**options).fit(X, y))


def test_axes_of_the_user_are_drawn_on():
    axes = plt.subplots(2, 1)[1]
    assert plot_trace(RUN, axes=axes)[0] is axes[0]
    with pytest.raises(ValueError, match="axes must be two"):
        plot_trace(RUN, axes=axes[:1])


def test_columns_that_are_not_there_are_named():
    with pytest.raises(ValueError, match='needs a column "objective"'):
        plot_trace({"shrinkage": [1], "epoch": [1], "survivors": [3]})
    with pytest.raises(ValueError, match="shrinkage 1.0 has no objective"):
        plot_trace({**{name: [1] for name in RUN}, "objective": [None]})
