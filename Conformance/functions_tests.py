"""A client of callable functions, written from the description of the wire alone, against Examples/Payments.

`hearth exec --functions payments-functions` starts both servers and sets the variables.
"""

import json
import os
import socket
import subprocess
import unittest
import urllib.error
import urllib.request

PROJECT = os.environ.get("GCLOUD_PROJECT", "demo-conformance")
AUTH = os.environ.get("FIREBASE_AUTH_EMULATOR_HOST", "")
FUNCTIONS = os.environ.get("FUNCTIONS_EMULATOR_HOST", "")
WIDE = "type.googleapis.com/google.protobuf.Int64Value"


def post(url, body, headers=None):
    """Answers status, headers and body, whatever the status."""
    fields = {"Content-Type": "application/json", **(headers or {})}
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers=fields, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


class CallError(Exception):
    def __init__(self, status, error):
        super().__init__(error.get("status"), error.get("message"))
        self.http = status
        self.status = error["status"]
        self.message = error["message"]


class Functions:
    """A callable client: POST {"data": …}, answer {"result": …} or {"error": …}."""

    def __init__(self, token=None, place=FUNCTIONS):
        self.place = place
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def url(self, name):
        return f"http://{self.place}/{PROJECT}/us-central1/{name}"

    def call(self, name, data=None):
        status, _, body = post(self.url(name), {"data": data}, self.headers)
        answer = json.loads(body)
        if "error" in answer:
            raise CallError(status, answer["error"])
        assert status == 200
        return answer["result"]

    def stream(self, name, data=None):
        headers = {**self.headers, "Accept": "text/event-stream"}
        status, fields, body = post(self.url(name), {"data": data}, headers)
        assert status == 200 and fields["Content-Type"] == "text/event-stream"
        for line in body.decode().split("\n\n"):
            if line.startswith("data: "):
                yield json.loads(line[len("data: "):])


def identity(path, body, headers=None):
    status, _, answer = post(f"http://{AUTH}/identitytoolkit.googleapis.com/v1/{path}", body, headers)
    assert status == 200, answer
    return json.loads(answer)


@unittest.skipUnless(FUNCTIONS, "hearth exec --functions sets FUNCTIONS_EMULATOR_HOST")
class CallableFunctions(unittest.TestCase):
    # Each address is tried with users and orders of its own: the shop limits how often a user may try.
    place = FUNCTIONS
    user = "payer"
    order = "A1"

    @classmethod
    def setUpClass(cls):
        account = {"localId": cls.user, "email": f"{cls.user}@example.com", "password": "correct horse"}
        identity(f"projects/{PROJECT}/accounts", account, {"Authorization": "Bearer owner"})
        credentials = {"email": account["email"], "password": account["password"], "returnSecureToken": True}
        signed_in = identity("accounts:signInWithPassword?key=any", credentials)
        cls.token = signed_in["idToken"]
        cls.payer = Functions(cls.token, cls.place)

    def refused(self, status, name, call):
        with self.assertRaises(CallError) as caught:
            call()
        self.assertEqual((caught.exception.http, caught.exception.status), (status, name))
        return caught.exception.message

    def test_a_verified_user_pays_once(self):
        receipt = self.payer.call("processPayment", {"amount": 12.5, "orderId": self.order})
        self.assertEqual(receipt["status"], "paid")
        self.assertEqual(self.payer.call("processPayment", {"amount": 12.5, "orderId": self.order}), receipt)

    def test_each_refusal_has_its_code(self):
        pay = lambda client, **data: lambda: client.call("processPayment", data)
        self.refused(401, "UNAUTHENTICATED", pay(Functions(place=self.place), amount=1, orderId=self.order))
        forged = Functions(self.token[:-4] + "AAAA", self.place)
        self.refused(401, "UNAUTHENTICATED", pay(forged, amount=1, orderId=self.order))
        self.refused(404, "NOT_FOUND", pay(self.payer, amount=1, orderId="none"))
        self.refused(403, "PERMISSION_DENIED", pay(self.payer, amount=1, orderId="B1"))
        self.refused(400, "INVALID_ARGUMENT", pay(self.payer, amount=0, orderId=self.order))
        message = self.refused(400, "INVALID_ARGUMENT", pay(self.payer, amount="secret", orderId=self.order))
        self.assertIn("amount", message)
        self.assertNotIn("secret", message)
        self.refused(404, "NOT_FOUND", lambda: self.payer.call("noSuchFunction"))

    def test_nothing_but_a_call_is_one(self):
        url = self.payer.url("processPayment")
        for body in [b"", b"[]", b"{}", b'{"data":1,"more":2}', b'{"data":1']:
            status, _, answer = post(url, body)
            self.assertEqual(status, 400)
            self.assertEqual(json.loads(answer)["error"], {"message": "Bad Request", "status": "INVALID_ARGUMENT"})
        self.assertEqual(post(url, {"data": 1}, {"Content-Type": "text/plain"})[0], 400)

    def test_a_wide_integer_arrives(self):
        wide = {"@type": WIDE, "value": "1"}
        self.refused(404, "NOT_FOUND", lambda: self.payer.call("processPayment", {"amount": wide, "orderId": "none"}))

    def test_a_stream_ends_with_the_result_or_the_error(self):
        frames = list(self.payer.stream("generateReport", {"userId": self.user, "period": "1999-01"}))
        self.assertEqual(frames, [{"result": {"period": "1999-01", "payments": 0, "total": 0}}])
        frames = list(Functions(place=self.place).stream("generateReport", {"userId": self.user, "period": "1999-01"}))
        self.assertEqual(frames[0]["error"]["status"], "UNAUTHENTICATED")

    def test_a_stream_may_be_read_byte_by_byte(self):
        request = urllib.request.Request(
            self.payer.url("generateReport"), method="POST",
            data=json.dumps({"data": {"userId": self.user, "period": "1999-01"}}).encode(),
            headers={**self.payer.headers, "Content-Type": "application/json", "Accept": "text/event-stream"})
        with urllib.request.urlopen(request, timeout=60) as response:
            body = b""
            while byte := response.read(1):
                body += byte
        self.assertEqual(body, b'data: {"result":{"period":"1999-01","payments":0,"total":0}}\n\n')

    def test_a_caller_who_leaves_does_not_disturb_others(self):
        host, port = self.place.rsplit(":", 1)
        head = f"POST /{PROJECT}/us-central1/processPayment HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        whole = (head + 'Content-Length: 10\r\n\r\n{"data":1}').encode()
        for cut in range(1, len(whole)):
            with socket.create_connection((host, int(port)), timeout=60) as connection:
                connection.sendall(whole[:cut])
        self.refused(400, "INVALID_ARGUMENT", lambda: self.payer.call("processPayment", 1))

    def test_the_command_line_calls(self):
        hearth = os.path.join(os.environ["HEARTH_BIN"], "hearth")

        def run(*words, data=None):
            return subprocess.run([hearth, "functions", *words], input=data, capture_output=True, text=True, timeout=120)
        payment = json.dumps({"amount": 12.5, "orderId": self.order})
        called = run("call", "processPayment", payment, "--host", self.place, "--token", "-",
                     data=self.token + "\n")
        self.assertEqual((called.returncode, json.loads(called.stdout)["status"]), (0, "paid"))
        streamed = run("call", "generateReport", json.dumps({"userId": self.user, "period": "1999-01"}), "--stream",
                       "--host", self.place, "--token", self.token)
        self.assertEqual(json.loads(streamed.stdout), {"period": "1999-01", "payments": 0, "total": 0})
        refused = run("call", "processPayment", payment)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("UNAUTHENTICATED: Sign in first.", refused.stderr)
        self.assertEqual(run("call").returncode, 64)
        self.assertEqual(run("call", "processPayment", "{").returncode, 64)
        self.assertEqual(run("call", "processPayment", "--host", "nowhere").returncode, 64)

    def test_a_page_may_call(self):
        request = urllib.request.Request(
            self.payer.url("processPayment"),
            headers={"Origin": "https://shop.example", "Access-Control-Request-Headers": "authorization"},
            method="OPTIONS",
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            self.assertEqual(response.headers["Access-Control-Allow-Origin"], "https://shop.example")
            self.assertEqual(response.headers["Access-Control-Allow-Methods"], "POST")


class CallableFunctionsOnTheIdentityPort(CallableFunctions):
    """The same at the identity service's address, which hands calls on."""

    place = AUTH
    user = "buyer"
    order = "A2"

    def test_the_identity_service_alone_asks_blocking_functions(self):
        for name in ["beforeCreate", "beforeSignIn", "beforeCreate/x"]:
            url = f"http://{self.place}/{PROJECT}/us-central1/{name}"
            status, _, answer = post(url, {"data": {"jwt": "e30.e30."}})
            self.assertEqual(status, 404, answer)

    def test_the_servers_beside_the_functions_alone_tell_of_events(self):
        for path in ["/__/functions", "/__/events/followOrders"]:
            self.assertEqual(post(f"http://{self.place}{path}", {})[0], 404)


if __name__ == "__main__":
    unittest.main()
