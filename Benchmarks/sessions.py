"""What the benchmarks of the program share: sessions on a terminal, medians, lines of figures."""

import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import termios
import time


def median(rounds, work, prepare=lambda: None):
    """The median wall time of `work` in milliseconds."""
    times = []
    for _ in range(rounds):
        prepare()
        start = time.monotonic()
        work()
        times.append((time.monotonic() - start) * 1000)
    return statistics.median(times)


def tell(what, ours, theirs=None, peer=""):
    line = f"{what:44} {ours:12,.1f}"
    if theirs:
        line += f" | {peer:34} {theirs:12,.1f}   {ours / theirs:6.2f}×"
    print(line, flush=True)


class Session:
    """The browser on a terminal of 80 × 24."""

    def __init__(self, bench, *options, program=(), columns=80):
        self.start = time.monotonic()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            words = [*getattr(bench, "before", ()), bench.program, *program, "--motion", "none", *options]
            os.execvpe(words[0], words, bench.environment)
        self.seen = b""

    def read(self, patience):
        if not select.select([self.terminal], [], [], patience)[0]:
            return False
        try:
            self.seen += os.read(self.terminal, 65536)
        except OSError:
            return False
        return True

    def wait(self, pattern, keeps=False, patience=60):
        """Milliseconds from the start until the program has sent the text.

        What was sent up to then is forgotten, unless it is to be kept.
        """
        plain = re.compile(pattern)
        deadline = time.monotonic() + patience
        while True:
            found = plain.search(re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", self.seen))
            if found:
                self.seen = self.seen if keeps else b""
                return (time.monotonic() - self.start) * 1000
            if time.monotonic() > deadline:
                raise SystemExit(f"never seen: {pattern}: {self.seen[-2000:]}")
            self.read(1)

    def rest(self):
        """Until nothing is sent and no time is used any more."""
        used = None
        while used != self.cpu() or self.read(0):
            used = self.cpu()
            time.sleep(1.2)
            while self.read(0):
                pass
        self.seen = b""

    def type(self, text):
        os.write(self.terminal, text.encode())

    def cpu(self):
        with open(f"/proc/{self.process}/schedstat") as file:
            main = int(file.read().split()[0])
        total = 0
        for thread in os.listdir(f"/proc/{self.process}/task"):
            with open(f"/proc/{self.process}/task/{thread}/schedstat") as file:
                total += int(file.read().split()[0])
        return max(total, main) / 1e6

    def private_memory(self):
        total, is_snapshot = 0, False
        with open(f"/proc/{self.process}/smaps") as file:
            for line in file:
                if re.match(r"[0-9a-f]+-", line):
                    is_snapshot = line.rstrip().endswith(".names")
                elif line.startswith(("Private_Dirty", "Private_Clean")) and not is_snapshot:
                    total += int(line.split()[1])
        return total / 1024

    def most_memory(self):
        with open(f"/proc/{self.process}/status") as file:
            return int(re.search(r"VmHWM:\s+(\d+)", file.read())[1]) / 1024

    def leave(self):
        os.write(self.terminal, b"\x15\x04")
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline and self.read(0.2):
            pass
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)
