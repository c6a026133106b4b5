"""The data of the comparisons: generated once, the same arrays for every library; and the real sets.

A generated set is a folder of raw arrays, so that Python and C++ read the very same numbers:

    train.x test.x    float32, column after column
    train.y test.y    a class code a row (uint8), or a float32 target a row in a folder of regression

It has classes if its y files have one byte a row, which follows from the sizes: x is columns × rows × 4 bytes, and the
number of columns is in the file `columns`. A file `categorical` has a line per categorical column: its number, counted
from 0, and how many labels it has; its values are codes, and NaN where they are missing.
"""

import dataclasses
import os
import pathlib

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
CACHE = ROOT / "build/bench/data"
SHAPES = {"100k x 28": (100_000, 28), "1M x 28": (1_000_000, 28), "10k x 500": (10_000, 500)}
TEST_ROWS = 100_000
KINDS = 28  # the columns of the law; the ones beyond are blurred copies of them, and noise


@dataclasses.dataclass
class Part:
    inputs: numpy.ndarray  # rows × columns, column after column in memory
    target: numpy.ndarray
    categorical: list = dataclasses.field(default_factory=list)  # numbers of columns


def column(index, rows, seed):
    """Bell-shaped, flat, skewed and counted values, some with many ties: binning is easy or hard by the column."""
    random = numpy.random.default_rng([seed, index])
    if index < 10:
        return random.standard_normal(rows)
    if index < 18:
        return random.uniform(-1, 1, rows)
    if index < 22:
        return random.lognormal(0, 1, rows)
    if index < 26:
        return random.poisson(3, rows).astype(float)
    return random.standard_normal(rows).round(1)


def score(x):
    """Waves, products, thresholds and conditions. In each term one split alone already helps: were there terms of pure
    interaction, which of them a greedy tree hits upon would be luck, and so would be the log-loss."""
    return (
        numpy.sin(2 * x[0]) * (1 + x[1])
        + 1.5 * (x[2] > 0) * x[3]
        + 0.4 * (x[4] ** 2 - 1)
        + 1.2 * (numpy.maximum(x[5], x[6]) - 0.56)
        + 2 * ((x[10] + 0.5) * (x[11] + 0.5) - 0.25)
        + numpy.where(x[22] > 2, numpy.log(x[18]), x[12])
        + 0.8 * (x[13] > -0.3) * x[26]
        + 0.3 * (x[7] + x[8] + x[23] - 3)
    )


def generate(rows, columns, seed):
    """The labels are drawn with the probability 1 / (1 + e^-score), so no model can be right always."""
    inputs = numpy.empty((columns, rows), numpy.float32)
    for index in range(min(columns, KINDS)):
        inputs[index] = column(index, rows, seed)
    for index in range(KINDS, columns):
        noise = numpy.random.default_rng([seed, index]).standard_normal(rows)
        inputs[index] = noise + (inputs[index % KINDS] if index % 2 else 0)
    chance = numpy.random.default_rng([seed, columns]).uniform(size=rows)
    target = chance < 1 / (1 + numpy.exp(-score(inputs[:KINDS].astype(float))))
    return Part(inputs.T, target.astype(numpy.uint8))


def save_part(folder, name, part):
    numpy.asfortranarray(part.inputs, numpy.float32).T.tofile(folder / f"{name}.x")
    kind = numpy.uint8 if part.target.dtype.kind in "uib" else numpy.float32
    part.target.astype(kind).tofile(folder / f"{name}.y")
    (folder / "columns").write_text(str(part.inputs.shape[1]))


def generated(name, draw=0):
    """The folder of a generated set, made if it is not there. Every draw has its own training rows; the test part is
    one file for all of them."""
    rows, columns = SHAPES[name]
    folder = CACHE / f"{name.replace(' ', '')}-{draw}"
    if not (folder / "complete").exists():
        folder.mkdir(parents=True, exist_ok=True)
        save_part(folder, "train", generate(rows, columns, seed=2 + draw))
        if draw == 0:
            save_part(folder, "test", generate(TEST_ROWS, columns, seed=1))
        else:
            for file in ("test.x", "test.y"):
                (folder / file).unlink(missing_ok=True)
                os.link(generated(name) / file, folder / file)
        (folder / "complete").touch()
    return folder


def load_part(folder, name):
    columns = int((folder / "columns").read_text())
    inputs = numpy.fromfile(folder / f"{name}.x", numpy.float32).reshape(columns, -1).T
    target = numpy.fromfile(folder / f"{name}.y", numpy.uint8)
    if len(target) != len(inputs):
        target = target.view(numpy.float32)
    return Part(inputs, target, categorical_columns(folder))


# ---- real sets -------------------------------------------------------------------------------------------------------


def real_folder():
    return pathlib.Path(os.environ.get("ESPALIER_DATA", ROOT.parent / "shared/data"))


def real(name):
    """The set as a pandas table whose last column is `target`; None, with a message, where its file is not there."""
    import pandas

    file = {"magic": "pmlb_magic"}.get(name, name)
    path = real_folder() / f"{file}.csv.gz"
    if not path.exists():
        print(f"{path} is not there, {name} is left out (ESPALIER_DATA names the folder)")
        return None
    return pandas.read_csv(path)


def split(table, seed):
    """Four fifths to train on, and the rest, drawn at random."""
    order = numpy.random.default_rng(seed).permutation(len(table))
    cut = len(table) * 4 // 5
    return table.iloc[order[:cut]], table.iloc[order[cut:]]


def real_arrays(name, classes):
    """The folder of a real set as arrays, in the split of seed 1; None if its file is not there."""
    folder = CACHE / f"real-{name}"
    if (folder / "complete").exists():
        return folder
    table = real(name)
    if table is None:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    categorical = []
    for index, column in enumerate(table.columns):
        if column == "target" and not classes or table[column].dtype.kind in "biuf" and column != "target":
            continue
        codes, labels = table[column].factorize(sort=True)
        table[column] = numpy.where(codes < 0, numpy.nan, codes)
        if column != "target":
            categorical.append(f"{index} {len(labels)}")
    for part, rows in zip(("train", "test"), split(table, 1)):
        target = rows["target"].to_numpy(numpy.uint8 if classes else numpy.float32)
        save_part(folder, part, Part(rows.drop(columns="target").to_numpy(numpy.float32), target))
    (folder / "categorical").write_text("".join(f"{line}\n" for line in categorical))
    (folder / "complete").touch()
    return folder


def categorical_columns(folder):
    file = folder / "categorical"
    return [int(line.split()[0]) for line in file.read_text().splitlines()] if file.exists() else []
