"""kill -9 of commands, sessions, imports, snapshot writers and `run`, at any moment.

Half of the kills come after a random time, half at a system call, the next one each time (strace).
An edit is acknowledged by the end of its command with status 0, or by what a session says of it.
"""

import os
import pty
import select
import shutil
import signal
import subprocess
import time

from frame import Loss, Part, check_integrity, end, store_path, tail


class Killer:
    """Starts programs and kills them; learns how long they take and how many calls they make."""

    def __init__(self, bench):
        self.bench = bench
        self.seconds = {}
        self.calls = {}
        self.at_call = {}

    def kill(self, kind, chance, home, *arguments):
        """Returns whether the program had ended by itself, with status 0, before it was killed."""
        if kind not in self.seconds:
            self.learn(kind, home, *arguments)
        if chance.random() < 0.5:
            return self.kill_after_a_time(kind, chance, home, *arguments)
        return self.kill_at_a_call(kind, home, *arguments)

    def learn(self, kind, home, *arguments):
        """Tries the command on a copy of the home."""
        copy = self.bench.path("rehearsal")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(home, copy)
        began = time.monotonic()
        self.bench.succeed(copy, *arguments)
        self.seconds[kind] = time.monotonic() - began
        shutil.copytree(home, copy, dirs_exist_ok=True)
        trace = self.bench.path("trace")
        self.bench.succeed(copy, *arguments, before=["strace", "-f", "-qq", "-o", trace])
        with open(trace, "rb") as lines:
            self.calls[kind] = sum(1 for _ in lines)
        self.at_call[kind] = 0

    def kill_after_a_time(self, kind, chance, home, *arguments):
        process = self.bench.start(home, *arguments)
        try:
            process.wait(chance.uniform(0, 1.3 * self.seconds[kind]))
        except subprocess.TimeoutExpired:
            pass
        _, errors = end(process)
        return self.has_ended(process.returncode, errors)

    def kill_at_a_call(self, kind, home, *arguments):
        number = 1 + self.at_call[kind] % (self.calls[kind] + 5)
        # A step that has no divisor in common with most counts, so that all calls have their turn.
        self.at_call[kind] += 7
        inject = f"inject=all:signal=KILL:when={number}"
        result = self.bench.call(
            home, *arguments, before=["strace", "-f", "-qq", "-o", "/dev/null", "-e", inject])
        return self.has_ended(result.returncode, result.stderr)

    def has_ended(self, status, errors):
        if status not in (0, -signal.SIGKILL, 128 + signal.SIGKILL):
            raise Loss(f"status {status} instead of 0 or a kill: {tail(errors)}")
        return status == 0


class Edits:
    """Commands that edit a small list, and what must be in it."""

    def __init__(self, bench, killer, acknowledged=lambda ended: ended):
        self.bench, self.killer, self.acknowledged = bench, killer, acknowledged
        self.renew()

    def renew(self):
        self.home = self.bench.home("edits")
        self.rows = {f"Name {number}": (False, False) for number in range(12)}
        self.bench.succeed(self.home, "add", *self.rows)
        self.undoable = []
        self.number = 12

    def choose(self, chance):
        """A command, and the rows after it."""
        name = chance.choice(sorted(self.rows))
        dead, liked = self.rows[name]
        kind = chance.choice(["dead", "like", "add", "drop", "undo"])
        if kind == "undo" and self.undoable:
            return ["undo"], self.undoable[-1]
        if kind == "add" and len(self.rows) < 30:
            self.number += 1
            return ["add", f"Name {self.number}"], {**self.rows, f"Name {self.number}": (False, False)}
        if kind == "drop" and len(self.rows) > 5:
            return ["drop", name], {key: self.rows[key] for key in self.rows if key != name}
        if kind == "like":
            return ["unlike" if liked else "like", name], {**self.rows, name: (dead, not liked)}
        return ["reopen" if dead else "dead", name], {**self.rows, name: (not dead, liked)}

    def case(self, chance):
        command, after = self.choose(chance)
        try:
            ended = self.killer.kill(command[0], chance, self.home, *command)
            found = {
                name: (row["class"] == "dead", "liked" in row)
                for name, row in self.bench.rows(self.home).items()
            }
            if found not in (self.rows, after):
                raise Loss(f"{command}: neither as before nor as after: {found}")
            if self.acknowledged(ended) and found != after:
                raise Loss(f"{command} was acknowledged and is not there")
            if self.bench.number % 50 == 0:
                check_integrity(store_path(self.home))
        except Loss:
            self.renew()
            raise
        if found == after:
            if command == ["undo"]:
                self.undoable.pop()
            else:
                self.undoable = [*self.undoable, self.rows][-20:]
            self.rows = after


class Copies:
    """Commands that begin from the same home each time."""

    def __init__(self, bench, killer):
        self.bench, self.killer = bench, killer
        self.few, self.many = (bench.home(name) for name in ("few", "many"))
        self.count = 0
        bench.succeed(self.few, "add", "Ada", "Bo")
        self.names = [f"Row {number:05} {number * 7919 % 10007}" for number in range(3_000)]
        self.file = bench.path("names")
        with open(self.file, "w", encoding="utf-8") as out:
            out.writelines(name + "\n" for name in self.names)
        more = "".join(f"More {number:05}\n" for number in range(10_000))
        bench.succeed(self.many, "import", "-", self.file, input=more.encode(), XDG_CACHE_HOME="/dev/null")
        self.many_rows = bench.succeed(self.many, "show", "row", XDG_CACHE_HOME="/dev/null")

    def copy(self, home):
        # A new path each time: what a list started in the background may still be writing.
        shutil.rmtree(self.bench.path(f"copy-{self.count}"), ignore_errors=True)
        self.count += 1
        return shutil.copytree(home, self.bench.path(f"copy-{self.count}"))

    def imported(self, chance):
        home = self.copy(self.few)
        ended = self.killer.kill("import", chance, home, "import", self.file)
        found = set(self.bench.rows(home))
        if found not in ({"Ada", "Bo"}, {"Ada", "Bo", *self.names}):
            raise Loss(f"an import is there in part: {len(found)} rows")
        if ended and len(found) == 2:
            raise Loss("an import was acknowledged and is not there")
        self.bench.succeed(home, "dead", "Ada")

    def snapshot(self, chance):
        home = self.copy(self.many)
        self.killer.kill("snapshot", chance, home, "--refresh-snapshot")
        for _ in range(2):
            if self.bench.succeed(home, "show", "row") != self.many_rows:
                raise Loss("a list looks different after its snapshot's writer was killed")
            self.bench.succeed(home, "--refresh-snapshot")


class Sessions:
    """Review in plain mode, which says of each decision that it is made."""

    def __init__(self, bench):
        self.bench = bench
        self.home = bench.home("session")
        self.names = [f"Name {number:03}" for number in range(60)]
        bench.succeed(self.home, "add", *self.names)

    def case(self, chance):
        home = self.bench.path("decided")
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(self.home, home)
        answers = [chance.choice("do") for _ in range(40)]
        process, terminal = pty.fork()
        if process == 0:
            environment = self.bench.environment(home, TERM="dumb")
            os.execve(self.bench.program, [self.bench.program, "review"], environment)
        try:
            said = self.answer(terminal, answers, chance)
        finally:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(terminal)
        acknowledged = said.count(b"; u to undo")
        rows = self.bench.rows(home)
        decided = [rows[name]["class"] for name in self.names]
        wanted = [{"d": "dead", "o": "ok"}[answer] for answer in answers]
        count = sum(decision != "open" for decision in decided)
        if decided[:count] != wanted[:count]:
            raise Loss(f"decisions are not those that were given: {decided[:count]}")
        if count < acknowledged:
            raise Loss(f"{acknowledged} decisions were shown, {count} are there")
        return None

    def answer(self, terminal, answers, chance):
        """Gives all the answers at once when the first is asked for; reads on for a random time."""
        said, end_of_time = b"", time.monotonic() + 60
        rest = None
        while time.monotonic() < end_of_time:
            if not select.select([terminal], [], [], 0.005)[0]:
                continue
            try:
                said += os.read(terminal, 65_536)
            except OSError:
                raise Loss(f"review has ended: {tail(said)}") from None
            if rest is None and b"Name 000" in said:
                os.write(terminal, "".join(answer + "\n" for answer in answers).encode())
                rest = chance.randrange(40)
            if rest is not None and said.count(b"; u to undo") >= rest:
                return said
        raise Loss(f"review does not answer: {tail(said)}")


class Runs:
    """`run` on 30 rows, two at a time; a command says in a file that it was started."""

    def __init__(self, bench, killer):
        self.bench, self.killer = bench, killer
        self.home = bench.home("rows")
        self.names = [f"Row {number:02}" for number in range(30)]
        bench.succeed(self.home, "add", *self.names)

    def case(self, chance):
        home = self.bench.path("run")
        shutil.rmtree(home, ignore_errors=True)
        shutil.copytree(self.home, home)
        log = self.bench.path(f"started-{self.bench.number}")
        command = [
            "run", "-l", "default", "--all", "-j", "2", "--", "sh", "-c", f"echo \"$1\" >>{log}", "sh",
            "{}"]
        process = self.bench.start(home, *command)
        try:
            process.wait(chance.uniform(0, 0.15))
        except subprocess.TimeoutExpired:
            pass
        end(process)
        # What the killed run had claimed is not started again: it may have been started. Commands that
        # are still there hold their rows, which is waited for.
        for _ in range(600):
            words = tail(self.bench.call(home, *command).stderr)
            if "claimed by" not in words:
                break
            time.sleep(0.05)
        once = self.started(log)
        if len(once) != len(set(once)):
            raise Loss(f"started twice: {sorted(name for name in set(once) if once.count(name) > 1)}")
        if len(once) < len(self.names) - 4:
            raise Loss(f"only {len(once)} of {len(self.names)} rows were run: {words}")
        unknown = set(self.bench.rows(home, "--failed"))
        self.bench.succeed(home, "run", "--retry-unknown", *command[1:])
        after = self.started(log)
        os.remove(log)
        if sorted(set(after)) != self.names:
            raise Loss(f"{len(set(after))} of {len(self.names)} rows were run")
        again = [name for name in self.names if after.count(name) > 1 + (name in unknown)]
        if again:
            raise Loss(f"rows whose outcome was known were run again: {again}")

    def started(self, log):
        try:
            with open(log, encoding="utf-8") as lines:
                return lines.read().splitlines()
        except FileNotFoundError:
            return []


def run(bench):
    killer = Killer(bench)
    edits, copies = Edits(bench, killer), Copies(bench, killer)
    sessions, runs = Sessions(bench), Runs(bench, killer)
    kinds = [
        ("edits", edits.case, 60), ("sessions", sessions.case, 12), ("imports", copies.imported, 8),
        ("snapshots", copies.snapshot, 6), ("run", runs.case, 6),
    ]
    counts = dict.fromkeys((name for name, _, _ in kinds), 0)

    def case(chance):
        name, work, _ = chance.choices(kinds, [weight for _, _, weight in kinds])[0]
        counts[name] += 1
        try:
            work(chance)
        except Loss as loss:
            raise Loss(f"{name}: {loss}") from None

    bench.each(case)
    bench.figures.update(counts)


def control(bench):
    """Edits that are taken for acknowledged when they were begun."""
    edits = Edits(bench, Killer(bench), acknowledged=lambda ended: True)
    bench.most = 200
    for chance in bench.cases():
        bench.tried += 1
        edits.case(chance)


PARTS = [Part("kills", "kills", 10_000, run, control, "edits acknowledged before their commit")]
