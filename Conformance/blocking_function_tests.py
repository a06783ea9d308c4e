"""Blocking functions in a process of their own, which verify what `hearth serve` sends with PyJWT."""

import http.server
import json
import multiprocessing
import unittest

import jwt

import hearth


class Function(http.server.BaseHTTPRequestHandler):
    """Verifies the token, refuses addresses of evil.example, and gives everyone else a claim."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        token = body["data"]["jwt"]
        keys = jwt.PyJWKClient(f"{hearth.BASE}/.well-known/jwks.json")
        audience = f"http://127.0.0.1:{self.server.server_port}/hook"
        claims = jwt.decode(
            token,
            keys.get_signing_key_from_jwt(token).key,
            algorithms=["RS256"],
            audience=audience,
            issuer=f"https://securetoken.google.com/{hearth.PROJECT}",
        )
        assert claims["sub"] == claims["user_record"]["uid"]
        if claims["user_record"].get("email", "").endswith("@evil.example"):
            return self.answer(403, {"error": {"message": "No evil here", "status": "PERMISSION_DENIED"}})
        if claims["event_type"] == "beforeSignIn":
            answer = {"sessionClaims": {"method": claims["sign_in_method"]}, "updateMask": "sessionClaims"}
            return self.answer(200, {"userRecord": answer})
        return self.answer(200, {"userRecord": {"displayName": "Seen", "updateMask": "displayName"}})

    def answer(self, status, document):
        content = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


def serve(ports):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Function)
    ports.put(server.server_port)
    server.serve_forever()


class BlockingFunctions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        ports = multiprocessing.Queue()
        cls.process = multiprocessing.Process(target=serve, args=(ports,), daemon=True)
        cls.process.start()
        cls.url = f"http://127.0.0.1:{ports.get(timeout=hearth.PATIENCE)}/hook"
        triggers = {event: {"functionUri": cls.url} for event in ("beforeCreate", "beforeSignIn")}
        # As the official Functions emulator registers its triggers.
        answer = hearth.send(
            "PATCH",
            f"/identitytoolkit.googleapis.com/v2/projects/{hearth.PROJECT}/config?updateMask=blockingFunctions",
            {"blockingFunctions": {"triggers": triggers, "forwardInboundCredentials": {"idToken": True}}},
            hearth.OWNER,
        )
        assert answer.status == 200, answer.text

    @classmethod
    def tearDownClass(cls):
        cls.process.terminate()
        cls.process.join()

    def test_a_sign_up_is_seen_and_its_session_gets_a_claim(self):
        made = hearth.sign_up()
        self.assertEqual(hearth.look_up(made["idToken"])["displayName"], "Seen")
        self.assertEqual(hearth.claims(made["idToken"])["method"], "password")

    def test_a_refusal_stores_nothing_and_says_why(self):
        answer = hearth.user("accounts:signUp", email="ada@evil.example", password="secret1")
        self.assertEqual(answer.status, 400)
        self.assertTrue(answer.error.startswith("BLOCKING_FUNCTION_ERROR_RESPONSE : "), answer.error)
        self.assertIn("No evil here", answer.error)
        self.assertNotIn("users", hearth.admin("accounts:lookup", email=["ada@evil.example"]).json)

    def test_a_provider_is_asked_about_too(self):
        answer = hearth.sign_in_with_provider({"sub": "g1", "email": "ada@gmail.com", "email_verified": True})
        self.assertEqual(hearth.claims(answer.json["idToken"])["method"], "google.com")

    def test_a_function_that_is_gone_lets_nobody_in(self):
        config = f"/identitytoolkit.googleapis.com/v2/projects/{hearth.PROJECT}/config?updateMask=blockingFunctions"
        gone = {"blockingFunctions": {"triggers": {"beforeSignIn": {"functionUri": "http://127.0.0.1:9/hook"}}}}
        before = hearth.send("GET", config, fields=hearth.OWNER).json["blockingFunctions"]
        hearth.send("PATCH", config, gone, hearth.OWNER)
        try:
            answer = hearth.user("accounts:signUp", email=hearth.address(), password="secret1")
            self.assertEqual(answer.status, 500)
            self.assertIn("((Failed to make request to http://127.0.0.1:9/hook.))", answer.error)
        finally:
            hearth.send("PATCH", config, {"blockingFunctions": before}, hearth.OWNER)


if __name__ == "__main__":
    unittest.main(verbosity=2)
