"""Four and sixteen writers at once on one store, and first starts at the same moment.

Each writer works on names of its own, under a name of its own, so that it is known what must be
there at the end: all that was acknowledged, once, in each writer's order. Commands, imports and
names from standard input take turns; a review session decides beside them.
"""

import collections
import json
import os
import pty
import select
import shutil
import signal
import statistics
import threading
import time

from frame import Loss, Part, check_integrity, store_path, tail

EDITS = 12


class Writer(threading.Thread):
    """Edits its own names, and remembers what they must be and what the log must tell."""

    def __init__(self, bench, home, number, chance):
        super().__init__()
        self.bench, self.home, self.number = bench, home, number
        self.plan = [chance.random() for _ in range(EDITS)]
        self.rows, self.log, self.waits, self.loss = {}, [], [], None
        self.made = 0

    def run(self):
        try:
            for draw in self.plan:
                self.edit(draw)
        except Loss as loss:
            self.loss = loss

    def edit(self, draw):
        names = sorted(self.rows)
        if draw < 0.35 or not names:
            name = self.new()
            self.call("add", name)
            self.rows[name], what = "open", ["added"]
        elif draw < 0.45:
            names = [self.new() for _ in range(5)]
            self.call("import", "-", input="".join(name + "\n" for name in names).encode())
            self.rows.update(dict.fromkeys(names, "open"))
            what = ["added"] * 5
        elif draw < 0.55:
            open_ones = [name for name in names if self.rows[name] == "open"][:4]
            if not open_ones:
                return self.edit(0)
            self.call("dead", "-", input="".join(name + "\n" for name in open_ones).encode())
            self.rows.update(dict.fromkeys(open_ones, "dead"))
            what = ["dead"] * len(open_ones)
        else:
            name = names[int(draw * 1_000_003) % len(names)]
            command, self.rows[name], word = {
                "open": ("ok", "ok", "ok"), "ok": ("reopen", "open", "reopened"),
                "dead": ("reopen", "open", "reopened"),
            }[self.rows[name]]
            self.call(command, name)
            what = [word]
        self.log += what

    def new(self):
        self.made += 1
        return f"Writer {self.number:02} row {self.made:04}"

    def call(self, *arguments, input=None):
        began = time.monotonic()
        result = self.bench.call(self.home, *arguments, "--as", f"writer {self.number}", input=input)
        self.waits.append(time.monotonic() - began)
        # An import says on standard error what it did.
        is_told = arguments[0] == "import" and result.stderr.count(b"\n") == 1
        if result.returncode != 0 or result.stderr and not is_told:
            raise Loss(f"status {result.returncode}: {arguments}: {tail(result.stderr)}")


class Reviewer(threading.Thread):
    """Decides rows of its own in a plain review session, while the others write."""

    def __init__(self, bench, home, names):
        super().__init__()
        self.bench, self.home, self.names, self.loss = bench, home, names, None

    def run(self):
        process, terminal = pty.fork()
        if process == 0:
            environment = self.bench.environment(self.home, TERM="dumb")
            os.execve(
                self.bench.program, [self.bench.program, "review", "--as", "reviewer", "reviewed"],
                environment)
        try:
            self.decide(terminal)
        except Loss as loss:
            self.loss = loss
        finally:
            os.close(terminal)
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)

    def decide(self, terminal):
        said, given, limit = b"", 0, time.monotonic() + 120
        while said.count(b" ok; ") < len(self.names):
            if time.monotonic() > limit:
                raise Loss(f"a session beside writers does not go on: {tail(said)}")
            if given == said.count(b" ok; ") and b"Reviewed" in said:
                os.write(terminal, b"o\n")
                given += 1
            if select.select([terminal], [], [], 0.05)[0]:
                try:
                    said += os.read(terminal, 65_536)
                except OSError:
                    raise Loss(f"a session beside writers has ended: {tail(said)}") from None


def crowd(bench, chance, count, waits):
    """Lets so many writers loose on a new store; returns how many edits they made."""
    home = bench.home("crowd")
    reviewed = [f"Reviewed {number}" for number in range(6)]
    bench.succeed(home, "add", *reviewed)
    writers = [Writer(bench, home, number, chance) for number in range(count)]
    reviewer = Reviewer(bench, home, reviewed)
    for thread in [*writers, reviewer]:
        thread.start()
    for thread in [*writers, reviewer]:
        thread.join()
    for thread in [*writers, reviewer]:
        if thread.loss:
            raise thread.loss
    for writer in writers:
        waits += writer.waits
    rows = dict.fromkeys(reviewed, "ok")
    for writer in writers:
        rows.update(writer.rows)
    check(bench, home, rows, writers)
    return count * EDITS + len(reviewed)


def check(bench, home, rows, writers):
    """Compares rows and log with what the writers have been told is done."""
    found = {name: row["class"] for name, row in bench.rows(home).items()}
    if found != rows:
        wrong = [name for name in {*rows, *found} if rows.get(name) != found.get(name)]
        raise Loss(f"{len(wrong)} rows are not as acknowledged, such as {sorted(wrong)[:3]}")
    logged = collections.defaultdict(list)
    for line in bench.succeed(home, "log", "--format", "ndjson").splitlines():
        entry = json.loads(line)
        logged[entry["author"]] += [entry.get("verdict", entry["what"])] * entry["rows"]
    for writer in writers:
        told = logged[f"writer {writer.number}"][::-1]
        if told != writer.log:
            raise Loss(f"the log of writer {writer.number} differs: {told} {writer.log}")
    check_integrity(store_path(home))


def first_starts(bench):
    """Four programs start at once where there is no store yet; all of them succeed."""
    home = bench.home("empty")
    started = [bench.start(home, "add", f"Name {number}") for number in range(4)]
    for process in started:
        _, errors = process.communicate(timeout=120)
        if process.returncode != 0:
            raise Loss(f"a first start beside others fails: {tail(errors)}")
    if len(bench.rows(home)) != 4:
        raise Loss(f"of four first edits {len(bench.rows(home))} are there")
    return 4


def run(bench):
    waits = []

    def case(chance):
        if bench.number % 8 == 1:
            return first_starts(bench)
        return crowd(bench, chance, 4 if bench.number % 8 == 2 else 16, waits)

    bench.each(case)
    if waits:
        waits.sort()
        for name, place in (("p50", 0.5), ("p99", 0.99)):
            bench.figures[name] = f"{waits[int(place * (len(waits) - 1))] * 1000:.0f} ms"
        bench.figures["longest"] = f"{waits[-1] * 1000:.0f} ms"
        bench.figures["mean"] = f"{statistics.mean(waits) * 1000:.0f} ms"


def control(bench):
    """Writers that do not share one file: the copy of one of them takes the place of the others'."""
    home, other = bench.home("shared"), bench.path("other")
    bench.succeed(home, "add", "Ada")
    shutil.copytree(home, other, dirs_exist_ok=True)
    writers = [Writer(bench, place, number, bench.random()) for number, place in enumerate((home, other))]
    for writer in writers:
        writer.run()
    shutil.copy(store_path(other), store_path(home))
    rows = {"Ada": "open"}
    for writer in writers:
        rows.update(writer.rows)
    check(bench, home, rows, writers)


PARTS = [
    Part("crowds", "edits", 20_000, run, control, "one store for all writers")]
