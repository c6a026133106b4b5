"""Small data for the tests of pictures."""

import espalier
import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris


def iris():
    data = load_iris(as_frame=True)
    return data.data, data.target_names[data.target]


def people(rows=400):
    """Risk is 10 for red and green, and 5 more where the age is missing."""
    random = np.random.default_rng(1)
    frame = pd.DataFrame({"colour": random.choice(["red", "green", "blue"], rows), "age": random.normal(40, 9, rows)})
    frame.loc[::5, "age"] = np.nan
    return frame, 10.0 * frame.colour.isin(["red", "green"]) + 5.0 * frame.age.isna()


def constant():
    with pytest.warns(UserWarning, match="the model is a constant"):
        return espalier.TreeRegressor().fit([[1.0], [2.0]], [3.0, 3.0])
