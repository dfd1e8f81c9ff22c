#!/usr/bin/env python3
"""Measures printing from a pipe beside ripgrep, in one run: rows that match, sorted and as they come.

    Benchmarks/printing.py PROGRAM FILE [--rounds 11] [--words arya ar]

PROGRAM is a static release build of targets, FILE has one name a line. Needs rg. The programs take
turns, so that a busy moment meets all of them; figures are medians of wall time and of CPU.
"""

import argparse
import os
import resource
import statistics
import subprocess
import time


def once(words, path, environment):
    """Wall time and CPU of one run, in milliseconds."""
    with open(path, "rb") as names:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        subprocess.run(words, stdin=names, stdout=subprocess.DEVNULL, env=environment, check=True)
        wall = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall * 1000, cpu * 1000


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("file")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--words", nargs="+", default=["arya", "ar"])
    options = parser.parse_args()
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": os.environ["HOME"]}
    for word in options.words:
        print_as = [options.program, "-f", word, "--format", "names"]
        ways = {
            "rg": ["rg", "-i", r"\b" + word], "--unsorted": [*print_as, "--unsorted"],
            "sorted": print_as,
        }
        times = {name: [] for name in ways}
        for _ in range(options.rounds):
            for name, words in ways.items():
                times[name].append(once(words, options.file, environment))
        peer = [statistics.median(each) for each in zip(*times["rg"])]
        for name, rounds in times.items():
            wall, cpu = (statistics.median(each) for each in zip(*rounds))
            print(
                f"{word:8} {name:12} wall {wall:9.1f} ms {wall / peer[0]:5.2f}×   "
                f"CPU {cpu:9.1f} ms {cpu / peer[1]:5.2f}×", flush=True)


main()
