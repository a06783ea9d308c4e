"""What the official Auth emulator observably answers, as one table: request by request, its status, its error's words,
and the members of its answer. The facts are those of its published tests and of its clients; the table is our own.

Each row has a world of its own, of which a request uses what it needs: `w.ada` signs Ada up, `w.mailed` reads her mail.
"""

import functools
import json
import unittest
import urllib.parse

import jwt

import hearth

PHONE, OTHER_PHONE = "+15555550100", "+15555550101"
NO_KEY = {"X-Nothing": "at all"}


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
        begun = hearth.user("accounts/mfaEnrollment:start", "v2", idToken=self.verified["idToken"],
                            phoneEnrollmentInfo={"phoneNumber": PHONE}).json
        info = {"sessionInfo": begun["phoneSessionInfo"]["sessionInfo"], "code": hearth.texts()[-1]["code"]}
        return hearth.user("accounts/mfaEnrollment:finalize", "v2", idToken=self.verified["idToken"],
                           phoneVerificationInfo=info).json

    @functools.cached_property
    def pending(self):
        """A sign-in that waits for its second factor."""
        assert self.factor
        return hearth.user("accounts:signInWithPassword", email=self.ada["email"], password="secret1").json

    def mail(self, kind, **more):
        hearth.user("accounts:sendOobCode", requestType=kind, email=self.ada["email"], idToken=self.ada["idToken"],
                    **more)
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
            token = jwt.decode(answer.json.get("idToken") or answer.json["id_token"],
                               options={"verify_signature": False})
            claims(test, token)
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


def idp(provider="google.com", **claims):
    """A request of signInWithIdp with unsigned claims."""
    body = urllib.parse.urlencode({"providerId": provider, "id_token": json.dumps(claims)})
    return {"postBody": body, "requestUri": "http://localhost", "returnSecureToken": True, "returnIdpCredential": True}


TOKENS = ("idToken", "refreshToken", "expiresIn")
KEY = {}
OWNER = hearth.OWNER

# operation, then rows of: what is special, who asks, the body, the answer
CONTRACT = {
    "v1/accounts:signUp": [
        ("a guest", KEY, {"returnSecureToken": True},
         gives("localId", *TOKENS, without=["email"], claims=signed_in_by("anonymous"))),
        ("a password", KEY, {"email": "new@example.com", "password": "secret1"},
         gives(*TOKENS, claims=signed_in_by("password", email=["new@example.com"]))),
        ("an address in capitals", KEY, {"email": "NeW@exAMPle.COM", "password": "secret1"},
         gives(email="new@example.com")),
        ("no address", KEY, {"password": "secret1"}, says("MISSING_EMAIL")),
        ("an empty address", KEY, {"email": "", "password": ""}, says("INVALID_EMAIL")),
        ("no address at all", KEY, {"email": "not.an.address", "password": "secret1"}, says("INVALID_EMAIL")),
        ("a short password", KEY, {"email": "new@example.com", "password": "short"}, says("WEAK_PASSWORD : …")),
        ("an address that is taken", KEY, lambda w: {"email": w.ada["email"].upper(), "password": "secret1"},
         says("EMAIL_EXISTS")),
        ("an address that a provider brought", KEY, lambda w: {"email": w.google["email"], "password": "secret1"},
         says("EMAIL_EXISTS")),
        ("a name", KEY, {"email": "new@example.com", "password": "secret1", "displayName": "New", "photoUrl": "http://x"},
         gives(displayName="New", without=["photoUrl"])),
        ("a guest with a name", KEY, {"displayName": "New"}, gives(without=["displayName"])),
        ("a guest becomes a user", KEY,
         lambda w: {"idToken": w.guest["idToken"], "email": "new@example.com", "password": "secret1"},
         gives(claims=signed_in_by("password", email=["new@example.com"]))),
        ("a guest without an address", KEY, lambda w: {"idToken": w.guest["idToken"]}, says("MISSING_EMAIL")),
        ("a guest without a password", KEY, lambda w: {"idToken": w.guest["idToken"], "email": "new@example.com"},
         says("MISSING_PASSWORD")),
        ("a guest who is disabled", KEY,
         lambda w: {"idToken": w.disabled(w.guest)["idToken"], "email": "new@example.com", "password": "secret1"},
         says("USER_DISABLED")),
        ("an identifier from a user", KEY, {"localId": "chosen"}, says("UNEXPECTED_PARAMETER : User ID")),
        ("an identifier from the owner", OWNER, {"localId": "chosen"}, gives(localId="chosen", without=TOKENS)),
        ("an identifier that is taken", OWNER, lambda w: {"localId": w.ada["localId"]}, says("DUPLICATE_LOCAL_ID")),
        ("a phone from the owner", OWNER, {"phoneNumber": PHONE, "displayName": "New"},
         gives("localId", displayName="New", without=TOKENS)),
        ("a phone that is none", OWNER, {"phoneNumber": "5555"}, says("INVALID_PHONE_NUMBER : Invalid format.")),
        ("a phone that is taken", OWNER, lambda w: {"phoneNumber": w.caller["phoneNumber"]},
         says("PHONE_NUMBER_EXISTS")),
        ("no key", NO_KEY, {}, says("The request is missing a valid API key.", 403)),
        ("another kind of authorization", {"Authorization": "Basic YTpi"}, {},
         says("The request is missing a valid API key.", 403)),
        ("a key in a field", {"X-Goog-Api-Key": "any"}, {}, gives("localId")),
        ("the owner in capitals", {"Authorization": "bEArEr OWNER"}, {"localId": "chosen"}, gives(localId="chosen")),
        ("a token as Google's", {"Authorization": "Bearer ya29.anything"}, {"localId": "chosen"},
         gives(localId="chosen")),
        ("a token that is nobody's", {"Authorization": "Bearer nobody"}, {},
         says("Request had invalid authentication credentials.…", 401)),
        ("a project from a user", KEY, {"targetProjectId": "other"},
         says("INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")),
    ],
    "v1/accounts:signInWithPassword": [
        ("right", KEY, lambda w: {"email": w.ada["email"].upper(), "password": "secret1"},
         gives("localId", "email", *TOKENS, registered=True, claims=signed_in_by("password", email=["ada@example.com"]))),
        ("no address", KEY, {"password": "secret1"}, says("MISSING_EMAIL")),
        ("no password", KEY, {"email": "ada@example.com"}, says("MISSING_PASSWORD")),
        ("an address that is none", KEY, {"email": "ada", "password": "secret1"}, says("INVALID_EMAIL")),
        ("an empty address", KEY, {"email": "", "password": "secret1"}, says("INVALID_EMAIL")),
        ("a stranger", KEY, {"email": "ada@example.com", "password": "secret1"}, says("EMAIL_NOT_FOUND")),
        ("a wrong password", KEY, lambda w: {"email": w.ada["email"], "password": "SECRET1"}, says("INVALID_PASSWORD")),
        ("somebody disabled", KEY, lambda w: {"email": w.disabled(w.ada)["email"], "password": "secret1"},
         says("USER_DISABLED")),
        ("a second factor", KEY, lambda w: w.factor and {"email": w.ada["email"], "password": "secret1"},
         gives("mfaPendingCredential", "mfaInfo", without=TOKENS)),
    ],
    "v1/accounts:signInWithCustomToken": [
        ("a new user", KEY, {"token": '{"uid": "new", "claims": {"level": 7}}'},
         gives(*TOKENS, isNewUser=True, without=["localId"], claims=lambda t, c: t.assertEqual(c["level"], 7))),
        ("a known user", KEY, lambda w: {"token": json.dumps({"uid": w.ada["localId"]})},
         gives(isNewUser=False, claims=signed_in_by("custom", email=["ada@example.com"]))),
        ("nothing", KEY, {}, says("MISSING_CUSTOM_TOKEN")),
        ("neither JSON nor a token", KEY, {"token": "{not=json"}, says("INVALID_CUSTOM_TOKEN : …")),
        ("something like a token", KEY, {"token": "only.looks.likeone"}, says("INVALID_CUSTOM_TOKEN : …")),
        ("another audience", KEY, {"token": jwt.encode({"uid": "x", "aud": "other"}, None, "none")},
         says("INVALID_CUSTOM_TOKEN : …")),
        ("nobody", KEY, {"token": '{"name": "Ada"}'}, says("MISSING_IDENTIFIER")),
        ("a claim that is reserved", KEY, {"token": '{"uid": "x", "claims": {"firebase": 1}}'},
         says("FORBIDDEN_CLAIM : firebase")),
        ("somebody disabled", KEY, lambda w: {"token": json.dumps({"uid": w.disabled(w.ada)["localId"]})},
         says("USER_DISABLED")),
    ],
    "v1/accounts:signInWithIdp": [
        ("a new user", KEY, idp(sub="1", email="a@example.com", email_verified=True, name="Ada Lovelace",
                                given_name="Ada", family_name="Lovelace", picture="http://x/a.png"),
         gives("rawUserInfo", "oauthIdToken", *TOKENS, isNewUser=True, providerId="google.com", fullName="Ada Lovelace",
               federatedId="https://accounts.google.com/1", displayName="Ada Lovelace", firstName="Ada",
               lastName="Lovelace", photoUrl="http://x/a.png", emailVerified=True,
               claims=signed_in_by("google.com", **{"google.com": ["1"], "email": ["a@example.com"]}))),
        ("a user without a name", KEY, idp(sub="1"), gives("localId", without=["displayName", "photoUrl", "email"])),
        ("everything in the address", KEY, {"requestUri": "http://localhost?providerId=google.com&id_token=%7B%22sub%22:%221%22%7D"},
         gives(providerId="google.com")),
        ("a known user", KEY, lambda w: w.google and idp(sub="g-1"), known),
        ("another's address, unverified", KEY, lambda w: w.google and idp("facebook.com", sub="9", email="grace@example.com"),
         gives(needConfirmation=True, without=TOKENS)),
        ("no address to return to", KEY, {"postBody": "providerId=google.com"}, says("MISSING_REQUEST_URI")),
        ("an address that is none", KEY, {**idp(sub="1"), "requestUri": "nowhere"}, says("INVALID_REQUEST_URI")),
        ("no provider", KEY, {"postBody": "id_token=x", "requestUri": "http://localhost"},
         says("INVALID_CREDENTIAL_OR_PROVIDER_ID : …")),
        ("no subject", KEY, idp(email="a@example.com"), says("INVALID_IDP_RESPONSE : …")),
        ("somebody disabled", KEY, lambda w: w.disabled(w.google) and idp(sub="g-1"), says("USER_DISABLED")),
        ("linking what is another's", KEY, lambda w: w.google and {**idp(sub="g-1"), "idToken": w.ada["idToken"], "returnIdpCredential": False},
         says("FEDERATED_USER_ID_ALREADY_LINKED")),
        ("linking what is another's, told in the answer", KEY, lambda w: w.google and {**idp(sub="g-1"), "idToken": w.ada["idToken"]},
         gives(errorMessage="FEDERATED_USER_ID_ALREADY_LINKED", without=["idToken"])),
        ("linking", KEY, lambda w: {**idp(sub="2"), "idToken": w.ada["idToken"]}, known),
    ],
    "v1/accounts:sendVerificationCode": [
        ("a number", KEY, {"phoneNumber": PHONE, "recaptchaToken": "ignored"}, gives("sessionInfo")),
        ("no number", KEY, {"recaptchaToken": "ignored"}, says("INVALID_PHONE_NUMBER : Invalid format.")),
        ("a number that is none", KEY, {"phoneNumber": "invalid"}, says("INVALID_PHONE_NUMBER : Invalid format.")),
    ],
    "v1/accounts:signInWithPhoneNumber": [
        ("a new user", KEY, lambda w: w.texted,
         gives(*TOKENS, isNewUser=True, phoneNumber=PHONE, claims=signed_in_by("phone", phone=[PHONE]))),
        ("no session", KEY, {"code": "123456"}, says("MISSING_SESSION_INFO")),
        ("no code", KEY, {"sessionInfo": "something"}, says("MISSING_CODE")),
        ("an unknown session", KEY, lambda w: {**w.texted, "sessionInfo": "unknown"}, says("INVALID_SESSION_INFO")),
        ("a wrong code", KEY, lambda w: {**w.texted, "code": w.texted["code"] + "1"}, says("INVALID_CODE")),
        ("linking", KEY, lambda w: {**w.texted, "idToken": w.guest["idToken"]}, gives(isNewUser=False, phoneNumber=PHONE)),
        ("linking somebody disabled", KEY, lambda w: {**w.texted, "idToken": w.disabled(w.guest)["idToken"]},
         says("USER_DISABLED")),
    ],
    "v1/accounts:createAuthUri": [
        ("a stranger", KEY, {"identifier": "a@example.com", "continueUri": "http://localhost"},
         gives("sessionId", registered=False)),
        ("somebody known", KEY, lambda w: {"identifier": w.ada["email"].upper(), "continueUri": "http://localhost"},
         gives("sessionId", registered=True, allProviders=["password"], signinMethods=["password"])),
        ("a session", KEY, {"identifier": "a@example.com", "continueUri": "http://localhost", "sessionId": "mine"},
         gives(sessionId="mine")),
        ("nobody", KEY, {"continueUri": "http://localhost"}, says("MISSING_IDENTIFIER")),
        ("nowhere", KEY, {"identifier": "a@example.com"}, says("MISSING_CONTINUE_URI")),
        ("an identifier that is none", KEY, {"identifier": "ada", "continueUri": "http://localhost"},
         says("INVALID_IDENTIFIER")),
        ("a place that is none", KEY, {"identifier": "a@example.com", "continueUri": "nowhere"},
         says("INVALID_CONTINUE_URI")),
    ],
    "v1/accounts:sendOobCode": [
        ("a reset", KEY, lambda w: {"requestType": "PASSWORD_RESET", "email": w.ada["email"]},
         gives(email="ada@example.com", without=["oobCode", "oobLink"])),
        ("a reset for the owner", OWNER, lambda w: {"requestType": "PASSWORD_RESET", "email": w.ada["email"], "returnOobLink": True},
         gives("oobCode", "oobLink", email="ada@example.com")),
        ("a kind by its number", OWNER, {"requestType": 6, "email": "new@example.com", "returnOobLink": True},
         gives("oobLink")),
        ("a verification", KEY, lambda w: {"requestType": "VERIFY_EMAIL", "idToken": w.ada["idToken"]},
         gives(email="ada@example.com")),
        ("a verification of whom", KEY, lambda w: {"requestType": "VERIFY_EMAIL", "email": w.ada["email"]},
         says("INVALID_ID_TOKEN")),
        ("a verification for nobody", OWNER, {"requestType": "VERIFY_EMAIL", "returnOobLink": True}, says("MISSING_EMAIL")),
        ("a verification for a stranger", OWNER,
         {"requestType": "VERIFY_EMAIL", "email": "a@example.com", "returnOobLink": True}, says("USER_NOT_FOUND")),
        ("a verification for a guest", KEY, lambda w: {"requestType": "VERIFY_EMAIL", "idToken": w.guest["idToken"]},
         says("MISSING_EMAIL")),
        ("a broken token", KEY, {"requestType": "VERIFY_EMAIL", "idToken": "broken"}, says("INVALID_ID_TOKEN")),
        ("somebody disabled", KEY, lambda w: {"requestType": "VERIFY_EMAIL", "idToken": w.disabled(w.ada)["idToken"]},
         says("USER_DISABLED")),
        ("a way back that is none", KEY,
         lambda w: {"requestType": "VERIFY_EMAIL", "idToken": w.ada["idToken"], "continueUrl": "nowhere"},
         says("INVALID_CONTINUE_URI : …")),
        ("a reset for a stranger", KEY, {"requestType": "PASSWORD_RESET", "email": "a@example.com"},
         says("EMAIL_NOT_FOUND")),
        ("no kind", KEY, {"email": "a@example.com"}, says("MISSING_REQ_TYPE")),
        ("a change without an address", KEY, lambda w: {"requestType": "VERIFY_AND_CHANGE_EMAIL", "idToken": w.ada["idToken"]},
         says("MISSING_NEW_EMAIL")),
        ("a link to sign in, for anybody", KEY, {"requestType": "EMAIL_SIGNIN", "email": "a@example.com"},
         gives(email="a@example.com")),
    ],
    "v1/accounts:resetPassword": [
        ("what a code is for", KEY, lambda w: {"oobCode": w.mail("PASSWORD_RESET")},
         gives(requestType="PASSWORD_RESET", email="ada@example.com")),
        ("what another code is for", KEY, lambda w: {"oobCode": w.mail("VERIFY_AND_CHANGE_EMAIL", newEmail="n@example.com")},
         gives(requestType="VERIFY_AND_CHANGE_EMAIL", newEmail="n@example.com")),
        ("a code that tells no address", KEY, lambda w: {"oobCode": w.mail("EMAIL_SIGNIN")},
         gives(requestType="EMAIL_SIGNIN", without=["email"])),
        ("a new password", KEY, lambda w: {"oobCode": w.mail("PASSWORD_RESET"), "newPassword": "secret2"},
         gives(requestType="PASSWORD_RESET", email="ada@example.com")),
        ("a weak password", KEY, lambda w: {"oobCode": w.mail("PASSWORD_RESET"), "newPassword": "short"},
         says("WEAK_PASSWORD : …")),
        ("another kind of code", KEY, lambda w: {"oobCode": w.mail("VERIFY_EMAIL"), "newPassword": "secret2"},
         says("INVALID_OOB_CODE")),
        ("an unknown code", KEY, {"oobCode": "unknown"}, says("INVALID_OOB_CODE")),
        ("no code", KEY, {}, says("MISSING_OOB_CODE")),
    ],
    "v1/accounts:signInWithEmailLink": [
        ("a known user", KEY, lambda w: {"email": w.ada["email"], "oobCode": w.mail("EMAIL_SIGNIN")},
         gives(*TOKENS, isNewUser=False, email="ada@example.com", claims=signed_in_by("password"))),
        ("an unknown code", KEY, {"email": "a@example.com", "oobCode": "unknown"}, says("INVALID_OOB_CODE")),
        ("another's address", KEY, lambda w: {"email": "b@example.com", "oobCode": w.mail("EMAIL_SIGNIN")},
         says("INVALID_EMAIL : The email provided does not match the sign-in email address.")),
        ("an address that is another's", KEY,
         lambda w: {"email": w.ada["email"], "oobCode": w.mail("EMAIL_SIGNIN"), "idToken": w.guest["idToken"]},
         says("EMAIL_EXISTS")),
        ("somebody disabled", KEY,
         lambda w: {"oobCode": w.mail("EMAIL_SIGNIN"), "email": w.disabled(w.ada)["email"]}, says("USER_DISABLED")),
        ("no code", KEY, {"email": "a@example.com"}, says("MISSING_OOB_CODE")),
        ("no address", KEY, {"oobCode": "unknown"}, says("MISSING_EMAIL")),
    ],
    "v1/accounts:update": [
        ("a profile", KEY, lambda w: {"idToken": w.guest["idToken"], "displayName": "A", "photoUrl": "http://x"},
         gives(displayName="A", photoUrl="http://x", without=TOKENS)),
        ("less of a profile", KEY, lambda w: {"idToken": w.ada["idToken"], "deleteAttribute": ["DISPLAY_NAME", "PHOTO_URL"]},
         gives("email", without=["displayName", "photoUrl"])),
        ("a password", KEY, lambda w: {"idToken": w.ada["idToken"], "password": "secret2"},
         gives("idToken", "refreshToken", claims=signed_in_by("password"))),
        ("an address for a guest", KEY, lambda w: {"idToken": w.guest["idToken"], "email": "n@example.com"},
         gives("idToken", email="n@example.com", claims=lambda t, c: t.assertEqual(c["firebase"]["sign_in_provider"], "anonymous"))),
        ("another's address", KEY, lambda w: w.google and {"idToken": w.ada["idToken"], "email": "GRACE@example.com"},
         says("EMAIL_EXISTS")),
        ("a code that verifies", KEY, lambda w: {"oobCode": w.mail("VERIFY_EMAIL")},
         gives(emailVerified=True, email="ada@example.com")),
        ("a code that changes", KEY, lambda w: {"oobCode": w.mail("VERIFY_AND_CHANGE_EMAIL", newEmail="n@example.com")},
         gives(emailVerified=True, email="n@example.com", newEmail="n@example.com")),
        ("a code that takes back", KEY, lambda w: w.changed() and {"oobCode": w.mailed},
         gives(emailVerified=True, email="ada@example.com")),
        ("a code that takes back what is another's", KEY,
         lambda w: w.changed() and hearth.sign_up("ada@example.com") and {"oobCode": w.mailed}, says("EMAIL_EXISTS")),
        ("an unknown code", KEY, {"oobCode": "unknown"}, says("INVALID_OOB_CODE")),
        ("a broken token", KEY, {"idToken": "broken"}, says("INVALID_ID_TOKEN")),
        ("nobody", OWNER, {"displayName": "A"}, says("MISSING_LOCAL_ID")),
        ("a stranger, and a number for text", OWNER, {"localId": "nobody", "validSince": 1611780718},
         says("USER_NOT_FOUND")),
        ("claims from a user", KEY, lambda w: {"idToken": w.ada["idToken"], "customAttributes": "{}"},
         says("INSUFFICIENT_PERMISSION")),
        ("claims that are none", OWNER, lambda w: {"localId": w.ada["localId"], "customAttributes": "[]"},
         says("INVALID_CLAIMS")),
        ("a claim that is reserved", OWNER, lambda w: {"localId": w.ada["localId"], "customAttributes": '{"iss":"x"}'},
         says("FORBIDDEN_CLAIM : iss")),
        ("too many claims", OWNER,
         lambda w: {"localId": w.ada["localId"], "customAttributes": json.dumps({"x": "y" * 1000})},
         says("CLAIMS_TOO_LARGE")),
        ("a short password", KEY, lambda w: {"idToken": w.ada["idToken"], "password": "short"}, says("WEAK_PASSWORD : …")),
        ("a provider less", KEY, lambda w: {"idToken": w.google["idToken"], "deleteProvider": ["google.com"]},
         gives("localId", without=["providerUserInfo"])),
        ("a phone of another", OWNER, lambda w: w.caller and {"localId": w.ada["localId"], "phoneNumber": PHONE},
         says("PHONE_NUMBER_EXISTS")),
    ],
    "v1/accounts:lookup": [
        ("oneself", KEY, lambda w: {"idToken": w.ada["idToken"]}, gives("users")),
        ("nobody", KEY, {}, says("MISSING_ID_TOKEN")),
        ("a broken token", KEY, {"idToken": "broken"}, says("INVALID_ID_TOKEN")),
        ("somebody gone", KEY, lambda w: {"idToken": w.gone(w.ada)["idToken"]}, says("USER_NOT_FOUND")),
        ("somebody disabled", KEY, lambda w: {"idToken": w.disabled(w.ada)["idToken"]}, says("USER_DISABLED")),
    ],
    "project/accounts:lookup": [
        ("an address in capitals", OWNER, lambda w: {"email": [w.ada["email"].upper()]}, gives("users")),
        ("a stranger", OWNER, {"localId": ["nobody"]}, gives(without=["users"])),
        ("the same twice", OWNER, lambda w: {"localId": [w.ada["localId"]] * 2},
         lambda test, answer: test.assertEqual(len(answer.json["users"]), 1)),
        ("a phone", OWNER, lambda w: {"localId": [w.caller["localId"]]},
         lambda test, answer: test.assertEqual(
             answer.json["users"][0]["providerUserInfo"],
             [{"phoneNumber": PHONE, "rawId": PHONE, "providerId": "phone"}])),
        ("no owner", KEY, {"localId": ["nobody"]}, says("Request is missing required authentication credential.…", 401)),
    ],
    "v1/accounts:delete": [
        ("oneself", KEY, lambda w: {"idToken": w.ada["idToken"]}, gives("kind")),
        ("nobody", KEY, {}, says("MISSING_ID_TOKEN")),
        ("nobody, by the owner", OWNER, {}, says("MISSING_LOCAL_ID")),
        ("a stranger", OWNER, {"localId": "nobody"}, says("USER_NOT_FOUND")),
    ],
    "project/accounts:query": [
        ("how many", OWNER, lambda w: w.ada and w.guest and {"returnUserInfo": False},
         gives(recordsCount="2", without=["userInfo"])),
        ("who", OWNER, lambda w: w.ada and {}, gives("userInfo", recordsCount="1")),
    ],
    "project/accounts:batchCreate": [
        ("nobody", OWNER, {"users": []}, says("MISSING_USER_ACCOUNT")),
        ("an address twice", OWNER,
         {"sanityCheck": True, "users": [{"localId": "1", "email": "a@example.com"}, {"localId": "2", "email": "a@example.com"}]},
         says("DUPLICATE_EMAIL : a@example.com")),
        ("a provider's user twice", OWNER,
         {"sanityCheck": True, "users": [
             {"localId": name, "providerUserInfo": [{"providerId": "google.com", "rawId": "1"}]} for name in "ab"]},
         says("DUPLICATE_RAW_ID : Provider id(google.com), Raw id(1)")),
        ("an identifier twice", OWNER, {"users": [{"localId": "1"}, {"localId": "1"}]}, says("DUPLICATE_LOCAL_ID : 1")),
        ("an address that is taken", OWNER,
         lambda w: {"sanityCheck": True, "users": [{"localId": "1", "email": w.ada["email"]}]},
         gives(error=[{"index": 0, "message": "email exists in other account in database"}])),
        ("an identifier that is taken", OWNER, lambda w: {"users": [{"localId": w.ada["localId"]}]},
         gives(error=[{"index": 0, "message": "localId belongs to an existing account - can not overwrite."}])),
        ("no identifier", OWNER, {"users": [{"email": "a@example.com"}]},
         gives(error=[{"index": 0, "message": "localId is missing"}])),
    ],
    "project/accounts:batchDelete": [
        ("somebody who is not disabled", OWNER, lambda w: {"localIds": [w.ada["localId"]]},
         lambda test, answer: test.assertEqual(
             answer.json["errors"][0]["message"], "NOT_DISABLED : Disable the account before batch deletion.")),
        ("by force", OWNER, lambda w: {"localIds": [w.ada["localId"], "nobody"], "force": True}, gives(without=["errors"])),
    ],
    "v2/accounts/mfaEnrollment:start": [
        ("an address that is not verified", KEY,
         lambda w: {"idToken": w.ada["idToken"], "phoneEnrollmentInfo": {"phoneNumber": PHONE}},
         says("UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.")),
        ("a phone", KEY, lambda w: {"idToken": w.verified["idToken"], "phoneEnrollmentInfo": {"phoneNumber": PHONE}},
         gives("phoneSessionInfo")),
        ("an authenticator app", KEY, lambda w: {"idToken": w.verified["idToken"], "totpEnrollmentInfo": {}},
         gives("totpSessionInfo")),
        ("nothing", KEY, lambda w: {"idToken": w.verified["idToken"]}, says("INVALID_ARGUMENT…")),
        ("a phone that is none", KEY,
         lambda w: {"idToken": w.verified["idToken"], "phoneEnrollmentInfo": {"phoneNumber": "5555"}},
         says("INVALID_PHONE_NUMBER…")),
        ("the same phone again", KEY,
         lambda w: {"idToken": w.factor["idToken"], "phoneEnrollmentInfo": {"phoneNumber": PHONE}},
         says("SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.")),
        ("a guest", KEY, lambda w: {"idToken": w.guest["idToken"], "phoneEnrollmentInfo": {"phoneNumber": PHONE}},
         says("UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.")),
    ],
    "v2/accounts/mfaSignIn:start": [
        ("by text message", KEY,
         lambda w: {"mfaPendingCredential": w.pending["mfaPendingCredential"], "phoneSignInInfo": {},
                    "mfaEnrollmentId": w.pending["mfaInfo"][0]["mfaEnrollmentId"]}, gives("phoneResponseInfo")),
        ("no credential", KEY, {"mfaEnrollmentId": "x"}, says("MISSING_MFA_PENDING_CREDENTIAL…")),
        ("no factor", KEY, lambda w: {"mfaPendingCredential": w.pending["mfaPendingCredential"]},
         says("MISSING_MFA_ENROLLMENT_ID…")),
        ("an unknown factor", KEY,
         lambda w: {"mfaPendingCredential": w.pending["mfaPendingCredential"], "mfaEnrollmentId": "unknown"},
         says("MFA_ENROLLMENT_NOT_FOUND…")),
    ],
    "token": [
        ("a session goes on", KEY, lambda w: {"grantType": "refresh_token", "refreshToken": w.ada["refreshToken"]},
         gives("id_token", "access_token", "refresh_token", "project_id", expires_in="3600", token_type="Bearer",
               claims=signed_in_by("password"))),
        ("no kind", KEY, {"refreshToken": "x"}, says("MISSING_GRANT_TYPE")),
        ("another kind", KEY, {"grantType": "password", "refreshToken": "x"}, says("INVALID_GRANT_TYPE")),
        ("no token", KEY, {"grantType": "refresh_token"}, says("MISSING_REFRESH_TOKEN")),
        ("a broken token", KEY, {"grantType": "refresh_token", "refreshToken": "broken"}, says("INVALID_REFRESH_TOKEN")),
        ("somebody gone", KEY, lambda w: {"grantType": "refresh_token", "refreshToken": w.gone(w.ada)["refreshToken"]},
         says("INVALID_REFRESH_TOKEN")),
        ("somebody disabled", KEY,
         lambda w: {"grantType": "refresh_token", "refreshToken": w.disabled(w.ada)["refreshToken"]},
         says("USER_DISABLED")),
    ],
    "v3/getOobConfirmationCode": [
        ("a kind by its number", OWNER, {"requestType": 6, "email": "a@example.com", "returnOobLink": True},
         gives("oobLink")),
    ],
    "v3/downloadAccount": [
        ("everybody", OWNER, lambda w: w.ada and {"targetProjectId": hearth.PROJECT}, gives("users", without=["nextPageToken"])),
    ],
}


def target(operation):
    """Where an operation is reached."""
    toolkit, _, name = operation.partition("/")
    return {
        "v1": f"/identitytoolkit.googleapis.com/v1/{name}",
        "v2": f"/identitytoolkit.googleapis.com/v2/{name}",
        "v3": f"/www.googleapis.com/identitytoolkit/v3/relyingparty/{name}",
        "project": f"/identitytoolkit.googleapis.com/v1/projects/{hearth.PROJECT}/{name}",
        "token": "/securetoken.googleapis.com/v1/token",
    }[toolkit]


class Contract(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        hearth.clear()
        hearth.send("PATCH", f"/emulator/v1/projects/{hearth.PROJECT}/config",
                    {"signIn": {"allowDuplicateEmails": False}, "emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}})

    def test_the_emulator_says_that_it_is_ready(self):
        self.assertIsInstance(hearth.send("GET", "/").json["authEmulator"], dict)

    def test_pages_of_every_origin_may_ask(self):
        answer = hearth.send("OPTIONS", target("v1/accounts:signUp"), fields={
            "Origin": "http://example.com", "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,x-client-version,x-whatever",
            "Access-Control-Request-Private-Network": "true"})
        self.assertEqual(answer.status, 204)
        self.assertEqual(answer.fields["Access-Control-Allow-Origin"], "http://example.com")
        self.assertEqual(answer.fields["Access-Control-Allow-Headers"], "authorization,x-client-version,x-whatever")
        self.assertEqual(answer.fields["Access-Control-Allow-Private-Network"], "true")

    def test_a_token_is_refreshed_by_a_form_with_either_spelling(self):
        refresh = World().ada["refreshToken"]
        for names in (("grant_type", "refresh_token"), ("grantType", "refreshToken"), ("grantType", "refresh_token")):
            form = urllib.parse.urlencode(dict(zip(names, ("refresh_token", refresh)))).encode()
            answer = hearth.send("POST", f"{target('token')}?key=any", form,
                                 {"Content-Type": "application/x-www-form-urlencoded"})
            self.assertEqual(answer.status, 200, answer.text)

    def test_accounts_are_listed_page_by_page(self):
        world = World()
        ids = sorted([world.ada["localId"], world.guest["localId"]])
        listed = target("project/accounts:batchGet")
        first = hearth.send("GET", f"{listed}?maxResults=1", fields=OWNER).json
        self.assertEqual([user["localId"] for user in first["users"]], ids[:1])
        rest = hearth.send("GET", f"{listed}?nextPageToken={first['nextPageToken']}", fields=OWNER).json
        self.assertEqual([user["localId"] for user in rest["users"]], ids[1:])
        self.assertNotIn("nextPageToken", rest)
        self.assertIn("nextPageToken", hearth.send("GET", f"{listed}?maxResults=2", fields=OWNER).json)

    def test_the_configuration_is_read_and_changed_member_by_member(self):
        config = f"/emulator/v1/projects/{hearth.PROJECT}/config"
        both = {"signIn": {"allowDuplicateEmails": False}, "emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}}
        self.assertEqual(hearth.send("GET", config).json, both)
        both["emailPrivacyConfig"]["enableImprovedEmailPrivacy"] = True
        change = {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}}
        self.assertEqual(hearth.send("PATCH", config, change).json, both)

    def test_privacy_hides_who_has_an_account(self):
        hearth.send("PATCH", f"/emulator/v1/projects/{hearth.PROJECT}/config",
                    {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}})
        email = World().ada["email"]
        for candidate in (email, "nobody@example.com"):
            wrong = hearth.user("accounts:signInWithPassword", email=candidate, password="wrong one")
            self.assertEqual(wrong.error, "INVALID_LOGIN_CREDENTIALS")
            reset = hearth.user("accounts:sendOobCode", requestType="PASSWORD_RESET", email=candidate)
            self.assertEqual((reset.status, reset.json["email"]), (200, candidate))
            asked = hearth.user("accounts:createAuthUri", identifier=candidate, continueUri="http://localhost").json
            self.assertEqual(set(asked), {"kind", "sessionId"})

    def test_a_number_that_is_taken_is_proved_and_then_refused(self):
        world = World()
        self.assertEqual(world.caller["phoneNumber"], PHONE)
        again = World()
        proof = hearth.user("accounts:signInWithPhoneNumber", **again.texted, idToken=again.guest["idToken"]).json
        self.assertNotIn("idToken", proof)
        linked = hearth.user("accounts:signInWithPhoneNumber", idToken=again.guest["idToken"], phoneNumber=PHONE,
                             temporaryProof=proof["temporaryProof"])
        self.assertEqual(linked.error, "PHONE_NUMBER_EXISTS")

    def test_a_verified_provider_takes_over_an_unverified_address(self):
        world = World()
        taken = hearth.sign_in_with_provider({"sub": "1", "email": world.ada["email"], "email_verified": True}).json
        self.assertEqual(taken["localId"], world.ada["localId"])
        wrong = hearth.user("accounts:signInWithPassword", email=world.ada["email"], password="secret1")
        self.assertEqual(wrong.status, 400)

    def test_an_unknown_path_is_an_error_in_the_same_form(self):
        for path in (target("v1/accounts:unknown"), target("v3/verifyClient"), "/nowhere"):
            answer = hearth.send("POST", f"{path}?key=any", {})
            self.assertEqual((answer.status, answer.json["error"]["status"]), (404, "NOT_FOUND"))

    def test_broken_json_is_an_error_in_the_same_form(self):
        answer = hearth.send("POST", f"{target('v1/accounts:signUp')}?key=any", b"{broken",
                             {"Content-Type": "application/json"})
        self.assertEqual(answer.status, 400)
        self.assertTrue(answer.error.startswith("Invalid JSON payload received."))


def row(operation, fields, body, check):
    def test(self):
        content = body(World()) if callable(body) else body
        query = "" if fields else f"?key={hearth.KEY}"
        check(self, hearth.send("POST", target(operation) + query, content, fields))
    return test


for operation, rows in CONTRACT.items():
    for title, fields, body, check in rows:
        name = f"test {operation}: {title}"
        assert not hasattr(Contract, name), name
        setattr(Contract, name, row(operation, fields, body, check))


if __name__ == "__main__":
    unittest.main(verbosity=2)
