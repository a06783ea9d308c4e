"""Signing in at a real OpenID provider: oidc-provider-mock, `hearth serve --config` and `hearth login`.

The provider is somebody else's code. The browser is played by `requests`, which fills in the provider's form and
follows it back to the port at which the client waits.
"""

import json
import logging
import os
import re
import subprocess
import tempfile
import threading
import time
import unittest
import unittest.mock
import urllib.parse

import oidc_provider_mock
import requests
from authlib import jose

# What the provider says of each request is of no use here.
logging.disable(logging.WARNING)

HEARTH = os.path.join(os.environ["HEARTH_BIN"], "hearth")
PROJECT = "demo-openid"
CLIENT = "hearth"
ENVIRONMENT = {**os.environ, "STAFF_SECRET": "s3cret"}
DEADLINE = 120


class OpenIDTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = cls.enterClassContext(oidc_provider_mock.run_server_in_thread())
        cls.issuer = f"http://localhost:{server.server_port}"
        cls.folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.backend = cls.serve()
        # This provider knows no clients without a secret.
        cls.direct = ("--issuer", cls.issuer, "--client-id", CLIENT, "--client-secret-env", "STAFF_SECRET")
        for name in ("ada", "eve"):
            claims = {"email": f"{name}@example.com", "email_verified": True, "name": name.title()}
            requests.put(f"{cls.issuer}/users/{name}", json=claims, timeout=DEADLINE).raise_for_status()

    @classmethod
    def serve(cls):
        """Starts a strict backend that knows the provider by two names, and returns its address."""
        staff = {
            "id": "oidc.staff", "issuer": cls.issuer, "clientIDs": [CLIENT], "secretEnv": "STAFF_SECRET",
            "authentication": "basic", "emailTrust": "always",
        }
        other = {**staff, "id": "oidc.other", "clientIDs": ["another-client"]}
        config = os.path.join(cls.folder, "hearth.json")
        with open(config, "w", encoding="utf-8") as file:
            settings = {"port": 0, "projects": [PROJECT], "storage": "memory", "profile": "strict"}
            json.dump({**settings, "providers": [staff, other]}, file)
        process = subprocess.Popen(
            [HEARTH, "serve", "--config", config],
            env=ENVIRONMENT, stderr=subprocess.PIPE, text=True,
        )
        cls.addClassCleanup(process.stderr.close)
        cls.addClassCleanup(process.wait)
        cls.addClassCleanup(process.terminate)
        address = re.search(r"listens on (http://\S+)", process.stderr.readline()).group(1)
        # What the server says afterwards is read away, so that it never waits for this process.
        threading.Thread(target=process.stderr.read, daemon=True).start()
        return address

    def sign_in(self, user, *options, form=None, change=lambda page: page):
        """Runs `hearth login`, plays the browser, and returns its status, output and complaints."""
        process = subprocess.Popen(
            [HEARTH, "login", "--print", "--timeout", str(DEADLINE), "--backend", self.backend, "--project", PROJECT]
            + list(options),
            env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        page = process.stderr.readline().strip()
        if page.startswith("open "):
            browser = requests.Session()
            browser.post(change(page[5:]), data=form or {"sub": user}, timeout=DEADLINE)
        output, errors = process.communicate(timeout=DEADLINE)
        return process.returncode, output, page + errors

    def claims(self, token):
        key = jose.JsonWebKey.import_key_set(
            requests.get(
                f"{self.backend}/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
                timeout=DEADLINE,
            ).json()
        )
        return jose.jwt.decode(token.strip(), key)

    def test_the_backend_trades_the_code(self):
        status, token, errors = self.sign_in("ada", "--provider", "oidc.staff", "--token")
        self.assertEqual(status, 0, errors)
        claims = self.claims(token)
        self.assertEqual(claims["email"], "ada@example.com")
        self.assertTrue(claims["email_verified"])
        self.assertEqual(claims["firebase"]["identities"]["oidc.staff"], ["ada"])
        again = self.sign_in("ada", "--provider", "oidc.staff")
        self.assertIn(claims["sub"], again[1])

    def test_the_app_trades_the_code(self):
        status, token, errors = self.sign_in("eve", "--provider", "oidc.staff", *self.direct, "--token")
        self.assertEqual(status, 0, errors)
        self.assertEqual(self.claims(token)["firebase"]["identities"]["oidc.staff"], ["eve"])

    def test_a_token_for_another_client_is_refused(self):
        status, _, errors = self.sign_in("ada", "--provider", "oidc.other", *self.direct)
        self.assertEqual(status, 1)
        self.assertIn("INVALID_IDP_RESPONSE: The audience in ID Token", errors)

    def test_another_nonce_is_refused(self):
        def change(page):
            return re.sub(r"nonce=[0-9a-f]+", "nonce=" + "0" * 64, page)

        status, _, errors = self.sign_in("ada", "--provider", "oidc.staff", change=change)
        self.assertEqual(status, 1)
        self.assertIn("MISSING_OR_INVALID_NONCE", errors)

    def test_another_state_is_refused(self):
        def change(page):
            return re.sub(r"state=[^&]+", "state=oidc.staff~0000000000000000000000", page)

        status, _, errors = self.sign_in("ada", "--provider", "oidc.staff", change=change)
        self.assertEqual(status, 1)
        self.assertIn("not to this question", errors)

    def test_a_user_who_declines_is_not_signed_in(self):
        # This provider forgets to repeat the state, so that the client cannot know whose refusal it is.
        status, _, errors = self.sign_in("ada", "--provider", "oidc.staff", form={"action": "deny"})
        self.assertEqual(status, 1)
        self.assertIn("not to this question", errors)

    def post_token(self, token, nonce="n"):
        body = urllib.parse.urlencode({"providerId": "oidc.staff", "id_token": token, "nonce": nonce})
        return requests.post(
            f"{self.backend}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key={PROJECT}",
            json={"requestUri": "http://localhost", "postBody": body}, timeout=DEADLINE,
        ).json()

    def forge(self, **claims):
        """A token in the provider's name, under the name of its key, signed by somebody else."""
        keys = requests.get(f"{self.issuer}/jwks", timeout=DEADLINE).json()["keys"]
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "sub": "ada", "iat": now, "exp": now + 600, **claims}
        foreign = jose.RSAKey.generate_key(2048, is_private=True)
        return jose.jwt.encode({"alg": "RS256", "kid": keys[0]["kid"]}, claims, foreign).decode()

    def test_a_token_of_a_key_that_is_not_the_providers_is_refused(self):
        answer = self.post_token(self.forge())
        self.assertEqual(answer["error"]["message"], "INVALID_IDP_RESPONSE : The ID Token is not valid.")

    def test_an_expired_token_is_refused(self):
        # The provider runs in this process: its clock is two hours slow.
        with unittest.mock.patch("authlib.oidc.core.grants.util.time.time", lambda slow=time.time: slow() - 7200):
            status, _, errors = self.sign_in("ada", "--provider", "oidc.staff")
        self.assertEqual(status, 1)
        self.assertIn("INVALID_IDP_RESPONSE: The ID Token is expired.", errors)


if __name__ == "__main__":
    unittest.main()
