"""A session that stays open for a day, on clocks that go faster.

Most of the time nothing is typed, as in a window that somebody leaves open. Each hour some rows are
edited as in the long session, and two are put off, by the session and by another program, for one
hour and two: each must be open again when its time is over, by itself. How many rows were decided
today must be told as another program tells it, also when a day has just ended. Where the clocks are
changed in that night, the day has 25 hours.
"""

import calendar
import json
import re
import subprocess
import time

import soak
from frame import FOLDER, Loss, Part

SPEED = 24
HOUR = 3_600
# The clocks are set back in the night that follows.
ZONE, BEGIN = "Europe/Berlin", calendar.timegm((2026, 10, 24, 20, 30, 0))
TOLERANCE = 10 * 60  # seconds of the clock that goes faster: a busy machine answers late
MOST_GROWTH = 4_096  # KiB, from the second hour to the last


class Day(soak.Soak):
    def __init__(self, bench, home, session):
        super().__init__(bench, home, session)
        self.hours = 0
        self.asleep = {}

    @property
    def now(self):
        """The time as programs are told it."""
        return BEGIN + (time.time() - int(self.bench.variables["CLOCK_BEGAN"])) * SPEED

    def hour(self, chance):
        self.hours += 1
        try:  # What follows a loss would be lost for the same reason.
            self.pass_hour(chance)
        except Loss:
            self.bench.end = 0
            raise
        self.memory.append((self.keys, soak.memory_of(self.session.process)))
        return 1

    def pass_hour(self, chance):
        self.pass_time(lambda: self.next_waking > self.now + HOUR / 4)
        if self.hours % 3 == 1:
            self.round(chance)
        self.put_off(chance)
        end = BEGIN + self.hours * HOUR
        self.pass_time(lambda: self.now > end)
        self.check_today()

    def pass_time(self, is_over):
        """Waits without a key, and looks whether rows are open again when they must be."""
        while not is_over() and time.monotonic() < self.bench.end:
            self.session.pump(0.2)
            self.check_sleepers()

    # Rows that are put off

    @property
    def next_waking(self):
        return min(self.asleep.values(), default=float("inf"))

    def put_off(self, chance):
        """One row by the session, another by a command."""
        waiting = [name for name in soak.OWN[:15] if self.model.rows[name].is_open]
        for hours, name in enumerate(chance.sample(waiting, min(2, len(waiting))), 1):
            self.settle(compares=False)
            if hours == 1:
                self.type(soak.DOWN * soak.OWN.index(name) + ":snooze 1h\r")
            else:
                self.bench.succeed(self.home, "snooze", name, "--for", "2h")
            self.asleep[name] = self.now + hours * HOUR
            self.model.edit(name, is_snoozed=True)
            self.session.wait(lambda: self.is_put_off(name), f"{name} to be put off")
        self.model.forget_steps()

    def is_put_off(self, name):
        """What the first screen says; nothing if the row is not on it."""
        for line in self.session.screen.rows:
            if name in line:
                return line[line.find(name) - 3] == soak.MARKS["snoozed"]
        return None

    def check_sleepers(self):
        """Rows must be open again at their time, give or take a little."""
        for name, end in list(self.asleep.items()):
            late = self.now - end
            if self.is_put_off(name) and late > TOLERANCE:
                raise Loss(f"{name} is still put off {late / 60:.0f} minutes later")
            if self.is_put_off(name) is False:
                if late < -TOLERANCE:
                    raise Loss(f"{name} is open {-late / 60:.0f} minutes too early")
                del self.asleep[name]
                self.model.rows[name] = self.model.rows[name]._replace(is_snoozed=False)

    def row_of(self, told):
        """Until when a row was put off is told also when that is over."""
        end = told.get("until")
        if end and calendar.timegm(time.strptime(end[:19], "%Y-%m-%dT%H:%M:%S")) < self.now:
            told = {key: value for key, value in told.items() if key != "until"}
        return super().row_of(told)

    # What is counted by day

    def check_today(self):
        told = json.loads(self.bench.succeed(self.home, "stats", "--format", "json"))
        wanted = told["days"][-1]["decided"]
        self.session.wait(lambda: self.today == wanted, f"{wanted} decided today")

    @property
    def today(self):
        found = re.search(r"([0-9,]+) today", self.session.screen.rows[-2])
        return int(found[1].replace(",", "")) if found else 0


def open_day(bench):
    library = bench.path("clock.so")
    subprocess.run(
        ["gcc", "-O1", "-shared", "-fPIC", "-o", library, f"{FOLDER}/clock.c"], check=True)
    bench.variables = {
        "LD_PRELOAD": library, "CLOCK_SPEED": str(SPEED), "CLOCK_BEGAN": str(int(time.time())),
        "CLOCK_DAY": str(BEGIN), "TZ": ZONE}
    return soak.open_soak(bench, Day)


def run(bench):
    day = open_day(bench)
    with day.session:
        bench.each(day.hour)
        if bench.losses:
            return
        day.leave()
    sizes = [size for _, size in day.memory]
    bench.figures.update({
        "edits": f"{day.model.edits:,}", "edits of others": f"{day.others:,}",
        "KiB at first and last": f"{sizes[0]:,} {sizes[-1]:,}"})
    if len(sizes) > 2 and sizes[-1] - sizes[1] > MOST_GROWTH:
        raise Loss(f"memory grows by {sizes[-1] - sizes[1]:,} KiB")


def control(bench):
    """A row that nobody puts off must be found open too early."""
    day = open_day(bench)
    with day.session:
        day.asleep[soak.OWN[3]] = day.now + HOUR
        day.check_sleepers()


PARTS = [Part("days", "hours", 25, run, control, "a row that is put off")]
