"""Columns of numbers from the data of a picture: a CSV file, a data frame, a dict of columns, or a list of dicts."""

from __future__ import annotations

import csv
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

Columns = dict[str, list[Any]]  # numbers or None; words where they are asked for


def columns_of(source: Any, needed: Sequence[str], what: str, words: Sequence[str] = ()) -> Columns:
    """Every column by name; an empty cell is None. An error if a needed column is missing.

    Cells are numbers, but those of the columns that `words` names stay as they are.
    """
    if isinstance(source, (str, os.PathLike)):
        with Path(source).open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
    elif isinstance(source, Mapping):
        columns = {str(name): list(values) for name, values in source.items()}
    elif hasattr(source, "columns"):  # a data frame, of whatever library
        columns = {str(name): list(source[name]) for name in source.columns}
    elif isinstance(source, Sequence) and all(isinstance(row, Mapping) for row in source):
        columns = {name: [row.get(name) for row in source] for name in (source[0] if source else ())}
    else:
        raise TypeError(f"{what} takes a CSV file, a data frame, or dicts, got {type(source).__name__}")
    if not columns or not next(iter(columns.values())):
        raise ValueError(f"{what}: there are no rows to draw")
    for name in needed:
        if name not in columns:
            raise ValueError(f'{what} needs a column "{name}", got {", ".join(columns)}')
    return {name: cells if name in words else [_number(cell) for cell in cells] for name, cells in columns.items()}


def _number(cell: Any) -> float | None:
    if cell is None or cell == "":
        return None
    try:
        value = float(cell)
    except (TypeError, ValueError):
        return None  # a column of words beside those that are drawn
    return None if value != value else value
