"""Tokens of `hearth serve --production` in the hands of verifiers that know nothing of Hearth: PyJWT, google-auth,
Authlib's joserfc and the command line `jose`.

Each takes the keys from where its users take them, and refuses a token of another project, a changed one, and one of
another kind.
"""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
import unittest

import google.auth.exceptions
import google.auth.transport.requests
import google.oauth2.id_token
import joserfc.errors
import joserfc.jwk
import joserfc.jws
import joserfc.jwt
import jwt
import requests

import production

ISSUER = f"https://securetoken.google.com/{production.PROJECT}"
KEYS = "/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"
COOKIE_KEYS = "/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys"
world = None


def setUpModule():
    global world
    world = production.World()
    production.redirect(world.server.address)


def tearDownModule():
    production.restore()
    world.stop()


def part(token, index):
    text = token.split(".")[index]
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def changed(token):
    """The token with another user in it."""
    head, _, signature = token.split(".")
    claims = {**json.loads(part(token, 1)), "sub": "eve", "user_id": "eve"}
    payload = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
    return f"{head}.{payload}.{signature}"


class Tokens(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        answer = world.user("accounts:signUp", email=f"t{time.time_ns()}@example.com", password="correct horse 7 battery")
        cls.token, cls.uid = answer.json()["idToken"], answer.json()["localId"]
        owner = {"Authorization": f"Bearer {production.OPERATOR}"}
        url = world.url(f"/identitytoolkit.googleapis.com/v1/projects/{production.PROJECT}:createSessionCookie")
        made = requests.post(
            url, json={"idToken": cls.token, "validDuration": "3600"}, headers=owner, timeout=production.PATIENCE
        )
        cls.cookie = made.json()["sessionCookie"]

    def keys(self, path=KEYS):
        return requests.get(world.url(path), timeout=production.PATIENCE).json()

    def test_pyjwt(self):
        client = jwt.PyJWKClient(world.url(KEYS))

        def verify(token, audience=production.PROJECT):
            key = client.get_signing_key_from_jwt(token).key
            return jwt.decode(token, key, algorithms=["RS256"], audience=audience, issuer=ISSUER)

        self.assertEqual(verify(self.token)["sub"], self.uid)
        for error, arguments in (
            (jwt.InvalidAudienceError, (self.token, "another")), (jwt.InvalidSignatureError, (changed(self.token),)),
            (jwt.PyJWKClientError, (self.cookie,)),
        ):
            with self.subTest(error), self.assertRaises(error):
                verify(*arguments)

    def test_google_auth(self):
        session = google.auth.transport.requests.Request()
        verify = lambda token, audience: google.oauth2.id_token.verify_firebase_token(token, session, audience)
        self.assertEqual(verify(self.token, production.PROJECT)["sub"], self.uid)
        for token, audience in (
            (self.token, "another"), (changed(self.token), production.PROJECT), (self.cookie, production.PROJECT),
        ):
            with self.assertRaises((ValueError, google.auth.exceptions.GoogleAuthError)):
                verify(token, audience)

    def test_joserfc(self):
        keys = joserfc.jwk.KeySet.import_key_set(self.keys())
        decoded = joserfc.jwt.decode(self.token, keys, algorithms=["RS256"])
        rules = joserfc.jwt.JWTClaimsRegistry(
            iss={"essential": True, "value": ISSUER}, aud={"essential": True, "value": production.PROJECT}
        )
        rules.validate(decoded.claims)
        self.assertEqual(decoded.claims["sub"], self.uid)
        with self.assertRaises(joserfc.errors.JoseError):
            joserfc.jwt.decode(changed(self.token), keys, algorithms=["RS256"])
        cookies = joserfc.jwk.KeySet.import_key_set(self.keys(COOKIE_KEYS))
        decoded = joserfc.jwt.decode(self.cookie, cookies, algorithms=["RS256"])
        self.assertEqual(decoded.claims["iss"], f"https://session.firebase.google.com/{production.PROJECT}")
        self.assertEqual(decoded.claims["sub"], self.uid)

    @unittest.skipUnless(shutil.which("jose"), "the command line jose is not installed")
    def test_jose(self):
        def verify(token, keys):
            with tempfile.TemporaryDirectory() as folder:
                paths = [os.path.join(folder, name) for name in ("token", "keys")]
                for path, text in zip(paths, (token, json.dumps(keys))):
                    with open(path, "w", encoding="utf-8") as file:
                        file.write(text)
                words = ["jose", "jws", "ver", "-i", paths[0], "-k", paths[1], "-O", "-"]
                return subprocess.run(words, capture_output=True, check=False)

        verified = verify(self.token, self.keys())
        self.assertEqual(verified.returncode, 0, verified.stderr)
        self.assertEqual(json.loads(verified.stdout)["sub"], self.uid)
        self.assertEqual(verify(self.cookie, self.keys(COOKIE_KEYS)).returncode, 0)
        for token, keys in ((changed(self.token), KEYS), (self.token, COOKIE_KEYS), (self.cookie, KEYS)):
            self.assertNotEqual(verify(token, self.keys(keys)).returncode, 0)


if __name__ == "__main__":
    unittest.main()
