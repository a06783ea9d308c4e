"""Measures `hearth serve` as Firestore, with clients of its own kind beside the machine's limits.

Called by `script/bench firestore`, which names a built hearth. Needs h2load (package nghttp2-client) and the Python packages
of Conformance/requirements.txt.
"""

import os
import pathlib
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import grpc
from google.cloud.firestore_v1 import types

PROJECT = "demo-bench"
DATABASE = f"projects/{PROJECT}/databases/(default)"
ROOT = f"{DATABASE}/documents"
SERVICE = "/google.firestore.v1.Firestore/"
OWNER = (("authorization", "Bearer owner"), ("google-cloud-resource-prefix", DATABASE))
# The official emulator's own figures: start without its command line, 100,000 documents in commits of 500.
OFFICIAL = {"start": "740 ms", "idle": "95 MiB", "flat": "9,100 docs/s; 830 with a listener", "latency": "11.4 ms"}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def document(name="", size=1000):
    """About so many bytes in ten fields."""
    fields = {f"f{number}": types.Value(string_value="x" * (size // 10 - 10)) for number in range(9)}
    fields["n"] = types.Value(integer_value=1)
    return types.Document(name=name, fields=fields)


def framed(message):
    """A message of gRPC as it goes over the wire."""
    content = type(message).serialize(message)
    return b"\0" + len(content).to_bytes(4, "big") + content


class Server:
    """A run of `hearth serve` with both services, ended with its `with` block."""

    def __init__(self, binary, folder):
        self.port = free_port()
        self.address = f"127.0.0.1:{self.port}"
        started = time.monotonic()
        self.process = subprocess.Popen(
            [binary, "serve", "--console", "off", "--host", "127.0.0.1", "--port", str(self.port), "--project", PROJECT]
            + ["--storage", f"sqlite:{folder}/bench.db", "--token-signing", "none"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while True:
            try:
                self.get(f"/v1/{ROOT}/none")
                break
            except urllib.error.HTTPError:
                break
            except OSError:
                if self.process.poll() is not None or time.monotonic() - started > 20:
                    sys.exit("✘ the server does not start")
                time.sleep(0.001)
        self.start = time.monotonic() - started
        self.channel = grpc.insecure_channel(self.address)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.channel.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()

    def get(self, path):
        request = urllib.request.Request(f"http://{self.address}{path}", headers={"Authorization": "Bearer owner"})
        return urllib.request.urlopen(request, timeout=30).read()

    def call(self, method, content):
        return self.channel.unary_unary(SERVICE + method)(content, metadata=OWNER)

    def listen(self, target):
        """A stream of raw answers, and what ends it."""
        ended = threading.Event()

        def requests():
            yield types.ListenRequest.serialize(types.ListenRequest(database=DATABASE, add_target=target))
            ended.wait()

        stream = self.channel.stream_stream(SERVICE + "Listen")(requests(), metadata=OWNER)
        return stream, ended

    def cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return int(line.split()[1]) / 1024
        return 0.0

    def resident_whole(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0


def h2load(server, path, seconds, message=None, connections=4, streams=4):
    """Requests a second, and those of a CPU-second of the server."""
    command = ["h2load", "-c", str(connections), "-m", str(streams), "-D", str(seconds), "--warm-up-time", "1"]
    before = server.cpu()
    with tempfile.NamedTemporaryFile() as body:
        if message is not None:
            body.write(framed(message))
            body.flush()
            command += ["-d", body.name, "-H", "content-type: application/grpc", "-H", "te: trailers"]
            command += ["-H", "authorization: Bearer owner"]
        output = subprocess.run(
            command + [f"http://{server.address}{path}"], capture_output=True, text=True, check=True
        ).stdout
    used = server.cpu() - before
    line = next(line for line in output.splitlines() if line.startswith("finished in"))
    rate = float(line.split(",")[1].split()[0])
    return rate, rate * seconds / max(used * seconds / (seconds + 1), 0.01)


def batches(server, count, collection, size=500):
    """Commits so many batches; returns documents a second of the first and of the last tenth, and CPU microseconds each."""
    times, cpu = [], []
    for batch in range(count):
        writes = [
            types.Write(update=document(f"{ROOT}/{collection}/{batch:04}-{number:03}")) for number in range(size)
        ]
        content = types.CommitRequest.serialize(types.CommitRequest(database=DATABASE, writes=writes))
        used = server.cpu()
        start = time.monotonic()
        server.call("Commit", content)
        times.append(time.monotonic() - start)
        cpu.append(server.cpu() - used)
    tenth = max(1, count // 10)
    rate = lambda part: size * len(part) / sum(part)
    return rate(times[:tenth]), rate(times[-tenth:]), rate(times), 1e6 * sum(cpu) / (count * size)


def drain(stream, collect=None):
    """Reads a stream in the background."""

    def run():
        try:
            for message in stream:
                if collect is not None:
                    collect(message)
        except grpc.RpcError:
            pass

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def collection_target(collection):
    query = types.StructuredQuery(from_=[types.StructuredQuery.CollectionSelector(collection_id=collection)])
    return types.Target(query=types.Target.QueryTarget(parent=ROOT, structured_query=query), target_id=2)


def latencies(server, count=300):
    """Seconds from the begin of a commit to the document on a stream, sorted."""
    arrived = threading.Event()
    name = f"{ROOT}/latency/d"

    def take(content):
        if types.ListenResponse.deserialize(content).document_change.document.name:
            arrived.set()

    target = types.Target(documents=types.Target.DocumentsTarget(documents=[name]), target_id=2)
    stream, ended = server.listen(target)
    drain(stream, take)
    times = []
    for number in range(count + 20):
        arrived.clear()
        value = {"n": types.Value(integer_value=number)}
        write = types.Write(update=types.Document(name=name, fields=value))
        content = types.CommitRequest.serialize(types.CommitRequest(database=DATABASE, writes=[write]))
        start = time.monotonic()
        server.call("Commit", content)
        arrived.wait(10)
        times.append(time.monotonic() - start)
    ended.set()
    stream.cancel()
    return sorted(times[20:])


def slow_reader(binary, has_reader):
    """How much anonymous memory grows while 100,000 documents are written, with or without a listener that stops reading."""
    with tempfile.TemporaryDirectory() as folder, Server(binary, folder) as server:
        batches(server, 20, "warm")
        before = server.resident()
        if has_reader:
            # A channel of its own: a stream that takes nothing fills its window of flow control.
            options = [("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 65536)]
            with grpc.insecure_channel(server.address, options=options) as channel:
                server.channel, kept = channel, server.channel
                stream, ended = server.listen(collection_target("slow"))
                next(stream)
                server.channel = kept
                batches(server, 200, "slow")
                grown = server.resident() - before
                ended.set()
                stream.cancel()
                return grown
        batches(server, 200, "slow")
        return server.resident() - before


def row(*cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def measure(binary, seconds, documents):
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f} before the start, {seconds} s each.\n")
    row("", "Hearth", "machine's limit or aim", "official emulator")
    row("---", "---", "---", "---")
    with tempfile.TemporaryDirectory() as folder, Server(binary, folder) as server:
        row("start with identity to first answer", f"{server.start * 1000:.0f} ms", "< 100 ms", OFFICIAL["start"])
        row("resident when idle", f"{server.resident_whole():.1f} MiB", "< 45 MiB", OFFICIAL["idle"])
        echo, echo_cpu = h2load(server, "/healthz", seconds)
        row("HTTP/2 request that does nothing", f"{echo:,.0f}/s", f"{echo_cpu:,.0f} a CPU-second", "–")
        missing = types.GetDocumentRequest(name=f"{ROOT}/none/none")
        rate, cpu = h2load(server, SERVICE + "GetDocument", seconds, missing)
        row("GetDocument over gRPC, missing", f"{rate:,.0f}/s", f"{cpu:,.0f} a CPU-second; echo {echo:,.0f}/s", "–")
        create = types.CreateDocumentRequest(parent=ROOT, collection_id="single", document=document())
        rate, cpu = h2load(server, SERVICE + "CreateDocument", seconds, create, 4, 4)
        row("single commits over gRPC, 16 at once", f"{rate:,.0f}/s", f"{cpu:,.0f} a CPU-second", "–")
        batches(server, 2, "read")
        present = types.GetDocumentRequest(name=f"{ROOT}/read/0000-000")
        rate, cpu = h2load(server, SERVICE + "GetDocument", seconds, present)
        row("GetDocument over gRPC, 1 KiB", f"{rate:,.0f}/s", f"{cpu:,.0f} a CPU-second; aim 20,000/s", "–")
        query = types.StructuredQuery(
            from_=[types.StructuredQuery.CollectionSelector(collection_id="read")], limit=50
        )
        run = types.RunQueryRequest(parent=ROOT, structured_query=query)
        rate, cpu = h2load(server, SERVICE + "RunQuery", seconds, run)
        row("query, 50 of 1,000 documents", f"{rate:,.0f}/s", f"{cpu:,.0f} a CPU-second; aim 2,000/s", "–")
        times = latencies(server)
        middle, late = statistics.median(times) * 1000, times[len(times) * 99 // 100] * 1000
        row("write → listener over gRPC", f"{middle:.1f} ms, p99 {late:.1f}", "< 3 ms, p99 < 15 ms", OFFICIAL["latency"])
    for has_listener in (False, True):
        with tempfile.TemporaryDirectory() as folder, Server(binary, folder) as server:
            if has_listener:
                stream, ended = server.listen(collection_target("bulk"))
                drain(stream)
            first, last, whole, cpu = batches(server, documents // 500, "bulk")
            if has_listener:
                ended.set()
                stream.cancel()
            row(
                f"500-document commits to {documents:,}" + (", with a listener to all" if has_listener else ""),
                f"{whole:,.0f} docs/s; first tenth {first:,.0f}, last {last:,.0f}",
                f"flat ± 10 %; {cpu:.0f} µs of CPU a document",
                OFFICIAL["flat"],
            )
    without, with_reader = slow_reader(binary, False), slow_reader(binary, True)
    row(
        "memory while 100,000 documents pass a reader that stopped",
        f"{with_reader - without:+.1f} MiB",
        f"< 2 MiB more than the {without:.1f} MiB without it",
        "grows",
    )


if __name__ == "__main__":
    measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
