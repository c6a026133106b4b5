# Written by scripts/stubs from the registry of methods: `make stubs` writes it anew.
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

from . import plot as plot
from ._core import Model

__version__: str

def expected_failed_checks(estimator: BaseEstimator) -> dict[str, str]: ...
def generate(
    name: str, rows: int, seed: int = 1, noise: float | None = None
) -> tuple[NDArray[np.float32], NDArray[Any]]: ...
def load(path: str | PathLike[str]) -> _Regressor | _Classifier: ...
def compact(
    model: _Regressor | _Classifier,
    X: Any,
    y: Any,
    budget: str | None = None,
    *,
    sample_weight: ArrayLike | None = None,
    eval_set: Sequence[Any] | None = None,
    rows: int = 100_000,
    random_state: int | np.random.RandomState | None = 1,
    n_jobs: int | None = None,
    progress: bool = False,
) -> _Regressor | _Classifier: ...

class _Estimator(BaseEstimator):
    model_: Model
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    path_: list[dict[str, Any]]
    trace_: list[dict[str, Any]]
    rounds_: dict[str, int]
    out_of_bag_: dict[str, Any]
    @classmethod
    def from_preset(cls, preset: str, /, **others: Any) -> Self: ...
    @property
    def feature_importances_(self) -> NDArray[np.float64]: ...
    @property
    def size_(self) -> dict[str, int]: ...
    def fit(
        self, X: Any, y: Any, sample_weight: ArrayLike | None = None, eval_set: Sequence[Any] | None = None
    ) -> Self: ...
    def apply(self, X: Any) -> NDArray[np.uint32]: ...
    def export(self, format: Literal["text", "rules", "json", "dot"]) -> str: ...
    def rules(self) -> list[dict[str, Any]]: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self: ...

class _Regressor(RegressorMixin, _Estimator):
    def predict(self, X: Any) -> NDArray[np.float64]: ...
    def predict_row(self, row: ArrayLike) -> float: ...

class _Classifier(ClassifierMixin, _Estimator):
    classes_: NDArray[Any]
    def predict(self, X: Any) -> NDArray[Any]: ...
    def predict_proba(self, X: Any) -> NDArray[np.float64]: ...
    def predict_log_proba(self, X: Any) -> NDArray[np.float64]: ...
    def decision_function(self, X: Any) -> NDArray[np.float64]: ...
    def predict_row(self, row: ArrayLike) -> Any: ...
    def predict_proba_row(self, row: ArrayLike) -> NDArray[np.float64]: ...

class TreeRegressor(_Regressor):
    """One decision tree, exact splits, with early stopping or pruning.

    Machine Learning Refined, chapter 14; Breiman et al. 1984.

    Parameters
    ----------
    depth : int, default=None
        deepest leaf; unlimited if not given (1 to 1,000)
    min_rows : int, default=1
        fewest training rows in a leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        smallest share of the training weight in a leaf (0 to 0.5)
    min_gain : float, default=0.0
        smallest fall of the mean criterion that is worth a split (at least 0)
    criterion : {"squared", "gini", "information", "accuracy", "balanced-accuracy", "margin"}, default=None
        what a split is judged by; squared for regression, gini for classes
    leaf : {"mean", "mode", "balanced-mode", "newton"}, default='mean'
        what a leaf predicts
    l2 : float, default=0.0
        added to the Hessian of a newton leaf (at least 0)
    stop : {"none", "depth", "leaf"}, default='none'
        by held-out rows: at the best depth, or where splitting a leaf does not help
    prune : {"none", "validation", "cost-complexity"}, default='none'
        cut the full tree back by held-out rows, or by minimal cost-complexity
    alpha : float, default=None
        price of a leaf in cost-complexity pruning, which it turns on; by cross-validation if not given
        (at least 0)
    prune_folds : int, default=5
        folds of that cross-validation (2 to 1,000)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; tree honours
        trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.TreeRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        depth: int | None = None,
        min_rows: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        min_gain: float = 0.0,
        criterion: Literal["squared", "gini", "information", "accuracy", "balanced-accuracy", "margin"] | None = None,
        leaf: Literal["mean", "mode", "balanced-mode", "newton"] = "mean",
        l2: float = 0.0,
        stop: Literal["none", "depth", "leaf"] = "none",
        prune: Literal["none", "validation", "cost-complexity"] = "none",
        alpha: float | None = None,
        prune_folds: int = 5,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class TreeClassifier(_Classifier):
    """One decision tree, exact splits, with early stopping or pruning.

    Machine Learning Refined, chapter 14; Breiman et al. 1984.

    Parameters
    ----------
    depth : int, default=None
        deepest leaf; unlimited if not given (1 to 1,000)
    min_rows : int, default=1
        fewest training rows in a leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        smallest share of the training weight in a leaf (0 to 0.5)
    min_gain : float, default=0.0
        smallest fall of the mean criterion that is worth a split (at least 0)
    criterion : {"squared", "gini", "information", "accuracy", "balanced-accuracy", "margin"}, default=None
        what a split is judged by; squared for regression, gini for classes
    leaf : {"mean", "mode", "balanced-mode", "newton"}, default='mean'
        what a leaf predicts
    l2 : float, default=0.0
        added to the Hessian of a newton leaf (at least 0)
    stop : {"none", "depth", "leaf"}, default='none'
        by held-out rows: at the best depth, or where splitting a leaf does not help
    prune : {"none", "validation", "cost-complexity"}, default='none'
        cut the full tree back by held-out rows, or by minimal cost-complexity
    alpha : float, default=None
        price of a leaf in cost-complexity pruning, which it turns on; by cross-validation if not given
        (at least 0)
    prune_folds : int, default=5
        folds of that cross-validation (2 to 1,000)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; tree honours
        trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.TreeClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        depth: int | None = None,
        min_rows: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        min_gain: float = 0.0,
        criterion: Literal["squared", "gini", "information", "accuracy", "balanced-accuracy", "margin"] | None = None,
        leaf: Literal["mean", "mode", "balanced-mode", "newton"] = "mean",
        l2: float = 0.0,
        stop: Literal["none", "depth", "leaf"] = "none",
        prune: Literal["none", "validation", "cost-complexity"] = "none",
        alpha: float | None = None,
        prune_folds: int = 5,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class BoostRegressor(_Regressor):
    """Gradient-boosted trees, one Newton step a leaf, rounds chosen on held-out rows.

    Machine Learning Refined, chapter 14; Friedman 2001.

    Parameters
    ----------
    trees : int, default=100
        rounds; with held-out rows the best one of so many (at least 1)
    rate : float, default=0.1
        how much of its Newton step a leaf takes (1e-06 to 1)
    leaves : int, default=None
        most leaves of a tree, the best splits first; 31 if no depth is given (at least 2)
    depth : int, default=None
        deepest leaf; without leaves every split down to it is made (1 to 1,000)
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        squared for regression, logistic for two classes, softmax for more
    vector_leaves : bool, default=False
        several classes: one tree a round for all, not one for each
    min_rows : int, default=20
        fewest training rows in a leaf (at least 1)
    min_weight : float, default=0.001
        smallest sum of the loss's second derivatives in a leaf (at least 0)
    min_gain : float, default=0.0
        smallest fall of the mean loss that is worth a split (at least 0)
    l2 : float, default=1.0
        added to the second derivatives of a leaf (at least 0)
    bins : int, default=255
        most bins that a column's values are put into (2 to 255)
    sample : float, default=1.0
        share of the rows that each round sees (1e-06 to 1)
    features : int, default=None
        columns drawn for each split; all if not given (at least 1)
    tree_features : int, default=None
        columns drawn for each tree; all if not given (at least 1)
    category_l2 : float, default=10.0
        added to l2 for splits by more than 4 categories, whose gain is also less by what chance would
        bring; 0: neither (at least 0)
    category_smoothing : float, default=10.0
        steadies the order of rare categories (at least 0)
    increasing : list of columns, default=None
        columns with which the score may never fall
    decreasing : list of columns, default=None
        columns with which the score may never rise
    patience : int, default=None
        stop after so many rounds that are no better on held-out rows (at least 1)
    judge : {"loss", "error"}, default='loss'
        what makes a round better on held-out rows
    refit : float, list of float or str, default=0.0
        rows that each leaf is held to 0 by in a last joint refit of all leaves; the best of several on
        held-out rows; 0: no refit (each at least 0)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; boost honours
        trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.BoostRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int = 100,
        rate: float = 0.1,
        leaves: int | None = None,
        depth: int | None = None,
        loss: Literal["squared", "logistic", "softmax", "hinge"] | None = None,
        vector_leaves: bool = False,
        min_rows: int = 20,
        min_weight: float = 0.001,
        min_gain: float = 0.0,
        l2: float = 1.0,
        bins: int = 255,
        sample: float = 1.0,
        features: int | None = None,
        tree_features: int | None = None,
        category_l2: float = 10.0,
        category_smoothing: float = 10.0,
        increasing: str | Sequence[str | int] | None = None,
        decreasing: str | Sequence[str | int] | None = None,
        patience: int | None = None,
        judge: Literal["loss", "error"] = "loss",
        refit: float | Sequence[float] | str = 0.0,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class BoostClassifier(_Classifier):
    """Gradient-boosted trees, one Newton step a leaf, rounds chosen on held-out rows.

    Machine Learning Refined, chapter 14; Friedman 2001.

    Parameters
    ----------
    trees : int, default=100
        rounds; with held-out rows the best one of so many (at least 1)
    rate : float, default=0.1
        how much of its Newton step a leaf takes (1e-06 to 1)
    leaves : int, default=None
        most leaves of a tree, the best splits first; 31 if no depth is given (at least 2)
    depth : int, default=None
        deepest leaf; without leaves every split down to it is made (1 to 1,000)
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        squared for regression, logistic for two classes, softmax for more
    vector_leaves : bool, default=False
        several classes: one tree a round for all, not one for each
    min_rows : int, default=20
        fewest training rows in a leaf (at least 1)
    min_weight : float, default=0.001
        smallest sum of the loss's second derivatives in a leaf (at least 0)
    min_gain : float, default=0.0
        smallest fall of the mean loss that is worth a split (at least 0)
    l2 : float, default=1.0
        added to the second derivatives of a leaf (at least 0)
    bins : int, default=255
        most bins that a column's values are put into (2 to 255)
    sample : float, default=1.0
        share of the rows that each round sees (1e-06 to 1)
    features : int, default=None
        columns drawn for each split; all if not given (at least 1)
    tree_features : int, default=None
        columns drawn for each tree; all if not given (at least 1)
    category_l2 : float, default=10.0
        added to l2 for splits by more than 4 categories, whose gain is also less by what chance would
        bring; 0: neither (at least 0)
    category_smoothing : float, default=10.0
        steadies the order of rare categories (at least 0)
    increasing : list of columns, default=None
        columns with which the score may never fall
    decreasing : list of columns, default=None
        columns with which the score may never rise
    patience : int, default=None
        stop after so many rounds that are no better on held-out rows (at least 1)
    judge : {"loss", "error"}, default='loss'
        what makes a round better on held-out rows
    refit : float, list of float or str, default=0.0
        rows that each leaf is held to 0 by in a last joint refit of all leaves; the best of several on
        held-out rows; 0: no refit (each at least 0)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; boost honours
        trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.BoostClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int = 100,
        rate: float = 0.1,
        leaves: int | None = None,
        depth: int | None = None,
        loss: Literal["squared", "logistic", "softmax", "hinge"] | None = None,
        vector_leaves: bool = False,
        min_rows: int = 20,
        min_weight: float = 0.001,
        min_gain: float = 0.0,
        l2: float = 1.0,
        bins: int = 255,
        sample: float = 1.0,
        features: int | None = None,
        tree_features: int | None = None,
        category_l2: float = 10.0,
        category_smoothing: float = 10.0,
        increasing: str | Sequence[str | int] | None = None,
        decreasing: str | Sequence[str | int] | None = None,
        patience: int | None = None,
        judge: Literal["loss", "error"] = "loss",
        refit: float | Sequence[float] | str = 0.0,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class ForestRegressor(_Regressor):
    """Random forest: best splits among columns drawn at random, on rows drawn at random.

    Machine Learning Refined, chapter 14; Breiman 2001.

    Parameters
    ----------
    trees : int, default=100
        how many trees (at least 1)
    features : int, default=None
        candidates per split; the root of the number of columns if not given (at least 1)
    depth : int, default=None
        deepest leaf; unlimited if not given (1 to 1,000)
    min_rows : int, default=1
        fewest training rows in a leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        smallest share of the weight of the tree's rows in a leaf (0 to 0.5)
    bootstrap : {"with", "without", "none"}, default='with'
        how a tree's rows are drawn: with or without replacement, or all
    sample : float, default=None
        share of the rows drawn without replacement; 2/3 if not given (1e-09 to 1)
    leaf : {"mean", "mode"}, default='mean'
        what a leaf says of the classes: their shares, or a vote for one
    refit : float, list of float or str, default=0.0
        rows that each leaf is held to 0 by in a last joint refit of all leaves; the best of several on
        held-out rows; 0: no refit (each at least 0)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; forest honours
        trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.ForestRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int = 100,
        features: int | None = None,
        depth: int | None = None,
        min_rows: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        bootstrap: Literal["with", "without", "none"] = "with",
        sample: float | None = None,
        leaf: Literal["mean", "mode"] = "mean",
        refit: float | Sequence[float] | str = 0.0,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class ForestClassifier(_Classifier):
    """Random forest: best splits among columns drawn at random, on rows drawn at random.

    Machine Learning Refined, chapter 14; Breiman 2001.

    Parameters
    ----------
    trees : int, default=100
        how many trees (at least 1)
    features : int, default=None
        candidates per split; the root of the number of columns if not given (at least 1)
    depth : int, default=None
        deepest leaf; unlimited if not given (1 to 1,000)
    min_rows : int, default=1
        fewest training rows in a leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        smallest share of the weight of the tree's rows in a leaf (0 to 0.5)
    bootstrap : {"with", "without", "none"}, default='with'
        how a tree's rows are drawn: with or without replacement, or all
    sample : float, default=None
        share of the rows drawn without replacement; 2/3 if not given (1e-09 to 1)
    leaf : {"mean", "mode"}, default='mean'
        what a leaf says of the classes: their shares, or a vote for one
    refit : float, list of float or str, default=0.0
        rows that each leaf is held to 0 by in a last joint refit of all leaves; the best of several on
        held-out rows; 0: no refit (each at least 0)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; forest honours
        trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.ForestClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int = 100,
        features: int | None = None,
        depth: int | None = None,
        min_rows: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        bootstrap: Literal["with", "without", "none"] = "with",
        sample: float | None = None,
        leaf: Literal["mean", "mode"] = "mean",
        refit: float | Sequence[float] | str = 0.0,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class ExtraRegressor(_Regressor):
    """Extremely randomised trees: columns and thresholds drawn at random, all rows.

    Geurts, Ernst and Wehenkel 2006; the baseline of Globally Induced Forest.

    Parameters
    ----------
    trees : int, default=100
        how many trees (at least 1)
    features : int, default=None
        candidates per split; if not given the root of the number of columns, all of them for regression
        (at least 1)
    depth : int, default=None
        deepest leaf; unlimited if not given (1 to 1,000)
    min_rows : int, default=1
        fewest training rows in a leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        smallest share of the training weight in a leaf (0 to 0.5)
    refit : float, list of float or str, default=0.0
        rows that each leaf is held to 0 by in a last joint refit of all leaves; the best of several on
        held-out rows; 0: no refit (each at least 0)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; extra honours
        trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.ExtraRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int = 100,
        features: int | None = None,
        depth: int | None = None,
        min_rows: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        refit: float | Sequence[float] | str = 0.0,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class ExtraClassifier(_Classifier):
    """Extremely randomised trees: columns and thresholds drawn at random, all rows.

    Geurts, Ernst and Wehenkel 2006; the baseline of Globally Induced Forest.

    Parameters
    ----------
    trees : int, default=100
        how many trees (at least 1)
    features : int, default=None
        candidates per split; if not given the root of the number of columns, all of them for regression
        (at least 1)
    depth : int, default=None
        deepest leaf; unlimited if not given (1 to 1,000)
    min_rows : int, default=1
        fewest training rows in a leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        smallest share of the training weight in a leaf (0 to 0.5)
    refit : float, list of float or str, default=0.0
        rows that each leaf is held to 0 by in a last joint refit of all leaves; the best of several on
        held-out rows; 0: no refit (each at least 0)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; extra honours
        trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.ExtraClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int = 100,
        features: int | None = None,
        depth: int | None = None,
        min_rows: int = 1,
        min_weight_fraction_leaf: float = 0.0,
        refit: float | Sequence[float] | str = 0.0,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class GifRegressor(_Regressor):
    """Globally induced forests: one node after the other where it lowers the loss most.

    Begon, Joly and Geurts 2017: Globally Induced Forest.

    Parameters
    ----------
    trees : int, list of int or str, default=(1000, 300)
        roots to grow from; of several the best, searched from the first on (each at least 1)
    window : int, list of int or str, default=(1, 10)
        candidates of which the best is taken, 0: all; of several the best, searched from the first on
        (each at least 0)
    rate : float, list of float or str, default=(0.1, 0.03, 0.01, 0.3, 1.0)
        how much of its best weight a node gets; of several the best, searched from the first on (each
        1e-06 to 1)
    features : int, default=None
        candidates per split; if not given the root of the number of columns (at least 1)
    loss : {"squared", "exponential", "softmax"}, default=None
        squared for regression, softmax for classes
    saturation : float, default=3.0
        of the exponential loss: most that the logarithms of two classes' errors differ (0.001 to 100)
    split : {"local", "global"}, default=None
        whether splits are judged by the targets alone, or by the loss as it stands; if not given,
        global, for classes the better of the two
    refit : float, list of float or str, default=(0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0)
        rows that each weight is shrunk by in a final refit of all nodes, of the squared loss; the best
        of several; 0: no refit (each at least 0)
    scale : float, list of float or str, default=(0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0)
        factor of all weights at the end, of the softmax and exponential losses; the best of several
        (each 0.001 to 1,000)
    patience : int, default=8
        sizes, each a tenth larger than the one before, that may be no better on held-out rows before
        growth ends; 0: the budget alone ends it (at least 0)
    budget : str, default='10000nodes'
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; gif honours nodes,
        leaves, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.GifRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int | Sequence[int] | str = (1000, 300),
        window: int | Sequence[int] | str = (1, 10),
        rate: float | Sequence[float] | str = (0.1, 0.03, 0.01, 0.3, 1.0),
        features: int | None = None,
        loss: Literal["squared", "exponential", "softmax"] | None = None,
        saturation: float = 3.0,
        split: Literal["local", "global"] | None = None,
        refit: float | Sequence[float] | str = (0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0),
        scale: float | Sequence[float] | str = (0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0),
        patience: int = 8,
        budget: str | None = "10000nodes",
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class GifClassifier(_Classifier):
    """Globally induced forests: one node after the other where it lowers the loss most.

    Begon, Joly and Geurts 2017: Globally Induced Forest.

    Parameters
    ----------
    trees : int, list of int or str, default=(1000, 300)
        roots to grow from; of several the best, searched from the first on (each at least 1)
    window : int, list of int or str, default=(1, 10)
        candidates of which the best is taken, 0: all; of several the best, searched from the first on
        (each at least 0)
    rate : float, list of float or str, default=(0.1, 0.03, 0.01, 0.3, 1.0)
        how much of its best weight a node gets; of several the best, searched from the first on (each
        1e-06 to 1)
    features : int, default=None
        candidates per split; if not given the root of the number of columns (at least 1)
    loss : {"squared", "exponential", "softmax"}, default=None
        squared for regression, softmax for classes
    saturation : float, default=3.0
        of the exponential loss: most that the logarithms of two classes' errors differ (0.001 to 100)
    split : {"local", "global"}, default=None
        whether splits are judged by the targets alone, or by the loss as it stands; if not given,
        global, for classes the better of the two
    refit : float, list of float or str, default=(0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0)
        rows that each weight is shrunk by in a final refit of all nodes, of the squared loss; the best
        of several; 0: no refit (each at least 0)
    scale : float, list of float or str, default=(0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0)
        factor of all weights at the end, of the softmax and exponential losses; the best of several
        (each 0.001 to 1,000)
    patience : int, default=8
        sizes, each a tenth larger than the one before, that may be no better on held-out rows before
        growth ends; 0: the budget alone ends it (at least 0)
    budget : str, default='10000nodes'
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; gif honours nodes,
        leaves, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.GifClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int | Sequence[int] | str = (1000, 300),
        window: int | Sequence[int] | str = (1, 10),
        rate: float | Sequence[float] | str = (0.1, 0.03, 0.01, 0.3, 1.0),
        features: int | None = None,
        loss: Literal["squared", "exponential", "softmax"] | None = None,
        saturation: float = 3.0,
        split: Literal["local", "global"] | None = None,
        refit: float | Sequence[float] | str = (0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0),
        scale: float | Sequence[float] | str = (0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0),
        patience: int = 8,
        budget: str | None = "10000nodes",
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class CombineRegressor(_Regressor):
    """Trees built together: each round takes the splits that predict best in combination.

    Tajima, Ichijo, Nakahara and Matsushima 2024: An Algorithmic Framework for Constructing Multiple Decision Trees by Evaluating Their Combination Performance Throughout the Construction Process.

    Parameters
    ----------
    trees : int, default=None
        trees that are built together; if not given, 100, or with a budget one for every 32 leaves that
        it allows (1 to 100,000)
    keep : int, default=None
        splits that each tree proposes a round; if not given, 20, of at most 30 trees and 10000 rows 100
        (1 to 100,000)
    split_leaves : int, default=5
        leaves of each tree that splits are looked for in (at least 1)
    beam : int, default=None
        combinations that are kept while one is put together; if not given, 5, of at most 30 trees and
        10000 rows 20 (1 to 10,000)
    pick : float, default=1.0
        share of the proposed splits, drawn at random, that each step looks at (1e-06 to 1)
    rounds : int, default=500
        most splits of a tree (at least 1)
    tolerance : float, default=0.0
        growth ends where the loss of the combination is at most this share of a constant's (0 to 1)
    search : {"blocked", "greedy"}, default='blocked'
        whether a round keeps one split of each tree, or any of all trees' splits
    heuristic : {"depth", "error", "size"}, default='error'
        which leaves splits are looked for in: the highest, those with the largest squared error, or
        with most rows
    loss : {"squared", "log"}, default='squared'
        what the combination is judged by: squared error, of classes the Brier score; or the log-loss of
        classes
    sample : float, default=None
        share of the rows, drawn at random, that each tree is grown on; if not given, 0.63, of at most
        30 trees and 10000 rows 0.8 (0.001 to 1)
    refit : float, list of float or str, default=(0.0, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
        rows that each leaf is held to its mean by in a final refit of all leaves; the best of several;
        0: no refit (each at least 0)
    patience : int, default=6
        numbers of rounds, each a tenth larger than the one before, that may be no better on held-out
        rows before growth ends; 0: the other limits alone end it (at least 0)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; combine honours
        leaves, nodes, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.CombineRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int | None = None,
        keep: int | None = None,
        split_leaves: int = 5,
        beam: int | None = None,
        pick: float = 1.0,
        rounds: int = 500,
        tolerance: float = 0.0,
        search: Literal["blocked", "greedy"] = "blocked",
        heuristic: Literal["depth", "error", "size"] = "error",
        loss: Literal["squared", "log"] = "squared",
        sample: float | None = None,
        refit: float | Sequence[float] | str = (0.0, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0),
        patience: int = 6,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class CombineClassifier(_Classifier):
    """Trees built together: each round takes the splits that predict best in combination.

    Tajima, Ichijo, Nakahara and Matsushima 2024: An Algorithmic Framework for Constructing Multiple Decision Trees by Evaluating Their Combination Performance Throughout the Construction Process.

    Parameters
    ----------
    trees : int, default=None
        trees that are built together; if not given, 100, or with a budget one for every 32 leaves that
        it allows (1 to 100,000)
    keep : int, default=None
        splits that each tree proposes a round; if not given, 20, of at most 30 trees and 10000 rows 100
        (1 to 100,000)
    split_leaves : int, default=5
        leaves of each tree that splits are looked for in (at least 1)
    beam : int, default=None
        combinations that are kept while one is put together; if not given, 5, of at most 30 trees and
        10000 rows 20 (1 to 10,000)
    pick : float, default=1.0
        share of the proposed splits, drawn at random, that each step looks at (1e-06 to 1)
    rounds : int, default=500
        most splits of a tree (at least 1)
    tolerance : float, default=0.0
        growth ends where the loss of the combination is at most this share of a constant's (0 to 1)
    search : {"blocked", "greedy"}, default='blocked'
        whether a round keeps one split of each tree, or any of all trees' splits
    heuristic : {"depth", "error", "size"}, default='error'
        which leaves splits are looked for in: the highest, those with the largest squared error, or
        with most rows
    loss : {"squared", "log"}, default='squared'
        what the combination is judged by: squared error, of classes the Brier score; or the log-loss of
        classes
    sample : float, default=None
        share of the rows, drawn at random, that each tree is grown on; if not given, 0.63, of at most
        30 trees and 10000 rows 0.8 (0.001 to 1)
    refit : float, list of float or str, default=(0.0, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
        rows that each leaf is held to its mean by in a final refit of all leaves; the best of several;
        0: no refit (each at least 0)
    patience : int, default=6
        numbers of rounds, each a tenth larger than the one before, that may be no better on held-out
        rows before growth ends; 0: the other limits alone end it (at least 0)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; combine honours
        leaves, nodes, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.CombineClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int | None = None,
        keep: int | None = None,
        split_leaves: int = 5,
        beam: int | None = None,
        pick: float = 1.0,
        rounds: int = 500,
        tolerance: float = 0.0,
        search: Literal["blocked", "greedy"] = "blocked",
        heuristic: Literal["depth", "error", "size"] = "error",
        loss: Literal["squared", "log"] = "squared",
        sample: float | None = None,
        refit: float | Sequence[float] | str = (0.0, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0),
        patience: int = 6,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class NeuralRegressor(_Regressor):
    """The rules of a tree as a small network that is trained and can be read back.

    Dawer 2018: Neural Rule Ensembles, chapters 4 and 5.

    Parameters
    ----------
    depth : int, list of int or str, default=(4, 6, 8, 10)
        deepest leaf of the tree that the rules come from; the best of several on held-out rows (each 1
        to 64)
    inputs : {"auto", "tree", "all"}, default='auto'
        what the planes of a rule are over: the columns of its tree, or all; auto: the better on
        held-out rows
    form : {"plain", "deep"}, default='plain'
        rules of one layer, which are convex, or of two, which may be any shape
    ensemble : int, default=None
        networks that are averaged, all but the first from trees of samples; if not given, 5, or with a
        budget as many as leave each 30 rules (1 to 1,000)
    epochs : int, default=100
        most passes over the rows (at least 0)
    batch : int, default=128
        rows of a step (at least 1)
    rate : float, default=0.01
        size of a step (1e-09 to 10)
    decay : {"none", "cosine"}, default='cosine'
        whether the rate falls to 0 over the epochs, along a cosine
    patience : int, default=30
        epochs that may be no better on held-out rows before training ends; 0: all epochs are gone
        through (at least 0)
    input_transform : {"auto", "standard", "rank", "mixed"}, default='auto'
        how numbers are scaled: to mean 0 and spread 1, by rank, or the mean of both; auto: the best on
        held-out rows
    weight_decay : float, default=0.0
        how much of each weight goes with each step of rate 1 (0 to 10)
    prune_speed : float, default=10.0
        how early rules are dropped that a budget leaves no room for: evenly over half of the epochs, or
        most at once (at least 0)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; neural honours
        rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.NeuralRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        depth: int | Sequence[int] | str = (4, 6, 8, 10),
        inputs: Literal["auto", "tree", "all"] = "auto",
        form: Literal["plain", "deep"] = "plain",
        ensemble: int | None = None,
        epochs: int = 100,
        batch: int = 128,
        rate: float = 0.01,
        decay: Literal["none", "cosine"] = "cosine",
        patience: int = 30,
        input_transform: Literal["auto", "standard", "rank", "mixed"] = "auto",
        weight_decay: float = 0.0,
        prune_speed: float = 10.0,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class NeuralClassifier(_Classifier):
    """The rules of a tree as a small network that is trained and can be read back.

    Dawer 2018: Neural Rule Ensembles, chapters 4 and 5.

    Parameters
    ----------
    depth : int, list of int or str, default=(4, 6, 8, 10)
        deepest leaf of the tree that the rules come from; the best of several on held-out rows (each 1
        to 64)
    inputs : {"auto", "tree", "all"}, default='auto'
        what the planes of a rule are over: the columns of its tree, or all; auto: the better on
        held-out rows
    form : {"plain", "deep"}, default='plain'
        rules of one layer, which are convex, or of two, which may be any shape
    ensemble : int, default=None
        networks that are averaged, all but the first from trees of samples; if not given, 5, or with a
        budget as many as leave each 30 rules (1 to 1,000)
    epochs : int, default=100
        most passes over the rows (at least 0)
    batch : int, default=128
        rows of a step (at least 1)
    rate : float, default=0.01
        size of a step (1e-09 to 10)
    decay : {"none", "cosine"}, default='cosine'
        whether the rate falls to 0 over the epochs, along a cosine
    patience : int, default=30
        epochs that may be no better on held-out rows before training ends; 0: all epochs are gone
        through (at least 0)
    input_transform : {"auto", "standard", "rank", "mixed"}, default='auto'
        how numbers are scaled: to mean 0 and spread 1, by rank, or the mean of both; auto: the best on
        held-out rows
    weight_decay : float, default=0.0
        how much of each weight goes with each step of rate 1 (0 to 10)
    prune_speed : float, default=10.0
        how early rules are dropped that a budget leaves no room for: evenly over half of the epochs, or
        most at once (at least 0)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; neural honours
        rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.NeuralClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        depth: int | Sequence[int] | str = (4, 6, 8, 10),
        inputs: Literal["auto", "tree", "all"] = "auto",
        form: Literal["plain", "deep"] = "plain",
        ensemble: int | None = None,
        epochs: int = 100,
        batch: int = 128,
        rate: float = 0.01,
        decay: Literal["none", "cosine"] = "cosine",
        patience: int = 30,
        input_transform: Literal["auto", "standard", "rank", "mixed"] = "auto",
        weight_decay: float = 0.0,
        prune_speed: float = 10.0,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class RetRegressor(_Regressor):
    """A few trees chosen from many by annealing, their leaves refitted together.

    Dawer, Guo, Barbu 2020: Generating Compact Tree Ensembles via Annealing.

    Parameters
    ----------
    trees : int, default=None
        trees to select from; if not given, 5 for every row, at most 3000 (at least 1)
    chains : int, default=30
        runs of boosting that grow them, each from a random start; 1 starts from a constant (1 to
        100,000)
    depths : int, list of int or str, default='2-7'
        depths of the chains' trees, in turn (each 1 to 64)
    rate : float, default=0.3
        of the boosting: how much of its Newton step a leaf takes (1e-06 to 1)
    l2 : float, default=1.0
        of the boosting: added to the second derivatives of a leaf (at least 0)
    min_weight : float, default=1.0
        of the boosting: smallest sum of the loss's second derivatives in a leaf (at least 0)
    start_spread : float, default=1.0
        sd of the random start of a row, for regression in sd of the target (at least 0)
    pool : str or path, default=None
        a saved model whose trees are selected from; none are grown then, so that the options above say
        nothing
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        rows that each weight is shrunk by, as if there were so many with nothing to say; the best of
        several (each at least 0)
    levels : int, list of int or str, default=50
        how many sizes to try, on an exponential grid up to the budget (1: the budget itself); or a list
        of sizes, up to the budget (each at least 1)
    folds : int, default=None
        parts of the rows to choose size and shrinkage by, in turn; 1 holds out a fifth once. Without
        held-out rows of its own: 5 up to 10,000 rows, 1 beyond (1 to 1,000)
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        Newton steps on blocks, gradient steps with momentum, or the paper's stochastic gradient steps
    iterations : int, default=150
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        of sgd: 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    weigh : {"leaves", "trees"}, default='leaves'
        what is fitted: all leaves, or one weight a tree (of a single chain)
    criterion : {"mean-square", "norm-per-leaf", "square-per-leaf"}, default=None
        what a tree is kept for; mean-square for a budget in trees, square-per-leaf otherwise
    budget : str, default='100trees'
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; ret honours trees,
        nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    trace : bool, default=False
        keep the objective after every epoch; the epochs are then in `trace_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.RetRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int | None = None,
        chains: int = 30,
        depths: int | Sequence[int] | str = "2-7",
        rate: float = 0.3,
        l2: float = 1.0,
        min_weight: float = 1.0,
        start_spread: float = 1.0,
        pool: str | PathLike[str] | None = None,
        loss: Literal["squared", "logistic", "softmax", "hinge"] | None = None,
        shrinkage: float | Sequence[float] | str = (3.0, 10.0, 30.0, 100.0, 300.0),
        levels: int | Sequence[int] | str = 50,
        folds: int | None = None,
        solver: Literal["blocks", "momentum", "sgd"] = "blocks",
        iterations: int = 150,
        mu: float = 10.0,
        step: float | None = None,
        weigh: Literal["leaves", "trees"] = "leaves",
        criterion: Literal["mean-square", "norm-per-leaf", "square-per-leaf"] | None = None,
        budget: str | None = "100trees",
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        trace: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class RetClassifier(_Classifier):
    """A few trees chosen from many by annealing, their leaves refitted together.

    Dawer, Guo, Barbu 2020: Generating Compact Tree Ensembles via Annealing.

    Parameters
    ----------
    trees : int, default=None
        trees to select from; if not given, 5 for every row, at most 3000 (at least 1)
    chains : int, default=30
        runs of boosting that grow them, each from a random start; 1 starts from a constant (1 to
        100,000)
    depths : int, list of int or str, default='2-7'
        depths of the chains' trees, in turn (each 1 to 64)
    rate : float, default=0.3
        of the boosting: how much of its Newton step a leaf takes (1e-06 to 1)
    l2 : float, default=1.0
        of the boosting: added to the second derivatives of a leaf (at least 0)
    min_weight : float, default=1.0
        of the boosting: smallest sum of the loss's second derivatives in a leaf (at least 0)
    start_spread : float, default=1.0
        sd of the random start of a row, for regression in sd of the target (at least 0)
    pool : str or path, default=None
        a saved model whose trees are selected from; none are grown then, so that the options above say
        nothing
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        rows that each weight is shrunk by, as if there were so many with nothing to say; the best of
        several (each at least 0)
    levels : int, list of int or str, default=50
        how many sizes to try, on an exponential grid up to the budget (1: the budget itself); or a list
        of sizes, up to the budget (each at least 1)
    folds : int, default=None
        parts of the rows to choose size and shrinkage by, in turn; 1 holds out a fifth once. Without
        held-out rows of its own: 5 up to 10,000 rows, 1 beyond (1 to 1,000)
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        Newton steps on blocks, gradient steps with momentum, or the paper's stochastic gradient steps
    iterations : int, default=150
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        of sgd: 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    weigh : {"leaves", "trees"}, default='leaves'
        what is fitted: all leaves, or one weight a tree (of a single chain)
    criterion : {"mean-square", "norm-per-leaf", "square-per-leaf"}, default=None
        what a tree is kept for; mean-square for a budget in trees, square-per-leaf otherwise
    budget : str, default='100trees'
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; ret honours trees,
        nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    trace : bool, default=False
        keep the objective after every epoch; the epochs are then in `trace_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.RetClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int | None = None,
        chains: int = 30,
        depths: int | Sequence[int] | str = "2-7",
        rate: float = 0.3,
        l2: float = 1.0,
        min_weight: float = 1.0,
        start_spread: float = 1.0,
        pool: str | PathLike[str] | None = None,
        loss: Literal["squared", "logistic", "softmax", "hinge"] | None = None,
        shrinkage: float | Sequence[float] | str = (3.0, 10.0, 30.0, 100.0, 300.0),
        levels: int | Sequence[int] | str = 50,
        folds: int | None = None,
        solver: Literal["blocks", "momentum", "sgd"] = "blocks",
        iterations: int = 150,
        mu: float = 10.0,
        step: float | None = None,
        weigh: Literal["leaves", "trees"] = "leaves",
        criterion: Literal["mean-square", "norm-per-leaf", "square-per-leaf"] | None = None,
        budget: str | None = "100trees",
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        trace: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class RulesRegressor(_Regressor):
    """A few rules to read, chosen from the leaves of many trees by annealing.

    Dawer 2020: Neural Rule Ensembles, chapter 3.

    Parameters
    ----------
    trees : int, default=300
        trees to take rules from (at least 1)
    chains : int, default=30
        runs of boosting that grow them, each from a random start; 1 starts from a constant (1 to
        100,000)
    depths : int, list of int or str, default='2-5'
        depths of the chains' trees, in turn (each 1 to 64)
    rate : float, default=0.3
        of the boosting: how much of its Newton step a leaf takes (1e-06 to 1)
    l2 : float, default=1.0
        of the boosting: added to the second derivatives of a leaf (at least 0)
    min_weight : float, default=1.0
        of the boosting: smallest sum of the loss's second derivatives in a leaf (at least 0)
    start_spread : float, default=1.0
        sd of the random start of a row, for regression in sd of the target (at least 0)
    pool : str or path, default=None
        a saved model whose trees are selected from; none are grown then, so that the options above say
        nothing
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        rows that each weight is shrunk by, as if there were so many with nothing to say; the best of
        several (each at least 0)
    levels : int, list of int or str, default=50
        how many sizes to try, on an exponential grid up to the budget (1: the budget itself); or a list
        of sizes, up to the budget (each at least 1)
    folds : int, default=None
        parts of the rows to choose size and shrinkage by, in turn; 1 holds out a fifth once. Without
        held-out rows of its own: 5 up to 10,000 rows, 1 beyond (1 to 1,000)
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        Newton steps on blocks, gradient steps with momentum, or the paper's stochastic gradient steps
    iterations : int, default=500
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        of sgd: 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    budget : str, default='50rules'
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; rules honours
        rules, trees, nodes, leaves, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    trace : bool, default=False
        keep the objective after every epoch; the epochs are then in `trace_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.RulesRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int = 300,
        chains: int = 30,
        depths: int | Sequence[int] | str = "2-5",
        rate: float = 0.3,
        l2: float = 1.0,
        min_weight: float = 1.0,
        start_spread: float = 1.0,
        pool: str | PathLike[str] | None = None,
        loss: Literal["squared", "logistic", "softmax", "hinge"] | None = None,
        shrinkage: float | Sequence[float] | str = (3.0, 10.0, 30.0, 100.0, 300.0),
        levels: int | Sequence[int] | str = 50,
        folds: int | None = None,
        solver: Literal["blocks", "momentum", "sgd"] = "blocks",
        iterations: int = 500,
        mu: float = 10.0,
        step: float | None = None,
        budget: str | None = "50rules",
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        trace: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class RulesClassifier(_Classifier):
    """A few rules to read, chosen from the leaves of many trees by annealing.

    Dawer 2020: Neural Rule Ensembles, chapter 3.

    Parameters
    ----------
    trees : int, default=300
        trees to take rules from (at least 1)
    chains : int, default=30
        runs of boosting that grow them, each from a random start; 1 starts from a constant (1 to
        100,000)
    depths : int, list of int or str, default='2-5'
        depths of the chains' trees, in turn (each 1 to 64)
    rate : float, default=0.3
        of the boosting: how much of its Newton step a leaf takes (1e-06 to 1)
    l2 : float, default=1.0
        of the boosting: added to the second derivatives of a leaf (at least 0)
    min_weight : float, default=1.0
        of the boosting: smallest sum of the loss's second derivatives in a leaf (at least 0)
    start_spread : float, default=1.0
        sd of the random start of a row, for regression in sd of the target (at least 0)
    pool : str or path, default=None
        a saved model whose trees are selected from; none are grown then, so that the options above say
        nothing
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        rows that each weight is shrunk by, as if there were so many with nothing to say; the best of
        several (each at least 0)
    levels : int, list of int or str, default=50
        how many sizes to try, on an exponential grid up to the budget (1: the budget itself); or a list
        of sizes, up to the budget (each at least 1)
    folds : int, default=None
        parts of the rows to choose size and shrinkage by, in turn; 1 holds out a fifth once. Without
        held-out rows of its own: 5 up to 10,000 rows, 1 beyond (1 to 1,000)
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        Newton steps on blocks, gradient steps with momentum, or the paper's stochastic gradient steps
    iterations : int, default=500
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        of sgd: 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    budget : str, default='50rules'
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; rules honours
        rules, trees, nodes, leaves, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    trace : bool, default=False
        keep the objective after every epoch; the epochs are then in `trace_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.RulesClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        trees: int = 300,
        chains: int = 30,
        depths: int | Sequence[int] | str = "2-5",
        rate: float = 0.3,
        l2: float = 1.0,
        min_weight: float = 1.0,
        start_spread: float = 1.0,
        pool: str | PathLike[str] | None = None,
        loss: Literal["squared", "logistic", "softmax", "hinge"] | None = None,
        shrinkage: float | Sequence[float] | str = (3.0, 10.0, 30.0, 100.0, 300.0),
        levels: int | Sequence[int] | str = 50,
        folds: int | None = None,
        solver: Literal["blocks", "momentum", "sgd"] = "blocks",
        iterations: int = 500,
        mu: float = 10.0,
        step: float | None = None,
        budget: str | None = "50rules",
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        trace: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class LinearRegressor(_Regressor):
    """A linear model of a few columns, chosen by annealing.

    Barbu, She, Ding, Gramajo 2017: Feature Selection with Annealing.

    Parameters
    ----------
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        rows that each weight is shrunk by, as if there were so many with nothing to say; the best of
        several (each at least 0)
    levels : int, list of int or str, default=50
        how many sizes to try, on an exponential grid up to the budget (1: the budget itself); or a list
        of sizes, up to the budget (each at least 1)
    folds : int, default=None
        parts of the rows to choose size and shrinkage by, in turn; 1 holds out a fifth once. Without
        held-out rows of its own: 5 up to 10,000 rows, 1 beyond (1 to 1,000)
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        Newton steps on blocks, gradient steps with momentum, or the paper's stochastic gradient steps
    iterations : int, default=150
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        of sgd: 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; linear honours
        features, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    trace : bool, default=False
        keep the objective after every epoch; the epochs are then in `trace_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.LinearRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        loss: Literal["squared", "logistic", "softmax", "hinge"] | None = None,
        shrinkage: float | Sequence[float] | str = (3.0, 10.0, 30.0, 100.0, 300.0),
        levels: int | Sequence[int] | str = 50,
        folds: int | None = None,
        solver: Literal["blocks", "momentum", "sgd"] = "blocks",
        iterations: int = 150,
        mu: float = 10.0,
        step: float | None = None,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        trace: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class LinearClassifier(_Classifier):
    """A linear model of a few columns, chosen by annealing.

    Barbu, She, Ding, Gramajo 2017: Feature Selection with Annealing.

    Parameters
    ----------
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        rows that each weight is shrunk by, as if there were so many with nothing to say; the best of
        several (each at least 0)
    levels : int, list of int or str, default=50
        how many sizes to try, on an exponential grid up to the budget (1: the budget itself); or a list
        of sizes, up to the budget (each at least 1)
    folds : int, default=None
        parts of the rows to choose size and shrinkage by, in turn; 1 holds out a fifth once. Without
        held-out rows of its own: 5 up to 10,000 rows, 1 beyond (1 to 1,000)
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        Newton steps on blocks, gradient steps with momentum, or the paper's stochastic gradient steps
    iterations : int, default=150
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        of sgd: 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    budget : str, default=None
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; linear honours
        features, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    trace : bool, default=False
        keep the objective after every epoch; the epochs are then in `trace_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.LinearClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        loss: Literal["squared", "logistic", "softmax", "hinge"] | None = None,
        shrinkage: float | Sequence[float] | str = (3.0, 10.0, 30.0, 100.0, 300.0),
        levels: int | Sequence[int] | str = 50,
        folds: int | None = None,
        solver: Literal["blocks", "momentum", "sgd"] = "blocks",
        iterations: int = 150,
        mu: float = 10.0,
        step: float | None = None,
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        trace: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class GraftRegressor(_Regressor):
    """The best split anywhere, all leaves refitted together, useless ones exchanged.

    Espalier's own, from what the papers of the other methods point to together.

    Parameters
    ----------
    gamma : float, list of float or str, default=None
        rows that each side of a split is held back by where splits are judged; the best of several; if
        not given, chosen on held-out rows (each at least 0)
    ridge : float, list of float or str, default=None
        rows that each leaf is held to 0 by in the refits while trees grow; the best of several; if not
        given, chosen on held-out rows (each at least 0)
    refit : float, list of float or str, default=None
        the same in a last refit; the best of several and of none; if not given, of many from 3000 down
        to 0.2 (each at least 0)
    leaves : int, list of int or str, default=None
        most leaves of a tree; the best of several (each 2 to 65,535)
    depth : int, default=None
        deepest leaf (1 to 1,000)
    trees : int, default=None
        most trees (at least 1)
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        squared for regression, logistic for two classes, softmax for more
    min_rows : int, default=None
        fewest training rows in a leaf; if not given, 5, of several classes 3 (at least 1)
    bins : int, default=255
        most bins that a column's values are put into (2 to 255)
    new_root : float, list of float or str, default=None
        what the gain of a new tree's first split is multiplied by where it competes with those of old
        trees; the best of several (each 0.01 to 100)
    swap : int, default=None
        how often the forest is grown to half as much again and pruned back, at most; if not given, 3 up
        to 64 leaves (0 to 100)
    search : int, default=None
        rounds of a local search that takes a part away and grows another; if not given, 60 up to 64
        leaves (at least 0)
    rows : int, default=50000
        most rows that are grown on; of more, so many are drawn, a quarter as many to choose by, and
        unless there are increasing or decreasing columns, all are refitted (at least 100)
    increasing : list of columns, default=None
        columns with which the score may never fall
    decreasing : list of columns, default=None
        columns with which the score may never rise
    from_model : str or path, default=None
        a saved forest to begin with: it is grown further, or if it is over the budget, refitted and
        pruned
    budget : str, default='256leaves'
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; graft honours
        leaves, nodes, trees, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.GraftRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        gamma: float | Sequence[float] | str | None = None,
        ridge: float | Sequence[float] | str | None = None,
        refit: float | Sequence[float] | str | None = None,
        leaves: int | Sequence[int] | str | None = None,
        depth: int | None = None,
        trees: int | None = None,
        loss: Literal["squared", "logistic", "softmax", "hinge"] | None = None,
        min_rows: int | None = None,
        bins: int = 255,
        new_root: float | Sequence[float] | str | None = None,
        swap: int | None = None,
        search: int | None = None,
        rows: int = 50000,
        increasing: str | Sequence[str | int] | None = None,
        decreasing: str | Sequence[str | int] | None = None,
        from_model: str | PathLike[str] | None = None,
        budget: str | None = "256leaves",
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class GraftClassifier(_Classifier):
    """The best split anywhere, all leaves refitted together, useless ones exchanged.

    Espalier's own, from what the papers of the other methods point to together.

    Parameters
    ----------
    gamma : float, list of float or str, default=None
        rows that each side of a split is held back by where splits are judged; the best of several; if
        not given, chosen on held-out rows (each at least 0)
    ridge : float, list of float or str, default=None
        rows that each leaf is held to 0 by in the refits while trees grow; the best of several; if not
        given, chosen on held-out rows (each at least 0)
    refit : float, list of float or str, default=None
        the same in a last refit; the best of several and of none; if not given, of many from 3000 down
        to 0.2 (each at least 0)
    leaves : int, list of int or str, default=None
        most leaves of a tree; the best of several (each 2 to 65,535)
    depth : int, default=None
        deepest leaf (1 to 1,000)
    trees : int, default=None
        most trees (at least 1)
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        squared for regression, logistic for two classes, softmax for more
    min_rows : int, default=None
        fewest training rows in a leaf; if not given, 5, of several classes 3 (at least 1)
    bins : int, default=255
        most bins that a column's values are put into (2 to 255)
    new_root : float, list of float or str, default=None
        what the gain of a new tree's first split is multiplied by where it competes with those of old
        trees; the best of several (each 0.01 to 100)
    swap : int, default=None
        how often the forest is grown to half as much again and pruned back, at most; if not given, 3 up
        to 64 leaves (0 to 100)
    search : int, default=None
        rounds of a local search that takes a part away and grows another; if not given, 60 up to 64
        leaves (at least 0)
    rows : int, default=50000
        most rows that are grown on; of more, so many are drawn, a quarter as many to choose by, and
        unless there are increasing or decreasing columns, all are refitted (at least 100)
    increasing : list of columns, default=None
        columns with which the score may never fall
    decreasing : list of columns, default=None
        columns with which the score may never rise
    from_model : str or path, default=None
        a saved forest to begin with: it is grown further, or if it is over the budget, refitted and
        pruned
    budget : str, default='256leaves'
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; graft honours
        leaves, nodes, trees, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.GraftClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        gamma: float | Sequence[float] | str | None = None,
        ridge: float | Sequence[float] | str | None = None,
        refit: float | Sequence[float] | str | None = None,
        leaves: int | Sequence[int] | str | None = None,
        depth: int | None = None,
        trees: int | None = None,
        loss: Literal["squared", "logistic", "softmax", "hinge"] | None = None,
        min_rows: int | None = None,
        bins: int = 255,
        new_root: float | Sequence[float] | str | None = None,
        swap: int | None = None,
        search: int | None = None,
        rows: int = 50000,
        increasing: str | Sequence[str | int] | None = None,
        decreasing: str | Sequence[str | int] | None = None,
        from_model: str | PathLike[str] | None = None,
        budget: str | None = "256leaves",
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class AutoRegressor(_Regressor):
    """The method that does best on held-out rows, of those that can honour the budget.

    Espalier's own.

    Parameters
    ----------
    time : str or float, default='5m'
        once it is over no further candidate is tried; the best so far, or else the first, is then
        fitted to all rows
    candidates : one or a list of {"graft", "rules", "boost", "gif", "ret"}, default=None
        what to try, in this order; if not given, all that can honour the budget, rules only if it is in
        rules
    budget : str, default='256leaves'
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; auto honours
        leaves, nodes, trees, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("friedman1", rows=500, seed=1)
    >>> model = espalier.AutoRegressor(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        time: float | str = "5m",
        candidates: str | Sequence[Literal["graft", "rules", "boost", "gif", "ret"]] | None = None,
        budget: str | None = "256leaves",
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class AutoClassifier(_Classifier):
    """The method that does best on held-out rows, of those that can honour the budget.

    Espalier's own.

    Parameters
    ----------
    time : str or float, default='5m'
        once it is over no further candidate is tried; the best so far, or else the first, is then
        fitted to all rows
    candidates : one or a list of {"graft", "rules", "boost", "gif", "ret"}, default=None
        what to try, in this order; if not given, all that can honour the budget, rules only if it is in
        rules
    budget : str, default='256leaves'
        the most the model may take, as in "16KB", "200nodes", "64leaves", "10trees"; auto honours
        leaves, nodes, trees, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; texts and categorical columns of
        data frames are categories anyway
    valid : float, default=None
        share of the rows to hold out and choose the model by, where `eval_set` does not give any; 0.2
        if the options need held-out rows
    class_weight : "balanced" or dict, default=None
        let every class count the same in training, or as much as the dict says
    path : bool, default=False
        measure the models on the way to the one that is kept; they are then in `path_`
    random_state : int, RandomState or None, default=1
        the seed of everything drawn at random; never the clock by default
    n_jobs : int, default=None
        how many threads to use, all of them by default; never changes a result
    progress : bool, default=False
        show a bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    classes_ : array
        The classes, in order.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, where the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; in their number under a budget in bytes, which keeps no gains.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The rounds of boosting; the models on the way, with `path=True`; the epochs, with `trace=True`; the error on rows
        that a forest's trees did not draw. Only where there are such.

    Examples
    --------
    >>> import espalier
    >>> X, y = espalier.generate("twonorm", rows=500, seed=1)
    >>> model = espalier.AutoClassifier(budget="32KB").fit(X, y)
    >>> model.size_["bytes"] <= 32 * 1024
    True
    """
    def __init__(
        self,
        *,
        time: float | str = "5m",
        candidates: str | Sequence[Literal["graft", "rules", "boost", "gif", "ret"]] | None = None,
        budget: str | None = "256leaves",
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...
