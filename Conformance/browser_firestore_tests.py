"""Firestore from a page in Chromium: the web channel, spoken by hand across origins, as the official SDK speaks it."""

import json

import hearth
from browser import BrowserCase

ROOT = f"/v1/projects/{hearth.PROJECT}/databases/(default)/documents"
FIRST = ["ADD 2", "CURRENT 2", "snapshot"]
OWN = """
service cloud.firestore { match /databases/{database}/documents {
  match /own/{id} { allow read, write: if request.auth.uid == resource.data.owner; }
  match /notes/{id} { allow read, write; }
} }
"""


class Firestore(BrowserCase):
    def setUp(self):
        super().setUp()
        hearth.send("DELETE", f"/emulator{ROOT}")
        self.rules("service cloud.firestore { match /databases/{d}/documents/{p=**} { allow read, write; } }")
        self.page.goto(f"{self.app.url}/firestore.html?backend={hearth.BASE}")

    def rules(self, source):
        files = [{"name": "firestore.rules", "content": source}]
        path = f"/emulator/v1/projects/{hearth.PROJECT}:securityRules"
        self.assertEqual(hearth.send("PUT", path, {"rules": {"files": files}}).status, 200)

    def put(self, path, text):
        answer = hearth.send("PATCH", f"{ROOT}/{path}", {"fields": {"text": {"stringValue": text}}}, hearth.OWNER)
        self.assertEqual(answer.status, 200)

    def listen(self, name="main", collection="notes", **options):
        self.page.evaluate(
            "([name, project, collection, options]) => listen(name, project, collection, options)",
            [name, hearth.PROJECT, collection, options],
        )

    def snapshot(self, name="main"):
        return self.page.evaluate("name => channels[name].snapshot()", name)

    def write(self, texts):
        return self.page.evaluate("([project, texts]) => write(project, texts)", [hearth.PROJECT, texts])

    def test_a_page_listens_and_writes(self):
        self.listen()
        self.assertEqual(self.snapshot(), FIRST)
        self.assertIn("writeResults", self.write({"notes/1": "café 😀"})[0])
        self.assertEqual(self.snapshot(), ["change notes/1 café 😀", "snapshot"])
        self.assertEqual(self.page.evaluate("channels.main.terminate()"), 200)

    def test_a_listener_goes_on_where_its_connection_broke(self):
        self.listen()
        self.assertEqual(self.snapshot(), FIRST)
        for round in range(5):
            self.page.evaluate("channels.main.cut()")
            self.put(f"notes/{round}", f"text {round}")
            self.assertEqual(self.snapshot(), [f"change notes/{round} text {round}", "snapshot"])
        self.assertGreater(self.page.evaluate("channels.main.answers"), 4)

    def test_long_polling_brings_the_same(self):
        self.listen(longPolling=True)
        self.assertEqual(self.snapshot(), FIRST)
        for round in range(5):
            self.put("notes/1", f"text {round}")
            self.assertEqual(self.snapshot(), [f"change notes/1 text {round}", "snapshot"])

    def test_unary_calls_pass_the_preflight(self):
        status = self.page.evaluate(
            """async url => (await fetch(url, {
                method: 'POST',
                credentials: 'include',
                headers: {
                    'Authorization': 'Bearer owner', 'google-cloud-resource-prefix': 'x',
                    'x-goog-request-params': 'project_id=x', 'x-goog-api-client': 'gl-js/ fire/12', 'x-firebase-gmpid': '1',
                },
                body: '{}',
            })).status""",
            f"{hearth.BASE}{ROOT}:commit",
        )
        self.assertEqual(status, 200)

    def test_rules_decide_by_the_token_in_the_form(self):
        self.rules(OWN)
        ada = hearth.sign_up()
        self.put("own/1", "mine")
        self.listen("stranger", "own")
        self.assertIn("REMOVE 2", self.page.evaluate(
            """async () => {
                const isRemoval = message => message.targetChange?.targetChangeType === 'REMOVE'
                return (await channels.stranger.until(isRemoval)).map(words)
            }"""
        ))
        self.listen("wrong", "own", headers="Authorization:Bearer nonsense\r\n")
        self.assertEqual(self.snapshot("wrong"), ["error INVALID_ARGUMENT"])
        self.listen("ada", "notes", headers=f"Authorization:Bearer {ada['idToken']}\r\n")
        self.assertEqual(self.snapshot("ada"), FIRST)

    def test_six_connections_are_enough_for_listeners_and_many_writes(self):
        self.listen()
        self.assertEqual(self.snapshot(), FIRST)
        self.listen("other", "others")
        self.assertEqual(self.snapshot("other"), FIRST)
        written = self.write({f"notes/{number}": str(number) for number in range(20)})
        self.assertEqual(len(written), 20)
        self.assertTrue(all("writeResults" in answer for answer in written), json.dumps(written))
        seen = set()
        while len(seen) < 20:
            seen |= {word for word in self.snapshot() if word.startswith("change")}

    def test_a_session_that_was_ended_is_unknown(self):
        self.listen()
        self.assertEqual(self.snapshot(), FIRST)
        self.assertEqual(self.page.evaluate("channels.main.terminate()"), 200)
        answer = self.page.evaluate("channels.main.send({}).catch(error => error.message)")
        self.assertIn("400", answer)
        self.assertIn("Unknown SID", answer)
