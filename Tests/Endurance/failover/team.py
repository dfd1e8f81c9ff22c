"""Twenty people who edit the same rows of a list, and what they were told.

Writers decide rows that others decide, too, and take back what they did; readers read the rows; sessions
stay open all the time: reviewers decide rows of their own, and watchers look at the rows of all.
"""

import collections
import csv
import io
import random
import re
import signal
import threading
import time

from chaos.actors import Gate, Person, outcome_of, rows_of
from chaos.history import ACKNOWLEDGED, REFUSED, UNKNOWN, History
from chaos.ledger import UNDO, Attempt, Event, Reading, check
from chaos.sessions import Reviewer, end_all
from frame import Loss
from screens import Session

ROWS = [f"Row {number:02}" for number in range(24)]
COMMANDS = [("dead", "dead"), ("ok", "ok"), ("reopen", "reopened")]
SHOWN = re.compile(r"([†✓ ]) {1,3}(Row \d\d)\b")
MARKS = {"†": "dead", "✓": "ok", " ": "open"}
CALM = 4  # looks without news, after which a screen is painted as a whole
# What no command may say, whatever happens: the store is there and usable, and the program whole.
WRONG = ("cannot be used", "no tables", "aborted", "newer version")


class Team:
    """The people of a round, the list they work on, and what they were told."""

    def __init__(self, bench, cluster, home, chance):
        self.bench, self.cluster, self.home, self.ways = bench, cluster, home, self
        self.seed = chance.random()
        self.list = f"round-{bench.number}"
        self.history, self.gate, self.running, self.waits = History(), Gate(), set(), []
        self.attempts, self.seen, self.lock = [], [], threading.Lock()
        self.words = collections.Counter()
        self.people, self.watchers = [], []

    def address(self, role, is_pooled=False):
        return self.cluster.address

    def part_of_chance(self, name):
        return random.Random(f"{self.seed}/{name}")

    # What they were told

    def attempt(self, attempt):
        attempt.began = time.monotonic()
        with self.lock:
            self.attempts.append(attempt)
        return attempt

    def saw(self, reading):
        with self.lock:
            self.seen.append(reading)

    def note_words(self, status, arguments, words):
        if status not in (0, 1, 2, -signal.SIGKILL):
            self.history.found("untrue", f"status {status}: {arguments[0]}: {words}")
        for wrong in WRONG:
            if wrong in words:
                self.history.found("untrue", f"{arguments[0]}: {words[-200:]}")

    def count(self, outcome):
        return sum(attempt.outcome == outcome for attempt in self.all_attempts())

    # The round

    def begin(self):
        """Makes the list and opens the sessions, which are there before any thread, as they fork."""
        reviewers = [f"rev{number}" for number in range(REVIEWERS)]
        names = ROWS + [name for author in reviewers for name in Reviewer.base(author)]
        self.bench.succeed(
            self.home, "add", "-", "--list", self.list, "--store", self.cluster.address, "--as", "setup",
            input="".join(name + "\n" for name in names).encode())
        setup = self.attempt(Attempt("setup", "added", tuple(names)))
        setup.ended, setup.outcome = time.monotonic(), ACKNOWLEDGED
        self.watchers = [Watcher(self, f"watch{number}") for number in range(WATCHERS)]
        self.people = [OneKeyReviewer(self, author, "writer") for author in reviewers]
        self.people += [Writer(self, f"ann{number}", "writer") for number in range(WRITERS)]
        self.people += [Reader(self, f"lou{number}", "reader") for number in range(READERS)]
        for watcher in self.watchers:
            watcher.wait_for_rows()
        for each in (*self.watchers, *self.people):
            each.start()

    def rest(self):
        self.gate.close()
        self.gate.end()
        for person in self.people:
            person.join(30)
            if person.is_alive():
                self.history.found("untrue", f"{person.author} waits for an answer for ever")

    def check(self):
        """Compares what people were told and what they see with what is stored."""
        rows = self.rows()
        self.check_watchers(rows)
        for watcher in self.watchers:
            watcher.finish()
        findings = check(self.all_attempts(), self.events(), rows, self.seen)
        for finding in (*self.history.findings, *findings):
            self.history.found(finding.kind, finding.text)

    def check_watchers(self, rows, seconds=15):
        wanted = {name: rows[name][0] for name in ROWS}
        limit = time.monotonic() + seconds
        for watcher in self.watchers:
            while watcher.latest() != wanted and not watcher.failure and time.monotonic() < limit:
                time.sleep(0.1)
            if watcher.failure or watcher.latest() != wanted:
                shown = watcher.latest()
                wrong = [name for name in ROWS if shown.get(name) != wanted[name]]
                self.history.found("stale", f"{watcher.author}: {watcher.failure or wrong}: {watcher.session.tell()}")

    def all_attempts(self):
        """Those of reviewers, too, who write them down as edits of rows of their own."""
        return self.attempts + [attempt_of(edit) for edit in self.history.edits]

    def call(self, *arguments):
        return self.bench.succeed(
            self.home, *arguments, "--list", self.list, "--store", self.cluster.address, "--as", "checker")

    def rows(self):
        return rows_of(self.call("show", "--format", "csv").encode())

    def events(self):
        """The log as the program prints it."""
        events = {}
        for line in csv.DictReader(io.StringIO(self.call("log", "--format", "csv"), newline="")):
            number = int(line["number"])
            undoes = int(line["undoes"]) if line["undoes"] else None
            event = events.setdefault(number, Event(number, line["author"], undoes=undoes))
            if undoes is None:
                event.changes[line["name"]] = (line["verdict"] or line["what"], line["note"])
        return list(events.values())

    def end(self):
        end_all(self.gate, self.running, self.people, self.watchers)


def attempt_of(edit):
    """An edit of a reviewer, who may have tried it several times, and writes it down afterwards."""
    known = [outcome for outcome in (ACKNOWLEDGED, UNKNOWN, REFUSED) if outcome in edit.outcomes]
    outcome = known[0] if known else UNKNOWN
    ended = edit.ended if outcome == ACKNOWLEDGED else float("inf")
    return Attempt(edit.author, edit.what, edit.names, "", 0, ended, outcome, edit.words)


class OneKeyReviewer(Reviewer):
    """Whichever row a key meets, it is one edit of that row: the ledger knows it by its author and row."""

    keys = [("d", "dead")]


class Writer(Person):
    """Decides a few rows that everybody decides; at times takes the own last edit back."""

    pause = 1.0

    def act(self):
        if self.made and self.chance.random() < 0.15:
            return self.undo()
        self.made += 1
        names = tuple(self.chance.sample(ROWS, self.chance.choice([1, 1, 2, 4])))
        command, what = self.chance.choice(COMMANDS)
        note = f"{self.author} {self.made}"
        self.attempt(Attempt(self.author, what, names, note), command, *names, "--note", note)

    def undo(self):
        self.attempt(Attempt(self.author, UNDO), "undo")

    def attempt(self, attempt, *arguments):
        self.team.attempt(attempt)
        status, _, words = self.call(*arguments)
        attempt.ended, attempt.words = time.monotonic(), words
        # Status 1: there is nothing to undo.
        attempt.outcome = REFUSED if status == 1 and attempt.what == UNDO else outcome_of(status, words)
        if status == 0:
            self.team.waits.append(attempt.ended - attempt.began)
        elif status == 1 and attempt.what != UNDO:
            self.team.history.found("untrue", f"{attempt}: {words}")
        else:
            self.team.words[words[-60:]] += 1


class Reader(Person):
    """Reads the rows, each time by a new program."""

    pause = 1.0

    def act(self):
        began = time.monotonic()
        status, output, words = self.call("show", "--format", "csv")
        if status == 1:
            self.team.history.found("untrue", f"a list with rows is said to have none: {words}")
        if status == 0:
            rows = rows_of(output)
            # A printout takes notes from a later moment than decisions.
            seen = {name: (rows[name][0] if name in rows else "absent", None) for name in ROWS}
            self.team.saw(Reading(self.author, seen, began, time.monotonic()))


class Watcher(threading.Thread):
    """A session that only looks; each of its screens is a reading."""

    def __init__(self, team, author):
        super().__init__(daemon=True)
        self.team, self.author = team, author
        self.failure, self.is_over = None, False
        self.last = {}
        self.session = Session(
            team.bench, team.home, "--motion", "none", "--list", team.list, "--store", team.cluster.address,
            "--as", author, "--query", "Row", rows=34, columns=120)

    def wait_for_rows(self):
        """Before anything happens: a list that cannot be opened is another matter."""
        self.session.wait(lambda: len(self.shown()) == len(ROWS), "the rows of a watcher")

    def shown(self):
        """The decision of each row on the screen, by its name."""
        found = {}
        for line in self.session.screen.rows:
            for match in SHOWN.finditer(line):
                found[match[2]] = (MARKS[match[1]], None)
        return found

    def latest(self):
        return {name: decision for name, (decision, _) in self.last.items()}

    def run(self):
        calm = 0
        try:
            while not self.is_over:
                calm = 0 if self.session.pump(0.05) else calm + 1
                if self.session.news is None or self.session.status is not None:
                    raise Loss(f"a session has ended with {self.session.status}: {self.session.tell()}")
                if calm == CALM:
                    self.look()
        except Loss as loss:
            self.failure = str(loss)

    def look(self):
        shown = self.shown()
        if shown != self.last:
            now = time.monotonic()
            self.team.saw(Reading(self.author, shown, now, now, is_fresh=False))
            self.last = shown

    def finish(self):
        self.is_over = True
        if self.is_alive():
            self.join()

    def end(self):
        self.finish()
        self.session.__exit__()


WRITERS, READERS, REVIEWERS, WATCHERS = 13, 3, 2, 2
