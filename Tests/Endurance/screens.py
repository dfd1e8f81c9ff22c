"""A terminal with the program on it: keys and signals go in, the screen and the modes come out.

The terminal follows the sequences that the program sends, and no others. The program is the job of
a small shell, the leader of the terminal's session, so that it can be stopped and continued.
"""

import ctypes
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time
import unicodedata

from frame import Loss

PIECE = re.compile(r"\x1b\[(\??)([0-9;]*)([@-~])|[\x00-\x1a\x1c-\x1f]|[^\x00-\x1f]+")
PARTIAL = re.compile(r"(\x1b(\[\??[0-9;]*)?|[\udcc0-\udcff][\udc80-\udcbf]{0,2})\Z")
AUTOWRAP, CURSOR, SCREEN, UPDATE = "7", "25", "1049", "2026"


class Screen:
    """Cells, cursor and modes of a terminal."""

    def __init__(self, rows, columns):
        self.modes = {AUTOWRAP, CURSOR}
        self.style = ""
        self.strange = []
        self.other = None
        self.size = (rows, columns)
        self.clear()

    def clear(self):
        self.cells = [[" "] * self.size[1] for _ in range(self.size[0])]
        self.row = self.column = 0

    @property
    def rows(self):
        return ["".join(row).rstrip() for row in self.cells]

    @property
    def text(self):
        return "\n".join(self.rows)

    def resize(self, rows, columns):
        """Cuts and fills; a program that is told of it paints all anew."""
        self.size = (rows, columns)
        self.cells = [(row + [" "] * columns)[:columns] for row in self.cells[:rows]]
        self.cells += [[" "] * columns for _ in range(rows - len(self.cells))]
        self.row, self.column = min(self.row, rows - 1), min(self.column, columns - 1)

    def feed(self, text):
        for piece in PIECE.finditer(text):
            if piece[3]:
                self.obey(piece[1], piece[2], piece[3])
            elif piece[0] == "\r":
                self.column = 0
            elif piece[0] == "\n":
                self.line_feed()
            elif piece[0] == "\b":
                self.column = max(self.column - 1, 0)
            elif piece[0] >= " ":
                self.write(piece[0])
            else:
                self.strange.append(piece[0])

    def line_feed(self):
        if self.row + 1 < self.size[0]:
            self.row += 1
        else:
            self.cells = self.cells[1:] + [[" "] * self.size[1]]

    def write(self, text):
        columns = self.size[1]
        if text.isascii() and self.column + len(text) < columns:
            self.cells[self.row][self.column:self.column + len(text)] = text
            self.column += len(text)
            return
        for letter in text:
            width = width_of(letter)
            if self.column + width > columns:
                if AUTOWRAP in self.modes:
                    self.column = 0
                    self.line_feed()
                else:
                    self.column = columns - width
            if width:
                self.cells[self.row][self.column:self.column + width] = [letter, ""][:width]
            self.column += width

    def obey(self, private, numbers, final):
        values = [int(value) if value else 0 for value in numbers.split(";")]
        count = max(values[0], 1)
        line, columns = self.cells[self.row], self.size[1]
        start = min(self.column, columns - 1)
        if private and final in "hl":
            for mode in numbers.split(";"):
                self.switch(mode, final == "h")
        elif final == "m":
            self.style = "" if numbers in ("", "0") else numbers
        elif final == "H":
            self.row = min(count, self.size[0]) - 1
            self.column = min(max(values[1] if len(values) > 1 else 1, 1), columns) - 1
        elif final == "G":
            self.column = min(count, columns) - 1
        elif final in "AB":
            row = self.row + (count if final == "B" else -count)
            self.row = min(max(row, 0), self.size[0] - 1)
        elif final == "C":
            self.column = min(start + count, columns - 1)
        elif final == "X":
            line[start:start + count] = [" "] * (min(start + count, columns) - start)
        elif final in "KJ" and not numbers:
            line[start:] = [" "] * (columns - start)
            for below in range(self.row + 1, self.size[0] if final == "J" else 0):
                self.cells[below] = [" "] * columns
        else:
            self.strange.append(f"{private}{numbers}{final}")

    def switch(self, mode, is_on):
        if mode == SCREEN and is_on != (SCREEN in self.modes):
            if is_on:
                self.other = (self.cells, self.row, self.column)
                self.clear()
            else:
                self.cells, self.row, self.column = self.other
                self.resize(*self.size)
        (self.modes.add if is_on else self.modes.discard)(mode)


def width_of(letter):
    if unicodedata.east_asian_width(letter) in "WF":
        return 2
    return 0 if unicodedata.combining(letter) or letter in "\u200d\ufe0f" else 1


class Session:
    """The program on a terminal; descriptors for its standard streams are closed here."""

    line = "$ targets"

    def __init__(self, bench, home, *arguments, rows=24, columns=80, input=None, output=None):
        self.screen = Screen(rows, columns)
        self.rest = b""
        self.news = b""
        self.is_stopped, self.status, self.has_children = False, None, True
        self.process = None
        self.master, slave = os.openpty()
        self.set_size(rows, columns)
        self.attributes_at_start = self.attributes
        self.told, telling = os.pipe()
        orders, self.ordering = os.pipe()
        self.leader = os.fork()
        if self.leader == 0:
            try:
                os.close(self.master)
                os.close(self.told)
                os.close(self.ordering)
                words = [bench.program, *arguments]
                Leader(slave, telling, orders).lead(
                    words, bench.environment(home), input, output)
            finally:
                os._exit(0)
        for descriptor in (slave, telling, orders, input, output):
            if descriptor is not None:
                os.close(descriptor)
        os.set_blocking(self.master, False)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        """Nothing is left behind, whatever happened."""
        while self.status is None or self.has_children:
            for process in self.family():
                kill(process, signal.SIGKILL)
            os.write(self.ordering, b"f" * self.is_stopped)
            self.is_stopped = False
            self.pump(0.05)
            if self.news is None:  # the leader is gone
                break
        os.close(self.ordering)
        os.close(self.master)
        os.close(self.told)
        os.waitpid(self.leader, 0)

    # What comes from it

    @property
    def attributes(self):
        return termios.tcgetattr(self.master)

    @property
    def is_raw(self):
        return self.attributes != self.attributes_at_start

    def pump(self, seconds):
        """Takes what comes within a time; returns whether anything did."""
        sources = [self.master] + ([] if self.news is None else [self.told])
        ready = select.select(sources, [], [], seconds)[0]
        if self.master in ready:
            self.take_output()
        if self.told in ready:
            self.take_news()
        return bool(ready)

    def take_output(self):
        try:
            data = self.rest + os.read(self.master, 65_536)
        except OSError:
            return
        text = data.decode("utf-8", "surrogateescape")
        # The last character or sequence may be there in part.
        partial = PARTIAL.search(text)
        self.rest = partial[0].encode("utf-8", "surrogateescape") if partial else b""
        self.screen.feed(text[:partial.start()] if partial else text)

    def take_news(self):
        data = os.read(self.told, 4_096)
        if not data:
            self.news, self.has_children = None, False
            return
        *lines, self.news = (self.news + data).split(b"\n")
        for line in lines:
            word, number = line.split()[0], int(line.split()[1])
            if word == b"started":
                self.process = number
            elif word == b"stopped":
                self.is_stopped = True
            elif word == b"continued":
                self.is_continued = True
            elif word == b"ended":
                self.status = number
            elif word == b"alone":
                self.has_children = False

    def wait(self, condition, what, seconds=60):
        """Waits until something is true; it is a loss if it never is, or the program ends."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise Loss(f"{what} is waited for in vain: {self.tell()}")
            if self.news is None or self.status is not None and not self.pump(0):
                if condition():
                    return
                raise Loss(f"ended with {self.status} before {what}: {self.tell()}")
            self.pump(0.5)

    def wait_for(self, text):
        self.wait(lambda: text in self.screen.text, repr(text))

    def end_family(self):
        """Ends what a program that is no more has left running."""
        if self.status is not None:
            for process in self.family():
                kill(process, signal.SIGKILL)

    def wait_for_end(self, seconds=60):
        """Waits for the end of the program and of all it has started."""
        end = time.monotonic() + seconds
        while self.has_children and time.monotonic() < end:
            self.pump(0.5)
        if self.status is None:
            raise Loss(f"does not end: {self.tell()}")
        if self.has_children:
            raise Loss(f"leaves {len(self.family())} processes behind")
        while self.pump(0):
            pass

    def tell(self):
        return " / ".join(row for row in self.screen.rows if row)[-300:]

    def family(self):
        """The program and what it has started, also what lost its parent."""
        parents = {}
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", "rb") as stat:
                    fields = stat.read().rpartition(b")")[2].split()
            except OSError:
                continue
            if fields[0] != b"Z":
                parents[int(name)] = int(fields[1])
        found, count = {self.leader}, 0
        while count < len(found):
            count = len(found)
            found.update(process for process, parent in parents.items() if parent in found)
        return sorted(found - {self.leader})

    # What goes to it

    def send(self, keys):
        data = keys.encode()
        while data and self.status is None:
            try:
                data = data[os.write(self.master, data):]
            except BlockingIOError:
                self.pump(0.01)
            self.pump(0)

    def signal(self, number):
        """Sends a signal to the program, once it is there."""
        self.wait(lambda: self.process is not None or self.status is not None, "the start")
        if self.status is None:
            kill(self.process, number)

    def go_on(self, order="f"):
        """Continues a stopped program in the foreground, or with "b" in the background."""
        self.is_stopped, self.is_continued = False, False
        os.write(self.ordering, order.encode())
        # A signal that stops, if it came before, would be undone.
        self.wait(lambda: self.is_continued or self.news is None, "the continuing")

    def set_size(self, rows, columns):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, rows, columns):
        while self.pump(0):
            pass
        self.screen.resize(rows, columns)
        self.set_size(rows, columns)


class Leader:
    """The shell of a session: starts one job, tells how it fares, adopts what it leaves behind."""

    def __init__(self, terminal, telling, orders):
        self.terminal, self.telling, self.orders = terminal, telling, orders
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        for name in ("TTOU", "HUP", "INT", "QUIT", "TSTP"):
            signal.signal(getattr(signal, "SIG" + name), signal.SIG_IGN)
        libc = ctypes.CDLL(None)
        libc.prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
        libc.prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG
        self.group = os.getpgrp()

    def lead(self, words, environment, input, output):
        os.write(self.terminal, (Session.line + "\n").encode())
        begun, beginning = os.pipe()
        job = os.fork()
        if job == 0:
            self.execute(words, environment, input, output)
        os.close(beginning)
        # It ends when the program has taken the place of this one: no signal may come before.
        os.read(begun, 1)
        for descriptor in (input, output):
            if descriptor is not None:
                os.close(descriptor)
        self.tell("started", job)
        while True:
            try:
                process, status = os.waitpid(-1, os.WUNTRACED)
            except ChildProcessError:
                break
            if process == job:
                self.follow(job, status)
        self.tell("alone", 0)
        os.read(self.orders, 1)

    def follow(self, job, status):
        os.tcsetpgrp(self.terminal, self.group)
        if not os.WIFSTOPPED(status):
            self.tell("ended", os.waitstatus_to_exitcode(status))
            return
        self.tell("stopped", os.WSTOPSIG(status))
        order = os.read(self.orders, 1)
        if order == b"f":
            os.tcsetpgrp(self.terminal, job)
        if order == b"":
            kill(-job, signal.SIGKILL)
        kill(-job, signal.SIGCONT)
        self.tell("continued", 0)

    def execute(self, words, environment, input, output):
        try:
            os.setpgid(0, 0)
            os.tcsetpgrp(self.terminal, os.getpgrp())
            for number in range(1, signal.NSIG):
                if number not in (signal.SIGKILL, signal.SIGSTOP, 32, 33):
                    signal.signal(number, signal.SIG_DFL)
            os.dup2(self.terminal if input is None else input, 0)
            os.dup2(self.terminal if output is None else output, 1)
            os.dup2(self.terminal, 2)
            os.execve(words[0], words, environment)
        finally:
            os._exit(127)

    def tell(self, word, number):
        os.write(self.telling, f"{word} {number}\n".encode())


def kill(process, number):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass
