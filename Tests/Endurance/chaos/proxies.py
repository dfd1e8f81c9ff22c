"""What is between the people and the servers: proxies that cut, delay and swallow, and pgbouncer."""

import os
import socket
import subprocess
import threading
import time

from chaos.cluster import DATABASE, as_postgres, give_to_postgres, wait_until

# Of PostgreSQL's protocol: a statement that writes, the end of a transaction, and the answer to it.
WRITES, COMMIT, COMMITTED = b"INSERT", b"COMMIT", b"COMMIT\0"


class Proxy(threading.Thread):
    """Passes bytes on to the server in a slot, for as long as there is one.

    A plan is for one connection. ("bytes", count) cuts the next one after this many bytes. The
    others are for the next one that writes: "before" cuts it when it asks for its COMMIT, which the
    server never gets; "within" when the server has got it; "answer" when the server has answered.
    """

    def __init__(self, target):
        super().__init__(daemon=True)
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.plan, self.delay = None, 0
        self.lock = threading.Lock()
        self.open = set()
        self.start()

    def run(self):
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            far = socket.socket(socket.AF_UNIX)
            try:
                far.connect(self.target())
            except (OSError, TypeError):  # nothing listens, or nobody is there
                near.close()
                far.close()
                continue
            near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            Connection(self, near, far)

    def take_plan(self, *kinds):
        """The plan, if it is of one of these kinds; nobody else gets it then."""
        with self.lock:
            if self.plan is None or self.plan[0] not in kinds:
                return None
            plan, self.plan = self.plan, None
            return plan

    def cut(self):
        for connection in list(self.open):
            connection.close()

    def end(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.cut()


class Connection:
    """One connection through a proxy, with a thread for each direction."""

    def __init__(self, proxy, near, far):
        self.proxy, self.near, self.far = proxy, near, far
        self.kind, self.has_written = None, False
        self.left = float("inf")
        if plan := proxy.take_plan("bytes"):
            self.left = plan[1]
        proxy.open.add(self)
        self.running = 2
        for source, sink in ((near, far), (far, near)):
            threading.Thread(target=self.carry, args=(source, sink), daemon=True).start()

    def carry(self, source, sink):
        try:
            while data := source.recv(65_536):
                if self.proxy.delay:
                    time.sleep(self.proxy.delay)
                if not self.passes(data, source is self.near, sink):
                    break
        except OSError:
            pass
        self.close()
        with self.proxy.lock:
            self.running -= 1
            is_over = self.running == 0
        if is_over:
            self.near.close()
            self.far.close()

    def passes(self, data, is_request, sink):
        """Passes bytes on, as far as the plan allows; returns whether the connection goes on."""
        if is_request and not self.has_written and WRITES in data:
            self.has_written = True
            if plan := self.proxy.take_plan("before", "within", "answer"):
                self.kind = plan[0]
        if self.kind == "before" and is_request and COMMIT in data:
            return False
        if self.kind == "answer" and not is_request and COMMITTED in data:
            return False
        self.left -= len(data)
        sink.sendall(data if self.left >= 0 else data[:int(self.left)])
        return self.left >= 0 and not (self.kind == "within" and is_request and COMMIT in data)

    def close(self):
        self.proxy.open.discard(self)
        for each in (self.near, self.far):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Pool:
    """pgbouncer with three connections for all sessions of a user, which they take in turns."""

    def __init__(self, folder, port, users):
        self.folder = folder
        os.mkdir(folder)
        settings = f"""
[databases]
{DATABASE} = host=127.0.0.1 port={port}
[pgbouncer]
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
auth_type = trust
auth_file = {folder}/users
unix_socket_dir = {folder}
listen_port = 6432
server_login_retry = 0.1
server_connect_timeout = 5
"""
        self.write("pool.ini", settings)
        self.write("users", "".join(f'"{user}" ""\n' for user in users))
        give_to_postgres(folder)
        with open(os.path.join(folder, "log"), "ab") as log:
            self.process = subprocess.Popen(
                [*as_postgres(), "pgbouncer", os.path.join(folder, "pool.ini")], cwd="/",
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={"PATH": os.environ["PATH"] + ":/usr/sbin"})
        wait_until(lambda: os.path.exists(os.path.join(folder, ".s.PGSQL.6432")), "pgbouncer")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def address(self, user):
        return f"postgres://{user}@/{DATABASE}?host={self.folder}&port=6432"

    def end(self):
        self.process.kill()
        self.process.wait()


class Ways:
    """How the servers are reached: a proxy for each slot, and the pool behind a third one."""

    def __init__(self, folder, cluster, users):
        self.cluster = cluster
        self.slots = [Proxy(lambda place=place: self.socket(cluster.slots[place])) for place in (0, 1)]
        self.pooled = Proxy(lambda: self.socket(cluster.primary))
        self.proxies = [*self.slots, self.pooled]
        self.pool = Pool(os.path.join(folder, "pool"), self.pooled.port, users)

    @staticmethod
    def socket(node):
        return node.socket if node else None

    def address(self, user, is_pooled=False):
        if is_pooled:
            return self.pool.address(user)
        hosts = ",".join(f"127.0.0.1:{proxy.port}" for proxy in self.slots)
        return f"postgres://{user}@{hosts}/{DATABASE}?sslmode=disable&target_session_attrs=read-write"

    def current(self):
        """The proxy in front of the primary."""
        return self.slots[self.cluster.slots.index(self.cluster.primary)]

    def end(self):
        self.pool.end()
        for proxy in self.proxies:
            proxy.end()
