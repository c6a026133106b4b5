"""A progress bar for long fits: tqdm's if it is installed, notebooks included, otherwise a line on stderr."""

from __future__ import annotations

import sys


class Bar:
    """Called with (stage, done, total) by the core; a new stage begins a new bar."""

    def __init__(self):
        self._stage = None
        self._bar = None

    def __call__(self, stage, done, total):
        if stage != self._stage:
            self._fill()
            self.close()
            self._stage = stage
            self._bar = _make_bar(stage, total)
        self._bar.update(done - self._bar.n)

    def close(self):
        if self._bar is not None:
            self._bar.close()
        self._bar = None

    def __enter__(self):
        return self

    def __exit__(self, error, *_):
        if error is None:
            self._fill()
        self.close()

    def _fill(self):
        """Completes the bar: a fit may stop early, and the last steps are not reported one by one."""
        if self._bar is not None and self._bar.total:
            self._bar.total = max(self._bar.n, 1)
            self._bar.n = self._bar.total
            self._bar.refresh()


def _make_bar(stage, total):
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Line(stage, total)
    # Stages count rows, rounds or splits, but users want to know the share and the time.
    shape = "{desc}: {percentage:3.0f}%|{bar}| {elapsed}<{remaining}" if total else None
    return tqdm(desc=stage, total=total or None, bar_format=shape)


class _Line:
    def __init__(self, stage, total):
        self.n = 0
        self._stage = stage
        self.total = total

    def update(self, steps):
        self.n += steps
        self.refresh()

    def refresh(self):
        share = f"{self.n / self.total:4.0%}" if self.total else f"{self.n}"
        sys.stderr.write(f"\r{self._stage} {share}")
        sys.stderr.flush()

    def close(self):
        sys.stderr.write("\n")
        sys.stderr.flush()
