"""Linear models, from a file: no method makes them yet."""

import struct
import zlib

import espalier
import numpy as np
import pandas as pd
import pytest
from espalier.plot import plot_importance, plot_tree


def text(word):
    return bytes([len(word)]) + word.encode()


def file_of(*sections):
    start = b"ESPL\x01\x02"
    rest = b"".join(bytes([tag, len(payload)]) + payload for tag, payload in sections)
    return start + struct.pack("<I", zlib.crc32(start + rest)) + rest


# y = 0.5 + 2 · x1 - 1.25 · x3; missing values count as 30.5 and 0; the spreads are 1 and 4.
SCHEMA = b"\x00\x00" + text("y") + b"\x02" + b"\x00" + text("x1") + b"\x00" + text("x3")
LINE = struct.pack("<dffff", 0.5, 30.5, 2, 0, -1.25)
SPREADS = struct.pack("<ff", 1, 4)


@pytest.fixture
def line(tmp_path):
    (tmp_path / "line.esp").write_bytes(file_of((1, SCHEMA), (3, LINE), (129, SPREADS)))
    return espalier.load(tmp_path / "line.esp")


def test_a_linear_file_predicts_by_batch_and_by_row(line):
    X = np.array([[1, 9, 2], [np.nan, 9, 2], [np.inf, 9, np.nan]])
    np.testing.assert_array_equal(line.predict(X), [0.5 + 2 - 2.5, 0.5 + 61 - 2.5, 0.5 + 61])
    assert [line.predict_row(row) for row in X] == list(line.predict(X))


def test_a_label_adds_its_weight_and_others_nothing(tmp_path):
    # P(yes) = 1 / (1 + e^-f), f = 1 if color is red, else 0.
    schema = b"\x01\x01" + text("y") + b"\x02" + text("no") + text("yes")
    schema += b"\x01" + b"\x01" + text("color") + b"\x01" + text("red")
    (tmp_path / "red.esp").write_bytes(file_of((1, schema), (3, struct.pack("<df", 0, 1))))
    model = espalier.load(tmp_path / "red.esp")
    frame = pd.DataFrame({"color": ["red", "blue", None]})
    np.testing.assert_allclose(model.predict_proba(frame)[:, 1], [1 / (1 + np.exp(-1)), 0.5, 0.5], rtol=1e-12)


def test_its_size_is_columns_and_bytes(line):
    assert line.size_ == {"trees": 0, "nodes": 0, "leaves": 0, "rules": 0, "features": 2, "bytes": 61}
    assert line.model_.linear
    assert "linear in 2 columns" in repr(line.model_)
    assert "linear in 2 columns" in line._repr_html_()


def test_importances_are_shares_of_weight_times_spread(line):
    np.testing.assert_allclose(line.feature_importances_, [2 / 7, 5 / 7])
    assert "spread" in plot_importance(line).get_xlabel()


def test_without_spreads_importances_are_shares_of_the_terms(tmp_path):
    (tmp_path / "line.esp").write_bytes(file_of((1, SCHEMA), (3, LINE)))
    line = espalier.load(tmp_path / "line.esp")
    np.testing.assert_allclose(line.feature_importances_, [0.5, 0.5])
    assert "terms" in plot_importance(line).get_xlabel()


def test_its_text_is_an_equation(line):
    assert line.export("text").startswith("y =\n    0.5\n  - 1.25 · x3\n  + 2 · x1\n")
    assert '"espalier-linear"' in line.export("json")


def test_what_is_made_of_trees_is_refused(line):
    with pytest.raises(ValueError, match="a linear model has no rules"):
        line.export("rules")
    with pytest.raises(ValueError, match="a linear model has no rules"):
        line.rules()
    with pytest.raises(ValueError, match="a linear model has no trees to draw"):
        line.export("dot")
    with pytest.raises(ValueError, match="a linear model has no leaves"):
        line.apply(np.ones((1, 3)))
    with pytest.raises(ValueError, match="plot_tree needs a model that is made of trees"):
        plot_tree(line)


def test_its_sum_starts_at_the_intercept_and_has_no_depths(line):
    assert line.model_.intercept == [0.5]
    assert line.model_.depths() == {}


def test_it_is_saved_as_it_was(line, tmp_path):
    line.save(tmp_path / "again.esp")
    assert (tmp_path / "again.esp").read_bytes() == (tmp_path / "line.esp").read_bytes()
