"""Rounds: twenty people at work on a new list, one event after the other, and the check."""

import collections
import os
import time

from chaos import history_tests, ledger_tests
from chaos.history import ACKNOWLEDGED, REFUSED, UNKNOWN
from chaos.rounds import ending_well, failures
from failover.cluster import Cluster
from failover.events import KINDS, LOSING
from failover.machines import Network, missing
from failover.team import Team
from frame import Loss, Part

EVENTS = 7  # in a round


class Place:
    """The machines, for all rounds."""

    def __init__(self, bench, is_synchronous=True):
        os.chmod(bench.folder, 0o755)
        self.bench, self.home = bench, bench.home("home")
        self.cluster = Cluster(bench, is_synchronous)
        self.network = Network()
        self.figures, self.kinds = collections.Counter(), collections.Counter()
        self.waits, self.repairs = [], []

    def __enter__(self):
        self.network.__enter__()
        try:
            self.cluster.__enter__()
            self.bench.succeed(self.home, "store", "create", "--store", self.cluster.address)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error):
        self.cluster.__exit__()
        self.network.__exit__()

    def play(self, chance, plan):
        """One round; its findings are losses."""
        team = Team(self.bench, self.cluster, self.home, chance)
        try:
            team.begin()
            time.sleep(3)
            for kind in plan:
                self.happen(chance, kind)
            team.rest()
            self.cluster.wait_until_whole()
            team.check()
        finally:
            team.end()
            self.note(team)
        for finding in team.history.findings:
            self.figures[finding.kind] += 1
            self.bench.lost(str(finding))

    def happen(self, chance, kind):
        """One event, until the cluster is whole again, and a moment of peace."""
        before = self.cluster.primary()
        KINDS[kind](self.cluster, chance)
        seconds = self.cluster.wait_until_whole()
        self.repairs.append(seconds)
        self.kinds[kind] += 1
        self.figures["takeovers"] += self.cluster.primary() is not before
        print(f"  {kind}: whole after {seconds:.0f} s", flush=True)
        time.sleep(2 * chance.random())

    def note(self, team):
        for outcome in (ACKNOWLEDGED, REFUSED, UNKNOWN):
            self.figures[outcome] += team.count(outcome)
        self.figures["readings"] += len(team.seen)
        self.waits += team.waits

    def tell(self):
        figures = self.bench.figures
        figures.update(self.figures)
        if self.waits:
            waits = sorted(self.waits)
            figures["p50"], figures["p99"] = (f"{waits[len(waits) * part // 100]:.2f} s" for part in (50, 99))
        figures["standbys copied again"] = self.cluster.copied
        figures["machines started again"] = self.cluster.restarted
        figures["standbys named again"] = self.cluster.renamed
        figures.update(sorted(self.kinds.items()))


def run(bench):
    with ending_well(), Place(bench) as place:
        left = []

        def one(chance):
            # Each kind once, before one comes again.
            if len(left) < EVENTS:
                left.extend(chance.sample(list(KINDS), len(KINDS)))
            plan = [left.pop(0) for _ in range(EVENTS)]
            place.play(chance, plan)
            return EVENTS

        try:
            bench.each(one)
        finally:
            place.tell()


def control(bench):
    """Nobody waits for a standby; and the checkers' own tests, without which they prove nothing."""
    for failure in (*failures(history_tests), *failures(ledger_tests)):
        print(f"  the checker: {failure}", flush=True)
        return
    try:
        with ending_well(), Place(bench, is_synchronous=False) as place:
            place.play(bench.random(), LOSING)
    except Loss as loss:
        print(f"  {loss}", flush=True)
    # What goes wrong with the machines proves nothing.
    bench.losses = [loss for loss in bench.losses if "not in the log" in loss]
    print(f"  control: {len(bench.losses)} lost", flush=True)


PARTS = [Part("failover", "events", 60, run, control, "a standby that is waited for", weight=2, missing=missing)]
