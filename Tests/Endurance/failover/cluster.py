"""Three machines with PostgreSQL, Patroni and etcd each, of which one is the primary."""

import json
import os
import sys
import time
import urllib.error
import urllib.request

from chaos.cluster import BINARIES, output_of
from failover.machines import Machine
from frame import Loss, tail

COUNT = 3
DATABASE = "team"
TTL = 10  # seconds after which another machine takes over
PATIENCE = 240  # seconds until a cluster must be whole again
DYNAMIC = {
    "ttl": TTL, "loop_wait": 2, "retry_timeout": 3, "maximum_lag_on_failover": 1 << 25,
    "postgresql": {"use_pg_rewind": True, "use_slots": True, "parameters": {
        "max_connections": 200, "wal_keep_size": "32MB", "max_wal_size": "48MB", "min_wal_size": "4MB",
        "wal_level": "replica", "wal_log_hints": "on"}},
}


class Cluster:
    """Follows who is the primary by what Patroni says."""

    def __init__(self, bench, is_synchronous=True):
        self.bench, self.is_synchronous = bench, is_synchronous
        self.machines, self.copied, self.restarted, self.renamed = [], 0, 0, 0

    def __enter__(self):
        try:
            self.machines = [
                Machine(number, self.bench.home(f"machine-{number}")) for number in range(1, COUNT + 1)]
            for machine in self.machines:
                os.chmod(machine.folder, 0o755)
                self.start_etcd(machine)
            for machine in self.machines:
                self.start_patroni(machine)
            self.wait_until_whole()
            self.query(f"CREATE DATABASE {DATABASE}", "postgres")
            self.wait_until_whole()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error):
        for machine in self.machines:
            machine.end()

    def start_etcd(self, machine):
        peer, client = (f"http://{machine.address('copies')}:{port}" for port in (2380, 2379))
        members = ",".join(f"m{each.number}=http://{each.address('copies')}:2380" for each in self.machines)
        machine.start(
            "etcd.log", "etcd", "--name", f"m{machine.number}", "--data-dir", f"{machine.large}/etcd",
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
            "--listen-client-urls", client, "--advertise-client-urls", client,
            "--initial-cluster", members, "--initial-cluster-state", "new",
            "--heartbeat-interval", "150", "--election-timeout", "1500", "--logger", "zap", "--log-level", "error")

    def start_patroni(self, machine):
        path = os.path.join(machine.folder, "patroni.yml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(self.settings(machine), file)  # YAML, too
        machine.start("patroni.log", "patroni", path)

    def settings(self, machine):
        here = machine.address("copies")
        everybody = ["local all all trust", "host all all 0.0.0.0/0 trust", "host replication all 0.0.0.0/0 trust"]
        return {
            "scope": "team", "name": f"m{machine.number}",
            "restapi": {"listen": f"{here}:8008", "connect_address": f"{here}:8008"},
            "etcd3": {"hosts": [f"{each.address('copies')}:2379" for each in self.machines]},
            "bootstrap": {
                # Without the strict mode, a primary that has lost its standbys acknowledges edits by itself.
                "dcs": {
                    **DYNAMIC, "synchronous_mode": self.is_synchronous, "synchronous_mode_strict": self.is_synchronous},
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, {"wal-segsize": "1"}],
                "pg_hba": everybody},
            "postgresql": {
                "listen": "0.0.0.0:5432", "connect_address": f"{here}:5432", "bin_dir": BINARIES,
                "data_dir": f"{machine.disk}/data", "pgpass": f"{machine.large}/pgpass",
                "authentication": {"superuser": {"username": "postgres"}, "replication": {"username": "postgres"}},
                "pg_hba": everybody,
                "remove_data_directory_on_rewind_failure": True,
                "remove_data_directory_on_diverged_timelines": True,
                "parameters": {
                    "unix_socket_directories": machine.large, "shared_buffers": "16MB",
                    "wal_receiver_timeout": "5s", "wal_sender_timeout": "5s",
                    "wal_retrieve_retry_interval": "200ms", "log_line_prefix": "%m [%p] %u "}},
            "tags": {},
        }

    @property
    def address(self):
        """Of the store, with all machines in it."""
        hosts = ",".join(machine.address("edits") for machine in self.machines)
        return f"postgres://postgres@{hosts}/{DATABASE}?sslmode=disable"

    # What Patroni says

    def ask(self, machine, path, body=None, method=None, seconds=5):
        """The answer of one Patroni; None if there is none."""
        request = urllib.request.Request(
            f"http://{machine.address('copies')}:8008/{path}", method=method,
            data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.read().decode()
        except OSError:
            return None

    def members(self):
        """The state of each machine, by its number; nothing if nobody knows it."""
        for machine in self.machines:
            answer = self.ask(machine, "cluster", seconds=2)
            try:
                return {int(member["name"][1:]): member for member in json.loads(answer)["members"]}
            except (TypeError, ValueError, KeyError):
                continue
        return {}

    def primary(self):
        """The machine that is the primary, once there is one."""
        limit = time.monotonic() + PATIENCE
        while True:
            for number, member in self.members().items():
                if member["role"] in ("leader", "master", "primary") and member["state"] == "running":
                    return self.machines[number - 1]
            if time.monotonic() > limit:
                raise Loss("the harness waits in vain for a primary")
            time.sleep(0.2)

    def role(self, wanted):
        """The machines that have a role: `sync_standby` or `replica`."""
        return [self.machines[number - 1] for number, member in self.members().items() if member["role"] == wanted]

    def configure(self, **settings):
        self.ask(self.primary(), "config", settings, "PATCH")

    def trouble(self):
        """What the cluster lacks to be whole, or None."""
        members = self.members()
        if len(members) != COUNT:
            return f"{len(members)} members"
        roles = sorted(member["role"] for member in members.values())
        followers = ["replica", "sync_standby"] if self.is_synchronous else ["replica", "replica"]
        if roles != sorted(["leader", *followers]):
            return f"roles {roles}"
        for member in members.values():
            if member["state"] not in ("running", "streaming"):
                return f"{member['name']} {member['state']}"
        if len({member.get("timeline") for member in members.values()}) != 1:
            return "different timelines"
        leader = next(number for number, member in members.items() if member["role"] == "leader")
        wanted = "sync" if self.is_synchronous else "async"
        streams = self.streams(self.machines[leader - 1])
        if sorted(streams.values(), reverse=True) != [wanted, "async"]:
            return f"replication {streams}"
        return None

    def streams(self, primary):
        """How each standby that the primary sends to is waited for, by its name."""
        made = self.call(
            "SELECT application_name, sync_state FROM pg_stat_replication WHERE state = 'streaming'",
            "postgres", primary)
        return dict(line.split("|") for line in made.stdout.decode().splitlines())

    def wait_until_whole(self):
        """Returns the seconds that it took."""
        began = time.monotonic()
        limit = began + PATIENCE / 4
        while trouble := self.trouble():
            if time.monotonic() > began + PATIENCE:
                print("\n".join(self.tell()), file=sys.stderr)
                raise Loss(f"the harness waits in vain for a whole cluster: {trouble}")
            if time.monotonic() > limit:
                print(f"  {trouble}", flush=True)
                limit += PATIENCE / 4
                self.help()
            time.sleep(0.3)
        return time.monotonic() - began

    def help(self):
        """Does what an administrator does with machines that do not come back by themselves."""
        members = self.members()
        for machine in self.machines:
            if machine.number not in members:
                self.restarted += 1
                machine.kill("patroni", "postgres")
                self.start_patroni(machine)
        leader = next((number for number, member in members.items() if member["role"] == "leader"), None)
        streams = {} if leader is None else self.streams(self.machines[leader - 1])
        if not streams:
            return
        # Patroni calls a standby running that does not ask for what the primary wrote.
        for number, member in members.items():
            if number != leader and member["name"] not in streams:
                self.copied += 1
                self.ask(self.machines[number - 1], "reinitialize", {"force": True})
            elif streams.get(member["name"]) == "sync" and "potential" in streams.values():
                # Patroni before 3.2 leaves `synchronous_standby_names = '*'` that it wrote when it was started
                # again, as long as the standby that PostgreSQL waits for is the one that Patroni wants.
                self.renamed += 1
                self.ask(self.machines[number - 1], "restart", {}, seconds=30)

    # SQL

    def call(self, sql, database, machine):
        return output_of(
            ["env", "PGOPTIONS=-c synchronous_commit=local", "PGCONNECT_TIMEOUT=5",
             os.path.join(BINARIES, "psql"), "-X", "-q", "-A", "-t", "-h", machine.address("edits"), "-U", "postgres",
             "-d", database, "-v", "ON_ERROR_STOP=1"], input=sql.encode())

    def query(self, sql, database=DATABASE):
        limit = time.monotonic() + 30
        while (made := self.call(sql, database, self.primary())).returncode != 0:
            if time.monotonic() > limit:
                raise Loss(f"psql: {tail(made.stderr)}")
            time.sleep(0.2)
        return made.stdout.decode().strip()

    def tell(self):
        """The last words of everybody, for those who look for a fault of the cluster."""
        for machine in self.machines:
            running = {name: len(machine.processes(name)) for name in ("patroni", "etcd", "postgres")}
            for name in ("patroni.log", "etcd.log"):
                with open(os.path.join(machine.folder, name), "rb") as log:
                    yield f"--- m{machine.number}, {running}, {name}\n{tail(log.read(), 3_000)}"
