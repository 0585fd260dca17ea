"""A receiver in Python's standard library. It prints its port, answers POST, and GET with how often it has acted."""
import hashlib
import hmac
import json
import os
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["WEBHOOK_SECRET"].encode()
HEADER = re.compile(r"t=([0-9]+)((?:,[a-z0-9]+=[^,]*)+)")
seen = set()
lock = threading.Lock()


def is_signed(header, body):
    match = HEADER.fullmatch(header or "")
    if match is None:
        return False
    t = match.group(1)
    expected = hmac.new(SECRET, t.encode() + b"." + body, hashlib.sha256).hexdigest()
    given = [part[3:] for part in match.group(2).split(",") if part.startswith("v1=")]
    fits = any(hmac.compare_digest(expected.encode(), one.encode("latin-1", "replace")) for one in given)
    return fits and abs(time.time() - int(t)) <= 300


class Receiver(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200, json.dumps({"count": len(seen)}))

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not is_signed(self.headers.get("Service-Signature"), body):
            return self.answer(401, "no")
        try:
            delivery = json.loads(body)["delivery_id"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return self.answer(400, "no webhook")
        with lock:
            seen.add(delivery)
        self.answer(200, "ok")

    def answer(self, status, text):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
server.daemon_threads = True
print(server.server_port, flush=True)
server.serve_forever()
