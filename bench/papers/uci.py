"""Sets that are read from the files as UCI publishes them, where someone has put these into the folder of data.

| set | files |
|---|---|
| gisette | gisette_train.data, gisette_train.labels, gisette_valid.data, gisette_valid.labels |
| miniboone | MiniBooNE_PID.txt |
| news | OnlineNewsPopularity.csv |
| ct-slice | slice_localization_data.csv |

Files may be gzipped, with .gz after their names. The news are without their web address and their age, which their
description calls not predictive; the target is the logarithm of the shares, which the RET paper does not say.
"""

import numpy
import pandas

FILES = {
    "gisette": ("gisette_train.data", "gisette_train.labels", "gisette_valid.data", "gisette_valid.labels"),
    "miniboone": ("MiniBooNE_PID.txt",),
    "news": ("OnlineNewsPopularity.csv",),
    "ct-slice": ("slice_localization_data.csv",),
}


def path_of(folder, file):
    """The file, or the gzipped one; None if neither is there."""
    return next((path for path in (folder / file, folder / f"{file}.gz") if path.exists()), None)


def available(folder, name):
    return all(path_of(folder, file) for file in FILES[name])


def numbers(path, skip=0):
    table = pandas.read_csv(path, sep=r"\s+", header=None, skiprows=skip)
    return table.set_axis([f"x{column}" for column in range(1, table.shape[1] + 1)], axis=1)


def gisette(folder):
    """Both parts: the validation part is tested on."""
    paths = [path_of(folder, file) for file in FILES["gisette"]]
    return [
        numbers(inputs).assign(target=numbers(labels)["x1"].to_numpy()) for inputs, labels in (paths[:2], paths[2:])
    ]


def miniboone(folder):
    path = path_of(folder, *FILES["miniboone"])
    signal, background = (int(text) for text in pandas.read_csv(path, header=None, nrows=1).iloc[0, 0].split())
    return numbers(path, skip=1).assign(target=numpy.repeat([1, 0], [signal, background]))


def news(folder):
    rows = pandas.read_csv(path_of(folder, *FILES["news"]), skipinitialspace=True).dropna()
    return rows.drop(columns=["url", "timedelta", "shares"]).assign(target=numpy.log(rows["shares"]))


def ct_slice(folder):
    rows = pandas.read_csv(path_of(folder, *FILES["ct-slice"]))
    return rows.drop(columns=["patientId", "reference"]).assign(target=rows["reference"])
