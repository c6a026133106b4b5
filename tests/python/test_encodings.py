"""Models of files that are not UTF-8: their bytes stay, and Python shows and matches readable texts."""

import io
import pickle
import subprocess

import espalier
import numpy as np
import pandas as pd
import pytest
from espalier.plot import plot_importance, plot_tree
from matplotlib import pyplot as plt

TOWNS = ["Zürich", "Köln", "“Ulm”", "Bonn"]  # the quotes are Windows-1252; in Latin-1 they are control characters
READINGS = {
    "windows-1252": lambda text: text,
    "latin-1": lambda text: text.encode("cp1252").decode("latin-1"),
    "escaped": lambda text: text.encode("cp1252").decode("utf-8", "surrogateescape"),  # as Python's os has it
}


def read_again(table, reading):
    """The table after such a reading of the file; texts are objects, since Arrow's strings take no escapes."""
    columns = {}
    for place, name in enumerate(table.columns):
        cells = [reading(cell) if isinstance(cell, str) else cell for cell in table[name].tolist()]
        columns[place] = pd.Series(cells, dtype=object if isinstance(cells[0], str) else None)
    return pd.DataFrame(columns).set_axis(pd.Index([reading(name) for name in table.columns], dtype=object), axis=1)


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"höhe": rng.normal(size=400).round(3), "Stadt – Name": rng.choice(TOWNS, 400)})
    good = (frame["höhe"] > 0.1) ^ frame["Stadt – Name"].isin(["Zürich", "“Ulm”"])
    return frame.assign(qualität=np.where(good, "schön", np.where(frame["höhe"] > 1, "übel", "Šum")))


@pytest.fixture(scope="module")
def folder(table, tmp_path_factory):
    """The table in Windows-1252, and a tree that the command line trained on it."""
    folder = tmp_path_factory.mktemp("encodings")
    (folder / "data.csv").write_bytes(table.to_csv(index=False).encode("cp1252"))
    cli(folder, "train", "data.csv", "--target", "qualität".encode("cp1252"), "--method", "tree", "--budget=12leaves")
    return folder


def cli(folder, *words):
    end = ["-o", "model.esp"] if words[0] == "train" else []
    return subprocess.run(["espalier", *words, *end], cwd=folder, check=True, capture_output=True).stdout


def test_names_labels_and_classes_are_readable(folder):
    model = espalier.load(folder / "model.esp")
    assert list(model.feature_names_in_) == ["höhe", "Stadt – Name"]
    assert sorted(model.classes_) == ["schön", "übel", "Šum"]  # their bytes are in another order
    assert set(model.model_.features[1].labels) == set(TOWNS)
    assert model.model_.targets == ["qualität"]
    for text in (
        *(model.export(name) for name in ("text", "rules", "dot", "json")),
        model._repr_html_(),
        repr(model.model_),
        str(model.rules()),
    ):
        assert text.encode().decode() == text  # what can be printed
        assert "�" not in text and "\\ud" not in text
    for name in ("text", "rules", "dot", "json"):
        assert all(word in model.export(name) for word in ("höhe", "Stadt – Name", "Zürich", "schön"))


def test_bytes_stay_as_they_are(folder, tmp_path):
    held = (folder / "model.esp").read_bytes()
    assert "höhe".encode("cp1252") in held
    model = espalier.load(folder / "model.esp")
    model.save(tmp_path / "again.esp")
    assert (tmp_path / "again.esp").read_bytes() == held
    for twin in (pickle.loads(pickle.dumps(model)), espalier.load(io.BytesIO(model.model_.to_bytes()))):
        assert twin.model_.to_bytes() == held


@pytest.mark.parametrize("reading", READINGS)
def test_frames_are_matched_however_they_were_read(folder, table, reading):
    frame = read_again(table, READINGS[reading])
    model = espalier.load(folder / "model.esp")
    predicted = cli(folder, "predict", "model.esp", "data.csv").decode("cp1252").splitlines()[1:]
    assert model.predict(frame).tolist() == predicted
    assert (np.array(predicted) == table["qualität"]).mean() > 0.9
    if reading != "escaped":
        assert model.predict(frame.astype({frame.columns[1]: "category"})).tolist() == predicted
    if reading == "windows-1252":  # classes are what they are in that
        assert model.score(frame, frame.iloc[:, 2]) > 0.9
        smaller = espalier.compact(model, frame, frame.iloc[:, 2], budget="6leaves")
        assert smaller.score(frame, frame.iloc[:, 2]) > 0.7


def test_single_rows_are_matched_too(table, tmp_path):
    frame = table.set_axis(["x1", "x2", "y"], axis=1)
    (tmp_path / "data.csv").write_bytes(frame.to_csv(index=False).encode("cp1252"))
    cli(tmp_path, "train", "data.csv", "--target", "y", "--method", "tree")
    model = espalier.load(tmp_path / "model.esp")
    for row in frame.head(20).itertuples(index=False):
        for reading in READINGS.values():
            assert model.predict_row([row.x1, reading(row.x2)]) == row.y


def test_pictures_have_readable_texts(folder, tmp_path):
    model = espalier.load(folder / "model.esp")
    texts = "\n".join(text.get_text() for text in plot_tree(model).texts)
    assert "höhe" in texts and "Zürich" in texts and "schön" in texts
    names = {label.get_text() for label in plot_importance(model).get_yticklabels()}
    assert names == {"höhe", "Stadt – Name"}
    plt.savefig(tmp_path / "importance.svg")


@pytest.mark.parametrize(
    ("encoding", "towns"),
    [
        ("shift-jis", ["\u6771\u4eac", "\u5927\u962a", "\u4eac\u90fd"]),  # Tokyo, Osaka, Kyoto
        ("cp1252", ["Ã©é", "Ã©è", "Ã©ê"]),  # the first two letters could be UTF-8
    ],
)
def test_files_of_any_encoding_are_matched_by_frames_read_as_latin_1(encoding, towns, tmp_path):
    frame = pd.DataFrame({towns[0]: towns * 20, "y": [1.0, 2.0, 3.0] * 20})
    data = frame.to_csv(index=False).encode(encoding)
    (tmp_path / "data.csv").write_bytes(data)
    cli(tmp_path, "train", "data.csv", "--target", "y", "--task", "regression", "--method", "tree")
    frame = pd.read_csv(io.BytesIO(data), encoding="latin-1")
    assert espalier.load(tmp_path / "model.esp").predict(frame).tolist() == frame["y"].tolist()


def test_a_missing_column_is_named(folder, table):
    with pytest.raises(ValueError, match='no column "höhe"'):
        espalier.load(folder / "model.esp").predict(table.drop(columns="höhe"))


def test_escaped_bytes_can_be_trained_on(table, tmp_path):
    frame = read_again(table, READINGS["escaped"])
    X, y = frame.iloc[:, :2], frame.iloc[:, 2]
    model = espalier.TreeClassifier(budget="12leaves").fit(X, y, eval_set=(X, y))
    assert model.score(X, y) > 0.9
    assert plot_importance(model).get_yticklabels()[0].get_text() in ("höhe", "Stadt – Name")
    model.save(tmp_path / "model.esp")
    assert list(espalier.load(tmp_path / "model.esp").feature_names_in_) == ["höhe", "Stadt – Name"]
    assert frame.columns[0].encode("utf-8", "surrogateescape") in (tmp_path / "model.esp").read_bytes()
