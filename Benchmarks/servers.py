#!/usr/bin/env python3
"""Measures lists on a server, in one run beside the store in a file and `psql`.

    Benchmarks/servers.py PROGRAM FILE [--rounds 5] [--cases imports,edits,far,others,opening,crowd]

PROGRAM is a static release build of targets, FILE has one name a line. Needs Debian's postgresql-15.
The server is one of its own, in a folder that is removed at the end; it runs as `postgres`. Whoever is
some milliseconds away is in a network namespace, whose packets are held back; so it needs root.
"""

import argparse
import os
import pwd
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from network import Network
from sessions import Session, median, tell

BINARIES = "/usr/lib/postgresql/15/bin"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def settle(session):
    """Until nothing more is sent; such a session never rests, it asks its server each second."""
    time.sleep(1)
    while session.read(1.5):
        pass
    session.seen = b""


class Server:
    """A PostgreSQL cluster of its own."""

    def __init__(self):
        self.network = Network()
        self.folder = tempfile.mkdtemp(prefix="targets-bench-server-")
        account = pwd.getpwnam("postgres")
        os.chown(self.folder, account.pw_uid, account.pw_gid)
        self.user = ["setpriv", f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]
        self.port = free_port()
        data = os.path.join(self.folder, "data")
        self.do("initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C")
        with open(os.path.join(data, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write(f"listen_addresses='127.0.0.1,{Network.host}'\nport={self.port}\n"
                       f"unix_socket_directories='{self.folder}'\nmax_wal_size='8GB'\n")
        with open(os.path.join(data, "pg_hba.conf"), "a", encoding="utf-8") as file:
            file.write(f"host all all {Network.host}/24 trust\n")
        self.do("pg_ctl", "-D", data, "-l", os.path.join(self.folder, "log"), "-w", "start")
        self.data = data
        self.names = 0

    def do(self, program, *words):
        subprocess.run(
            [*self.user, os.path.join(BINARIES, program), *words], check=True, cwd="/",
            stdout=subprocess.DEVNULL)

    def psql(self, database, *words):
        made = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-h", self.folder, "-p", str(self.port), "-U", "postgres",
             "-d", database, "-v", "ON_ERROR_STOP=1", *words],
            check=True, capture_output=True, text=True, cwd="/")
        return made.stdout

    def new_database(self):
        self.names += 1
        name = f"bench{self.names}"
        self.psql("postgres", "-c", f"CREATE DATABASE {name}")
        return name

    def address(self, database, far=False):
        host = Network.host if far else "127.0.0.1"
        return f"postgres://postgres@{host}:{self.port}/{database}?sslmode=disable"

    def cpu(self):
        """Seconds that all processes of the server have used, those that have ended too."""
        with open(os.path.join(self.data, "postmaster.pid"), encoding="utf-8") as file:
            main = file.readline().strip()
        ticks = 0
        for each in os.listdir("/proc"):
            if not each.isdigit():
                continue
            try:
                with open(f"/proc/{each}/stat", encoding="utf-8") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if each == main:
                ticks += sum(map(int, fields[11:15]))
            elif fields[1] == main:
                ticks += sum(map(int, fields[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.network.end()
        self.do("pg_ctl", "-D", self.data, "-m", "immediate", "stop")
        shutil.rmtree(self.folder)


class Bench:
    def __init__(self, arguments, server):
        self.program, self.file = arguments.program, arguments.file
        self.rounds, self.server = arguments.rounds, server
        self.home = tempfile.mkdtemp(prefix="targets-bench-")
        self.environment = {
            "HOME": self.home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
        }
        self.filled = None
        self.before = ()

    def far_away(self, seconds):
        """From now on the program runs so far away from the server, there and back."""
        self.server.network.there_and_back(seconds)
        self.before = self.server.network.before

    def use(self, store):
        self.environment["TARGETS_STORE"] = store

    def targets(self, *words, **more):
        made = subprocess.run(
            [*self.before, self.program, *words], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, **more)
        assert made.returncode in (0, 1), (words, made.stderr)
        return made

    def new_store(self):
        database = self.server.new_database()
        self.use(self.server.address(database))
        self.targets("store", "create")
        return database

    def filled_database(self):
        """A database with the names of the file, made once."""
        if not self.filled:
            self.filled = self.new_store()
            self.targets("import", self.file)
        self.use(self.server.address(self.filled))
        return self.filled

    def imports(self):
        """`import` beside `\\copy` of the same rows into the same table."""
        database = self.new_store()
        start = time.monotonic()
        self.targets("import", self.file)
        ours = time.monotonic() - start
        self.filled = database
        rows = os.path.join(self.home, "rows")
        self.server.psql(database, "-c", f"\\copy targets_store.row TO '{rows}'")
        peer = self.server.new_database()
        self.use(self.server.address(peer))
        self.targets("store", "create")
        self.targets("add", "one")
        start = time.monotonic()
        self.server.psql(peer, "-c", f"\\copy targets_store.row FROM '{rows}'")
        tell("import, s", ours, time.monotonic() - start, "psql \\copy, the same table")
        os.remove(rows)

    def edits(self):
        """A decision from the key until the screen says it is stored, on a list of 10,000."""
        local = os.path.join(self.home, "local.db")
        theirs = self.decision(local)
        for milliseconds in 0.1, 20:
            database = self.new_store()
            self.far_away(milliseconds / 1000)
            ours = self.decision(self.server.address(database, far=True))
            self.before = ()
            tell(f"a decision, network of {milliseconds} ms, ms", ours, theirs, "in a file")

    def fill_small(self, store):
        self.use(store)
        rows = os.path.join(self.home, "small")
        with open(rows, "w", encoding="utf-8") as file:
            file.write("".join(f"name {number:05}\n" for number in range(10_000)))
        self.targets("import", rows)

    def decision(self, store):
        self.fill_small(store)
        session = Session(self, program=("review",), columns=200)
        session.wait(rb"of [0-9,]+ decided", keeps=True)
        settle(session)
        times = []
        for number in range(1, 41):
            # As a person would who looks at each row: what the session asks meanwhile has come.
            time.sleep(0.7 + 0.01 * number)
            while session.read(0):
                pass
            start = time.monotonic()
            session.type("d")
            session.wait(rf"(?<!\d){number} of [0-9,]+ decided".encode())
            times.append((time.monotonic() - start) * 1000)
        session.leave()
        return statistics.median(times)

    def far(self):
        """Enter held down in review mode, 20 ms away: all keys at once, and 60 a second."""
        database = self.new_store()
        self.far_away(0.02)
        self.fill_small(self.server.address(database, far=True))
        session = Session(self, program=("review",), columns=200)
        session.wait(rb"of [0-9,]+ decided", keeps=True)
        settle(session)
        start = time.monotonic()
        session.type("d" * 1000)
        self.wait_for(session, database, 1_000)
        tell("decisions a second, 20 ms, 1,000 keys in one go", 1000 / (time.monotonic() - start))
        start = time.monotonic()
        for number in range(300):
            session.type("d")
            time.sleep(max(start + (number + 1) / 60 - time.monotonic(), 0))
            while session.read(0):
                pass
        self.wait_for(session, database, 1_300)
        tell("decisions a second, 20 ms, 60 keys a second", 300 / (time.monotonic() - start))
        session.leave()
        self.before = ()
        self.use(self.server.address(database))
        decided = self.targets("show", "--dead", "--format", "names").stdout.count(b"\n")
        assert decided == 1_300, decided

    def wait_for(self, session, database, decisions):
        """Until the server has so many; the import is one more operation."""
        deadline = time.monotonic() + 120
        while int(self.server.psql(database, "-c", "SELECT count(*) FROM targets_store.event")) <= decisions:
            assert time.monotonic() < deadline, session.seen[-2000:]
            while session.read(0.01):
                pass

    def others(self):
        """Another's decision: from the end of its command until the screen shows it."""
        database = self.new_store()
        self.fill_small(self.server.address(database))
        session = Session(self)
        session.wait(rb"of 10,000")
        settle(session)
        times = []
        for number in range(4 * self.rounds):
            time.sleep(0.37 * (number % 5))
            while session.read(0):
                pass
            session.seen = b""
            self.targets("dead", f"name {number % 10:05}" if number < 10 else f"name {number:05}")
            start = time.monotonic()
            session.wait(rb"dead|\xe2\x80\xa0|name 000", patience=10)
            times.append((time.monotonic() - start) * 1000)
        session.leave()
        tell("another's decision on the screen, ms", statistics.median(times))
        tell("another's decision, the slowest, ms", max(times))

    def opening(self):
        """The list of the file: first rows, all rows, with a snapshot, with changes since."""
        database = self.filled_database()
        cache = os.path.join(self.home, ".cache")
        count = f"{int(self.server.psql(database, '-c', 'SELECT count(*) FROM targets_store.row')):,}"
        # Of a line of which only a few signs are new, no others are sent.
        all_rows = f"of {count}".encode()
        self.server.psql(database, "-c", "CHECKPOINT")
        firsts = []
        for _ in range(self.rounds):
            shutil.rmtree(cache, ignore_errors=True)
            session = Session(self)
            firsts.append(session.wait(rb"[1-9][0-9,]* of [0-9,]+"))
            session.leave()
        tell(f"{count} names, first rows, no snapshot, ms", statistics.median(firsts))
        # All of them begins the snapshot, which takes a processor for a while.
        session = Session(self)
        session.wait(rb"[1-9][0-9,]* of [0-9,]+")
        tell("all names, no snapshot, ms", session.wait(rb"type to narrow", patience=900))
        session.leave()
        self.targets("show", "--format", "sections", "zzzz")
        self.wait_until_quiet()
        names = self.targets("show", "a", "--format", "names").stdout.decode().split("\n")[:1000]
        for start in range(0, len(names), 100):
            self.targets("like", *names[start:start + 100])
        firsts = []
        for _ in range(self.rounds):
            session = Session(self)
            firsts.append(session.wait(all_rows))
            session.leave()
        tell("with a snapshot and 1,000 changes, all, ms", statistics.median(firsts))
        ours = median(self.rounds, lambda: self.targets("show", "--format", "sections", "arya"))
        tell("list arya, ms", ours, median(self.rounds, lambda: self.targets("--version")), "--version")

    def crowd(self):
        """50 sessions on one list, 20 edits a second in all: what the server uses."""
        database = self.new_store()
        self.fill_small(self.server.address(database))
        sessions = [Session(self, "--as", f"person {number}", program=("review", "--part", f"{number + 1}/50"),
                            columns=200) for number in range(50)]
        for session in sessions:
            session.wait(rb"of [0-9,]+ of your part", keeps=True)
        time.sleep(5)
        before, start, count = self.server.cpu(), time.monotonic(), 1200
        for number in range(count):
            sessions[number % 50].type("d")
            for session in sessions:
                while session.read(0):
                    session.seen = b""
            time.sleep(max(start + (number + 1) / 20 - time.monotonic(), 0))
        took = time.monotonic() - start
        share = (self.server.cpu() - before) / took
        for session in sessions:
            session.leave()
        tell("edits a second of 50 sessions", count / took)
        tell("server CPU, % of a core", share * 100)
        stored = int(self.server.psql(database, "-c", "SELECT count(*) FROM targets_store.step WHERE undone = 0"))
        decided = self.targets("show", "--dead", "--format", "names").stdout.count(b"\n")
        assert (stored, decided) == (count + 1, count), (stored, decided)

    def wait_until_quiet(self):
        folder = os.path.join(self.home, ".cache/targets")
        deadline = time.monotonic() + 1800
        while time.monotonic() < deadline:
            files = os.listdir(folder) if os.path.isdir(folder) else []
            if any(each.endswith(".names") for each in files):
                return
            time.sleep(0.2)
        raise SystemExit("no snapshot")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("file", type=os.path.abspath)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cases", default="imports,edits,far,others,opening,crowd")
    arguments = parser.parse_args()
    server = Server()
    try:
        bench = Bench(arguments, server)
        try:
            for case in arguments.cases.split(","):
                getattr(bench, case)()
        finally:
            shutil.rmtree(bench.home)
    finally:
        server.end()


main()
