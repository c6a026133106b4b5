"""Raw results as CSV, one line a run: a script that is started again goes on where it stopped."""

import csv
import statistics


class RawResults:
    """Lines with the fields of `key`, which name a run, and those of `values`, what it gave."""

    def __init__(self, path, key, values):
        self.path, self.key, self.values = path, key, values
        self.rows = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            with open(path, newline="") as file:
                for row in csv.DictReader(file):
                    self.rows[tuple(row[name] for name in key)] = row
        else:
            self._append([*key, *values])

    def _append(self, cells):
        with open(self.path, "a", newline="") as file:
            csv.writer(file, lineterminator="\n").writerow(cells)

    def has(self, key):
        return tuple(map(str, key)) in self.rows

    def measured(self, key, measure):
        """The run's values, by `measure()` if they are not there yet."""
        key = tuple(map(str, key))
        if key not in self.rows:
            values = measure()
            row = dict(zip(self.key, key)) | {name: str(values[name]) for name in self.values}
            self._append([row[name] for name in (*self.key, *self.values)])
            self.rows[key] = row
        return self.rows[key]

    def numbers(self, name, **chosen):
        """A value of all runs whose keys are as chosen, in the order of the file."""
        chosen = {field: str(value) for field, value in chosen.items()}
        rows = (row for row in self.rows.values() if chosen.items() <= row.items())
        return [float(row[name]) for row in rows]


def mean_sd(numbers, digits=2):
    if not numbers:
        return "–"
    text = f"{statistics.mean(numbers):.{digits}f}"
    return text + (f" ± {statistics.stdev(numbers):.{digits}f}" if len(numbers) > 1 else "")


def print_table(headings, rows):
    for cells in (headings, ["---"] * len(headings), *rows):
        print("| " + " | ".join(map(str, cells)) + " |", flush=True)
