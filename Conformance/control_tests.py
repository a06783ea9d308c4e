"""The emulator's controls over real sockets, from a client that knows nothing of Hearth.

Run by Conformance/run, which starts the server and sets FIREBASE_AUTH_EMULATOR_HOST and HEARTH_PROJECT.
"""

import json
import os
import time
import unittest
import uuid

import requests

import hearth

BASE = f"http://{os.environ['FIREBASE_AUTH_EMULATOR_HOST']}"
CONTROL = f"{BASE}/emulator/v1/projects/{os.environ['HEARTH_PROJECT']}"
TOOLKIT = f"{BASE}/identitytoolkit.googleapis.com/v1"


def sign_up():
    return requests.post(f"{TOOLKIT}/accounts:signUp?key=fake-api-key", json={}, timeout=hearth.PATIENCE)


def mail(address):
    body = {"requestType": "EMAIL_SIGNIN", "email": address}
    answer = requests.post(f"{TOOLKIT}/accounts:sendOobCode?key=fake-api-key", json=body, timeout=hearth.PATIENCE)
    answer.raise_for_status()


class Faults(unittest.TestCase):
    def tearDown(self):
        requests.delete(f"{CONTROL}/faults", timeout=hearth.PATIENCE).raise_for_status()

    def add(self, **fault):
        body = {"operation": "accounts:signUp", "fault": fault}
        requests.post(f"{CONTROL}/faults", json=body, timeout=hearth.PATIENCE).raise_for_status()

    def test_a_connection_is_closed_without_an_answer(self):
        for kind in ("OFFLINE", "DROP"):
            self.add(kind=kind)
            with self.assertRaises(requests.ConnectionError):
                sign_up()
            self.assertEqual(sign_up().status_code, 200)

    def test_an_error_a_status_and_a_delay(self):
        self.add(kind="ERROR", message="QUOTA_EXCEEDED")
        self.assertEqual(sign_up().json()["error"]["message"], "QUOTA_EXCEEDED")
        self.add(kind="STATUS", status=503, retryAfterSeconds=7)
        answer = sign_up()
        self.assertEqual((answer.status_code, answer.headers["Retry-After"]), (503, "7"))
        self.add(kind="DELAY", delayMilliseconds=300)
        start = time.monotonic()
        self.assertEqual(sign_up().status_code, 200)
        self.assertGreaterEqual(time.monotonic() - start, 0.3)


class Clock(unittest.TestCase):
    def test_it_is_moved_and_comes_back(self):
        try:
            moved = requests.patch(f"{CONTROL}/clock", json={"advanceSeconds": 86400}, timeout=hearth.PATIENCE).json()
            self.assertAlmostEqual(moved["offset"], 86400, delta=5)
        finally:
            back = requests.patch(f"{CONTROL}/clock", json={"offset": 0}, timeout=hearth.PATIENCE).json()
        self.assertLess(abs(back["offset"]), 5)


class Inbox(unittest.TestCase):
    def events(self, **headers):
        headers["Accept"] = "text/event-stream"
        with requests.get(f"{CONTROL}/inbox", headers=headers, stream=True, timeout=hearth.PATIENCE) as answer:
            self.assertEqual(answer.headers["Content-Type"], "text/event-stream")
            for line in answer.iter_lines(chunk_size=1, decode_unicode=True):
                if line.startswith("data: "):
                    yield json.loads(line.removeprefix("data: "))

    def test_a_mail_arrives_while_one_listens(self):
        address = f"{uuid.uuid4().hex}@example.com"
        mail(address)
        first = next(event for event in self.events() if event["to"] == address)
        later = self.events(**{"Last-Event-ID": first["id"]})
        mail(f"later-{address}")
        self.assertEqual(next(later)["to"], f"later-{address}")
        listed = requests.get(f"{CONTROL}/inbox", timeout=hearth.PATIENCE).json()
        self.assertEqual([entry["to"] for entry in listed["messages"][-2:]], [address, f"later-{address}"])


if __name__ == "__main__":
    unittest.main()
