"""Parameter values: checked, and converted to the form that the core takes and back from a model file."""

from __future__ import annotations

import csv
import itertools
import numbers
import os

import joblib
import numpy as np
from sklearn.utils import check_random_state

from ._options import PARSE, default_of, python_name

MOST_THREADS = 256  # results never depend on them
MOST_LISTED = 10_000  # as many as the core takes


def to_text(method, estimator, columns):
    """The options that are not at their defaults, as texts."""
    values = {}
    for option in method.options:
        value = getattr(estimator, python_name(option))
        # Lists are compared by the core: arrays cannot be here, and a range has more than one spelling.
        if value is not None and (option.type in TEXT_OF or value != default_of(option)):
            values[option.name] = _text(option, value, columns)
    return values


def restore(estimator, settings):
    """The parameters that a model file records."""
    options = {option.name: option for option in estimator._method.options} if settings else {}
    for name, text in settings:
        if name == "seed":
            estimator.random_state = int(text)
        elif name == "budget":
            estimator.budget = text
        elif name in options:
            setattr(estimator, python_name(options[name]), _parsed(options[name], text))


def preset_parameters(method, preset):
    """The parameters that a preset of the method sets."""
    texts = method.preset_options(preset)
    return {
        python_name(option): _parsed(option, texts[option.name]) for option in method.options if option.name in texts
    }


def _parsed(option, text):
    return next(csv.reader([text])) if option.type == "columns" else PARSE[option.type](text)


def _text(option, value, columns):
    if option.type == "flag":
        return str(value).lower()
    if option.type in TEXT_OF:
        return TEXT_OF[option.type](python_name(option), value, columns)
    return _number_text(value) if _is_number(value) else str(value)


def _columns_text(parameter, value, columns):
    names = column_names(parameter, value, columns)
    # In quotes, as in CSV, where a list of names could be taken for another one.
    if any("," in name or '"' in name or name != name.strip(" ") for name in columns):
        names = ['"' + name.replace('"', '""') + '"' for name in names]
    return ",".join(names)


def _list_text(parameter, value, _):
    if isinstance(value, str):
        return value
    given = [value] if not np.iterable(value) else list(itertools.islice(value, MOST_LISTED + 1))
    if not all(_is_number(item) for item in given):
        raise ValueError(f'{parameter} must be a number, a list of numbers or a text such as "1,5,20", got {value!r}')
    return ",".join(_number_text(item) for item in given)


def _file_text(parameter, value, _):
    if not isinstance(value, (str, os.PathLike)):
        raise ValueError(f"{parameter} must be the name of a file, got {value!r}")
    return os.fsdecode(value)


def _words_text(parameter, value, _):
    given = [value] if isinstance(value, str) else value
    if not np.iterable(given) or not all(isinstance(item, str) for item in given):
        raise ValueError(f"{parameter} must be a word or a list of words, got {value!r}")
    return ",".join(given)


# The types of options whose texts depend on more than the value's own type.
TEXT_OF = {
    "columns": _columns_text,
    "integers": _list_text,
    "numbers": _list_text,
    "file": _file_text,
    "words": _words_text,
}


def _number_text(value):
    return str(int(value)) if _is_whole(value) else repr(float(value))


def _is_number(value):
    return isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))


def _is_whole(value):
    return isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_))


def column_names(parameter, value, columns):
    """Columns given by name, by position or by a mask, as names that X has."""
    given = [value] if isinstance(value, str) or _is_whole(value) else list(value)
    if given and all(isinstance(item, (bool, np.bool_)) for item in given):
        if len(given) != len(columns):
            raise ValueError(f"{parameter} is a mask of {len(given)} columns, but X has {len(columns)}")
        return [name for name, chosen in zip(columns, given, strict=True) if chosen]
    return [_column_name(parameter, item, columns) for item in given]


def _column_name(parameter, column, columns):
    if _is_whole(column):
        if not -len(columns) <= column < len(columns):
            raise ValueError(f"{parameter} names column {column}, but X has {len(columns)}")
        return columns[column]
    if column not in columns:
        raise ValueError(f'{parameter} names the column "{column}", which X does not have')
    return column


def categorical_columns(value, columns):
    return [] if value is None else column_names("categorical", value, columns)


def fraction(parameter, value):
    if value is None or (isinstance(value, numbers.Real) and 0 < value < 1):
        return None if value is None else float(value)
    raise ValueError(f"{parameter} must be a fraction in (0, 1), got {value!r}")


def seed(random_state):
    if _is_whole(random_state):
        if not 0 <= random_state < 2**64:
            raise ValueError(f"random_state must be in [0, 2**64), got {random_state}")
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31))


def threads(n_jobs):
    """The core's number of threads; 0 is all. Without n_jobs, OMP_NUM_THREADS decides, which joblib's loky sets."""
    if n_jobs is None:
        limit = os.environ.get("OMP_NUM_THREADS", "")
        return min(int(limit), MOST_THREADS) if limit.isdecimal() else 0
    if not _is_whole(n_jobs) or n_jobs == 0:
        raise ValueError(f"n_jobs must be a whole number other than 0, or None, got {n_jobs!r}")
    return 0 if n_jobs == -1 else min(joblib.effective_n_jobs(int(n_jobs)), MOST_THREADS)


def class_weights(given, classes):
    """The weight of each class from a dict; 1 for those that it does not name."""
    known = classes.tolist()
    for label in given:
        if label not in known:
            raise ValueError(f"class_weight names the class {label!r}, which y does not hold")
    return np.array([float(given.get(label, 1)) for label in known])
