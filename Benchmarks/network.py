"""A network of a length that is given: a network namespace, and two devices whose packets are held back.

It does what `tc netem` does with a delay, also where the kernel has none. Needs root and iproute2.
"""

import collections
import fcntl
import multiprocessing
import os
import select
import struct
import subprocess
import time

OPEN_DEVICE, NO_HEADER, PACKETS = 0x400454CA, 0x1000, 0x0001  # TUNSETIFF, IFF_NO_PI, IFF_TUN


def device(name):
    descriptor = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(descriptor, OPEN_DEVICE, struct.pack("16sH14s", name.encode(), PACKETS | NO_HEADER, b""))
    return descriptor


def carry(near, far, delay):
    """Passes each packet on when it has been held for so many seconds."""
    waiting = collections.deque()
    other = {near: far, far: near}
    while True:
        left = max(waiting[0][0] - time.monotonic(), 0) if waiting else None
        for each in select.select([near, far], [], [], left)[0]:
            packet = os.read(each, 65_536)
            waiting.append((time.monotonic() + delay.value, other[each], packet))
        while waiting and waiting[0][0] <= time.monotonic():
            _, to, packet = waiting.popleft()
            try:
                os.write(to, packet)
            except OSError:  # the other end is full, as a real one may be
                pass


class Network:
    """Whoever runs in it reaches this machine at `host`, so many seconds away."""

    host = "198.18.0.1"

    def __init__(self):
        self.name = f"targets-{os.getpid()}"
        self.delay = multiprocessing.Value("d", 0)
        near, far = (f"{end}{os.getpid()}" for end in ("near", "far"))
        descriptors = device(near), device(far)
        self.do("ip", "netns", "add", self.name)
        self.do("ip", "link", "set", far, "netns", self.name)
        inside = ["ip", "netns", "exec", self.name]
        for before, end, own, other in ([], near, self.host, "198.18.0.2"), (inside, far, "198.18.0.2", self.host):
            self.do(*before, "ip", "addr", "add", own, "peer", other, "dev", end)
            self.do(*before, "ip", "link", "set", end, "up")
        self.process = multiprocessing.Process(target=carry, args=(*descriptors, self.delay), daemon=True)
        self.process.start()
        for each in descriptors:
            os.close(each)

    @property
    def before(self):
        """What stands before a command that is to run in it."""
        return ["ip", "netns", "exec", self.name]

    def there_and_back(self, seconds):
        self.delay.value = seconds / 2

    @staticmethod
    def do(*words):
        subprocess.run(words, check=True)

    def end(self):
        self.process.kill()
        self.process.join()
        self.do("ip", "netns", "del", self.name)
