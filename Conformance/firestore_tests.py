"""Firestore with the official client for Python, over gRPC.

FIRESTORE_EMULATOR_HOST names the server under test; every test has a project of its own there.
"""

import asyncio
import datetime
import math
import queue
import random
import threading
import unittest
import uuid

import grpc
from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1 import aggregation, types
from google.cloud.firestore_v1.base_query import And, FieldFilter, Or
from google.cloud.firestore_v1.vector import Vector

# Seconds: a busy machine may need many, and a hang must still end the suite.
PATIENCE = 60
UTC = datetime.timezone.utc


class Case(unittest.TestCase):
    def setUp(self):
        self.db = firestore.Client(project=f"demo-{uuid.uuid4().hex[:12]}")
        self.addCleanup(self.db.close)
        self.c = self.db.collection("c")

    def fill(self, **documents):
        """Stores documents in the collection `c`."""
        batch = self.db.batch()
        for name, fields in documents.items():
            batch.set(self.c.document(name), fields)
        batch.commit()

    def ids(self, query):
        return [snapshot.id for snapshot in query.stream()]


class Documents(Case):
    def test_create_read_update_delete(self):
        document = self.c.document("a")
        self.assertFalse(document.get().exists)
        created = document.create({"n": 1, "m": {"x": 1, "y": 2}})
        snapshot = document.get()
        self.assertEqual(snapshot.to_dict(), {"n": 1, "m": {"x": 1, "y": 2}})
        self.assertEqual(snapshot.update_time, created.update_time)
        self.assertEqual(snapshot.create_time, snapshot.update_time)
        document.update({"m.x": 5, "new": True, "m.y": firestore.DELETE_FIELD})
        self.assertEqual(document.get().to_dict(), {"n": 1, "m": {"x": 5}, "new": True})
        self.assertGreater(document.get().update_time, created.update_time)
        self.assertEqual(document.get(["n"]).to_dict(), {"n": 1})
        document.set({"only": 1})
        self.assertEqual(document.get().to_dict(), {"only": 1})
        document.delete()
        self.assertFalse(document.get().exists)
        document.delete()

    def test_merge(self):
        document = self.c.document("a")
        document.set({"m": {"x": 1, "y": 2}, "n": 1})
        document.set({"m": {"x": 5}}, merge=True)
        self.assertEqual(document.get().to_dict(), {"m": {"x": 5, "y": 2}, "n": 1})
        document.set({"m": {"z": 9}, "n": 7}, merge=["m"])
        self.assertEqual(document.get().to_dict(), {"m": {"z": 9}, "n": 1})
        self.c.document("b").set({"n": 1}, merge=True)
        self.assertEqual(self.c.document("b").get().to_dict(), {"n": 1})

    def test_every_type_comes_back(self):
        values = {
            "null": None,
            "true": True,
            "false": False,
            "integers": [0, 1, -1, 2**63 - 1, -(2**63)],
            "doubles": [1.5, -1e300, 5e-324, math.inf, -math.inf],
            "time": datetime.datetime(2001, 2, 3, 4, 5, 6, 789012, UTC),
            "early": datetime.datetime(1, 1, 1, tzinfo=UTC),
            "late": datetime.datetime(9999, 12, 31, 23, 59, 59, 999999, UTC),
            "text": "é 日本 😀 \0 \n",
            "empty": "",
            "bytes": bytes(range(256)),
            "reference": self.c.document("other"),
            "place": firestore.GeoPoint(-12.5, 179.25),
            "array": [1, "a", None, {"deep": [True]}],
            "nothing": [],
            "map": {"a": {"b": {"c": {}}}, "ü.`\\": 1},
            "vector": Vector([1.0, -2.5]),
        }
        document = self.c.document("types")
        document.set(values)
        self.assertEqual(document.get().to_dict(), values)
        document.set({"nan": math.nan, "zero": -0.0})
        back = document.get().to_dict()
        self.assertTrue(math.isnan(back["nan"]))
        self.assertEqual(math.copysign(1, back["zero"]), -1)
        found = self.c.where(filter=FieldFilter("zero", "==", 0)).get()
        self.assertEqual([each.id for each in found], ["types"])

    def test_transforms(self):
        document = self.c.document("t")
        document.set({"n": 1, "d": 1.5, "l": [1, 2, 2, "a"], "top": 5, "max": 2**63 - 1})
        written = document.update(
            {
                "n": firestore.Increment(2),
                "d": firestore.Increment(0.25),
                "l": firestore.ArrayRemove([2, "none"]),
                "union": firestore.ArrayUnion([3, 3, 4]),
                "top": firestore.Maximum(9),
                "low": firestore.Minimum(-1),
                "max": firestore.Increment(1),
                "time": firestore.SERVER_TIMESTAMP,
            }
        )
        back = document.get().to_dict()
        time = back.pop("time")
        self.assertEqual(
            back,
            {"n": 3, "d": 1.75, "l": [1, "a"], "union": [3, 4], "top": 9, "low": -1, "max": 2**63 - 1},
        )
        self.assertLess(abs((written.update_time - time).total_seconds()), 5)
        self.assertEqual(len(written.transform_results), 8)

    def test_preconditions(self):
        document = self.c.document("p")
        with self.assertRaises(exceptions.NotFound):
            document.update({"n": 1})
        with self.assertRaises(exceptions.NotFound):
            document.delete(option=self.db.write_option(exists=True))
        first = document.create({"n": 1})
        with self.assertRaises(exceptions.AlreadyExists):
            document.create({"n": 2})
        document.update({"n": 2}, option=self.db.write_option(last_update_time=first.update_time))
        with self.assertRaises(exceptions.FailedPrecondition):
            document.update({"n": 3}, option=self.db.write_option(last_update_time=first.update_time))
        self.assertEqual(document.get().get("n"), 2)

    def test_ids_of_any_kind(self):
        for name in ["a b", "é", "日本", "a.b", "1", "%41", "x" * 1500, "a:b", "__a", "😀"]:
            document = self.c.document(name)
            document.set({"name": name})
            self.assertEqual(document.get().get("name"), name)
        made = self.c.add({"n": 1})[1]
        self.assertEqual(len(made.id), 20)

    def test_get_all(self):
        self.fill(a={"n": 1}, b={"n": 2})
        references = [self.c.document(name) for name in ("a", "none", "b")]
        found = {snapshot.id: snapshot.to_dict() for snapshot in self.db.get_all(references, ["n"])}
        self.assertEqual(found, {"a": {"n": 1}, "none": None, "b": {"n": 2}})

    def test_large_documents(self):
        document = self.c.document("large")
        document.set({"b": bytes(1_000_000)})
        self.assertEqual(len(document.get().get("b")), 1_000_000)
        with self.assertRaises(exceptions.InvalidArgument):
            document.set({"b": bytes(1_100_000)})
        with self.assertRaises(exceptions.GoogleAPICallError) as caught:
            # The client would try again for a minute.
            self.c.document("huge").set({"b": bytes(12_000_000)}, retry=None)
        self.assertEqual(caught.exception.grpc_status_code, grpc.StatusCode.RESOURCE_EXHAUSTED)
        # The connection is as good as before, and many large documents come in one answer.
        for number in range(8):
            self.c.document(f"large{number}").set({"b": bytes(1_000_000)})
        self.assertEqual(len(list(self.c.stream())), 9)


class Queries(Case):
    def setUp(self):
        super().setUp()
        self.fill(
            a={"n": 1, "s": "x", "l": [1, 2], "m": {"k": 1}},
            b={"n": 2, "s": "y", "l": [2, 3], "m": {"k": 2}},
            c={"n": 3, "s": "x", "l": [3], "m": {"k": 3}},
            d={"n": None, "s": "z"},
            e={"n": math.nan},
            f={"s": "x"},
        )

    def found(self, field, operator, value):
        return self.ids(self.c.where(filter=FieldFilter(field, operator, value)))

    def test_operators(self):
        for field, operator, value, expected in [
            ("n", "==", 2, "b"),
            ("n", "==", 2.0, "b"),
            ("n", "!=", 2, "eac"),
            ("n", "<", 2, "a"),
            ("n", "<=", 2, "ab"),
            ("n", ">", 2, "c"),
            ("n", ">=", 2, "bc"),
            ("n", "==", None, "d"),
            ("n", "==", math.nan, "e"),
            ("n", "!=", math.nan, "abc"),
            ("n", "!=", None, "eabc"),
            ("s", "in", ["x", "z"], "acdf"),
            ("s", "not-in", ["x", "z"], "b"),
            ("l", "array_contains", 2, "ab"),
            ("l", "array_contains_any", [1, 3], "abc"),
            ("m.k", ">", 1, "bc"),
            ("__name__", ">=", self.c.document("e"), "ef"),
            ("s", "==", "none", ""),
        ]:
            with self.subTest(f"{field} {operator} {value}"):
                self.assertEqual("".join(self.found(field, operator, value)), expected)

    def test_and_or(self):
        both = And([FieldFilter("s", "==", "x"), FieldFilter("n", ">", 1)])
        self.assertEqual(self.ids(self.c.where(filter=both)), ["c"])
        either = Or([FieldFilter("n", "==", 2), And([FieldFilter("s", "==", "x"), FieldFilter("n", "==", 1)])])
        self.assertEqual(self.ids(self.c.where(filter=either)), ["a", "b"])
        chained = self.c.where(filter=FieldFilter("s", "==", "x")).where(filter=FieldFilter("n", "<", 3))
        self.assertEqual(self.ids(chained), ["a"])

    def test_order_limit_offset(self):
        down = self.c.order_by("n", direction=firestore.Query.DESCENDING)
        self.assertEqual(self.ids(down), ["c", "b", "a", "e", "d"])
        self.assertEqual(self.ids(down.limit(2)), ["c", "b"])
        self.assertEqual(self.ids(down.offset(1).limit(2)), ["b", "a"])
        self.assertEqual([s.id for s in self.c.order_by("n").limit_to_last(2).get()], ["b", "c"])
        self.assertEqual(self.ids(self.c.order_by("s").order_by("n")), ["a", "c", "b", "d"])

    def test_cursors(self):
        ordered = self.c.order_by("n")
        self.assertEqual(self.ids(ordered.start_at({"n": 2})), ["b", "c"])
        self.assertEqual(self.ids(ordered.start_after({"n": 2})), ["c"])
        self.assertEqual(self.ids(ordered.end_before({"n": 2})), ["d", "e", "a"])
        self.assertEqual(self.ids(ordered.end_at({"n": 2})), ["d", "e", "a", "b"])
        self.assertEqual(self.ids(ordered.start_after(self.c.document("a").get()).end_at({"n": 3})), ["b", "c"])

    def test_select(self):
        found = {s.id: s.to_dict() for s in self.c.select(["n", "m.k"]).where(filter=FieldFilter("n", "<", 3)).stream()}
        self.assertEqual(found, {"a": {"n": 1, "m": {"k": 1}}, "b": {"n": 2, "m": {"k": 2}}})
        self.assertEqual([s.to_dict() for s in self.c.select([]).limit(1).stream()], [{}])

    def test_mixed_types_in_their_order(self):
        place = firestore.GeoPoint
        values = [
            None, False, True, math.nan, -math.inf, -5, 1.5, 2, 2**53, math.inf,
            datetime.datetime(2000, 1, 1, tzinfo=UTC), datetime.datetime(2001, 1, 1, tzinfo=UTC),
            "", "A", "a", "é", "日", "😀", b"", b"\0", b"\xff",
            self.c.document("a"), self.c.document("b"), place(-1, 5), place(1, -5), place(1, 5),
            [], [1], [1, 1], [2], Vector([9.0]), Vector([1.0, 2.0]), {}, {"a": 1}, {"a": 1, "b": 0}, {"a": 2}, {"b": 0},
        ]  # fmt: skip
        mixed = self.db.collection("mixed")
        names = [f"{index:02}" for index in range(len(values))]
        for name, value in random.Random(7).sample(list(zip(names, values)), len(values)):
            mixed.document(name).set({"v": value})
        self.assertEqual(self.ids(mixed.order_by("v")), names)
        self.assertEqual(self.ids(mixed.order_by("v", direction=firestore.Query.DESCENDING)), names[::-1])
        self.assertEqual(self.ids(mixed.where(filter=FieldFilter("v", ">", "a"))), ["15", "16", "17"])

    def test_collection_groups(self):
        self.db.document("x/1/deep/a").set({"n": 1})
        self.db.document("x/2/deep/b").set({"n": 2})
        self.db.document("deep/c").set({"n": 3})
        self.db.document("x/2/deeper/d").set({"n": 2})
        group = self.db.collection_group("deep")
        self.assertEqual(sorted(self.ids(group)), ["a", "b", "c"])
        self.assertEqual(self.ids(group.where(filter=FieldFilter("n", ">=", 2)).order_by("n")), ["b", "c"])

    def test_aggregations(self):
        query = self.c.where(filter=FieldFilter("n", ">", 0))
        self.assertEqual(query.count().get()[0][0].value, 3)
        all_of_them = query.sum("n", alias="sum").avg("n", alias="avg").count(alias="count")
        self.assertEqual({r.alias: r.value for r in all_of_them.get()[0]}, {"sum": 6, "avg": 2.0, "count": 3})
        none = aggregation.AggregationQuery(self.c.where(filter=FieldFilter("n", ">", 9)))
        none.count(alias="count").sum("n", alias="sum").avg("n", alias="avg")
        # The average is null, which this client shows as 0.
        self.assertEqual({r.alias: r.value for r in none.get()[0]}, {"sum": 0, "avg": 0, "count": 0})
        self.assertEqual(self.c.limit(2).count().get()[0][0].value, 2)

    def test_partitions(self):
        batch = self.db.batch()
        for number in range(400):
            batch.set(self.db.document(f"p/{number:03}"), {"n": number})
        batch.commit()
        partitions = list(self.db.collection_group("p").get_partitions(4))
        # A part has 128 documents or more.
        self.assertEqual(len(partitions), 3)
        found = [snapshot.id for part in partitions for snapshot in part.query().stream()]
        self.assertEqual(found, [f"{number:03}" for number in range(400)])

    def test_refused(self):
        with self.assertRaises(exceptions.InvalidArgument):
            self.ids(self.c.where(filter=FieldFilter("n", "in", [])))
        with self.assertRaises(exceptions.InvalidArgument):
            self.ids(self.c.where(filter=FieldFilter("n", "in", list(range(31)))))
        with self.assertRaises(exceptions.InvalidArgument):
            self.ids(self.c.limit(-1))


class Changes(Case):
    def test_batches_are_atomic(self):
        batch = self.db.batch()
        batch.set(self.c.document("a"), {"n": 1})
        batch.update(self.c.document("none"), {"n": 1})
        with self.assertRaises(exceptions.NotFound):
            batch.commit()
        self.assertEqual(self.ids(self.c), [])
        batch = self.db.batch()
        for number in range(500):
            batch.set(self.c.document(f"{number:03}"), {"n": number})
        results = batch.commit()
        self.assertEqual(len(results), 500)
        self.assertEqual(len({result.update_time for result in results}), 1)

    def test_bulk_writer(self):
        writer = self.db.bulk_writer()
        for number in range(60):
            writer.create(self.c.document(f"{number:02}"), {"n": number})
        writer.close()
        self.assertEqual(self.c.count().get()[0][0].value, 60)

    def test_batch_write_answers_each_write(self):
        name = self.c.document("a")._document_path
        writes = [
            types.Write(update=types.Document(name=name)),
            types.Write(delete=name + "0", current_document=types.Precondition(exists=True)),
        ]
        answer = self.db._firestore_api.batch_write(
            request={"database": self.db._database_string, "writes": writes}, metadata=self.db._rpc_metadata
        )
        self.assertEqual([status.code for status in answer.status], [0, 5])

    def test_transactions(self):
        self.fill(a={"n": 1}, b={"n": 2})

        @firestore.transactional
        def swap(transaction):
            a, b = (self.c.document(name).get(transaction=transaction).get("n") for name in "ab")
            transaction.update(self.c.document("a"), {"n": b})
            transaction.update(self.c.document("b"), {"n": a})
            return a, b

        self.assertEqual(swap(self.db.transaction()), (1, 2))
        self.assertEqual([s.get("n") for s in self.c.stream()], [2, 1])

        @firestore.transactional
        def fail(transaction):
            transaction.set(self.c.document("a"), {"n": 9})
            raise ValueError

        with self.assertRaises(ValueError):
            fail(self.db.transaction())

        @firestore.transactional
        def total(transaction):
            return sum(s.get("n") for s in self.c.where(filter=FieldFilter("n", ">", 0)).stream(transaction=transaction))

        self.assertEqual(total(self.db.transaction(read_only=True)), 3)

    def test_contention(self):
        counter = self.c.document("counter")
        counter.set({"n": 0})
        failures = queue.Queue()

        @firestore.transactional
        def increment(transaction):
            number = counter.get(transaction=transaction).get("n")
            transaction.update(counter, {"n": number + 1})

        def work():
            try:
                for _ in range(10):
                    increment(self.db.transaction(max_attempts=50))
            except Exception as failure:
                failures.put(failure)

        threads = [threading.Thread(target=work, daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10 * PATIENCE)
        self.assertEqual(list(failures.queue), [])
        self.assertEqual(counter.get().get("n"), 20)

    def test_lists(self):
        for path in ["c/a", "c/b", "c/a/sub/x", "c/missing/sub/y", "d/z"]:
            self.db.document(path).set({"n": 1})
        self.assertEqual(sorted(c.id for c in self.db.collections()), ["c", "d"])
        self.assertEqual([c.id for c in self.c.document("a").collections()], ["sub"])
        # A document that does not exist but has documents below is listed, too.
        self.assertEqual([d.id for d in self.c.list_documents(page_size=2)], ["a", "b", "missing"])

    def test_recursive_delete(self):
        for path in ["c/a", "c/a/sub/x", "c/a/sub/x/deep/y", "c/b", "d/z"]:
            self.db.document(path).set({"n": 1})
        self.assertEqual(self.db.recursive_delete(self.c), 4)
        self.assertEqual([c.id for c in self.db.collections()], ["d"])


class Streams(Case):
    def watch(self, target):
        """Listens, and returns what takes the next snapshot."""
        snapshots = queue.Queue()
        watch = target.on_snapshot(lambda documents, changes, time: snapshots.put((documents, changes, time)))
        self.addCleanup(watch.unsubscribe)
        return lambda: snapshots.get(timeout=PATIENCE)

    def test_document(self):
        document = self.c.document("a")
        take = self.watch(document)
        self.assertFalse(any(snapshot.exists for snapshot in take()[0]))
        document.set({"n": 1})
        self.assertEqual([s.to_dict() for s in take()[0]], [{"n": 1}])
        document.update({"n": 2})
        documents, _, time = take()
        self.assertEqual([s.to_dict() for s in documents], [{"n": 2}])
        self.assertGreaterEqual(time, document.get().update_time)
        document.delete()
        self.assertFalse(any(snapshot.exists for snapshot in take()[0]))

    def test_query(self):
        self.fill(a={"n": 1}, b={"n": 2}, x={"n": -1})
        take = self.watch(self.c.where(filter=FieldFilter("n", ">", 0)).order_by("n"))

        def next_snapshot():
            documents, changes, _ = take()
            return [s.id for s in documents], [(change.type.name, change.document.id) for change in changes]

        self.assertEqual(next_snapshot(), (["a", "b"], [("ADDED", "a"), ("ADDED", "b")]))
        self.c.document("c").set({"n": 1.5})
        self.assertEqual(next_snapshot(), (["a", "c", "b"], [("ADDED", "c")]))
        self.c.document("a").update({"n": 5})
        self.assertEqual(next_snapshot(), (["c", "b", "a"], [("MODIFIED", "a")]))
        self.c.document("b").update({"n": -2})
        self.assertEqual(next_snapshot(), (["c", "a"], [("REMOVED", "b")]))
        self.c.document("c").delete()
        self.assertEqual(next_snapshot(), (["a"], [("REMOVED", "c")]))

    def test_query_with_limit(self):
        self.fill(a={"n": 1}, b={"n": 2}, c={"n": 3})
        take = self.watch(self.c.order_by("n").limit(2))
        self.assertEqual([s.id for s in take()[0]], ["a", "b"])
        self.c.document("a").delete()
        self.assertEqual([s.id for s in take()[0]], ["b", "c"])

    def test_many_listeners_on_one_connection(self):
        takes = [self.watch(self.c.document(f"{number}")) for number in range(20)]
        for take in takes:
            take()
        batch = self.db.batch()
        for number in range(20):
            batch.set(self.c.document(f"{number}"), {"n": number})
        batch.commit()
        self.assertEqual([take()[0][0].get("n") for take in takes], list(range(20)))

    def test_write_stream(self):
        database = self.db._database_string
        name = self.c.document("w")._document_path
        requests = queue.Queue()
        requests.put(types.WriteRequest(database=database))
        answers = self.db._firestore_api.write(iter(requests.get, None), metadata=self.db._rpc_metadata)
        token = next(answers).stream_token
        for number in range(3):
            document = types.Document(name=name, fields={"n": types.Value(integer_value=number)})
            requests.put(types.WriteRequest(stream_token=token, writes=[types.Write(update=document)]))
            answer = next(answers)
            token = answer.stream_token
            self.assertEqual(len(answer.write_results), 1)
        self.assertEqual(self.c.document("w").get().to_dict(), {"n": 2})
        requests.put(None)
        self.assertEqual(list(answers), [])

    def test_refused_targets(self):
        request = types.ListenRequest(
            database=self.db._database_string,
            add_target=types.Target(target_id=3, documents={"documents": ["nonsense"]}),
        )
        requests = queue.Queue()
        requests.put(request)
        answers = self.db._firestore_api.listen(iter(requests.get, None), metadata=self.db._rpc_metadata)
        changes = []
        for answer in answers:
            changes.append(answer.target_change)
            if answer.target_change.target_change_type == types.TargetChange.TargetChangeType.REMOVE:
                requests.put(None)
        self.assertEqual(changes[-1].cause.code, grpc.StatusCode.INVALID_ARGUMENT.value[0])

    def test_a_stream_that_is_refused_ends(self):
        requests = queue.Queue()
        requests.put(types.ListenRequest(database="nonsense", add_target=types.Target(target_id=3)))
        with self.assertRaises(exceptions.InvalidArgument):
            list(self.db._firestore_api.listen(iter(requests.get, None), metadata=self.db._rpc_metadata, timeout=PATIENCE))
        requests.put(None)


class Calls(Case):
    """What the generated client can ask and the other one does not."""

    def test_single_calls(self):
        api, metadata = self.db._firestore_api, self.db._rpc_metadata
        root = self.db._database_string + "/documents"
        made = api.create_document(
            request={"parent": root, "collection_id": "c", "document": types.Document()}, metadata=metadata
        )
        self.assertEqual(len(made.name.rsplit("/", 1)[1]), 20)
        changed = api.update_document(
            request={"document": types.Document(name=made.name, fields={"n": types.Value(integer_value=1)})},
            metadata=metadata,
        )
        read = api.get_document(request={"name": made.name}, metadata=metadata)
        self.assertEqual(read, changed)
        listed = api.list_documents(request={"parent": root, "collection_id": "c"}, metadata=metadata)
        self.assertEqual([document.name for document in listed], [made.name])
        api.delete_document(request={"name": made.name}, metadata=metadata)
        with self.assertRaises(exceptions.NotFound):
            api.get_document(request={"name": made.name}, metadata=metadata)

    def test_pages(self):
        self.fill(**{f"d{number:02}": {"n": number} for number in range(25)})
        request = {"parent": self.db._database_string + "/documents", "collection_id": "c", "page_size": 10}
        pages = self.db._firestore_api.list_documents(request=request, metadata=self.db._rpc_metadata).pages
        self.assertEqual([len(page.documents) for page in pages], [10, 10, 5])

    def test_errors_keep_their_text(self):
        with self.assertRaises(exceptions.NotFound) as caught:
            self.db._firestore_api.get_document(
                request={"name": self.c.document("é 100 %")._document_path}, metadata=self.db._rpc_metadata
            )
        self.assertIn("c/é 100 %", caught.exception.message)

    def test_deadlines(self):
        requests = queue.Queue()
        with self.assertRaises(exceptions.DeadlineExceeded):
            list(
                self.db._firestore_api.listen(
                    iter(requests.get, None), metadata=self.db._rpc_metadata, retry=None, timeout=1
                )
            )
        requests.put(None)

    def test_strangers_and_bad_credentials(self):
        def ids(*metadata):
            request = {"parent": self.db._database_string + "/documents"}
            return list(self.db._firestore_api.list_collection_ids(request=request, metadata=metadata))

        self.assertEqual(ids(("authorization", "Bearer owner")), [])
        with self.assertRaises(exceptions.PermissionDenied):
            ids()
        with self.assertRaises(exceptions.InvalidArgument):
            ids(("authorization", "Bearer garbage"))

    def test_unknown_methods_and_compression(self):
        channel = self.db._firestore_api.transport.grpc_channel

        def call(method, **options):
            unary = channel.unary_unary(method, request_serializer=bytes, response_deserializer=bytes)
            with self.assertRaises(grpc.RpcError) as caught:
                unary(b"\0" * 2000, **options)
            return caught.exception.code()

        self.assertEqual(call("/google.firestore.v1.Firestore/Nothing"), grpc.StatusCode.UNIMPLEMENTED)
        self.assertEqual(call("/other.Service/Method"), grpc.StatusCode.UNIMPLEMENTED)
        commit = "/google.firestore.v1.Firestore/Commit"
        self.assertEqual(call(commit, compression=grpc.Compression.Gzip), grpc.StatusCode.UNIMPLEMENTED)
        self.assertEqual(call(commit), grpc.StatusCode.INVALID_ARGUMENT)


class Asynchronous(unittest.IsolatedAsyncioTestCase):
    """The same over the other implementation of gRPC that Python has."""

    async def test_documents_queries_transactions(self):
        db = firestore.AsyncClient(project=f"demo-{uuid.uuid4().hex[:12]}")
        documents = [db.document(f"c/{number}") for number in range(20)]
        await asyncio.gather(*(document.set({"n": number}) for number, document in enumerate(documents)))
        query = db.collection("c").where(filter=FieldFilter("n", ">=", 10)).order_by("n")
        self.assertEqual([s.get("n") async for s in query.stream()], list(range(10, 20)))
        self.assertEqual((await query.count().get())[0][0].value, 10)

        @firestore.async_transactional
        async def add(transaction):
            snapshot = await documents[0].get(transaction=transaction)
            transaction.update(documents[0], {"n": snapshot.get("n") + 1})

        await asyncio.gather(*(add(db.transaction(max_attempts=50)) for _ in range(4)))
        self.assertEqual((await documents[0].get()).get("n"), 4)
        with self.assertRaises(exceptions.NotFound):
            await db.document("c/none").update({"n": 1})
        db.close()


if __name__ == "__main__":
    unittest.main()
