"""Whom the requests of the contract are about, and how their answers are judged."""

import functools

import hearth

PHONE = "+15555550100"
TOKENS = ("idToken", "refreshToken", "expiresIn")


class World:
    """Whom and what a request needs; made when it is asked for."""

    @functools.cached_property
    def ada(self):
        return hearth.sign_up("ada@example.com")

    @functools.cached_property
    def guest(self):
        return hearth.user("accounts:signUp", returnSecureToken=True).json

    @functools.cached_property
    def google(self):
        return hearth.sign_in_with_provider({"sub": "g-1", "email": "grace@example.com", "email_verified": True}).json

    @functools.cached_property
    def session(self):
        return hearth.user("accounts:sendVerificationCode", phoneNumber=PHONE).json["sessionInfo"]

    @functools.cached_property
    def texted(self):
        return {"sessionInfo": self.session, "code": hearth.texts()[-1]["code"]}

    @functools.cached_property
    def caller(self):
        """Somebody who signed in by phone."""
        return hearth.user("accounts:signInWithPhoneNumber", **self.texted).json

    @functools.cached_property
    def verified(self):
        """Somebody with a verified address, who may have a second factor."""
        self.mail("VERIFY_EMAIL")
        hearth.user("accounts:update", oobCode=self.mailed)
        return hearth.user("accounts:signInWithPassword", email=self.ada["email"], password="secret1").json

    @functools.cached_property
    def factor(self):
        """Somebody with a second factor by text message."""
        begun = hearth.user(
            "accounts/mfaEnrollment:start",
            "v2",
            idToken=self.verified["idToken"],
            phoneEnrollmentInfo={"phoneNumber": PHONE},
        ).json
        info = {"sessionInfo": begun["phoneSessionInfo"]["sessionInfo"], "code": hearth.texts()[-1]["code"]}
        return hearth.user(
            "accounts/mfaEnrollment:finalize", "v2", idToken=self.verified["idToken"], phoneVerificationInfo=info
        ).json

    @functools.cached_property
    def pending(self):
        """A sign-in that waits for its second factor."""
        assert self.factor
        return hearth.user("accounts:signInWithPassword", email=self.ada["email"], password="secret1").json

    def mail(self, kind, **more):
        hearth.user(
            "accounts:sendOobCode", requestType=kind, email=self.ada["email"], idToken=self.ada["idToken"], **more
        )
        return self.mailed

    @property
    def mailed(self):
        return hearth.codes()[-1]["oobCode"]

    def disabled(self, account):
        hearth.admin("accounts:update", localId=account["localId"], disableUser=True)
        return account

    def gone(self, account):
        hearth.admin("accounts:delete", localId=account["localId"])
        return account

    def changed(self):
        """Ada, after she changed her address herself."""
        return hearth.user("accounts:update", idToken=self.ada["idToken"], email="new@example.com").json


def says(message, status=400):
    """Refuses with a message; one that ends with … begins so."""

    def check(test, answer):
        test.assertEqual(answer.status, status, answer.text)
        if message.endswith("…"):
            test.assertTrue(answer.error.startswith(message[:-1]), answer.error)
        else:
            test.assertEqual(answer.error, message)
        test.assertEqual(answer.json["error"]["code"], status)
        test.assertTrue(answer.json["error"]["errors"][0]["message"])

    return check


def gives(*present, without=(), claims=None, status=200, **equal):
    """Answers with these members, without those, and with these values."""

    def check(test, answer):
        test.assertEqual(answer.status, status, answer.text)
        for name in present:
            test.assertIn(name, answer.json)
        for name in without:
            test.assertNotIn(name, answer.json)
        for name, value in equal.items():
            test.assertEqual(answer.json[name], value)
        if claims is not None:
            claims(test, hearth.claims(answer.json.get("idToken") or answer.json["id_token"]))

    return check


def known(test, answer):
    """Signs in somebody who was known before."""
    gives("localId", *TOKENS)(test, answer)
    test.assertFalse(answer.json.get("isNewUser"))


def signed_in_by(provider, **identities):
    def check(test, token):
        test.assertEqual(token["firebase"]["sign_in_provider"], provider)
        if identities:
            test.assertEqual(token["firebase"]["identities"], identities)
        test.assertEqual(token["user_id"], token["sub"])
        test.assertEqual("provider_id" in token, provider == "anonymous")

    return check
