"""What commands do to files, as strace tells of it, and states of the disk after a power cut.

Of a file, all that was written before its last sync is safe, and of what was written since any part,
torn at 512 or 4,096 bytes; of a folder, what was made, renamed or removed before its last sync, and
of what was done since the first so many.
"""

import bisect
import os
import re
from pathlib import Path

STRACE = (
    "strace -f -q -y -xx -s 4194304 --seccomp-bpf --signal=none -e trace=execve,openat,pwrite64,"
    "ftruncate,fsync,fdatasync,utimensat,renameat,renameat2,unlinkat,mkdirat,?open,?mkdir,?rename,"
    "?unlink,?rmdir").split()
LINE = re.compile(r"(\d+) +(?:<\.\.\. )?(\w+|\S+)(.*)")
STRING = re.compile(r'[<"]((?:\\x[0-9a-f]{2})+)[>"]')
# What a review in plain mode says when a decision is stored, as strace tells of it.
DECIDED = "".join(f"\\x{byte:02x}" for byte in b"; u to undo")


class Thing:
    """A file or a folder of the record: what was changed, each with its moment, and the syncs.

    A change of a file is (moment, kind, place, data), one of a folder (moment, name, thing or None,
    former name). A sync is (moment of its end, moment of its beginning): it covers what had ended
    when it began.
    """

    def __init__(self, is_folder):
        self.is_folder, self.changes, self.syncs = is_folder, [], []
        self.kept = None  # another path of the same inode

    def parted(self, moment, syncs):
        """The changes that are safe at a moment, and those that are not."""
        past = [began for ended, began in self.syncs if ended <= moment and syncs(ended)]
        safe = bisect.bisect_right(self.changes, max(past, default=0), key=lambda one: one[0])
        end = bisect.bisect_right(self.changes, moment, key=lambda one: one[0])
        return self.changes[:safe], self.changes[safe:end]


def content(changes):
    """The bytes of a file, and the time of its last change if that was set."""
    data, time = bytearray(), None
    for kind, place, piece in changes:
        if kind == "write":
            data.extend(bytes(max(place + len(piece) - len(data), 0)))
            data[place:place + len(piece)] = piece
        elif kind == "size":
            data[place:] = bytes(max(place - len(data), 0))
        else:
            time = place
    return data, time


def entries(changes):
    """What is in a folder, by name."""
    found = {}
    for _, name, thing, former in changes:
        found.pop(former, None)
        found.pop(name, None)
        if thing is not None:
            found[name] = thing
    return found


class Record:
    """What a session of commands does to the files of its home."""

    def __init__(self, home):
        self.home, self.root = home, Thing(is_folder=True)
        self.now, self.ends, self.syncs = 0, [], []
        for path in sorted(Path(home).rglob("*")):
            self.take(path)

    def take(self, path):
        """Adds what was there before, safe on the disk."""
        thing = Thing(path.is_dir())
        self.enter(str(path), thing)
        if path.is_file():
            self.change(str(path), "write", 0, path.read_bytes())
        for one in (thing, self.find(str(path.parent))):
            one.syncs = [(self.now, self.now)]

    def read(self, path, is_review=False):
        """Adds a command that has succeeded; it ends when its first process does.

        A review acknowledges each decision by what it writes to the terminal.
        """
        begun, first = {}, None
        with open(path, encoding="ascii") as lines:
            for line in lines:
                process, call, rest = LINE.match(line).groups()
                first = first or process
                self.now += 1
                if is_review:
                    self.ends += [self.now] * rest.count(DECIDED)
                if call == "+++":
                    if process == first and not is_review:
                        self.ends.append(self.now)
                elif "<unfinished ...>" in rest:
                    begun[process] = self.now, rest.split("<unfinished ...>")[0]
                elif "resumed>" in rest:
                    began, start = begun.pop(process)
                    self.add(call, start + rest.split("resumed>", 1)[1], began)
                else:
                    self.add(call, rest, self.now)

    def add(self, call, rest, began):
        words, _, result = rest.rpartition(" = ")
        strings = [bytes.fromhex(text.replace("\\x", "")) for text in STRING.findall(words)]
        paths = [text.decode() for text in strings if text.startswith(self.home.encode())]
        if not paths or result.startswith(("-1", "?")):
            return
        last = words.rsplit(", ", 1)[-1].rstrip(") ")
        if call == "pwrite64":
            self.change(paths[0], "write", int(last), strings[1][:int(result.split()[0])])
        elif call == "ftruncate":
            self.change(paths[0], "size", int(last))
        elif call == "utimensat":
            self.change(paths[0], "time", int(re.findall(r"tv_sec=(-?\d+)", words)[-1]))
        elif call in ("fsync", "fdatasync"):
            self.syncs.append(self.now)
            self.find(paths[0]).syncs.append((self.now, began))
        elif call in ("open", "openat"):
            if "O_CREAT" in words and self.find(paths[0]) is None:
                self.enter(paths[0], Thing(is_folder=False))
            if "O_TRUNC" in words:
                self.change(paths[0], "size", 0)
        elif call.startswith("mkdir"):
            self.enter(paths[0], Thing(is_folder=True))
        elif call.startswith("rename"):
            self.enter(paths[1], self.find(paths[0]), former=os.path.basename(paths[0]))
        elif call.startswith(("unlink", "rmdir")):
            self.enter(paths[0], None)

    def change(self, path, kind, place, data=b""):
        self.find(path).changes.append((self.now, kind, place, data))

    def enter(self, path, thing, former=None):
        folder, name = os.path.split(path)
        self.find(folder).changes.append((self.now, name, thing, former))

    def find(self, path):
        """The file or folder that is at a path now."""
        found = self.root
        for name in path[len(self.home):].split("/")[1:]:
            found = entries(found.changes).get(name)
        return found

    def state(self, moment, taste, syncs=bool):
        """What is at each path after a cut: None for a folder, (file, content, time) for a file.

        `syncs` says of the moment of a sync whether it is to be counted.
        """
        return dict(self.below("", self.root, moment, taste, syncs))

    def below(self, path, folder, moment, taste, syncs):
        safe, others = folder.parted(moment, syncs)
        for name, thing in entries(safe + taste.beginning(others)).items():
            place = f"{path}/{name}"
            if thing.is_folder:
                yield place, None
                yield from self.below(place, thing, moment, taste, syncs)
            else:
                safe, others = thing.parted(moment, syncs)
                changes = [change[1:] for change in safe] + list(taste.some(others))
                yield place, (thing, *content(changes))


class Taste:
    """What one cut leaves of that which no sync has made safe: all, nothing, or a share of it."""

    def __init__(self, chance, share=None):
        self.chance = chance
        shares = [0, 1, 0.5, 0.05, 0.95, chance.random()] if share is None else [share]
        self.share, self.folder_share = chance.choice(shares), chance.choice(shares)
        self.size = chance.choice([512, 4096, 1 << 30])

    def beginning(self, changes):
        return changes[:round(self.folder_share * len(changes) + self.chance.uniform(-0.4, 0.4))]

    def some(self, changes):
        for _, kind, place, data in changes:
            for place, data in self.pieces(place, data):
                if self.chance.random() < self.share:
                    yield kind, place, data

    def pieces(self, place, data):
        start = 0
        while start < max(len(data), 1):
            end = start + self.size - (place + start) % self.size
            yield place + start, data[start:end]
            start = end
