"""The sets of the neural rule thesis (Dawer 2018, chapter 5), by the names of its tables, and those beside them.

PMLB's copies keep their coding. clean2 is without its two columns of identifiers, with which, it seems, the thesis has
its 0.00. wilt and madelon have their official test parts: there a fold is a seed. Of the largest sets the first three of
the five folds are gone through.
"""

import combine_data
import pandas
import protocol

FILES = {
    "adult": "pmlb_adult", "agaricus-lepiota": "pmlb_agaricus_lepiota", "banana": "banana", "chess": "pmlb_chess",
    "churn": "pmlb_churn", "clean2": "pmlb_clean2", "coil2000": "pmlb_coil2000", "dis": "pmlb_dis",
    "hypothyroid": "pmlb_hypothyroid", "kr-vs-kp": "pmlb_kr_vs_kp", "madelon": "madelon", "magic": "pmlb_magic",
    "mushroom": "pmlb_mushroom", "phoneme": "pmlb_phoneme", "ring": "pmlb_ring", "spambase": "pmlb_spambase",
    "titanic": "titanic", "twonorm": "pmlb_twonorm", "wilt": "wilt", "vowel": "vowel", "letter": "letter",
}
OFFICIAL = {"wilt", "madelon"}
FOLDS = {"adult": 3, "magic": 3, "coil2000": 3, "letter": 3}  # otherwise all five
IDENTIFIERS = {"clean2": 2}  # columns at the start
REGRESSION = {"friedman1"}
MANY_CLASSES = ("vowel", "letter")
THESIS = tuple(name for name in FILES if name not in MANY_CLASSES)


def available(folder, name):
    part = "_train" if name in OFFICIAL else ""
    return name in REGRESSION or (folder / f"{FILES[name]}{part}.csv.gz").exists()


def splits(espalier, folder, name):
    """The folds' splits."""
    if name in OFFICIAL:
        return [protocol.split(folder, name, seed) for seed in range(5)]
    if name in REGRESSION:
        rows = combine_data.rows_of(espalier, folder, name, 1)
    else:
        rows = pandas.read_csv(folder / f"{FILES[name]}.csv.gz")
        rows = rows.iloc[:, IDENTIFIERS.get(name, 0):]
    return protocol.folds(rows, name in REGRESSION, 0)[: FOLDS.get(name, 5)]
