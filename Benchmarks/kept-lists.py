#!/usr/bin/env python3
"""Measures kept lists beside SQLite, in one run: import, search, opening, edits, memory.

    Benchmarks/kept-lists.py PROGRAM FILE [--rounds 5]

PROGRAM is a static release build of targets, FILE has one name a line. Needs sqlite3; fzf, if it
is there, is a peer for the start. All it makes is in a folder of its own, removed at the end.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from sessions import Session, median, tell


class Bench:
    def __init__(self, arguments):
        self.program, self.file = arguments.program, arguments.file
        self.rounds, self.edits = arguments.rounds, arguments.edits
        self.home = tempfile.mkdtemp(prefix="targets-bench-")
        self.environment = {
            "HOME": self.home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
        }
        self.store = self.path(".local/share/targets/targets.db")

    def path(self, name):
        return os.path.join(self.home, name)

    def run(self, *words, input=None):
        return subprocess.run(
            words, env=self.environment, stdin=input or subprocess.DEVNULL, capture_output=True)

    def targets(self, *words):
        return self.run(self.program, *words)

    def sqlite(self, path, *commands):
        return self.run("sqlite3", path, *commands)

    def snapshots(self):
        folder = self.path(".cache/targets")
        files = os.listdir(folder) if os.path.isdir(folder) else []
        return [os.path.join(folder, each) for each in files if each.endswith(".names")]

    def remove(self, *paths):
        for path in paths:
            for each in [path, path + "-journal", path + "-lock"]:
                if os.path.exists(each):
                    os.unlink(each)

    # The cases

    def start(self):
        self.version = median(40, lambda: self.targets("--version"))
        fzf = shutil.which("fzf")
        other = median(40, lambda: self.run(fzf, "--version")) if fzf else None
        tell("--version, ms", self.version, other, "fzf --version")
        self.sqlite_start = median(40, lambda: self.run("sqlite3", "--version"))

    def imports(self):
        """The same names into the same table, in its order; theirs come as keys, ready to be stored."""
        self.targets("add", "x")
        empty = self.path("empty.db")
        shutil.copy(self.store, empty)
        self.sqlite(empty, "DELETE FROM row; DELETE FROM fact; DELETE FROM image; DELETE FROM event; VACUUM")
        table = self.path("table.tsv")
        with open(self.file, encoding="utf-8") as names, open(table, "w", encoding="utf-8") as rows:
            for name in names:
                rows.write("1\t=" + name.rstrip("\n") + "\t1\t0\n")
        peer = self.path("peer.db")
        # .import reads no NULL, which most columns are.
        theirs = median(
            min(self.rounds, 3), lambda: self.sqlite(
                peer, "PRAGMA journal_mode = PERSIST", "PRAGMA synchronous = EXTRA",
                "PRAGMA cache_size = -131072", "CREATE TEMP TABLE input (list, key, since, gone)",
                ".mode tabs", f".import {table} input",
                "INSERT INTO row (list, key, since, gone) SELECT * FROM input ORDER BY list, key"),
            lambda: (self.remove(peer), shutil.copy(empty, peer)))
        stored = int(self.sqlite(peer, "SELECT count(*) FROM row").stdout)
        peak = []

        def ours():
            self.environment["XDG_CACHE_HOME"] = "/dev/null"
            words = [self.program, "import", self.file]
            process = subprocess.Popen(
                words, env=self.environment, stdout=subprocess.DEVNULL)
            peak.append(os.wait4(process.pid, 0)[2].ru_maxrss / 1024)

        own = median(min(self.rounds, 3), ours, lambda: self.remove(self.store))
        del self.environment["XDG_CACHE_HOME"]
        tell("import, ms", own, theirs, "sqlite3 .import, same table")
        tell("import, MiB at most", statistics.median(peak))
        self.remove(peer, empty, table)
        self.count = int(self.sqlite(self.store, "SELECT count(*) FROM row").stdout)
        if stored != self.count:
            sys.exit(f"sqlite3 stored {stored} rows, targets {self.count}")

    def searches(self):
        without = median(1, lambda: self.targets("show", "--format", "sections", "arya"))
        while not self.snapshots():
            time.sleep(0.1)
        self.wait_until_quiet()
        tell("list arya without a snapshot, ms", without)
        ours = median(max(self.rounds, 20), lambda: self.targets("show", "--format", "sections", "arya"))
        tell("list arya, ms", ours, self.version, "targets --version")
        index = self.path("fts.db")
        self.sqlite(
            index, "CREATE VIRTUAL TABLE f USING fts5(name, prefix='1 2 3')",
            f"ATTACH '{self.store}' AS s", "INSERT INTO f SELECT substr(key, 2) FROM s.row")
        for word in ["arya", "ar"]:
            query = f"SELECT name FROM f WHERE f MATCH '{word}*'"
            ours = median(max(self.rounds, 20), lambda: self.targets("show", "--format", "sections", word))
            theirs = median(max(self.rounds, 20), lambda: self.sqlite(index, query))
            rows = self.targets("show", "--format", "names", word).stdout.count(b"\n")
            tell(
                f"list {word} ({rows:,} rows) beyond --version, ms", ours - self.version,
                theirs - self.sqlite_start, "FTS5 beyond sqlite3 --version")
        self.remove(index)

    def first_row(self):
        words = f"{self.program} list --format names | head -1"
        return self.run("sh", "-c", words).stdout.strip()

    def wait_until_quiet(self):
        """Until the process in the background has ended."""
        while self.run("pgrep", "-f", "refresh-snapshot").stdout:
            time.sleep(0.1)

    def sessions(self):
        first, whole = [], []
        row = re.escape(self.first_row())
        for _ in range(self.rounds):
            session = Session(self)
            first.append(session.wait(row, keeps=True))
            whole.append(session.wait(f"{self.count:,} of {self.count:,}".encode()))
            session.leave()
        tell("browser: first rows, ms", statistics.median(first))
        tell("browser: all answerable, ms", statistics.median(whole))
        session = Session(self)
        session.wait(f"{self.count:,} of {self.count:,}".encode())
        session.rest()
        tell("browser: private memory, MiB", session.private_memory())
        used = session.cpu()
        session.rest()
        tell("browser: CPU at rest, ms", session.cpu() - used)
        self.edits_in(session)
        session.leave()

    def edits_in(self, session):
        """CPU of an open session for an edit of its own, and for one by another process."""
        names = self.targets("show", "--format", "names", "--open", "ar").stdout.decode()
        name = names.split("\n")[0]
        for which in ["first", "second"]:
            session.type(":dead " + name)
            session.rest()
            before = session.cpu()
            session.type("\r")
            session.wait(rb"decided: dead")
            session.rest()
            tell(f"own edit, the {which}, CPU ms", session.cpu() - before)
            session.type("\x18u")
            session.wait(rb"undone")
            session.rest()
        seen, cost = [], []
        names = self.targets("show", "--format", "names", "--not-dead", "ar").stdout.decode()
        for each in names.split("\n")[: self.rounds]:
            before = session.cpu()
            self.targets("dead", each)
            start = time.monotonic()
            session.wait(rb"[a-z]")  # who decided, in the status line
            seen.append((time.monotonic() - start) * 1000)
            session.rest()
            cost.append(session.cpu() - before)
        tell("another's edit: seen after it has ended, ms", statistics.median(seen))
        tell("another's edit: CPU here, ms", statistics.median(cost))

    def decided(self):
        """Opening and edits if half of the rows have a revision and a verdict, beside the bare names."""
        self.environment["TARGETS_STORE"] = self.path("decided.db")
        table, half = self.path("revisions.tsv"), self.path("half")
        with open(self.file, encoding="utf-8") as names, open(table, "w", encoding="utf-8") as rows, open(
            half, "w", encoding="utf-8"
        ) as chosen:
            for number, name in enumerate(names):
                name = name.rstrip("\n")
                rows.write(f"{name}\t{number:08x}\n" if number % 2 else f"{name}\t\n")
                if number % 2:
                    chosen.write(name + "\n")
        for what in ["bare names", "half with revision and verdict"]:
            print(what, flush=True)
            if what == "bare names":
                self.targets("import", self.file)
            else:
                self.remove(self.environment["TARGETS_STORE"])
                self.targets("import", "--delimiter", "\\t", "--revision-column", "2", table)
                with open(half, "rb") as file:
                    if self.run(self.program, "dead", "-", input=file).returncode != 0:
                        sys.exit("the rows could not be decided")
            self.count = int(
                self.sqlite(self.environment["TARGETS_STORE"], "SELECT count(*) FROM row").stdout)
            self.targets("show", "zzzz")
            self.wait_until_quiet()
            wall, used = [], []
            for _ in range(self.rounds):
                session = Session(self)
                wall.append(session.wait(f"{self.count:,} of {self.count:,}".encode()))
                used.append(session.cpu())
                session.leave()
            tell("opening: all answerable, ms", statistics.median(wall))
            tell("opening: CPU ms", statistics.median(used))
            session = Session(self)
            session.wait(f"{self.count:,} of {self.count:,}".encode())
            session.rest()
            self.edits_in(session)
            session.leave()
        self.remove(table, half, self.environment["TARGETS_STORE"])
        del self.environment["TARGETS_STORE"]

    def many_edits(self):
        """Edits of a list of 1,000 names, one after another."""
        self.environment["TARGETS_STORE"] = self.path("many.db")
        names = "".join(f"name {number}\n" for number in range(1000))
        script = self.path("names")
        with open(script, "w", encoding="utf-8") as file:
            file.write(names)
        self.targets("import", script)
        session = Session(self, "--plain")
        session.wait(rb"targets> ")
        first = last = None
        for edit in range(0, self.edits, 1000):
            action, answer = [("dead", b"decided: dead"), ("reopen", b"is open again")][edit // 1000 % 2]
            start = time.monotonic()
            for number in range(1000):
                session.type(f":{action} name {number}\r")
                session.wait(b"name %d %s" % (number, answer))
            last = (time.monotonic() - start) * 1000
            first = first or last
        session.leave()
        tell(f"{self.edits:,} edits: the file, MB", os.path.getsize(self.path("many.db")) / 1e6)
        tell("the last 1,000 of them, ms", last, first, "the first 1,000")
        del self.environment["TARGETS_STORE"]

    def review(self):
        """Review mode: the first open row, keys in one go, and all rows at once."""
        self.environment["TARGETS_STORE"] = self.path("review.db")
        self.targets("import", self.file)
        self.count = int(
            self.sqlite(self.path("review.db"), "SELECT count(*) FROM row").stdout)
        self.wait_until_quiet()
        self.targets("show", "--format", "sections", "zzzz")
        self.wait_until_quiet()
        names = self.targets("show", "--format", "names").stdout.decode().split("\n")[:-1]
        for what in ["nothing decided", "all but one decided"]:
            if what != "nothing decided":
                session = Session(self)
                session.wait(f"{self.count:,} of {self.count:,}".encode())
                session.type(":dead all\r")
                session.wait(rb"Enter does it to")
                start = time.monotonic()
                session.type("\r")
                session.wait(rb"rows changed", patience=300)
                tell(f":dead all of {self.count:,} rows, s", time.monotonic() - start)
                tell(":dead all, MiB at most", session.most_memory())
                session.leave()
                self.targets("reopen", names[-2])
                self.targets("show", "--format", "sections", "zzzz")
                self.wait_until_quiet()
            usual, review = [], []
            for _ in range(max(self.rounds, 5)):
                for words, times in [((), usual), (("--review",), review)]:
                    times.append(self.opening(words, what))
            ours, theirs = statistics.median(review), statistics.median(usual)
            tell(f"review, {what}: to its row, ms", ours, theirs, "browser: all answerable")
        self.targets("undo")
        self.targets("undo")
        # Wide enough for the counts beside what is said of each row.
        session = Session(self, program=("review",), columns=200)
        session.wait(rb"d dead  o ok")
        session.wait(rb"of [0-9,]+ decided", keeps=True)
        start = time.monotonic()
        session.type("d" * 1000)
        session.wait(rb"(?<!\d)1,000 of [0-9,]+ decided", patience=60)
        tell("decisions a second, 1,000 keys in one go", 1000 / (time.monotonic() - start))
        session.leave()
        del self.environment["TARGETS_STORE"]

    def opening(self, words, what):
        session = Session(self, program=("review",) if words else ())
        if words:
            found = session.wait("▸".encode(), keeps=True)
        else:
            found = session.wait(f"{self.count:,} of {self.count:,}".encode())
        session.leave()
        return found

    def run_commands(self):
        """`run` beside xargs: 10,000 rows, two at a time, outcomes kept."""
        self.environment["TARGETS_STORE"] = self.path("run.db")
        rows = self.path("rows")
        with open(rows, "w", encoding="utf-8") as file:
            file.write("".join(f"row{number}\n" for number in range(10_000)))
        self.targets("import", rows)
        def xargs():
            with open(rows, "rb") as file:
                self.run("xargs", "-P", "2", "-n", "1", "true", input=file)
        ours = median(self.rounds, lambda: self.targets("run", "--all", "--again", "-j", "2", "--", "true"))
        theirs = median(self.rounds, xargs)
        tell("run -j 2 of 10,000 rows, ms", ours, theirs, "xargs -P 2 -n 1")
        done = self.targets("show", "--succeeded", "--format", "names").stdout.count(b"\n")
        assert done == 10_000, done
        del self.environment["TARGETS_STORE"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("file", type=os.path.abspath)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--edits", type=int, default=100_000)
    parser.add_argument("--cases", default="imports,searches,sessions")
    arguments = parser.parse_args()
    bench = Bench(arguments)
    try:
        bench.start()
        for case in arguments.cases.split(","):
            getattr(bench, case)()
    finally:
        shutil.rmtree(bench.home)


main()
