"""The official Admin SDK in production mode against `hearth serve --production`: no emulator switch, real signatures.

The suite starts its own servers; see production.py for how the SDK's hosts are redirected.
"""

import datetime
import hashlib
import hmac
import os
import time
import unittest
import urllib.parse
import uuid

import firebase_admin
import google.auth.exceptions
import google.oauth2.credentials
import requests
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from firebase_admin import auth, credentials, exceptions, tenant_mgt

import production

PASSWORD = "correct horse 7 battery"
CERTIFICATE = None
world = None


def setUpModule():
    global world, CERTIFICATE
    os.environ.pop("FIREBASE_AUTH_EMULATOR_HOST", None)
    world = production.World()
    # Any certificate of an RSA key will do.
    certificates = world.url("/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
    CERTIFICATE = next(iter(requests.get(certificates, timeout=production.PATIENCE).json().values()))
    production.redirect(world.server.address)
    firebase_admin.initialize_app(credentials.Certificate(str(world.key)))


def tearDownModule():
    firebase_admin.delete_app(firebase_admin.get_app())
    production.restore()
    world.stop()


# Of PASSWORD, made by libxcrypt: Python's own crypt module leaves with version 3.13.
BCRYPT = b"$2b$04$abcdefghijklmnopqrstuuxdHMWXqoHNsTNDwLuQb/2kOU4V8v6pW"


def firebase_scrypt(password, salt, key):
    """Firebase's own hash: the signer key, encrypted with a key that scrypt makes of the password."""
    derived = hashlib.scrypt(password, salt=salt, n=1 << 10, r=8, p=1, dklen=64, maxmem=1 << 26)
    encryptor = Cipher(algorithms.AES(derived[:32]), modes.CTR(bytes(16))).encryptor()
    return encryptor.update(key) + encryptor.finalize()


def address():
    return f"user-{uuid.uuid4().hex}@example.com"


def sign_in(token, tenant=None):
    answer = world.user("accounts:signInWithCustomToken", tenant=tenant, token=token.decode())
    assert answer.status_code == 200, answer.text
    return answer.json()


class Users(unittest.TestCase):
    def test_a_user_is_created_found_changed_and_deleted(self):
        email = address()
        user = auth.create_user(
            email=email, password=PASSWORD, phone_number="+15555550100", display_name="Ada", email_verified=True
        )
        for found in (
            auth.get_user(user.uid),
            auth.get_user_by_email(email.upper()),
            auth.get_user_by_phone_number("+15555550100"),
        ):
            self.assertEqual(found.uid, user.uid)
            self.assertEqual(found.display_name, "Ada")
        changed = auth.update_user(user.uid, display_name=auth.DELETE_ATTRIBUTE, phone_number=auth.DELETE_ATTRIBUTE)
        self.assertIsNone(changed.display_name)
        self.assertIsNone(changed.phone_number)
        auth.set_custom_user_claims(user.uid, {"role": "editor"})
        tokens = world.user("accounts:signInWithPassword", email=email, password=PASSWORD).json()
        self.assertEqual(auth.verify_id_token(tokens["idToken"])["role"], "editor")
        auth.delete_user(user.uid)
        with self.assertRaises(auth.UserNotFoundError):
            auth.get_user(user.uid)

    def test_refusals_have_their_classes(self):
        email = address()
        auth.create_user(uid=f"taken-{email}", email=email)
        with self.assertRaises(auth.EmailAlreadyExistsError):
            auth.create_user(email=email)
        with self.assertRaises(auth.UidAlreadyExistsError):
            auth.create_user(uid=f"taken-{email}")

    def test_users_are_imported_listed_and_deleted(self):
        prefix = uuid.uuid4().hex
        records = [auth.ImportUserRecord(uid=f"{prefix}-{index:04}") for index in range(1000)]
        self.assertEqual(auth.import_users(records).success_count, 1000)
        uids = [user.uid for user in auth.list_users().iterate_all() if user.uid.startswith(prefix)]
        self.assertEqual(len(uids), 1000)
        auth.update_user(uids[0], disabled=True)
        self.assertEqual(auth.delete_users(uids).success_count, 1000)
        found = auth.get_users([auth.UidIdentifier(uid) for uid in uids[:100]])
        self.assertEqual(len(found.users), 0)

    def test_every_hash_that_the_sdk_can_name_signs_in(self):
        password, salt, key = PASSWORD.encode(), b"NaCl-salt", b"signer-key"
        pbkdf2 = lambda name, rounds: hashlib.pbkdf2_hmac(name, password, salt, rounds)
        repeated = lambda name, rounds, data: repeated(name, rounds - 1, hashlib.new(name, data).digest()) if rounds else data
        formats = {
            "hmac-sha512": (auth.UserImportHash.hmac_sha512(key), hmac.new(key, password + salt, "sha512").digest()),
            "hmac-sha256": (auth.UserImportHash.hmac_sha256(key), hmac.new(key, password + salt, "sha256").digest()),
            "hmac-sha1": (auth.UserImportHash.hmac_sha1(key), hmac.new(key, password + salt, "sha1").digest()),
            "hmac-md5": (auth.UserImportHash.hmac_md5(key), hmac.new(key, password + salt, "md5").digest()),
            "md5": (auth.UserImportHash.md5(0), hashlib.md5(salt + password).digest()),
            "sha1": (auth.UserImportHash.sha1(1), repeated("sha1", 1, salt + password)),
            "sha256": (auth.UserImportHash.sha256(1), repeated("sha256", 1, salt + password)),
            "sha512": (auth.UserImportHash.sha512(1), repeated("sha512", 1, salt + password)),
            "pbkdf2-sha256": (auth.UserImportHash.pbkdf2_sha256(1000), pbkdf2("sha256", 1000)),
            "pbkdf-sha1": (auth.UserImportHash.pbkdf_sha1(1000), pbkdf2("sha1", 1000)),
            "standard-scrypt": (
                auth.UserImportHash.standard_scrypt(1024, 1, 8, 32),
                hashlib.scrypt(password, salt=salt, n=1024, r=8, p=1, dklen=32),
            ),
            "scrypt": (auth.UserImportHash.scrypt(key * 4, 8, 10, b"sep"), firebase_scrypt(password, salt + b"sep", key * 4)),
            "bcrypt": (auth.UserImportHash.bcrypt(), BCRYPT),
        }
        for name, (algorithm, digest) in formats.items():
            with self.subTest(name):
                email = address()
                record = auth.ImportUserRecord(uid=f"hash-{name}", email=email, password_hash=digest, password_salt=salt)
                result = auth.import_users([record], hash_alg=algorithm)
                self.assertEqual((result.success_count, result.failure_count), (1, 0), result.errors)
                for _ in range(2):
                    right = world.user("accounts:signInWithPassword", email=email, password=PASSWORD)
                    self.assertEqual(right.status_code, 200, right.text)
                wrong = world.user("accounts:signInWithPassword", email=email, password="secret2")
                self.assertEqual(wrong.json()["error"]["message"], "INVALID_LOGIN_CREDENTIALS")


class Tokens(unittest.TestCase):
    def test_a_custom_token_of_the_key_file_becomes_a_session(self):
        tokens = sign_in(auth.create_custom_token("ada", {"plan": "gold"}))
        claims = auth.verify_id_token(tokens["idToken"], check_revoked=True)
        self.assertEqual(claims["uid"], "ada")
        self.assertEqual(claims["plan"], "gold")
        head, payload, signature = tokens["idToken"].split(".")
        forged = f"{head}.{payload}.{('A' if signature[0] != 'A' else 'B') + signature[1:]}"
        with self.assertRaises(auth.InvalidIdTokenError):
            auth.verify_id_token(forged)

    def test_a_server_without_a_key_signs_by_signBlob(self):
        key = firebase_admin.get_app().credential.get_credential()
        key.refresh(google.auth.transport.requests.Request())
        bearer = Bearer(key.token)
        app = firebase_admin.initialize_app(
            bearer, {"projectId": production.PROJECT, "serviceAccountId": world.email}, name=uuid.uuid4().hex
        )
        try:
            tokens = sign_in(auth.create_custom_token("grace", app=app))
            self.assertEqual(auth.verify_id_token(tokens["idToken"], app=app)["uid"], "grace")
        finally:
            firebase_admin.delete_app(app)

    def test_another_account_is_not_signed_for(self):
        key = firebase_admin.get_app().credential.get_credential()
        key.refresh(google.auth.transport.requests.Request())
        app = firebase_admin.initialize_app(
            Bearer(key.token),
            {"projectId": production.PROJECT, "serviceAccountId": "nobody@example.com"},
            name=uuid.uuid4().hex,
        )
        try:
            with self.assertRaises(auth.TokenSignError):
                auth.create_custom_token("grace", app=app)
        finally:
            firebase_admin.delete_app(app)

    def test_revoked_and_disabled_users_are_noticed(self):
        tokens = sign_in(auth.create_custom_token("mary"))
        time.sleep(1.1)
        auth.revoke_refresh_tokens("mary")
        with self.assertRaises(auth.RevokedIdTokenError):
            auth.verify_id_token(tokens["idToken"], check_revoked=True)
        auth.update_user("mary", disabled=True)
        with self.assertRaises(auth.UserDisabledError):
            auth.verify_id_token(tokens["idToken"], check_revoked=True)

    def test_a_session_cookie_is_made_and_verified(self):
        tokens = sign_in(auth.create_custom_token("lin"))
        cookie = auth.create_session_cookie(tokens["idToken"], expires_in=datetime.timedelta(days=5))
        self.assertEqual(auth.verify_session_cookie(cookie, check_revoked=True)["uid"], "lin")
        with self.assertRaises(auth.InvalidSessionCookieError):
            auth.verify_session_cookie(tokens["idToken"])


class Links(unittest.TestCase):
    def test_links_of_each_kind_lead_to_the_public_address(self):
        email = address()
        auth.create_user(email=email, password=PASSWORD)
        settings = auth.ActionCodeSettings(url="http://localhost/after", handle_code_in_app=True)
        for make in (
            auth.generate_password_reset_link,
            auth.generate_email_verification_link,
            auth.generate_sign_in_with_email_link,
        ):
            link = make(email, settings)
            self.assertTrue(link.startswith(production.PUBLIC_URL), link)
        link = auth.generate_password_reset_link(email)
        code = urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["oobCode"][0]
        reset = world.user("accounts:resetPassword", oobCode=code, newPassword="another horse 8 battery")
        self.assertEqual(reset.status_code, 200, reset.text)


class Tenants(unittest.TestCase):
    def test_a_tenant_is_created_found_changed_listed_and_deleted(self):
        tenant = tenant_mgt.create_tenant("staff-team", allow_password_sign_up=True, enable_email_link_sign_in=False)
        self.assertTrue(tenant.allow_password_sign_up)
        self.assertEqual(tenant_mgt.get_tenant(tenant.tenant_id).display_name, "staff-team")
        changed = tenant_mgt.update_tenant(tenant.tenant_id, display_name="staff-crew", enable_email_link_sign_in=True)
        self.assertEqual(changed.display_name, "staff-crew")
        self.assertTrue(changed.enable_email_link_sign_in)
        self.assertIn(tenant.tenant_id, [each.tenant_id for each in tenant_mgt.list_tenants().iterate_all()])
        tenant_mgt.delete_tenant(tenant.tenant_id)
        with self.assertRaises(tenant_mgt.TenantNotFoundError):
            tenant_mgt.get_tenant(tenant.tenant_id)

    def test_a_tenant_has_users_and_tokens_of_its_own(self):
        tenant = tenant_mgt.create_tenant("staff-users", allow_password_sign_up=True)
        client = tenant_mgt.auth_for_tenant(tenant.tenant_id)
        try:
            user = client.create_user(email=address(), password=PASSWORD)
            self.assertEqual(client.get_user(user.uid).tenant_id, tenant.tenant_id)
            with self.assertRaises(auth.UserNotFoundError):
                auth.get_user(user.uid)
            tokens = sign_in(client.create_custom_token(user.uid), tenant=tenant.tenant_id)
            claims = client.verify_id_token(tokens["idToken"], check_revoked=True)
            self.assertEqual(claims["firebase"]["tenant"], tenant.tenant_id)
        finally:
            tenant_mgt.delete_tenant(tenant.tenant_id)


class Providers(unittest.TestCase):
    def check(self, client, name):
        """Makes, finds, changes, lists and deletes a configuration of each kind."""
        oidc = client.create_oidc_provider_config(
            f"oidc.{name}",
            client_id="app",
            issuer="https://sso.example.com",
            display_name="Staff",
            enabled=True,
            client_secret="s3cret",
            id_token_response_type=False,
            code_response_type=True,
        )
        self.assertEqual(oidc.provider_id, f"oidc.{name}")
        found = client.get_oidc_provider_config(oidc.provider_id)
        self.assertEqual((found.client_secret, found.issuer), ("s3cret", "https://sso.example.com"))
        self.assertTrue(found.code_response_type)
        changed = client.update_oidc_provider_config(
            oidc.provider_id, display_name=auth.DELETE_ATTRIBUTE, enabled=False, client_id="other"
        )
        self.assertEqual((changed.display_name, changed.enabled, changed.client_id), (None, False, "other"))
        self.assertEqual(changed.client_secret, "s3cret")
        listed = client.list_oidc_provider_configs(max_results=1).iterate_all()
        self.assertIn(oidc.provider_id, [each.provider_id for each in listed])
        client.delete_oidc_provider_config(oidc.provider_id)
        with self.assertRaises(auth.ConfigurationNotFoundError):
            client.get_oidc_provider_config(oidc.provider_id)
        saml = client.create_saml_provider_config(
            f"saml.{name}",
            idp_entity_id="idp",
            sso_url="https://sso.example.com/login",
            x509_certificates=[CERTIFICATE],
            rp_entity_id="sp",
            callback_url="https://app.example.com/__/auth/handler",
            display_name="Staff",
            enabled=True,
        )
        self.assertEqual(client.get_saml_provider_config(saml.provider_id).x509_certificates, [CERTIFICATE])
        moved = client.update_saml_provider_config(saml.provider_id, sso_url="https://new.example.com", enabled=False)
        self.assertEqual((moved.sso_url, moved.idp_entity_id, moved.enabled), ("https://new.example.com", "idp", False))
        listed = client.list_saml_provider_configs().iterate_all()
        self.assertIn(saml.provider_id, [each.provider_id for each in listed])
        client.delete_saml_provider_config(saml.provider_id)
        with self.assertRaises(auth.ConfigurationNotFoundError):
            client.get_saml_provider_config(saml.provider_id)

    def test_a_project_has_configurations_of_providers(self):
        self.check(auth._get_client(None), uuid.uuid4().hex[:12])

    def test_a_tenant_has_configurations_of_its_own(self):
        tenant = tenant_mgt.create_tenant("staff-idps")
        try:
            self.check(tenant_mgt.auth_for_tenant(tenant.tenant_id), uuid.uuid4().hex[:12])
        finally:
            tenant_mgt.delete_tenant(tenant.tenant_id)


class Rights(unittest.TestCase):
    def test_no_emulator_credential_is_accepted(self):
        for token in ("owner", "ya29.anything"):
            app = firebase_admin.initialize_app(Bearer(token), {"projectId": production.PROJECT}, name=uuid.uuid4().hex)
            try:
                # The SDK answers 401 by asking for another token, which this credential cannot do.
                with self.assertRaises(google.auth.exceptions.RefreshError):
                    auth.get_user("ada", app=app)
            finally:
                firebase_admin.delete_app(app)

    def test_a_deleted_key_ends_the_sdk_that_has_it(self):
        folder = world.key.parent
        email = world.hearth("service-accounts", "create", f"short-{uuid.uuid4().hex[:8]}").strip()
        path = folder / f"{email}.json"
        world.hearth("service-accounts", "add-key", email, "--key", path)
        self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        app = firebase_admin.initialize_app(credentials.Certificate(str(path)), name=uuid.uuid4().hex)
        try:
            user = auth.create_user(app=app)
            key = world.hearth("service-accounts", "keys", email).split("\t")[0]
            world.hearth("service-accounts", "delete-key", email, key)
            with self.assertRaises((exceptions.UnauthenticatedError, google.auth.exceptions.RefreshError)):
                auth.get_user(user.uid, app=app)
            app.credential.get_credential().token = None
            with self.assertRaises(google.auth.exceptions.RefreshError):
                auth.get_user(user.uid, app=app)
        finally:
            firebase_admin.delete_app(app)

    def test_the_metadata_address_signs_a_machine_in(self):
        """A second process on the same storage, with the metadata address on."""
        from google.auth.compute_engine import credentials as machine

        server = production.Server(world.storage, "--metadata-account", world.email)
        os.environ["GCE_METADATA_HOST"] = os.environ["GCE_METADATA_IP"] = server.metadata
        try:
            import importlib

            from google.auth.compute_engine import _metadata

            importlib.reload(_metadata)
            self.assertTrue(_metadata.ping(google.auth.transport.requests.Request(), timeout=10))
            self.assertEqual(_metadata.get_project_id(google.auth.transport.requests.Request()), production.PROJECT)
            key = machine.Credentials()
            key.refresh(google.auth.transport.requests.Request())
            app = firebase_admin.initialize_app(
                Bearer(key.token),
                {"projectId": production.PROJECT, "serviceAccountId": key.service_account_email},
                name=uuid.uuid4().hex,
            )
            try:
                self.assertEqual(key.service_account_email, world.email)
                self.assertTrue(auth.list_users(max_results=1, app=app).users is not None)
                sign_in(auth.create_custom_token("metadata", app=app))
            finally:
                firebase_admin.delete_app(app)
            refused = requests.get(f"http://{server.metadata}/computeMetadata/v1/project/project-id", timeout=10)
            self.assertEqual(refused.status_code, 403)
        finally:
            del os.environ["GCE_METADATA_HOST"], os.environ["GCE_METADATA_IP"]
            server.stop()


class Bearer(credentials.Base):
    """A credential that is an access token, and nothing that signs."""

    def __init__(self, token):
        self._token = google.oauth2.credentials.Credentials(token)

    def get_credential(self):
        return self._token


if __name__ == "__main__":
    unittest.main(verbosity=2)
