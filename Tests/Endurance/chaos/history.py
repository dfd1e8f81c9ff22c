"""What people were told of their edits, and the checker that compares it with what is stored.

The rules, for each edit:

- lost: it was acknowledged, and is not there, or not in the log as often as it was acknowledged; or it
  was there and went
- doubled: it is there more often than it was made
- half: a part of it is there, or its parts are in several steps, or the rows and the log differ
- untrue: it is there though nothing was changed, or something was said that is not so
- stale: a screen that does not come to show what is stored

An edit is on rows of its own, which nobody else changes, unless its own undo follows.
"""

import collections
import dataclasses
import threading
import time

ACKNOWLEDGED, REFUSED, UNKNOWN = "acknowledged", "refused", "unknown"
NOTHING_TO_DO = "nothing to do"

# How the log calls an edit, and the decision that its rows then have.
DECISIONS = {"dead": "dead", "ok": "ok", "noted": "open"}


@dataclasses.dataclass
class Edit:
    """One edit by one person, as often as it was tried, and perhaps its undo."""

    what: str
    names: tuple
    author: str
    note: str = ""
    outcomes: list = dataclasses.field(default_factory=list)
    undo: str = None  # an outcome
    words: str = ""
    ended: float = 0

    @property
    def least(self):
        return self.outcomes.count(ACKNOWLEDGED)

    @property
    def most(self):
        return sum(outcome != REFUSED for outcome in self.outcomes)

    def __str__(self):
        told = f", undo {self.undo}" if self.undo else ""
        words = f": {self.words}" if self.words else ""
        return f"{self.what} {self.names[0]} by {self.author} ({', '.join(self.outcomes)}{told}){words}"


@dataclasses.dataclass(frozen=True)
class Entry:
    """A line of the log."""

    author: str
    what: str
    name: str
    note: str
    is_undone: bool


@dataclasses.dataclass
class Stored:
    """A list as it is stored.

    `rows` has the decision and the note of each row by its name; `steps` the numbers of the steps
    that have changed a name; `turns` the numbers of all changes of the list, in order.
    """

    rows: dict
    log: list
    steps: dict
    turns: list
    version: int


@dataclasses.dataclass(frozen=True)
class Finding:
    kind: str
    text: str

    def __str__(self):
        return f"{self.kind}: {self.text}"


class History:
    """The edits of a list. Several threads write it down."""

    def __init__(self):
        self.edits, self.findings = [], []
        self.lock = threading.Lock()

    def begin(self, edit):
        with self.lock:
            self.edits.append(edit)
        return edit

    def end(self, edit, outcome, words=""):
        with self.lock:
            edit.outcomes.append(outcome)
            edit.words = words or edit.words
            edit.ended = time.monotonic()

    def found(self, kind, text):
        with self.lock:
            if not any(known.text == text for known in self.findings):
                self.findings.append(Finding(kind, text))

    def finished(self):
        """The edits that must be there, for as long as nobody takes them back."""
        with self.lock:
            return [edit for edit in self.edits if edit.least and edit.undo is None]

    def count(self, outcome):
        return sum(edit.outcomes.count(outcome) for edit in self.edits)

    def count_all(self):
        return sum(len(edit.outcomes) for edit in self.edits)


def check(edits, stored, base=()):
    """All that contradicts what people were told, once everything has come to rest.

    `base` are the edits, one of each row, by which the list was made.
    """
    entries = collections.Counter(
        (entry.author, entry.what, entry.name, entry.note) for entry in stored.log)
    undone = collections.Counter(
        (entry.author, entry.what, entry.name, entry.note) for entry in stored.log if entry.is_undone)
    keys = set()
    for edit in (*base, *edits):
        own = [(edit.author, edit.what, name, edit.note) for name in edit.names]
        keys.update(own)
        yield from check_edit(
            edit, stored, [entries[key] for key in own], [undone[key] for key in own])
    for author, what, name, note in entries.keys() - keys:
        yield Finding("untrue", f"the log has what nobody made: {what} {name} by {author} {note}")
    touched = {name for edit in edits for name in edit.names}
    for name, row in stored.rows.items():
        if name not in touched and row != ("open", ""):
            yield Finding("untrue", f"a row that nobody changed is {row}: {name}")
    known = {name for edit in (*base, *edits) for name in edit.names}
    for name in stored.rows.keys() - known:
        yield Finding("untrue", f"there is a row that nobody made: {name}")
    yield from check_turns(edits, stored)


def check_edit(edit, stored, entries, undone):
    """`entries` counts, for each name, how often the log has the edit; `undone` those taken back."""
    if len(set(entries)) > 1 or len(set(undone)) > 1:
        yield Finding("half", f"{edit}: {entries} in the log, {undone} undone")
        return
    count, taken_back = entries[0], undone[0]
    if count < edit.least:
        yield Finding("lost", f"{edit}: not in the log")
    elif count > edit.most:
        yield Finding("untrue" if edit.most == 0 else "doubled", f"{edit}: {count} times in the log")
    elif len({tuple(stored.steps.get(name, ())) for name in edit.names}) > 1:
        yield Finding("half", f"{edit}: in several steps")
    shown = [is_shown(edit, stored.rows, name) for name in edit.names]
    if len(set(shown)) > 1:
        yield Finding("half", f"{edit}: rows {shown}")
    elif shown[0] != (count > taken_back):
        yield Finding("half", f"{edit}: {count - taken_back} in the log, but rows {shown}")
    yield from check_undo(edit, count, taken_back)


def check_undo(edit, count, taken_back):
    if edit.undo == ACKNOWLEDGED and (count == 0 or taken_back < count):
        yield Finding("lost", f"{edit}: the undo is not there")
    elif edit.undo == REFUSED and taken_back:
        yield Finding("untrue", f"{edit}: the undo is there")
    elif edit.undo == NOTHING_TO_DO and edit.least:
        yield Finding("lost", f"{edit}: it was not there to be undone")
    elif edit.undo == NOTHING_TO_DO and count:
        yield Finding("untrue", f"{edit}: there was something to undo")
    elif edit.undo is None and taken_back:
        yield Finding("untrue", f"{edit}: undone by nobody")


def check_turns(edits, stored):
    if stored.turns != list(range(1, stored.version + 1)):
        yield Finding("lost", f"turns up to {stored.version} have gaps: {gaps(stored.turns, stored.version)}")
    acknowledged = sum(edit.least + (edit.undo == ACKNOWLEDGED) for edit in edits)
    if acknowledged > stored.version:
        yield Finding("lost", f"{acknowledged} acknowledged changes, {stored.version} turns")


def gaps(turns, version):
    wrong = sorted(set(range(1, version + 1)).symmetric_difference(turns))
    return wrong or [turn for turn, count in collections.Counter(turns).items() if count > 1]


def is_shown(edit, rows, name):
    """Whether a row is as the edit leaves it; one that was added may have been decided since."""
    if name not in rows or edit.what == "added":
        return name in rows
    decision, note = rows[name]
    return decision == DECISIONS[edit.what] and note == edit.note


def check_reading(edits, rows):
    """What a reader must have seen, who began after these edits were acknowledged."""
    for edit in edits:
        shown = [is_shown(edit, rows, name) for name in edit.names]
        if not all(shown):
            kind = "half" if any(shown) else "lost"
            yield Finding(kind, f"{edit}: acknowledged, then not shown to a reader")


def check_screen(who, shown, rows):
    """What a screen shows of some rows, each by its decision, against what is stored."""
    differences = [
        f"{name} is {rows[name][0]}, not {shown.get(name, 'there')}"
        for name in sorted(rows) if shown.get(name) != rows[name][0]]
    if differences:
        yield Finding("stale", f"{who}: {len(differences)} rows: {differences[0]}")
