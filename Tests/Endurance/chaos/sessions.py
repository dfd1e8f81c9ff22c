"""People at terminals: reviewers in plain mode, and browsers in the full screen that must show the truth."""

import os
import pty
import re
import select
import signal
import threading
import time

from chaos.actors import Person, outcome_of
from chaos.history import ACKNOWLEDGED, REFUSED, UNKNOWN, Edit, check_screen
from frame import Loss
from screens import Session

SHOWN = re.compile(r" {3}(\S.*)")
DECIDED = re.compile(r"(\S.*) decided: (ok|dead); ")
# Not that the rows shown may be out of date, which is no answer to a key.
NOT_DECIDED = re.compile(
    r"nothing was changed|^(?!the rows shown may be out of date).*(not known whether|not usable|no connection)")
ERASED = re.compile(r"\x08+( *\x08+)?")
MARKS = {"†": "dead", "✓": "ok", " ": "open"}
PATIENCE = 15  # seconds; a session gives up after ten


class Reviewer(Person):
    """Decides rows in `review --plain`, each when the one before was answered."""

    rows, pause = 60, 0.4
    keys = [("o", "ok"), ("d", "dead")]

    def __init__(self, team, author, role, is_pooled=False):
        super().__init__(team, author, role, is_pooled)
        self.said, self.heard, self.row, self.edits = "", 0, None, {}
        self.candidates, self.words, self.acknowledged, self.is_over = set(), None, 0, False
        words = [team.bench.program, "review", "--plain", "--list", team.list, "--store", self.address,
                 "--as", author, author]
        environment = team.bench.environment(team.home, TERM="dumb")
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(words[0], words, environment)

    @classmethod
    def base(cls, author):
        return [f"{author} {number:03}" for number in range(1, cls.rows + 1)]

    def run(self):
        super().run()
        self.listen(0.5)

    def act(self):
        self.listen(0.05)
        if self.row is None or "no open rows" in self.said:
            return
        # The same each time, in case the row is still shown after it was decided.
        key, what = self.keys[int(self.row[-1]) % len(self.keys)]
        self.candidates, self.words, acknowledged = {self.row}, None, self.acknowledged
        self.write(key + "\n")
        limit = time.monotonic() + PATIENCE
        while self.words is None and self.acknowledged == acknowledged:
            if self.is_over or time.monotonic() > limit:
                break
            self.listen(0.1)
        if self.acknowledged > acknowledged:
            return
        self.team.note_words(2, ("review",), self.words or "no answer")
        outcome = outcome_of(2, self.words or "")
        # Which row was shown when the key arrived is not known, if it was another one than before.
        for name in self.candidates:
            self.book(name, what, outcome, self.words or "no answer")

    def book(self, name, what, outcome, words=""):
        history = self.team.history
        edit = self.edits.get((name, what))
        if edit is None:
            edit = self.edits[name, what] = history.begin(Edit(what, (name,), self.author))
        history.end(edit, outcome, words)

    def listen(self, seconds):
        if self.is_over or not select.select([self.terminal], [], [], seconds)[0]:
            return
        try:
            data = os.read(self.terminal, 65_536)
        except OSError:
            if not self.is_over:
                self.team.history.found("untrue", f"a session has ended: {self.said[-300:]!r}")
            self.is_over = True
            return
        self.said = ERASED.sub("\n", self.said + data.decode("utf-8", "replace"))
        # The last line may not be there as a whole.
        lines = self.said[self.heard:self.said.rfind("\n") + 1]
        self.heard += len(lines)
        for line in lines.split("\n"):
            self.hear(line.rstrip("\r"))

    def hear(self, line):
        if shown := SHOWN.fullmatch(line):
            if shown[1].startswith(self.author):
                self.row = shown[1]
                self.candidates.add(self.row)
        elif decided := DECIDED.match(line):
            self.acknowledged += 1
            self.book(decided[1], decided[2], ACKNOWLEDGED)
        elif NOT_DECIDED.search(line):
            self.words = line

    def write(self, keys):
        os.write(self.terminal, keys.encode())

    def end(self):
        self.is_over = True
        os.kill(self.process, signal.SIGKILL)
        if self.is_alive():
            self.join(PATIENCE)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


class Browser(threading.Thread):
    """Looks at a few rows that others decide; at times tries to decide one of its own."""

    rows, own = 24, 8  # the last of them are for its own edits

    def __init__(self, team, author, role, is_pooled=False):
        super().__init__(daemon=True)
        self.team, self.author, self.role = team, author, role
        self.keys, self.lock = [], threading.Lock()
        self.failure, self.is_over, self.made = None, False, 0
        self.session = Session(
            team.bench, team.home, "--motion", "none", "--list", team.list, "--store",
            team.ways.address(role, is_pooled), "--as", author, "--query", author, rows=32, columns=120)

    @classmethod
    def base(cls, author):
        return [cls.row(author, number) for number in range(cls.rows)]

    @staticmethod
    def row(author, number):
        return f"{author} {number:02}"

    def wait_for_rows(self):
        """Before anything happens: a list that cannot be opened is another matter."""
        self.session.wait(lambda: len(self.shown()) == self.rows, "the rows of a browser")

    def run(self):
        try:
            while not self.is_over:
                with self.lock:
                    keys, self.keys = "".join(self.keys), []
                if keys:
                    self.session.send(keys)
                self.session.pump(0.05)
                if self.session.news is None or self.session.status is not None:
                    raise Loss(f"a session has ended with {self.session.status}: {self.session.tell()}")
        except Loss as loss:
            self.failure = str(loss)

    def press(self, keys):
        with self.lock:
            self.keys.append(keys)

    # What it tries

    def mark_next_dead(self):
        """Selects a row of its own and marks it dead, and returns its name.

        Who may only read changes nothing, whatever is said.
        """
        if self.made == self.own:
            return None
        name = self.row(self.author, self.rows - self.own + self.made)
        self.made += 1
        edit = self.team.history.begin(Edit("dead", (name,), self.author))
        self.team.history.end(edit, REFUSED if self.role == "reader" else UNKNOWN)
        self.press(f"\x15{name}\x1b[B\x18d\x15{self.author}")
        return name

    # What it shows

    def shown(self):
        """The decision of each row on the screen, by its name."""
        found = {}
        for line in self.session.screen.rows:
            for match in re.finditer(rf"(.). ({self.author} \d\d)\b", line):
                found[match[2]] = MARKS.get(match[1], "?")
        return found

    def differences(self, rows):
        own = {name: row for name, row in rows.items() if name.startswith(self.author)}
        return list(check_screen(f"{self.author}, a {self.role}", self.shown(), own))

    def end(self):
        self.is_over = True
        if self.is_alive():
            self.join()
        self.session.__exit__()


def end_all(gate, running, people, screens):
    """Ends the commands that run, the sessions among the people, and the sessions that show screens."""
    gate.end()
    for process in list(running):
        process.kill()
    # Those that began later hold descriptors of those before.
    for session in [person for person in people if isinstance(person, Reviewer)][::-1]:
        session.end()
    for screen in screens[::-1]:
        screen.end()
