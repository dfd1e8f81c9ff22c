"""What happens to the machines: one function for each kind of event.

Each takes the cluster and a random generator, and returns when its cause is over: a program that was
killed is started again, a cable is back, a disk has room. The cluster then needs to become whole again.
"""

import signal
import time

from failover.cluster import TTL

WATCHDOG = 5  # seconds that a primary may live without its Patroni; shorter than TTL


def wait_for_another(cluster, machine, seconds=3 * TTL):
    """Until another machine is the primary, or it is clear that none will be."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        for number, member in cluster.members().items():
            if member["role"] == "leader" and member["state"] == "running" and number != machine.number:
                return
        time.sleep(0.3)


# By order

def switchover(cluster, chance):
    """The primary is stopped in good order, and the standby that is waited for takes over."""
    primary = cluster.primary()
    targets = cluster.role("sync_standby") or cluster.role("replica")
    cluster.ask(
        primary, "switchover", {"leader": f"m{primary.number}", "candidate": f"m{targets[0].number}"}, seconds=30)


def restart(cluster, chance):
    cluster.ask(cluster.primary(), "restart", {}, seconds=60)


# By kill -9

def server_killed(cluster, chance):
    """Patroni starts it again where it was."""
    cluster.primary().kill("postgres")
    time.sleep(1)


def server_killed_for_good(cluster, chance):
    """Patroni leaves the place to another machine at once."""
    cluster.configure(primary_start_timeout=0)
    time.sleep(3)  # so that each Patroni has read it
    primary = cluster.primary()
    primary.kill("postgres")
    wait_for_another(cluster, primary)
    cluster.configure(primary_start_timeout=None)


def keeper_killed(cluster, chance):
    """It is started again, and finds its server running."""
    primary = cluster.primary()
    primary.kill("patroni")
    time.sleep(chance.choice([0.1, 1, 3]))
    cluster.start_patroni(primary)


def keeper_killed_for_good(cluster, chance):
    """The watchdog of the machine ends the server before another machine takes over."""
    primary = cluster.primary()
    primary.kill("patroni")
    time.sleep(WATCHDOG)
    primary.kill("postgres")
    wait_for_another(cluster, primary)
    cluster.start_patroni(primary)


def both_killed(cluster, chance):
    primary = cluster.primary()
    primary.kill("patroni", "postgres")
    wait_for_another(cluster, primary)
    cluster.start_patroni(primary)


def standby_killed(cluster, chance):
    """The primary has to wait for another one."""
    standby = chance.choice(cluster.role("sync_standby") or cluster.role("replica"))
    standby.kill("patroni", "postgres")
    time.sleep(chance.choice([1, 5]))
    cluster.start_patroni(standby)


# By pulling cables

def cut_off(*networks):
    """The primary is alone; another one takes over, and it comes back as a standby."""

    def cut(cluster, chance):
        primary = cluster.primary()
        for network in networks:
            primary.cut(network)
        try:
            wait_for_another(cluster, primary)
            time.sleep(3 * chance.random())
        finally:
            for network in networks:
                primary.join(network)

    return cut


def cut_off_for_a_moment(cluster, chance):
    """Shorter than another machine needs to take over, or about as long."""
    primary = cluster.primary()
    for network in ("edits", "copies"):
        primary.cut(network)
    try:
        time.sleep(chance.choice([1, 3, TTL - 2, TTL]))
    finally:
        for network in ("edits", "copies"):
            primary.join(network)


def standby_cut_off(cluster, chance):
    standby = (cluster.role("sync_standby") or cluster.role("replica"))[0]
    standby.cut("copies")
    try:
        time.sleep(chance.choice([2, 6, TTL + 2]))
    finally:
        standby.join("copies")


# By filling a disk

def disk_full(cluster, chance):
    """Of the primary; a server that cannot write its log ends."""
    primary = cluster.primary()
    primary.fill()
    try:
        time.sleep(chance.choice([4, 8, 15]))
    finally:
        primary.free()


# By freezing

def frozen(cluster, chance):
    """The primary stands still for a moment, shorter than its lease."""
    primary = cluster.primary()
    processes = [each for name in ("patroni", "postgres") for each in primary.processes(name)]
    primary.signal(processes, signal.SIGSTOP)
    try:
        time.sleep(chance.choice([1, 3]))
    finally:
        primary.signal(processes, signal.SIGCONT)


# Each round has each of them once, in another order.
KINDS = {
    "switchover": switchover,
    "restart": restart,
    "kill -9 of postgres": server_killed,
    "kill -9 of postgres, failover": server_killed_for_good,
    "kill -9 of patroni": keeper_killed,
    "kill -9 of patroni, failover": keeper_killed_for_good,
    "kill -9 of both": both_killed,
    "kill -9 of a standby": standby_killed,
    "all cables of the primary": cut_off("edits", "copies"),
    "its cable to the others": cut_off("copies"),
    "its cables, a moment": cut_off_for_a_moment,
    "cable of a standby": standby_cut_off,
    "disk full": disk_full,
    "freeze": frozen,
}
# Without a standby that is waited for, an edit may be on one machine only when that is lost.
LOSING = ["its cable to the others", "kill -9 of both", "kill -9 of postgres, failover"]
