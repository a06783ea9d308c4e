"""Firestore in production mode with security rules: `hearth serve --production --rules FILE`, real ID tokens, and the
official client for Python, synchronous and asynchronous, in the names of users.

The suite starts its own server; administrators are the service account of a key file, as with Firebase.
"""

import asyncio
import pathlib
import queue
import tempfile
import unittest
import uuid

import google.oauth2.credentials
import grpc
from google.api_core import exceptions
from google.cloud import firestore
from google.cloud.firestore_v1 import types
from google.cloud.firestore_v1.base_query import FieldFilter
from google.cloud.firestore_v1.services.firestore import FirestoreAsyncClient, FirestoreClient
from google.cloud.firestore_v1.services.firestore.transports import FirestoreGrpcAsyncIOTransport, FirestoreGrpcTransport

import production

PATIENCE = 60
PASSWORD = "correct horse 7 battery"
RULES = """
rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    function isOwner(uid) { return request.auth != null && request.auth.uid == uid; }
    match /users/{uid} {
      allow get: if isOwner(uid);
      allow create: if isOwner(uid) && request.resource.data.keys().hasOnly(['name', 'age'])
                    && request.resource.data.name is string;
      allow update: if isOwner(uid) && request.resource.data.age >= resource.data.age;
    }
    match /notes/{note} {
      allow read: if request.auth != null && resource.data.owner == request.auth.uid;
      allow create: if request.auth.uid == request.resource.data.owner && request.resource.data.at == request.time;
      allow update, delete: if resource.data.owner == request.auth.uid
                            && (request.resource == null || request.resource.data.owner == resource.data.owner);
    }
    match /teams/{team}/{document=**} {
      allow read, write: if exists(/databases/$(database)/documents/members/$(team + '-' + request.auth.uid));
    }
    match /staff/{document} { allow read: if request.auth.token.role == 'staff'; }
    match /public/{document} { allow get; allow list: if request.query.limit <= 10; }
  }
}
"""
world = None


class World(production.World):
    """A production server with rules."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.folder.name)
        rules = root / "firestore.rules"
        rules.write_text(RULES)
        self.server = production.Server(root / "hearth.db", "--rules", str(rules))

    def sign_up(self):
        """A new user: the ID token and the uid."""
        answer = self.user("accounts:signUp", email=f"user-{uuid.uuid4().hex}@example.com", password=PASSWORD)
        assert answer.status_code == 200, answer.text
        content = answer.json()
        return content["idToken"], content["localId"]


def setUpModule():
    global world
    world = World()


def tearDownModule():
    world.stop()


def client(token):
    """The official client over a channel without TLS, as behind a proxy that ends it; the token goes with every call."""
    db = firestore.Client(project=production.PROJECT, credentials=google.oauth2.credentials.Credentials("unused"))
    channel = grpc.insecure_channel(world.server.address)
    db._firestore_api_internal = FirestoreClient(transport=FirestoreGrpcTransport(channel=channel))
    metadata = [("google-cloud-resource-prefix", db._database_string)]
    if token:
        metadata.append(("authorization", f"Bearer {token}"))
    db.__class__ = type("Client", (firestore.Client,), {"_rpc_metadata": property(lambda self: metadata)})
    db._channel = channel
    return db


class Case(unittest.TestCase):
    def setUp(self):
        self.token, self.uid = world.sign_up()
        self.other_token, self.other_uid = world.sign_up()
        self.mine, self.theirs, self.nobodys = (self.client(t) for t in (self.token, self.other_token, None))
        self.owner = self.client(production.OPERATOR)

    def client(self, token):
        db = client(token)
        self.addCleanup(db._channel.close)
        return db

    def refused(self, work):
        with self.assertRaises(exceptions.PermissionDenied):
            work()


class Owners(Case):
    def test_a_profile_is_its_users(self):
        path = f"users/{self.uid}"
        self.mine.document(path).create({"name": "Ada", "age": 36})
        self.assertEqual(self.mine.document(path).get().to_dict(), {"name": "Ada", "age": 36})
        self.mine.document(path).update({"age": 37})
        self.refused(lambda: self.mine.document(path).update({"age": 1}))
        for stranger in (self.theirs, self.nobodys):
            self.refused(lambda: stranger.document(path).get())
            self.refused(lambda: stranger.document(path).update({"age": 99}))
            self.refused(lambda: stranger.document(path).delete())
            self.refused(lambda: stranger.document(path).set({"name": "Eve", "age": 99}))
        self.refused(lambda: list(self.mine.collection("users").stream()))
        self.assertEqual(self.owner.document(path).get().get("age"), 37)

    def test_unknown_fields_and_types_are_refused(self):
        path = f"users/{self.uid}"
        for fields in ({"name": 5, "age": 1}, {"name": "Ada", "age": 1, "role": "admin"}, {"age": 1}):
            self.refused(lambda: self.mine.document(path).create(fields))
        self.assertFalse(self.owner.document(path).get().exists)

    def test_a_batch_is_allowed_as_a_whole_or_not_at_all(self):
        batch = self.mine.batch()
        batch.create(self.mine.document(f"users/{self.uid}"), {"name": "Ada", "age": 1})
        batch.create(self.mine.document(f"users/{self.other_uid}"), {"name": "Ada", "age": 1})
        self.refused(batch.commit)
        self.assertFalse(self.owner.document(f"users/{self.uid}").get().exists)

    def test_existence_is_no_secret_that_leaks(self):
        self.owner.document("hidden/there").set({"n": 1})
        for path in ("hidden/there", "hidden/missing"):
            self.refused(lambda: self.mine.document(path).get())
            self.refused(lambda: self.mine.document(path).create({"n": 1}))
            self.refused(lambda: self.mine.document(path).update({"n": 1}))


class Notes(Case):
    def setUp(self):
        super().setUp()
        for db, uid in ((self.mine, self.uid), (self.theirs, self.other_uid)):
            for number in range(3):
                db.document(f"notes/{uid}-{number}").create(
                    {"owner": uid, "n": number, "at": firestore.SERVER_TIMESTAMP}
                )

    def query(self, db, uid):
        return db.collection("notes").where(filter=FieldFilter("owner", "==", uid))

    def test_a_query_is_allowed_that_asks_for_no_more_than_the_rules_give(self):
        found = [s.get("n") for s in self.query(self.mine, self.uid).order_by("n").stream()]
        self.assertEqual(found, [0, 1, 2])
        self.assertEqual(self.query(self.mine, self.uid).count().get()[0][0].value, 3)
        for query in (
            self.mine.collection("notes"),
            self.query(self.mine, self.other_uid),
            self.mine.collection("notes").where(filter=FieldFilter("n", "==", 0)),
            self.mine.collection("notes").where(filter=FieldFilter("owner", "in", [self.uid, self.other_uid])),
            self.mine.collection_group("notes").where(filter=FieldFilter("owner", "==", self.uid)),
        ):
            self.refused(lambda: list(query.stream()))
            self.refused(lambda: query.count().get())

    def test_the_time_of_a_note_is_the_servers(self):
        self.refused(lambda: self.mine.document("notes/forged").create({"owner": self.uid, "n": 1, "at": None}))

    def test_a_note_keeps_its_owner(self):
        note = self.mine.document(f"notes/{self.uid}-0")
        note.update({"n": 9})
        self.refused(lambda: note.update({"owner": self.other_uid}))
        self.refused(lambda: self.theirs.document(f"notes/{self.uid}-0").delete())
        note.delete()

    def test_a_listener_hears_its_own_and_never_anothers(self):
        snapshots = queue.Queue()
        watch = self.query(self.mine, self.uid).on_snapshot(lambda documents, changes, time: snapshots.put(documents))
        self.addCleanup(watch.unsubscribe)
        self.assertEqual(len(snapshots.get(timeout=PATIENCE)), 3)
        self.theirs.document(f"notes/{self.other_uid}-0").update({"n": 99})
        # An administrator gives a note away: it leaves, and its new content is not told.
        self.owner.document(f"notes/{self.uid}-1").update({"owner": self.other_uid, "secret": "x"})
        left = snapshots.get(timeout=PATIENCE)
        self.assertEqual([s.get("n") for s in left], [0, 2])

    def test_a_listener_that_is_not_allowed_ends(self):
        requests = queue.Queue()
        query = types.StructuredQuery(from_=[{"collection_id": "notes"}])
        target = types.Target(
            query=types.Target.QueryTarget(parent=self.mine._database_string + "/documents", structured_query=query),
            target_id=2,
        )
        requests.put(types.ListenRequest(database=self.mine._database_string, add_target=target))
        removed = types.TargetChange.TargetChangeType.REMOVE
        for answer in self.mine._firestore_api.listen(
            iter(requests.get, None), metadata=self.mine._rpc_metadata, timeout=PATIENCE
        ):
            self.assertFalse(answer.document_change.document.name)
            if answer.target_change.target_change_type == removed:
                self.assertEqual(answer.target_change.cause.code, grpc.StatusCode.PERMISSION_DENIED.value[0])
                requests.put(None)
                break

    def test_transactions_are_checked_where_they_read_and_where_they_write(self):
        @firestore.transactional
        def move(transaction, source, sink):
            number = source.get(transaction=transaction).get("n")
            transaction.update(sink, {"n": number + 10})

        documents = [self.mine.document(f"notes/{self.uid}-{number}") for number in (1, 2)]
        move(self.mine.transaction(), *documents)
        self.assertEqual(documents[1].get().get("n"), 11)
        stranger = self.mine.document(f"notes/{self.other_uid}-0")
        self.refused(lambda: move(self.mine.transaction(), documents[0], stranger))
        self.refused(lambda: move(self.mine.transaction(), stranger, documents[0]))


class Members(Case):
    def test_membership_is_another_document(self):
        self.refused(lambda: self.mine.document("teams/t/plans/p").set({"n": 1}))
        self.owner.document(f"members/t-{self.uid}").set({})
        self.mine.document("teams/t/plans/p").set({"n": 1})
        self.assertEqual([s.id for s in self.mine.collection("teams/t/plans").stream()], ["p"])
        self.refused(lambda: self.theirs.document("teams/t/plans/p").get())
        self.owner.document(f"members/t-{self.uid}").delete()
        self.refused(lambda: self.mine.document("teams/t/plans/p").get())

    def test_public_lists_are_bounded(self):
        self.owner.document("public/a").set({"n": 1})
        for db in (self.mine, self.nobodys):
            self.assertEqual(db.document("public/a").get().get("n"), 1)
            self.assertIn("a", [s.id for s in db.collection("public").limit(10).stream()])
            self.refused(lambda: list(db.collection("public").limit(11).stream()))
            self.refused(lambda: list(db.collection("public").stream()))

    def test_claims_are_the_tokens(self):
        self.refused(lambda: self.mine.document("staff/plan").get())

    def test_what_only_administrators_do(self):
        self.refused(lambda: list(self.mine.collections()))
        self.refused(lambda: list(self.mine.collection("notes").list_documents(page_size=5)))
        self.refused(lambda: list(self.mine.collection_group("notes").get_partitions(3)))
        self.assertIsInstance([c.id for c in self.owner.collections()], list)


class Callers(Case):
    def test_tokens_that_no_one_signed_or_that_are_changed(self):
        header, payload, signature = self.token.split(".")
        unsigned = "eyJhbGciOiJub25lIn0"
        for token in (f"{unsigned}.{payload}.", f"{header}.{payload}.AAAA", "owner", "garbage", self.token[:-8]):
            with self.subTest(token[:20]), self.assertRaises(exceptions.Unauthenticated):
                self.client(token).document(f"users/{self.uid}").get()

    def test_another_project_is_not_served(self):
        name = f"projects/other/databases/(default)/documents/users/{self.uid}"
        with self.assertRaises((exceptions.PermissionDenied, exceptions.NotFound)):
            self.mine._firestore_api.get_document(request={"name": name}, metadata=self.mine._rpc_metadata)

    def test_the_emulators_paths_are_closed(self):
        import requests

        base = f"http://{world.server.address}/emulator/v1/projects/{production.PROJECT}"
        for method, path in (
            ("DELETE", "/databases/(default)/documents"), ("PUT", ":securityRules"), ("POST", ":export"),
            ("GET", ":ruleCoverage.html"),
        ):  # fmt: skip
            answer = requests.request(method, base + path, headers={"Authorization": "Bearer owner"}, timeout=PATIENCE)
            self.assertIn(answer.status_code, (401, 403, 404), path)


class Asynchronous(unittest.TestCase):
    def test_the_other_client_is_refused_alike(self):
        token, uid = world.sign_up()
        _, other = world.sign_up()

        async def run():
            channel = grpc.aio.insecure_channel(world.server.address)
            api = FirestoreAsyncClient(transport=FirestoreGrpcAsyncIOTransport(channel=channel))
            database = f"projects/{production.PROJECT}/databases/(default)"
            metadata = [("google-cloud-resource-prefix", database), ("authorization", f"Bearer {token}")]

            async def commit(name):
                fields = {"name": types.Value(string_value="Ada"), "age": types.Value(integer_value=1)}
                write = types.Write(update=types.Document(name=name, fields=fields))
                await api.commit(request={"database": database, "writes": [write]}, metadata=metadata)

            await commit(f"{database}/documents/users/{uid}")
            found = await api.get_document(request={"name": f"{database}/documents/users/{uid}"}, metadata=metadata)
            self.assertEqual(found.fields["age"].integer_value, 1)
            results = await asyncio.gather(
                *(commit(f"{database}/documents/users/{other}") for _ in range(10)), return_exceptions=True
            )
            self.assertEqual({type(result) for result in results}, {exceptions.PermissionDenied})
            await channel.close()

        asyncio.run(run())


if __name__ == "__main__":
    unittest.main()
