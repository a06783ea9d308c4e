"""What the suites share: the server under test, and plain HTTP to it.

Conformance/run starts a server for each suite and names it in FIREBASE_AUTH_EMULATOR_HOST and HEARTH_PROJECT.
"""

import base64
import functools
import json
import os
import urllib.error
import urllib.parse
import urllib.request
import uuid

HOST = os.environ["FIREBASE_AUTH_EMULATOR_HOST"]
PROJECT = os.environ["HEARTH_PROJECT"]
# As a browser and an app under development name it: pages of one host name share their storage.
BASE = f"http://localhost:{HOST.rsplit(':', 1)[1]}"
KEY = "fake-api-key"
OWNER = {"Authorization": "Bearer owner"}


class Answer:
    """A response: its status, its fields, and its body as text and as JSON."""

    def __init__(self, status, fields, body):
        self.status = status
        self.fields = fields
        self.text = body.decode()

    @functools.cached_property
    def json(self):
        return json.loads(self.text)

    @property
    def error(self):
        """The error's message; None for success."""
        return None if self.status < 400 else self.json["error"]["message"]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Redirects are answers here, and not followed."""

    def redirect_request(self, *_):
        return None


_opener = urllib.request.build_opener(NoRedirect)
# Seconds: a busy machine may need many for a first signing key, and a hang must still end the suite.
PATIENCE = 120


def send(method, target, body=None, fields=None):
    """Sends a request; a body of bytes goes as it is, anything else as JSON."""
    fields = dict(fields or {})
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
        fields.setdefault("Content-Type", "application/json")
    url = target if target.startswith("http") else BASE + target
    request = urllib.request.Request(url, method=method, data=body, headers=fields)
    try:
        with _opener.open(request, timeout=PATIENCE) as response:
            return Answer(response.status, response.headers, response.read())
    except urllib.error.HTTPError as refusal:
        with refusal:
            return Answer(refusal.code, refusal.headers, refusal.read())


def user(operation, /, version="v1", **body):
    """Calls an operation as an app does, with an API key."""
    return send("POST", f"/identitytoolkit.googleapis.com/{version}/{operation}?key={KEY}", body)


def admin(operation, /, **body):
    """Calls an operation on the project as a server does."""
    return send("POST", f"/identitytoolkit.googleapis.com/v1/projects/{PROJECT}/{operation}", body, OWNER)


def address():
    """An e-mail address that nobody has."""
    return f"user-{uuid.uuid4().hex[:12]}@example.com"


def sign_up(email=None, password="secret1", **more):
    """A new account with a password: what signUp answered."""
    return user("accounts:signUp", email=email or address(), password=password, returnSecureToken=True, **more).json


def sign_in_with_provider(claims, provider="google.com", **more):
    """Signs in with the claims of an unsigned token, as the emulator takes them."""
    post_body = urllib.parse.urlencode({"providerId": provider, "id_token": json.dumps(claims)})
    return user(
        "accounts:signInWithIdp",
        postBody=post_body,
        requestUri="http://localhost",
        returnSecureToken=True,
        returnIdpCredential=True,
        **more,
    )


def look_up(id_token):
    """The account to which a token belongs."""
    return user("accounts:lookup", idToken=id_token).json["users"][0]


def codes(email=None):
    """The mailed codes that were not used yet, oldest first."""
    listed = send("GET", f"/emulator/v1/projects/{PROJECT}/oobCodes").json.get("oobCodes", [])
    return [code for code in listed if email in (None, code["email"])]


def texts():
    """The text messages that were not used yet, oldest first."""
    return send("GET", f"/emulator/v1/projects/{PROJECT}/verificationCodes").json.get("verificationCodes", [])


def clear():
    """Deletes every account."""
    send("DELETE", f"/emulator/v1/projects/{PROJECT}/accounts")


def decode64(text):
    """Bytes from base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encode64(content):
    """Bytes as base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def claims(token):
    """What a token says, believed without a look at its signature."""
    return json.loads(decode64(token.split(".")[1]))


def unsigned(content):
    """A token that nobody signed."""
    return f"{encode64(json.dumps({'alg': 'none'}).encode())}.{encode64(json.dumps(content).encode())}."
