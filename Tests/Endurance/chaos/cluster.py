"""A primary, its synchronous standby, and what takes over when the primary is lost.

The servers listen on sockets in folders of their own. They are children of this program and get
SIGQUIT when it dies, so that none is left behind.
"""

import os
import pwd
import shutil
import signal
import subprocess
import time

from frame import Loss, tail

BINARIES = "/usr/lib/postgresql/15/bin"
DATABASE = "team"
SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
fsync = off
full_page_writes = off
shared_buffers = 16MB
max_connections = 200
min_wal_size = 4MB
max_wal_size = 64MB
wal_keep_size = 16MB
max_wal_senders = 8
wal_receiver_timeout = 5s
wal_retrieve_retry_interval = 100ms
deadlock_timeout = 200ms
autovacuum = off
log_line_prefix = '%m [%p] %u '
synchronous_standby_names = '{standbys}'
"""


def as_postgres():
    """What runs a program as the user of the servers, who must not be root."""
    if os.geteuid() != 0:
        return ["setpriv", "--pdeathsig=QUIT"]
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig=QUIT"]


def give_to_postgres(folder):
    if os.geteuid() == 0:
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)


def output_of(words, seconds=120, **more):
    """Runs a program of the servers to its end."""
    try:
        return subprocess.run(words, cwd="/", capture_output=True, timeout=seconds, **more)
    except subprocess.TimeoutExpired:
        raise Loss(f"the harness waits in vain for {' '.join(words)[:200]}") from None


def wait_until(condition, what, seconds=60, pause=0.02):
    """Waits for a condition; these servers not doing what they must ends the part."""
    limit = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > limit:
            raise Loss(f"the harness waits in vain for {what}")
        time.sleep(pause)


class Node:
    """A PostgreSQL server: made by initdb, or as the copy of another one, whose standby it then is."""

    def __init__(self, folder, copy_of=None, standbys="*"):
        self.folder, self.process = folder, None
        self.data = os.path.join(folder, "data")
        self.socket = os.path.join(folder, ".s.PGSQL.5432")
        os.mkdir(folder)
        give_to_postgres(folder)
        if copy_of:
            self.do("pg_basebackup", "-R", "-D", self.data, "-d", f"host={copy_of.folder} user=postgres",
                    "-c", "fast", "--no-sync")
        else:
            self.do("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "-E", "UTF8",
                    "--locale=C", "--no-sync", "--wal-segsize=1")
        with open(os.path.join(self.data, "postgresql.conf"), "a", encoding="utf-8") as file:
            file.write(SETTINGS.format(folder=folder, standbys=standbys))

    def do(self, program, *words):
        made = output_of([*as_postgres(), os.path.join(BINARIES, program), *words], stdin=subprocess.DEVNULL)
        if made.returncode != 0:
            raise Loss(f"{program}: {tail(made.stderr)}")

    # Its life

    def start(self):
        with open(os.path.join(self.folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [*as_postgres(), os.path.join(BINARIES, "postgres"), "-D", self.data], cwd="/",
                stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.wait_until_ready()

    def wait_until_ready(self):
        wait_until(self.is_ready, "the start of a server")

    def is_ready(self):
        if self.process.poll() is not None:
            with open(os.path.join(self.folder, "log"), "rb") as log:
                raise Loss(f"a server has ended: {tail(log.read())}")
        return self.call("SELECT 1", "postgres").returncode == 0

    def stop(self, number):
        """Ends it by a signal: SIGINT is a fast shutdown, SIGQUIT an immediate one."""
        self.process.send_signal(number)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.lose()

    def restart(self, number):
        self.stop(number)
        self.start()

    def lose(self):
        """Kills all its processes at once."""
        if self.process is None:
            return
        self.signal(signal.SIGSTOP)
        self.signal(signal.SIGKILL)
        self.process.wait(60)

    def remove(self):
        self.lose()
        shutil.rmtree(self.folder, ignore_errors=True)

    def family(self):
        """The server's process and its children, of which each backend is one."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", "rb") as stat:
                    parent = int(stat.read().rpartition(b")")[2].split()[1])
            except OSError:
                continue
            if parent == self.process.pid:
                found.append(int(name))
        return [self.process.pid, *found]

    def signal(self, number):
        # A second time for what was started meanwhile.
        for process in (*self.family(), *self.family()):
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    # What is asked of it

    def psql(self, database):
        """The command of a session beside the program, which never waits for a standby."""
        return ["env", "PGOPTIONS=-c synchronous_commit=local", "PGCONNECT_TIMEOUT=5",
                os.path.join(BINARIES, "psql"), "-X", "-q", "-A", "-t", "-h", self.folder, "-U", "postgres",
                "-d", database, "-v", "ON_ERROR_STOP=1"]

    def call(self, sql, database=DATABASE):
        return output_of(self.psql(database), input=sql.encode())

    def query(self, sql, database=DATABASE):
        """The answer, for which a server that recovers is waited for."""
        limit = time.monotonic() + 20
        while (made := self.call(sql, database)).returncode != 0:
            if time.monotonic() > limit:
                raise Loss(f"psql: {tail(made.stderr)}")
            time.sleep(0.05)
        return made.stdout.decode().strip()

    def count(self, condition):
        """How many sessions of the program's users are in some state."""
        return int(self.query(
            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
            f" AND usename <> 'postgres' AND {condition}"))


class Cluster:
    """The two servers that there are at any time, and a follower of who is the primary."""

    def __init__(self, folder, is_synchronous=True):
        self.folder, self.standbys = folder, "*" if is_synchronous else ""
        self.made, self.promotions = 0, 0
        self.primary = self.standby = None
        self.slots = [None, None]

    def begin(self):
        self.primary = self.new()
        self.primary.start()
        self.primary.query(f"CREATE DATABASE {DATABASE}", "postgres")
        self.add_standby()

    def new(self, copy_of=None):
        self.made += 1
        node = Node(os.path.join(self.folder, f"node-{self.made}"), copy_of, self.standbys)
        self.slots[self.slots.index(None)] = node
        return node

    def add_standby(self):
        self.standby = self.new(copy_of=self.primary)
        self.standby.start()
        self.wait_for_standby()

    def wait_for_standby(self):
        wanted = "sync" if self.standbys else "async"
        wait_until(lambda: self.primary.query(
            f"SELECT count(*) FROM pg_stat_replication WHERE sync_state = '{wanted}' AND state = 'streaming'",
            "postgres") != "0", "the standby")

    def promote(self):
        """Loses the primary with its disk; the standby takes over."""
        lost, self.primary, self.standby = self.primary, self.standby, None
        lost.remove()
        self.slots[self.slots.index(lost)] = None
        if self.primary.process.poll() is not None:
            self.primary.start()
        self.primary.query("SELECT CASE WHEN pg_is_in_recovery() THEN pg_promote(true, 60) END", "postgres")
        self.promotions += 1

    def end(self):
        for node in self.slots:
            if node:
                node.remove()
