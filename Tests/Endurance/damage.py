"""Files that are flipped, cut, lengthened, overwritten or replaced behind the program's back.

A snapshot may always be thrown away: whatever becomes of it, the list shows the rows of the store.
The store itself has no checksums, nor has its journal: what is changed in the text of a name is a
name like any other. So of these it must hold that the program neither crashes nor hangs, that what
it prints has no control character, and that it either goes on or says in one line that the store is
damaged, with status 2, and leaves it as it was. History, ~/.inputrc and the file of default options
may cost what they give, but not the list.
"""

import ctypes
import os
import shutil
import types

from frame import Loss, Part, store_path, tail
from screens import Session

MAGIC_OF_A_HOT_JOURNAL = bytes.fromhex("d9d505f920a163d7")
BLOCK = 4_096


def damage(chance, data):
    """Other bytes than these, in one of the ways in which files are damaged."""
    data = bytearray(data)
    if not data:
        return b"x"
    place = chance.randrange(len(data))
    # Headers decide the most, so half of the damages are there.
    if chance.random() < 0.5:
        place %= 512
    kind = chance.randrange(9)
    if kind == 0:
        data[place] ^= 1 << chance.randrange(8)
    elif kind == 1:
        data[place] = chance.randrange(256)
    elif kind == 2:
        for _ in range(chance.randrange(1, 30)):
            data[chance.randrange(len(data))] = chance.randrange(256)
    elif kind == 3:
        del data[place:]
    elif kind == 4:
        data += chance.randbytes(chance.randrange(1, 5_000))
    elif kind == 5:
        start = place // BLOCK * BLOCK
        data[start:start + BLOCK] = bytes(len(data[start:start + BLOCK]))
    elif kind == 6:
        one, other = (chance.randrange(len(data) // BLOCK + 1) * BLOCK for _ in range(2))
        first, second = data[one:one + BLOCK], data[other:other + BLOCK]
        if len(first) == len(second):
            data[one:one + BLOCK], data[other:other + BLOCK] = second, first
    elif kind == 7:
        value = chance.choice([0, 1, 0x7F, 0x80, 0xFF])
        data[place:place + 8] = bytes([value]) * len(data[place:place + 8])
    else:
        return chance.choice([b"", b"some text\n", chance.randbytes(100), bytes(len(data))])
    return bytes(data)


def adopt_orphans():
    """Makes this process the parent of what programs leave in the background."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def wait_for_orphans():
    """What writes a snapshot has the old one mapped, and must not see it change under its hands."""
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass


class Files:
    """Homes as they were before the damage; each case has a copy of one."""

    def __init__(self, bench):
        self.bench = bench
        self.few, self.many = bench.home("few"), bench.home("many")
        bench.succeed(self.few, "add", *[f"Name {number}" for number in range(40)])
        bench.succeed(self.few, "dead", "Name 3", "Name 5")
        bench.succeed(self.few, "note", "Name 7", "a note")
        names = "".join(f"Row {number:05} {number * 7919 % 10007}\n" for number in range(10_100))
        # What an import starts in the background would come at any time.
        bench.succeed(self.many, "import", "-", input=names.encode(), XDG_CACHE_HOME="/dev/null")
        bench.succeed(self.many, "--refresh-snapshot")
        folder = os.path.join(self.many, ".cache", "targets")
        self.snapshot = os.path.join(
            ".cache", "targets", next(name for name in os.listdir(folder) if name.endswith(".names")))
        self.snapshot_bytes = self.read(os.path.join(self.many, self.snapshot))
        self.query = ["show", "1", "--format", "names"]
        self.matches = bench.succeed(self.many, *self.query)
        self.made_hot = self.hot_journal()

    @staticmethod
    def read(path):
        with open(path, "rb") as file:
            return file.read()

    @staticmethod
    def write(path, data):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)

    def copy(self, home):
        path = self.bench.path("damaged")
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(home, path)
        return path

    def hot_journal(self):
        """A home whose last edit was cut off in the middle, so that it must be rolled back."""
        for number in range(7, 200, 7):
            home = self.copy(self.few)
            inject = f"inject=fdatasync,pwrite64:signal=KILL:when={number}"
            self.bench.call(
                home, "dead", "Name 9",
                before=["strace", "-f", "-qq", "-o", "/dev/null", "-e", inject])
            journal = self.read(store_path(home) + "-journal")
            if journal.startswith(MAGIC_OF_A_HOT_JOURNAL):
                hot = self.bench.path("hot")
                shutil.rmtree(hot, ignore_errors=True)
                shutil.move(home, hot)
                return hot
        return None

    # The cases

    def snapshot_case(self, chance):
        """The rows are those of the store, whatever became of the snapshot."""
        # In place: a snapshot in another file would not be looked at.
        path = os.path.join(self.many, self.snapshot)
        data = damage(chance, self.snapshot_bytes)
        self.write(path, data)
        found = self.bench.succeed(self.many, *self.query)
        wait_for_orphans()
        if found != self.matches:
            raise Loss(f"a damaged snapshot changes the rows: {len(found)} bytes are printed")

    def store_case(self, chance):
        home = self.copy(self.few)
        path = store_path(home)
        data = damage(chance, self.read(path))
        self.write(path, data)
        self.list(home, path, data)

    def journal_case(self, chance):
        home = self.copy(self.made_hot or self.few)
        path = store_path(home) + "-journal"
        self.write(path, damage(chance, self.read(path)))
        self.list(home)

    def list(self, home, path=None, data=None):
        """Lists and edits; a refusal is one line and leaves the file as it was."""
        for words in (["show", "--format", "ndjson"], ["dead", "Name 11"]):
            result = self.bench.call(home, *words)
            if result.returncode not in (0, 1, 2):
                raise Loss(f"{words[0]}: status {result.returncode}: {tail(result.stderr)}")
            self.check_text(words[0], result.stdout + result.stderr)
            if result.returncode == 2:
                if result.stderr.count(b"\n") != 1 or not result.stderr.startswith(b"targets: "):
                    raise Loss(f"{words[0]}: not one line: {tail(result.stderr)}")
                if words[0] == "show" and path and self.read(path) != data:
                    raise Loss("a store that was refused is not as it was")

    def check_text(self, what, data):
        for letter in data.decode("utf-8", "replace"):
            if letter != "\n" and (letter < " " or "\x7f" <= letter <= "\x9f"):
                raise Loss(f"{what} prints the control character {letter!r}")

    def small_file_case(self, chance):
        """A session opens with a damaged file of the user, or says what is wrong with it."""
        home = self.copy(self.few)
        kind = chance.choice(["history", "inputrc", "options"])
        text, name = {
            "history": (b"name 1\nname 2\n:dead all\n" * 20, ".local/state/targets/history"),
            "inputrc": (
                b'set editing-mode emacs\n$if targets\n"\\C-t": targets-help\n$endif\n', ".inputrc"),
            "options": (b"--reverse\n--height 40% # rows\n--preview 'echo {}'\n", "options"),
        }[kind]
        path = os.path.join(home, name)
        self.write(path, damage(chance, damage(chance, text)))
        if chance.random() < 0.05:
            os.remove(path)
            os.mkdir(path)
        options = {"TARGETS_DEFAULT_OPTS_FILE": path} if kind == "options" else {}
        place = types.SimpleNamespace(
            program=self.bench.program,
            environment=lambda home: self.bench.environment(home, **options))
        self.session(place, home, kind)

    def session(self, place, home, kind):
        with Session(place, home) as session:
            session.wait(lambda: session.status is not None or "Name" in session.screen.text, kind)
            if session.status is None:
                session.send("\x15\x04")
            session.wait_for_end()
            ends = (0, 2) if kind == "options" else (0,)
            if session.status not in ends:
                raise Loss(f"with a damaged {kind}: status {session.status}")


def run(bench):
    adopt_orphans()
    files = Files(bench)
    kinds = [
        ("snapshots", files.snapshot_case, 50), ("stores", files.store_case, 33),
        ("hot journals", files.journal_case, 12), ("small files", files.small_file_case, 5),
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
    """A store that tells other rows than before, with a snapshot that is none of it."""
    files = Files(bench)
    files.bench.succeed(files.many, "drop", files.matches.splitlines()[0])
    for chance in bench.cases():
        bench.tried += 1
        files.snapshot_case(chance)


PARTS = [Part("damage", "files", 20_000, run, control, "rows that are compared with others")]
