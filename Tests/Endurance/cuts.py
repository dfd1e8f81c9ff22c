"""Power cuts: what commands write is recorded, and states of the disk after a cut are built of it.

A cut comes at any moment, most often right after a command has ended with status 0, which
acknowledges its edit. What is then on the disk: of a file, all that was written before its last
sync, and of what was written since any part, torn at 512 or 4,096 bytes; of a folder, what was
made, renamed or removed before its last sync, and of what was done since the first so many.

What must hold in each state: SQLite finds the store whole, and all its tables are as they were
after the edits that were acknowledged, or as after the one that was under way. One state in ten is
opened by the program: it lists the rows that a model of the session has, and its next edit works.
"""

import bisect
import contextlib
import glob
import hashlib
import json
import os
import random
import re
import sqlite3
from pathlib import Path

from frame import Loss, Part, store_path, tail

STRACE = (
    "strace -f -q -y -xx -s 4194304 --seccomp-bpf --signal=none -e trace=execve,openat,pwrite64,"
    "ftruncate,fsync,fdatasync,utimensat,renameat,renameat2,unlinkat,mkdirat,?open,?mkdir,?rename,"
    "?unlink,?rmdir").split()
LINE = re.compile(r"(\d+) +(?:<\.\.\. )?(\w+|\S+)(.*)")
STRING = re.compile(r'[<"]((?:\\x[0-9a-f]{2})+)[>"]')


class Thing:
    """A file or a folder of the record: what was changed, each with its moment, and the syncs.

    A change of a file is (moment, kind, place, data), one of a folder (moment, name, thing or None,
    former name). A sync is (moment of its end, moment of its beginning): it covers what had ended
    when it began.
    """

    def __init__(self, is_folder):
        self.is_folder, self.changes, self.syncs = is_folder, [], []
        self.kept = None  # another path of the same inode

    def parted(self, moment, syncs):
        """The changes that are safe at a moment, and those that are not."""
        past = [began for ended, began in self.syncs if ended <= moment and syncs(ended)]
        safe = bisect.bisect_right(self.changes, max(past, default=0), key=lambda one: one[0])
        end = bisect.bisect_right(self.changes, moment, key=lambda one: one[0])
        return self.changes[:safe], self.changes[safe:end]


def content(changes):
    """The bytes of a file, and the time of its last change if that was set."""
    data, time = bytearray(), None
    for kind, place, piece in changes:
        if kind == "write":
            data.extend(bytes(max(place + len(piece) - len(data), 0)))
            data[place:place + len(piece)] = piece
        elif kind == "size":
            data[place:] = bytes(max(place - len(data), 0))
        else:
            time = place
    return data, time


def entries(changes):
    """What is in a folder, by name."""
    found = {}
    for _, name, thing, former in changes:
        found.pop(former, None)
        found.pop(name, None)
        if thing is not None:
            found[name] = thing
    return found


class Record:
    """What a session of commands does to the files of its home."""

    def __init__(self, home):
        self.home, self.root = home, Thing(is_folder=True)
        self.now, self.ends, self.syncs = 0, [], []

    def read(self, path):
        """Adds a command that has succeeded; it ends when its first process does."""
        begun, first = {}, None
        with open(path, encoding="ascii") as lines:
            for line in lines:
                process, call, rest = LINE.match(line).groups()
                first = first or process
                self.now += 1
                if call == "+++":
                    if process == first:
                        self.ends.append(self.now)
                elif "<unfinished ...>" in rest:
                    begun[process] = self.now, rest.split("<unfinished ...>")[0]
                elif "resumed>" in rest:
                    began, start = begun.pop(process)
                    self.add(call, start + rest.split("resumed>", 1)[1], began)
                else:
                    self.add(call, rest, self.now)

    def add(self, call, rest, began):
        words, _, result = rest.rpartition(" = ")
        strings = [bytes.fromhex(text.replace("\\x", "")) for text in STRING.findall(words)]
        paths = [text.decode() for text in strings if text.startswith(self.home.encode())]
        if not paths or result.startswith(("-1", "?")):
            return
        last = words.rsplit(", ", 1)[-1].rstrip(") ")
        if call == "pwrite64":
            self.change(paths[0], "write", int(last), strings[1][:int(result.split()[0])])
        elif call == "ftruncate":
            self.change(paths[0], "size", int(last))
        elif call == "utimensat":
            self.change(paths[0], "time", int(re.findall(r"tv_sec=(-?\d+)", words)[-1]))
        elif call in ("fsync", "fdatasync"):
            self.syncs.append(self.now)
            self.find(paths[0]).syncs.append((self.now, began))
        elif call in ("open", "openat"):
            if "O_CREAT" in words and self.find(paths[0]) is None:
                self.enter(paths[0], Thing(is_folder=False))
            if "O_TRUNC" in words:
                self.change(paths[0], "size", 0)
        elif call.startswith("mkdir"):
            self.enter(paths[0], Thing(is_folder=True))
        elif call.startswith("rename"):
            self.enter(paths[1], self.find(paths[0]), former=os.path.basename(paths[0]))
        elif call.startswith(("unlink", "rmdir")):
            self.enter(paths[0], None)

    def change(self, path, kind, place, data=b""):
        self.find(path).changes.append((self.now, kind, place, data))

    def enter(self, path, thing, former=None):
        folder, name = os.path.split(path)
        self.find(folder).changes.append((self.now, name, thing, former))

    def find(self, path):
        """The file or folder that is at a path now."""
        found = self.root
        for name in path[len(self.home):].split("/")[1:]:
            found = entries(found.changes).get(name)
        return found

    def state(self, moment, taste, syncs=bool):
        """What is at each path after a cut: None for a folder, (file, content, time) for a file.

        `syncs` says of the moment of a sync whether it is to be counted.
        """
        return dict(self.below("", self.root, moment, taste, syncs))

    def below(self, path, folder, moment, taste, syncs):
        safe, others = folder.parted(moment, syncs)
        for name, thing in entries(safe + taste.beginning(others)).items():
            place = f"{path}/{name}"
            if thing.is_folder:
                yield place, None
                yield from self.below(place, thing, moment, taste, syncs)
            else:
                safe, others = thing.parted(moment, syncs)
                changes = [change[1:] for change in safe] + list(taste.some(others))
                yield place, (thing, *content(changes))


class Taste:
    """What one cut leaves of that which no sync has made safe: all, nothing, or a share of it."""

    def __init__(self, chance, share=None):
        self.chance = chance
        shares = [0, 1, 0.5, 0.05, 0.95, chance.random()] if share is None else [share]
        self.share, self.folder_share = chance.choice(shares), chance.choice(shares)
        self.size = chance.choice([512, 4096, 1 << 30])

    def beginning(self, changes):
        return changes[:round(self.folder_share * len(changes) + self.chance.uniform(-0.4, 0.4))]

    def some(self, changes):
        for _, kind, place, data in changes:
            for place, data in self.pieces(place, data):
                if self.chance.random() < self.share:
                    yield kind, place, data

    def pieces(self, place, data):
        start = 0
        while start < max(len(data), 1):
            end = start + self.size - (place + start) % self.size
            yield place + start, data[start:end]
            start = end


class Session:
    """Commands on one list, recorded, and what was there after each of them."""

    def __init__(self, bench, chance, is_long):
        self.bench, self.chance, self.is_long = bench, chance, is_long
        self.folder = bench.home("long session" if is_long else "session")
        self.home = os.path.join(self.folder, "home")
        os.mkdir(self.home, 0o700)
        self.record = Record(self.home)
        # The rows as {name: (decision, note)}, and the tables, after each command.
        self.models, self.tables = [{}], [digest("")]
        self.past, self.number = [], 0
        for step in self.steps():
            self.do(*step)
        self.compare()

    def steps(self):
        steps = [3] + 10 * [self.random_step] + [300] + 10 * [self.random_step]
        if self.is_long:
            # Of the second import so much is new that the snapshot is written again.
            steps = [10_200, self.listed, self.random_step, self.listed, 3_000, self.listed]
            steps += [self.random_step, self.random_step, self.listed]
        for step in steps:
            yield self.added(step) if isinstance(step, int) else step()

    def added(self, count):
        names = [f"name {self.number + number:05}" for number in range(count)]
        self.number += count
        rows = {**self.models[-1], **dict.fromkeys(names, ("open", None))}
        if count < 100:
            return ["add", *names], rows
        path = os.path.join(self.folder, "names")
        Path(path).write_text("\n".join(names), encoding="utf-8")
        return ["import", path], rows

    def listed(self):
        return ["list", "--format", "names"], self.models[-1]

    def random_step(self):
        rows = self.models[-1]
        kind = self.chance.choice(["add", "dead", "dead", "spare", "note", "note", "drop", "undo"])
        waiting = [name for name, row in rows.items() if row[0] == "open"]
        some = self.chance.sample(waiting, min(len(waiting), self.chance.choice([1, 1, 1, 20])))
        if kind == "undo" and len(self.past) > 1:
            return ["undo"], None
        if kind == "note":
            name, note = self.chance.choice(list(rows)), f"note {self.chance.randrange(10**6)}"
            return ["note", name, note], {**rows, name: (rows[name][0], note)}
        if kind == "drop" and len(rows) > len(some) > 0:
            return ["drop", *some], {name: rows[name] for name in rows if name not in some}
        if kind in ("dead", "spare") and some:
            now = "dead" if kind == "dead" else "spared"
            return [kind, *some], {**rows, **{name: (now, rows[name][1]) for name in some}}
        return self.added(self.chance.choice([1, 1, 40]))

    def do(self, words, model):
        trace = os.path.join(self.folder, "trace")
        self.bench.succeed(self.home, *words, before=[*STRACE, "-o", trace])
        self.record.read(trace)
        if model is None:
            model = self.past.pop()
        elif model is not self.models[-1]:
            self.past.append(self.models[-1])
        self.models.append(model)
        self.tables.append(digest(store_path(self.home)))
        self.keep()

    def keep(self):
        """Keeps the snapshots that are there, as a copy would have another inode."""
        for path in glob.glob(os.path.join(self.home, ".cache", "targets", "*")):
            file = self.record.find(path)
            if file.kept is None:
                file.kept = os.path.join(self.folder, f"kept {len(self.models)}")
                os.link(path, file.kept)

    def compare(self):
        """The record must lead to the files that are there, or no state made of it counts."""
        state = self.record.state(self.record.now, Taste(self.chance, 1))
        made = {path: found and bytes(found[1]) for path, found in state.items()}
        there = {
            str(path)[len(self.home):]: path.read_bytes() if path.is_file() else None
            for path in Path(self.home).rglob("*")}
        if made != there:
            names = [path for path in {*made, *there} if made.get(path, 0) != there.get(path, 0)]
            raise Loss(f"the record is not what is there: {names}")


def digest(path, mode="ro"):
    """All rows of all tables, in short; a store that is not there has none."""
    try:
        return hashlib.md5(repr(rows(path, mode) if os.path.exists(path) else []).encode()).digest()
    except sqlite3.Error as error:
        raise Loss(f"SQLite: {error}") from None


def rows(path, mode):
    uri = f"file:{path}?mode={mode}"
    with contextlib.closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        found = connection.execute("PRAGMA integrity_check").fetchall()
        if found != [("ok",)]:
            raise Loss(f"integrity_check: {found[:3]}")
        tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        return [
            (table, row) for table, in connection.execute(tables).fetchall()
            for row in connection.execute(f"SELECT * FROM {table}")]


class Cuts:
    def __init__(self, bench):
        self.bench, self.sessions = bench, {}
        bench.figures["opened by the program"] = 0

    def session(self):
        """One state in twelve is of a list that is long enough for a snapshot."""
        is_long = self.bench.number % 12 == 11
        number = self.bench.number // (6_000 if is_long else 500)
        if self.sessions.get(is_long, (None,))[0] != number:
            chance = random.Random(f"{self.bench.seed}/sessions/{is_long}/{number}")
            self.sessions[is_long] = number, Session(self.bench, chance, is_long)
        return self.sessions[is_long][1]

    def case(self, chance):
        session = self.session()
        record = session.record
        moment = chance.choice([
            chance.choice(record.ends), chance.choice(record.ends),
            chance.choice(record.syncs) - chance.randrange(2), chance.randrange(record.now)])
        opens = chance.random() < 0.1
        self.bench.figures["opened by the program"] += opens
        self.check(session, moment, record.state(moment, Taste(chance)), opens)

    def check(self, session, moment, state, opens=False):
        count = bisect.bisect_right(session.record.ends, moment)
        try:
            found = digest(store_path(self.build(state)), "rw")
            if found not in session.tables[count:count + 2]:
                known = session.tables.index(found) if found in session.tables else "no number of"
                raise Loss(f"the tables are those after {known} commands")
            if opens:
                self.open(session, self.build(state), session.models[count:count + 2])
        except Loss as loss:
            raise Loss(f"{count} commands acknowledged, cut at {moment}: {loss}") from None

    def build(self, state):
        """Makes the files of a state, in a new home."""
        home = self.bench.home("after")
        for path, found in state.items():
            if found is None:
                os.mkdir(home + path, 0o700)
                continue
            file, data, time = found
            if file.kept:
                os.link(file.kept, home + path)
            Path(home + path).write_bytes(data)
            os.chmod(home + path, 0o600)
            if time is not None:
                os.utime(home + path, (time, time))
        return home

    def open(self, session, home, models):
        """The program finds the rows as they must be, and goes on."""
        # What is left in the background must have ended before the home is removed.
        before = "strace -f -qq -o /dev/null -e trace=none".split() if session.is_long else []
        rows = self.rows(home, before)
        if rows not in models:
            raise Loss("other rows are listed")
        self.bench.succeed(home, "add", "after the cut", before=before)
        if self.rows(home, before) != {**rows, "after the cut": ("open", None)}:
            raise Loss("the next edit is not there, or more than that")

    def rows(self, home, before):
        result = self.bench.call(home, "list", "--format", "ndjson", before=before)
        if result.returncode not in (0, 1) or result.returncode == 1 and result.stdout:
            raise Loss(f"list: status {result.returncode}: {tail(result.stderr)}")
        rows = map(json.loads, result.stdout.decode().split("\n")[:-1])
        return {row["name"]: (row["decision"], row.get("note")) for row in rows}


def run(bench):
    bench.each(Cuts(bench).case)


def control(bench):
    """Without all syncs, and without the last one before an acknowledgement: both must lose."""
    cuts = Cuts(bench)
    session = cuts.session()
    losses = [loss_without(cuts, session, is_last_only) for is_last_only in (False, True)]
    if all(losses):
        raise Loss(losses[1])


def loss_without(cuts, session, is_last_only):
    record = session.record
    for number in range(500):
        chance = random.Random(f"{cuts.bench.seed}/{number}")
        moment = chance.choice(record.ends)
        last = max(ended for ended in record.syncs if ended <= moment)
        state = record.state(moment, Taste(chance), lambda ended: is_last_only and ended != last)
        cuts.bench.tried += 1
        try:
            cuts.check(session, moment, state)
        except Loss as loss:
            return str(loss)
    return None


PARTS = [Part("cuts", "states", 20_000, run, control, "the last sync before an acknowledgement")]
