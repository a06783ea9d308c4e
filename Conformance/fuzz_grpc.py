"""Frames for `script/fuzz`: Firestore's operations over gRPC, and HTTP/2 that is none.

Each case is all that one connection sends. Messages are drawn by field numbers from the published descriptions, and
then broken: in their fields, in gRPC's frames, and in HTTP/2's.
"""

import socket
import struct
import time

try:
    from hpack import Decoder
except ImportError:  # Then statuses are not read; crashes, hangs and growth are found all the same.
    Decoder = None

from fuzz_services import DOCUMENTS, FIELDS, NAMES, ROOT

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RESET, SETTINGS, PUSH, PING, GOAWAY, WINDOW, CONTINUATION = range(10)
END_STREAM, END_HEADERS, PADDED = 1, 4, 8


def varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes(out + bytes([number]))


def tagged(field, kind, content):
    return varint(field << 3 | kind) + content


def text(field, content):
    data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    return tagged(field, 2, varint(len(data)) + data)


# A message by its fields: a draw of one of them is the field's encoding.
def number(*choices):
    return lambda chance, field, depth: tagged(field, 0, varint(chance.choice(choices or (0, 1, 2, -1, 2**31, 2**63 - 1))))


def word(*choices):
    return lambda chance, field, depth: text(field, chance.choice(choices) if choices and chance.random() < 0.97 else chance.text(None))


def name(chance, field, depth):
    if chance.random() < 0.9:
        return text(field, f"{DOCUMENTS}/{chance.choice(['users/ada', 'users/bob', 'users/ada/posts/1', 'orders/1'])}")
    return text(field, f"{DOCUMENTS}/{chance.choice(NAMES)}" if chance.random() < 0.9 else chance.text(None))


def octets(chance, field, depth):
    return text(field, bytes(chance.randrange(256) for _ in range(chance.choice([0, 1, 8, 16, 300]))))


def of(kind, most=1):
    def draw(chance, field, depth):
        count = chance.randrange(most + 1) if most > 1 else 1
        return b"".join(text(field, message(chance, kind, depth + 1)) for _ in range(count))
    return draw


def double(chance, field, depth):
    return tagged(field, 1, struct.pack("<d", chance.choice([0.5, -0.0, float("nan"), float("inf"), 1e308, 90.0, 181.0])))


path = word("n", "n", "n", "s", "a.b", *FIELDS)
parent = word(*[DOCUMENTS] * 8, *[f"{DOCUMENTS}/users/ada"] * 4, ROOT, "")
database = word(*[ROOT] * 20, "", "projects/x")
flag, moment = number(0, 1), of("Timestamp")
MESSAGES = {
    "Timestamp": {1: number(0, -62135596800, 253402300799, 2**62, -1), 2: number(0, 999999999, -1, 2**31)},
    "Mask": {1: path}, "Precondition": {1: flag, 2: moment}, "Point": {1: double, 2: double},
    "Value": {1: flag, 2: number(), 3: double, 5: name, 6: of("Map"), 8: of("Point"), 9: of("Array"), 10: moment, 11: flag,
              17: word(), 18: octets},
    "Array": {1: of("Value", 4)}, "Map": {1: of("Entry", 4)}, "Entry": {1: path, 2: of("Value")},
    "Document": {1: name, 2: of("Entry", 4), 3: moment, 4: moment},
    "Transform": {1: path, 2: flag, 3: of("Value"), 4: of("Value"), 5: of("Value"), 6: of("Array"), 7: of("Array")},
    "DocumentTransform": {1: name, 2: of("Transform", 3)},
    "Write": {1: of("Document"), 2: name, 3: of("Mask"), 4: of("Precondition"), 5: name, 6: of("DocumentTransform"),
              7: of("Transform", 3)},
    "Options": {2: of("ReadOnly"), 3: of("ReadWrite")}, "ReadOnly": {2: moment}, "ReadWrite": {1: octets},
    "Field": {2: path}, "From": {2: word(*["users", "posts"] * 6, "", "a/b"), 3: flag},
    "FieldFilter": {1: of("Field"), 2: number(*range(12)), 3: of("Value")}, "UnaryFilter": {1: number(*range(7)), 2: of("Field")},
    "Composite": {1: number(0, 1, 2, 3), 2: of("Filter", 5)},
    "Filter": {1: of("Composite"), 2: of("FieldFilter"), 3: of("UnaryFilter")},
    "Order": {1: of("Field"), 2: number(0, 1, 2, 3)}, "Cursor": {1: of("Value", 3), 2: flag}, "Int": {1: number()},
    "Projection": {2: of("Field", 3)}, "Nearest": {1: of("Field"), 2: of("Value"), 3: number(*range(5)), 4: of("Int")},
    "Query": {1: of("Projection"), 2: of("From"), 3: of("Filter"), 4: of("Order", 3), 5: of("Int"), 6: number(0, 1, -1, 2**31),
              7: of("Cursor"), 8: of("Cursor"), 9: of("Nearest")},
    "Aggregation": {1: of("Count"), 2: of("Sum"), 3: of("Sum"), 7: word("c", "", "é")}, "Count": {1: of("Int")}, "Sum": {1: of("Field")},
    "Aggregated": {1: of("Query"), 3: of("Aggregation", 6)},
    "QueryTarget": {1: parent, 2: of("Query")}, "DocumentsTarget": {2: name},
    "Target": {2: of("QueryTarget"), 3: of("DocumentsTarget"), 4: octets, 5: number(0, 1, 2, -1), 6: flag, 11: moment, 12: of("Int")},
    "Label": {1: word(), 2: word()},
    # Requests, by their operations.
    "GetDocument": {1: name, 2: of("Mask"), 3: octets, 5: moment},
    "ListDocuments": {1: parent, 2: word("users", "", "a/b"), 3: number(0, 1, -1, 2**31 - 1), 4: word(), 6: word("n desc", "`"), 7: of("Mask"),
                      8: octets, 10: moment, 12: flag},
    "CreateDocument": {1: parent, 2: word("users", ""), 3: word(), 4: of("Document"), 5: of("Mask")},
    "UpdateDocument": {1: of("Document"), 2: of("Mask"), 3: of("Mask"), 4: of("Precondition")},
    "DeleteDocument": {1: name, 2: of("Precondition")},
    "BatchGetDocuments": {1: database, 2: name, 3: of("Mask"), 4: octets, 5: of("Options"), 7: moment},
    "BeginTransaction": {1: database, 2: of("Options")}, "Commit": {1: database, 2: of("Write", 5), 3: octets},
    "Rollback": {1: database, 2: octets}, "BatchWrite": {1: database, 2: of("Write", 5), 3: of("Label")},
    "RunQuery": {1: parent, 2: of("Query"), 5: octets, 6: of("Options"), 7: moment},
    "RunAggregationQuery": {1: parent, 2: of("Aggregated"), 4: octets, 5: of("Options"), 6: moment},
    "PartitionQuery": {1: parent, 2: of("Query"), 3: number(0, 2, -1, 2**62), 4: word(), 5: number(0, 1, -1)},
    "ListCollectionIds": {1: parent, 2: number(0, 1, -1), 3: word(), 4: moment},
    "Write": {1: database, 2: word(""), 3: of("Write", 3), 4: octets, 5: of("Label")},
    "Listen": {1: database, 2: of("Target"), 3: number(0, 1, 2, -1), 4: of("Label")},
    "ExecutePipeline": {1: database, 2: octets},
}
# Two have one name: the write of a commit, and the request of the stream of writes.
MESSAGES["WriteStream"] = MESSAGES.pop("Write")
MESSAGES["Write"] = {1: of("Document"), 2: name, 3: of("Mask"), 4: of("Precondition"), 5: name, 6: of("DocumentTransform"),
                     7: of("Transform", 3)}
# Of these fields a message has one, or nearly always.
CHOICES = {
    "Value": set(MESSAGES["Value"]), "Write": {1, 2, 5, 6}, "Filter": {1, 2, 3}, "Target": {2, 3}, "Options": {2, 3},
    "Transform": {2, 3, 4, 5, 6, 7}, "Aggregation": {1, 2, 3}, "Precondition": {1, 2}, "Listen": {2, 3}, "Cursor": set(),
}
# Fields without which little of a message is looked at.
NEEDED = {
    "Document": {1}, "Write": set(), "Entry": {1, 2}, "FieldFilter": {1, 2, 3}, "UnaryFilter": {1, 2}, "Composite": {1, 2}, "Order": {1},
    "Query": {2}, "From": {2}, "Field": {2}, "RunQuery": {1, 2}, "RunAggregationQuery": {1, 2}, "PartitionQuery": {1, 2}, "Commit": {1, 2},
    "BatchWrite": {1, 2}, "BatchGetDocuments": {1, 2}, "GetDocument": {1}, "DeleteDocument": {1}, "UpdateDocument": {1}, "Listen": {1, 2},
    "CreateDocument": {1, 2, 4}, "ListDocuments": {1}, "WriteStream": {1}, "Target": {5}, "QueryTarget": {1, 2}, "Aggregated": {1, 3},
    "Transform": {1}, "DocumentTransform": {1, 2}, "Rollback": {1, 2}, "BeginTransaction": {1}, "ListCollectionIds": {1},
}
# Fields that refuse a request by themselves more often than not.
SELDOM = {
    "transaction": {("GetDocument", 3), ("GetDocument", 5), ("ListDocuments", 8), ("ListDocuments", 10), ("ListDocuments", 4), ("Commit", 3),
                    ("BatchGetDocuments", 4), ("BatchGetDocuments", 7), ("RunQuery", 5), ("RunQuery", 7), ("RunAggregationQuery", 4),
                    ("RunAggregationQuery", 6), ("PartitionQuery", 4), ("ListCollectionIds", 3), ("Target", 4), ("Target", 11), ("Query", 9),
                    ("Document", 3), ("Document", 4), ("ListDocuments", 6), ("WriteStream", 2), ("WriteStream", 4), ("ListCollectionIds", 4)},
}["transaction"]
OPERATIONS = [
    "GetDocument", "ListDocuments", "CreateDocument", "UpdateDocument", "DeleteDocument", "BatchGetDocuments", "BeginTransaction",
    "Commit", "Rollback", "BatchWrite", "RunQuery", "RunAggregationQuery", "PartitionQuery", "ListCollectionIds", "WriteStream",
    "Listen", "ExecutePipeline",
]
STREAMS = {"WriteStream", "Listen"}


def message(chance, kind, depth=0):
    """The bytes of a message, or nearly one."""
    fields, choice, needed = MESSAGES[kind], CHOICES.get(kind, set()), NEEDED.get(kind, set())
    out = b""
    share = 0.5 if depth < 2 else 0.3 if depth < 9 else 0
    one = chance.choice(sorted(choice)) if choice else None
    for field, draw in fields.items():
        if field in choice and field != one:
            odds = 0.01
        elif field == one and depth < 12 or field in needed:
            odds = 0.98
        else:
            odds = 0.04 if (kind, field) in SELDOM else share
        if chance.random() < odds:
            out += draw(chance, field, depth)
    if chance.random() < 0.01:
        out += tagged(chance.choice([0, 1, 2, 15, 2**29 - 1]), chance.randrange(8), varint(chance.choice([0, 1, 300, 2**63])))
    return out


def deep(chance):
    """A value in a value, thousands deep."""
    out = b""
    for _ in range(chance.choice([19, 20, 21, 101, 5000])):
        out = text(9, text(1, out))
        if len(out) > 900_000:
            break
    return text(1, ROOT) + text(2, text(1, text(1, f"{DOCUMENTS}/a/b") + text(2, text(1, "v") + text(2, out))))


def frame(kind, flags, stream, content=b"", length=None):
    length = len(content) if length is None else length
    return struct.pack(">I", length & 0xFFFFFF)[1:] + bytes([kind, flags]) + struct.pack(">I", stream & 0xFFFFFFFF) + content


def literal(name, content):
    """A field of a head, by its letters and kept in no table."""
    def prefixed(data):
        if len(data) < 127:
            return bytes([len(data)]) + data
        rest, out = len(data) - 127, b"\x7f"
        return out + varint(rest) + data
    return b"\x00" + prefixed(name.encode()) + prefixed(content.encode("utf-8", "surrogatepass"))


def fields(chance, operation):
    service = "google.firestore.v1.Firestore" if chance.random() < 0.97 else chance.choice(["", "grpc.health.v1.Health", "é"])
    method = operation.removesuffix("Stream") if chance.random() < 0.97 else "Nothing"
    out = [
        (":method", "POST"), (":scheme", "http"), (":path", f"/{service}/{method}"), (":authority", "127.0.0.1"),
        ("content-type", "application/grpc" if chance.random() < 0.95 else chance.choice(["application/json", "application/grpc+json", ""])),
        ("te", "trailers"), ("google-cloud-resource-prefix", ROOT),
    ]
    if chance.random() < 0.8:
        out.append(("authorization", chance.choice(["Bearer owner", "Bearer x", "Basic a", "bearer", "Bearer a.b.c"])
                    if chance.random() < 0.3 else "Bearer owner"))
    if chance.random() < 0.15:
        out.append(("grpc-timeout", chance.choice(["1n", "1S", "99999999H", "-1S", "x", "0m", "5"])))
    if chance.random() < 0.05:
        out.append(("grpc-encoding", chance.choice(["gzip", "identity", "x"])))
    if chance.random() < 0.06:
        at = chance.randrange(len(out))
        out[at:at + chance.randrange(2)] = [chance.choice([
            ("connection", "close"), (":path", "/x"), ("Upper", "a"), ("a b", "c"), (":unknown", "x"), ("x", "a\r\nb"), ("x", "y" * 9000),
            ("content-length", "5"), ("transfer-encoding", "chunked"), (":status", "200"), ("x", "\0"), ("", ""),
        ])]
    return out


def envelope(chance, content):
    """A message in gRPC's frame, or one whose length is a lie."""
    draw = chance.random()
    if draw < 0.02:
        return struct.pack(">BI", 0, chance.choice([0, 1, 2**24, 2**32 - 1])) + content
    if draw < 0.04:
        return struct.pack(">BI", chance.choice([1, 2, 255]), len(content)) + content
    return struct.pack(">BI", 0, len(content)) + content


def calls(chance):
    """Frames of one or more calls on one connection."""
    # Room for every answer, since none of it is given back.
    out = [(SETTINGS, 0, 0, struct.pack(">HI", 4, 2**31 - 1)), (WINDOW, 0, 0, struct.pack(">I", 2**31 - 1 - 65_535))]
    for index in range(chance.choice([1, 1, 1, 2, 5])):
        stream = 2 * index + 1
        operation = chance.choice(OPERATIONS)
        block = b"".join(literal(*field) for field in fields(chance, operation))
        if chance.random() < 0.1:
            cut = chance.randrange(len(block))
            out += [(HEADERS, 0, stream, block[:cut]), (CONTINUATION, END_HEADERS, stream, block[cut:])]
        else:
            out.append((HEADERS, END_HEADERS, stream, block))
        body = b""
        for _ in range(chance.choice([0, 1, 2, 4]) if operation in STREAMS else 1):
            content = deep(chance) if chance.random() < 0.02 else message(chance, operation)
            body += envelope(chance, content)
        pieces = [body[at:at + 16_000] for at in range(0, len(body), 16_000)] or [b""]
        for piece in pieces[:-1]:
            out.append((DATA, 0, stream, piece))
        out.append((DATA, END_STREAM, stream, pieces[-1]))
    return out


def harmed(chance, frames):
    """Frames out of place."""
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(frames) + 1)
        stream = chance.choice([0, 1, 2, 3, 2**31 - 1, 2**32 - 1])
        frames[at:at] = chance.choice([
            lambda: [(chance.randrange(256), chance.randrange(256), stream, bytes(chance.randrange(40)))],
            lambda: [(RESET, 0, stream, struct.pack(">I", chance.choice([0, 8, 2**32 - 1])))],
            lambda: [(WINDOW, 0, stream, struct.pack(">I", chance.choice([0, 1, 2**31 - 1, 2**32 - 1])))],
            lambda: [(PRIORITY, 0, stream, struct.pack(">IB", stream, 255))], lambda: [(PUSH, END_HEADERS, stream, b"\0\0\0\2")],
            lambda: [(GOAWAY, 0, 0, bytes(8))], lambda: [(CONTINUATION, chance.choice([0, 4]), stream, b"x" * 30)],
            lambda: [(DATA, PADDED, stream, bytes([200]) + bytes(chance.choice([0, 10, 250])))],
            lambda: [(SETTINGS, chance.choice([0, 1]), stream, bytes(chance.choice([0, 5, 6, 36])))],
            lambda: [(SETTINGS, 0, 0, struct.pack(">HI", chance.randrange(8), chance.choice([0, 1, 65535, 2**31])))],
            lambda: [(PING, 0, 0, bytes(chance.choice([8, 8, 7])))] * chance.choice([1, 50, 3000]),
            lambda: [(HEADERS, END_HEADERS, 2 * n + 1, literal(":method", "POST")) for n in range(chance.choice([1, 300]))],
            lambda: [(kind, 0, 2 * n + 1, content) for n in range(chance.choice([20, 400]))
                     for kind, content in ((HEADERS, b"\x83\x86\x84"), (RESET, bytes(4)))],
            lambda: [(HEADERS, 0, 1, b"")] + [(CONTINUATION, 0, 1, literal("x", "y" * 100))] * chance.choice([3, 2000]),
            lambda: [(HEADERS, END_HEADERS, stream, chance.choice([b"\xff\xff\xff\xff\xff\x0f", b"\x3f\xe1\xff\xff\xff\x0f", b"\xbe", b"\x80", b"\x00\xff"]))],
        ])()
    return frames


def grpc_request(chance):
    """All that one connection sends, and whether every request in it has to be answered."""
    frames, is_sound = calls(chance), True
    if chance.random() < 0.2:
        frames, is_sound = harmed(chance, frames), False
    lengths = [None] * len(frames)
    if chance.random() < 0.02:
        lengths[chance.randrange(len(frames))], is_sound = chance.choice([0, 1, 2**24 - 1]), False
    data = PREFACE + b"".join(frame(*part, length=length) for part, length in zip(frames, lengths))
    if chance.random() < 0.05:
        broken, is_sound = bytearray(data), False
        for _ in range(chance.randrange(1, 8)):
            broken[chance.randrange(len(PREFACE), len(broken))] = chance.randrange(256)
        data = bytes(broken)
    return data, is_sound


def last_stream(data):
    """The highest stream on which a client's bytes end a request; 0 if they end none."""
    at, highest = len(PREFACE), 0
    while at + 9 <= len(data):
        length = int.from_bytes(data[at:at + 3], "big")
        kind, flags, stream = data[at + 3], data[at + 4], int.from_bytes(data[at + 5:at + 9], "big") & 0x7FFFFFFF
        if kind in (DATA, HEADERS) and flags & END_STREAM:
            highest = max(highest, stream)
        at += 9 + length
    return highest


class Answers:
    """What a server's frames say, as they come."""

    def __init__(self):
        self.buffer, self.block, self.ended, self.is_over = bytearray(), b"", 0, False
        self.messages = []
        self.decoder = Decoder() if Decoder else None

    def take(self, piece):
        self.buffer += piece
        while len(self.buffer) >= 9 and len(self.buffer) >= 9 + int.from_bytes(self.buffer[:3], "big"):
            length = int.from_bytes(self.buffer[:3], "big")
            kind, flags, stream = self.buffer[3], self.buffer[4], int.from_bytes(self.buffer[5:9], "big") & 0x7FFFFFFF
            if kind in (HEADERS, CONTINUATION):
                self.block += self.buffer[9:9 + length]
                if flags & END_HEADERS:
                    self.read_head()
            if kind in (DATA, HEADERS) and flags & END_STREAM or kind == RESET:
                self.ended = max(self.ended, stream)
            self.is_over = self.is_over or kind == GOAWAY
            del self.buffer[:9 + length]

    def read_head(self):
        block, self.block = bytes(self.block), b""
        if self.decoder:
            fields = dict(self.decoder.decode(block))
            if "grpc-status" in fields:
                self.messages.append(f"{fields['grpc-status']} {fields.get('grpc-message', '')}")


def exchange(port, data, is_sound, limit):
    """Sends bytes; returns what ended the talk, the statuses of gRPC with their messages, and how long it took.

    The end is one of `answered`, `closed` (by the server, as broken frames deserve) and `timeout`. The client closes its
    side when all that it asked for has come, or when nothing has come for a while: the server has to follow.
    """
    began = time.monotonic()
    wanted, answers, is_closing, took = last_stream(data) if is_sound else 0, Answers(), False, None
    with socket.create_connection(("127.0.0.1", port), timeout=limit) as connection:
        try:
            connection.sendall(data)
        except OSError:
            pass  # The server may have refused already.
        while True:
            connection.settimeout(limit if is_closing or wanted else 0.2)
            try:
                piece = connection.recv(65536)
            except TimeoutError:
                if is_closing or wanted:
                    return "timeout", answers.messages, limit
                piece = None
            except OSError:
                piece = b""
            if piece == b"":
                end = "answered" if wanted and answers.ended >= wanted else "closed"
                return end, answers.messages, took or time.monotonic() - began
            answers.take(piece or b"")
            if not is_closing and (piece is None or answers.is_over or wanted and answers.ended >= wanted):
                is_closing, took = True, time.monotonic() - began if wanted else 0.01
                try:
                    connection.shutdown(socket.SHUT_WR)
                except OSError:
                    pass
