"""A session of many thousand keys, edits, resizes and reloads, while another process edits as well.

What each edit must do is known from a model beside it. At the end of each round the store must be
as the model, and the rows on the screen as well; the memory of the session must not grow.
"""

import random
import re
import statistics
import threading
import time
import typing

from frame import Loss, Part, tail
from screens import UPDATE, Session

OWN = [f"Row {number:04}" for number in range(400)]
OTHERS = [f"Zoe {number:02}" for number in range(40)]
ROWS, COLUMNS = 24, 100
FIRST, DOWN, PAGE_DOWN, REVIEW = "\x1b[1;3H", "\x1b[B", "\x1b[6~", "\x1bOQ"
KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO?.|.", re.DOTALL)
# Of what is typed within 50 ms only the last line counts, unless a key that is a command follows.
CLEAR = "\x15\x0c"
QUESTION = "[y,n]"
# Keys that change nothing, and leave an empty line behind.
IDLE = [
    "zo\x1b[B\x1b[B" + CLEAR, "\x1bv" * 5, "\x1bi\x1bi", "\x1bh\x1b[6~\x1b[B\x1bh",
    "\x1b[6~" * 5 + "\x1b[5~", "\x1b[1;5B\x1b[1;5A", "\x1bgz", "\x0c", "\x12row\x07" + CLEAR,
    ":de\tx" + CLEAR, "\x1b[200~pasted text\x1b[201~" + CLEAR, "\x1b4\x1b[B\x1bw\x1b[B" + CLEAR,
    "\x10\x10" + CLEAR, ":jump\r\x1b[B\x0c", ":help dead\r", "\x1bb\x05ab\x1fcd" + CLEAR,
    "\x18p\x1b[B\x1b[B\x1b[B\x18p",
]
# Commands of the other process, and what becomes of the row.
ELSEWHERE = [
    ("dead", {"decision": "dead"}), ("reopen", {"decision": "open"}),
    ("like", {"is_liked": True}), ("unlike", {"is_liked": False}),
    ("note", "seen", {"note": "seen"}), ("note", "--clear", {"note": None}),
    ("snooze", "--for", "30d", {"is_snoozed": True}), ("wake", {"is_snoozed": False}),
]
MARKS = {"dead": "†", "ok": "✓", "snoozed": "z", "open": " "}

# Flags remember up to 8,192 changes, which is about so many keys.
WARM_UP = 45_000
MOST_GROWTH = 60  # KiB a thousand keys, after the warm-up


class Row(typing.NamedTuple):
    """What is known of a row."""

    decision: str = "open"
    is_liked: bool = False
    note: str = None
    is_snoozed: bool = False

    @property
    def is_open(self):
        return self.decision == "open" and not self.is_snoozed

    @property
    def marks(self):
        is_put_off = self.is_snoozed and self.decision == "open"
        return MARKS["snoozed" if is_put_off else self.decision] + "♥ "[not self.is_liked]


class Model:
    """The rows of the list, and those before each edit that can be undone."""

    def __init__(self, names):
        self.rows = {name: Row() for name in names}
        self.undoable, self.redoable = [], []
        self.edits = 0

    def edit(self, name, **changes):
        """An edit of the session; one that changes nothing is no step of undo."""
        after = self.rows[name]._replace(**changes)
        if after == self.rows[name]:
            return
        self.undoable.append((name, self.rows[name]))
        self.redoable.clear()
        self.rows[name] = after
        self.edits += 1

    def step(self, back):
        """Undo or redo."""
        source, target = (self.undoable, self.redoable) if back else (self.redoable, self.undoable)
        name, row = source.pop()
        target.append((name, self.rows[name]))
        self.rows[name] = row
        self.edits += 1

    def forget_steps(self):
        self.undoable, self.redoable = [], []


class Soak:
    def __init__(self, bench, home, session):
        self.bench, self.home, self.session = bench, home, session
        self.model = Model(OWN + OTHERS)
        self.keys = self.resizes = self.reloads = self.others = 0
        self.memory, self.failure = [], None

    # A round

    def round(self, chance):
        """Keys with another process at work, then keys that are undone and redone."""
        before = self.keys
        try:  # What follows a loss would be lost for the same reason.
            self.keys_with_others(chance)
            self.settle()
            self.model.forget_steps()
            chance.choice([self.walk, self.review])(chance)
            self.settle()
            self.undo_and_redo(chance)
            self.settle()
            self.name_rows(chance)
            self.reopen_all()
            while self.reloads < self.keys // 1_000:
                self.type(":reload\r")
                self.reloads += 1
            self.settle()
            self.check_screen()
        except Loss:
            self.bench.end = 0
            raise
        self.memory.append((self.keys, memory_of(self.session.process)))
        return self.keys - before

    def keys_with_others(self, chance):
        other_chance = random.Random(chance.random())
        other = threading.Thread(target=self.edit_elsewhere, args=(other_chance,))
        other.start()
        try:
            self.walk(chance)
            self.look_around(chance)
            self.settle(compares=False)
            self.review(chance)
        finally:
            other.join()
        if self.failure:
            raise self.failure

    def type(self, keys):
        self.session.send(keys)
        self.keys += len(KEY.findall(keys))
        while self.resizes < self.keys // 100:
            self.resize()

    def resize(self):
        """There and back: what is typed later finds the usual screen."""
        self.resizes += 1
        self.session.resize(1 + self.resizes * 7 % 60, 1 + self.resizes * 13 % 180)
        self.session.pump(0.02)
        self.session.resize(ROWS, COLUMNS)

    # Edits whose effect is known

    def walk(self, chance):
        """Goes down the rows of the session and edits some, each once."""
        place = 0
        self.type(FIRST)
        while place < len(OWN) - 12:
            if chance.random() < 0.06:
                break
            step = chance.choice([0, 1, 1, 2, 3])
            self.type(DOWN * step)
            place += step
            name, kind = OWN[place], chance.choice("dolle")
            row = self.model.rows[name]
            if kind == "d":
                self.type("\x18d")
                self.model.edit(name, decision="dead")
            elif kind == "o":
                self.type("\x18o")
                self.model.edit(name, decision="ok")
            elif kind == "l":
                self.type("\x18l")
                self.model.edit(name, is_liked=not row.is_liked)
            elif kind == "e":
                place = self.enter(place)
                continue
            self.type(DOWN)
            place += 1

    def enter(self, place):
        following = [
            number for number in range(place + 1, len(OWN))
            if self.model.rows[OWN[number]].decision != "dead"]
        if not following or following[0] > len(OWN) - 12:
            return len(OWN)
        self.type("\r")
        self.model.edit(OWN[place], decision="dead")
        return following[0]

    def review(self, chance):
        """Review mode from the first open row on."""
        opening = [name for name in OWN if self.model.rows[name].is_open]
        if len(opening) < 60:
            return
        # The first n waits until review mode has found the row to begin with.
        self.type(REVIEW + "n" + FIRST + "n")
        # From the first row on; if that is open itself, the next one is meant.
        names = iter(opening[1:] if opening[0] == OWN[0] else opening)
        for _ in range(chance.randrange(10, 50)):
            name = next(names)
            key = chance.choice("ddooln")
            if key == "l":
                self.type("l")
                self.model.edit(name, is_liked=not self.model.rows[name].is_liked)
                key = "n"
            self.type(key)
            if key != "n":
                self.model.edit(name, decision={"d": "dead", "o": "ok"}[key])
        self.type("q")

    def undo_and_redo(self, chance):
        """Takes back most of what was done since the others have paused, and some of it again."""
        undone = chance.randint(0, len(self.model.undoable))
        for number in range(undone + chance.randint(0, min(undone, 10))):
            if number < undone:
                self.undo()
            else:
                self.type("\x18r")
            self.model.step(back=number < undone)

    def undo(self):
        """Undoes the last edit; one that is not a decision is named first, and confirmed."""
        name, before = self.model.undoable[-1]
        after = self.model.rows[name]
        self.type("\x18u")
        if (before.decision, before.is_snoozed) == (after.decision, after.is_snoozed):
            self.answer_yes()

    def answer_yes(self):
        self.session.wait_for(QUESTION)
        self.type("y")
        self.session.wait(lambda: QUESTION not in self.session.screen.text, "the end of a question")

    def name_rows(self, chance):
        for name in chance.sample(OWN, chance.randrange(4)):
            word, changes = chance.choice([
                ("reopen", {"decision": "open"}), ("like", {"is_liked": True}),
                ("unlike", {"is_liked": False}), ("dead", {"decision": "dead"})])
            self.type(f":{word} {name}\r")
            self.model.edit(name, **changes)

    def reopen_all(self):
        """One edit of many rows, when few are left open."""
        decided = [name for name in OWN if not self.model.rows[name].is_open]
        if len(decided) < 250:
            return
        self.settle()
        self.type("row")
        self.session.wait_for(f"{len(OWN)} of {len(self.model.rows)}")
        self.type("\x01:reopen all\x0b\r")
        self.answer_yes()
        self.type(CLEAR)
        self.model.edits += 1
        for name in decided:
            self.model.rows[name] = self.model.rows[name]._replace(decision="open")

    # Keys that must have no effect

    def look_around(self, chance):
        for _ in range(chance.randrange(3, 8)):
            self.type(chance.choice([*IDLE, f"row 0{chance.randrange(400)}{CLEAR}"]))
        # A report comes when it has been read, and later keys would not close it.
        self.settle(compares=False)
        self.type(chance.choice([":stats\r", ":log\r"]))
        self.session.wait_for("q to close")
        self.type(PAGE_DOWN + "\x0c")

    def edit_elsewhere(self, chance):
        """Commands of another process, on rows of its own."""
        try:
            for _ in range(chance.randrange(1, 6)):
                name = chance.choice(OTHERS)
                row = self.model.rows[name]
                *words, changes = chance.choice(ELSEWHERE)
                result = self.bench.call(self.home, words[0], name, *words[1:])
                if result.returncode not in (0, 1):  # 1: nothing to change
                    raise Loss(f"{words}: status {result.returncode}: {tail(result.stderr)}")
                self.model.rows[name] = row._replace(**changes)
                self.others += 1
        except Exception as error:  # It is raised again by the thread that waits for this one.
            self.failure = error

    # What must hold

    def settle(self, compares=True):
        """Waits until all keys have been taken, and the store is as the model."""
        session, word = self.session, f"={self.keys}"
        self.type(f"\x07\x15{word}")
        session.wait(lambda: session.screen.rows[-1] == f"targets> {word}", f"the prompt {word}")
        self.type(CLEAR)
        session.wait(self.shows_rows, "the rows")
        if compares:
            self.compare()
        session.wait(lambda: "saving" not in session.screen.rows[-2], "the end of edits")
        self.type(FIRST)
        session.wait(lambda: "▸" in session.screen.rows[0], "the first row")

    def shows_rows(self):
        rows, count = self.session.screen.rows, len(self.model.rows)
        return rows[-1] == "targets>" and f"{count} of {count}" in rows[-2]

    def compare(self, seconds=60):
        """The store must be as the model, at last."""
        wanted, end = self.model.rows, time.monotonic() + seconds
        while True:
            stored = self.bench.rows(self.home)
            found = {name: self.row_of(told) for name, told in stored.items()}
            names = [name for name in {**wanted, **found} if found.get(name) != wanted.get(name)]
            if not names:
                return
            if time.monotonic() > end:
                first = names[0]
                raise Loss(
                    f"{len(names)} rows differ after {self.keys} keys, such as {first}: "
                    f"{found.get(first)} instead of {wanted.get(first)}")
            self.session.pump(0.05)

    def row_of(self, told):
        return Row(told["class"], "liked" in told, told.get("note"), "until" in told)

    def check_screen(self):
        """The rows in view are as in the model; those that others edit may be so a little later."""
        try:
            self.session.wait(lambda: not self.wrong_lines(), "rows as they are stored")
        except Loss:
            raise Loss(f"wrong rows on the screen: {self.wrong_lines()[:3]}") from None
        return True

    def wrong_lines(self):
        return [line for line in self.session.screen.rows[:-3] if not self.is_right(line)]

    def is_right(self, line):
        name = self.name_in(line)
        return name is not None and line[line.find(name) - 3:line.find(name) - 1] == (
            self.model.rows[name].marks)

    def name_in(self, line):
        found = re.search(r"Row \d{4}|Zoe \d\d", line)
        return found[0] if found and found[0] in self.model.rows else None

    def row_selected(self):
        """The name of the selected row; none between the parts of a screen."""
        screen = self.session.screen
        selected = [line for line in screen.rows[:-3] if "▸" in line and UPDATE not in screen.modes]
        return self.name_in(selected[0]) if selected else None

    def check_all_rows(self):
        """Goes through the whole list, a screen at a time; the first page down stays on it."""
        seen = set()
        while self.check_screen() and len(seen) < len(self.model.rows):
            self.session.wait(self.row_selected, "a whole screen")
            selected = self.row_selected()
            seen.update(map(self.name_in, self.session.screen.rows[:-3]))
            self.session.send(PAGE_DOWN)
            if len(seen) < len(self.model.rows):
                self.session.wait(
                    lambda: self.row_selected() not in (None, selected), "the next page")

    def leave(self):
        self.session.send("\x15\x04")
        self.session.wait_for_end()
        if self.session.status != 0:
            raise Loss(f"status {self.session.status} at the end")
        self.compare()

    def growth(self):
        """KiB a thousand keys after the warm-up, between the first and the last quarter."""
        late = [sample for sample in self.memory if sample[0] > WARM_UP]
        if len(late) < 20:
            return None
        quarter = len(late) // 4
        (first, before), (last, after) = (
            (statistics.mean(keys for keys, _ in part), statistics.median(size for _, size in part))
            for part in (late[:quarter], late[-quarter:]))
        return (after - before) * 1_000 / (last - first)


def memory_of(process):
    """The memory of a process that no file is behind, in KiB."""
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as sizes:
        return sum(int(line.split()[1]) for line in sizes if line.startswith("Anonymous"))


def open_soak(bench, kind=None):
    home = bench.home("soak")
    bench.succeed(home, "add", *OWN, *OTHERS)
    session = Session(
        bench, home, "--preview", "echo about {}", "--motion", "none", rows=ROWS, columns=COLUMNS)
    session.wait_for(f"{len(OWN + OTHERS)} of {len(OWN + OTHERS)}")
    # The preview is off until it is asked for.
    session.send("\x18p")
    return (kind or Soak)(bench, home, session)


def run(bench):
    soak = open_soak(bench)
    began = time.monotonic()
    with soak.session:
        bench.each(soak.round)
        if bench.losses or not soak.memory:
            return
        soak.check_all_rows()
        soak.leave()
    growth = soak.growth()
    bench.figures.update({
        "edits": f"{soak.model.edits:,}", "edits of others": f"{soak.others:,}",
        "resizes": f"{soak.resizes:,}", "reloads": soak.reloads,
        "keys a second": round(soak.keys / (time.monotonic() - began)),
        "KiB at first and last": f"{soak.memory[0][1]:,} {soak.memory[-1][1]:,}",
        "KiB a thousand keys": "too few keys" if growth is None else f"{growth:.1f}"})
    if growth is not None and growth > MOST_GROWTH:
        raise Loss(f"memory grows by {growth:.0f} KiB a thousand keys")


def control(bench):
    """The model makes one edit more than the session."""
    soak = open_soak(bench)
    with soak.session:
        soak.model.edit(OWN[7], is_liked=True)
        soak.compare(seconds=2)


PARTS = [Part("session", "keys", 100_000, run, control, "a model with one edit too many", weight=2)]
