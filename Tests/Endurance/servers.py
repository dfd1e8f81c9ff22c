"""A list on a server that is lost: clients, backends and servers are killed, connections are cut, standbys promoted.

Each case is one edit, most of three names. What was acknowledged must be there once; of what was not,
all or nothing, and nothing where the program says so. As root, the disk of the server is full, too.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import threading
import time

from frame import Loss, Part, tail

BINARIES = "/usr/lib/postgresql/15/bin"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Server:
    """A PostgreSQL server of the suite's own, or a standby of another one."""

    def __init__(self, folder, standby_of=None, settings=()):
        self.folder, self.port = folder, free_port()
        self.user = []
        os.mkdir(folder)
        if os.geteuid() == 0:
            account = pwd.getpwnam("postgres")
            for place in (folder, os.path.dirname(folder)):
                os.chmod(place, 0o755)
            os.chown(folder, account.pw_uid, account.pw_gid)
            self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        self.data = os.path.join(folder, "data")
        if standby_of:
            self.do("pg_basebackup", "-R", "-D", self.data, "-d",
                    f"host=127.0.0.1 port={standby_of.port} user=postgres", "-c", "fast")
        else:
            self.do("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync")
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write("\n".join([
                "listen_addresses='127.0.0.1'", f"port={self.port}", f"unix_socket_directories='{folder}'",
                "log_min_messages=fatal", *settings, ""]))
        self.control("start")

    def do(self, program, *words):
        made = subprocess.run(
            [*self.user, os.path.join(BINARIES, program), *words], cwd="/", stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, timeout=120)
        if made.returncode != 0:
            raise Loss(f"{program}: {tail(made.stderr)}")

    def control(self, order, *words):
        self.do("pg_ctl", "-D", self.data, "-l", os.path.join(self.folder, "log"), "-w", *words, order)

    def query(self, sql, database="team"):
        made = subprocess.run(
            ["psql", "-X", "-q", "-A", "-t", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres",
             "-d", database, "-v", "ON_ERROR_STOP=1"], input=sql.encode(), capture_output=True, cwd="/", timeout=120)
        if made.returncode != 0:
            raise Loss(f"psql: {tail(made.stderr)}")
        return made.stdout.decode().strip()

    def end(self):
        try:
            self.control("stop", "-m", "immediate")
        except Loss:
            pass
        shutil.rmtree(self.folder, ignore_errors=True)


class Proxy(threading.Thread):
    """Passes bytes on; the next connection may be slow, and cut after so many bytes or before an answer."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.server_port = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.plan = None
        self.start()

    def run(self):
        while True:
            near, _ = self.listener.accept()
            plan, self.plan = self.plan, None
            try:
                far = socket.create_connection(("127.0.0.1", self.server_port))
            except OSError:
                near.close()
                continue
            both = (near, far)
            kind, value, delay = plan or (None, None, 0)
            state = {"left": value if kind == "bytes" else float("inf"), "swallows": False, "delay": delay}
            word = value if kind == "answer" else None
            threading.Thread(target=self.carry, args=(near, far, both, state, word), daemon=True).start()
            threading.Thread(target=self.carry, args=(far, near, both, state, None), daemon=True).start()

    @staticmethod
    def carry(source, sink, both, state, word):
        """What is behind `word` is not answered any more; the server has got it and does it."""
        try:
            while data := source.recv(65_536):
                time.sleep(state["delay"])
                if state["swallows"] and source is both[1]:
                    break
                if word and word in data:
                    state["swallows"] = True
                state["left"] -= len(data)
                if state["left"] < 0:
                    sink.sendall(data[:int(state["left"])])
                    break
                sink.sendall(data)
        except OSError:
            pass
        for each in both:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def address(*ports):
    hosts = ",".join(f"127.0.0.1:{port}" for port in ports)
    return f"postgres://postgres@{hosts}/team?sslmode=disable&target_session_attrs=read-write"


def store(bench, server, home):
    server.query("CREATE DATABASE team", "postgres")
    bench.succeed(home, "store", "create", TARGETS_STORE=address(server.port))
    bench.succeed(home, "add", "Ada", TARGETS_STORE=address(server.port))


# The name of a row without an ID.
NAME = "substr(convert_from(key, 'UTF8'), 2)"


def check(server, names, status, errors):
    """Compares what is kept with what the program has said."""
    listed = ", ".join(f"'{name}'" for name in names)
    rows, changes, steps = (int(count) for count in server.query(
        f"SELECT (SELECT count(*) FROM targets_store.row WHERE {NAME} IN ({listed})),"
        f" count(*), count(DISTINCT number) FROM targets_store.fact WHERE {NAME} IN ({listed})").split("|"))
    if (rows, changes, steps) not in ((0, 0, 0), (len(names), len(names), 1)):
        raise Loss(f"{rows} rows by {changes} changes in {steps} steps: {tail(errors)}")
    if status == 0 and rows == 0:
        raise Loss("what was acknowledged is not there")
    if b"nothing was changed" in errors and rows > 0:
        raise Loss(f"it is there: {tail(errors)}")
    if status not in (0, 2, -signal.SIGKILL) or status == 2 and errors.count(b"\n") != 1:
        raise Loss(f"status {status}: {tail(errors)}")
    return rows > 0


def usual_time(bench, home, server):
    """How long an edit takes that nothing happens to, in seconds."""
    times = []
    for number in range(5):
        began = time.monotonic()
        bench.succeed(home, "add", f"Bran {number}", TARGETS_STORE=address(server.port))
        times.append(time.monotonic() - began)
    return sorted(times)[2]


def edit(bench, home, names, store, disturb, seconds):
    process = bench.start(home, "add", *names, TARGETS_STORE=store)
    time.sleep(seconds)
    disturb(process)
    try:
        _, errors = process.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        process.kill()
        raise Loss("hangs") from None
    return process.returncode, errors


class SmallDisk:
    """Where the rows of a server's list are; it can be full."""

    def __init__(self, bench, server):
        self.folder, self.server = bench.path("small"), server
        self.filler = os.path.join(self.folder, "filler")
        os.mkdir(self.folder)
        self.is_there = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", self.folder], capture_output=True).returncode == 0
        if not self.is_there:
            bench.figures["full disks"] = "not allowed here"
            return
        account = pwd.getpwnam("postgres")
        os.chown(self.folder, account.pw_uid, account.pw_gid)
        server.query(f"CREATE TABLESPACE small LOCATION '{self.folder}'")
        server.query("ALTER TABLE targets_store.row SET TABLESPACE small")

    def edit(self, bench, home):
        """What does not fit is refused, and fits when there is room again."""
        names = [f"Row {bench.number:06} {place} {'x' * 200}" for place in range(400)]
        with open(self.filler, "wb", buffering=0) as file:
            try:
                while file.write(bytes(4_096)):
                    pass
            except OSError:
                pass
        found = edit(bench, home, names, address(self.server.port), lambda _: None, 0)
        os.remove(self.filler)
        is_there = check(self.server, names, *found)
        if is_there or b"disk full" not in found[1]:
            raise Loss(f"a full disk: {tail(found[1])}")
        bench.succeed(home, "add", *names, TARGETS_STORE=address(self.server.port))
        self.server.query("DELETE FROM targets_store.row WHERE length(key) > 200; VACUUM targets_store.row")
        return False

    def end(self):
        if self.is_there:
            subprocess.run(["umount", "-l", self.folder], check=True)


def run(bench):
    home = bench.home("team")
    server = Server(bench.path("server"))
    counts = {}
    disk = None
    try:
        store(bench, server, home)
        disk = SmallDisk(bench, server)
        proxy = Proxy(server.port)
        span = 1.2 * usual_time(bench, home, server)

        def restart(_):
            server.control("stop", "-m", "immediate")
            server.control("start")

        def end_backends(_):
            server.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'team'", "postgres")

        def case(chance):
            kind = bench.number % 18
            seconds = chance.random() * span
            names = [f"Row {bench.number:06} {place}" for place in range(3)]
            if kind == 16:
                is_there, word = promote(bench, home, names, seconds), "promotions"
            elif kind == 17:
                if not disk.is_there:
                    return 0
                is_there, word = disk.edit(bench, home), "full disks"
            else:
                word, disturb, port = (
                    ("clients", lambda process: process.kill(), server.port),
                    ("backends", end_backends, server.port), ("servers", restart, server.port),
                    ("cuts", lambda _: None, proxy.port))[kind % 4]
                if word == "cuts":
                    delay = chance.choice([0, 0, 0.02, 0.1])
                    proxy.plan = ("answer", b"COMMIT", delay) if chance.random() < 0.4 else (
                        "bytes", chance.randrange(12_000), delay)
                found = edit(bench, home, names, address(port), disturb, seconds)
                proxy.plan = None
                is_there = check(server, names, *found)
            told = counts.setdefault(word, [0, 0])
            told[0] += 1
            told[1] += is_there

        bench.each(case)
    finally:
        server.end()
        if disk:
            disk.end()
    for word, (tried, there) in counts.items():
        bench.figures[word] = f"{tried} ({there} edits stored)"


def promote(bench, home, names, seconds):
    """The primary is stopped and its synchronous standby takes over, while an edit is under way."""
    primary = Server(bench.path("primary"), settings=("max_wal_senders=4", "hot_standby=on"))
    servers = [primary]
    try:
        store(bench, primary, home)
        standby = Server(bench.path("standby"), standby_of=primary)
        servers.append(standby)
        primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.query("SELECT pg_reload_conf()")
        limit = time.monotonic() + 60
        while primary.query("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1":
            if time.monotonic() > limit:
                raise Loss("the standby does not follow")

        def take_over(_):
            primary.control("stop", "-m", "immediate")
            standby.control("promote")

        found = edit(bench, home, names, address(primary.port, standby.port), take_over, seconds)
        return check(standby, names, *found)
    finally:
        for server in servers[::-1]:
            server.end()


def control(bench):
    """A client that sends again what was not answered, without looking for it."""
    server = Server(bench.path("server"))
    try:
        server.query("CREATE DATABASE team", "postgres")
        server.query("CREATE TABLE row (name text)")
        proxy = Proxy(server.port)
        proxy.plan = ("answer", b"INSERT", 0)
        near = ["psql", "-X", "-q", "-h", "127.0.0.1", "-p", str(proxy.port), "-U", "postgres", "-d", "team",
                "-c", "INSERT INTO row VALUES ('Ada')"]
        for _ in range(2):
            if subprocess.run(near, capture_output=True, timeout=60).returncode == 0:
                break
        count = server.query("SELECT count(*) FROM row")
        if count != "1":
            raise Loss(f"one edit is there {count} times")
    finally:
        server.end()


PARTS = [
    Part("servers", "misfortunes", 900, run, control, "edits that are looked for before they are repeated")]
