"""The answers of `hearth serve` compared with those of the official Auth emulator."""

import unittest
import urllib.parse

import hearth
from contract_table import CONTRACT
from contract_world import PHONE, World


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
        hearth.send(
            "PATCH",
            f"/emulator/v1/projects/{hearth.PROJECT}/config",
            {"signIn": {"allowDuplicateEmails": False}, "emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}},
        )

    def test_the_emulator_says_that_it_is_ready(self):
        self.assertIsInstance(hearth.send("GET", "/").json["authEmulator"], dict)

    def test_pages_of_every_origin_may_ask(self):
        answer = hearth.send(
            "OPTIONS",
            target("v1/accounts:signUp"),
            fields={
                "Origin": "http://example.com",
                "Access-Control-Request-Method": "POST",
                "Access-Control-Request-Headers": "authorization,x-client-version,x-whatever",
                "Access-Control-Request-Private-Network": "true",
            },
        )
        self.assertEqual(answer.status, 204)
        self.assertEqual(answer.fields["Access-Control-Allow-Origin"], "http://example.com")
        self.assertEqual(answer.fields["Access-Control-Allow-Headers"], "authorization,x-client-version,x-whatever")
        self.assertEqual(answer.fields["Access-Control-Allow-Private-Network"], "true")

    def test_a_token_is_refreshed_by_a_form_with_either_spelling(self):
        refresh = World().ada["refreshToken"]
        for names in (("grant_type", "refresh_token"), ("grantType", "refreshToken"), ("grantType", "refresh_token")):
            form = urllib.parse.urlencode(dict(zip(names, ("refresh_token", refresh)))).encode()
            answer = hearth.send(
                "POST", f"{target('token')}?key=any", form, {"Content-Type": "application/x-www-form-urlencoded"}
            )
            self.assertEqual(answer.status, 200, answer.text)

    def test_accounts_are_listed_page_by_page(self):
        world = World()
        ids = sorted([world.ada["localId"], world.guest["localId"]])
        listed = target("project/accounts:batchGet")
        first = hearth.send("GET", f"{listed}?maxResults=1", fields=hearth.OWNER).json
        self.assertEqual([user["localId"] for user in first["users"]], ids[:1])
        rest = hearth.send("GET", f"{listed}?nextPageToken={first['nextPageToken']}", fields=hearth.OWNER).json
        self.assertEqual([user["localId"] for user in rest["users"]], ids[1:])
        self.assertNotIn("nextPageToken", rest)
        self.assertIn("nextPageToken", hearth.send("GET", f"{listed}?maxResults=2", fields=hearth.OWNER).json)

    def test_the_configuration_is_read_and_changed_member_by_member(self):
        config = f"/emulator/v1/projects/{hearth.PROJECT}/config"
        both = {"signIn": {"allowDuplicateEmails": False}, "emailPrivacyConfig": {"enableImprovedEmailPrivacy": False}}
        self.assertEqual(hearth.send("GET", config).json, both)
        both["emailPrivacyConfig"]["enableImprovedEmailPrivacy"] = True
        change = {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}}
        self.assertEqual(hearth.send("PATCH", config, change).json, both)

    def test_privacy_hides_who_has_an_account(self):
        hearth.send(
            "PATCH",
            f"/emulator/v1/projects/{hearth.PROJECT}/config",
            {"emailPrivacyConfig": {"enableImprovedEmailPrivacy": True}},
        )
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
        linked = hearth.user(
            "accounts:signInWithPhoneNumber",
            idToken=again.guest["idToken"],
            phoneNumber=PHONE,
            temporaryProof=proof["temporaryProof"],
        )
        self.assertEqual(linked.error, "PHONE_NUMBER_EXISTS")

    def test_a_verified_provider_takes_over_an_unverified_address(self):
        world = World()
        taken = hearth.sign_in_with_provider({"sub": "1", "email": world.ada["email"], "email_verified": True}).json
        self.assertEqual(taken["localId"], world.ada["localId"])
        wrong = hearth.user("accounts:signInWithPassword", email=world.ada["email"], password="secret1")
        self.assertEqual(wrong.status, 400)

    def test_an_unknown_path_is_an_error_in_the_same_form(self):
        for path in (target("v1/accounts:unknown"), target("v3/unknown"), "/nowhere"):
            answer = hearth.send("POST", f"{path}?key=any", {})
            self.assertEqual((answer.status, answer.json["error"]["status"]), (404, "NOT_FOUND"))

    def test_broken_json_is_an_error_in_the_same_form(self):
        answer = hearth.send(
            "POST", f"{target('v1/accounts:signUp')}?key=any", b"{broken", {"Content-Type": "application/json"}
        )
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
