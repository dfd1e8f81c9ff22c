"""Signals of all kinds at random moments in every mode leave the terminal as it was.

A case opens a session, brings it into a mode, sends signals after which it must go on, and ends it
by a signal or a key. Afterwards attributes, modes, the screen and the cursor must be as before, the
status must be the documented one, nothing may be left running, and the store must be whole.
"""

import dataclasses
import os
import shutil
import signal
import time

from frame import Loss, Part, check_integrity, store_path
from screens import Session

NAMES = [f"Row {number:02}" for number in range(10)]
COLUMNS, ROWS = 130, 24
# No undo: where keys are lost, it would take back what the list was made by.
DOWN, MARK_DEAD, LIKE = "\x1b[B", "\x18d", "\x18l"

# After these the session goes on, unless it ends for INT on an empty line.
PASSING = ["TSTP", "STOP", "WINCH", "CONT", "TSTP and CONT", "background"]
# The program restores the terminal and ends its children before it dies of these.
ENDING = ["TERM", "HUP", "QUIT", "INT"]
# These may come from a fault of the program: only the terminal is restored.
PATIENCE = 0.5
CRASHING = ["SEGV", "ABRT", "PIPE", "USR1", "USR2"]
LEAVING = ["\x15\x04", "\x07\x15\x04", "q\x15\x04", "\x03\r\x15\x04"]


@dataclasses.dataclass
class Mode:
    """A state of a session: how it is opened and entered, and what the screen then shows."""

    name: str
    shows: str
    keys: str = ""
    arguments: tuple = ()
    opens_with: str = "10 of 10"
    input: str = ""
    picks: bool = False
    is_plain: bool = False
    lends: bool = False
    weight: int = 2


MODES = [
    Mode("starting", "", weight=3),
    Mode("loading", "loading", input="open"),
    Mode("browsing", "10 of 10", weight=4),
    Mode("the query", "targets> ro", "ro"),
    Mode("nothing found", "targets> xyzzy", "xyzzy"),
    Mode("edits", "", (DOWN + MARK_DEAD) * 4 + LIKE + DOWN + MARK_DEAD, weight=4),
    Mode("a row", "▸   Row 00", DOWN),
    Mode("a note", "targets> :note some", DOWN + "\x18nsome"),
    Mode("a command", "targets> :dead Row 05", ":dead Row 05"),
    Mode("a search", "reverse-i-search", "\x12a"),
    Mode("an argument", "(arg: 5)", "ab\x1b5"),
    Mode("half a key", "targets> abc", "abc\x18"),
    Mode("half a paste", "targets> abc", "abc\x1b[200~never"),
    Mode("a jump", "jump to", "\x1bg"),
    Mode("help", "show only names with a word", "\x1bh"),
    Mode("a report", "open", ":stats\r"),
    Mode("review", "▸   Row 00", arguments=("review",), opens_with="▸   Row 00"),
    Mode("review of edits", "", "dod12l", ("review",), "▸   Row 00"),
    Mode("a note in review", "targets> :note some", "msome", ("review",), "▸   Row 00"),
    Mode("a picker", "▸   Row 00", "", ("pick",), "▸   Row 00", input="names", picks=True),
    Mode("a picker of several", "1 picked", "\t", ("pick", "--multi"), input="names", picks=True),
    Mode("plain", "targets>", arguments=("--plain",), opens_with="targets>", is_plain=True),
    Mode("plain review", "Row 00", "", ("review", "--plain"), "Row 00", is_plain=True),
    Mode("a shell command", "begun", ":!echo begun; exec sleep 600\r", lends=True, weight=3),
    Mode("the end of a shell command", "begun", ":!echo begun\r", lends=True),
    Mode("a shell command in plain mode", "begun", ":!echo begun; exec sleep 600\r", ("--plain",),
         "targets>", is_plain=True, lends=True),
    Mode("a preview", "begun Row 00", DOWN, ("--preview", "echo begun {}; sleep 600")),
    Mode("a preview that floods", "flood", DOWN, ("--preview", "exec yes flood")),
    Mode("leaving", "", MARK_DEAD + "\x15\x04"),
]


class Case:
    """One session from its start to its end; `count` is the number of signals it was sent."""

    def __init__(self, bench, home, chance, ending=None):
        self.bench, self.home, self.chance = bench, home, chance
        self.mode = chance.choices(MODES, [mode.weight for mode in MODES])[0]
        self.endings = ending or ENDING + CRASHING + ["a key"]
        self.count = 0
        self.sent = []
        self.is_resized = self.may_echo = self.may_be_interrupted = False

    def run(self):
        with self.open() as self.session:
            self.keep = self.session.keep
            is_settled = self.chance.random() < 0.7
            if is_settled and self.mode.keys:
                self.session.wait(lambda: self.session.is_raw, "the terminal")
                self.session.wait_for(self.mode.opens_with)
            self.pause()
            self.session.send(self.mode.keys)
            # What arrives while the program has not got the terminal is shown by the terminal.
            self.may_echo = bool(self.mode.keys) and not (is_settled and self.mode.shows)
            if is_settled:
                self.wait_for_mode()
            for _ in range(self.chance.choice([0, 0, 1, 2, 3])):
                self.pause()
                self.pass_by(self.chance.choice(PASSING), is_settled)
            self.pause()
            self.end(self.chance.choice(self.endings))
            self.check()

    def open(self):
        height = self.chance.choice([(), (), ("--height", "9"), ("--height", "~9"), ("--mouse",)])
        if self.mode.is_plain:
            height = ()
        self.is_area = "--height" in height
        arguments = [*self.mode.arguments, *height, "--motion", "none"]
        source, feeding = None, None
        if self.mode.input:
            source, feeding = os.pipe()
            os.write(feeding, "".join(name + "\n" for name in NAMES).encode())
            if self.mode.input == "names":
                os.close(feeding)
                feeding = None
        output = None
        if self.mode.picks:
            output = os.open(self.bench.path("picked"), os.O_CREAT | os.O_WRONLY)
        session = Session(
            self.bench, self.home, *arguments, rows=ROWS, columns=COLUMNS, input=source,
            output=output)
        session.keep = feeding
        return session

    def tell(self):
        return f"{self.mode.name}{' in an area' if self.is_area else ''}: {', '.join(self.sent)}"

    # Signals

    def pause(self):
        """Lets a random time pass while the terminal shows what comes."""
        end = time.monotonic() + self.chance.choice([0, 0.003, 0.03, 0.1]) * self.chance.random()
        while (left := end - time.monotonic()) > 0:
            self.session.pump(left)

    def send(self, name):
        self.sent.append(name)
        self.count += 1
        self.session.signal(getattr(signal, "SIG" + name))

    def wait_for_mode(self):
        self.session.wait(lambda: self.is_in_mode, f"{self.mode.name} after {self.sent}")

    @property
    def is_in_mode(self):
        # A plain session paints nothing anew when its rows have been cut off.
        is_cut = self.mode.is_plain and self.is_resized
        if self.mode.shows not in self.session.screen.text and not is_cut:
            return False
        return self.session.is_raw or self.mode.lends or not self.mode.shows

    def pass_by(self, name, is_settled):
        """Sends a signal that must not end the session, and waits until it has gone on."""
        if name == "WINCH":
            self.resize()
        elif name == "CONT":
            self.send("CONT")
        elif name == "TSTP and CONT":
            self.send("TSTP")
            self.send("CONT")
        else:
            self.send("STOP" if name == "STOP" else "TSTP")
            self.sent[-1] += " in the background" * (name == "background")
            self.stop_and_go(name)
        if is_settled and not self.mode.lends and self.mode.name != "leaving":
            self.session.wait(self.goes_on, f"{self.mode.name} after {self.sent}")

    def goes_on(self):
        if self.session.is_stopped:
            self.session.go_on()
        return self.is_in_mode

    def resize(self):
        self.is_resized = True
        self.sent.append("WINCH")
        self.count += 1
        self.session.resize(self.chance.randint(1, 40), self.chance.randint(1, 150))
        self.pause()
        self.session.resize(ROWS, COLUMNS)

    def stop_and_go(self, name):
        session = self.session
        is_over = lambda: session.is_stopped or session.status is not None
        session.wait(is_over, f"the stop by {name}")
        if session.status is not None:
            return
        if name != "STOP":
            self.check_terminal("while stopped")
        if name == "background" and not self.mode.lends:
            # It stops again when it wants the terminal, which another job has.
            session.go_on("b")
            if self.mode.shows:
                session.wait(is_over, "the stop in the background")
                self.check_terminal("while stopped in the background")
        if session.is_stopped:
            session.go_on()

    def end(self, name):
        """Ends the session by a signal; one that it outlives is followed by keys that end it."""
        if name != "a key":
            self.send(name)
        if self.keep is not None:
            os.close(self.keep)
        session = self.session
        began = time.monotonic()
        survives = name in ("a key", "INT") or name == "QUIT" and self.mode.lends
        end, tries = time.monotonic() + 120, 1 if name == "a key" else 0
        while session.status is None and time.monotonic() < end:
            if session.is_stopped:
                session.go_on()
            if survives and tries:
                keys = LEAVING[(tries - 1) % len(LEAVING)]
                session.send(keys)
                # A program that is about to end, on a busy machine, takes no signals any more.
                self.may_be_interrupted |= "\x03" in keys
            self.may_echo |= tries > 1
            tries += 1
            until = time.monotonic() + 0.3
            while session.status is None and not session.is_stopped and time.monotonic() < until:
                session.pump(until - time.monotonic())
        # A program that is too busy to take the signal in time ends at once, as in a crash.
        if name in CRASHING or time.monotonic() - began > PATIENCE:
            session.end_family()
        session.wait_for_end()

    # What must hold

    def check(self):
        status = self.session.status
        deaths = [-getattr(signal, "SIG" + name.split()[0]) for name in self.sent]
        deaths += [-signal.SIGINT] * self.may_be_interrupted
        if status not in (0, 130) and status not in deaths:
            raise Loss(f"status {status}")
        self.check_terminal("afterwards")
        rows = self.bench.rows(self.home)
        if sorted(rows) != NAMES:
            raise Loss(f"the list is not whole: {sorted(rows)}")
        if self.bench.number % 10 == 0:
            check_integrity(store_path(self.home))

    def check_terminal(self, moment):
        session = self.session
        while session.pump(0):
            pass
        screen = session.screen
        if session.is_raw:
            raise Loss(f"attributes of the terminal are changed {moment}")
        if screen.modes != {"7", "25"}:
            raise Loss(f"modes of the terminal {moment}: {sorted(screen.modes)}")
        if screen.style:
            raise Loss(f"the style of text {moment}: {screen.style}")
        if self.mode.is_plain or self.mode.lends or self.is_resized or self.may_echo:
            return
        if screen.strange:
            raise Loss(f"unknown sequences {moment}: {screen.strange[:5]}")
        # After a crash, and a stop that comes unforeseen, rows of an area stay above the cursor.
        if self.is_area and any(name in [*CRASHING, "STOP", "CONT"] for name in self.sent):
            return
        if screen.rows[0] != session.line:
            raise Loss(f"the screen from before is lost {moment}: {session.tell()}")
        if any(screen.rows[1:]) or (screen.row, screen.column) != (1, 0):
            raise Loss(f"the screen is not as before {moment}: {session.tell()}")


def prepare(bench):
    home = bench.home("prepared")
    bench.succeed(home, "add", *NAMES)
    # By default readline 8.2 turns this off for programs that draw by themselves.
    with open(os.path.join(home, ".inputrc"), "w", encoding="utf-8") as settings:
        settings.write("set enable-bracketed-paste on\n")
    return home


def copy(bench, prepared):
    home = bench.path("home")
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(prepared, home)
    return home


def run(bench):
    prepared = prepare(bench)
    sent = {}

    def one(chance):
        case = Case(bench, copy(bench, prepared), chance)
        try:
            case.run()
        except Loss as loss:
            raise Loss(f"{case.tell()}: {loss}") from None
        finally:
            for name in case.sent:
                sent[name] = sent.get(name, 0) + 1
        return case.count

    bench.each(one)
    bench.figures.update(sorted(sent.items()))


def control(bench):
    """SIGKILL, after which nothing can restore the terminal."""
    prepared = prepare(bench)
    bench.most = 20
    for chance in bench.cases():
        bench.tried += 1
        Case(bench, copy(bench, prepared), chance, ending=["KILL"]).run()


PARTS = [Part("signals", "signals", 7_000, run, control, "a session that is killed by SIGKILL")]
