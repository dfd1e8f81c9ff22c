"""An HTTP server with every fault there is, for tests: each path has one.

Usage: server.py [NAME=CERTIFICATE_AND_KEY | NAME=tls1:CERTIFICATE_AND_KEY ...]

Listens on free ports of the loopback, prints "NAME PORT" for each, then "ready", and ends with its
standard input: "plain" and "other" speak HTTP, "hole" takes no connection, the rest speak TLS.
"""

import gzip
import http.server
import json
import socket
import ssl
import sys
import threading
import time
import urllib.parse
import zlib

NAMES = ["Arya Stark", "Jon Snow", "Sansa Stark", "Bran Stark", "Cersei Lannister", "Brienne"]


def rows(names):
    return [{"id": NAMES.index(name) + 1, "name": name} for name in names]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        self.query = dict(urllib.parse.parse_qsl(address.query, keep_blank_values=True))
        page = getattr(self, "page_" + address.path.strip("/").replace("-", "_"), None)
        self.close_connection = True
        try:
            if page:
                page()
            else:
                self.send(b"{}", status=404)
        except OSError:
            pass  # the client had enough

    def number(self, name, default):
        return int(self.query.get(name, default))

    def head(self, *headers, status=200):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()

    def send(self, body, *headers, status=200):
        if not isinstance(body, bytes):
            body = json.dumps(body).encode()
        self.head(*headers, ("Content-Length", str(len(body))), status=status)
        self.wfile.write(body)

    # Lists, each with a way of its own to the next page.

    def page_linked(self):
        page = self.number("page", 1)
        links = [("Link", '</linked?page=1>; rel="first"')]
        if page < 3:
            links.append(("Link", f'</linked?page={page + 1}>; title="a, b"; rel="x next"'))
        self.send(rows(NAMES[2 * page - 2 : 2 * page]), *links)

    def page_next(self):
        page = self.number("page", 1)
        port = self.server.server_address[1]
        next_page = f"http://127.0.0.1:{port}/next?page={page + 1}" if page < 3 else None
        found = rows(NAMES[2 * page - 2 : 2 * page])
        self.send({"count": len(NAMES), "next": next_page, "results": found})

    def page_index(self):
        page = self.number("page", 1)
        body = {"items": rows(NAMES[2 * page - 2 : 2 * page])}
        if page < 3:
            body["nextPageIndex"] = page + 1
        self.send(body)

    def page_token(self):
        start = int(self.query.get("pageToken", "t0")[1:])
        body = {"feed": {"entries": [{"who": {"called": name}} for name in NAMES[start : start + 2]]}}
        if start + 2 < len(NAMES):
            body["more"] = {"token": f"t{start + 2}"}
        self.send(body)

    def page_numbered(self):
        page, size = self.number("p", 0), self.number("size", 2)
        self.send({"data": [name for name in NAMES[page * size : (page + 1) * size]]})

    def page_offset(self):
        start, size = self.number("skip", 0), self.number("take", 4)
        self.send({"data": rows(NAMES[start : start + size])})

    def page_search(self):
        text = self.query.get("q", "").lower()
        self.send(rows([name for name in NAMES if text in name.lower()]))

    def page_shifting(self):
        page = self.number("page", 1)  # a row came in at the top between two pages
        start = 2 * page - 2 - (page > 1)
        link = [("Link", f'</shifting?page={page + 1}>; rel="next"')] if page < 4 else []
        self.send(rows(NAMES[start : start + 2]), *link)

    attempts = 0

    def page_flaky(self):
        Handler.attempts += 1
        if Handler.attempts % 2:
            self.send(b"{}", ("Retry-After", "0"), status=503)
        else:
            self.page_linked()

    # Next links that lead nowhere.

    def page_own_successor(self):
        self.send({"results": rows(NAMES[:2]), "next": "/own-successor"})

    def page_circle(self):
        place, size = self.number("n", 0), self.number("size", 2)
        self.send({"results": [f"name {place}"], "next": f"/circle?size={size}&n={(place + 1) % size}"})

    def page_ever_new(self):
        self.send({"results": rows(NAMES[:2]), "next": f"/ever-new?n={self.number('n', 0) + 1}"})

    def page_leads_to(self):
        self.send({"results": rows(NAMES[:2]), "next": self.query["to"]})

    def page_links_to(self):
        self.send(rows(NAMES[:2]), ("Link", f'<{self.query["to"]}>; rel="next"'))

    # Redirects.

    def page_redirect(self):
        left = self.number("n", 1)
        target = f"/redirect?n={left - 1}" if left > 1 else "/linked?page=3"
        self.head(("Location", target), ("Content-Length", "0"), status=302)

    def page_redirect_to(self):
        headers = [("Location", self.query["to"])] if "to" in self.query else []
        self.head(*headers, ("Content-Length", "0"), status=self.number("status", 302))

    def page_redirect_self(self):
        self.head(("Location", "/redirect-self"), ("Content-Length", "0"), status=302)

    def page_headers(self):
        self.send([f"{name.lower()}: {value}" for name, value in self.headers.items()])

    # Bodies.

    def packed(self, size):
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        chunk = b" " * (1 << 20)
        return b"".join([packer.compress(chunk) for _ in range(size)] + [packer.flush()])

    def page_bomb(self):
        self.send(self.packed(self.number("size", 300)), ("Content-Encoding", "gzip"))

    def page_nested_bomb(self):
        body = self.packed(300)
        for _ in range(4):
            body = gzip.compress(body)
        self.send(body, ("Content-Encoding", ", ".join(["gzip"] * 5)))

    def page_packed(self):
        body = gzip.compress(json.dumps(rows(NAMES)).encode())
        self.send(body, ("Content-Encoding", "gzip"))

    def page_not_packed(self):
        self.send(b"[]", ("Content-Encoding", "gzip"))

    def page_values(self):
        self.send(b"[" + b",".join([b"1"] * self.number("n", 1)) + b",[[]]" * 200000 + b"]")

    def page_long(self):
        # As an API has them: of each row more is said than is asked for.
        found = [{"id": n, "name": f"Row number {n}", "url": f"http://h/{n}", "tags": ["a"], "at": {"x": n}}
                 for n in range(self.number("n", 1))]
        self.send(found)

    def page_endless(self):
        self.head()
        while True:
            self.wfile.write(b" " * 65536)

    def page_endless_headers(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            self.wfile.write(b"X-More: " + b"x" * 4000 + b"\r\n")

    def page_many_headers(self):
        self.send(b"[]", *[(f"X-Header-{n}", "x" * 80) for n in range(5000)])

    def page_drip(self):
        self.head(("Content-Length", "1000"))
        while True:
            self.wfile.write(b" ")
            time.sleep(0.05)

    def page_stalled(self):
        self.head(("Content-Length", "1000"))
        self.rfile.read(1)

    def page_silent(self):
        self.rfile.read(1)

    def page_slow_headers(self):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while True:
            self.wfile.write(b"X-More: x\r\n")
            time.sleep(0.05)

    def page_truncated(self):
        self.head(("Content-Length", "1000"))
        self.wfile.write(b'[{"name":"Arya"}]')

    def page_truncated_chunk(self):
        self.head(("Transfer-Encoding", "chunked"))
        self.wfile.write(b'20\r\n["Arya"]')

    def page_no_length(self):
        self.head()
        self.wfile.write(b'["Arya"]')

    def page_no_end(self):
        self.head()
        self.wfile.write(b'["Arya", "Jo')

    def page_html(self):
        self.send(b"<!DOCTYPE html><p>no", ("Content-Type", "text/html"))

    def page_raw(self):
        body = urllib.parse.unquote_to_bytes(urllib.parse.urlsplit(self.path).query)
        self.send(body, ("Content-Type", self.headers.get("X-Type", "application/json")))

    def page_deep(self):
        self.send(b"[" * 100_000 + b"]" * 100_000)

    def page_nothing(self):
        pass  # not even a status line

    # Refusals.

    def page_status(self):
        wait = [("Retry-After", self.query["wait"])] if "wait" in self.query else []
        self.send(b"{}", *wait, status=self.number("code", 503))


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # a handshake that failed is the client's to tell


def context(certificate):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if certificate.startswith("tls1:"):
        certificate = certificate[5:]
        made.set_ciphers("ALL:@SECLEVEL=0")
        made.minimum_version = made.maximum_version = ssl.TLSVersion.TLSv1
    made.load_cert_chain(certificate)
    return made


def start(name, certificate=None):
    server = Server(("127.0.0.1", 0), Handler)
    if certificate:
        # Each handshake in the thread of its own connection.
        server.socket = context(certificate).wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(name, server.server_address[1], flush=True)


def start_hole():
    hole = socket.socket()
    hole.bind(("127.0.0.1", 0))
    hole.listen(0)
    waiting = []  # the queue of connections is full, and nobody takes one out
    for _ in range(8):
        client = socket.socket()
        client.setblocking(False)
        client.connect_ex(hole.getsockname())
        waiting.append(client)
    print("hole", hole.getsockname()[1], flush=True)
    return hole, waiting


if __name__ == "__main__":
    import warnings

    warnings.simplefilter("ignore")  # of TLS 1.0, which is there to be refused
    start("plain")
    start("other")
    kept = start_hole()
    for argument in sys.argv[1:]:
        start(*argument.split("=", 1))
    print("ready", flush=True)
    sys.stdin.read()
