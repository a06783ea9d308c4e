"""The tables of Firestore's behaviour, by the official client for Python, synchronous and asynchronous.

The tables lie with the tests of HearthFirestoreModel and say where they come from: recordings of the official emulator.
FIRESTORE_EMULATOR_HOST names the server under test.
"""

import asyncio
import json
import math
import os
import pathlib
import queue
import unittest
import uuid

from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1 import types
from google.protobuf import json_format

PATIENCE = 60
# Firebase answers these as Hearth does; the official emulator, of which the table is a recording, refuses them.
AS_FIREBASE = {"order by -__name__", "a > 1 without orderBy, start at 2"}
VECTORS = pathlib.Path(__file__).parent.parent / "Tests/HearthFirestoreModelTests/Vectors"


def pb(kind, content):
    """A message of the generated client from its JSON."""
    return kind.wrap(json_format.ParseDict(content, kind.pb()(), ignore_unknown_fields=False))


class Case(unittest.TestCase):
    def setUp(self):
        self.project = f"demo-{uuid.uuid4().hex[:12]}"
        self.db = firestore.Client(project=self.project)
        self.addCleanup(self.db.close)
        self.api, self.metadata = self.db._firestore_api, self.db._rpc_metadata
        self.root = self.db._database_string + "/documents"

    def vectors(self, name):
        """A table, its references in the project of the test."""
        text = (VECTORS / f"{name}.json").read_text()
        return json.loads(text.replace("projects/demo/", f"projects/{self.project}/"))

    def commit(self, *writes):
        request = pb(types.CommitRequest, {"database": self.db._database_string, "writes": list(writes)})
        return self.api.commit(request=request, metadata=self.metadata)

    def assertFails(self, outcome, failure):
        """The status and the text of a refusal."""
        self.assertEqual(failure.grpc_status_code.name, outcome["status"])
        if outcome.get("message"):
            self.assertEqual(failure.message, outcome["message"])


class Queries(Case):
    def setUp(self):
        super().setUp()
        self.commit(*(
            {"update": {"name": f"{self.root}/{row['path']}", "fields": row["fields"]}}
            for row in self.vectors("query-documents")
        ))  # fmt: skip

    def cases(self):
        return [case for case in self.vectors("queries") if case["name"] not in AS_FIREBASE]

    def request(self, case):
        parent = self.root + ("/" + case["parent"] if case["parent"] else "")
        return {"parent": parent, "structured_query": pb(types.StructuredQuery, case["query"])}

    def path(self, document):
        return document.name.removeprefix(self.root + "/")

    def found(self, answers):
        return [self.path(answer.document) for answer in answers if answer.document.name]

    def test_every_query(self):
        for case in self.cases():
            with self.subTest(case["name"]):
                outcome = case["outcome"]
                try:
                    answers = self.api.run_query(request=self.request(case), metadata=self.metadata)
                    self.assertEqual(self.found(answers), outcome.get("documents", outcome))
                except exceptions.GoogleAPICallError as failure:
                    self.assertFails(outcome, failure)

    def test_every_query_at_once_over_the_other_client(self):
        cases = self.cases()

        async def run(client, case):
            try:
                stream = await client._firestore_api.run_query(request=self.request(case), metadata=self.metadata)
                return self.found([answer async for answer in stream])
            except exceptions.GoogleAPICallError as failure:
                return failure

        async def run_all():
            client = firestore.AsyncClient(project=self.project)
            results = await asyncio.gather(*(run(client, case) for case in cases))
            client.close()
            return results

        for case, result in zip(cases, asyncio.run(run_all())):
            with self.subTest(case["name"]):
                if isinstance(result, Exception):
                    self.assertFails(case["outcome"], result)
                else:
                    self.assertEqual(result, case["outcome"].get("documents", case["outcome"]))

    def test_every_query_counts_what_it_finds(self):
        for case in self.cases():
            if "documents" not in case["outcome"]:
                continue
            with self.subTest(case["name"]):
                request = self.request(case)
                aggregation = types.StructuredAggregationQuery(
                    structured_query=request["structured_query"],
                    aggregations=[{"alias": "n", "count": {}}],
                )
                answers = self.api.run_aggregation_query(
                    request={"parent": request["parent"], "structured_aggregation_query": aggregation},
                    metadata=self.metadata,
                )
                count = next(iter(answers)).result.aggregate_fields["n"].integer_value
                self.assertEqual(count, len(case["outcome"]["documents"]))

    def test_every_query_listens_to_what_it_finds(self):
        cases = [case for case in self.cases() if "documents" in case["outcome"]]
        requests = queue.Queue()
        for number, case in enumerate(cases, 1):
            target = types.Target(target_id=number, query=types.Target.QueryTarget(**self.request(case)))
            requests.put(types.ListenRequest(database=self.db._database_string, add_target=target))
        found = {number: set() for number in range(1, len(cases) + 1)}
        waiting = set(found)
        kinds = types.TargetChange.TargetChangeType
        answers = self.api.listen(iter(requests.get, None), metadata=self.metadata, timeout=PATIENCE)
        for answer in answers:
            change = answer.document_change
            for number in change.target_ids if change else []:
                found[number].add(self.path(change.document))
            if answer.target_change.target_change_type == kinds.CURRENT:
                waiting -= set(answer.target_change.target_ids)
            if answer.target_change.target_change_type == kinds.REMOVE:
                self.fail(f"{cases[answer.target_change.target_ids[0] - 1]['name']}: {answer.target_change.cause}")
            if not waiting:
                requests.put(None)
                break
        for number, case in enumerate(cases, 1):
            with self.subTest(case["name"]):
                self.assertEqual(found[number], set(case["outcome"]["documents"]))


class Writes(Case):
    def value(self, content):
        """A value as it compares: not-a-number equals itself."""
        value = pb(types.Value, content)
        return "NaN" if math.isnan(value.double_value) else value

    def test_every_transform(self):
        for number, row in enumerate(self.vectors("transforms")):
            operation = row["op"]
            # The table is the emulator's, which has no negative zero: Firestore keeps the zero that is stored.
            if row["before"] and str(row["before"].get("doubleValue")) == "-0.0":
                continue
            with self.subTest(f"{number} {row['op']}"):
                name = f"{self.root}/t/{number}"
                if row["before"] is not None:
                    self.commit({"update": {"name": name, "fields": {"f": row["before"]}}})
                argument = row["argument"]
                if operation in ("appendMissingElements", "removeAllFromArray"):
                    argument = {"values": argument}
                self.commit(
                    {"update": {"name": name}, "updateMask": {"fieldPaths": []},
                     "updateTransforms": [{"fieldPath": "f", operation: argument}]}
                )  # fmt: skip
                after = self.api.get_document(request={"name": name}, metadata=self.metadata).fields["f"]
                if math.isnan(after.double_value):
                    after = "NaN"
                self.assertEqual(after, self.value(row["after"]))

    def test_names_are_refused_word_for_word(self):
        for row in self.vectors("resource-names"):
            if row["as_"] != "document":
                continue
            with self.subTest(row["name"]):
                try:
                    self.api.get_document(request={"name": row["name"]}, metadata=self.metadata)
                except exceptions.NotFound:
                    self.assertIsNone(row["message"])
                except exceptions.InvalidArgument as failure:
                    self.assertEqual(failure.message, row["message"])

    def test_field_paths_are_refused_word_for_word(self):
        for path in self.vectors("field-paths-invalid"):
            if not path:
                continue
            with self.subTest(path), self.assertRaises(exceptions.InvalidArgument) as caught:
                self.commit({"update": {"name": f"{self.root}/c/d"}, "updateMask": {"fieldPaths": [path]}})
            self.assertTrue(caught.exception.message.startswith(f'Invalid property path "{path}".'))

    def test_refusals_of_writes_word_for_word(self):
        name, missing = f"{self.root}/c/there", f"{self.root}/c/missing"
        self.commit({"update": {"name": name}})
        big = {"stringValue": "x" * 1_048_488}
        vector = lambda *values: {"mapValue": {"fields": {
            "__type__": {"stringValue": "__vector__"}, "value": {"arrayValue": {"values": list(values)}}}}}  # fmt: skip
        for fields, text in [
            ({"s": big}, 'The value of property "s" is longer than 1048487 bytes.'),
            ({"a": {"arrayValue": {"values": [big]}}}, 'The value of property "array" is longer than 1048487 bytes.'),
            ({"m": {"mapValue": {"fields": {"s": big}}}}, "Property m contains an invalid nested entity."),
            ({"x" * 1501: {"nullValue": None}}, "The property.name is longer than 1500 bytes."),
            ({"__x__": {"nullValue": None}}, "field name __x__ is reserved"),
            ({"a": {"arrayValue": {"values": [{"arrayValue": {}}]}}}, "Nested arrays are not allowed"),
            ({"v": vector()}, "Cannot have a zero length vector."),
            ({"v": vector({"integerValue": "1"})}, "Vector must only contain values of type 'double'"),
            ({"v": vector({"doubleValue": "NaN"})}, "Vector cannot contain NaN values."),
            ({"v": vector(*[{"doubleValue": 1}] * 2049)}, "Vectors must be at most 2048 dimensions."),
        ]:
            with self.subTest(text), self.assertRaises(exceptions.InvalidArgument) as caught:
                self.commit({"update": {"name": missing, "fields": fields}})
            self.assertEqual(caught.exception.message, text)
        for write, kind in [
            ({"update": {"name": missing}, "currentDocument": {"exists": True}}, exceptions.NotFound),
            ({"update": {"name": name}, "currentDocument": {"exists": False}}, exceptions.AlreadyExists),
            ({"delete": missing, "currentDocument": {"exists": True}}, exceptions.NotFound),
            ({"update": {"name": name}, "currentDocument": {"updateTime": "2001-01-01T00:00:00Z"}},
             exceptions.FailedPrecondition),
        ]:  # fmt: skip
            with self.subTest(str(write)), self.assertRaises(kind):
                self.commit(write)
        with self.assertRaises(exceptions.NotFound) as caught:
            self.api.get_document(request={"name": missing}, metadata=self.metadata)
        self.assertIn(missing, caught.exception.message)

    def test_aggregations(self):
        for number, row in enumerate(self.vectors("aggregations")):
            with self.subTest(number):
                collection = f"a{number}"
                self.commit(*(
                    {"update": {"name": f"{self.root}/{collection}/{index}",
                                "fields": {"w": {"integerValue": "1"}} | ({"v": v} if isinstance(v, dict) else {})}}
                    for index, v in enumerate(row["values"])
                ))  # fmt: skip
                query = self.db.collection(collection).sum("v", alias="sum").avg("v", alias="avg")
                request = query._prep_stream()[0]
                fields = next(iter(self.api.run_aggregation_query(request=request, metadata=self.metadata)))
                fields = fields.result.aggregate_fields
                for name in {"sum", "avg"} & set(row):
                    expected = pb(types.Value, row[name])
                    if math.isnan(expected.double_value):
                        self.assertTrue(math.isnan(fields[name].double_value))
                    else:
                        self.assertEqual(fields[name], expected)


class Refusals(Case):
    def test_what_is_not_served_says_so(self):
        from google.cloud.firestore_v1.base_vector_query import DistanceMeasure
        from google.cloud.firestore_v1.query_profile import ExplainOptions
        from google.cloud.firestore_v1.vector import Vector

        collection = self.db.collection("c")
        nearest = collection.find_nearest(
            vector_field="v", query_vector=Vector([1.0]), distance_measure=DistanceMeasure.EUCLIDEAN, limit=3
        )
        for name, work in {
            "search by distance": lambda: list(nearest.stream()),
            "explanations": lambda: list(collection.stream(explain_options=ExplainOptions(analyze=True))),
            "explanations of numbers": lambda: list(
                collection.count().stream(explain_options=ExplainOptions(analyze=False))
            ),
        }.items():
            with self.subTest(name), self.assertRaises(exceptions.MethodNotImplemented):
                work()


if __name__ == "__main__":
    unittest.main()
