"""Rounds: people at work on a new list, misfortunes in a row, the loss of the primary among them, and the check."""

import collections
import contextlib
import os
import signal
import sys
import time
import unittest

from chaos import history_tests, ledger_tests
from chaos.cluster import Cluster
from chaos.history import ACKNOWLEDGED, REFUSED, UNKNOWN
from chaos.misfortunes import KINDS, WAYS_TO_LOSE
from chaos.proxies import Ways
from chaos.team import ROLES, USERS, Team
from frame import Part

MISFORTUNES = 15  # in a round, beside the loss of the primary
# Refused statements, after which no connection is lost that would hide what they leave behind.
AT_THE_END = ("no right", "lock held", "cancel at a lock")


class Place:
    """The servers and the ways to them, for all rounds."""

    def __init__(self, bench, is_synchronous=True):
        os.chmod(bench.folder, 0o755)
        self.bench, self.home = bench, bench.home("home")
        self.cluster = Cluster(bench.folder, is_synchronous)
        self.ways = None
        self.figures = collections.Counter()
        self.kinds = collections.Counter()
        self.waits = []

    def __enter__(self):
        try:
            self.cluster.begin()
            self.ways = Ways(self.bench.folder, self.cluster, USERS)
            self.bench.succeed(self.home, "store", "create", "--store", self.ways.address("postgres"))
            self.cluster.primary.query(ROLES)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error):
        if self.ways:
            self.ways.end()
        self.cluster.end()

    def play(self, chance, plan, way):
        """One round; its findings are losses."""
        team = Team(self.bench, self.cluster, self.ways, self.home, chance)
        try:
            team.begin()
            self.cluster.primary.query("UPDATE public.odds SET failing = 0.15")
            place = chance.randint(len(plan) // 3, len(plan) * 2 // 3)
            for kind in plan[:place]:
                self.happen(team, chance, kind, KINDS[kind][0])
            self.happen(team, chance, way, WAYS_TO_LOSE[way])
            self.cluster.add_standby()
            for kind in plan[place:]:
                self.happen(team, chance, kind, KINDS[kind][0])
            team.rest()
            team.check()
        finally:
            team.end()
            self.note(team)
        for finding in team.history.findings:
            self.figures[finding.kind] += 1
            self.bench.lost(str(finding))

    def happen(self, team, chance, name, work):
        """One misfortune, then a moment of peace, so that edits go on."""
        self.cluster.primary.wait_until_ready()
        work(team, chance)
        self.kinds[name] += 1
        time.sleep(0.25 * chance.random())

    def note(self, team):
        for outcome in (ACKNOWLEDGED, REFUSED, UNKNOWN):
            self.figures[outcome] += team.history.count(outcome)
        self.figures["readings"] += team.readings
        self.waits += team.waits
        for words, count in team.words.items():
            self.figures[words] += count

    def tell(self):
        figures = self.bench.figures
        figures["promotions"] = self.cluster.promotions
        figures.update(self.figures)
        if self.waits:
            waits = sorted(self.waits)
            figures["p50"], figures["p99"] = (
                f"{waits[len(waits) * part // 100] * 1_000:.0f} ms" for part in (50, 99))
        figures.update(sorted(self.kinds.items()))


@contextlib.contextmanager
def ending_well():
    """A signal that ends this program lets it end its servers first."""
    kinds = (signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(kind, lambda *_: sys.exit(1)) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, before):
            signal.signal(kind, handler)


def run(bench):
    with ending_well(), Place(bench) as place:
        ways = list(WAYS_TO_LOSE)

        def one(chance):
            kinds = list(KINDS)
            plan = chance.choices(kinds, [KINDS[kind][1] for kind in kinds], k=MISFORTUNES - len(AT_THE_END))
            plan += chance.sample(AT_THE_END, len(AT_THE_END))
            place.play(chance, plan, ways[bench.number % len(ways)])
            return MISFORTUNES

        try:
            bench.each(one)
        finally:
            place.tell()


def failures(tests):
    """What a checker does wrong by its own tests, in one line each."""
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromModule(tests).run(result)
    return [f"{test}: {text.strip().splitlines()[-1]}" for test, text in result.failures + result.errors]


def control(bench):
    """A standby that is not waited for; and the checker's own tests, without which it proves nothing."""
    for failure in (*failures(history_tests), *failures(ledger_tests)):
        print(f"  the checker: {failure}", flush=True)
        return
    with ending_well(), Place(bench, is_synchronous=False) as place:
        place.play(bench.random(), [], "restart, then loss")
    bench.losses = [loss for loss in bench.losses if "not in the log" in loss]


PARTS = [Part("chaos", "misfortunes", 600, run, control, "a standby that is waited for", weight=2)]
