"""Functions of a process of their own that act on events, with kills: `hearth serve --functions payments-functions`.

Each test starts a server of its own. What the functions did is in a journal, a line an event.
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

BIN = pathlib.Path(os.environ["HEARTH_BIN"])
PROJECT = os.environ.get("HEARTH_PROJECT", "demo-conformance")
OWNER = {"Authorization": "Bearer owner"}
# Seconds: a busy machine needs many, and a hang must still end the test.
PATIENCE = 120


def call(method, url, body=None, headers=None):
    """Answers status and document; raises OSError when there is no answer."""
    request = urllib.request.Request(
        url, method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", **(headers or {})})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, json.loads(response.read() or b"{}")
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read() or b"{}")


def until(condition, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {PATIENCE} s: {what}")


def is_alive(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Server:
    """`hearth serve` with the shop's functions, on one store however often it is started."""

    def __init__(self, folder, **variables):
        self.folder = pathlib.Path(folder)
        self.journal = self.folder / "journal"
        self.variables = {"SHOP_JOURNAL": str(self.journal), **variables}
        self.process = None

    def start(self):
        log = self.folder / "log"
        with open(log, "w") as output:
            self.process = subprocess.Popen(
                [BIN / "hearth", "serve", "--port", "0", "--project", PROJECT, "--console", "off",
                 "--storage", f"sqlite:{self.folder}/shop.db",
                 "--functions", str(BIN / "payments-functions"), "--functions-port", "0"],
                stderr=output, env={**os.environ, **self.variables})

        def address():
            assert self.process.poll() is None, log.read_text()
            text = log.read_text()
            if "hearth: functions on " not in text:
                return None
            return text.split("listens on http://")[1].split()[0].rstrip(",")

        self.address = until(address, "the server listens").rstrip(",")
        self.functions = log.read_text().split("hearth: functions on ")[1].split()[0]
        return self

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def child(self):
        """The process of the functions; None while there is none."""
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit():
                    fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
                    if int(fields[1]) == self.process.pid and fields[0] != "Z":
                        return int(entry.name)
            except OSError:
                pass
        return None

    def write(self, order, revision):
        path = f"projects/{PROJECT}/databases/(default)/documents/orders/{order}"
        return call("PATCH", f"http://{self.address}/v1/{path}",
                    {"fields": {"revision": {"integerValue": str(revision)}}}, OWNER)[0]

    def account(self, operation, body, headers=None):
        return call("POST", f"http://{self.address}/identitytoolkit.googleapis.com/v1/accounts:{operation}?key=any",
                    body, headers)

    def lines(self):
        return self.journal.read_text().splitlines() if self.journal.exists() else []


class Events(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def server(self, **variables):
        server = Server(self.folder, **variables)

        def end():
            if server.process.poll() is None:
                server.stop()
        self.addCleanup(end)
        return server.start()

    def test_accounts_and_documents_reach_the_functions(self):
        server = self.server()
        status, signed_up = server.account("signUp", {"email": "ada@example.com", "password": "correct horse"})
        self.assertEqual(status, 200)
        self.assertEqual(server.account("delete", {"idToken": signed_up["idToken"]})[0], 200)
        for revision in range(3):
            self.assertEqual(server.write("A1", revision), 200)
        user = signed_up["localId"]
        expected = [f"account {user} created", f"account {user} deleted",
                    "order A1 created 0", "order A1 updated 1", "order A1 updated 2"]
        until(lambda: sorted(server.lines()) == sorted(expected), "every event is in the journal")
        self.assertEqual([line for line in server.lines() if "order" in line], expected[2:])

    def test_a_killed_server_takes_its_functions_along(self):
        server = self.server()
        child = server.child()
        self.assertTrue(is_alive(child))
        server.kill()
        until(lambda: not is_alive(child), "the functions have ended")

    def test_killed_functions_are_started_again_and_lose_nothing(self):
        server = self.server()
        first = server.child()
        os.kill(first, signal.SIGKILL)
        self.assertEqual(server.write("A1", 1), 200)
        second = until(lambda: server.child() not in (None, first) and server.child(), "the functions run again")
        self.assertNotEqual(first, second)
        until(lambda: "order A1 created 1" in server.lines(), "the event arrived")
        server.stop()
        until(lambda: not is_alive(second), "the functions have ended")

    def test_a_storm_with_kills_on_both_sides_loses_nothing_and_keeps_each_order_in_order(self):
        server = self.server()
        written = {f"o{number}": 0 for number in range(6)}
        accounts = []
        is_over = threading.Event()
        # One server at a time: writers wait while it is started anew.
        gate = threading.Lock()

        def writer(order):
            while not is_over.is_set():
                with gate:
                    place = server.address
                try:
                    revision = written[order] + 1
                    if call("PATCH", f"http://{place}/v1/projects/{PROJECT}/databases/(default)/documents/orders/{order}",
                            {"fields": {"revision": {"integerValue": str(revision)}}}, OWNER)[0] == 200:
                        written[order] = revision
                except OSError:
                    # It may be stored, and is written again: then nothing changes, and there is no second event.
                    time.sleep(0.01)

        def users():
            while not is_over.is_set():
                with gate:
                    place = server.address
                try:
                    status, answer = call(
                        "POST", f"http://{place}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any", {})
                    if status == 200:
                        accounts.append(answer["localId"])
                except OSError:
                    time.sleep(0.01)

        threads = [threading.Thread(target=writer, args=[order]) for order in written]
        threads.append(threading.Thread(target=users))
        for thread in threads:
            thread.start()
        chance = random.Random(13)
        try:
            for round in range(6):
                goal = len(server.lines()) + chance.randrange(20, 120)
                until(lambda: len(server.lines()) >= goal, f"events arrive in round {round}")
                if round % 2:
                    with gate:
                        server.kill()
                        server.start()
                elif child := server.child():
                    os.kill(child, signal.SIGKILL)
        finally:
            is_over.set()
            for thread in threads:
                thread.join()

        def first_seen(order):
            seen = []
            for line in server.lines():
                words = line.split()
                if words[:2] == ["order", order] and int(words[3]) not in seen:
                    seen.append(int(words[3]))
            return seen

        until(lambda: all(written[order] in first_seen(order) for order in written), "the last writes arrived")
        for order, revision in written.items():
            # A write whose answer was lost may be one more; what is known to be stored is there, each once in order.
            seen = first_seen(order)
            self.assertEqual(seen, list(range(1, len(seen) + 1)), order)
            self.assertGreaterEqual(len(seen), revision)
        until(lambda: {f"account {user} created" for user in accounts} <= set(server.lines()), "accounts arrived")
        self.assertGreater(len(accounts), 0)

    def test_the_identity_service_asks_the_functions(self):
        server = self.server(SHOP_REFUSED_DOMAIN="elsewhere.org")
        status, refused = server.account("signUp", {"email": "eve@elsewhere.org", "password": "correct horse"})
        self.assertEqual(status, 400)
        self.assertIn("BLOCKING_FUNCTION_ERROR_RESPONSE", refused["error"]["message"])
        self.assertIn("This address cannot have an account.", refused["error"]["message"])
        found = server.account("lookup", {"email": ["eve@elsewhere.org"]}, OWNER)[1]
        self.assertNotIn("users", found)
        ada = {"email": "ada@example.com", "password": "correct horse", "returnSecureToken": True}
        self.assertEqual(server.account("signUp", ada)[0], 200)
        status, signed_in = server.account("signInWithPassword", ada)
        self.assertEqual(status, 200)
        self.assertEqual(self.claims(signed_in["idToken"])["signedInWith"], "password")
        status, refreshed = call(
            "POST", f"http://{server.address}/securetoken.googleapis.com/v1/token?key=any",
            {"grant_type": "refresh_token", "refresh_token": signed_in["refreshToken"]})
        self.assertEqual(status, 200)
        self.assertEqual(self.claims(refreshed["id_token"])["signedInWith"], "password")
        # Functions that are away refuse every sign-in, and are not asked any more when they were stopped in order.
        server.stop()
        server.variables["SHOP_REFUSED_DOMAIN"] = "example.com"
        server.start()
        self.assertEqual(server.account("signUp", {"email": "bea@example.com", "password": "correct horse"})[0], 400)

    def test_only_the_servers_beside_them_tell_functions_of_events(self):
        server = self.server()
        event = {"id": "1", "kind": "google.cloud.firestore.document.v1.created", "time": 0, "payload": {},
                 "subject": f"{PROJECT}/(default)/orders/forged"}
        for headers in [{}, {"Authorization": "Bearer owner"}, {"Authorization": "Bearer "}]:
            url = f"http://{server.functions}/__/"
            self.assertEqual(call("POST", url + "events/followOrders", event, headers)[0], 401)
            self.assertEqual(call("GET", url + "functions", None, headers)[0], 401)
        self.assertEqual(server.lines(), [])

    def functions(self, server, *words):
        ran = subprocess.run([BIN / "hearth", "functions", *words, "--backend", server.address],
                             capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return ran.stdout.splitlines()

    def test_an_event_that_was_given_up_is_seen_tried_again_and_forgotten(self):
        server = self.server()

        def bill(name, fields):
            path = f"projects/{PROJECT}/databases/(default)/documents/bills/{name}"
            self.assertEqual(call("PATCH", f"http://{server.address}/v1/{path}", {"fields": fields}, OWNER)[0], 200)
        bill("B1", {"amount": {"integerValue": "7"}})
        bill("B2", {"total": {"integerValue": "7"}})
        until(lambda: "bill B1 7" in server.lines(), "the good bill arrived")
        failed = lambda: [json.loads(line) for line in self.functions(server, "events", "--json")]
        first = until(failed, "the bad bill was given up")
        self.assertEqual([(event["function"], event["attempts"]) for event in first], [("bill", 1)])
        self.assertEqual(first[0]["event"]["subject"].split("/")[-2:], ["bills", "B2"])
        self.assertEqual(first[0]["reason"], "the bill has no amount")
        # Also after a kill.
        server.kill()
        server.start()
        self.assertEqual(failed(), first)
        self.assertIn("bills/B2", self.functions(server, "events", "bill")[0])
        self.assertEqual(self.functions(server, "events", "greet"), [])
        self.assertEqual(self.functions(server, "retry", "bill", first[0]["event"]["id"]), ["1 event to be delivered again"])
        again = until(lambda: [event for event in failed() if event["failed"] > first[0]["failed"]], "it failed again")
        self.assertEqual(again[0]["event"], first[0]["event"])
        self.assertEqual(self.functions(server, "forget", "bill"), ["1 event forgotten"])
        self.assertEqual(failed(), [])

    def test_no_page_and_no_other_machine_sees_the_events(self):
        server = self.server()
        url = f"http://{server.address}/functions/v1/failures"
        self.assertEqual(call("GET", url)[0], 200)
        for headers in [{"Origin": "https://elsewhere.example"}, {"X-Forwarded-For": "192.0.2.1"},
                        {"Host": "elsewhere.example"}]:
            self.assertEqual(call("GET", url, None, headers)[0], 403, headers)
            self.assertEqual(call("POST", url + ":forget", {"function": "bill"}, headers)[0], 403, headers)

    def test_the_program_beside_the_functions_does_not_get_their_token(self):
        ran = subprocess.run(
            [BIN / "hearth", "exec", "--quiet", "--only", "auth", "--project", PROJECT,
             "--functions", str(BIN / "payments-functions"), "--", "env"],
            capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        names = {line.split("=")[0] for line in ran.stdout.splitlines()}
        self.assertIn("FUNCTIONS_EMULATOR_HOST", names)
        self.assertIn("FIREBASE_AUTH_EMULATOR_HOST", names)
        self.assertFalse(names & {"FUNCTIONS_CONTROL_TOKEN", "FUNCTIONS_PORT", "FUNCTIONS_EMULATOR"})

    @staticmethod
    def claims(token):
        import base64
        part = token.split(".")[1]
        return json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))


if __name__ == "__main__":
    unittest.main()
