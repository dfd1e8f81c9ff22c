"""Power cuts: what commands write is recorded, and states of the disk after a cut are built of it.

A cut comes at any moment, most often right after a command has ended with status 0, which
acknowledges its edit, or after a session has said of a decision that it is made. What is then on the
disk is said in disk.py.

There are three kinds of sessions: commands on a short list, on one long enough for a snapshot, and a
review in plain mode.

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
import pty
import random
import sqlite3
from pathlib import Path

from disk import STRACE, Record, Taste
from frame import Loss, Part, is_without_rows, store_path, tail


class Session:
    """Commands on one list, recorded, and what was there after each of them."""

    def __init__(self, bench, chance, kind):
        self.bench, self.chance, self.kind = bench, chance, kind
        self.folder = bench.home(f"{kind} session")
        self.home = os.path.join(self.folder, "home")
        os.mkdir(self.home, 0o700)
        rows = self.prepare()
        self.record = Record(self.home)
        # The rows as {name: (decision, note)}, and the tables, after each command.
        self.models, self.tables = [rows], [digest(store_path(self.home))]
        self.past, self.number = [], 0
        if kind == "review":
            self.review()
        else:
            for step in self.steps():
                self.do(*step)
        self.compare()

    def prepare(self):
        """Makes what there is before the session, and tells its rows."""
        names = [f"Name {number:03}" for number in range(60)]
        if self.kind != "review":
            return {}
        self.bench.succeed(self.home, "add", *names)
        rows = self.bench.rows(self.home)
        return {name: (row["class"], row.get("note")) for name, row in rows.items()}

    @property
    def waits(self):
        """What a command is started by whose processes in the background are to be waited for."""
        return "strace -f -qq -o /dev/null -e trace=none".split() if self.kind == "long" else []

    def review(self):
        """Decides 40 rows, a key each, without waiting for what is said of the one before."""
        trace = os.path.join(self.folder, "trace")
        answers = [self.chance.choice("do") for _ in range(40)]
        process, terminal = pty.fork()
        if process == 0:
            # The program's writes to the terminal tell when a decision was acknowledged.
            strace = [word.replace("trace=", "trace=write,") for word in STRACE]
            # The history of what was typed is no part of the record.
            environment = self.bench.environment(
                self.home, TERM="dumb", XDG_STATE_HOME=os.path.join(self.folder, "state"))
            os.execvpe("strace", [*strace, "-o", trace, self.bench.program, "review"], environment)
        said, keys = b"", "".join(answer + "\n" for answer in [*answers, "q", ":quit"]).encode()
        with contextlib.suppress(OSError):  # the end of the terminal
            while data := os.read(terminal, 65_536):
                said += data
                # Keys that come before it has the terminal would be lost.
                if keys and b"Name 000" in said:
                    os.write(terminal, keys)
                    keys = b""
        os.close(terminal)
        if os.waitpid(process, 0)[1] != 0:
            raise Loss("a review does not end well")
        self.record.read(trace, is_review=True)
        for name, answer in zip(sorted(self.models[0]), answers):
            decision = {"d": "dead", "o": "ok"}[answer]
            self.models.append({**self.models[-1], name: (decision, None)})
        for end in self.record.ends:
            state = self.record.state(end, Taste(self.chance, 1))
            self.tables.append(digest(store_path(self.build(state)), "rw"))
        if len(self.tables) != len(self.models):
            raise Loss(f"{len(self.tables) - 1} of {len(answers)} decisions are acknowledged")

    def steps(self):
        steps = [3] + 10 * [self.random_step] + [300] + 10 * [self.random_step]
        if self.kind == "long":
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
        return ["show", "--format", "names"], self.models[-1]

    def random_step(self):
        rows = self.models[-1]
        kind = self.chance.choice(["add", "dead", "dead", "ok", "note", "note", "drop", "undo"])
        waiting = [name for name, row in rows.items() if row[0] == "open"]
        some = self.chance.sample(waiting, min(len(waiting), self.chance.choice([1, 1, 1, 20])))
        if kind == "undo" and len(self.past) > 1:
            return ["undo"], None
        if kind == "note":
            name, note = self.chance.choice(list(rows)), f"note {self.chance.randrange(10**6)}"
            return ["note", name, note], {**rows, name: (rows[name][0], note)}
        if kind == "drop" and len(rows) > len(some) > 0:
            return ["drop", *some], {name: rows[name] for name in rows if name not in some}
        if kind in ("dead", "ok") and some:
            now = "dead" if kind == "dead" else "ok"
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
        # A store is there, with its settings, before its first command is: as if it were not.
        tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'store' ORDER BY name"
        return [
            (table, row) for table, in connection.execute(tables).fetchall()
            for row in connection.execute(f"SELECT * FROM {table}")]


class Cuts:
    def __init__(self, bench):
        self.bench, self.sessions = bench, {}
        bench.figures["opened by the program"] = 0

    def session(self):
        """Of twelve states one is of a list with a snapshot, one of a review."""
        kind, most = {11: ("long", 6_000), 9: ("review", 1_200)}.get(
            self.bench.number % 12, ("short", 500))
        number = self.bench.number // most
        if self.sessions.get(kind, (None,))[0] != number:
            chance = random.Random(f"{self.bench.seed}/sessions/{kind}/{number}")
            self.sessions[kind] = number, Session(self.bench, chance, kind)
        return self.sessions[kind][1]

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
            found = digest(store_path(session.build(state)), "rw")
            if found not in session.tables[count:count + 2]:
                known = session.tables.index(found) if found in session.tables else "no number of"
                raise Loss(f"the tables are those after {known} commands")
            if opens:
                self.open(session, session.build(state), session.models[count:count + 2])
        except Loss as loss:
            raise Loss(f"{count} commands acknowledged, cut at {moment}: {loss}") from None

    def open(self, session, home, models):
        """The program finds the rows as they must be, and goes on."""
        # What is left in the background must have ended before the home is removed.
        before = session.waits
        rows = self.rows(home, before)
        if rows not in models:
            raise Loss("other rows are listed")
        self.bench.succeed(home, "add", "after the cut", before=before)
        if self.rows(home, before) != {**rows, "after the cut": ("open", None)}:
            raise Loss("the next edit is not there, or more than that")

    def rows(self, home, before):
        result = self.bench.call(home, "show", "--format", "ndjson", before=before)
        if result.returncode != 0 and not is_without_rows(result):
            raise Loss(f"list: status {result.returncode}: {tail(result.stderr)}")
        rows = map(json.loads, result.stdout.decode().split("\n")[:-1])
        return {row["name"]: (row["class"], row.get("note")) for row in rows}


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
