"""Runs tasks over processes: what has no row yet is measured, and every fit's rows are written as it ends.

Only this process writes, so that a run that is cut leaves whole lines. The time left is what the fits are expected to
take, by the seconds of the committed results, at the pace so far.
"""

import multiprocessing
import os
import queue
import signal
import sys
import time

from cells import LeftOut

BAR = 30
SECONDS_BETWEEN_LINES = 30  # where there is no terminal


def expected(fit, known):
    """Seconds, by the mean of what is known."""
    found = known.numbers(fit.seconds_cell()).values() if known and not fit.reduced else []
    return max(0.05, sum(found) / len(found) if found else fit.cost)


def missing(task, rows):
    return [fit for fit in task.fits if any((cell, fit.run) not in rows.values for cell in fit.cells)]


class Progress:
    def __init__(self, seconds, fits, jobs):
        self.total, self.fits, self.jobs = seconds, fits, jobs
        self.done, self.count, self.start, self.shown = 0.0, 0, time.monotonic(), 0.0
        self.terminal = sys.stderr.isatty()

    def step(self, seconds, name):
        self.done, self.count = self.done + seconds, self.count + 1
        self.show(name)

    def left(self):
        """Seconds; at first those that were expected alone."""
        elapsed = time.monotonic() - self.start
        plain = self.total / self.jobs
        pace = (elapsed + 0.1 * plain) / (self.done + 0.1 * self.total) if self.total else 0
        return max(0.0, (self.total - self.done) * pace)

    def show(self, name):
        share = self.done / self.total if self.total else 1
        text = f"{self.count} of {self.fits} fits, about {spoken(self.left())} left"
        if self.terminal:
            full = round(BAR * share)
            sys.stderr.write(f"\r\033[K{'█' * full}{'░' * (BAR - full)} {100 * share:3.0f}%  {text}  {name[:40]}")
        elif time.monotonic() - self.shown > SECONDS_BETWEEN_LINES:
            self.shown = time.monotonic()
            sys.stderr.write(f"{100 * share:3.0f}%, {text}: {name}\n")
        sys.stderr.flush()

    def say(self, text):
        sys.stderr.write(("\r\033[K" if self.terminal else "") + text + "\n")


def spoken(seconds):
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def work(number, tasks, rows, taken, results):
    """A process: takes the next task until there is none."""
    signal.signal(signal.SIGTERM, lambda *_: os._exit(1))
    parent = os.getppid()
    while True:
        with taken.get_lock():
            index, taken.value = taken.value, taken.value + 1
        if index >= len(tasks):
            break
        task, fits = tasks[index]
        place = 0
        try:
            with task.open() as scene:
                for place, fit in enumerate(fits):
                    if os.getppid() != parent:
                        os._exit(1)  # nobody listens any more
                    results.put((index, place, *outcome(fit, scene, rows)))
        except KeyboardInterrupt:
            os._exit(130)
        except (Exception, SystemExit) as error:  # of what the fits share
            for each in range(place, len(fits)):
                results.put((index, each, {}, said(error)))
    results.put(("end", number))


def outcome(fit, scene, rows):
    """The values that a fit gave, and the message if it failed: other fits go on."""
    try:
        found = fit.measure(scene, rows.values)
    except LeftOut:
        return {}, ""
    except (Exception, SystemExit) as error:  # the program's own message comes as SystemExit
        return {}, said(error)
    rows.values.update({(cell, fit.run): value for cell, value in found.items()})
    return found, ""


def said(error):
    """The last line of the program's message, or what Python says."""
    text = str(error).strip() if isinstance(error, SystemExit) else f"{type(error).__name__}: {error}"
    return "failed: " + text.splitlines()[-1]


def run(tasks, rows, costs, jobs):
    """Measures what is missing; gives {cell: message} of fits that failed. KeyboardInterrupt passes through."""
    wanted = [(task, missing(task, rows)) for task in tasks]
    wanted = [(task, fits) for task, fits in wanted if fits]
    seconds = {id(fit): expected(fit, costs) for _, fits in wanted for fit in fits}

    def cost(fits):
        return sum(seconds[id(fit)] for fit in fits)

    # First runs first; among equals the longest, so that the processes end together.
    wanted.sort(key=lambda item: (min(fit.run for fit in item[1]), -cost(item[1])))
    progress = Progress(sum(seconds.values()), len(seconds), jobs)
    if not wanted:
        return {}
    progress.say(f"{progress.fits} fits, about {spoken(progress.left())}")
    context = multiprocessing.get_context("fork")
    taken, results = context.Value("i", 0), context.Queue()
    workers = [context.Process(target=work, args=(number, wanted, rows, taken, results)) for number in range(jobs)]
    failures, ended = {}, 0
    for worker in workers:
        worker.start()
    try:
        while ended < jobs:
            try:
                message = results.get(timeout=1)
            except queue.Empty:
                if any(worker.is_alive() for worker in workers):
                    continue
                sys.exit("a process was killed; the same command goes on from here")
            if message[0] == "end":
                ended += 1
                continue
            index, place, found, why = message
            task, fits = wanted[index]
            fit = fits[place]
            if why:
                failures |= dict.fromkeys(fit.cells, why)
                progress.say(f"{task.name}, {fit.cells[0].method}, run {fit.run}: {why}")
            rows.add(fit.run, fit.seed, found)
            progress.step(seconds[id(fit)], f"{task.name}, run {fit.run}")
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()
    progress.say(f"done in {spoken(time.monotonic() - progress.start)}")
    return failures
