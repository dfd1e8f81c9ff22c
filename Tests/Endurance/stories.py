"""Stories of edits, mirrors, undo, redo and run by real processes, a third of them killed, beside a plain model.

After each step the list is that of the model; after a kill it is that before the step or after it. A
command starts at most once for each state of a row. One story in five happens on a PostgreSQL server.
"""

import copy
import json
import os
import shutil
import subprocess
import time

from frame import Loss, Part, check_integrity, end, is_without_rows, store_path, tail
from servers import Server

STEPS = 40
NAMES = ["Ada", "Bo", "Cy", "Dee", "Eli"]


class Model:
    """A plain list: what each row is, and what undo and redo return to."""

    def __init__(self):
        self.rows = {name: {"revision": "0", "liked": False, "note": None, "decision": None} for name in NAMES}
        self.earlier, self.later, self.decisions = [], [], 0

    def edit(self, change):
        before = copy.deepcopy(self.rows)
        change(self.rows)
        if self.rows != before:
            self.earlier.append(before)
            self.later = []

    def decide(self, names, verdict):
        self.decisions += 1

        def change(rows):
            for name in names:
                if self.state(name) != verdict:
                    rows[name]["decision"] = (self.decisions, verdict, rows[name]["revision"])
        self.edit(change)

    def put(self, name, field, value):
        self.edit(lambda rows: rows[name].update({field: value}))

    def undo(self):
        self.later.append(self.rows)
        self.rows = self.earlier.pop()

    def redo(self):
        self.earlier.append(self.rows)
        self.rows = self.later.pop()

    def state(self, name):
        """A decision counts if it is about the present revision."""
        row = self.rows[name]
        decision = row["decision"]
        return decision[1] if decision and decision[2] == row["revision"] else "open"

    def shown(self):
        return {
            name: (self.state(name), row["liked"], row["note"], row["revision"])
            for name, row in self.rows.items()}

    def csv(self):
        return "name,rev\n" + "".join(f"{name},{row['revision']}\n" for name, row in self.rows.items())


class Story:
    def __init__(self, bench, chance, server=None):
        self.bench, self.chance, self.server = bench, chance, server
        self.home = bench.home("story")
        self.model, self.told, self.started, self.kills = Model(), [], set(), 0
        self.more = {}
        if server:
            database = f"story{bench.number}"
            server.query(f"CREATE DATABASE {database}", "postgres")
            self.more = {
                "TARGETS_STORE": f"postgres://postgres@127.0.0.1:{server.port}/{database}?sslmode=disable"}
            bench.succeed(self.home, "store", "create", **self.more)
            self.database = database
        bench.succeed(self.home, *self.mirror, input=self.model.csv().encode(), **self.more)

    mirror = ["import", "-l", "default", "--mirror", "--csv", "--name-column", "name", "--revision-column", "rev", "-"]

    def tell(self):
        for _ in range(STEPS):
            self.step()
        if not self.server:
            check_integrity(store_path(self.home))
        self.bench.succeed(self.home, "store", "check", **self.more)

    def step(self):
        name, draw = self.chance.choice(NAMES), self.chance.randrange(12)
        new = copy.deepcopy(self.model)
        words, input = None, None
        if draw < 3:
            verdict = self.chance.choice(["dead", "dead", "ok"])
            new.decide([name], verdict)
            words = [verdict, name]
        elif draw == 3:
            names = self.chance.sample(NAMES, 3)
            new.decide(names, "dead")
            words, input = ["dead", "-"], "".join(one + "\n" for one in names)
        elif draw == 4 and new.state(name) != "open":
            new.put(name, "decision", None)
            words = ["reopen", name]
        elif draw == 5:
            new.put(name, "liked", not new.rows[name]["liked"])
            words = ["like" if new.rows[name]["liked"] else "unlike", name]
        elif draw == 6:
            text = str(self.chance.randrange(1_000))
            new.put(name, "note", text)
            words = ["note", name, text]
        elif draw == 7:
            new.put(name, "revision", str(self.chance.randrange(3)))
            words, input = self.mirror, new.csv()
        elif draw == 8 and new.earlier:
            new.undo()
            words = ["undo"]
        elif draw == 9 and new.later:
            new.redo()
            words = ["redo"]
        if words is None:
            return self.run()
        killed = self.carry_out(words, input)
        self.told.append(" ".join(words) + (" (killed)" if killed else ""))
        self.check(new, killed)

    def carry_out(self, words, input=None, right=(0,)):
        """Carries out a command, and returns whether it was killed."""
        if self.chance.random() < 0.65:
            result = self.bench.call(self.home, *words, input=input and input.encode(), **self.more)
            if result.returncode not in right:
                raise Loss(f"{'; '.join(self.told)}: {words}: status {result.returncode}: {tail(result.stderr)}")
            return False
        process = self.bench.start(self.home, *words, stdin=subprocess.PIPE, **self.more)
        try:
            process.stdin.write((input or "").encode())
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.stdin = None
        time.sleep(self.chance.uniform(0, 0.05 if self.server else 0.03))
        is_over = process.poll() is not None
        end(process)
        self.kills += not is_over
        self.settle()
        return not is_over

    def settle(self):
        """Waits until the server has ended what a killed program has begun."""
        for _ in range(500 if self.server else 0):
            # The question is asked in another database.
            busy = self.server.query(
                f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{self.database}'", "postgres")
            if busy == "0":
                return
            time.sleep(0.01)

    def shown(self):
        result = self.bench.call(self.home, "show", "--format", "ndjson", **self.more)
        if result.returncode != 0 and not is_without_rows(result):
            raise Loss(f"show: {tail(result.stderr)}")
        rows = {}
        for row in map(json.loads, result.stdout.decode().splitlines()):
            rows[row["name"]] = (row["class"], row.get("liked", False), row.get("note"), row.get("revision"))
            self.outcomes[row["name"]] = row.get("outcomes", [])
        return rows

    outcomes = {}

    def check(self, new, killed):
        found = self.shown()
        if found == new.shown():
            self.model = new
        elif not killed or found != self.model.shown():
            raise Loss(f"{'; '.join(self.told)}: {found} instead of {new.shown()}")

    def run(self):
        """A command starts for each dead row, or for each row, once for each of its states; a kill can leave
        some unknown. The state of a row is its decision, whether it counts or not, and its revision."""
        script = f'echo "$1" >>{self.home}/ran'
        filter = "--dead" if self.chance.random() < 0.6 else "--all"
        rows = self.model.rows
        wanted = {
            name: (rows[name]["decision"] and rows[name]["decision"][0], rows[name]["revision"])
            for name in NAMES if filter == "--all" or self.model.state(name) == "dead"}
        if not wanted:
            return
        retries = self.chance.random() < 0.3
        if retries:
            self.check(self.model, False)
            self.started -= {(name, wanted[name]) for name in wanted if self.is_unknown(name)}
        words = ["run", "-l", "default", filter, "--yes", "-j", "2", *["--retry-unknown"] * retries, "--",
                 "sh", "-c", script, "sh", "{}"]
        # Somebody else may run the same at the same time.
        other = self.bench.start(self.home, *words, **self.more) if self.chance.random() < 0.4 else None
        # Rows whose outcomes are unknown make the status 1.
        killed = self.carry_out(words, right=(0, 1))
        if other and other.wait(60) not in (0, 1):
            raise Loss(f"{'; '.join(self.told)}: run beside another: status {other.returncode}")
        self.told.append(f"run {filter}" + " --retry-unknown" * retries + " (killed)" * killed + " beside another" * bool(other))
        ran = self.ran()
        for name in ran:
            if name not in wanted or (name, wanted[name]) in self.started:
                raise Loss(f"{'; '.join(self.told)}: the command of {name} was started again")
            self.started.add((name, wanted[name]))
        self.check(self.model, False)
        for name, state in wanted.items():
            if killed or (name, state) in self.started:
                continue
            # A killed run had claimed it; on a server, its claims last for some time.
            if not self.is_unknown(name) or retries and not self.server:
                raise Loss(f"{'; '.join(self.told)}: the command of {name} was not started")

    def is_unknown(self, name):
        return any("status" not in outcome for outcome in self.outcomes[name])

    def ran(self):
        """The rows for which commands have started since the last call; the last ones may still be starting."""
        path, text = os.path.join(self.home, "ran"), None
        while True:
            try:
                with open(path, encoding="utf-8") as file:
                    new = file.read()
            except FileNotFoundError:
                new = ""
            if new == text:
                break
            text = new
            time.sleep(0.05)
        if text:
            os.remove(path)
        return text.split()


def run(bench):
    server = None
    kills = 0

    def tell(chance):
        nonlocal server, kills
        if bench.number % 5 == 4 and server is None:
            server = Server(bench.path("server"))
        story = Story(bench, chance, server if bench.number % 5 == 4 else None)
        try:
            story.tell()
        finally:
            kills += story.kills
    try:
        bench.each(tell)
    finally:
        if server:
            server.end()
    bench.figures = {"steps": bench.tried * STEPS, "kills": kills}


def control(bench):
    """A store that forgets an acknowledged edit."""
    for chance in bench.cases():
        story = Story(bench, chance)
        path = store_path(story.home)
        shutil.copy(path, path + ".old")
        new = copy.deepcopy(story.model)
        new.decide([NAMES[0]], "dead")
        bench.succeed(story.home, "dead", NAMES[0])
        os.replace(path + ".old", path)
        story.check(new, False)
        bench.tried += 1


PARTS = [Part("stories", "stories", 50, run, control, "a store that keeps what it acknowledged", 1)]
