"""What happens to the team: one function for each kind of misfortune.

Each takes the team and a random generator, and returns when it is over; the servers are then there
again, though perhaps not yet answering. `WAYS_TO_LOSE` are those from which a primary does not
come back: in most, an edit waits for a standby that is away, something makes the program believe
that it is stored, and then its only copy goes.
"""

import os
import signal
import subprocess
import time

from chaos.cluster import DATABASE

PEOPLE = f"datname = '{DATABASE}' AND usename <> 'postgres'"
WAITS = "wait_event = 'SyncRep'"


# People and their connections

def client_killed(team, chance):
    """By kill -9, as soon as there is one, or a little later."""
    limit = time.monotonic() + 1
    while not (running := list(team.running)) and time.monotonic() < limit:
        time.sleep(0.01)
    time.sleep(0.06 * chance.random())
    if running:
        chance.choice(running).kill()


def backends(team, function, condition="state <> 'idle'"):
    """Calls a function of the server on sessions of the program; returns how many there were."""
    return int(team.cluster.primary.query(
        f"SELECT count({function}(pid)) FROM pg_stat_activity WHERE {PEOPLE} AND {condition}", "postgres"))


def until_hit(function):
    """Tries for a moment, as most of the time nobody is at work."""
    limit = time.monotonic() + 0.5
    while not function() and time.monotonic() < limit:
        time.sleep(0.01)


def terminated(team, chance):
    if chance.random() < 0.5:
        until_hit(lambda: backends(team, "pg_terminate_backend"))
    else:
        backends(team, "pg_terminate_backend", "true")


def cancelled(team, chance):
    for _ in range(2):
        until_hit(lambda: backends(team, "pg_cancel_backend"))


def backend_killed(team, chance):
    """By kill -9; the server then ends all others, and recovers."""
    primary = team.cluster.primary
    process = primary.query(
        f"SELECT pid FROM pg_stat_activity WHERE {PEOPLE} ORDER BY state = 'idle', random() LIMIT 1", "postgres")
    if process:
        try:
            os.kill(int(process), signal.SIGKILL)
        except ProcessLookupError:
            return
        time.sleep(0.05)
        primary.wait_until_ready()


def cut(team, chance):
    """All connections."""
    for proxy in team.ways.proxies:
        proxy.cut()


def planned(*kinds):
    """A plan for one connection, of which the proxies have a description."""

    def plan(team, chance):
        proxy = chance.choice([team.ways.current(), team.ways.current(), team.ways.pooled])
        kind = chance.choice(kinds)
        # pgbouncer's connections are old; one that is new is needed for a count from its start.
        if kind == "bytes" and proxy is team.ways.pooled:
            proxy.cut()
        proxy.plan = (kind, chance.randrange(4_000))
        limit = time.monotonic() + 1
        while proxy.plan and time.monotonic() < limit:
            time.sleep(0.02)
        proxy.plan = None
        time.sleep(0.1)

    return plan


def delayed(team, chance):
    for proxy in team.ways.proxies:
        proxy.delay = chance.choice([0.01, 0.03])
    time.sleep(0.6)
    for proxy in team.ways.proxies:
        proxy.delay = 0


# Refused statements

class Holder:
    """A transaction of somebody else who holds locks."""

    def __init__(self, node, sql):
        self.node = node
        self.process = subprocess.Popen(
            node.psql(DATABASE), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd="/")
        self.say(f"BEGIN; SELECT pg_backend_pid(); {sql};\n\\echo held\n")
        self.backend = self.process.stdout.readline().decode().strip()
        while self.process.stdout.readline() not in (b"held\n", b""):
            pass

    def say(self, sql):
        try:
            self.process.stdin.write(sql.encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def waiting(self):
        """How many sessions of the program wait for this one."""
        return int(self.node.query(
            "SELECT count(*) FROM pg_stat_activity"
            f" WHERE {PEOPLE} AND {self.backend or 0} = ANY (pg_blocking_pids(pid))", "postgres"))

    def end(self):
        if self.backend:
            self.node.call(f"SELECT pg_terminate_backend({self.backend})", "postgres")
        self.process.kill()
        self.process.communicate()


def locking(team):
    return f"SELECT FROM targets_store.list WHERE name = '{team.list}' FOR UPDATE"


def lock_held(team, chance):
    """Longer than some have the patience for: 55P03."""
    holder = Holder(team.cluster.primary, locking(team))
    try:
        team.browser_of("timid").mark_next_dead()
        time.sleep(0.7)
    finally:
        holder.end()


def cancelled_at_lock(team, chance):
    """57014 for all who wait for a lock."""
    holder = Holder(team.cluster.primary, locking(team))
    try:
        team.browser_of("flaky").mark_next_dead()
        for _ in range(3):
            time.sleep(0.15)
            backends(team, "pg_cancel_backend", "wait_event_type = 'Lock'")
    finally:
        holder.end()


def deadlocked(team, chance):
    """40P01 for the one who waited first, whose deadlock_timeout is the shorter one."""
    person = team.deadlocked
    names = person.next_names(1)
    holder = Holder(
        team.cluster.primary,
        "SET LOCAL deadlock_timeout = '1min';"
        f" SELECT FROM targets_store.row WHERE convert_from(key, 'UTF8') = '={names[0]}' FOR UPDATE")
    try:
        team.alongside(lambda: person.edit("dead", names, "dead", *names))
        until_hit(holder.waiting)
        holder.say(locking(team) + ";\n")
        limit = time.monotonic() + 2
        while holder.waiting() and time.monotonic() < limit:
            time.sleep(0.05)
    finally:
        holder.end()


def without_rights(team, chance):
    """42501, by a command and in a session."""
    person = team.without_rights
    names = person.next_names(1)
    person.edit("dead", names, "dead", *names)
    team.browser_of("reader").mark_next_dead()


# Servers

def frozen(team, chance):
    primary = team.cluster.primary
    primary.signal(signal.SIGSTOP)
    time.sleep(chance.choice([0.2, 0.5, 1.2]))
    primary.signal(signal.SIGCONT)


def restarted(number):
    return lambda team, chance: team.cluster.primary.restart(number)


def standby_restarted(team, chance):
    standby = team.cluster.standby
    standby.stop(chance.choice([signal.SIGINT, signal.SIGQUIT]))
    until_hit(lambda: team.cluster.primary.count(WAITS))
    standby.start()


# An edit that waits for the standby, and what may happen to it

DISTURBANCES = {
    "restart": lambda team: team.cluster.primary.restart(signal.SIGQUIT),
    "cancel": lambda team: backends(team, "pg_cancel_backend", WAITS),
    "terminate": lambda team: backends(team, "pg_terminate_backend", WAITS),
    "fast restart": lambda team: team.cluster.primary.restart(signal.SIGINT),
    "cut": lambda team: cut(team, None),
    "kill -9 of a backend": lambda team: backend_killed(team, None),
}


def waiting_edit_disturbed(team, chance):
    """The standby comes back afterwards."""
    standby = team.cluster.standby
    standby.stop(signal.SIGINT)
    until_hit(lambda: team.cluster.primary.count(WAITS))
    chance.choice(list(DISTURBANCES.values()))(team)
    time.sleep(0.2)
    standby.start()


KINDS = {
    "kill -9 of a client": (client_killed, 4),
    "terminate": (terminated, 3),
    "cancel": (cancelled, 3),
    "kill -9 of a backend": (backend_killed, 2),
    "all cut": (cut, 3),
    "cut at a byte": (planned("bytes"), 3),
    "cut in COMMIT": (planned("before", "within"), 2),
    "answer swallowed": (planned("answer"), 3),
    "delay": (delayed, 1),
    "lock held": (lock_held, 2),
    "cancel at a lock": (cancelled_at_lock, 2),
    "deadlock": (deadlocked, 1),
    "no right": (without_rights, 2),
    "freeze": (frozen, 1),
    "fast restart": (restarted(signal.SIGINT), 2),
    "immediate restart": (restarted(signal.SIGQUIT), 2),
    "standby restart": (standby_restarted, 1),
    "disturbed wait": (waiting_edit_disturbed, 2),
}


# The loss of the primary

def lose_at_once(team, chance):
    """Some edits are under way."""
    time.sleep(0.1 * chance.random())
    team.cluster.promote()


def lose_after(disturb):
    """An edit waits for the standby, which is away; then it is disturbed, and then its server is lost."""

    def lose(team, chance):
        cluster = team.cluster
        person = chance.choice(team.those_who_wait)
        team.gate.close()
        cluster.standby.stop(signal.SIGINT)
        told = team.history.count_all()
        team.gate.allow(person)
        wait_for(lambda: cluster.primary.count(WAITS))
        team.gate.allow("nobody")
        disturb(team)
        # It is told something, or waits again.
        wait_for(lambda: team.history.count_all() > told or cluster.primary.count(WAITS))
        cluster.promote()
        team.gate.open()

    return lose


def wait_for(condition, seconds=3):
    limit = time.monotonic() + seconds
    while not condition() and time.monotonic() < limit:
        time.sleep(0.03)


WAYS_TO_LOSE = {
    **{f"{name}, then loss": lose_after(disturb) for name, disturb in DISTURBANCES.items()},
    "loss": lose_at_once,
}
