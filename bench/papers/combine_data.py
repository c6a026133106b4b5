"""The data of the grow/select paper's experiments (Tajima et al. 2024), as it prepares them: rows with missing values
left out, numbers and the target standardised over all rows, nominal columns one-hot.

The generated sets have 1000 rows; those with a star have noise of sd 1, the others none. The last part of a name, as in
friedman1-3, is the seed of its rows: they decide more than the methods do, so that several are averaged.
"""

import io

import pandas

GENERATED = {"friedman1": 0, "friedman2": 0, "friedman3": 0, "friedman1*": 1, "friedman2*": 1, "friedman3*": 1}
REAL = ("abalone", "boston", "ozone", "servo")
CLASSES = {"banana": "banana", "phoneme": "pmlb_phoneme", "twonorm": "pmlb_twonorm", "vowel": "vowel",
           "letter": "letter"}


def file_of(folder, name):
    return folder / f"{CLASSES.get(name, name)}.csv.gz"


def available(folder, name):
    return name in GENERATED or file_of(folder, name).exists()


def rows_of(espalier, folder, name, data_seed):
    """All rows, with the column `target` last."""
    if name in GENERATED:
        words = ["--rows", 1000, "--seed", data_seed, "--noise", GENERATED[name]]
        text = espalier.run("generate", name.rstrip("*"), *words)
        return standardised(pandas.read_csv(io.StringIO(text), float_precision="round_trip"))
    rows = pandas.read_csv(file_of(folder, name))
    rows = rows[[*rows.columns.drop("target"), "target"]]
    return rows if name in CLASSES else standardised(rows.dropna())


def standardised(rows):
    nominal = [column for column in rows.columns if not pandas.api.types.is_numeric_dtype(rows[column])]
    numbers = rows.drop(columns=nominal)
    spread = numbers.std(ddof=0).replace(0, 1)
    parts = [pandas.get_dummies(rows[nominal]).astype(int)] if nominal else []
    parts.append((numbers - numbers.mean()) / spread)
    return pandas.concat(parts, axis=1)
