"""What the parts of the endurance suite have in common: the program, cases with seeds, and the tally."""

import dataclasses
import glob
import json
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time


FOLDER = os.path.dirname(os.path.abspath(__file__))
SUPPRESSIONS = os.path.join(FOLDER, "thread-sanitizer.txt")


class Loss(Exception):
    """Something that must never happen, told in one line."""


@dataclasses.dataclass
class Part:
    """One kind of misfortune.

    `run` and `control` take a Bench. `run` goes through cases and raises Loss, or records it, for
    what must never happen. `control` does the same with the guard taken out: it must lose.
    """

    name: str
    unit: str
    full: int
    run: callable
    control: callable
    guard: str
    weight: float = 1
    missing: callable = lambda: None  # what this machine lacks for it


class Bench:
    """Where a part works: a folder of its own, cases until the time is over, and what was lost.

    A case is known by the seed and its number, so that `--only PART --case N --seed S` repeats it.
    """

    def __init__(self, part, program, seed, seconds, most, cases=None):
        self.part, self.program, self.seed = part, os.path.abspath(program), seed
        self.most, self.numbers = most, cases
        self.folder = tempfile.mkdtemp(prefix="endurance-")
        self.tried = 0
        self.losses = []
        self.figures = {}
        self.variables = {}  # of the environment of all programs
        self.number = 0
        self.began = time.monotonic()
        self.end = self.began + seconds

    def __enter__(self):
        return self

    def __exit__(self, *error):
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def has_time(self):
        return time.monotonic() < self.end and self.tried < self.most

    def cases(self):
        """Yields a random generator for each case; a case that raises Loss is to be caught by `case`."""
        if self.numbers is not None:
            for self.number in self.numbers:
                yield self.random()
            return
        # One at least: a busy machine may need all the time to prepare.
        while self.number == 0 or self.has_time:
            yield self.random()
            self.number += 1

    def random(self):
        return random.Random(f"{self.seed}/{self.part.name}/{self.number}")

    def lost(self, what):
        """Records a loss; after twenty of them, the part is not worth going on with."""
        self.losses.append(f"case {self.number}: {what}")
        if len(self.losses) >= 20:
            self.end = 0

    def each(self, work):
        """Does `work(random)` for each case and counts it, or the number that it returns."""
        for chance in self.cases():
            try:
                count = work(chance)
                self.tried += 1 if count is None else count
                self.check_sanitizers()
            except Loss as loss:
                self.tried += 1
                self.lost(str(loss))

    def check_sanitizers(self):
        """Raises Loss for what the sanitizers of the program have told, if it was built with any."""
        for report in glob.glob(self.path("sanitizer.*")):
            with open(report, encoding="utf-8", errors="replace") as file:
                told = file.read()
            os.remove(report)
            summary = re.search(r"SUMMARY: (.*)", told)
            raise Loss(summary[1] if summary else told[:300])

    # The program

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def home(self, name):
        """A new, empty home; a former one of this name is gone."""
        path = self.path(name)
        shutil.rmtree(path, ignore_errors=True)
        os.mkdir(path)
        return path

    def environment(self, home, **more):
        options = f"log_path={self.path('sanitizer')}:exitcode=0"
        return {
            "HOME": home, "TARGETS_LIST": "default", "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "TARGETS_AS": "tester", "SWIFT_BACKTRACE": "enable=no", "TMPDIR": self.folder,
            "ASAN_OPTIONS": f"{options}:detect_leaks=0",
            "TSAN_OPTIONS": f"{options}:suppressions={SUPPRESSIONS}", **self.variables, **more}

    def call(self, home, *arguments, input=None, seconds=120, before=(), **environment):
        """Runs the program to its end; one that hangs is a loss."""
        try:
            return subprocess.run(
                [*before, self.program, *arguments], input=input, capture_output=True, timeout=seconds,
                env=self.environment(home, **environment))
        except subprocess.TimeoutExpired:
            raise Loss(f"hangs: {' '.join(arguments)[:200]}") from None

    def succeed(self, home, *arguments, **more):
        """The output of a call that must end well; crashing and failing are losses."""
        result = self.call(home, *arguments, **more)
        if result.returncode != 0:
            raise Loss(f"status {result.returncode}: {' '.join(arguments)[:200]}: {tail(result.stderr)}")
        return result.stdout.decode("utf-8", "surrogateescape")

    def start(self, home, *arguments, before=(), stdin=subprocess.DEVNULL, **environment):
        return subprocess.Popen(
            [*before, self.program, *arguments], stdin=stdin, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.environment(home, **environment))

    def rows(self, home, *arguments):
        """The rows of a kept list as {name: what `list --format ndjson` tells of it}."""
        result = self.call(home, "show", "--format", "ndjson", *arguments)
        if result.returncode != 0 and not is_without_rows(result):
            raise Loss(f"list: status {result.returncode}: {tail(result.stderr)}")
        return {row["name"]: row for row in map(json.loads, result.stdout.decode().split("\n")[:-1])}


def is_without_rows(result):
    """Whether a command says that no row matches, or that there is no list yet."""
    no_list = "targets: show: no list “default”\n".encode()
    return not result.stdout and (result.returncode == 1 or (result.returncode, result.stderr) == (2, no_list))


def store_path(home):
    return os.path.join(home, ".local", "share", "targets", "targets.db")


def tail(data, count=300):
    return data.decode("utf-8", "replace").strip()[-count:]


def check_integrity(path):
    """Raises Loss unless SQLite finds the file whole."""
    found = subprocess.run(
        ["sqlite3", "-readonly", path, "PRAGMA integrity_check"], capture_output=True, timeout=120)
    if found.stdout.strip() != b"ok":
        raise Loss(f"integrity_check: {tail(found.stdout + found.stderr)}")


def end(process):
    """Kills a process that is still there, and takes its outputs."""
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
    return process.communicate()
