"""Exports of Firestore in the official emulator's form, written and read by this file alone.

Records are framed as LevelDB frames its log (https://github.com/google/leveldb/blob/main/doc/log_format.md), with CRC-32C
(RFC 3720, appendix B.4); a document is an entity of Datastore's old form. FIRESTORE_EMULATOR_HOST names the server.
"""

import datetime
import os
import pathlib
import struct
import tempfile
import unittest
import uuid

import requests
from google.cloud import firestore
from google.cloud.firestore_v1.vector import Vector

BASE = "http://" + os.environ["FIRESTORE_EMULATOR_HOST"]
PATIENCE = 60
BLOCK, HEAD = 32 * 1024, 7
UTC = datetime.timezone.utc


def crc32c(content):
    value = 0xFFFFFFFF
    for byte in content:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


def framed(records):
    """A file of records, cut into blocks."""
    file = b""
    for record in records:
        is_first = True
        while True:
            room = BLOCK - len(file) % BLOCK
            if room < HEAD:
                file += b"\0" * room
                room = BLOCK
            part, record = record[: room - HEAD], record[room - HEAD :]
            kind = {(True, True): 1, (True, False): 2, (False, False): 3, (False, True): 4}[is_first, not record]
            c = crc32c(bytes([kind]) + part)
            file += struct.pack("<IHB", ((c >> 15 | c << 17) + 0xA282EAD8) & 0xFFFFFFFF, len(part), kind) + part
            is_first = False
            if not record:
                break
    return file


def unframed(file):
    """The records of a file, each checked."""
    records, position, record = [], 0, b""
    while position < len(file):
        if BLOCK - position % BLOCK < HEAD:
            position += BLOCK - position % BLOCK
            continue
        checksum, length, kind = struct.unpack_from("<IHB", file, position)
        part = file[position + HEAD : position + HEAD + length]
        c = crc32c(bytes([kind]) + part)
        assert checksum == ((c >> 15 | c << 17) + 0xA282EAD8) & 0xFFFFFFFF
        record += part
        position += HEAD + length
        if kind in (1, 4):
            records.append(record)
            record = b""
    return records


def varint(number):
    number &= 2**64 - 1
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, kind, content=b""):
    return varint(number << 3 | kind) + content


def integer(number, value):
    return field(number, 0, varint(value))


def text(number, value):
    content = value if isinstance(value, bytes) else value.encode()
    return field(number, 2, varint(len(content)) + content)


def double(number, value):
    return field(number, 1, struct.pack("<d", value))


def group(number, content):
    return field(number, 3) + content + field(number, 4)


def prop(name, value, meaning=None, multiple=False, raw=False):
    """A property; the value is its encoded content."""
    content = (integer(1, meaning) if meaning is not None else b"") + text(3, name) + integer(4, int(multiple))
    return text(15 if raw else 14, content + text(5, value))


def path_of(*segments):
    return b"".join(group(1, text(2, kind) + text(4, name)) for kind, name in zip(segments[::2], segments[1::2]))


def entity(segments, *properties):
    """A document of another project than the one that will read it."""
    key = text(13, text(13, "dev~elsewhere") + text(14, path_of(*segments)))
    return key + b"".join(properties) + text(16, path_of(*segments[:2]))


def embedded(*properties):
    return text(13, text(13, "") + text(14, b"")) + b"".join(properties) + text(16, b"")


class Exports(unittest.TestCase):
    def setUp(self):
        self.project = f"demo-{uuid.uuid4().hex[:12]}"
        self.db = firestore.Client(project=self.project)
        self.addCleanup(self.db.close)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, entities, name="dump"):
        """Writes a dump; returns the file that names it."""
        root = self.folder / name
        kinds = root / "all_namespaces" / "all_kinds"
        kinds.mkdir(parents=True)
        (kinds / "output-0").write_bytes(framed(entities))
        metadata = "all_namespaces/all_kinds/all_namespaces_all_kinds.export_metadata"
        (root / metadata).write_bytes(
            text(1, text(1, name) + integer(2, 1) + integer(3, 2)) + text(2, text(1, "") + text(2, "output-0"))
        )
        version = text(1, integer(1, 2) + integer(3, 3))
        overall = text(1, version + text(2, metadata) + integer(3, len(entities)) + integer(4, 0))
        path = root / f"{name}.overall_export_metadata"
        path.write_bytes(framed([b"\x33", overall]))
        return path

    def call(self, verb, **body):
        url = f"{BASE}/emulator/v1/projects/{self.project}:{verb}"
        database = f"projects/{self.project}/databases/(default)"
        return requests.post(
            url, json={"database": database, **body}, headers={"Authorization": "Bearer owner"}, timeout=PATIENCE
        )

    def load(self, entities):
        answer = self.call("import", export_directory=str(self.write(entities)))
        self.assertEqual(answer.status_code, 200, answer.text)

    def test_every_kind_of_value_is_read(self):
        moment = datetime.datetime(2020, 1, 2, 3, 4, 5, 678901, UTC)
        micros = 1_577_934_245_678_901
        point = group(5, double(6, 1.25) + double(7, -2.0))
        reference = group(12, text(13, "dev~elsewhere") + group(14, text(15, "c") + text(17, "other")))
        self.load([
            entity(
                ["c", "all"],
                prop("null", b""), prop("yes", integer(2, 1)), prop("int", integer(1, -7)),
                prop("double", double(4, 1.5)), prop("time", integer(1, micros), meaning=7),
                prop("text", text(3, "é日😀")), prop("bytes", text(3, b"\0\xff"), meaning=14),
                prop("place", point, meaning=9), prop("other", reference),
                prop("list", integer(1, 1), multiple=True), prop("list", text(3, "a"), multiple=True),
                prop("none", b"", meaning=24, raw=True),
                prop("map", text(3, embedded(prop("deep", text(3, embedded(prop("n", integer(1, 3)))),
                                                  meaning=19, raw=True))), meaning=19, raw=True),
                prop("vector", text(3, embedded(prop("__vector__", double(4, 1.0), multiple=True),
                                                prop("__vector__", double(4, 2.5), multiple=True))),
                     meaning=19, raw=True),
            ),
        ])  # fmt: skip
        snapshot = self.db.document("c/all").get()
        self.assertEqual(
            snapshot.to_dict(),
            {
                "null": None, "yes": True, "int": -7, "double": 1.5, "time": moment, "text": "é日😀",
                "bytes": b"\0\xff", "place": firestore.GeoPoint(1.25, -2.0), "other": self.db.document("c/other"),
                "list": [1, "a"], "none": [], "map": {"deep": {"n": 3}}, "vector": Vector([1.0, 2.5]),
            },
        )  # fmt: skip
        self.assertEqual([s.id for s in self.db.collection("c").order_by("int").stream()], ["all"])

    def test_large_documents_and_many_go_over_the_blocks(self):
        entities = [entity(["big", f"{n}"], prop("s", text(3, "x" * 70_000), raw=True)) for n in range(3)]
        # Records of every size, so that blocks end everywhere.
        entities += [entity(["small", f"{n:04}"], prop("s", text(3, "y" * n))) for n in range(800)]
        entities.append(entity(["small", "0001", "below", "deep"], prop("n", integer(1, 1))))
        self.load(entities)
        self.assertEqual({len(s.get("s")) for s in self.db.collection("big").stream()}, {70_000})
        self.assertEqual([len(s.get("s")) for s in self.db.collection("small").stream()], list(range(800)))
        self.assertEqual(self.db.document("small/0001/below/deep").get().to_dict(), {"n": 1})

    def test_damage_is_told_and_nothing_is_changed(self):
        self.db.document("c/kept").set({"n": 1})
        path = self.write([entity(["c", "a"], prop("n", integer(1, 1))), entity(["c", "b"])])
        output = path.parent / "all_namespaces/all_kinds/output-0"
        good = output.read_bytes()
        for damage in (good[:-1], good[:20] + bytes([good[20] ^ 1]) + good[21:], b"\0" * 40, good + b"\x01\x02\x03"):
            output.write_bytes(damage)
            answer = self.call("import", export_directory=str(path))
            self.assertIn(answer.status_code, range(400, 500))
            self.assertEqual([s.id for s in self.db.collection("c").stream()], ["kept"])
        output.write_bytes(good)
        path.write_bytes(path.read_bytes()[:-2])
        answer = self.call("import", export_directory=str(path))
        self.assertIn("Failed to parse overall export metadata file", answer.text)

    def test_what_is_exported_is_read_here(self):
        batch = self.db.batch()
        for number in range(300):
            batch.set(self.db.document(f"c/{number:03}"), {"n": number, "s": "x" * (number * 7)})
        batch.commit()
        answer = self.call("export", export_directory=str(self.folder), export_name="mine")
        self.assertEqual(answer.status_code, 200, answer.text)
        overall = unframed((self.folder / "mine/mine.overall_export_metadata").read_bytes())
        self.assertEqual(overall[0], b"\x33")
        kinds = self.folder / "mine/all_namespaces/all_kinds"
        records = [record for file in sorted(kinds.glob("output-*")) for record in unframed(file.read_bytes())]
        self.assertEqual(len(records), 300)
        for record in records:
            self.assertIn(text(13, f"dev~{self.project}"), record)
        for number in (0, 1, 150, 299):
            wanted = prop("n", integer(1, number))
            self.assertEqual(sum(wanted in record for record in records), 1)


if __name__ == "__main__":
    unittest.main()
