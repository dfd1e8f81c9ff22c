"""Errors of the system at each call that the program makes, and disks that are full.

What must hold, whichever call fails: the command does what it does without the error, or it ends
with status 2 and one true line; the store is then as before the command or as after it, and whole;
and the next program goes on. A line that says that nothing was changed, that the disk is full, or
that the store is damaged or locked must be right.

Calls count from the beginning of `main` (see record.c), as it is the dynamic loader that fails
before. An error comes once, or again and again: five times where programs may try for as long as
they are told to (EINTR, EAGAIN), else for good. For want of memory, of a thread or of its eventfd
the allocators of C and Swift and libdispatch may end the process by a signal, which counts here as
an end with status 2. For memory and threads libdispatch waits a second and tries again, and again,
so these errors come three times at most.
"""

import dataclasses
import errno
import os
import random
import re
import shlex
import shutil
import sqlite3
import subprocess

from frame import FOLDER, Loss, Part, is_without_rows, store_path, tail

GENERAL = ["EIO", "ENOSPC", "EINTR", "EAGAIN", "ENOMEM", "EMFILE"]
MEMORY = ["mmap", "mremap", "munmap", "mprotect", "brk", "madvise"]
PROCESSES = ["clone", "clone3", "fork", "vfork"]
RUNTIME = MEMORY + PROCESSES + ["eventfd2"]


def errors(call):
    """The errors that a call is made to have."""
    if call in MEMORY:
        return ["ENOMEM"]
    if call in PROCESSES:
        return ["EAGAIN", "ENOMEM"]
    if call in ("getrandom", "clock_nanosleep", "poll", "ppoll", "epoll_wait", "epoll_pwait"):
        return ["EINTR"]
    return GENERAL


@dataclasses.dataclass
class Kind:
    """A command, the home that it is tried in, and how the rows are asked for afterwards."""

    name: str
    home: str
    words: list
    query: list
    # A copy of a snapshot is not trusted (its inode is another one), so it is read where it is.
    copies: bool = True
    edits: bool = True
    changes: int = 1
    # Known after the rehearsal: the calls, what is printed, and the rows before and after.
    calls: dict = None
    output: bytes = b""
    before: str = ""
    after: str = ""


SHORT = ["show", "--format", "ndjson"]
LONG = ["show", "--format", "names"]


class Faults:
    def __init__(self, bench):
        self.bench = bench
        self.recorder = bench.path("record")
        source = os.path.join(FOLDER, "record.c")
        subprocess.run(["gcc", "-O1", "-o", self.recorder, source], check=True)
        self.report = bench.path("report")
        self.make_homes()
        self.kinds = [
            Kind("edit", "short", ["dead", "-m", "why not", "Name 3", "Name 5"], SHORT),
            Kind("show", "short", SHORT, SHORT, edits=False),
            Kind("import", "short", ["import", self.names("more", 300)], SHORT),
            Kind("undo", "short", ["undo"], SHORT),
            Kind("first", "empty", ["add", "One", "Two"], SHORT),
            Kind("reading a snapshot", "long", ["show", "--format", "names", "name 01"], LONG,
                 copies=False, edits=False),
            Kind("writing a snapshot", "bare", LONG, LONG, edits=False),
        ]
        self.traps = 0
        self.can_mount = self.may_mount()

    def names(self, name, count):
        path = self.bench.path(name)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"name {number:05}\n" for number in range(count))
        return path

    def make_homes(self):
        bench = self.bench
        for name in ("empty", "short", "long"):
            bench.home(name)
        bench.succeed(bench.path("short"), "add", *(f"Name {number}" for number in range(12)))
        bench.succeed(bench.path("short"), "dead", "-m", "so it is", "Name 1", "Name 2")
        self.record(bench.path("long"), ["import", self.names("many", 10_100)], call="none")
        shutil.copytree(bench.path("long"), bench.path("bare"))
        shutil.rmtree(bench.path("bare", ".cache"))

    # A run of the program

    def record(self, home, words, call="all", first=0, last=0, error=0):
        """Runs a command with calls that fail; waits for what it leaves in the background, too."""
        before = [self.recorder, self.report, call, str(first), str(last), str(error)]
        return self.bench.call(home, *words, before=before)

    def counts(self):
        with open(self.report, encoding="utf-8") as lines:
            return {name: int(count) for name, count in map(str.split, lines)}

    def home_for(self, kind):
        home = self.bench.path(kind.home)
        if not kind.copies:
            return home
        copy = self.bench.path("copy")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(home, copy)
        return copy

    def rows(self, kind, home):
        """What the next program prints of the rows, without times; nothing if there is no store."""
        result = self.record(home, kind.query, call="none")
        if is_without_rows(result):
            return ""
        if result.returncode != 0 or result.stderr:
            raise Loss(f"list afterwards: status {result.returncode}: {tail(result.stderr)}")
        return re.sub(r'"decidedAt":"[^"]*"', "", result.stdout.decode())

    def rehearse(self, kind):
        """Learns what happens without errors."""
        home = self.home_for(kind)
        kind.before = self.rows(kind, home)
        home = self.home_for(kind)
        result = self.record(home, kind.words)
        if result.returncode != 0:
            raise Loss(f"{kind.name}: status {result.returncode}: {tail(result.stderr)}")
        kind.calls, kind.output = self.counts(), result.stdout
        del kind.calls["failed"]
        kind.after = self.rows(kind, home)
        if kind.edits == (kind.before == kind.after):
            raise Loss(f"{kind.name}: it is no rehearsal")

    # One case

    def turn(self):
        """A command, a call and its number; each has its turn once in a round."""
        turns = [
            (kind, call, number)
            for kind in self.kinds
            for call, count in kind.calls.items()
            for number in range(1, count + 1)
        ]
        number, place = divmod(self.bench.number, len(turns))
        random.Random(f"{self.bench.seed}/{number}").shuffle(turns)
        return turns[place]

    def case(self, chance):
        if self.can_mount and self.bench.number % 50 == 49:
            return self.fill(chance)
        kind, call, first = self.turn()
        error = chance.choice(errors(call))
        last = first if chance.random() < 0.5 else self.last(call, first, error)
        return self.fail(kind, call, first, last, error)

    def last(self, call, first, error):
        if call in MEMORY + PROCESSES:
            return first + 2
        return first + 4 if error in ("EINTR", "EAGAIN") else 0

    def fail(self, kind, call, first, last, error):
        home = self.home_for(kind)
        result = self.record(home, kind.words, call, first, last, getattr(errno, error))
        count = self.counts()["failed"]
        try:
            self.check(kind, home, result, call, error)
        except Loss as loss:
            end = "for good" if last == 0 else f"to {last}"
            raise Loss(f"{kind.name}: {call} {first} {end}: {error}: {loss}") from None
        # Another order of threads may have led to fewer calls.
        return min(count, 1)

    def check(self, kind, home, result, call="", error="ENOSPC"):
        rows = self.rows(kind, home)
        if rows not in (kind.before, kind.after):
            raise Loss(f"neither as before nor as after: {tail(result.stderr)}")
        if os.path.exists(store_path(home)) and kind.copies:
            check_store(store_path(home))
        if self.bench.number % 5 == 0 and kind.copies:
            self.bench.succeed(home, "add", "One more name")
        if result.returncode < 0 and call in RUNTIME:
            self.traps += 1
        elif result.returncode == 0:
            if rows != kind.after:
                raise Loss("status 0, and nothing was done")
            if result.stdout != kind.output:
                raise Loss(f"status 0, and prints {tail(result.stdout, 100)!r}")
        elif result.returncode == 2:
            check_line(result.stderr, kind.edits and rows == kind.after, call, error)
        else:
            raise Loss(f"status {result.returncode}: {tail(result.stderr)}")

    # Full disks

    def may_mount(self):
        """Whether a space of names for a mount can be had; without one, no disk is full."""
        place = self.bench.home("full")
        script = ["sh", "-c", f"mount -t tmpfs tmpfs {shlex.quote(place)}"]
        result = subprocess.run(["unshare", "-rm", *script], capture_output=True)
        self.bench.figures["full disks"] = 0 if result.returncode == 0 else "not allowed here"
        return result.returncode == 0

    def fill(self, chance):
        """A command on a disk with room for a few pages, of a space of names that ends with it."""
        kind = chance.choice([kind for kind in self.kinds if kind.copies])
        home = self.home_for(kind)
        room = chance.choice([0, 0, 1, 2, 3, chance.randrange(40), chance.randrange(400)])
        script = """
            mount -t tmpfs -o size=16m tmpfs "$1" || exit 77
            cp -a "$2/." "$1"
            head -c 64m /dev/zero >"$1/filler" 2>/dev/null
            [ "$3" = 0 ] || truncate -s "-$3" "$1/filler"
            home=$1 copy=$2 recorder=$4 report=$5; shift 5
            HOME=$home "$recorder" "$report" all 0 0 0 "$@"
            status=$?
            rm "$home/filler"
            cp -a "$home/." "$copy"
            exit $status
            """
        words = [self.bench.path("full"), home, str(4096 * room), self.recorder, self.report]
        before = ["unshare", "-rm", "sh", "-c", script, "sh", *words]
        result = self.bench.call(home, *kind.words, before=before)
        try:
            self.check(kind, home, result)
        except Loss as loss:
            raise Loss(f"{kind.name}: full but for {room} pages: {loss}") from None
        self.bench.figures["full disks"] += 1


def check_line(errors, is_stored, call, error):
    """Raises Loss unless there is one line and it does not lie."""
    text = errors.decode("utf-8", "replace")
    if call == "write" and not text:
        return
    if not text.startswith("targets: ") or text.count("\n") != 1 or not text.endswith("\n"):
        raise Loss(f"not one line: {tail(errors)!r}")
    lies = {
        "nothing was changed": is_stored,
        ": the edit was stored": not is_stored,
        "damaged": True,
        "read-only": True,
        "disk full": error != "ENOSPC",
        "locked by another": error not in ("EAGAIN", "EINTR"),
    }
    for words, is_lie in lies.items():
        if words in text and is_lie:
            raise Loss(f"not true: {text.strip()}")
    # What is on disk must be told of, though the command failed.
    if is_stored and not any(words in text for words in ("stored", "output")):
        raise Loss(f"the edit is there: {text.strip()}")


def check_store(path):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        found = connection.execute("PRAGMA integrity_check").fetchall()
    except sqlite3.Error as error:
        raise Loss(f"integrity_check: {error}") from None
    finally:
        connection.close()
    if found != [("ok",)]:
        raise Loss(f"integrity_check: {found[:3]}")


def run(bench):
    faults = Faults(bench)
    for kind in faults.kinds:
        faults.rehearse(kind)
    bench.each(faults.case)
    calls = sum(sum(kind.calls.values()) for kind in faults.kinds)
    bench.figures["calls"] = calls
    bench.figures["ended by a signal of the runtime"] = faults.traps


def control(bench):
    """Writes that are told of as done and are not."""
    faults = Faults(bench)
    kind = faults.kinds[0]
    faults.rehearse(kind)
    for number in range(1, kind.calls["pwrite64"] + 1):
        bench.tried += 1
        home = faults.home_for(kind)
        faults.check(kind, home, faults.record(home, kind.words, "pwrite64", number))


PARTS = [Part("faults", "errors", 5_000, run, control, "writes that happen when they are told of")]
