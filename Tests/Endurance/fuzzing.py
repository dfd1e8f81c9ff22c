"""Bytes by the million for everything that reads bytes from outside, with libFuzzer.

Each part is a target of Tests/Fuzzing, with its seeds in Tests/Fuzzing/Corpus: an input must not end
the program, take long or much memory, or be read otherwise than by a second, plain reading of it. The
parts `sanitized-…` try a tenth of the inputs with the address sanitizer, for Swift and C, and the C and
C++ parts with the one for undefined behaviour. The parts take part if they are asked for by name, which
builds the fuzzers, or if these are there; what `swift test` tries of the same targets is in FuzzTests.

A loss has its input in base64. To try that alone:

    base64 -d <<< INPUT > input && FUZZ=TARGET .build-fuzz/release/fuzz input
"""

import base64
import dataclasses
import functools
import glob
import os
import re
import shutil
import subprocess
import sys
import time

from frame import Loss, Part, tail

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CORPUS = os.path.join(ROOT, "Tests", "Fuzzing", "Corpus")


@dataclasses.dataclass(eq=False)
class Fuzzers:
    """One build of all targets: its flags, its share of the inputs, MiB it may use, what is planted in it."""

    name: str
    scratch: str
    flags: tuple
    share: float
    memory: int
    faults: dict

    @property
    def path(self):
        return os.path.join(ROOT, self.scratch, "release", "fuzz")

    @property
    def is_asked_for(self):
        return any(word.startswith(self.name) for word in sys.argv[1:])

    @functools.cache
    def build(self):
        """The program, which is built first if it was asked for."""
        if self.is_asked_for:
            command = [
                "swift", "build", "--package-path", ROOT, "-c", "release", "--scratch-path",
                os.path.join(ROOT, self.scratch), "--product", "fuzz", "-Xswiftc", "-enable-testing",
                "--sanitize=fuzzer", *self.flags]
            built = subprocess.run(
                command, env={**os.environ, "TARGETS_FUZZ": "1"}, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT)
            if built.returncode != 0:
                raise Loss(f"the fuzzers cannot be built: {tail(built.stdout)}")
        return self.path


# Undefined behaviour ends the program by SIGILL, as Swift has no runtime that could tell of it.
UNDEFINED = ("-fsanitize=undefined", "-fsanitize-trap=undefined")
PLAIN = Fuzzers("fuzz", ".build-fuzz", (), 1, 512, {"1": ""})
SANITIZED = Fuzzers(
    "sanitized", ".build-fuzz-sanitized",
    # Without the last, the linker drops what libFuzzer learns from.
    ("--sanitize=address", *(word for flag in UNDEFINED for word in ("-Xcc", flag, "-Xcxx", flag)),
     "-Xlinker", "--no-gc-sections"),
    0.1, 2_048, {"memory": "AddressSanitizer", "undefined": "deadly signal"})

# How many inputs a target takes in all, and the longest of them.
MILLION = 1_000_000
TARGETS = {
    "names": (100 * MILLION, 128), "lines": (100 * MILLION, 128), "display": (100 * MILLION, 96),
    "long-lines": (10 * MILLION, 100), "queries": (10 * MILLION, 200), "csv": (10 * MILLION, 300), "options": (10 * MILLION, 200),
    "answers": (10 * MILLION, 400), "links": (10 * MILLION, 300), "json": (10 * MILLION, 400),
    "previews": (10 * MILLION, 300), "screen": (10 * MILLION, 200), "keys": (10 * MILLION, 300),
    "shell": (10 * MILLION, 200), "templates": (10 * MILLION, 200),
    "snapshots": (10 * MILLION, 100), "stores": (10 * MILLION, 100),
}

# A round ends after so many seconds, so that a part notices the end of its time.
LONGEST_ROUND = 600


class Round:
    """Some processes of libFuzzer side by side, which share a corpus; the first fault ends one."""

    def __init__(self, bench, fuzzers, name, fault=None):
        self.bench, self.fuzzers, self.name = bench, fuzzers, name
        self.folder = bench.path("control" if fault else "round")
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)
        self.corpus = bench.path("corpus")
        os.makedirs(self.corpus, exist_ok=True)
        self.environment = {
            **os.environ, "FUZZ": name, "SWIFT_BACKTRACE": "enable=no", "TMPDIR": bench.folder,
            "ASAN_OPTIONS": "detect_leaks=0"}
        if fault:
            self.environment["FUZZ_CONTROL"] = fault

    def run(self, seeds, runs, seconds):
        """The number of inputs that were tried, and their speed and memory; raises Loss."""
        processes = [self.start(seed, runs // len(seeds) + 1, seconds) for seed in seeds]
        try:
            for process in processes:
                process.wait(timeout=seconds + 600)
        except subprocess.TimeoutExpired:
            raise Loss(f"{self.name}: libFuzzer does not end") from None
        finally:
            for process in processes:
                process.kill()
                process.wait()
        outputs = [self.output(seed) for seed in seeds]
        tried = sum(self.number("number_of_executed_units", output) for output in outputs)
        peak = max(self.number("peak_rss_mb", output) for output in outputs)
        self.bench.tried += tried
        for process, output in zip(processes, outputs):
            self.check(process.returncode, output)
        return tried, peak

    def start(self, seed, runs, seconds):
        options = {
            "seed": seed, "runs": runs, "max_total_time": max(int(seconds), 1),
            "max_len": TARGETS[self.name][1], "rss_limit_mb": self.fuzzers.memory, "timeout": 10,
            "print_final_stats": 1, "print_funcs": 0,
            "artifact_prefix": os.path.join(self.folder, f"{seed}-")}
        arguments = [
            self.fuzzers.build(), *(f"-{key}={value}" for key, value in options.items()), self.corpus,
            os.path.join(CORPUS, self.name)]
        with open(os.path.join(self.folder, f"{seed}.log"), "wb") as log:
            return subprocess.Popen(
                arguments, env=self.environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, cwd=self.folder)

    def output(self, seed):
        with open(os.path.join(self.folder, f"{seed}.log"), "rb") as log:
            return log.read()

    @staticmethod
    def number(key, output):
        found = re.search(rb"stat::" + key.encode() + rb":\s+(\d+)", output)
        return int(found[1]) if found else 0

    def check(self, status, output):
        if b"INFO: Loaded" not in output:
            raise Loss(f"{self.name}: libFuzzer sees nothing of the program: {tail(output)}")
        if status == 0:
            return
        reason = (
            re.search(rb"FAULT: (.*)", output) or re.search(rb"(Fatal error: .*)", output)
            or re.search(rb"SUMMARY: (.*)", output))
        what = reason[1].decode("utf-8", "replace")[:200] if reason else f"status {status}"
        raise Loss(f"{self.name}: {what}: {self.input()}")

    def input(self):
        """The shortest input that was kept, in base64."""
        inputs = sorted(glob.glob(os.path.join(self.folder, "*-*")), key=os.path.getsize)
        if not inputs:
            return "no input"
        with open(inputs[0], "rb") as file:
            return base64.b64encode(file.read()).decode()


def run(fuzzers, name):
    def part(bench):
        def case(chance):
            seeds = [chance.randrange(1, 1 << 31) for _ in range(os.cpu_count() or 1)]
            seconds = min(bench.end - time.monotonic(), LONGEST_ROUND)
            left = bench.most - bench.tried
            tried, peak = Round(bench, fuzzers, name).run(seeds, left, seconds)
            bench.figures["a second"] = f"{bench.tried / (time.monotonic() - bench.began):,.0f}"
            bench.figures["MiB"] = max(peak, bench.figures.get("MiB", 0))
            return 0
        bench.each(case)
    return part


def control(fuzzers, name):
    """Each fault that is planted must be found, and be told of as what it is."""
    def part(bench):
        losses = []
        for fault, word in fuzzers.faults.items():
            try:
                Round(bench, fuzzers, name, fault).run([bench.seed % (1 << 31) + 1], 1 << 30, 60)
            except Loss as loss:
                losses += [loss] * (word in str(loss))
        if len(losses) == len(fuzzers.faults):
            raise losses[0]
    return part


PARTS = [
    Part(f"{fuzzers.name}-{name}", "inputs", int(full * fuzzers.share), run(fuzzers, name),
         control(fuzzers, name), "a planted fault",
         weight=max(full * fuzzers.share / (100 * MILLION), 0.1))
    for fuzzers in (PLAIN, SANITIZED) if fuzzers.is_asked_for or os.access(fuzzers.path, os.X_OK)
    for name, (full, _) in TARGETS.items()
]
