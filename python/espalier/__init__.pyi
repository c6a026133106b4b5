# Written by scripts/stubs from the registry of methods: `make stubs` writes it again.
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
    def export(self, format: Literal["text", "rules", "dot", "json"]) -> str: ...
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
    """One decision tree with exact splits, early stopping or pruning.

    Machine Learning Refined, chapter 14; Breiman et al. 1984.

    Parameters
    ----------
    depth : int, default=None
        maximum depth of a tree; unlimited by default (1 to 1,000)
    min_rows : int, default=1
        minimum training rows per leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        minimum fraction of the training weight per leaf (0 to 0.5)
    min_gain : float, default=0.0
        minimum decrease of the mean criterion that justifies a split (at least 0)
    features : int, default=None
        columns sampled for each split; all by default (at least 1)
    bins : int, default=None
        maximum number of bins per numeric column, between which cuts are tried; by default a cut
        between any two values (2 to 255)
    criterion : {"squared", "gini", "information", "accuracy", "balanced-accuracy", "margin"}, default=None
        how splits are judged; by default squared for regression, gini for classes
    leaf : {"mean", "mode", "balanced-mode", "perceptron", "newton"}, default='mean'
        what a leaf predicts
    l2 : float, default=0.0
        L2 regularisation of newton and perceptron leaves: added to what their steps are divided by (at
        least 0)
    stop : {"none", "depth", "leaf"}, default='none'
        early stopping on held-out rows: at the best depth of the tree, or wherever splitting a leaf
        does not help
    prune : {"none", "validation", "cost-complexity"}, default='none'
        how the full tree is pruned: on held-out rows, or by minimal cost-complexity
    alpha : float, default=None
        cost per leaf in cost-complexity pruning, which this option turns on; by default chosen by
        cross-validation (at least 0)
    prune_folds : int, default=5
        folds of the cross-validation that chooses alpha (2 to 1,000)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; tree
        supports trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        features: int | None = None,
        bins: int | None = None,
        criterion: Literal["squared", "gini", "information", "accuracy", "balanced-accuracy", "margin"] | None = None,
        leaf: Literal["mean", "mode", "balanced-mode", "perceptron", "newton"] = "mean",
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
    """One decision tree with exact splits, early stopping or pruning.

    Machine Learning Refined, chapter 14; Breiman et al. 1984.

    Parameters
    ----------
    depth : int, default=None
        maximum depth of a tree; unlimited by default (1 to 1,000)
    min_rows : int, default=1
        minimum training rows per leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        minimum fraction of the training weight per leaf (0 to 0.5)
    min_gain : float, default=0.0
        minimum decrease of the mean criterion that justifies a split (at least 0)
    features : int, default=None
        columns sampled for each split; all by default (at least 1)
    bins : int, default=None
        maximum number of bins per numeric column, between which cuts are tried; by default a cut
        between any two values (2 to 255)
    criterion : {"squared", "gini", "information", "accuracy", "balanced-accuracy", "margin"}, default=None
        how splits are judged; by default squared for regression, gini for classes
    leaf : {"mean", "mode", "balanced-mode", "perceptron", "newton"}, default='mean'
        what a leaf predicts
    l2 : float, default=0.0
        L2 regularisation of newton and perceptron leaves: added to what their steps are divided by (at
        least 0)
    stop : {"none", "depth", "leaf"}, default='none'
        early stopping on held-out rows: at the best depth of the tree, or wherever splitting a leaf
        does not help
    prune : {"none", "validation", "cost-complexity"}, default='none'
        how the full tree is pruned: on held-out rows, or by minimal cost-complexity
    alpha : float, default=None
        cost per leaf in cost-complexity pruning, which this option turns on; by default chosen by
        cross-validation (at least 0)
    prune_folds : int, default=5
        folds of the cross-validation that chooses alpha (2 to 1,000)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; tree
        supports trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        features: int | None = None,
        bins: int | None = None,
        criterion: Literal["squared", "gini", "information", "accuracy", "balanced-accuracy", "margin"] | None = None,
        leaf: Literal["mean", "mode", "balanced-mode", "perceptron", "newton"] = "mean",
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
    """Gradient-boosted trees with Newton steps; held-out rows choose the number of rounds.

    Machine Learning Refined, chapter 14; Friedman 2001.

    Parameters
    ----------
    trees : int, default=100
        boosting rounds; with held-out rows, the best number of rounds up to this one (at least 1)
    rate : float, default=0.1
        learning rate: the fraction of its Newton step that a leaf takes (1e-06 to 1)
    leaves : int, default=None
        maximum leaves per tree, best splits first; 31 by default if no depth is given (at least 2)
    depth : int, default=None
        maximum depth of a tree; if leaves is not given, every split down to this depth is made (1 to
        1,000)
    loss : {"squared", "logistic", "softmax", "hinge", "exponential"}, default=None
        loss to minimise; by default squared for regression, logistic for two classes, softmax for more
    vector_leaves : bool, default=False
        for several classes: one tree per round with a value for each class in its leaves, instead of
        one tree per class
    min_rows : int, default=20
        minimum training rows per leaf (at least 1)
    min_weight : float, default=0.001
        minimum sum of the loss's second derivatives per leaf (at least 0)
    min_gain : float, default=0.0
        minimum decrease of the mean loss that justifies a split (at least 0)
    l2 : float, default=1.0
        L2 regularisation of leaf values: added to a leaf's sum of second derivatives (at least 0)
    bins : int, default=255
        maximum number of bins per column (2 to 255)
    sample : float, default=1.0
        fraction of the rows sampled for each round (1e-06 to 1)
    features : int, default=None
        columns sampled for each split; all by default (at least 1)
    tree_features : int, default=None
        columns sampled for each tree; all by default (at least 1)
    category_l2 : float, default=10.0
        extra l2 for splits by more than 4 categories; the gain expected by chance is also subtracted
        from theirs; 0 turns both off (at least 0)
    category_smoothing : float, default=10.0
        smoothing of the order in which categories are sorted for a split; stabilises rare categories
        (at least 0)
    increasing : list of columns, default=None
        columns in which the score must never decrease (monotone constraint)
    decreasing : list of columns, default=None
        columns in which the score must never increase (monotone constraint)
    patience : int, default=None
        early stopping: training ends after this many rounds without improvement on held-out rows (at
        least 1)
    judge : {"loss", "error"}, default='loss'
        early-stopping metric: loss or error
    refit : float, list of float or str, default=0.0
        L2 regularisation of leaf values in a final joint refit of all leaves, in rows: each value is
        pulled towards 0 as if by this many extra rows; 0: no refit; the best of several values is
        chosen on held-out rows (each at least 0)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; boost
        supports trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        loss: Literal["squared", "logistic", "softmax", "hinge", "exponential"] | None = None,
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
    """Gradient-boosted trees with Newton steps; held-out rows choose the number of rounds.

    Machine Learning Refined, chapter 14; Friedman 2001.

    Parameters
    ----------
    trees : int, default=100
        boosting rounds; with held-out rows, the best number of rounds up to this one (at least 1)
    rate : float, default=0.1
        learning rate: the fraction of its Newton step that a leaf takes (1e-06 to 1)
    leaves : int, default=None
        maximum leaves per tree, best splits first; 31 by default if no depth is given (at least 2)
    depth : int, default=None
        maximum depth of a tree; if leaves is not given, every split down to this depth is made (1 to
        1,000)
    loss : {"squared", "logistic", "softmax", "hinge", "exponential"}, default=None
        loss to minimise; by default squared for regression, logistic for two classes, softmax for more
    vector_leaves : bool, default=False
        for several classes: one tree per round with a value for each class in its leaves, instead of
        one tree per class
    min_rows : int, default=20
        minimum training rows per leaf (at least 1)
    min_weight : float, default=0.001
        minimum sum of the loss's second derivatives per leaf (at least 0)
    min_gain : float, default=0.0
        minimum decrease of the mean loss that justifies a split (at least 0)
    l2 : float, default=1.0
        L2 regularisation of leaf values: added to a leaf's sum of second derivatives (at least 0)
    bins : int, default=255
        maximum number of bins per column (2 to 255)
    sample : float, default=1.0
        fraction of the rows sampled for each round (1e-06 to 1)
    features : int, default=None
        columns sampled for each split; all by default (at least 1)
    tree_features : int, default=None
        columns sampled for each tree; all by default (at least 1)
    category_l2 : float, default=10.0
        extra l2 for splits by more than 4 categories; the gain expected by chance is also subtracted
        from theirs; 0 turns both off (at least 0)
    category_smoothing : float, default=10.0
        smoothing of the order in which categories are sorted for a split; stabilises rare categories
        (at least 0)
    increasing : list of columns, default=None
        columns in which the score must never decrease (monotone constraint)
    decreasing : list of columns, default=None
        columns in which the score must never increase (monotone constraint)
    patience : int, default=None
        early stopping: training ends after this many rounds without improvement on held-out rows (at
        least 1)
    judge : {"loss", "error"}, default='loss'
        early-stopping metric: loss or error
    refit : float, list of float or str, default=0.0
        L2 regularisation of leaf values in a final joint refit of all leaves, in rows: each value is
        pulled towards 0 as if by this many extra rows; 0: no refit; the best of several values is
        chosen on held-out rows (each at least 0)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; boost
        supports trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        loss: Literal["squared", "logistic", "softmax", "hinge", "exponential"] | None = None,
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
    """Random forest: the best splits among randomly sampled columns, on randomly sampled rows.

    Machine Learning Refined, chapter 14; Breiman 2001.

    Parameters
    ----------
    trees : int, default=100
        number of trees (at least 1)
    features : int, default=None
        columns tried per split; by default the square root of the number of columns (at least 1)
    depth : int, default=None
        maximum depth of a tree; unlimited by default (1 to 1,000)
    min_rows : int, default=1
        minimum training rows per leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        minimum fraction per leaf of the weight of the tree's rows (0 to 0.5)
    bootstrap : {"with", "without", "none"}, default='with'
        how each tree's rows are sampled: with replacement, without replacement, or not at all (every
        tree gets all rows)
    sample : float, default=None
        fraction of the rows that is sampled without replacement; by default 2/3 (1e-09 to 1)
    leaf : {"mean", "mode"}, default='mean'
        what a leaf predicts for classes: their shares, or a vote for one of them
    refit : float, list of float or str, default=0.0
        L2 regularisation of leaf values in a final joint refit of all leaves, in rows: each value is
        pulled towards 0 as if by this many extra rows; 0: no refit; the best of several values is
        chosen on held-out rows (each at least 0)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; forest
        supports trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
    """Random forest: the best splits among randomly sampled columns, on randomly sampled rows.

    Machine Learning Refined, chapter 14; Breiman 2001.

    Parameters
    ----------
    trees : int, default=100
        number of trees (at least 1)
    features : int, default=None
        columns tried per split; by default the square root of the number of columns (at least 1)
    depth : int, default=None
        maximum depth of a tree; unlimited by default (1 to 1,000)
    min_rows : int, default=1
        minimum training rows per leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        minimum fraction per leaf of the weight of the tree's rows (0 to 0.5)
    bootstrap : {"with", "without", "none"}, default='with'
        how each tree's rows are sampled: with replacement, without replacement, or not at all (every
        tree gets all rows)
    sample : float, default=None
        fraction of the rows that is sampled without replacement; by default 2/3 (1e-09 to 1)
    leaf : {"mean", "mode"}, default='mean'
        what a leaf predicts for classes: their shares, or a vote for one of them
    refit : float, list of float or str, default=0.0
        L2 regularisation of leaf values in a final joint refit of all leaves, in rows: each value is
        pulled towards 0 as if by this many extra rows; 0: no refit; the best of several values is
        chosen on held-out rows (each at least 0)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; forest
        supports trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
    """Extremely randomised trees: random columns and thresholds, on all rows.

    Geurts, Ernst and Wehenkel 2006; the baseline of Globally Induced Forest.

    Parameters
    ----------
    trees : int, default=100
        number of trees (at least 1)
    features : int, default=None
        columns tried per split; by default the square root of the number of columns, for regression all
        of them (at least 1)
    depth : int, default=None
        maximum depth of a tree; unlimited by default (1 to 1,000)
    min_rows : int, default=1
        minimum training rows per leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        minimum fraction of the training weight per leaf (0 to 0.5)
    refit : float, list of float or str, default=0.0
        L2 regularisation of leaf values in a final joint refit of all leaves, in rows: each value is
        pulled towards 0 as if by this many extra rows; 0: no refit; the best of several values is
        chosen on held-out rows (each at least 0)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; extra
        supports trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
    """Extremely randomised trees: random columns and thresholds, on all rows.

    Geurts, Ernst and Wehenkel 2006; the baseline of Globally Induced Forest.

    Parameters
    ----------
    trees : int, default=100
        number of trees (at least 1)
    features : int, default=None
        columns tried per split; by default the square root of the number of columns, for regression all
        of them (at least 1)
    depth : int, default=None
        maximum depth of a tree; unlimited by default (1 to 1,000)
    min_rows : int, default=1
        minimum training rows per leaf (at least 1)
    min_weight_fraction_leaf : float, default=0.0
        minimum fraction of the training weight per leaf (0 to 0.5)
    refit : float, list of float or str, default=0.0
        L2 regularisation of leaf values in a final joint refit of all leaves, in rows: each value is
        pulled towards 0 as if by this many extra rows; 0: no refit; the best of several values is
        chosen on held-out rows (each at least 0)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; extra
        supports trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
    """Globally induced forest: adds one node after another where it lowers the loss most.

    Begon, Joly and Geurts 2017: Globally Induced Forest.

    Parameters
    ----------
    trees : int, list of int or str, default=(1000, 300)
        roots to grow from; several values are searched, one option at a time, starting from the first
        (each at least 1)
    window : int, list of int or str, default=(1, 10)
        candidates that are compared per step, the best of which is added (0: all); several values are
        searched likewise (each at least 0)
    rate : float, list of float or str, default=(0.1, 0.03, 0.01, 0.3, 1.0)
        learning rate: the fraction of its optimal weight that a new node gets; several values are
        searched likewise (each 1e-06 to 1)
    features : int, default=None
        columns tried per split; by default the square root of the number of columns (at least 1)
    loss : {"squared", "exponential", "softmax"}, default=None
        loss to minimise; by default squared for regression, softmax for classes
    saturation : float, default=3.0
        for the exponential loss: maximum difference between the logarithms of two classes' errors
        (0.001 to 100)
    split : {"local", "global"}, default=None
        whether splits are judged by the targets alone (local), or by the current loss (global); by
        default global, and for classes the better of the two
    refit : float, list of float or str, default=(0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0)
        for the squared loss: L2 regularisation of the weights in a final refit of all nodes, in rows;
        0: no refit; the best of several values is chosen (each at least 0)
    scale : float, list of float or str, default=(0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0)
        for the softmax and exponential losses: factor on all weights at the end; the best of several
        values is chosen (each 0.001 to 1,000)
    patience : int, default=8
        early stopping: growth ends after this many sizes in a row, each a tenth larger, without
        improvement on held-out rows; 0: no early stopping, the budget alone ends growth (at least 0)
    grow : {"induced", "random", "breadth-first", "best-first"}, default='induced'
        how the budget is spent: on the nodes that lower the loss of the whole forest (induced); or, the
        paper's baselines, on splits of an average of trees, whose leaf comes at random, nearest to the
        root, or by the largest decrease of impurity, where of the other options only trees (the first)
        and features matter
    budget : str, default='10000nodes'
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; gif supports
        nodes, leaves, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        grow: Literal["induced", "random", "breadth-first", "best-first"] = "induced",
        budget: str | None = "10000nodes",
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class GifClassifier(_Classifier):
    """Globally induced forest: adds one node after another where it lowers the loss most.

    Begon, Joly and Geurts 2017: Globally Induced Forest.

    Parameters
    ----------
    trees : int, list of int or str, default=(1000, 300)
        roots to grow from; several values are searched, one option at a time, starting from the first
        (each at least 1)
    window : int, list of int or str, default=(1, 10)
        candidates that are compared per step, the best of which is added (0: all); several values are
        searched likewise (each at least 0)
    rate : float, list of float or str, default=(0.1, 0.03, 0.01, 0.3, 1.0)
        learning rate: the fraction of its optimal weight that a new node gets; several values are
        searched likewise (each 1e-06 to 1)
    features : int, default=None
        columns tried per split; by default the square root of the number of columns (at least 1)
    loss : {"squared", "exponential", "softmax"}, default=None
        loss to minimise; by default squared for regression, softmax for classes
    saturation : float, default=3.0
        for the exponential loss: maximum difference between the logarithms of two classes' errors
        (0.001 to 100)
    split : {"local", "global"}, default=None
        whether splits are judged by the targets alone (local), or by the current loss (global); by
        default global, and for classes the better of the two
    refit : float, list of float or str, default=(0.0, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0)
        for the squared loss: L2 regularisation of the weights in a final refit of all nodes, in rows;
        0: no refit; the best of several values is chosen (each at least 0)
    scale : float, list of float or str, default=(0.5, 0.7, 1.0, 1.4, 2.0, 2.8, 4.0)
        for the softmax and exponential losses: factor on all weights at the end; the best of several
        values is chosen (each 0.001 to 1,000)
    patience : int, default=8
        early stopping: growth ends after this many sizes in a row, each a tenth larger, without
        improvement on held-out rows; 0: no early stopping, the budget alone ends growth (at least 0)
    grow : {"induced", "random", "breadth-first", "best-first"}, default='induced'
        how the budget is spent: on the nodes that lower the loss of the whole forest (induced); or, the
        paper's baselines, on splits of an average of trees, whose leaf comes at random, nearest to the
        root, or by the largest decrease of impurity, where of the other options only trees (the first)
        and features matter
    budget : str, default='10000nodes'
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; gif supports
        nodes, leaves, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        grow: Literal["induced", "random", "breadth-first", "best-first"] = "induced",
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
        trees that are built together; by default 100, or with a budget one for every 32 leaves that it
        allows (or every 2^depth, if that is fewer) (1 to 100,000)
    keep : int, default=None
        splits that each tree proposes per round; by default 20, or 100 for at most 30 trees and 10,000
        rows (1 to 100,000)
    split_leaves : int, default=5
        leaves per tree in which a round searches for splits (at least 1)
    depth : int, default=None
        maximum depth of a tree; unlimited by default (1 to 1,000)
    beam : int, default=None
        beam width: partial combinations that are kept while one is put together; by default 2, or 5 for
        effort high, or 20 for at most 30 trees and 10,000 rows (1 to 10,000)
    pick : float, default=1.0
        fraction of the proposed splits, sampled at random, that each step considers (1e-06 to 1)
    rounds : int, default=500
        maximum number of splits per tree (at least 1)
    tolerance : float, default=0.0
        growth ends when the loss of the combination is at most this fraction of a constant's loss (0 to
        1)
    search : {"blocked", "greedy"}, default='blocked'
        whether a round keeps one split of each tree (blocked), or any of all trees' splits (greedy)
    heuristic : {"depth", "error", "size"}, default='error'
        which leaves are searched for splits: those nearest to the root, those with the largest squared
        error, or those with the most rows
    loss : {"squared", "log"}, default='squared'
        loss of the combination: squared error (for classes, the Brier score), or log-loss (classes
        only)
    sample : float, default=None
        fraction of the rows, sampled at random, on which each tree is grown; by default 0.63, or 0.8
        for at most 30 trees and 10,000 rows (0.001 to 1)
    refit : float, list of float or str, default=(0.0, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
        regularisation of a final refit of all leaves, in rows: each leaf is pulled towards its mean as
        if by this many extra rows; 0: no refit; the best of several values is chosen (each at least 0)
    patience : int, default=6
        early stopping: growth ends after this many sizes in a row, each with a tenth more rounds,
        without improvement on held-out rows; 0: no early stopping (at least 0)
    effort : {"normal", "high"}, default='normal'
        how thorough the fit is: high searches more widely, which may take several times as long
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; combine
        supports leaves, nodes, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        depth: int | None = None,
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
        effort: Literal["normal", "high"] = "normal",
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
        trees that are built together; by default 100, or with a budget one for every 32 leaves that it
        allows (or every 2^depth, if that is fewer) (1 to 100,000)
    keep : int, default=None
        splits that each tree proposes per round; by default 20, or 100 for at most 30 trees and 10,000
        rows (1 to 100,000)
    split_leaves : int, default=5
        leaves per tree in which a round searches for splits (at least 1)
    depth : int, default=None
        maximum depth of a tree; unlimited by default (1 to 1,000)
    beam : int, default=None
        beam width: partial combinations that are kept while one is put together; by default 2, or 5 for
        effort high, or 20 for at most 30 trees and 10,000 rows (1 to 10,000)
    pick : float, default=1.0
        fraction of the proposed splits, sampled at random, that each step considers (1e-06 to 1)
    rounds : int, default=500
        maximum number of splits per tree (at least 1)
    tolerance : float, default=0.0
        growth ends when the loss of the combination is at most this fraction of a constant's loss (0 to
        1)
    search : {"blocked", "greedy"}, default='blocked'
        whether a round keeps one split of each tree (blocked), or any of all trees' splits (greedy)
    heuristic : {"depth", "error", "size"}, default='error'
        which leaves are searched for splits: those nearest to the root, those with the largest squared
        error, or those with the most rows
    loss : {"squared", "log"}, default='squared'
        loss of the combination: squared error (for classes, the Brier score), or log-loss (classes
        only)
    sample : float, default=None
        fraction of the rows, sampled at random, on which each tree is grown; by default 0.63, or 0.8
        for at most 30 trees and 10,000 rows (0.001 to 1)
    refit : float, list of float or str, default=(0.0, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
        regularisation of a final refit of all leaves, in rows: each leaf is pulled towards its mean as
        if by this many extra rows; 0: no refit; the best of several values is chosen (each at least 0)
    patience : int, default=6
        early stopping: growth ends after this many sizes in a row, each with a tenth more rounds,
        without improvement on held-out rows; 0: no early stopping (at least 0)
    effort : {"normal", "high"}, default='normal'
        how thorough the fit is: high searches more widely, which may take several times as long
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; combine
        supports leaves, nodes, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        depth: int | None = None,
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
        effort: Literal["normal", "high"] = "normal",
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
    """The rules of a tree, trained as a small network and still readable.

    Dawer 2018: Neural Rule Ensembles, chapters 4 and 5.

    Parameters
    ----------
    depth : int, list of int or str, default=(4, 6, 8, 10)
        maximum depth of the tree that the rules come from; the best of several values is chosen on
        held-out rows (each 1 to 64)
    inputs : {"auto", "tree", "all"}, default='auto'
        columns that a rule's planes use: those of its tree, or all; auto: whichever is better on
        held-out rows
    form : {"plain", "deep"}, default='plain'
        shape of the rules: one layer, which makes them convex (plain), or two layers, which allow any
        shape (deep)
    ensemble : int, default=None
        networks that are averaged; all but the first start from trees grown on random samples; by
        default 5, or with a budget as many as allow 30 rules each (1 to 1,000)
    epochs : int, default=100
        maximum number of passes over the rows (at least 0)
    batch : int, default=128
        rows per step (at least 1)
    rate : float, default=0.01
        learning rate (1e-09 to 10)
    decay : {"none", "cosine"}, default='cosine'
        schedule of the learning rate: constant, or falling to 0 over the epochs along a cosine
    patience : int, default=30
        early stopping: training ends after this many epochs without improvement on held-out rows, with
        up to 5,000 rows or effort high; 0: no early stopping (at least 0)
    input_transform : {"auto", "standard", "rank", "mixed"}, default='auto'
        how numbers are scaled: to mean 0 and standard deviation 1, by rank, or the mean of both; auto:
        whichever is best on held-out rows
    weight_decay : float, default=0.0
        decoupled weight decay: each step multiplies the weights by 1 minus this times the learning rate
        (0 to 10)
    prune_speed : float, default=10.0
        how early rules in excess of the budget are dropped: 0 evenly over the first half of the epochs;
        larger values drop more of them early (at least 0)
    effort : {"normal", "high"}, default='normal'
        how thorough the fit is: high searches more widely, which may take several times as long
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; neural
        supports rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        effort: Literal["normal", "high"] = "normal",
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class NeuralClassifier(_Classifier):
    """The rules of a tree, trained as a small network and still readable.

    Dawer 2018: Neural Rule Ensembles, chapters 4 and 5.

    Parameters
    ----------
    depth : int, list of int or str, default=(4, 6, 8, 10)
        maximum depth of the tree that the rules come from; the best of several values is chosen on
        held-out rows (each 1 to 64)
    inputs : {"auto", "tree", "all"}, default='auto'
        columns that a rule's planes use: those of its tree, or all; auto: whichever is better on
        held-out rows
    form : {"plain", "deep"}, default='plain'
        shape of the rules: one layer, which makes them convex (plain), or two layers, which allow any
        shape (deep)
    ensemble : int, default=None
        networks that are averaged; all but the first start from trees grown on random samples; by
        default 5, or with a budget as many as allow 30 rules each (1 to 1,000)
    epochs : int, default=100
        maximum number of passes over the rows (at least 0)
    batch : int, default=128
        rows per step (at least 1)
    rate : float, default=0.01
        learning rate (1e-09 to 10)
    decay : {"none", "cosine"}, default='cosine'
        schedule of the learning rate: constant, or falling to 0 over the epochs along a cosine
    patience : int, default=30
        early stopping: training ends after this many epochs without improvement on held-out rows, with
        up to 5,000 rows or effort high; 0: no early stopping (at least 0)
    input_transform : {"auto", "standard", "rank", "mixed"}, default='auto'
        how numbers are scaled: to mean 0 and standard deviation 1, by rank, or the mean of both; auto:
        whichever is best on held-out rows
    weight_decay : float, default=0.0
        decoupled weight decay: each step multiplies the weights by 1 minus this times the learning rate
        (0 to 10)
    prune_speed : float, default=10.0
        how early rules in excess of the budget are dropped: 0 evenly over the first half of the epochs;
        larger values drop more of them early (at least 0)
    effort : {"normal", "high"}, default='normal'
        how thorough the fit is: high searches more widely, which may take several times as long
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; neural
        supports rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        effort: Literal["normal", "high"] = "normal",
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class RetRegressor(_Regressor):
    """A few trees chosen from many by annealing, with all their leaves refitted jointly.

    Dawer, Guo, Barbu 2020: Generating Compact Tree Ensembles via Annealing.

    Parameters
    ----------
    trees : int, default=None
        number of trees to select from; by default 5 per row, at most 3000 (at least 1)
    chains : int, default=30
        boosting runs that grow the trees, each from a random start; 1: a single run that starts from a
        constant (1 to 100,000)
    depths : int, list of int or str, default='2-7'
        maximum depths of the trees, one per boosting run, in turn (each 1 to 64)
    rate : float, default=0.3
        learning rate of the boosting: the fraction of its Newton step that a leaf takes (1e-06 to 1)
    l2 : float, default=1.0
        L2 regularisation of leaf values in the boosting: added to a leaf's sum of second derivatives
        (at least 0)
    min_weight : float, default=1.0
        minimum sum of the loss's second derivatives per leaf in the boosting (at least 0)
    start_spread : float, default=1.0
        standard deviation of the random starting scores; for regression, in standard deviations of the
        target (at least 0)
    pool : str or path, default=None
        a saved model whose trees are selected from; none are grown then, and the options above have no
        effect
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        loss to minimise; by default squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        L2 regularisation of the weights, in rows: each weight is pulled towards 0 as if by this many
        extra rows; the best of several values is chosen (each at least 0)
    levels : int, list of int or str, default=50
        number of sizes to try, on an exponential grid up to the budget (1: only the budget itself); or
        a list of sizes, up to the budget (each at least 1)
    choose : {"cv", "aic", "bic"}, default='cv'
        what size and shrinkage are chosen by: the loss on held-out rows or, without them,
        cross-validation (cv); or the information criterion of Akaike (aic) or Schwarz (bic) on the
        training rows
    folds : int, default=None
        folds of the cross-validation that chooses size and shrinkage; 1: a fifth of the rows is held
        out once instead; by default, if no held-out rows are given, 5 for up to 10,000 rows and 1 for
        more (1 to 1,000)
    effort : {"normal", "high"}, default='normal'
        how thorough the fit is: high searches more widely, which may take several times as long
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        how weights are fitted: Newton steps on blocks of them, gradient steps with momentum, or the
        paper's stochastic gradient steps
    iterations : int, default=150
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        annealing speed: how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        learning rate of sgd; by default 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    weigh : {"leaves", "trees"}, default='leaves'
        what is fitted: a value for every leaf, or one weight per tree (which needs a single chain)
    criterion : {"mean-square", "norm", "norm-per-leaf", "square-per-leaf"}, default=None
        how trees are ranked when some are dropped; by default mean-square for a budget in trees,
        square-per-leaf otherwise
    budget : str, default='100trees'
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; ret supports
        trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    trace : bool, default=False
        keep the objective after every epoch in `trace_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        choose: Literal["cv", "aic", "bic"] = "cv",
        folds: int | None = None,
        effort: Literal["normal", "high"] = "normal",
        solver: Literal["blocks", "momentum", "sgd"] = "blocks",
        iterations: int = 150,
        mu: float = 10.0,
        step: float | None = None,
        weigh: Literal["leaves", "trees"] = "leaves",
        criterion: Literal["mean-square", "norm", "norm-per-leaf", "square-per-leaf"] | None = None,
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
    """A few trees chosen from many by annealing, with all their leaves refitted jointly.

    Dawer, Guo, Barbu 2020: Generating Compact Tree Ensembles via Annealing.

    Parameters
    ----------
    trees : int, default=None
        number of trees to select from; by default 5 per row, at most 3000 (at least 1)
    chains : int, default=30
        boosting runs that grow the trees, each from a random start; 1: a single run that starts from a
        constant (1 to 100,000)
    depths : int, list of int or str, default='2-7'
        maximum depths of the trees, one per boosting run, in turn (each 1 to 64)
    rate : float, default=0.3
        learning rate of the boosting: the fraction of its Newton step that a leaf takes (1e-06 to 1)
    l2 : float, default=1.0
        L2 regularisation of leaf values in the boosting: added to a leaf's sum of second derivatives
        (at least 0)
    min_weight : float, default=1.0
        minimum sum of the loss's second derivatives per leaf in the boosting (at least 0)
    start_spread : float, default=1.0
        standard deviation of the random starting scores; for regression, in standard deviations of the
        target (at least 0)
    pool : str or path, default=None
        a saved model whose trees are selected from; none are grown then, and the options above have no
        effect
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        loss to minimise; by default squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        L2 regularisation of the weights, in rows: each weight is pulled towards 0 as if by this many
        extra rows; the best of several values is chosen (each at least 0)
    levels : int, list of int or str, default=50
        number of sizes to try, on an exponential grid up to the budget (1: only the budget itself); or
        a list of sizes, up to the budget (each at least 1)
    choose : {"cv", "aic", "bic"}, default='cv'
        what size and shrinkage are chosen by: the loss on held-out rows or, without them,
        cross-validation (cv); or the information criterion of Akaike (aic) or Schwarz (bic) on the
        training rows
    folds : int, default=None
        folds of the cross-validation that chooses size and shrinkage; 1: a fifth of the rows is held
        out once instead; by default, if no held-out rows are given, 5 for up to 10,000 rows and 1 for
        more (1 to 1,000)
    effort : {"normal", "high"}, default='normal'
        how thorough the fit is: high searches more widely, which may take several times as long
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        how weights are fitted: Newton steps on blocks of them, gradient steps with momentum, or the
        paper's stochastic gradient steps
    iterations : int, default=150
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        annealing speed: how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        learning rate of sgd; by default 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    weigh : {"leaves", "trees"}, default='leaves'
        what is fitted: a value for every leaf, or one weight per tree (which needs a single chain)
    criterion : {"mean-square", "norm", "norm-per-leaf", "square-per-leaf"}, default=None
        how trees are ranked when some are dropped; by default mean-square for a budget in trees,
        square-per-leaf otherwise
    budget : str, default='100trees'
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; ret supports
        trees, nodes, leaves, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    trace : bool, default=False
        keep the objective after every epoch in `trace_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        choose: Literal["cv", "aic", "bic"] = "cv",
        folds: int | None = None,
        effort: Literal["normal", "high"] = "normal",
        solver: Literal["blocks", "momentum", "sgd"] = "blocks",
        iterations: int = 150,
        mu: float = 10.0,
        step: float | None = None,
        weigh: Literal["leaves", "trees"] = "leaves",
        criterion: Literal["mean-square", "norm", "norm-per-leaf", "square-per-leaf"] | None = None,
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
    """A few readable rules, chosen from the leaves of many trees by annealing.

    Dawer 2018: Neural Rule Ensembles, chapter 3.

    Parameters
    ----------
    trees : int, default=300
        number of trees to take rules from (at least 1)
    chains : int, default=30
        boosting runs that grow the trees, each from a random start; 1: a single run that starts from a
        constant (1 to 100,000)
    depths : int, list of int or str, default='2-5'
        maximum depths of the trees, one per boosting run, in turn (each 1 to 64)
    rate : float, default=0.3
        learning rate of the boosting: the fraction of its Newton step that a leaf takes (1e-06 to 1)
    l2 : float, default=1.0
        L2 regularisation of leaf values in the boosting: added to a leaf's sum of second derivatives
        (at least 0)
    min_weight : float, default=1.0
        minimum sum of the loss's second derivatives per leaf in the boosting (at least 0)
    start_spread : float, default=1.0
        standard deviation of the random starting scores; for regression, in standard deviations of the
        target (at least 0)
    pool : str or path, default=None
        a saved model whose trees are selected from; none are grown then, and the options above have no
        effect
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        loss to minimise; by default squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        L2 regularisation of the weights, in rows: each weight is pulled towards 0 as if by this many
        extra rows; the best of several values is chosen (each at least 0)
    levels : int, list of int or str, default=50
        number of sizes to try, on an exponential grid up to the budget (1: only the budget itself); or
        a list of sizes, up to the budget (each at least 1)
    choose : {"cv", "aic", "bic"}, default='cv'
        what size and shrinkage are chosen by: the loss on held-out rows or, without them,
        cross-validation (cv); or the information criterion of Akaike (aic) or Schwarz (bic) on the
        training rows
    folds : int, default=None
        folds of the cross-validation that chooses size and shrinkage; 1: a fifth of the rows is held
        out once instead; by default, if no held-out rows are given, 5 for up to 10,000 rows and 1 for
        more (1 to 1,000)
    effort : {"normal", "high"}, default='normal'
        how thorough the fit is: high searches more widely, which may take several times as long
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        how weights are fitted: Newton steps on blocks of them, gradient steps with momentum, or the
        paper's stochastic gradient steps
    iterations : int, default=150
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        annealing speed: how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        learning rate of sgd; by default 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    rank : {"weights", "margin", "hinge"}, default='weights'
        what decides which rules stay: the weights that annealing gives them; or for two classes, as a
        baseline, a static ranking by margin or hinge loss of each rule alone, of which the first are
        fitted
    exchange : int, default=2
        after annealing, rounds in which each of up to 100 rules gives way to a better one, if there is
        any; 0: none (0 to 1,000)
    overlap : float, default=0.5
        how much two of up to 100 rules that pull in opposite directions may overlap: the rows that both
        cover, as a share of those that either covers; 1: any (0 to 1)
    budget : str, default='50rules'
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; rules
        supports rules, trees, nodes, leaves, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    trace : bool, default=False
        keep the objective after every epoch in `trace_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        choose: Literal["cv", "aic", "bic"] = "cv",
        folds: int | None = None,
        effort: Literal["normal", "high"] = "normal",
        solver: Literal["blocks", "momentum", "sgd"] = "blocks",
        iterations: int = 150,
        mu: float = 10.0,
        step: float | None = None,
        rank: Literal["weights", "margin", "hinge"] = "weights",
        exchange: int = 2,
        overlap: float = 0.5,
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
    """A few readable rules, chosen from the leaves of many trees by annealing.

    Dawer 2018: Neural Rule Ensembles, chapter 3.

    Parameters
    ----------
    trees : int, default=300
        number of trees to take rules from (at least 1)
    chains : int, default=30
        boosting runs that grow the trees, each from a random start; 1: a single run that starts from a
        constant (1 to 100,000)
    depths : int, list of int or str, default='2-5'
        maximum depths of the trees, one per boosting run, in turn (each 1 to 64)
    rate : float, default=0.3
        learning rate of the boosting: the fraction of its Newton step that a leaf takes (1e-06 to 1)
    l2 : float, default=1.0
        L2 regularisation of leaf values in the boosting: added to a leaf's sum of second derivatives
        (at least 0)
    min_weight : float, default=1.0
        minimum sum of the loss's second derivatives per leaf in the boosting (at least 0)
    start_spread : float, default=1.0
        standard deviation of the random starting scores; for regression, in standard deviations of the
        target (at least 0)
    pool : str or path, default=None
        a saved model whose trees are selected from; none are grown then, and the options above have no
        effect
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        loss to minimise; by default squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        L2 regularisation of the weights, in rows: each weight is pulled towards 0 as if by this many
        extra rows; the best of several values is chosen (each at least 0)
    levels : int, list of int or str, default=50
        number of sizes to try, on an exponential grid up to the budget (1: only the budget itself); or
        a list of sizes, up to the budget (each at least 1)
    choose : {"cv", "aic", "bic"}, default='cv'
        what size and shrinkage are chosen by: the loss on held-out rows or, without them,
        cross-validation (cv); or the information criterion of Akaike (aic) or Schwarz (bic) on the
        training rows
    folds : int, default=None
        folds of the cross-validation that chooses size and shrinkage; 1: a fifth of the rows is held
        out once instead; by default, if no held-out rows are given, 5 for up to 10,000 rows and 1 for
        more (1 to 1,000)
    effort : {"normal", "high"}, default='normal'
        how thorough the fit is: high searches more widely, which may take several times as long
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        how weights are fitted: Newton steps on blocks of them, gradient steps with momentum, or the
        paper's stochastic gradient steps
    iterations : int, default=150
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        annealing speed: how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        learning rate of sgd; by default 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    rank : {"weights", "margin", "hinge"}, default='weights'
        what decides which rules stay: the weights that annealing gives them; or for two classes, as a
        baseline, a static ranking by margin or hinge loss of each rule alone, of which the first are
        fitted
    exchange : int, default=2
        after annealing, rounds in which each of up to 100 rules gives way to a better one, if there is
        any; 0: none (0 to 1,000)
    overlap : float, default=0.5
        how much two of up to 100 rules that pull in opposite directions may overlap: the rows that both
        cover, as a share of those that either covers; 1: any (0 to 1)
    budget : str, default='50rules'
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; rules
        supports rules, trees, nodes, leaves, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    trace : bool, default=False
        keep the objective after every epoch in `trace_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        choose: Literal["cv", "aic", "bic"] = "cv",
        folds: int | None = None,
        effort: Literal["normal", "high"] = "normal",
        solver: Literal["blocks", "momentum", "sgd"] = "blocks",
        iterations: int = 150,
        mu: float = 10.0,
        step: float | None = None,
        rank: Literal["weights", "margin", "hinge"] = "weights",
        exchange: int = 2,
        overlap: float = 0.5,
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
        loss to minimise; by default squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        L2 regularisation of the weights, in rows: each weight is pulled towards 0 as if by this many
        extra rows; the best of several values is chosen (each at least 0)
    levels : int, list of int or str, default=50
        number of sizes to try, on an exponential grid up to the budget (1: only the budget itself); or
        a list of sizes, up to the budget (each at least 1)
    choose : {"cv", "aic", "bic"}, default='cv'
        what size and shrinkage are chosen by: the loss on held-out rows or, without them,
        cross-validation (cv); or the information criterion of Akaike (aic) or Schwarz (bic) on the
        training rows
    folds : int, default=None
        folds of the cross-validation that chooses size and shrinkage; 1: a fifth of the rows is held
        out once instead; by default, if no held-out rows are given, 5 for up to 10,000 rows and 1 for
        more (1 to 1,000)
    effort : {"normal", "high"}, default='normal'
        how thorough the fit is: high searches more widely, which may take several times as long
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        how weights are fitted: Newton steps on blocks of them, gradient steps with momentum, or the
        paper's stochastic gradient steps
    iterations : int, default=150
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        annealing speed: how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        learning rate of sgd; by default 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; linear
        supports features, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    trace : bool, default=False
        keep the objective after every epoch in `trace_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        choose: Literal["cv", "aic", "bic"] = "cv",
        folds: int | None = None,
        effort: Literal["normal", "high"] = "normal",
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
        loss to minimise; by default squared for regression, logistic for two classes, softmax for more
    shrinkage : float, list of float or str, default=(3.0, 10.0, 30.0, 100.0, 300.0)
        L2 regularisation of the weights, in rows: each weight is pulled towards 0 as if by this many
        extra rows; the best of several values is chosen (each at least 0)
    levels : int, list of int or str, default=50
        number of sizes to try, on an exponential grid up to the budget (1: only the budget itself); or
        a list of sizes, up to the budget (each at least 1)
    choose : {"cv", "aic", "bic"}, default='cv'
        what size and shrinkage are chosen by: the loss on held-out rows or, without them,
        cross-validation (cv); or the information criterion of Akaike (aic) or Schwarz (bic) on the
        training rows
    folds : int, default=None
        folds of the cross-validation that chooses size and shrinkage; 1: a fifth of the rows is held
        out once instead; by default, if no held-out rows are given, 5 for up to 10,000 rows and 1 for
        more (1 to 1,000)
    effort : {"normal", "high"}, default='normal'
        how thorough the fit is: high searches more widely, which may take several times as long
    solver : {"blocks", "momentum", "sgd"}, default='blocks'
        how weights are fitted: Newton steps on blocks of them, gradient steps with momentum, or the
        paper's stochastic gradient steps
    iterations : int, default=150
        epochs of the annealing run (at least 1)
    mu : float, default=10.0
        annealing speed: how fast the schedule drops candidates; 10 to 20 works well (at least 0)
    step : float, default=None
        learning rate of sgd; by default 0.001, or 0.00002 for the squared loss (1e-12 to 1,000)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; linear
        supports features, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    trace : bool, default=False
        keep the objective after every epoch in `trace_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        choose: Literal["cv", "aic", "bic"] = "cv",
        folds: int | None = None,
        effort: Literal["normal", "high"] = "normal",
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
    """Adds the best split anywhere, refits all leaves jointly, exchanges useless ones.

    Espalier's own, combining ideas from the papers of the other methods.

    Parameters
    ----------
    gamma : float, list of float or str, default=None
        regularisation of split gains, in rows: each side of a split is judged as if it had this many
        extra rows that favour no change; the best of several values is chosen; by default from a
        built-in list, on held-out rows (each at least 0)
    ridge : float, list of float or str, default=None
        L2 regularisation of leaf values in the refits during growth, in rows: each value is pulled
        towards 0 as if by this many extra rows; the best of several values is chosen; by default from a
        built-in list, on held-out rows (each at least 0)
    refit : float, list of float or str, default=None
        L2 regularisation of leaf values in the final refit, in rows as for ridge; the best of several
        values is chosen, or no refit if that is better; by default from a list that runs from 3000 down
        to 0.2 (each at least 0)
    leaves : int, list of int or str, default=None
        maximum leaves per tree; the best of several values is chosen; by default from a built-in list
        (each 2 to 65,535)
    depth : int, default=None
        maximum depth of a tree; unlimited by default (1 to 1,000)
    trees : int, default=None
        maximum number of trees; by default limited by the budget alone (at least 1)
    tree_classes : {"all", "one"}, default=None
        several classes: whether the leaves of a tree have a value for each of them, or only for one; by
        default all, or with a budget in bytes what does better on held-out rows
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        loss to minimise; by default squared for regression, logistic for two classes, softmax for more
    min_rows : int, default=None
        minimum training rows per leaf; by default 5, or 3 for several classes (at least 1)
    bins : int, default=255
        maximum number of bins per column (2 to 255)
    new_root : float, list of float or str, default=None
        factor on the gain of a new tree's first split when it competes with splits of existing trees;
        the best of several values is chosen, by default the better of 0.5 and 1 (each 0.01 to 100)
    swap : int, default=None
        maximum number of times that the forest grows by half of its size and is pruned back; by default
        3 for budgets of up to 64 leaves, 0 for larger ones (0 to 100)
    search : int, default=None
        rounds of local search, each of which removes a part and grows another; by default 60 for
        budgets of up to 64 leaves, 0 for larger ones (at least 0)
    rows : int, default=50000
        maximum number of rows to grow on: from a larger table this many are sampled, plus a quarter as
        many to choose settings on, and all rows are used for the last refit (not with increasing or
        decreasing columns) (at least 100)
    increasing : list of columns, default=None
        columns in which the score must never decrease (monotone constraint)
    decreasing : list of columns, default=None
        columns in which the score must never increase (monotone constraint)
    from_model : str or path, default=None
        a saved forest to start from: it is grown further or, if it is over the budget, refitted and
        pruned
    budget : str, default='256leaves'
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; graft
        supports leaves, nodes, trees, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        tree_classes: Literal["all", "one"] | None = None,
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
    """Adds the best split anywhere, refits all leaves jointly, exchanges useless ones.

    Espalier's own, combining ideas from the papers of the other methods.

    Parameters
    ----------
    gamma : float, list of float or str, default=None
        regularisation of split gains, in rows: each side of a split is judged as if it had this many
        extra rows that favour no change; the best of several values is chosen; by default from a
        built-in list, on held-out rows (each at least 0)
    ridge : float, list of float or str, default=None
        L2 regularisation of leaf values in the refits during growth, in rows: each value is pulled
        towards 0 as if by this many extra rows; the best of several values is chosen; by default from a
        built-in list, on held-out rows (each at least 0)
    refit : float, list of float or str, default=None
        L2 regularisation of leaf values in the final refit, in rows as for ridge; the best of several
        values is chosen, or no refit if that is better; by default from a list that runs from 3000 down
        to 0.2 (each at least 0)
    leaves : int, list of int or str, default=None
        maximum leaves per tree; the best of several values is chosen; by default from a built-in list
        (each 2 to 65,535)
    depth : int, default=None
        maximum depth of a tree; unlimited by default (1 to 1,000)
    trees : int, default=None
        maximum number of trees; by default limited by the budget alone (at least 1)
    tree_classes : {"all", "one"}, default=None
        several classes: whether the leaves of a tree have a value for each of them, or only for one; by
        default all, or with a budget in bytes what does better on held-out rows
    loss : {"squared", "logistic", "softmax", "hinge"}, default=None
        loss to minimise; by default squared for regression, logistic for two classes, softmax for more
    min_rows : int, default=None
        minimum training rows per leaf; by default 5, or 3 for several classes (at least 1)
    bins : int, default=255
        maximum number of bins per column (2 to 255)
    new_root : float, list of float or str, default=None
        factor on the gain of a new tree's first split when it competes with splits of existing trees;
        the best of several values is chosen, by default the better of 0.5 and 1 (each 0.01 to 100)
    swap : int, default=None
        maximum number of times that the forest grows by half of its size and is pruned back; by default
        3 for budgets of up to 64 leaves, 0 for larger ones (0 to 100)
    search : int, default=None
        rounds of local search, each of which removes a part and grows another; by default 60 for
        budgets of up to 64 leaves, 0 for larger ones (at least 0)
    rows : int, default=50000
        maximum number of rows to grow on: from a larger table this many are sampled, plus a quarter as
        many to choose settings on, and all rows are used for the last refit (not with increasing or
        decreasing columns) (at least 100)
    increasing : list of columns, default=None
        columns in which the score must never decrease (monotone constraint)
    decreasing : list of columns, default=None
        columns in which the score must never increase (monotone constraint)
    from_model : str or path, default=None
        a saved forest to start from: it is grown further or, if it is over the budget, refitted and
        pruned
    budget : str, default='256leaves'
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; graft
        supports leaves, nodes, trees, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        tree_classes: Literal["all", "one"] | None = None,
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
    """The best on held-out rows of graft, boost, gif and ret (and rules, for a budget in rules).

    Espalier's own.

    Parameters
    ----------
    time : str or float, default='5m'
        time limit: once it has passed, no further candidate is tried, and the best so far (or else the
        first) is fitted to all rows
    candidates : one or a list of {"graft", "rules", "boost", "gif", "ret"}, default=None
        methods to try, in this order; by default all that support the budget (rules only if the budget
        is in rules)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; auto
        supports leaves, nodes, trees, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

    Attributes
    ----------
    model_ : Model
        The trained model: `to_bytes()`, `size`, `features`.
    size_ : dict
        Trees, nodes, leaves, rules, features and bytes.
    n_features_in_ : int
        The number of columns of the training data.
    feature_names_in_ : array of str
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...

class AutoClassifier(_Classifier):
    """The best on held-out rows of graft, boost, gif and ret (and rules, for a budget in rules).

    Espalier's own.

    Parameters
    ----------
    time : str or float, default='5m'
        time limit: once it has passed, no further candidate is tried, and the best so far (or else the
        first) is fitted to all rows
    candidates : one or a list of {"graft", "rules", "boost", "gif", "ret"}, default=None
        methods to try, in this order; by default all that support the budget (rules only if the budget
        is in rules)
    budget : str, default=None
        maximum size of the model, for example "16KB", "200nodes", "64leaves" or "10trees"; auto
        supports leaves, nodes, trees, rules, bytes
    categorical : list of columns, default=None
        names or positions of columns whose numbers are categories; text columns and categorical columns
        of data frames are categories anyway
    valid : float, default=None
        fraction of the rows that is held out to choose the model on, if `eval_set` is not given; 0.2 by
        default if the options need held-out rows, else 0
    class_weight : "balanced" or dict, default=None
        give every class the same total weight in training, or the weights in the dict
    path : bool, default=False
        measure the intermediate models, and keep their sizes and errors in `path_`
    random_state : int, RandomState or None, default=1
        seed of all random draws; fits are reproducible by default
    n_jobs : int, default=None
        number of threads, all cores by default; never changes a result
    progress : bool, default=False
        show a progress bar while training

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
        Their names, if the data had names.
    feature_importances_ : array of shape (n_features_in_,)
        The share of each column in the gain of all splits; with a budget in bytes, in the number of splits.
    rounds_, path_, trace_, out_of_bag_ : dict, list of dicts, list of dicts, dict
        The boosting rounds; the intermediate models (with `path=True`); the epochs (with `trace=True`); the out-of-bag
        error of a forest. Each is present only if the method provides it.

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
        budget: str | None = None,
        categorical: str | Sequence[str | int] | None = None,
        valid: float | None = None,
        class_weight: Literal["balanced"] | Mapping[Any, float] | None = None,
        path: bool = False,
        random_state: int | np.random.RandomState | None = 1,
        n_jobs: int | None = None,
        progress: bool = False,
    ) -> None: ...
