"""Trying a provider from the console of a strict emulator: a real OpenID provider, real Chromium, two projects, a tenant."""

import logging
import os
import re
import subprocess
import threading
import urllib.parse

import oidc_provider_mock
import requests
from playwright.sync_api import expect

import hearth
from browser import BrowserCase

# What the provider says of each request is of no use here.
logging.disable(logging.WARNING)

HEARTH = os.path.join(os.environ["HEARTH_BIN"], "hearth")
FIRST, SECOND = "demo-trial", "demo-trial-second"
# The provider's page asks another machine for its colours: it goes without.
ELSEWHERE = "https://cdn.jsdelivr.net/"


class TrialTests(BrowserCase):
    """Each test is by a provider of its own name, and of a project that is empty."""

    profile = "strict"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        provider = cls.enterClassContext(oidc_provider_mock.run_server_in_thread())
        cls.issuer = f"http://localhost:{provider.server_port}"
        claims = {"email": "ada@example.com", "email_verified": True, "name": "Ada"}
        requests.put(f"{cls.issuer}/users/ada", json=claims, timeout=hearth.PATIENCE).raise_for_status()
        process = subprocess.Popen(
            [HEARTH, "serve", "--port", "0", "--project", FIRST, "--project", SECOND, "--storage", "memory",
             "--profile", cls.profile, "--internal-host", "localhost"],
            stderr=subprocess.PIPE, text=True,
        )
        cls.addClassCleanup(process.stderr.close)
        cls.addClassCleanup(process.wait)
        cls.addClassCleanup(process.terminate)
        said = ""
        for line in process.stderr:
            said += line
            if found := re.search(r"listens on http://[^ ,\n]*:(\d+)", line):
                break
        else:
            raise RuntimeError(said)
        # As a browser and an app under development name it.
        cls.base = f"http://localhost:{found[1]}"
        # What the server says afterwards is read away, so that it never waits for this process.
        threading.Thread(target=process.stderr.read, daemon=True).start()

    def setUp(self):
        super().setUp()
        self.context.route(f"{ELSEWHERE}**", lambda route: route.abort())
        for project in (FIRST, SECOND):
            self.assertEqual(hearth.send("DELETE", f"{self.base}/emulator/v1/projects/{project}/accounts").status, 200)

    def tearDown(self):
        self.requests = [url for url in self.requests if not url.startswith(ELSEWHERE)]
        super().tearDown()

    def administer(self, method, path, body=None, version="v2"):
        answer = hearth.send(method, f"{self.base}/identitytoolkit.googleapis.com/{version}/projects/{path}", body, hearth.OWNER)
        self.assertEqual(answer.status, 200, answer.text)
        return answer.json

    def configure(self, scope, name, **body):
        """Adds a provider that is on, by its own name and with a client of its own."""
        config = {"clientId": name, "clientSecret": "s3cret", "issuer": self.issuer, "enabled": True,
                  "responseType": {"code": True}, **body}
        self.administer("POST", f"{scope}/oauthIdpConfigs?oauthIdpConfigId={name}", config)

    def users(self, scope):
        return self.administer("GET", f"{scope}/accounts:batchGet", version="v1").get("users", [])

    def open(self, place, project=FIRST):
        self.page.goto(f"{self.base}/console/settings/{place}")
        if project != FIRST:
            self.page.get_by_label("Project").select_option(project)
        expect(self.page.locator(".bones")).to_have_count(0)

    def begin(self):
        """Presses the button, and gives the tab in which the trial goes on."""
        with self.context.expect_page() as opened:
            self.page.get_by_role("button", name="Try it").click()
        return opened.value

    def answer(self, tab, user="ada"):
        """Signs in at the provider's own page."""
        tab.get_by_placeholder("sub").fill(user)
        tab.get_by_role("button", name="Authorize").click()

    def expect_page(self, tab):
        expect(tab.get_by_placeholder("sub")).to_be_visible()

    def assert_flow(self, tab, provider):
        tab.wait_for_url("**/console/log?flow=*")
        expect(tab.locator("details[open]")).to_contain_text(f"Signed in with {provider}")

    def test_a_provider_of_a_strict_server_signs_in_and_its_flow_is_shown(self):
        self.configure(FIRST, "oidc.staff")
        self.open("providers/oidc.staff")
        tab = self.begin()
        self.answer(tab)
        self.assert_flow(tab, "oidc.staff")
        [user] = self.users(FIRST)
        self.assertEqual((user["email"], user["providerUserInfo"][0]["providerId"]), ("ada@example.com", "oidc.staff"))
        # A trial ends once: its address, opened again, shows none.
        tab.goto(f"{self.base}/console/tried")
        expect(tab.get_by_text("No trial is under way")).to_be_visible()
        self.assertEqual(len(self.users(FIRST)), 1)

    def test_a_provider_of_another_project_than_the_first_signs_up_there(self):
        self.configure(SECOND, "oidc.second")
        self.open("providers/oidc.second", SECOND)
        tab = self.begin()
        self.answer(tab)
        self.assert_flow(tab, "oidc.second")
        expect(tab.get_by_label("Project")).to_have_value(SECOND)
        self.assertEqual([user["email"] for user in self.users(SECOND)], ["ada@example.com"])
        self.assertEqual(self.users(FIRST), [])

    def test_a_tenant_s_provider_signs_up_in_the_tenant_of_that_project(self):
        tenant = self.administer("POST", f"{SECOND}/tenants", {"displayName": "staff"})["name"].split("/")[-1]
        scope = f"{SECOND}/tenants/{tenant}"
        self.configure(scope, "oidc.tenant")
        self.open(f"tenants/{tenant}/providers/oidc.tenant", SECOND)
        tab = self.begin()
        self.answer(tab)
        self.assert_flow(tab, "oidc.tenant")
        self.assertEqual([user["tenantId"] for user in self.users(scope)], [tenant])
        self.assertEqual(self.users(SECOND) + self.users(FIRST), [])

    def test_a_user_who_denies_makes_no_account_and_the_page_says_so(self):
        self.configure(FIRST, "oidc.denied")
        self.open("providers/oidc.denied")
        tab = self.begin()
        self.expect_page(tab)
        # The stand-in forgets the state when its user denies, which RFC 6749 §4.1.2.1 asks for.
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(tab.url).query))
        denial = urllib.parse.urlencode({"error": "access_denied", "state": asked["state"]})
        tab.goto(f"{asked['redirect_uri']}?{denial}")
        tab.wait_for_url("**/console/tried*")
        expect(tab.get_by_role("alert")).to_be_visible()
        self.assertEqual(self.users(FIRST), [])

    def test_a_provider_that_cannot_be_reached_is_told_where_the_trial_began(self):
        self.configure(FIRST, "oidc.away", issuer="http://localhost:1")
        self.open("providers/oidc.away")
        self.page.get_by_role("button", name="Try it").click()
        expect(self.page.get_by_role("alert")).to_contain_text("The provider cannot be asked")
        # The tab that was opened for its page is closed again.
        self.assertEqual(len(self.context.pages), 1)
        expect(self.page.get_by_role("button", name="Try it")).to_be_enabled()

    def test_two_trials_at_once_end_each_in_its_own_tab(self):
        for name in ("oidc.one", "oidc.two"):
            self.configure(FIRST, name)
        requests.put(f"{self.issuer}/users/eve", json={"email": "eve@example.com", "email_verified": True},
                     timeout=hearth.PATIENCE).raise_for_status()
        self.open("providers/oidc.one")
        first = self.begin()
        self.expect_page(first)
        self.open("providers/oidc.two")
        second = self.begin()
        self.answer(second, "eve")
        self.assert_flow(second, "oidc.two")
        self.answer(first)
        self.assert_flow(first, "oidc.one")
        found = {user["email"]: user["providerUserInfo"][0]["providerId"] for user in self.users(FIRST)}
        self.assertEqual(found, {"ada@example.com": "oidc.one", "eve@example.com": "oidc.two"})


class LenientTrialTests(TrialTests):
    """The same pages where the emulator's own page stands for the provider's."""

    profile = "lenient"

    def answer(self, tab, user="ada"):
        tab.locator(".js-new-account button").click()
        tab.locator("#email-input").fill(f"{user}@example.com")
        tab.locator("#sign-in").click()

    def expect_page(self, tab):
        expect(tab.locator(".js-new-account button")).to_be_visible()

    # These are about the provider's own page.
    test_a_user_who_denies_makes_no_account_and_the_page_says_so = None
    test_a_provider_that_cannot_be_reached_is_told_where_the_trial_began = None
