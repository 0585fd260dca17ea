"""A voice session and a verified webhook with nothing but Python's standard library.

    python3 docs/examples/client.py BASE_URL API_KEY WEBHOOK_SECRET

It streams a second of sound through a voice session, submits a job whose webhook comes to this program, checks the webhook's
signature, and prints what both cost. `python3 docs/examples/client.py vectors FILE` checks a file of signature vectors.
"""
import base64
import hashlib
import hmac
import http.server
import json
import math
import os
import queue
import re
import socket
import ssl
import struct
import sys
import threading
import time
import urllib.parse
import urllib.request

TOLERANCE_SECONDS = 300


def verify(raw_body: bytes, header: str, secret: str, now: int, tolerance: int = TOLERANCE_SECONDS) -> bool:
    """Whether a delivery is the service's and fresh: HMAC-SHA256 over `<t>.<raw body>`, compared in constant time."""
    parts = [part.split("=", 1) for part in header.split(",") if "=" in part]
    times = [value for name, value in parts if name == "t"]
    if len(times) != 1 or not re.fullmatch(r"[0-9]{1,15}", times[0]):
        return False
    expected = hmac.new(secret.encode(), times[0].encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    signatures = [value for name, value in parts if name == "v1"]
    fits = any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures)
    return fits and abs(now - int(times[0])) <= tolerance


class Api:
    def __init__(self, base_url: str, key: str):
        self.base_url, self.key = base_url, key

    def call(self, method: str, path: str, body=None, raw: bytes = None, content_type: str = "application/json"):
        data = raw if raw is not None else (None if body is None else json.dumps(body).encode())
        headers = {"Authorization": f"Bearer {self.key}"}
        if data is not None:
            headers["Content-Type"] = content_type
        request = urllib.request.Request(self.base_url + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def upload(self, file: str, content_type: str) -> str:
        boundary = "understudy" + hashlib.sha256(file.encode()).hexdigest()[:16]
        with open(file, "rb") as content:
            raw = (
                f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{os.path.basename(file)}"\r\n'
                f"Content-Type: {content_type}\r\n\r\n"
            ).encode() + content.read() + f"\r\n--{boundary}--\r\n".encode()
        return self.call("POST", "/uploads", raw=raw, content_type=f"multipart/form-data; boundary={boundary}")["file_key"]


class WebSocket:
    """As much of RFC 6455 as a voice session needs."""

    TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10

    def __init__(self, url: str):
        parts = urllib.parse.urlsplit(url)
        port = parts.port or (443 if parts.scheme == "wss" else 80)
        line = socket.create_connection((parts.hostname, port), timeout=30)
        if parts.scheme == "wss":
            line = ssl.create_default_context().wrap_socket(line, server_hostname=parts.hostname)
        self.line = line
        key = base64.b64encode(os.urandom(16)).decode()
        line.sendall(
            f"GET {parts.path}?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        self.reader = line.makefile("rb")
        status = self.reader.readline().decode()
        if " 101 " not in status:
            raise ConnectionError(f"the upgrade was refused: {status.strip()}")
        while self.reader.readline() not in (b"\r\n", b""):
            pass

    def send(self, opcode: int, payload: bytes) -> None:
        mask = os.urandom(4)
        length = len(payload)
        size = bytes([0x80 | length]) if length < 126 else struct.pack("!BH", 0xFE, length)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        self.line.sendall(bytes([0x80 | opcode]) + size + mask + masked)

    def receive(self):
        """The next message as (opcode, payload); pings are answered on the way."""
        while True:
            first, second = self.reader.read(2)
            length = second & 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", self.reader.read(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self.reader.read(8))
            payload = self.reader.read(length)
            if first & 0x0F != self.PING:
                return first & 0x0F, payload
            self.send(self.PONG, payload)

    def close(self) -> int:
        """Ends the session; gives the close code of the other side."""
        self.send(self.CLOSE, struct.pack("!H", 1000))
        while True:
            opcode, payload = self.receive()
            if opcode == self.CLOSE:
                self.line.close()
                return struct.unpack("!H", payload[:2])[0]


def usage(api: Api) -> list:
    """As many records as a client may ask for: which come first, the document does not say."""
    return api.call("GET", "/usage?limit=500")


def settled_session(api: Api, known: set) -> dict:
    """The latest record of a voice session that is not known. The document does not say how soon a session is settled."""
    for _ in range(100):
        settled = [one for one in usage(api) if one["id"] not in known and one["feature"].startswith("voice_changer")]
        if settled:
            return max(settled, key=lambda one: one["created_at"])
        time.sleep(0.1)
    sys.exit("no usage of the voice session was found")


def stream_a_second(api: Api) -> None:
    known = {one["id"] for one in usage(api)}
    session = api.call("POST", "/voice/session", {"duration_minutes": 1})
    stream = WebSocket(f"{session['stream_url']}?session_token={session['session_token']}")
    opcode, first = stream.receive()
    assert opcode == WebSocket.TEXT, "the first message is one JSON text frame"
    audio_format = json.loads(first)
    rate, chunk = audio_format["sample_rate"], audio_format["chunk_frames"]
    samples = [int(8000 * math.sin(2 * math.pi * 440 * n / rate)) for n in range(rate)]
    sent = struct.pack(f"<{len(samples)}h", *samples)
    received = b""
    for start in range(0, len(sent), 2 * chunk):
        stream.send(WebSocket.BINARY, sent[start : start + 2 * chunk])
        opcode, payload = stream.receive()
        assert opcode == WebSocket.BINARY, "converted audio comes back in the same format"
        received += payload
    assert received == sent, "without a profile the audio passes through unchanged"
    print(f"voice session: {len(sent)} bytes came back as sent, closed with {stream.close()}")
    record = settled_session(api, known)
    print(f"usage: {record['feature']} {record['status']}, {record['charged_usd']} USD")


def receive_a_webhook(api: Api, secret: str) -> None:
    arrived = queue.Queue()

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            arrived.put((raw, self.headers["Service-Signature"]))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    media = os.path.join(os.path.dirname(__file__), "..", "..", "fixtures", "media")
    image = api.upload(os.path.join(media, "portrait.png"), "image/png")
    callback = f"http://127.0.0.1:{server.server_port}/webhooks"
    job = api.call("POST", "/face-swap-image", {"image_key": image, "face_key": image, "callback_url": callback})
    raw, header = arrived.get(timeout=30)
    server.shutdown()
    assert verify(raw, header, secret, int(time.time())), "the signature does not fit"
    assert not verify(raw + b" ", header, secret, int(time.time())), "a changed body must not pass"
    event = json.loads(raw)
    assert event["data"]["id"] == job["id"]
    # The link is signed, and expires: the result is fetched at once, without the key.
    with urllib.request.urlopen(event["data"]["output_url"]) as result:
        assert result.read(), "the result is empty"
    print(f"webhook: {event['event']}, verified, {event['data']['charged_usd']} USD")


def check_vectors(file: str) -> None:
    with open(file, encoding="utf-8") as content:
        vectors = json.load(content)["vectors"]
    wrong = [
        vector["name"]
        for vector in vectors
        if vector["expect"] != "either"
        and verify(
            base64.b64decode(vector["body_base64"]),
            vector["header"] or "",
            vector["secret"],
            vector["now"],
            vector["tolerance"],
        )
        != (vector["expect"] == "accept")
    ]
    if wrong:
        sys.exit(f"{len(wrong)} vectors are judged wrongly: {', '.join(wrong)}")
    print(f"vectors: {len(vectors)} judged as they say")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "vectors":
        check_vectors(sys.argv[2])
    elif len(sys.argv) == 4:
        api = Api(sys.argv[1], sys.argv[2])
        stream_a_second(api)
        receive_a_webhook(api, sys.argv[3])
    else:
        sys.exit(__doc__)
