"""The official Admin SDK against `hearth serve`, unchanged.

Run by Conformance/run, which starts the server and sets FIREBASE_AUTH_EMULATOR_HOST and HEARTH_PROJECT.
"""

import datetime
import os
import time
import unittest
import uuid

import firebase_admin
import jwt
import requests
from firebase_admin import _token_gen, auth, credentials
from google.auth import credentials as google_credentials

import hearth

HOST = os.environ["FIREBASE_AUTH_EMULATOR_HOST"]
PROJECT = os.environ["HEARTH_PROJECT"]
BASE = f"http://{HOST}"
TOOLKIT = f"{BASE}/identitytoolkit.googleapis.com/v1"


class NoCredential(credentials.Base):
    """The emulator needs no credential, and the SDK insists on one."""

    def get_credential(self):
        return google_credentials.AnonymousCredentials()


def address():
    return f"user-{uuid.uuid4().hex}@example.com"


def call(operation, **body):
    return requests.post(f"{TOOLKIT}/{operation}?key=fake-api-key", json=body, timeout=hearth.PATIENCE)


def sign_in_with_custom_token(uid, claims=None):
    token = auth.create_custom_token(uid, claims).decode()
    answer = call("accounts:signInWithCustomToken", token=token, returnSecureToken=True)
    answer.raise_for_status()
    return answer.json()


class AdminCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not firebase_admin._apps:
            firebase_admin.initialize_app(NoCredential(), {"projectId": PROJECT})

    def setUp(self):
        requests.delete(f"{BASE}/emulator/v1/projects/{PROJECT}/accounts", timeout=hearth.PATIENCE).raise_for_status()


class Users(AdminCase):
    def test_a_user_is_created_found_changed_and_deleted(self):
        email = address()
        user = auth.create_user(
            email=email,
            email_verified=True,
            phone_number="+15555550100",
            password="secret1",
            display_name="Ada",
            photo_url="https://example.com/ada.png",
        )
        self.assertEqual(user.email, email)
        for found in (
            auth.get_user(user.uid),
            auth.get_user_by_email(email.upper()),
            auth.get_user_by_phone_number("+15555550100"),
        ):
            self.assertEqual(found.uid, user.uid)
            self.assertTrue(found.email_verified)
            self.assertEqual(found.display_name, "Ada")
            self.assertEqual({info.provider_id for info in found.provider_data}, {"password", "phone"})
            self.assertIsNotNone(found.user_metadata.creation_timestamp)
        changed = auth.update_user(user.uid, display_name=auth.DELETE_ATTRIBUTE, phone_number=auth.DELETE_ATTRIBUTE)
        self.assertIsNone(changed.display_name)
        self.assertIsNone(changed.phone_number)
        self.assertTrue(auth.update_user(user.uid, disabled=True).disabled)
        auth.delete_user(user.uid)
        with self.assertRaises(auth.UserNotFoundError):
            auth.get_user(user.uid)

    def test_a_chosen_identifier_is_kept_and_taken_once(self):
        self.assertEqual(auth.create_user(uid="ada-1").uid, "ada-1")
        with self.assertRaises(auth.UidAlreadyExistsError):
            auth.create_user(uid="ada-1")

    def test_an_address_and_a_number_are_taken_once(self):
        email = address()
        auth.create_user(email=email, phone_number="+15555550101")
        with self.assertRaises(auth.EmailAlreadyExistsError):
            auth.create_user(email=email)
        with self.assertRaises(auth.PhoneNumberAlreadyExistsError):
            auth.create_user(phone_number="+15555550101")

    def test_users_are_looked_up_together(self):
        one = auth.create_user(email=address())
        two = auth.create_user(phone_number="+15555550102")
        found = auth.get_users(
            [
                auth.UidIdentifier(one.uid),
                auth.EmailIdentifier(one.email),
                auth.PhoneIdentifier("+15555550102"),
                auth.UidIdentifier("nobody"),
            ]
        )
        self.assertEqual({user.uid for user in found.users}, {one.uid, two.uid})
        self.assertEqual(len(found.not_found), 1)

    def test_custom_claims_reach_the_token(self):
        user = auth.create_user(email=address(), password="secret1")
        auth.set_custom_user_claims(user.uid, {"role": "editor", "level": 7})
        self.assertEqual(auth.get_user(user.uid).custom_claims, {"role": "editor", "level": 7})
        tokens = call("accounts:signInWithPassword", email=user.email, password="secret1").json()
        self.assertEqual(auth.verify_id_token(tokens["idToken"])["role"], "editor")
        auth.set_custom_user_claims(user.uid, None)
        self.assertFalse(auth.get_user(user.uid).custom_claims)

    def test_two_thousand_users_are_listed_page_by_page(self):
        records = [auth.ImportUserRecord(uid=f"user-{index:04}") for index in range(1000)]
        more = [auth.ImportUserRecord(uid=f"user-{index:04}") for index in range(1000, 2000)]
        for batch in (records, more):
            self.assertEqual(auth.import_users(batch).success_count, 1000)
        uids = [user.uid for user in auth.list_users().iterate_all()]
        self.assertEqual(uids, sorted(uids))
        self.assertEqual(len(set(uids)), 2000)
        page = auth.list_users(max_results=10)
        self.assertEqual(len(page.users), 10)
        self.assertTrue(page.has_next_page)
        result = auth.delete_users(uids[:1000])
        self.assertEqual(result.success_count, 1000)
        self.assertEqual(len(list(auth.list_users().iterate_all())), 1000)

    def test_a_provider_is_linked_and_unlinked(self):
        user = auth.create_user(email=address())
        link = auth.UserProvider if hasattr(auth, "UserProvider") else None
        self.assertIsNotNone(link)
        imported = auth.import_users(
            [
                auth.ImportUserRecord(
                    uid="linked",
                    email=address(),
                    provider_data=[auth.UserProvider(uid="google-1", provider_id="google.com", email="g@example.com")],
                )
            ]
        )
        self.assertEqual(imported.success_count, 1)
        found = auth.get_users([auth.ProviderIdentifier("google.com", "google-1")]).users
        self.assertEqual([user.uid for user in found], ["linked"])
        auth.update_user("linked", providers_to_delete=["google.com"])
        self.assertEqual(auth.get_users([auth.ProviderIdentifier("google.com", "google-1")]).users, [])
        self.assertIsNotNone(user)


class Tokens(AdminCase):
    def test_a_custom_token_becomes_a_session_that_verifies(self):
        tokens = sign_in_with_custom_token("ada", {"plan": "gold"})
        claims = auth.verify_id_token(tokens["idToken"])
        self.assertEqual(claims["uid"], "ada")
        self.assertEqual(claims["plan"], "gold")
        self.assertEqual(claims["firebase"]["sign_in_provider"], "custom")
        refreshed = requests.post(
            f"{BASE}/securetoken.googleapis.com/v1/token?key=fake-api-key",
            data={"grant_type": "refresh_token", "refresh_token": tokens["refreshToken"]},
            timeout=hearth.PATIENCE,
        ).json()
        claims = auth.verify_id_token(refreshed["id_token"])
        self.assertEqual(claims["plan"], "gold")
        self.assertEqual(refreshed["user_id"], "ada")

    def test_the_signature_is_checked_against_the_published_certificates(self):
        """Outside emulator mode the SDK believes nothing but certificates: here, ours."""
        tokens = sign_in_with_custom_token("grace")
        published = _token_gen.ID_TOKEN_CERT_URI
        host = os.environ.pop("FIREBASE_AUTH_EMULATOR_HOST")
        path = published.removeprefix("https://")
        _token_gen.ID_TOKEN_CERT_URI = f"{BASE}/{path}"
        app = firebase_admin.initialize_app(NoCredential(), {"projectId": PROJECT}, name=uuid.uuid4().hex)
        try:
            self.assertEqual(auth.verify_id_token(tokens["idToken"], app=app)["uid"], "grace")
            head, payload, signature = tokens["idToken"].split(".")
            forged = f"{head}.{payload}.{('A' if signature[0] != 'A' else 'B') + signature[1:]}"
            with self.assertRaises(auth.InvalidIdTokenError):
                auth.verify_id_token(forged, app=app)
            unsigned = jwt.encode(jwt.decode(tokens["idToken"], options={"verify_signature": False}), None, "none")
            with self.assertRaises(auth.InvalidIdTokenError):
                auth.verify_id_token(unsigned, app=app)
        finally:
            firebase_admin.delete_app(app)
            _token_gen.ID_TOKEN_CERT_URI = published
            os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = host

    def test_the_key_set_and_the_discovery_document_agree(self):
        discovery = requests.get(
            f"{BASE}/securetoken.google.com/{PROJECT}/.well-known/openid-configuration", timeout=hearth.PATIENCE
        ).json()
        tokens = sign_in_with_custom_token("joan")
        key = jwt.PyJWKClient(discovery["jwks_uri"]).get_signing_key_from_jwt(tokens["idToken"])
        claims = jwt.decode(
            tokens["idToken"], key.key, algorithms=["RS256"], audience=PROJECT, issuer=discovery["issuer"]
        )
        self.assertEqual(claims["sub"], "joan")

    def test_a_revoked_session_is_noticed(self):
        tokens = sign_in_with_custom_token("mary")
        self.assertEqual(auth.verify_id_token(tokens["idToken"], check_revoked=True)["uid"], "mary")
        time.sleep(1.1)
        auth.revoke_refresh_tokens("mary")
        with self.assertRaises(auth.RevokedIdTokenError):
            auth.verify_id_token(tokens["idToken"], check_revoked=True)

    def test_a_disabled_user_is_noticed(self):
        tokens = sign_in_with_custom_token("lin")
        auth.update_user("lin", disabled=True)
        with self.assertRaises(auth.UserDisabledError):
            auth.verify_id_token(tokens["idToken"], check_revoked=True)


class SessionCookies(AdminCase):
    def test_a_cookie_is_made_of_a_token_and_verifies(self):
        tokens = sign_in_with_custom_token("ada", {"plan": "gold"})
        cookie = auth.create_session_cookie(tokens["idToken"], expires_in=datetime.timedelta(days=5))
        claims = auth.verify_session_cookie(cookie, check_revoked=True)
        self.assertEqual(claims["uid"], "ada")
        self.assertEqual(claims["plan"], "gold")
        self.assertEqual(claims["exp"] - claims["iat"], 5 * 24 * 3600)

    def test_the_signature_is_checked_against_the_published_certificates(self):
        tokens = sign_in_with_custom_token("grace")
        cookie = auth.create_session_cookie(tokens["idToken"], expires_in=datetime.timedelta(minutes=5))
        published = _token_gen.COOKIE_CERT_URI
        host = os.environ.pop("FIREBASE_AUTH_EMULATOR_HOST")
        path = published.removeprefix("https://")
        _token_gen.COOKIE_CERT_URI = f"{BASE}/{path}"
        app = firebase_admin.initialize_app(NoCredential(), {"projectId": PROJECT}, name=uuid.uuid4().hex)
        try:
            self.assertEqual(auth.verify_session_cookie(cookie, app=app)["uid"], "grace")
            for stranger in (tokens["idToken"], cookie[:-4] + ("AAAA" if cookie[-4:] != "AAAA" else "BBBB")):
                with self.assertRaises(auth.InvalidSessionCookieError):
                    auth.verify_session_cookie(stranger, app=app)
        finally:
            firebase_admin.delete_app(app)
            _token_gen.COOKIE_CERT_URI = published
            os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = host

    def test_a_revoked_cookie_is_noticed(self):
        tokens = sign_in_with_custom_token("mary")
        cookie = auth.create_session_cookie(tokens["idToken"], expires_in=datetime.timedelta(hours=1))
        time.sleep(1.1)
        auth.revoke_refresh_tokens("mary")
        with self.assertRaises(auth.RevokedSessionCookieError):
            auth.verify_session_cookie(cookie, check_revoked=True)

    def test_no_cookie_is_made_of_something_else(self):
        with self.assertRaises(auth.InvalidIdTokenError):
            auth.create_session_cookie("not.a.token", expires_in=datetime.timedelta(hours=1))


class Links(AdminCase):
    def setUp(self):
        super().setUp()
        self.email = address()
        auth.create_user(uid="reader", email=self.email, password="secret1")
        self.settings = auth.ActionCodeSettings(url="http://localhost/after?x=1", handle_code_in_app=True)

    def code(self, link):
        return requests.utils.unquote(link.split("oobCode=")[1].split("&")[0])

    def test_a_reset_link_changes_the_password_once(self):
        link = auth.generate_password_reset_link(self.email, self.settings)
        self.assertIn("mode=resetPassword", link)
        self.assertIn("continueUrl=", link)
        code = self.code(link)
        self.assertEqual(call("accounts:resetPassword", oobCode=code).json()["email"], self.email)
        self.assertEqual(call("accounts:resetPassword", oobCode=code, newPassword="secret2").status_code, 200)
        self.assertEqual(
            call("accounts:resetPassword", oobCode=code, newPassword="secret3").json()["error"]["message"],
            "INVALID_OOB_CODE",
        )
        self.assertEqual(
            call("accounts:signInWithPassword", email=self.email, password="secret2").status_code, 200
        )

    def test_opening_a_link_uses_nothing(self):
        link = auth.generate_email_verification_link(self.email)
        for _ in range(3):
            page = requests.get(link, headers={"Accept": "text/html"}, timeout=hearth.PATIENCE)
            self.assertEqual(page.status_code, 200)
            self.assertIn("<form", page.text)
        self.assertFalse(auth.get_user("reader").email_verified)
        self.assertEqual(requests.post(link, timeout=hearth.PATIENCE).status_code, 200)
        self.assertTrue(auth.get_user("reader").email_verified)

    def test_a_sign_in_link_is_made(self):
        self.assertIn("mode=signIn", auth.generate_sign_in_with_email_link(self.email, self.settings))

    def test_an_unknown_address_is_refused(self):
        with self.assertRaises(auth.EmailNotFoundError):
            auth.generate_password_reset_link("nobody@example.com")
        with self.assertRaises(auth.UserNotFoundError):
            auth.generate_email_verification_link("nobody@example.com")


class Imports(AdminCase):
    def test_every_hash_that_the_sdk_can_name_signs_in(self):
        import hashlib
        import hmac

        password, salt, key = b"secret1", b"NaCl-salt", b"signer-key"
        pbkdf2 = lambda name, rounds: hashlib.pbkdf2_hmac(name, password, salt, rounds)
        formats = {
            "hmac-sha512": (auth.UserImportHash.hmac_sha512(key), hmac.new(key, password + salt, "sha512").digest()),
            "hmac-sha256": (auth.UserImportHash.hmac_sha256(key), hmac.new(key, password + salt, "sha256").digest()),
            "hmac-sha1": (auth.UserImportHash.hmac_sha1(key), hmac.new(key, password + salt, "sha1").digest()),
            "hmac-md5": (auth.UserImportHash.hmac_md5(key), hmac.new(key, password + salt, "md5").digest()),
            "pbkdf2-sha256": (auth.UserImportHash.pbkdf2_sha256(1000), pbkdf2("sha256", 1000)),
            "pbkdf-sha1": (auth.UserImportHash.pbkdf_sha1(1000), pbkdf2("sha1", 1000)),
            "standard-scrypt": (
                auth.UserImportHash.standard_scrypt(1024, 1, 8, 32),
                hashlib.scrypt(password, salt=salt, n=1024, r=8, p=1, dklen=32),
            ),
        }
        for name, (algorithm, digest) in formats.items():
            with self.subTest(name):
                email = address()
                result = auth.import_users(
                    [auth.ImportUserRecord(uid=name, email=email, password_hash=digest, password_salt=salt)],
                    hash_alg=algorithm,
                )
                self.assertEqual((result.success_count, result.failure_count), (1, 0), result.errors)
                right = call("accounts:signInWithPassword", email=email, password="secret1")
                self.assertEqual(right.status_code, 200, right.text)
                wrong = call("accounts:signInWithPassword", email=email, password="secret2")
                self.assertEqual(wrong.json()["error"]["message"], "INVALID_PASSWORD")

    def test_one_bad_record_keeps_the_others(self):
        result = auth.import_users(
            [
                auth.ImportUserRecord(uid="good", email=address()),
                auth.ImportUserRecord(uid="bad", email=auth.create_user(email=address()).email),
            ]
        )
        self.assertEqual((result.success_count, result.failure_count), (1, 1))
        self.assertEqual(result.errors[0].index, 1)
        self.assertEqual(auth.get_user("good").uid, "good")


if __name__ == "__main__":
    unittest.main(verbosity=2)
