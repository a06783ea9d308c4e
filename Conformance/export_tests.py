"""`hearth serve --export-on-exit`, ended by a signal as process managers end it, and `--import` after it."""

import json
import os
import re
import signal
import subprocess
import tempfile
import threading
import unittest

import requests

HEARTH = os.path.join(os.environ["HEARTH_BIN"], "hearth")
PROJECT = "demo-export"
OWNER = {"Authorization": "Bearer owner"}
PATIENCE = 120


class Server:
    """A process of `hearth serve` that keeps everything in memory."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [HEARTH, "serve", "--port", "0", "--project", PROJECT, "--storage", "memory", *options],
            stderr=subprocess.PIPE, text=True,
        )
        for line in self.process.stderr:
            if found := re.search(r"listens on (http://[^ ,\n]+)", line):
                self.base = found[1]
                break
        self.reader = threading.Thread(target=self.process.stderr.read, daemon=True)
        self.reader.start()

    def user(self, operation, **body):
        url = f"{self.base}/identitytoolkit.googleapis.com/v1/accounts:{operation}?key=k"
        return requests.post(url, json=body, timeout=PATIENCE).json()

    def owner(self, method, path, body=None):
        url = f"{self.base}/identitytoolkit.googleapis.com{path}"
        return requests.request(method, url, json=body, headers=OWNER, timeout=PATIENCE).json()

    def end(self, number):
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.process.stderr.close()
        return self.process.returncode


class Export(unittest.TestCase):
    def test_accounts_and_tenants_outlive_the_process(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number), tempfile.TemporaryDirectory() as root:
                folder = os.path.join(root, "out")
                first = Server("--export-on-exit", folder)
                ada = first.user("signUp", email="ada@example.com", password="secret1")
                tenant = first.owner(
                    "post", f"/v2/projects/{PROJECT}/tenants", {"displayName": "north", "allowPasswordSignup": True}
                )["tenantId"]
                eve = first.user("signUp", email="eve@example.com", password="secret2", tenantId=tenant)
                self.assertEqual(first.end(number), 0)

                with open(os.path.join(folder, "firebase-export-metadata.json"), encoding="utf-8") as file:
                    self.assertEqual(json.load(file)["auth"]["path"], "auth_export")
                with open(os.path.join(folder, "auth_export", "accounts.json"), encoding="utf-8") as file:
                    self.assertEqual([user["localId"] for user in json.load(file)["users"]], [ada["localId"]])

                second = Server("--import", folder)
                again = second.user("signInWithPassword", email="ada@example.com", password="secret1")
                self.assertEqual(again["localId"], ada["localId"])
                other = second.user("signInWithPassword", email="eve@example.com", password="secret2", tenantId=tenant)
                self.assertEqual(other["localId"], eve["localId"])
                self.assertEqual(second.end(number), 0)


if __name__ == "__main__":
    unittest.main()
