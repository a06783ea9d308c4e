"""Two clients that strangers wrote against the REST API: firebasil (v1, JSON) and pyrebase4 (the paths of v3)."""

import dataclasses
import json
import types
import unittest
import urllib.parse
import warnings

import pyrebase
import requests
from firebasil.auth import AuthClient
from firebasil.exceptions import AuthRequestException, EmailExists, EmailNotFound, InvalidPassword
from firebasil.warnings import FirebasilExperimentalWarning

import hearth

warnings.simplefilter("ignore", FirebasilExperimentalWarning)


class ModernClient(AuthClient):
    """firebasil, which knows the emulator by FIREBASE_AUTH_EMULATOR_HOST.

    Its models take exactly the members of one day's answers; members that came later are left out here, as every other
    client leaves them out. Members that it expects have to be there.
    """

    async def _post_model(self, route, body, model, **more):
        names = {field.name for field in dataclasses.fields(model)}

        def tolerant(**answer):
            return model(**{name: value for name, value in answer.items() if name in names})

        return await super()._post_model(route, body, tolerant, **more)


class Firebasil(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        hearth.clear()
        self.client = await ModernClient(api_key=hearth.KEY).__aenter__()
        self.addAsyncCleanup(self.client.__aexit__)
        self.email = hearth.address()
        self.user = await self.client.sign_up(self.email, "secret1")

    async def test_a_session_begins_and_is_refreshed(self):
        signed_in = await self.client.sign_in_with_password(self.email, "secret1")
        self.assertEqual((signed_in.local_id, signed_in.registered), (self.user.local_id, True))
        self.assertEqual(signed_in.expires_in.total_seconds(), 3600)
        refreshed = await self.client.refresh(signed_in.refresh_token)
        self.assertEqual((refreshed.user_id, refreshed.token_type), (self.user.local_id, "Bearer"))
        self.assertEqual(refreshed.access_token, refreshed.id_token)

    async def test_refusals_become_its_exceptions(self):
        with self.assertRaises(EmailExists):
            await self.client.sign_up(self.email, "secret1")
        with self.assertRaises(InvalidPassword):
            await self.client.sign_in_with_password(self.email, "wrong one")
        with self.assertRaises(AuthRequestException):
            await self.client.refresh("not a token")

    async def test_a_guest_becomes_a_user(self):
        guest = await self.client.sign_in_anonymous()
        linked = await self.client.link_account_with_email_and_password(guest.id_token, hearth.address(), "secret1")
        self.assertEqual(linked.local_id, guest.local_id)

    async def test_a_custom_token_signs_in(self):
        signed_in = await self.client.sign_in_with_custom_token(json.dumps({"uid": "ada"}))
        self.assertTrue(signed_in.is_new_user)

    async def test_a_password_is_reset(self):
        await self.client.send_password_reset_email(self.email, locale="fr")
        code = hearth.codes(self.email)[-1]["oobCode"]
        self.assertEqual((await self.client.verify_password_reset_code(code)).email, self.email)
        self.assertEqual((await self.client.confirm_password_reset(code, "secret2")).request_type, "PASSWORD_RESET")
        await self.client.sign_in_with_password(self.email, "secret2")

    async def test_an_address_is_verified(self):
        await self.client.send_email_verification(self.user.id_token)
        confirmed = await self.client.confirm_email_verification(hearth.codes(self.email)[-1]["oobCode"])
        self.assertTrue(confirmed.email_verified)

    async def test_a_profile_is_changed(self):
        changed = await self.client.update_profile(self.user.id_token, "Ada", "https://example.com/ada.png")
        self.assertEqual((changed.display_name, changed.photo_url), ("Ada", "https://example.com/ada.png"))
        changed = await self.client.update_profile(self.user.id_token, delete_display_name=True, delete_photo=True)
        self.assertEqual((changed.display_name, changed.photo_url), (None, None))

    async def test_address_and_password_are_changed(self):
        email = hearth.address()
        changed = await self.client.change_email(self.user.id_token, email)
        self.assertEqual(changed.email, email)
        changed = await self.client.change_password(changed.id_token, "secret2")
        self.assertEqual((await self.client.sign_in_with_password(email, "secret2")).local_id, self.user.local_id)

    async def test_a_provider_is_linked_listed_and_unlinked(self):
        token = json.dumps({"sub": "1", "email": self.email, "email_verified": True})
        linked = hearth.user(
            "accounts:signInWithIdp",
            idToken=self.user.id_token,
            requestUri="http://localhost",
            returnSecureToken=True,
            postBody=urllib.parse.urlencode({"id_token": token, "providerId": "google.com"}),
        )
        self.assertEqual(linked.json["localId"], self.user.local_id)
        listed = await self.client.get_associated_providers(self.email, "http://localhost")
        self.assertEqual(set(listed.all_providers), {"password", "google.com"})
        left = await self.client.unlink_provider(linked.json["idToken"], ["google.com"])
        self.assertEqual([info["provider_id"] for info in left.provider_user_info], ["password"])

    async def test_the_mailbox_is_read_and_the_accounts_are_cleared(self):
        await self.client.send_password_reset_email(self.email)
        mailed = (await self.client.emulator_get_out_of_band_codes(hearth.PROJECT)).oob_codes[-1]
        self.assertEqual((mailed.email, mailed.request_type), (self.email, "PASSWORD_RESET"))
        await self.client.emulator_clear_accounts(hearth.PROJECT)
        with self.assertRaises(EmailNotFound):
            await self.client.sign_in_with_password(self.email, "secret1")

    async def test_an_account_is_deleted(self):
        await self.client.delete_account(self.user.id_token)
        with self.assertRaises(EmailNotFound):
            await self.client.sign_in_with_password(self.email, "secret1")


class Pyrebase(unittest.TestCase):
    """pyrebase4 knows no emulator: each request goes to the path that begins with the host it was meant for."""

    def setUp(self):
        hearth.clear()
        library = pyrebase.pyrebase
        library.requests = types.SimpleNamespace(post=self.post)
        self.addCleanup(setattr, library, "requests", requests)
        self.auth = library.Auth(hearth.KEY, None, None)
        self.email = hearth.address()
        self.user = self.auth.create_user_with_email_and_password(self.email, "secret1")

    @staticmethod
    def post(url, **more):
        return requests.post(url.replace("https://", f"{hearth.BASE}/"), timeout=hearth.PATIENCE, **more)

    def test_a_session_begins_and_is_refreshed(self):
        signed_in = self.auth.sign_in_with_email_and_password(self.email, "secret1")
        self.assertEqual(signed_in["localId"], self.user["localId"])
        refreshed = self.auth.refresh(signed_in["refreshToken"])
        self.assertEqual(refreshed["userId"], self.user["localId"])
        claims = hearth.claims(refreshed["idToken"])
        self.assertEqual((claims["sub"], claims["aud"]), (self.user["localId"], hearth.PROJECT))

    def test_refusals_are_http_errors_that_carry_the_message(self):
        with self.assertRaisesRegex(requests.HTTPError, "EMAIL_EXISTS"):
            self.auth.create_user_with_email_and_password(self.email, "secret1")
        with self.assertRaisesRegex(requests.HTTPError, "INVALID_PASSWORD"):
            self.auth.sign_in_with_email_and_password(self.email, "wrong one")
        with self.assertRaisesRegex(requests.HTTPError, "WEAK_PASSWORD"):
            self.auth.create_user_with_email_and_password(hearth.address(), "short")

    def test_a_guest_and_a_custom_token_sign_in(self):
        self.assertTrue(self.auth.sign_in_anonymous()["idToken"])
        self.assertTrue(self.auth.sign_in_with_custom_token(json.dumps({"uid": "ada"}))["idToken"])

    def test_a_password_is_reset(self):
        self.auth.send_password_reset_email(self.email)
        self.auth.verify_password_reset_code(hearth.codes(self.email)[-1]["oobCode"], "secret2")
        self.assertTrue(self.auth.sign_in_with_email_and_password(self.email, "secret2")["registered"])

    def test_an_address_is_verified_and_the_account_is_read(self):
        self.auth.send_email_verification(self.user["idToken"])
        hearth.user("accounts:update", oobCode=hearth.codes(self.email)[-1]["oobCode"])
        account = self.auth.get_account_info(self.user["idToken"])["users"][0]
        self.assertEqual((account["email"], account["emailVerified"]), (self.email, True))

    def test_profile_address_and_password_are_changed(self):
        token = self.auth.update_profile(self.user["idToken"], display_name="Ada")
        self.assertEqual(token["displayName"], "Ada")
        email = hearth.address()
        changed = self.auth.change_email(self.user["idToken"], email)
        changed = self.auth.change_password(changed["idToken"], "secret2")
        self.assertEqual(self.auth.sign_in_with_email_and_password(email, "secret2")["displayName"], "Ada")
        self.assertEqual(changed["email"], email)

    def test_an_account_is_deleted(self):
        self.auth.delete_user_account(self.user["idToken"])
        with self.assertRaisesRegex(requests.HTTPError, "EMAIL_NOT_FOUND"):
            self.auth.sign_in_with_email_and_password(self.email, "secret1")


if __name__ == "__main__":
    unittest.main(verbosity=2)
