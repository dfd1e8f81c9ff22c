"""Machines and cables: each machine has its own network, processes and disks, and they end with it.

A machine is a set of name spaces of the kernel. Its processes are in a name space of their own, whose
first process is killed when this program ends, however that happens: nothing is left behind.
"""

import ctypes
import os
import shutil
import signal
import subprocess

from frame import Loss, tail

NEW_NETWORK = 0x40000000  # CLONE_NEWNET
PROGRAMS = ("ip", "nsenter", "unshare", "setpriv", "mount", "patroni", "etcd", "psql")
LIBC = ctypes.CDLL(None, use_errno=True)
# The clients' network, and the one by which the machines talk to each other.
NETWORKS = {"edits": "10.91.1", "copies": "10.91.2"}
HERE = 254
# The first process of a machine takes leave of all those that have lost their parent.
FIRST = """
import os, time
print("ready", flush=True)
while True:
    try:
        os.wait()
    except ChildProcessError:
        time.sleep(0.1)
"""
SMALL, LARGE = "192m", "1g"


def missing():
    """What this machine lacks, or None."""
    if os.geteuid() != 0:
        return "root, who may make name spaces"
    for program in PROGRAMS:
        if not shutil.which(program):
            return f"the program {program}; see README.md"
    probe = subprocess.run(
        ["unshare", "--net", "--pid", "--mount", "--ipc", "--fork", "--mount-proc", "sh", "-ec",
         "ip link add probe type bridge; ip link add one type veth peer name two; mount -t tmpfs tmpfs /mnt"],
        capture_output=True)
    if probe.returncode != 0:
        return f"name spaces with bridges: {tail(probe.stderr)}"
    return None


def ip(*words):
    made = subprocess.run(["ip", *words], capture_output=True)
    if made.returncode != 0:
        raise Loss(f"the harness: ip {' '.join(words)}: {tail(made.stderr)}")


class Network:
    """The network of this program, with a bridge for each kind of cable; left at the end."""

    def __enter__(self):
        self.before = os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
        check(LIBC.unshare(NEW_NETWORK))
        ip("link", "set", "lo", "up")
        for name, subnet in NETWORKS.items():
            ip("link", "add", name, "type", "bridge")
            ip("addr", "add", f"{subnet}.{HERE}/24", "dev", name)
            ip("link", "set", name, "up")
        return self

    def __exit__(self, *error):
        check(LIBC.setns(self.before, NEW_NETWORK))
        os.close(self.before)


def check(result):
    if result != 0:
        raise Loss(f"the harness: {os.strerror(ctypes.get_errno())}")


class Machine:
    """Has a small disk for a database, a large one, and a cable for each network."""

    def __init__(self, number, folder):
        self.number, self.folder, self.started = number, folder, []
        self.disk, self.large = os.path.join(folder, "disk"), os.path.join(folder, "large")
        os.makedirs(self.disk)
        os.mkdir(self.large)
        script = (
            f"mount -t tmpfs -o size={SMALL} tmpfs {self.disk};"
            f" mount -t tmpfs -o size={LARGE} tmpfs {self.large}; mount -t tmpfs tmpfs /dev/shm;"
            f" chmod 1777 /dev/shm; chown postgres {self.disk} {self.large}; ip link set lo up;"
            f" exec python3 -c '{FIRST}'")
        self.keeper = subprocess.Popen(
            ["setpriv", "--pdeathsig=KILL", "unshare", "--net", "--pid", "--ipc", "--mount", "--fork",
             "--kill-child", "--mount-proc", "sh", "-ec", script],
            cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        if self.keeper.stdout.readline() != b"ready\n":
            raise Loss("the harness: a machine does not start")
        with open(f"/proc/{self.keeper.pid}/task/{self.keeper.pid}/children", encoding="ascii") as children:
            self.first = int(children.read())
        self.space = os.readlink(f"/proc/{self.first}/ns/pid")
        for name, subnet in NETWORKS.items():
            ip("link", "add", f"{name}-{number}", "type", "veth", "peer", "name", name, "netns", str(self.first))
            ip("link", "set", f"{name}-{number}", "master", name)
            self.run("ip", "addr", "add", f"{self.address(name)}/24", "dev", name)
            self.run("ip", "link", "set", name, "up")
            self.join(name)

    def address(self, network):
        return f"{NETWORKS[network]}.{self.number}"

    def inside(self, *words):
        """A command that runs words on the machine."""
        return ["nsenter", "-t", str(self.first), "--net", "--pid", "--ipc", "--mount", "--", *words]

    def run(self, *words):
        made = subprocess.run(self.inside(*words), cwd="/", capture_output=True)
        if made.returncode != 0:
            raise Loss(f"the harness: {' '.join(words)}: {tail(made.stderr)}")

    def start(self, log, *words):
        """Starts a program as the user of the server."""
        words = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *words]
        with open(os.path.join(self.folder, log), "ab") as output:
            self.started.append(subprocess.Popen(
                self.inside(*words), cwd="/", stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": self.large}))

    def end(self):
        # `nsenter` stops with a program that was frozen, and does not see its end then.
        for process in (self.keeper, *self.started):
            process.kill()
            process.wait()
        self.keeper.stdout.close()

    # What happens to it

    def cut(self, network):
        ip("link", "set", f"{network}-{self.number}", "down")

    def join(self, network):
        ip("link", "set", f"{network}-{self.number}", "up")

    def processes(self, name):
        """The processes of a program, by their numbers outside the machine."""
        found = []
        for number in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{number}/comm", encoding="utf-8") as comm:
                    if comm.read().strip() != name or os.readlink(f"/proc/{number}/ns/pid") != self.space:
                        continue
                with open(f"/proc/{number}/stat", "rb") as stat:
                    if stat.read().rpartition(b")")[2].split()[0] != b"Z":
                        found.append(int(number))
            except OSError:
                continue
        return found

    def kill(self, *names):
        """Kills all processes of some programs at once, those that start meanwhile included."""
        for number in (signal.SIGSTOP, signal.SIGKILL, signal.SIGKILL):
            self.signal([process for name in names for process in self.processes(name)], number)

    @staticmethod
    def signal(processes, number):
        for process in processes:
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def fill(self):
        """Fills the small disk to the last byte."""
        with open(self.filler, "wb", buffering=0) as file:
            try:
                while file.write(bytes(1 << 16)):
                    pass
            except OSError:
                pass

    def free(self):
        try:
            os.remove(self.filler)
        except FileNotFoundError:
            pass

    @property
    def filler(self):
        return f"/proc/{self.first}/root{self.disk}/filler"
