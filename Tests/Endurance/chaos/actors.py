"""People who use commands: writers, one who takes back what was added, and readers.

Each is a thread that makes one edit after the other, on rows of its own, while the team's gate is
open to it, and writes down what it was told.
"""

import csv
import io
import subprocess
import threading
import time

from chaos.history import ACKNOWLEDGED, NOTHING_TO_DO, REFUSED, UNKNOWN, Edit, check_reading
from frame import tail

LONGEST = 60  # seconds that a command may take at most; it gives up after ten


def outcome_of(status, words):
    """What a command or a session has said of an edit."""
    if status == 0:
        return ACKNOWLEDGED
    return REFUSED if "nothing was changed" in words else UNKNOWN


class Gate:
    """Lets people begin edits: all of them, one of them, or nobody."""

    def __init__(self):
        self.condition = threading.Condition()
        self.allowed, self.inside, self.is_over = None, set(), False

    def enter(self, person):
        """Waits for leave to begin an edit; returns false when there will be no more."""
        with self.condition:
            self.condition.wait_for(lambda: self.is_over or self.allowed in (None, person))
            if not self.is_over:
                self.inside.add(person)
            return not self.is_over

    def leave(self, person):
        with self.condition:
            self.inside.discard(person)
            self.condition.notify_all()

    def open(self):
        self.allow(None)

    def allow(self, person):
        with self.condition:
            self.allowed = person
            self.condition.notify_all()

    def close(self, seconds=15):
        """Lets nobody begin any more, and waits for those who have begun."""
        with self.condition:
            self.allowed = "nobody"
            self.condition.wait_for(lambda: not self.inside, seconds)

    def end(self):
        with self.condition:
            self.is_over = True
            self.condition.notify_all()


class Person(threading.Thread):
    """Someone who edits, with a way to the server, as a role of the server."""

    pause = 0.25

    @classmethod
    def base(cls, author):
        """The rows of this person's own that the list begins with."""
        return []

    def __init__(self, team, author, role, is_pooled=False):
        super().__init__(daemon=True)
        self.team, self.author = team, author
        self.address = team.ways.address(role, is_pooled)
        self.chance = team.part_of_chance(author)
        self.made = 0

    def run(self):
        while self.team.gate.enter(self):
            try:
                is_done = self.act() is False
            finally:
                self.team.gate.leave(self)
            if is_done:
                return
            time.sleep(self.pause * self.chance.random())

    def next_names(self, count):
        """The names of the next edit, each of them for one edit only."""
        self.made += 1
        return tuple(f"{self.author} {self.made:03} {place}" for place in range(count))

    def call(self, *arguments, author=None):
        """Runs a command to its end; returns its status, output and words."""
        team = self.team
        process = team.bench.start(
            team.home, *arguments, "--list", team.list, "--store", self.address, "--as", author or self.author)
        team.running.add(process)
        try:
            output, errors = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            team.history.found("untrue", f"hangs: {' '.join(arguments)}")
        finally:
            team.running.discard(process)
        words = tail(errors, 400)
        team.note_words(process.returncode, arguments, words)
        return process.returncode, output, words

    def edit(self, what, names, *arguments, note="", author=None):
        edit = self.team.history.begin(Edit(what, names, author or self.author, note))
        began = time.monotonic()
        status, _, words = self.call(*arguments, author=author)
        self.team.history.end(edit, outcome_of(status, words), words)
        if status == 1:
            self.team.history.found("untrue", f"{edit}, and nobody else has changed it")
        if status == 0:
            self.team.waits.append(time.monotonic() - began)
        return edit


class Decider(Person):
    """Decides rows that the list began with, one to three in an edit."""

    rows, sizes = 80, (1, 3, 3)

    @classmethod
    def base(cls, author):
        return [f"{author} {number:03} {place}" for number in range(1, cls.rows + 1) for place in range(3)]

    def act(self):
        if self.made == self.rows:
            return False
        names = self.next_names(self.chance.choice(self.sizes))
        command, what = self.chance.choice([("dead", "dead"), ("ok", "ok")])
        self.edit(what, names, command, *names)


class Victim(Decider):
    """Decides a row when something is to happen to it."""

    rows, sizes = 15, (1,)


class Noter(Person):
    rows = 80

    @classmethod
    def base(cls, author):
        return [f"{author} {number:03} 0" for number in range(1, cls.rows + 1)]

    def act(self):
        if self.made == self.rows:
            return False
        names = self.next_names(1)
        note = f"seen {self.chance.randrange(1_000_000)}"
        self.edit("noted", names, "note", *names, note, note=note)


class Adder(Person):
    def act(self):
        names = self.next_names(3)
        self.edit("added", names, "add", *names)


class Undoer(Person):
    """Adds a row and takes that back, under a new name each time: who undoes, undoes one's own."""

    def act(self):
        names = self.next_names(2)
        author = f"{self.author} {self.made}"
        edit = self.edit("added", names, "add", *names, author=author)
        edit.undo = UNKNOWN  # from here on
        status, _, words = self.call("undo", author=author)
        edit.undo = NOTHING_TO_DO if status == 1 else outcome_of(status, words)


class Reader(Person):
    """Reads the list, and must see all that was acknowledged before."""

    def act(self):
        history = self.team.history
        edits = history.finished()
        status, output, words = self.call("show", "--format", "csv")
        if status == 1:
            history.found("untrue", f"a list with rows is said to have none: {words}")
        if status == 0:
            self.team.readings += 1
            rows = rows_of(output)
            # An undo may have begun since.
            for finding in check_reading([edit for edit in edits if edit.undo is None], rows):
                history.found(finding.kind, finding.text)


def rows_of(output):
    """The decision and the note of each row, by its name."""
    lines = csv.DictReader(io.StringIO(output.decode("utf-8", "replace"), newline=""))
    return {line["name"]: (line["class"], line["note"]) for line in lines}
