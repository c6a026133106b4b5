from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


version: str = '0.1.0'

class OptionInfo:
    """One option of a method."""

    @property
    def name(self) -> str:
        """as on the command line, with hyphens"""

    @property
    def type(self) -> str:
        """
        integer, number, choice, flag, columns, integers, numbers, file, duration, words
        """

    @property
    def default(self) -> str:
        """as text; empty if there is none"""

    @property
    def low(self) -> float: ...

    @property
    def high(self) -> float: ...

    @property
    def choices(self) -> list[str]: ...

    @property
    def help(self) -> str: ...

class Method:
    """A training method, from the registry."""

    @property
    def name(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def source(self) -> str:
        """the paper"""

    @property
    def options(self) -> list[OptionInfo]: ...

    @property
    def presets(self) -> list[str]:
        """their names"""

    def preset_options(self, preset: str) -> dict[str, str]:
        """the options of a preset, as texts by name"""

    @property
    def budgets(self) -> list[str]:
        """the units that a budget may be in"""

    @property
    def default_budget(self) -> str | None: ...

    @property
    def uses_validation(self) -> bool: ...

    @property
    def several_targets(self) -> bool:
        """whether it fits models of several targets"""

    @property
    def gives_path(self) -> bool: ...

    @property
    def gives_trace(self) -> bool: ...

def methods() -> list[Method]:
    """All methods, in the registry's order."""

class Table:
    """Columns that refer to arrays without a copy."""

    def __init__(self, rows: int) -> None: ...

    def add_matrix(self, matrix: Annotated[NDArray, dict(device='cpu', writable=False)], names: Sequence[str]) -> None:
        """
        The columns of a float32 or float64 array of two axes; without names they are x1, x2, …
        """

    def add_numbers(self, name: str, values: Annotated[NDArray, dict(device='cpu', writable=False)]) -> None: ...

    def add_categories(self, name: str, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), device='cpu', writable=False)], labels: Sequence[str]) -> None: ...

    @property
    def labels(self) -> dict[str, list[str]]:
        """labels of the categorical columns, by name"""

class Target:
    """The values to predict, and the weight of each row."""

def regression_target(names: Sequence[str], values: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> Target: ...

def class_target(name: str, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), device='cpu', writable=False)], labels: Sequence[str], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)] | None = None) -> Target: ...

def encode(cells: Sequence[object], text_of: Callable[[object], str | None]) -> tuple[NDArray[numpy.int32], list[str]]:
    """
    Labels as codes and the texts that these stand for; -1 for a missing label.
    """

def recode(codes: NDArray[numpy.int32], labels: Sequence[str], known: Sequence[str] | None = None) -> tuple[NDArray[numpy.int32], list[str]]:
    """
    Codes into the labels that occur, in order of their bytes, or into known labels.
    """

def generate(name: str, rows: int, seed: int, noise: float | None = None) -> tuple[NDArray[numpy.float32], NDArray]: ...

def generators() -> list[str]: ...

class Feature:
    """A column that a model uses."""

    @property
    def name(self) -> str: ...

    @property
    def numeric(self) -> bool: ...

    @property
    def labels(self) -> list[str]: ...

    @property
    def exact_name(self) -> str:
        """with bytes that are not UTF-8 as Python's os module has them"""

    @property
    def exact_labels(self) -> list[str]:
        """likewise"""

    @property
    def spellings(self) -> list[str]:
        """the names by which a data frame may have the column"""

class Model:
    """A trained model, as a file holds it."""

    @staticmethod
    def from_bytes(bytes: bytes, name: str = 'the bytes') -> Model: ...

    def to_bytes(self) -> bytes:
        """The contents of a model file."""

    def __repr__(self) -> str: ...

    def __eq__(self, arg: Model, /) -> bool: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

    def save(self, path: str) -> None: ...

    @property
    def regression(self) -> bool: ...

    @property
    def linear(self) -> bool:
        """whether it is a sum over columns and not over trees"""

    @property
    def neural(self) -> bool:
        """whether it is a sum over neural rules and not over trees"""

    @property
    def scores_are_probabilities(self) -> bool: ...

    @property
    def targets(self) -> list[str]:
        """the names of the targets, usually one"""

    @property
    def classes(self) -> list[str]: ...

    @property
    def exact_classes(self) -> list[str]:
        """with bytes that are not UTF-8 as Python's os module has them"""

    @property
    def features(self) -> list[Feature]:
        """the features that the model uses, and no others"""

    @property
    def method(self) -> str:
        """the method that trained it; empty if that is not recorded"""

    @property
    def settings(self) -> list[tuple[str, str]]:
        """options, budget and seed, as far as recorded"""

    @property
    def size(self) -> dict: ...

    def stripped(self) -> Model:
        """the model with only what prediction needs"""

    def at_stage(self, nodes: int) -> Model:
        """
        the model as it was with this many nodes, roots included; for methods that add one node after another
        """

    @property
    def intercept(self) -> list[float]:
        """the start of the sum of the scores, one number per output"""

    def rules(self) -> list:
        """dicts, in the form of Estimator.rules"""

    def depths(self) -> dict:
        """the number of trees of each depth"""

    def importances(self) -> list:
        """
        (name, share of gain, splits) of each feature; for a linear model, of |weight| x spread, and terms; for neural rules, of |value| x spread x |weight|, and hyperplanes
        """

    def export(self, format: str) -> str: ...

    def table(self, matrix: Annotated[NDArray, dict(device='cpu', writable=False)], positions: Sequence[int]) -> Table:
        """
        The columns of an array that hold the model's features, all of them numeric.
        """

    def scores(self, table: Table, threads: int) -> object:
        """rows × outputs, before the link"""

    def probabilities(self, table: Table, threads: int) -> object:
        """rows × classes"""

    def most_probable(self, table: Table, threads: int) -> object:
        """rows × 1: class codes"""

    def terminals(self, table: Table, threads: int) -> object:
        """rows × trees: the leaf that a row reaches"""

def threshold_text(threshold: float) -> str:
    """A threshold as texts and pictures show it."""

def readable(text: str) -> str:
    """The text without the code points that stand for bytes."""

export_formats: list = ['text', 'rules', 'dot', 'json']

class Row:
    """Predicts one row at a time."""

    def __init__(self, model: Model, positions: Sequence[int], width: int, text_of: Callable) -> None: ...

    def score(self, row: object) -> float: ...

    def values(self, row: object) -> object: ...

    def most_probable(self, row: object) -> int: ...

    def probabilities(self, row: object) -> object: ...

class Settings:
    """The settings of a fit, apart from the data."""

    def __init__(self) -> None: ...

    @property
    def options(self) -> dict[str, str]: ...

    @options.setter
    def options(self, arg: Mapping[str, str], /) -> None: ...

    @property
    def budget(self) -> str | None: ...

    @budget.setter
    def budget(self, arg: str | None, /) -> None: ...

    @property
    def valid(self) -> float | None: ...

    @valid.setter
    def valid(self, arg: float | None, /) -> None: ...

    @property
    def balanced(self) -> bool: ...

    @balanced.setter
    def balanced(self, arg: bool, /) -> None: ...

    @property
    def path(self) -> bool: ...

    @path.setter
    def path(self, arg: bool, /) -> None: ...

    @property
    def trace(self) -> bool: ...

    @trace.setter
    def trace(self, arg: bool, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

class Fitted:
    """The result of a fit."""

    @property
    def model(self) -> Model: ...

    @property
    def path(self) -> list: ...

    @property
    def trace(self) -> list: ...

    @property
    def rounds(self) -> object: ...

    @property
    def out_of_bag(self) -> object: ...

    @property
    def warnings(self) -> list[str]: ...

def fit(method: str, table: Table, target: Target, validation_table: Table | None, validation_target: Target | None, settings: Settings, show: object | None) -> Fitted:
    """Trains a model; the targets are used up."""

def compact(model: Model, table: Table, target: Target, validation_table: Table | None, validation_target: Target | None, settings: Settings, rows: int, show: object | None) -> Fitted:
    """Makes a forest smaller; the targets are used up."""

def stop_all() -> None:
    """
    Stops every running fit and prediction, and waits until they have ended.
    """
