"""Neural rules, from a file."""

import struct
import zlib

import espalier
import numpy as np
import pytest
from espalier.plot import plot_importance, plot_tree


def text(word):
    return bytes([len(word)]) + word.encode()


def file_of(*sections):
    start = b"ESPL\x01\x03"
    rest = b"".join(bytes([tag, len(payload)]) + payload for tag, payload in sections)
    return start + struct.pack("<I", zlib.crc32(start + rest)) + rest


# y = 0.5 + 2 · min(relu(x1 + 0.25), relu(3 - x1 - 2 · x3)), x1 scaled by (x1 - 30) / 10, missing values are 30.5 and 0.
SCHEMA = b"\x00\x00" + text("y") + b"\x02" + b"\x00" + text("x1") + b"\x00" + text("x3")
RULES = struct.pack("<d", 0.5) + b"\x00"
RULES += b"\x01" + struct.pack("<3f", 30.5, 30, 10) + b"\x01" + struct.pack("<3f", 0, 0, 1)
RULES += b"\x01\x02\x00\x00\x01\x02" + struct.pack("<7f", 1, 0, 0.25, -1, -2, 3, 2)
STATISTICS = struct.pack("<4f", 40, 50, 30, 0.5)


@pytest.fixture
def rule(tmp_path):
    (tmp_path / "rule.esp").write_bytes(file_of((1, SCHEMA), (4, RULES), (129, STATISTICS)))
    return espalier.load(tmp_path / "rule.esp")


def test_a_file_predicts_by_batch_and_by_row(rule):
    X = np.array([[35, 9, 0], [35, 9, 1], [20, 9, 1], [np.nan, 9, np.inf]])
    np.testing.assert_allclose(rule.predict(X), [2, 1.5, 0.5, 1.1], rtol=1e-6)
    assert [rule.predict_row(row) for row in X] == list(rule.predict(X))


def test_its_size_is_rules_columns_and_bytes(rule):
    size = rule.size_
    assert (size["trees"], size["nodes"], size["leaves"], size["rules"], size["features"]) == (0, 0, 0, 1, 2)
    assert rule.model_.neural
    assert not rule.model_.linear
    assert "1 neural rules of 2 columns" in repr(rule.model_)
    assert "1 neural rule of 2 columns" in rule._repr_html_()


def test_importances_are_shares_of_value_times_spread_times_weight(rule):
    np.testing.assert_allclose(rule.feature_importances_, [0.5, 0.5])  # mean |weight|: (1 + 1) / 2 and (0 + 2) / 2
    assert "spread" in plot_importance(rule).get_xlabel()


def test_without_statistics_importances_are_shares_of_the_hyperplanes(tmp_path):
    (tmp_path / "rule.esp").write_bytes(file_of((1, SCHEMA), (4, RULES)))
    rule = espalier.load(tmp_path / "rule.esp")
    np.testing.assert_allclose(rule.feature_importances_, [2 / 3, 1 / 3])
    assert "hyperplanes" in plot_importance(rule).get_xlabel()


def test_its_text_has_hyperplanes_in_the_units_of_the_data(rule):
    assert "\n+2  (covers 40 rows, 50% off its leaf of 50)\n  0.1 · x1 - 2.75 > 0\n" in rule.export("text")
    assert " where 0.1 * x1 - 2.75 > 0 and -2 * x3 - 0.1 * x1 + 6 > 0\n" in rule.export("rules")
    assert '"espalier-neural"' in rule.export("json")


def test_what_is_made_of_trees_is_refused(rule):
    with pytest.raises(ValueError, match="neural rules have no conditions on single columns"):
        rule.rules()
    with pytest.raises(ValueError, match="a model of neural rules has no trees to draw"):
        rule.export("dot")
    with pytest.raises(ValueError, match="a model of neural rules has no leaves"):
        rule.apply(np.ones((1, 3)))
    with pytest.raises(ValueError, match="plot_tree needs a model that is made of trees"):
        plot_tree(rule)


def test_it_is_saved_as_it_was(rule, tmp_path):
    rule.save(tmp_path / "again.esp")
    assert (tmp_path / "again.esp").read_bytes() == (tmp_path / "rule.esp").read_bytes()
