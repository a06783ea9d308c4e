"""Passkeys with the authenticator that Chromium brings for tests, on a page that uses the browser's own functions."""

import json

import hearth
from browser import BrowserCase


class PasskeyCase(BrowserCase):
    def setUp(self):
        super().setUp()
        self.ada = hearth.sign_up("ada@example.com")
        self.devices = self.context.new_cdp_session(self.page)
        self.devices.send("WebAuthn.enable")
        self.device = self.add_device()
        self.open(self.app.url)

    def add_device(self, verifies=True):
        """An authenticator in the machine, which keeps passkeys and knows its user."""
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": verifies,
            "automaticPresenceSimulation": True,
        }
        return self.devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]

    def open(self, origin):
        self.page.goto(f"{origin}/passkey.html?backend={hearth.BASE}")

    def register(self, account=None):
        return self.page.evaluate("token => register(token)", (account or self.ada)["idToken"])

    def enroll(self, account=None):
        """A passkey for an account: what the server answered."""
        account = account or self.ada
        return self.page.evaluate(
            "([token, registration]) => enroll(token, registration, 'My laptop')",
            [account["idToken"], self.register(account)],
        )

    def sign(self):
        return self.page.evaluate("sign()")

    def sign_in(self, assertion):
        return self.page.evaluate("assertion => signIn(assertion)", assertion)

    def assert_refused(self, answer, reason):
        self.assertNotIn("idToken", answer)
        self.assertIn(reason, answer["error"]["message"])


class Passkeys(PasskeyCase):
    def test_a_passkey_is_made_and_signs_in(self):
        answer = self.enroll()
        self.assertEqual(answer["localId"], self.ada["localId"])
        self.assertEqual([key["name"] for key in hearth.look_up(answer["idToken"])["passkeyInfo"]], ["My laptop"])
        signed_in = self.sign_in(self.sign())
        self.assertEqual(signed_in["localId"], self.ada["localId"])
        claims = hearth.claims(signed_in["idToken"])
        self.assertEqual(claims["firebase"]["sign_in_provider"], "passkey")

    def test_it_signs_in_again_and_again(self):
        self.enroll()
        for _ in range(3):
            self.assertEqual(self.sign_in(self.sign())["localId"], self.ada["localId"])

    def test_a_device_holds_the_passkeys_of_several_people(self):
        self.enroll()
        self.devices.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self.device})
        self.device = self.add_device()
        grace = hearth.sign_up("grace@example.com")
        self.enroll(grace)
        self.assertEqual(self.sign_in(self.sign())["localId"], grace["localId"])

    def test_one_device_is_enrolled_once(self):
        self.enroll()
        self.assertEqual(
            self.page.evaluate("token => register(token).catch(error => error.name)", self.ada["idToken"]),
            "InvalidStateError",
        )

    def test_a_removed_passkey_signs_in_no_more(self):
        answer = self.enroll()
        key = hearth.look_up(answer["idToken"])["passkeyInfo"][0]["credentialId"]
        hearth.user("accounts:update", idToken=answer["idToken"], deletePasskey=[key])
        self.assert_refused(self.sign_in(self.sign()), "PASSKEY_CREDENTIAL_NOT_FOUND")


class Lies(PasskeyCase):
    """What must not sign in, or be enrolled."""

    def test_a_page_of_another_host_is_refused_by_the_browser(self):
        self.enroll()
        self.open(self.app.url.replace("localhost", "127.0.0.1"))
        for act in ("sign()", f"register('{self.ada['idToken']}')"):
            self.assertEqual(self.page.evaluate(f"{act}.catch(error => error.name)"), "SecurityError")

    def test_what_was_signed_for_another_origin_is_refused_when_enrolling(self):
        registration = self.register()
        self.assert_refused(
            self.page.evaluate(
                "([token, registration]) => enroll(token, registration)",
                [self.ada["idToken"], with_client_data(registration, origin="https://evil.example")],
            ),
            "wrongOrigin",
        )

    def test_what_the_page_says_was_signed_is_checked_member_by_member(self):
        self.enroll()
        for change, reason in (
            ({"origin": "https://evil.example"}, "wrongOrigin"),
            ({"origin": "http://localhost.evil.example"}, "wrongOrigin"),
            ({"type": "webauthn.create"}, "wrongType"),
            ({"crossOrigin": True}, "crossOrigin"),
            ({"challenge": "AAAA"}, "INVALID_SESSION_INFO"),
            ({"unknown": "member"}, "invalidSignature"),
        ):
            with self.subTest(change):
                self.assert_refused(self.sign_in(with_client_data(self.sign(), **change)), reason)

    def test_an_answer_is_accepted_once(self):
        registration = self.register()
        enroll = "([token, registration]) => enroll(token, registration)"
        self.page.evaluate(enroll, [self.ada["idToken"], registration])
        again = self.page.evaluate(enroll, [self.ada["idToken"], registration])
        self.assert_refused(again, "INVALID_SESSION_INFO")
        assertion = self.sign()
        self.assertIn("idToken", self.sign_in(assertion))
        self.assert_refused(self.sign_in(assertion), "INVALID_SESSION_INFO")

    def test_a_changed_signature_is_refused(self):
        self.enroll()
        assertion = self.sign()
        signature = assertion["response"]["signature"]
        assertion["response"]["signature"] = signature[:-8] + (
            "AAAAAAAA" if signature[-8:] != "AAAAAAAA" else "BBBBBBBB"
        )
        self.assert_refused(self.sign_in(assertion), "invalidSignature")

    def test_a_copied_passkey_is_noticed_by_its_counter(self):
        self.enroll()
        copy = self.devices.send("WebAuthn.getCredentials", {"authenticatorId": self.device})["credentials"][0]
        for _ in range(3):
            self.sign_in(self.sign())
        self.devices.send("WebAuthn.clearCredentials", {"authenticatorId": self.device})
        self.devices.send("WebAuthn.addCredential", {"authenticatorId": self.device, "credential": copy})
        self.assert_refused(self.sign_in(self.sign()), "staleCounter")

    def test_a_passkey_of_another_device_signs_in_nobody(self):
        self.enroll()
        assertion = self.sign()
        self.devices.send("WebAuthn.clearCredentials", {"authenticatorId": self.device})
        self.enroll(hearth.sign_up("mallory@example.com"))
        forged = self.sign()
        forged["id"] = forged["rawId"] = assertion["id"]
        self.assert_refused(self.sign_in(forged), "wrongUserHandle")


def with_client_data(answer, **changes):
    """What an authenticator answered, with something else in what the page says that was signed."""
    data = json.loads(hearth.decode64(answer["response"]["clientDataJSON"]))
    encoded = hearth.encode64(json.dumps({**data, **changes}).encode())
    return {**answer, "response": {**answer["response"], "clientDataJSON": encoded}}


if __name__ == "__main__":
    import unittest

    unittest.main(verbosity=2)
