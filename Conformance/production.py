"""A production server for a suite: `hearth serve --production`, started by the suite, and the official SDK led to it.

The SDK is unchanged and in production mode. Its hosts are redirected where its requests leave it, as DNS or a proxy would
do it: https://HOST/PATH becomes http://ADDRESS/HOST/PATH.
"""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import urllib.parse
import uuid

import requests

BIN = pathlib.Path(os.environ["HEARTH_BIN"]) / "hearth"
PROJECT = os.environ["HEARTH_PROJECT"]
PUBLIC_URL = "https://hearth.example"
OPERATOR = uuid.uuid4().hex
PATIENCE = 120
ENVIRONMENT = {**os.environ, "HEARTH_ADMIN_TOKEN": OPERATOR}
ENVIRONMENT.pop("FIREBASE_AUTH_EMULATOR_HOST", None)


class Server:
    """A process of `hearth serve --production` on a port of its choice."""

    def __init__(self, storage, *options):
        self.process = subprocess.Popen(
            [BIN, "serve", "--production", "--port", "0", "--project", PROJECT, "--public-url", PUBLIC_URL]
            + ["--storage", f"sqlite:{storage}", *options],
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
            text=True,
        )
        self.metadata = self.console = None
        log = ""
        for line in self.process.stderr:
            log += line
            if found := re.search(r"^metadata for \S+: (\S+)", line):
                self.metadata = found[1].removeprefix("http://")
            if found := re.search(r"^console for administrators: (\S+)/console", line):
                self.console = found[1]
            if found := re.search(r"listens on http://([^ ,\n]*)", line):
                self.address = found[1]
            if hasattr(self, "address") and ("--metadata-account" not in options or self.metadata):
                return
        raise RuntimeError(log)

    def stop(self):
        self.process.terminate()
        self.process.stderr.read()
        self.process.stderr.close()
        self.process.wait()


class World:
    """A server, its storage, and a service account with a key file."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        root = pathlib.Path(self.folder.name)
        self.storage = root / "hearth.db"
        self.server = Server(self.storage)
        self.key = root / "key.json"
        self.email = self.hearth("service-accounts", "create", "admin-sdk", "--key", self.key).strip()
        self.file = json.loads(self.key.read_text())

    def hearth(self, *words):
        """Runs a command against the server as its operator."""
        target = ["--production", "--backend", f"http://{self.server.address}", "--project", PROJECT]
        run = subprocess.run([BIN, *words, *target], env=ENVIRONMENT, capture_output=True, text=True, check=False)
        if run.returncode:
            raise RuntimeError(run.stderr)
        return run.stdout

    def url(self, path):
        return f"http://{self.server.address}{path}"

    def user(self, operation, tenant=None, **body):
        """Calls an operation as an app does."""
        if tenant:
            body["tenantId"] = tenant
        url = self.url(f"/identitytoolkit.googleapis.com/v1/{operation}?key=any")
        return requests.post(url, json={"returnSecureToken": True, **body}, timeout=PATIENCE)

    def stop(self):
        self.server.stop()
        self.folder.cleanup()


_send = requests.Session.send


def redirect(address):
    """Leads every request for one of Google's hosts, or for the server's public address, to the server."""

    def send(session, request, **options):
        url = urllib.parse.urlsplit(request.url)
        if url.hostname == urllib.parse.urlsplit(PUBLIC_URL).hostname:
            request.url = f"http://{address}{url.path}" + (f"?{url.query}" if url.query else "")
        elif url.scheme == "https" and re.search(r"(^|\.)google(apis)?\.com$", url.hostname or ""):
            request.url = f"http://{address}/{url.hostname}{url.path}" + (f"?{url.query}" if url.query else "")
        return _send(session, request, **options)

    requests.Session.send = send


def restore():
    requests.Session.send = _send
