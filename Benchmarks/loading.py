#!/usr/bin/env python3
"""Measures browsing a pipe beside fzf, in one run: first rows, an early answer, all names loaded.

    Benchmarks/loading.py PROGRAM FILE [--rounds 5] [--query arya]

PROGRAM is a static release build of targets, FILE has one name a line. Needs fzf and python3-pyte. The
programs take turns, so that a busy moment meets both. Times are in seconds from the start of the
program to the bytes that bring the screen into that state; figures are medians, ratios those of pairs.

- first: ten rows are on the screen;
- answer: the count of the matches of the query is that of all names, and stays; the query is typed
  0.3 s after the start, while names are still read;
- loaded: without a query, the count is that of all names.
"""

import argparse
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

import pyte

ROWS, COLUMNS = 24, 80
# Long enough without a byte that nothing more is to come.
QUIET = 4


def record(words, path, keys):
    """What the program writes, with times; it is ended when it has written nothing for a while."""
    start = time.monotonic()
    process, terminal = pty.fork()
    if process == 0:
        reading, writing = os.pipe()
        if os.fork() == 0:
            os.dup2(writing, 1)
            os.close(reading)
            os.execvp("cat", ["cat", path])
        os.dup2(reading, 0)
        os.close(reading)
        os.close(writing)
        os.execvp(words[0], words)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    chunks, last = [], start
    while time.monotonic() - last < QUIET:
        if select.select([terminal], [], [], 0.01)[0]:
            last = time.monotonic()
            chunks.append((last - start, os.read(terminal, 1 << 16)))
        if keys and time.monotonic() - start > 0.3:
            os.write(terminal, keys.encode())
            keys = ""
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(terminal)
    return chunks


def states(chunks):
    """The lines of the screen after each chunk."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    for at, data in chunks:
        # An empty number means 0, which pyte does not know of.
        stream.feed(data.replace(b"\x1b[;", b"\x1b[0;"))
        yield at, screen.display


def since(chunks, holds):
    """Since when something holds of the screen, until the end."""
    first = None
    for at, lines in states(chunks):
        first = (first if first is not None else at) if holds(lines) else None
    return first


def first_rows(chunks):
    return next((at for at, lines in states(chunks) if sum(1 for line in lines if line.strip()) > 11), None)


class Program:
    def __init__(self, words, count):
        self.words, self.count = words, re.compile(count)

    def counts(self, lines):
        """The number of matches, and of all names; `None` if the screen does not tell them."""
        found = [match for match in map(self.count.search, lines) if match]
        return tuple(int(number.replace(",", "")) for number in found[-1].groups()) if found else None

    def times(self, path, query):
        chunks = record(self.words, path, "")
        total = [self.counts(lines) for _, lines in states(chunks)][-1]
        first, loaded = first_rows(chunks), since(chunks, lambda lines: self.counts(lines) == total)
        chunks = record(self.words, path, query)
        matches = [self.counts(lines) for _, lines in states(chunks)][-1][0]
        answer = since(chunks, lambda lines: (self.counts(lines) or (None,))[0] == matches)
        return {"first": first, "answer": answer, "loaded": loaded}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("file")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--query", default="arya")
    options = parser.parse_args()
    ours = Program([options.program, "--motion", "none"], r"^([\d,]+) of ([\d,]+)")
    theirs = Program(["fzf", "--exact"], r"^\s*(?:\S )?(\d+)/(\d+)")
    rounds = []
    for _ in range(options.rounds):
        rounds.append((ours.times(options.file, options.query), theirs.times(options.file, options.query)))
    for what in ("first", "answer", "loaded"):
        pairs = [(own[what], other[what]) for own, other in rounds]
        own, other = (statistics.median(column) for column in zip(*pairs))
        ratio = statistics.median(one / two for one, two in pairs)
        print(f"{what:8} {own:8.3f} | fzf {other:8.3f}   {ratio:6.2f}×", flush=True)


if __name__ == "__main__":
    main()
