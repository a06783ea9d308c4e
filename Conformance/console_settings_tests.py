"""The console's settings in a real browser: forms, what changes before it is saved, and what others changed meanwhile."""

import contextlib
import json
import re

from playwright.sync_api import Error as BrowserError, expect

import hearth
from browser import INJECTION, BrowserCase

BASE = f"/identitytoolkit.googleapis.com/v2/projects/{hearth.PROJECT}"
TOPICS = ("sign-in", "providers", "password", "factors", "domains", "mail", "tenants", "keys", "connect", "server")
# Texts in the form of certificates: the emulator believes SAML without looking at them.
FIRST_TEXT = "-----BEGIN CERTIFICATE-----\nYWJj\n-----END CERTIFICATE-----"
SECOND_TEXT = "-----BEGIN CERTIFICATE-----\nZGVm\n-----END CERTIFICATE-----"
CLEAN = {
    "signIn": {}, "client": {}, "mfa": {"state": "DISABLED"}, "passwordPolicyConfig": {}, "notification": {},
    "emailPrivacyConfig": {}, "authorizedDomains": ["localhost", "127.0.0.1"], "publicName": None,
}


def change(mask, path="/config", **body):
    """Changes a setting past the console, as another program does."""
    answer = hearth.send("PATCH", f"{BASE}{path}?updateMask={mask}", body, hearth.OWNER)
    assert answer.status == 200, answer.text
    return answer.json


def config():
    return hearth.send("GET", f"{BASE}/config", None, hearth.OWNER).json


def configure(collection, parameter, name, **body):
    return hearth.send("POST", f"{BASE}/{collection}?{parameter}={name}", body, hearth.OWNER).json


class SettingsCase(BrowserCase):
    def setUp(self):
        super().setUp()
        change(",".join(CLEAN), **{name: value for name, value in CLEAN.items() if value is not None})
        for collection in ("defaultSupportedIdpConfigs", "oauthIdpConfigs", "inboundSamlConfigs", "tenants"):
            for found in hearth.send("GET", f"{BASE}/{collection}?pageSize=100", None, hearth.OWNER).json.get(collection, []):
                hearth.send("DELETE", f"{BASE}/{collection}/{found['name'].split('/')[-1]}", None, hearth.OWNER)

    def open(self, topic, page=None):
        page = page or self.page
        page.goto(f"{hearth.BASE}/console/settings/{topic}")
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        expect(page.locator(".bones")).to_have_count(0)
        return page

    def press(self, name, scope=None):
        (scope or self.page).get_by_role("button", name=name, exact=True).click()

    def switch(self, name, page=None):
        return (page or self.page).get_by_role("switch", name=name)

    def bar(self, page=None):
        return (page or self.page).get_by_role("region", name="What changes")

    def save(self):
        self.press("Save", self.bar())
        expect(self.page.locator(".savebar").get_by_text("Saved", exact=True)).to_be_visible()

    def effect(self, words):
        """Whether the page says that something is so."""
        return self.page.get_by_role("complementary").get_by_role("listitem").filter(has_text=words)


class FormTests(SettingsCase):
    def test_shows_what_changes_and_what_it_means_before_it_is_saved(self):
        self.open("sign-in")
        expect(self.effect("As a guest")).to_contain_text("Yes")
        self.switch("Guests").uncheck()
        expect(self.effect("As a guest")).to_contain_text("No")
        expect(self.bar()).to_contain_text("Guests")
        expect(self.bar()).to_contain_text(re.compile(r"On\s+Off"))
        self.assertNotEqual(config()["signIn"].get("anonymous"), {"enabled": False})
        self.save()
        self.assertEqual(config()["signIn"]["anonymous"], {"enabled": False})
        self.assertEqual(hearth.user("accounts:signUp").error, "ADMIN_ONLY_OPERATION")
        self.switch("Guests").check()
        self.press("Discard", self.bar())
        expect(self.switch("Guests")).not_to_be_checked()
        expect(self.bar()).to_have_count(0)

    def test_password_rules_are_checked_where_they_are_typed_and_hold_once_saved(self):
        self.open("password")
        shortest = self.page.get_by_label("Shortest")
        shortest.fill("4")
        expect(self.page.get_by_text("A whole number, 6 to 30.")).to_be_visible()
        self.press("Save", self.bar())
        expect(shortest).to_be_focused()
        expect(shortest).to_have_value("4")
        shortest.fill("12")
        self.page.get_by_label("Longest").fill("8")
        expect(self.page.get_by_text("Not below the shortest.")).to_be_visible()
        self.page.get_by_label("Longest").fill("")
        self.switch("A digit").check()
        self.page.get_by_label("New passwords").select_option("ENFORCE")
        self.page.get_by_label("Try a password").fill("correct horse")
        expect(self.effect("12 characters at least")).to_contain_text("Yes")
        expect(self.effect("a digit")).to_contain_text("No")
        self.save()
        self.assertIn("PASSWORD_DOES_NOT_MEET_REQUIREMENTS", hearth.user("accounts:signUp", email="a@example.com", password="correct horse").error)
        self.assertEqual(hearth.user("accounts:signUp", email="b@example.com", password="correct horse 42").status, 200)

    def test_domains_second_factors_and_names_are_stored_as_they_are_shown(self):
        self.open("domains")
        hosts = self.page.get_by_label("Hosts")
        hosts.fill("localhost\nhttps://app.example.com/path")
        expect(self.page.get_by_text("https://app.example.com/path is no host")).to_be_visible()
        hosts.fill("localhost\napp.example.com")
        self.save()
        self.assertEqual(config()["authorizedDomains"], ["localhost", "app.example.com"])
        self.open("factors")
        self.switch("Authenticator app").check()
        self.page.get_by_label("Steps before and after").fill("2")
        expect(self.effect("An enrolled app is asked for")).to_contain_text("150 seconds")
        self.save()
        mfa = config()["mfa"]
        self.assertEqual((mfa["state"], mfa["providerConfigs"]), ("ENABLED", [{"state": "ENABLED", "totpProviderConfig": {"adjacentIntervals": 2}}]))
        self.open("mail")
        self.page.get_by_label("Name of the app").fill("Notes & Coal")
        self.save()
        self.assertEqual(config()["publicName"], "Notes & Coal")
        self.open("mail")
        expect(self.page.get_by_role("complementary")).to_contain_text("Notes & Coal")

    def test_what_the_server_refuses_stands_at_its_field_and_nothing_is_lost(self):
        self.open("mail")
        self.page.get_by_label("Page behind the links").fill("https://a b.example")
        name = self.page.get_by_label("Name of the app")
        name.fill("Coal")
        refused = {"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "INVALID_CONFIG : publicName is one line"}}
        self.page.route("**/config?updateMask=*", lambda route: route.fulfill(status=400, json=refused))
        self.page.get_by_label("Page behind the links").fill("")
        self.press("Save", self.bar())
        expect(self.page.locator("[data-field=publicName]")).to_contain_text("publicName is one line")
        expect(name).to_have_value("Coal")
        self.page.unroute_all()
        self.page.route("**/config?updateMask=*", lambda route: route.fulfill(status=503, json={"error": {"code": 503, "status": "UNAVAILABLE", "message": "Down."}}))
        self.press("Save", self.bar())
        expect(self.bar().get_by_role("alert")).to_contain_text("Down.")
        expect(name).to_have_value("Coal")
        self.page.unroute_all()
        self.save()
        self.assertEqual(config()["publicName"], "Coal")

    def test_a_change_by_another_is_shown_beside_one_s_own_and_never_overwritten_unseen(self):
        self.open("domains")
        self.page.get_by_label("Hosts").fill("mine.example.com")
        change("authorizedDomains", authorizedDomains=["theirs.example.com"])
        self.press("Save", self.bar())
        alert = self.bar().get_by_role("alert")
        expect(alert).to_contain_text("Changed by someone else meanwhile")
        for host in ("localhost", "theirs.example.com", "mine.example.com"):
            expect(alert).to_contain_text(host)
        self.assertEqual(config()["authorizedDomains"], ["theirs.example.com"])
        self.picture(self.page, "settings-conflict-1280-light")
        # Once seen, either may be taken.
        self.press("Save mine over theirs", self.bar())
        expect(self.page.locator(".savebar").get_by_text("Saved", exact=True)).to_be_visible()
        self.assertEqual(config()["authorizedDomains"], ["mine.example.com"])
        self.page.get_by_label("Hosts").fill("again.example.com")
        change("authorizedDomains", authorizedDomains=["once-more.example.com"])
        self.press("Save", self.bar())
        self.press("Take theirs", self.bar())
        expect(self.page.get_by_label("Hosts")).to_have_value("once-more.example.com")
        expect(self.bar()).to_have_count(0)

    def test_a_change_by_another_elsewhere_does_not_disturb(self):
        self.open("sign-in")
        self.switch("Guests").uncheck()
        change("publicName", publicName="Elsewhere")
        self.save()
        self.assertEqual((config()["publicName"], config()["signIn"]["anonymous"]), ("Elsewhere", {"enabled": False}))

    def test_asks_before_changes_are_lost_by_a_link_by_back_and_by_a_topic(self):
        self.open("sign-in")
        self.page.get_by_role("link", name="Authorised domains").click()
        hosts = self.page.get_by_label("Hosts")
        hosts.fill("unsaved.example.com")
        dialog = self.page.get_by_role("dialog", name="Leave without saving?")
        for leave in (lambda: self.page.get_by_role("link", name="Users").first.click(),
                      lambda: self.page.get_by_role("link", name="Passwords").click(),
                      lambda: self.page.evaluate("history.back()")):
            leave()
            self.press("Cancel", dialog)
            expect(dialog).to_have_count(0)
            expect(hosts).to_have_value("unsaved.example.com")
            self.assertIn("/settings/domains", self.page.url)
        self.page.evaluate("history.back()")
        self.press("Leave", dialog)
        expect(self.page.get_by_role("heading", name="Sign-in", level=2)).to_be_visible()
        self.page.get_by_role("link", name="Passwords").click()
        expect(self.page.get_by_label("Shortest")).to_be_visible()


class NumberTests(SettingsCase):
    FIRST, SECOND = "+15555550100", "+15555550101"

    def row(self, place):
        return self.page.get_by_role("list", name="Numbers with a code of their own").get_by_role("listitem").nth(place)

    def stored(self):
        return config()["signIn"].get("phoneNumber", {}).get("testPhoneNumbers", {})

    def test_numbers_for_tests_are_added_changed_and_removed_and_their_codes_stay_hidden(self):
        self.open("sign-in")
        field = self.page.locator('[data-field="signIn.phoneNumber.testPhoneNumbers"]')
        self.press("Add a number")
        number, code = self.row(0).get_by_label("Number"), self.row(0).get_by_label("Code")
        expect(number).to_be_focused()
        number.fill("0555")
        expect(field).to_contain_text("“0555” is no number such as +15555550100.")
        self.press("Save", self.bar())
        expect(number).to_be_focused()
        number.fill("+1 (555) 555-0100")
        code.fill("12345")
        expect(field).to_contain_text(f"{self.FIRST} needs a code of six digits.")
        expect(code).to_have_attribute("aria-invalid", "true")
        code.fill("123456")
        expect(field.locator(".complaint")).to_have_count(0)
        expect(self.effect("With a number for tests")).to_contain_text("Yes")
        self.save()
        self.assertEqual(self.stored(), {self.FIRST: "123456"})
        expect(code).to_have_value("")
        # A second one; the code of the first stays, though the page does not know it.
        self.press("Add a number")
        self.row(1).get_by_label("Number").fill(self.FIRST)
        self.row(1).get_by_label("Code").fill("222222")
        expect(field).to_contain_text(f"{self.FIRST} stands here twice.")
        self.row(1).get_by_label("Number").fill(self.SECOND)
        self.save()
        self.assertEqual(self.stored(), {self.FIRST: "123456", self.SECOND: "222222"})
        self.open("sign-in")
        self.row(0).get_by_label("Code").fill("654321")
        expect(self.bar()).to_contain_text(f"{self.FIRST} with a new code")
        self.save()
        self.assertEqual(self.stored(), {self.FIRST: "654321", self.SECOND: "222222"})
        self.press("Remove", self.row(1))
        self.save()
        self.assertEqual(self.stored(), {self.FIRST: "654321"})
        # No message is sent, and the code signs in.
        session = hearth.user("accounts:sendVerificationCode", phoneNumber=self.FIRST).json["sessionInfo"]
        self.assertEqual(hearth.user("accounts:signInWithPhoneNumber", sessionInfo=session, code="654321").status, 200)

    def test_a_code_that_another_set_meanwhile_is_kept(self):
        change("signIn.phoneNumber.testPhoneNumbers", signIn={"phoneNumber": {"testPhoneNumbers": {self.FIRST: "111111"}}})
        self.open("sign-in")
        self.press("Add a number")
        self.row(1).get_by_label("Number").fill(self.SECOND)
        self.row(1).get_by_label("Code").fill("222222")
        change("signIn.phoneNumber.testPhoneNumbers", signIn={"phoneNumber": {"testPhoneNumbers": {self.FIRST: "333333"}}})
        self.save()
        self.assertEqual(self.stored(), {self.FIRST: "333333", self.SECOND: "222222"})


class ProviderTests(SettingsCase):
    SECRET = "planted-secret-7f3a"

    def test_a_secret_is_written_and_never_shown(self):
        texts = []

        def keep(route):
            answer = route.fetch()
            texts.append(answer.text())
            route.fulfill(response=answer)

        self.page.route(lambda url: "/console/v1/" in url and "/live" not in url, keep)
        self.open("providers")
        self.press("Add a provider")
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Provider").select_option("google.com")
        dialog.get_by_label("Client ID").fill("1234.apps.example.com")
        self.press("Add", dialog)
        form = self.page.locator("form")
        expect(form).to_contain_text("not set")
        self.page.get_by_label("Client secret").fill(self.SECRET)
        self.switch("Users sign in with it").check()
        expect(self.bar()).to_contain_text("a new one")
        self.assertNotIn(self.SECRET, self.bar().inner_text())
        self.save()
        stored = hearth.send("GET", f"{BASE}/defaultSupportedIdpConfigs/google.com", None, hearth.OWNER).json
        self.assertEqual((stored["clientSecret"], stored["enabled"]), (self.SECRET, True))
        self.open("providers")
        expect(self.page.get_by_role("listitem").filter(has_text="google.com")).to_contain_text("secret set")
        self.open("providers/google.com")
        expect(self.page.get_by_label("Client secret")).to_have_value("")
        self.page.get_by_label("Client ID").fill("5678.apps.example.com")
        self.save()
        stored = hearth.send("GET", f"{BASE}/defaultSupportedIdpConfigs/google.com", None, hearth.OWNER).json
        self.assertEqual((stored["clientSecret"], stored["clientId"]), (self.SECRET, "5678.apps.example.com"))
        self.open("server")
        self.page.unroute_all(behavior="wait")
        self.assertTrue(any("google.com" in text for text in texts))
        self.assertFalse(any(self.SECRET in text for text in texts))

    def test_adds_an_openid_provider_and_deletes_it(self):
        self.open("providers")
        self.press("Add a provider")
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Provider").select_option("oidc.")
        dialog.get_by_label("Name in addresses").fill("staff")
        dialog.get_by_label("Client ID").fill("staff-client")
        dialog.get_by_label("Issuer, or sign-in page").fill("nonsense")
        self.press("Add", dialog)
        expect(dialog.get_by_role("alert")).to_contain_text("https")
        dialog.get_by_label("Issuer, or sign-in page").fill("https://login.example.com")
        self.press("Add", dialog)
        expect(self.page.get_by_label("Issuer")).to_have_value("https://login.example.com")
        self.press("Delete")
        self.press("Delete", self.page.get_by_role("dialog"))
        expect(self.page.get_by_text("No providers")).to_be_visible()


    def test_certificates_of_a_saml_provider_are_added_replaced_and_removed(self):
        configure("inboundSamlConfigs", "inboundSamlConfigId", "saml.staff", displayName="Staff", enabled=True,
                  idpConfig={"idpEntityId": "https://login.example.com", "ssoUrl": "https://login.example.com/sso",
                             "idpCertificates": [{"x509Certificate": FIRST_TEXT}]},
                  spConfig={"spEntityId": "shop", "callbackUri": "https://app.example.com/__/auth/handler"})

        def stored():
            found = hearth.send("GET", f"{BASE}/inboundSamlConfigs/saml.staff", None, hearth.OWNER).json
            return [item["x509Certificate"].strip() for item in found["idpConfig"]["idpCertificates"]]

        self.open("providers/saml.staff")
        texts = self.page.get_by_label("Certificate, in PEM")
        expect(texts).to_have_value(FIRST_TEXT)
        # As `openssl dgst -sha256` prints what the text encodes.
        expect(self.page.get_by_text("SHA-256 BA:78:16:BF")).to_be_visible()
        self.press("Add a certificate")
        expect(texts.nth(1)).to_be_focused()
        texts.nth(1).fill(SECOND_TEXT)
        self.save()
        self.assertEqual(stored(), [FIRST_TEXT, SECOND_TEXT])
        self.page.get_by_role("list", name="Certificates").get_by_role("button", name="Remove").first.click()
        self.save()
        self.assertEqual(stored(), [SECOND_TEXT])
        texts.first.fill(FIRST_TEXT)
        self.save()
        self.assertEqual(stored(), [FIRST_TEXT])
        texts.first.fill("")
        expect(self.page.locator('[data-field="idpConfig.idpCertificates"]')).to_contain_text("One certificate at least.")

    def test_tries_a_provider_in_a_new_tab_and_leads_to_its_flow(self):
        configure("defaultSupportedIdpConfigs", "idpId", "google.com", clientId="1234.apps.example.com", enabled=False)
        self.open("providers/google.com")
        attempt = self.page.get_by_role("button", name="Try it")
        expect(attempt).to_be_disabled()
        expect(self.page.get_by_text("It is off: turn it on and save first.")).to_be_visible()
        self.switch("Users sign in with it").check()
        self.save()
        with self.context.expect_page() as opened:
            attempt.click()
        tab = opened.value
        tab.locator(".js-new-account button").click()
        tab.locator("#email-input").fill("trial@example.com")
        tab.locator("#sign-in").click()
        tab.wait_for_url("**/console/log?flow=*")
        flow = tab.locator("details[open]")
        expect(flow).to_contain_text("Signed in with google.com")
        expect(flow).to_contain_text("SignInWithProvider")
        found = hearth.admin("accounts:lookup", email=["trial@example.com"]).json["users"]
        self.assertEqual(found[0]["providerUserInfo"][0]["providerId"], "google.com")
        # A trial ends once: its address, opened again, shows none.
        tab.goto(f"{hearth.BASE}/console/tried")
        expect(tab.get_by_text("No trial is under way")).to_be_visible()

    def test_a_trial_that_is_refused_says_why_where_it_began(self):
        configure("oauthIdpConfigs", "oauthIdpConfigId", "oidc.staff", clientId="staff", issuer="https://login.example.com", enabled=True)
        self.open("providers/oidc.staff")
        error = {"error": {"code": 400, "status": "INVALID_ARGUMENT", "message": "OPERATION_NOT_ALLOWED : no such provider"}}
        self.page.route("**/accounts:createAuthUri*", lambda route: route.fulfill(status=400, json=error))
        self.press("Try it")
        expect(self.page.get_by_role("alert")).to_contain_text("no such provider")
        self.page.unroute_all()
        expect(self.page.get_by_role("button", name="Try it")).to_be_enabled()


class TenantTests(SettingsCase):
    def test_a_tenant_has_providers_of_its_own_by_the_same_forms(self):
        made = hearth.send("POST", f"{BASE}/tenants", {"displayName": "staff"}, hearth.OWNER).json["name"].split("/")[-1]
        configure("oauthIdpConfigs", "oauthIdpConfigId", "oidc.project", clientId="p", issuer="https://login.example.com")
        self.open(f"tenants/{made}")
        self.page.get_by_role("link", name="Its providers").click()
        expect(self.page.get_by_text("No providers")).to_be_visible()
        self.press("Add a provider")
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Provider").select_option("oidc.")
        dialog.get_by_label("Name in addresses").fill("staff")
        dialog.get_by_label("Client ID").fill("staff-client")
        dialog.get_by_label("Issuer, or sign-in page").fill("https://login.example.com")
        self.press("Add", dialog)
        self.page.wait_for_url(f"**/settings/tenants/{made}/providers/oidc.staff")
        self.switch("Users sign in with it").check()
        self.page.get_by_label("Client secret").fill("planted-secret-9c1b")
        self.save()
        stored = hearth.send("GET", f"{BASE}/tenants/{made}/oauthIdpConfigs/oidc.staff", None, hearth.OWNER).json
        self.assertEqual((stored["enabled"], stored["clientSecret"]), (True, "planted-secret-9c1b"))
        self.assertEqual(hearth.send("GET", f"{BASE}/oauthIdpConfigs/oidc.staff", None, hearth.OWNER).status, 404)
        # The address alone leads here too, and the trail leads back.
        self.open(f"tenants/{made}/providers/oidc.staff")
        expect(self.switch("Users sign in with it")).to_be_checked()
        self.page.get_by_role("link", name="Providers", exact=True).last.click()
        row = self.page.get_by_role("listitem").filter(has_text="oidc.staff")
        expect(row).to_contain_text("secret set")
        expect(self.page.get_by_role("listitem").filter(has_text="oidc.project")).to_have_count(0)
        row.get_by_role("link").click()
        self.press("Delete")
        self.press("Delete", self.page.get_by_role("dialog"))
        expect(self.page.get_by_text("No providers")).to_be_visible()
        self.page.get_by_role("link", name=made).click()
        expect(self.page.get_by_label("Name")).to_have_value("staff")

    def test_tries_a_tenant_s_provider_which_signs_up_in_the_tenant(self):
        made = hearth.send("POST", f"{BASE}/tenants", {"displayName": "staff"}, hearth.OWNER).json["name"].split("/")[-1]
        configure(f"tenants/{made}/oauthIdpConfigs", "oauthIdpConfigId", "oidc.staff", clientId="s", issuer="https://login.example.com", enabled=True)
        self.open(f"tenants/{made}/providers/oidc.staff")
        with self.context.expect_page() as opened:
            self.press("Try it")
        tab = opened.value
        tab.locator(".js-new-account button").click()
        tab.locator("#email-input").fill("tenant-trial@example.com")
        tab.locator("#sign-in").click()
        tab.wait_for_url("**/console/log?flow=*")
        found = hearth.admin(f"tenants/{made}/accounts:lookup", email=["tenant-trial@example.com"]).json["users"]
        self.assertEqual(found[0]["tenantId"], made)

    def test_adds_a_tenant_changes_its_methods_and_closes_it(self):
        self.open("tenants")
        self.press("Add tenant")
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Name").fill("x")
        self.press("Add tenant", dialog)
        expect(dialog.get_by_role("alert")).to_contain_text("4 to 20 letters")
        dialog.get_by_label("Name").fill("staff")
        self.press("Add tenant", dialog)
        self.switch("Guests").uncheck()
        self.switch("Authenticator app").check()
        self.save()
        tenant = hearth.send("GET", f"{BASE}/tenants", None, hearth.OWNER).json["tenants"][0]
        self.assertEqual((tenant["enableAnonymousUser"], tenant["mfaConfig"]["state"]), (False, "ENABLED"))
        self.switch("Closed").check()
        expect(self.page.get_by_role("complementary")).to_contain_text("the tenant is closed")
        self.save()
        self.page.get_by_role("link", name="Tenants").last.click()
        expect(self.page.get_by_role("listitem").filter(has_text="staff")).to_contain_text("Closed")


class PaletteTests(SettingsCase):
    def run_command(self, words, name):
        self.page.keyboard.press("Control+k")
        self.page.get_by_role("combobox", name="Search or run a command").fill(words)
        expect(self.page.locator(".palette").get_by_role("option").first).to_have_text(name)
        self.page.keyboard.press("Enter")

    def test_signs_in_as_a_user_and_clears_all_accounts(self):
        hearth.admin("accounts", localId="grace", email="grace@example.com", displayName="Grace Hopper")
        self.open("keys")
        self.run_command("sign in as grace", "Sign in as Grace Hopper")
        dialog = self.page.get_by_role("dialog", name="Signed in as Grace Hopper")
        expect(dialog).to_contain_text("Refresh token")
        self.press("Done", dialog)
        self.run_command("clear all acc", "Clear all accounts")
        self.press("Clear", self.page.get_by_role("dialog"))
        expect(self.page.get_by_role("status").filter(has_text="All accounts were cleared")).to_have_count(1)
        self.assertEqual(hearth.user("accounts:signInWithPassword", email="grace@example.com", password="correct horse 42").error.split(" ")[0],
                         "EMAIL_NOT_FOUND")

    def test_a_command_that_is_refused_says_so(self):
        self.open("keys")
        self.page.route("**/emulator/v1/**/clock", lambda route: route.fulfill(status=503, json={"error": {"code": 503, "status": "UNAVAILABLE", "message": "No clock."}}))
        self.run_command("one hour ahead", "Clock: one hour ahead")
        expect(self.page.get_by_role("dialog")).to_contain_text("No clock.")


class LookTests(SettingsCase):
    def test_every_topic_is_accessible_and_fits_full_of_hostile_names(self):
        configure("oauthIdpConfigs", "oauthIdpConfigId", "oidc.hostile", displayName=INJECTION, clientId="x" * 400, issuer="https://login.example.com")
        configure("inboundSamlConfigs", "inboundSamlConfigId", "saml.hostile", displayName=INJECTION, enabled=True,
                  idpConfig={"idpEntityId": INJECTION, "ssoUrl": "https://login.example.com/sso",
                             "idpCertificates": [{"x509Certificate": FIRST_TEXT}, {"x509Certificate": "x" * 400}]},
                  spConfig={"spEntityId": "shop", "callbackUri": "https://app.example.com/__/auth/handler"})
        tenant = hearth.send("POST", f"{BASE}/tenants", {"displayName": "staff"}, hearth.OWNER).json["name"].split("/")[-1]
        configure(f"tenants/{tenant}/oauthIdpConfigs", "oauthIdpConfigId", "oidc.hostile", displayName=INJECTION, clientId="x" * 400, issuer="https://login.example.com")
        numbers = {f"+1555555{place:04}": "123456" for place in range(10)}
        change("signIn.phoneNumber.testPhoneNumbers", signIn={"phoneNumber": {"testPhoneNumbers": numbers}})
        hearth.send("POST", f"{BASE}/tenants", {"displayName": INJECTION}, hearth.OWNER)
        change("publicName,authorizedDomains", publicName='"><img src=x onerror=injected=1>', authorizedDomains=[f"{'x' * 60}.{k}.example.com" for k in range(30)])
        hearth.sign_up("first@example.com", "correct horse 42")
        for look, page in self.looks():
            for topic in (*TOPICS, "providers/oidc.hostile", "providers/saml.hostile", f"tenants/{tenant}/providers"):
                with self.subTest(topic=topic, look=look):
                    self.open(topic, page)
                    self.assert_clean(page)
                    page.mouse.move(0, 0)
                    self.picture(page, f"settings-{topic.replace(tenant, 'one').replace('/', '-')}-{look}")
            self.open("sign-in", page)
            self.switch("Guests", page).uncheck()
            self.switch("One account per address", page).uncheck()
            expect(self.bar(page)).to_be_visible()
            self.picture(page, f"settings-changed-{look}")
            self.press("Discard", self.bar(page))

    def test_every_topic_is_in_german(self):
        context = self.new_context()
        context.add_init_script("if (location.protocol === 'http:') localStorage.setItem('hearth.language', 'de')")
        page = context.new_page()
        for topic in TOPICS:
            self.open(topic, page)
            self.assertEqual(page.evaluate("[...hearthMissingTexts]"), [])
        context.close()

    def test_topics_that_wait_and_topics_that_fail_say_so(self):
        error = {"error": {"code": 503, "status": "UNAVAILABLE", "message": "The service is down for a moment."}}
        for look, page in self.looks():
            held = []
            page.route("**/console/v1/api/**/config", lambda route: held.append(route))
            page.goto(f"{hearth.BASE}/console/settings/sign-in")
            expect(page.locator(".bones").first).to_be_visible()
            self.picture(page, f"settings-loading-{look}")
            page.unroute_all(behavior="ignoreErrors")
            for route in held:
                # The request of a page that was left may have ended by itself.
                with contextlib.suppress(BrowserError):
                    route.abort()
            page.route("**/console/v1/api/**/config", lambda route: route.fulfill(status=503, json=error))
            page.goto(f"{hearth.BASE}/console/settings/password")
            expect(page.get_by_role("alert")).to_contain_text("The service is down for a moment.")
            self.picture(page, f"settings-failing-{look}")
            page.unroute_all(behavior="ignoreErrors")
            page.get_by_role("button", name="Try again").click()
            expect(page.get_by_label("Shortest")).to_be_visible()
