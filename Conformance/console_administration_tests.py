"""The console of a server for real users in a real browser: invited, signed in, used, attacked, signed out."""

import base64
import contextlib
import hashlib
import hmac
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from cryptography.hazmat.primitives import serialization
from playwright.sync_api import Error as BrowserError, expect

import hearth
import production
from browser import INJECTION, IS_LONG, BrowserCase, looks_of
from certificates import self_signed

PASSWORD = "a long pass phrase 42"
PICTURES = os.environ.get("HEARTH_PICTURES")
# What the start of the server decides, so that no page can change it.
DECIDED = {"secondFactors": ["totp"], "providers": [{"id": "google.com", "clientIDs": ["decided.apps.example.com"]}]}
TOPICS = ("sign-in", "providers", "password", "factors", "domains", "mail", "tenants", "keys", "connect", "server")


def totp(key, step):
    """The code of RFC 6238 for a step of thirty seconds."""
    digest = hmac.digest(base64.b32decode(key + "=" * (-len(key) % 8)), step.to_bytes(8, "big"), hashlib.sha1)
    place = digest[-1] & 15
    return f"{(int.from_bytes(digest[place:place + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"


def setUpModule():
    global folder, server, storage
    folder = tempfile.TemporaryDirectory()
    storage = pathlib.Path(folder.name) / "shop.db"
    decided = pathlib.Path(folder.name) / "hearth.json"
    decided.write_text(json.dumps(DECIDED))
    server = production.Server(storage, "--console-listen", "127.0.0.1:0", "--config", decided)


def tearDownModule():
    server.stop()
    folder.cleanup()


def invite(email, role):
    """The link that the host's command line prints while the server runs."""
    words = ["console", "administrators", "add", email, "--role", role]
    run = subprocess.run(
        [production.BIN, *words, "--storage", f"sqlite:{storage}", "--console-url", server.console],
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def administer(operation, version="v1", method="POST", **body):
    """Calls the server as its operator does, past the console."""
    request = urllib.request.Request(
        f"http://{server.address}/identitytoolkit.googleapis.com/{version}/projects/{production.PROJECT}/{operation}",
        method=method,
        data=json.dumps(body).encode() if method != "GET" else None,
        headers={"Authorization": f"Bearer {production.OPERATOR}", "Content-Type": "application/json"},
    )
    return json.load(urllib.request.urlopen(request, timeout=production.PATIENCE))


def published_keys():
    """The identifiers of the keys that verify ID tokens."""
    url = f"http://{server.address}/.well-known/jwks.json"
    return {key["kid"] for key in json.load(urllib.request.urlopen(url, timeout=production.PATIENCE))["keys"]}


def ask_as_app(path, **body):
    """What an app gets: the status of an answer, and its document."""
    request = urllib.request.Request(f"http://{server.address}/{path}?key=any", data=json.dumps(body).encode(),
                                     headers={"Content-Type": "application/json"})
    try:
        answer = urllib.request.urlopen(request, timeout=production.PATIENCE)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, json.load(answer)


def signer(token):
    """The key that signed a token, by the token's own word."""
    head = token.split(".")[0]
    return json.loads(base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)))["kid"]


def certificate(name):
    """A certificate of a new RSA key, in PEM."""
    return self_signed(name)[1].public_bytes(serialization.Encoding.PEM).decode()


def status(path, base=None, data=None, **fields):
    request = urllib.request.Request(f"{base or server.console}{path}", data=data)
    for name, value in fields.items():
        request.add_header(name.replace("_", "-"), value)
    try:
        return urllib.request.urlopen(request, timeout=production.PATIENCE).status
    except urllib.error.HTTPError as error:
        return error.code


class AdministrationCase(BrowserCase):
    def setUp(self):
        super().setUp()
        self.keys, self.steps = {}, {}

    def code(self, email):
        """A code that was not used yet, which is good for twenty seconds at least: the page may be slow."""
        step = max(self.steps.get(email, 0) + 1, int(time.time() - 10) // 30)
        self.steps[email] = step
        # The server takes the code of the next half minute too, and none that is later.
        time.sleep(max(0, (step - 1) * 30 - time.time()))
        return totp(self.keys[email], step)

    def press(self, name, scope=None):
        (scope or self.page).get_by_role("button", name=name, exact=True).click()

    def enroll(self, email, role, page=None):
        page = page or self.page
        page.goto(invite(email, role))
        page.get_by_label("New password").fill(PASSWORD)
        self.press("Go on", page)
        expect(page.get_by_text("The key is not shown again.")).to_be_visible()
        expect(page.get_by_role("img", name="The key as a QR code")).to_be_visible()
        self.picture("administration-authenticator", page)
        self.keys[email] = page.locator(".secretkey").inner_text().replace(" ", "")
        page.get_by_label("Code of your authenticator app").fill(self.code(email))
        self.press("Finish", page)
        expect(page.get_by_role("heading", name="Overview")).to_be_visible()

    def sign_in(self, email, password=PASSWORD, page=None):
        page = page or self.page
        page.goto(f"{server.console}/console")
        page.get_by_label("Address").fill(email)
        page.get_by_label("Password").fill(password)
        self.press("Go on", page)

    def sign_out(self):
        self.press("Sign out")
        expect(self.page.get_by_role("heading", name="Sign in to the console")).to_be_visible()

    def finish(self, email, page=None):
        page = page or self.page
        page.get_by_label("Code of your authenticator app").fill(self.code(email))
        self.press("Sign in", page)

    def picture(self, name, page=None):
        """Keeps a picture of the page, for those who look at the tests' output."""
        if PICTURES:
            (page or self.page).screenshot(path=f"{PICTURES}/{name}.png")


class AdministratorTests(AdministrationCase):
    def test_is_invited_signs_in_with_two_factors_and_finds_a_user(self):
        email = "ada@admin.example"
        administer("accounts", localId="margaret", email="margaret@example.com", password=PASSWORD, displayName="Margaret")
        self.enroll(email, "owner")
        self.assertNotIn("#", self.page.url)
        self.assertEqual(self.page.evaluate("document.cookie"), "")
        cookie = self.context.cookies()[0]
        self.assertEqual((cookie["httpOnly"], cookie["secure"], cookie["sameSite"]), (True, True, "Strict"))
        self.sign_out()
        self.sign_in(email, "wrong pass phrase 7")
        expect(self.page.get_by_text("Wrong address, password or code.")).to_be_visible()
        self.picture("sign-in-refused")
        self.sign_in(email)
        self.finish(email)
        self.page.get_by_role("link", name="Users").first.click()
        self.page.get_by_placeholder("Beginning of an e-mail").fill("marg")
        self.page.keyboard.press("Enter")
        self.page.get_by_role("row").nth(1).click()
        drawer = self.page.get_by_role("complementary")
        self.press("Disable", drawer)
        expect(drawer.get_by_role("button", name="Enable", exact=True)).to_be_visible()
        self.assertTrue(administer("accounts:lookup", localId=["margaret"])["users"][0]["disabled"])
        expect(self.page.get_by_role("row").nth(1)).to_contain_text("Disabled")
        self.page.get_by_role("link", name="Audit").first.click()
        expect(self.page.get_by_role("row").nth(1)).to_contain_text("UpdateAccount")

    def test_a_used_link_and_a_used_code_open_nothing(self):
        email = "grace@admin.example"
        link = invite(email, "support")
        self.enroll(email, "support")
        self.sign_out()
        self.page.goto(link)
        self.page.get_by_label("New password").fill(PASSWORD)
        self.press("Go on")
        expect(self.page.get_by_text("was used, replaced, or has expired")).to_be_visible()
        self.sign_in(email)
        self.page.get_by_label("Code of your authenticator app").fill(totp(self.keys[email], self.steps[email]))
        self.press("Sign in")
        expect(self.page.get_by_text("was used already")).to_be_visible()

    def test_invites_another_whose_session_ends_with_the_role(self):
        self.enroll("edsger@admin.example", "owner")
        self.page.get_by_role("link", name="Administrators").first.click()
        self.press("Invite")
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("textbox", name="Address").fill("barbara@admin.example")
        dialog.get_by_role("radio", name="viewer").check()
        self.press("Invite", dialog)
        link = self.page.get_by_role("dialog").locator(".secretkey").inner_text()
        self.press("Done", self.page.get_by_role("dialog"))
        self.assertTrue(link.startswith(f"{server.console}/console/welcome#"))
        context = self.new_context()
        other = context.new_page()
        other.goto(link)
        other.get_by_label("New password").fill(PASSWORD)
        self.press("Go on", other)
        expect(other.locator(".secretkey")).to_be_visible()
        self.keys["barbara@admin.example"] = other.locator(".secretkey").inner_text().replace(" ", "")
        other.get_by_label("Code of your authenticator app").fill(self.code("barbara@admin.example"))
        self.press("Finish", other)
        expect(other.get_by_role("heading", name="Overview")).to_be_visible()
        self.assertEqual(other.get_by_role("link", name="Administrators").count(), 0)
        self.page.reload()
        row = self.page.get_by_role("listitem").filter(has_text="barbara@admin.example")
        self.press("Remove", row)
        self.press("Remove", self.page.get_by_role("dialog"))
        expect(row).to_have_count(0)
        other.reload()
        expect(other.get_by_role("heading", name="Sign in to the console")).to_be_visible()
        context.close()


    def test_finds_and_disables_a_user_of_a_tenant_and_nobody_else(self):
        tenant = administer("tenants", "v2", displayName="staff", allowPasswordSignup=True)["name"].split("/")[-1]
        for place in ("", f"tenants/{tenant}/"):
            administer(f"{place}accounts", localId="twin", email="twin@example.com", password=PASSWORD)
        self.enroll("radia@admin.example", "support")
        self.page.goto(f"{server.console}/console/users")
        self.page.get_by_label("Tenant").select_option(tenant)
        rows = self.page.get_by_role("row")
        expect(rows).to_have_count(2)
        rows.nth(1).click()
        drawer = self.page.get_by_role("complementary")
        expect(drawer).to_contain_text(tenant)
        self.press("Disable", drawer)
        expect(drawer.get_by_role("button", name="Enable", exact=True)).to_be_visible()
        states = [administer(f"{place}accounts:lookup", localId=["twin"])["users"][0].get("disabled", False)
                  for place in ("", f"tenants/{tenant}/")]
        self.assertEqual(states, [False, True])
        # The address says whose users they are, and another page knows nothing of it.
        self.page.reload()
        expect(drawer.get_by_role("button", name="Enable", exact=True)).to_be_visible()
        self.page.get_by_label("Tenant").select_option("")
        expect(self.page.get_by_role("row").filter(has_text="twin@example.com")).to_have_count(1)
        expect(self.page.get_by_role("row").filter(has_text="Disabled").filter(has_text="twin")).to_have_count(0)


class PasskeyTests(AdministrationCase):
    def add_device(self, page, verifies=True):
        """An authenticator in the machine, which keeps passkeys and knows its user."""
        devices = page.context.new_cdp_session(page)
        devices.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": verifies,
            "automaticPresenceSimulation": True,
        }
        device = devices.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]
        return devices, device

    def add_passkey(self, name):
        self.page.goto(f"{server.console}/console/account")
        self.press("Add a passkey")
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Name").fill(name)
        self.press("Add", dialog)
        expect(self.page.get_by_role("listitem").filter(has_text=name)).to_be_visible()

    def test_adds_a_passkey_signs_in_with_it_and_removes_it(self):
        email = "sophie@admin.example"
        self.enroll(email, "support")
        self.add_device(self.page)
        self.add_passkey("Sophie's laptop")
        self.assert_accessible()
        self.picture("administration-passkeys")
        self.sign_out()
        self.sign_in(email)
        expect(self.page.get_by_label("Code of your authenticator app")).to_be_visible()
        self.picture("administration-second-factor")
        self.press("Use a passkey")
        expect(self.page.get_by_role("heading", name="Overview")).to_be_visible()
        self.page.get_by_role("link", name="Your sign-in").first.click()
        self.press("Remove Sophie's laptop")
        self.press("Remove", self.page.get_by_role("dialog"))
        expect(self.page.get_by_text("No passkey yet.")).to_be_visible()
        self.sign_out()
        self.sign_in(email)
        expect(self.page.get_by_label("Code of your authenticator app")).to_be_visible()
        self.assertEqual(self.page.get_by_role("button", name="Use a passkey").count(), 0)
        self.finish(email)
        expect(self.page.get_by_role("heading", name="Overview")).to_be_visible()
        self.page.get_by_role("link", name="Audit").first.click()
        for action in ("AddPasskey", "RemovePasskey"):
            expect(self.page.get_by_role("row").filter(has_text=action)).to_have_count(1)

    def test_a_passkey_of_another_and_one_that_saw_nobody_open_nothing(self):
        first, second = "anita@admin.example", "karen@admin.example"
        self.enroll(first, "viewer")
        self.sign_out()
        self.enroll(second, "viewer")
        devices, device = self.add_device(self.page)
        self.add_passkey("Karen's laptop")
        key = devices.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"][0]
        self.sign_out()
        # The password of the one, and what the device of the other signs.
        answers = self.page.evaluate(
            """async ([first, second, password]) => {
            const send = (path, body) => fetch(`/console/v1/${path}`, { method: 'POST',
                headers: { 'X-Hearth-Console': '1', 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
                .then(async answer => ({ status: answer.status, ...await answer.json() }));
            const sign = async options => (await navigator.credentials.get({
                publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })).toJSON();
            const [waiting, other] = [await send('session', { email: first, password }), await send('session', { email: second, password })];
            const passkey = await sign(other.passkey);
            const made = await send('session:finish', { ticket: 'AAAA', passkey });
            const twice = await send('session:finish', { ticket: other.ticket, passkey });
            return [waiting.passkey === undefined, waiting.ticket === undefined, made.status, twice.status];
        }""",
            [first, second, PASSWORD],
        )
        self.assertEqual(answers, [True, True, 401, 200])
        self.context.clear_cookies()
        # A device that did not see its user.
        devices.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
        self.sign_in(second)
        self.press("Use a passkey")
        expect(self.page.get_by_text("No passkey was used.")).to_be_visible()
        self.finish(second)
        expect(self.page.get_by_role("heading", name="Overview")).to_be_visible()
        self.assertEqual(key["isResidentCredential"], True)

    def test_proves_again_with_a_passkey_where_a_recent_proof_is_needed(self):
        email = "mary@admin.example"
        self.enroll(email, "owner")
        self.add_device(self.page)
        self.add_passkey("Mary's laptop")
        # The page asks for a proof as if five minutes were over.
        refused = {"error": {"code": 403, "status": "RECENT_PROOF_REQUIRED", "message": "Prove again."}}
        self.page.goto(f"{server.console}/console/administrators")
        asked = []

        def refuse_once(route):
            first = route.request.method == "POST" and not asked
            if first:
                asked.append(route.request)
            route.fulfill(status=403, json=refused) if first else route.continue_()

        self.page.route("**/console/v1/administrators", refuse_once)
        self.press("Invite")
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("textbox", name="Address").fill("invited-by-mary@admin.example")
        self.press("Invite", dialog)
        sheet = self.page.get_by_role("dialog", name="Prove that it is you")
        sheet.get_by_label("Password").fill(PASSWORD)
        self.picture("administration-prove-again")
        self.press("Use a passkey", sheet)
        expect(self.page.locator(".secretkey")).to_be_visible()


class KeyboardTests(AdministrationCase):
    def test_signs_in_disables_a_user_and_invites_by_the_keyboard_alone(self):
        email = "frances@admin.example"
        administer("accounts", localId="keyboard", email="keyboard@example.com", displayName="Kay Board")
        self.enroll(email, "owner")
        self.context.clear_cookies()
        keys = self.page.keyboard
        self.page.goto(f"{server.console}/console")
        expect(self.page.get_by_label("Address")).to_be_focused()
        for text in (email, PASSWORD):
            keys.type(text)
            keys.press("Tab" if text == email else "Enter")
        expect(self.page.get_by_label("Code of your authenticator app")).to_be_focused()
        keys.type(self.code(email))
        keys.press("Enter")
        expect(self.page.get_by_role("heading", name="Overview")).to_be_focused()
        keys.press("g")
        keys.press("u")
        expect(self.page.get_by_role("heading", name="Users")).to_be_focused()
        keys.press("/")
        keys.type("keyboard@")
        keys.press("Enter")
        row = self.page.get_by_role("row").filter(has_text="keyboard@example.com")
        expect(self.page.get_by_role("row")).to_have_count(2)
        self.tab_to(row, limit=30)
        keys.press("Enter")
        drawer = self.page.get_by_role("complementary")
        self.tab_to(drawer.get_by_role("button", name="Disable", exact=True), limit=40)
        keys.press("Enter")
        expect(drawer.get_by_role("button", name="Enable", exact=True)).to_be_visible()
        keys.press("g")
        keys.press("w")
        expect(self.page.get_by_role("heading", name="Audit")).to_be_focused()
        first = self.page.get_by_role("row").nth(1)
        expect(first).to_contain_text("UpdateAccount")
        self.tab_to(first, limit=30)
        keys.press("ArrowDown")
        expect(self.page.get_by_role("row").nth(2)).to_be_focused()
        keys.press("Enter")
        expect(drawer).to_contain_text("What was asked for")
        self.tab_to(drawer.get_by_role("button", name="Close"), limit=60)
        keys.press("Enter")
        expect(drawer).to_have_count(0)
        keys.press("g")
        keys.press("a")
        self.tab_to(self.page.get_by_role("button", name="Invite", exact=True), limit=30)
        keys.press("Enter")
        dialog = self.page.get_by_role("dialog")
        keys.type("invited@admin.example")
        keys.press("Enter")
        expect(dialog.locator(".secretkey")).to_be_visible()
        keys.press("Escape")
        expect(dialog).to_have_count(0)
        expect(self.page.get_by_role("listitem").filter(has_text="invited@admin.example")).to_have_count(1)


class TelephoneTests(AdministrationCase):
    def test_does_each_page_s_task_on_a_telephone(self):
        administer("accounts", localId="pocket", email="pocket@example.com", displayName="Poppy Pocket")
        context = self.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
        page = context.new_page()
        self.enroll("joan@admin.example", "owner", page)
        tabs = page.get_by_role("navigation", name="Pages")
        tabs.get_by_role("link", name="Users").tap()
        page.get_by_label("Find a user").fill("pocket@")
        page.keyboard.press("Enter")
        expect(page.get_by_role("row")).to_have_count(2)
        page.get_by_role("row").nth(1).tap()
        drawer = page.get_by_role("complementary")
        self.assert_fits(page)
        drawer.get_by_role("button", name="Disable", exact=True).tap()
        expect(drawer.get_by_role("button", name="Enable", exact=True)).to_be_visible()
        drawer.get_by_role("button", name="Back to the users").tap()
        expect(drawer).to_have_count(0)
        tabs.get_by_role("link", name="Audit").tap()
        page.get_by_role("row").filter(has_text="UpdateAccount").first.tap()
        expect(drawer).to_contain_text("What was asked for")
        self.assert_fits(page)
        drawer.get_by_role("button", name="Close").tap()
        tabs.get_by_role("link", name="More").tap()
        page.get_by_role("main").get_by_role("link", name="Administrators").tap()
        page.get_by_role("button", name="Invite", exact=True).tap()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("textbox", name="Address").fill("from-phone@admin.example")
        dialog.get_by_role("button", name="Invite", exact=True).tap()
        expect(dialog.locator(".secretkey")).to_be_visible()
        self.assert_fits(page)
        context.close()


class AttackTests(AdministrationCase):
    def test_the_public_listener_has_no_console(self):
        public = f"http://{server.address}"
        for path in ("/console", "/console/v1/console", "/console/v1/audit"):
            self.assertEqual(status(path, public, X_Hearth_Console="1"), 404)

    def test_bearer_tokens_and_other_hosts_open_nothing(self):
        for token in ("owner", production.OPERATOR):
            fields = {"X_Hearth_Console": "1", "Authorization": f"Bearer {token}"}
            self.assertEqual(status("/console/v1/console", **fields), 401)
            self.assertEqual(status("/console/v1/users:search", data=b"{}", **fields, Origin=server.console), 401)
        self.assertEqual(status("/console", Host="evil.example"), 421)

    def test_a_page_of_another_origin_neither_reads_nor_writes(self):
        self.enroll("ken@admin.example", "owner")
        administer("accounts", localId="target", email="target@example.com")
        self.page.goto(f"{self.app.url}/app.html?backend={hearth.BASE}")
        self.expected = "CORS"
        result = self.page.evaluate(
            """async ([console, project]) => {
            const api = `${console}/console/v1/api/identitytoolkit.googleapis.com/v1/projects/${project}/accounts:delete`;
            const tries = [
                () => fetch(`${console}/console/v1/console`, { credentials: 'include', headers: { 'X-Hearth-Console': '1' } }),
                () => fetch(api, { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{"localId":"target"}' }),
            ];
            const seen = [];
            for (const attempt of tries) seen.push(await attempt().then(answer => answer.type, () => 'refused'));
            const form = Object.assign(document.createElement('form'), { action: api, method: 'post', enctype: 'text/plain', target: '_blank' });
            form.append(Object.assign(document.createElement('input'), { name: '{"localId":"target","x":"', value: '"}' }));
            document.body.append(form);
            return seen;
        }""",
            [server.console, production.PROJECT],
        )
        self.assertEqual(result, ["refused", "refused"])
        with self.context.expect_page() as opened:
            self.page.evaluate("document.querySelector('form').submit()")
        opened.value.wait_for_load_state()
        self.assertEqual(administer("accounts:lookup", localId=["target"])["users"][0]["localId"], "target")

    def test_is_locked_against_script_frames_and_hostile_names(self):
        self.enroll("dennis@admin.example", "owner")
        administer("accounts", localId="hostile", email="hostile@example.com", displayName=INJECTION)
        response = self.page.goto(f"{server.console}/console/users/hostile")
        self.assert_locked(response)
        expect(self.page.get_by_role("complementary")).to_contain_text("hostile@example.com")
        self.assertEqual(self.page.locator("main img, main script, main iframe").count(), 0)
        self.assert_not_framed(f"{server.console}/console")


    def test_makes_no_markup_of_what_users_tenants_and_browsers_are_called(self):
        hostile = [INJECTION, "\u202egnp.exe", "javascript:injected=1", "=cmd|' /C calc'!A0"]
        for number, name in enumerate(hostile):
            administer("accounts", localId=f"<b>{number}", email=f"h{number}@example.com", displayName=name,
                       photoUrl="javascript:injected=1")
        context = self.new_context(user_agent=INJECTION)
        page = context.new_page()
        self.enroll("alan@admin.example", "owner", page)
        # What a stranger types stands in the audit.
        stranger = self.new_context(user_agent=INJECTION)
        self.sign_in("<img src=x onerror=injected=1>@admin.example", INJECTION, stranger.new_page())
        stranger.close()
        page.goto(f"{server.console}/console/users/%3Cb%3E0")
        drawer = page.get_by_role("complementary")
        self.press("Disable", drawer)
        expect(drawer.get_by_role("button", name="Enable", exact=True)).to_be_visible()
        expect(drawer.get_by_role("link", name="Open picture")).to_have_attribute("href", "about:blank")
        for path in ("", "users", "users/%3Cb%3E1", "users/%3Cb%3E2", "settings", "settings/server", "administrators", "audit"):
            page.goto(f"{server.console}/console/{path}")
            expect(page.locator("h1")).to_be_visible()
            expect(page.locator(".bones")).to_have_count(0)
            self.assert_clean(page)
            self.assert_fits(page)
        page.get_by_role("row").filter(has_text="UpdateAccount").first.click()
        expect(drawer).to_contain_text("<b>0")
        self.assert_clean(page)
        context.close()


class SettingsTests(AdministrationCase):
    def test_an_owner_changes_a_setting_that_is_audited_and_a_viewer_reads_it(self):
        self.enroll("owner-of-settings@admin.example", "owner")
        self.page.goto(f"{server.console}/console/settings/sign-in")
        guests = self.page.get_by_role("switch", name="Guests")
        guests.uncheck()
        bar = self.page.get_by_role("region", name="What changes")
        expect(bar).to_contain_text("Guests")
        # Another administrator is faster.
        administer("config?updateMask=signIn.anonymous.enabled,publicName", "v2", "PATCH",
                   signIn={"anonymous": {"enabled": True}}, publicName="Theirs")
        self.press("Save", bar)
        expect(self.page.locator(".savebar").get_by_text("Saved", exact=True)).to_be_visible()
        config = administer("config", "v2", "GET")
        self.assertEqual((config["signIn"]["anonymous"], config["publicName"]), ({"enabled": False}, "Theirs"))
        self.page.goto(f"{server.console}/console/settings/mail")
        name = self.page.get_by_label("Name of the app")
        name.fill("Mine")
        administer("config?updateMask=publicName", "v2", "PATCH", publicName="Theirs again")
        self.press("Save", bar)
        expect(bar.get_by_role("alert")).to_contain_text("Theirs again")
        self.assertEqual(administer("config", "v2", "GET")["publicName"], "Theirs again")
        self.press("Take theirs", bar)
        expect(name).to_have_value("Theirs again")
        self.page.goto(f"{server.console}/console/audit")
        line = self.page.get_by_role("row").filter(has_text="UpdateProjectConfig").filter(has_text="owner-of-settings")
        expect(line.first).to_contain_text(f"{production.PROJECT}/config")
        line.last.click()
        drawer = self.page.get_by_role("complementary")
        expect(drawer).to_contain_text('"before"')
        expect(drawer).to_contain_text("signIn.anonymous.enabled")
        self.sign_out()
        self.enroll("reader-of-settings@admin.example", "viewer")
        for topic in TOPICS:
            with self.subTest(topic=topic):
                self.page.goto(f"{server.console}/console/settings/{topic}")
                expect(self.page.get_by_role("heading", level=2).first).to_be_visible()
                expect(self.page.locator(".bones")).to_have_count(0)
                self.assertEqual(self.page.locator("main form, main [role=switch], main .btn.bad").count(), 0)
        self.page.goto(f"{server.console}/console/settings/sign-in")
        expect(self.page.get_by_text("Your role reads settings.")).to_be_visible()
        self.picture("administration-settings-viewer")

    def test_what_the_start_decided_is_shown_and_cannot_be_changed(self):
        self.enroll("reads-decided@admin.example", "owner")
        self.page.goto(f"{server.console}/console/settings/factors")
        expect(self.page.get_by_role("switch", name="Text message")).to_be_disabled()
        expect(self.page.get_by_text("Decided when hearth was started (secondFactors).")).to_be_visible()
        expect(self.page.get_by_role("switch", name="Authenticator app")).to_be_enabled()
        self.page.goto(f"{server.console}/console/settings/providers")
        row = self.page.get_by_role("listitem").filter(has_text="decided.apps.example.com")
        expect(row).to_contain_text("Of the server’s own configuration")
        self.assertEqual(row.get_by_role("link").count(), 0)

    def test_a_setting_needs_a_recent_proof_and_nothing_typed_is_lost_over_it(self):
        email = "proves-for-settings@admin.example"
        self.enroll(email, "owner")
        self.page.goto(f"{server.console}/console/settings/domains")
        self.page.get_by_label("Hosts").fill("localhost\nproved.example.com")
        refused = {"error": {"code": 403, "status": "RECENT_PROOF_REQUIRED", "message": "Prove again."}}
        asked = []

        def refuse_once(route):
            first = route.request.method == "PATCH" and not asked
            if first:
                asked.append(route.request)
            route.fulfill(status=403, json=refused) if first else route.continue_()

        self.page.route("**/config?updateMask=*", refuse_once)
        self.press("Save", self.page.get_by_role("region", name="What changes"))
        sheet = self.page.get_by_role("dialog", name="Prove that it is you")
        sheet.get_by_label("Password").fill(PASSWORD)
        sheet.get_by_label("Code of your authenticator app").fill(self.code(email))
        self.press("Confirm", sheet)
        expect(self.page.locator(".savebar").get_by_text("Saved", exact=True)).to_be_visible()
        self.assertEqual(administer("config", "v2", "GET")["authorizedDomains"], ["localhost", "proved.example.com"])


    def test_an_owner_makes_the_next_signing_key_and_a_viewer_sees_it(self):
        self.enroll("owner-of-keys@admin.example", "owner")
        self.page.goto(f"{server.console}/console/settings/keys")
        section = self.page.get_by_role("region", name="ID tokens")
        rows = section.get_by_role("listitem")
        before = published_keys()
        expect(rows).to_have_count(len(before))
        self.press("Make the next key", section)
        self.press("Make the next key", self.page.get_by_role("dialog", name="Make the next key?"))
        expect(rows).to_have_count(len(before) + 1)
        expect(rows.filter(has_text="Published; signs from")).to_have_count(1)
        # While one waits no other one is made.
        expect(section.get_by_role("button", name="Make the next key")).to_have_count(0)
        after = published_keys()
        self.assertEqual((before < after, len(after)), (True, len(before) + 1))
        for width, height in ((1280, 800), (390, 844)):
            self.page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                self.page.emulate_media(color_scheme=scheme)
                self.assert_accessible()
                self.assert_fits()
                self.picture(f"administration-keys-{width}-{scheme}")
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.page.goto(f"{server.console}/console/audit")
        expect(self.page.get_by_role("row").filter(has_text="RotateSigningKey").first).to_contain_text("keys/idToken")
        self.sign_out()
        self.enroll("reader-of-keys@admin.example", "viewer")
        self.page.goto(f"{server.console}/console/settings/keys")
        expect(rows).to_have_count(len(after))
        expect(self.page.get_by_role("button", name="Make the next key")).to_have_count(0)

    def test_an_owner_withdraws_a_signing_key_and_what_it_signed_is_refused(self):
        self.enroll("withdraws-keys@admin.example", "owner")
        administer("accounts", localId="signed", email="signed@example.com", password=PASSWORD)
        operation = "identitytoolkit.googleapis.com/v1/accounts"
        _, session = ask_as_app(f"{operation}:signInWithPassword", email="signed@example.com", password=PASSWORD, returnSecureToken=True)
        self.assertEqual(ask_as_app(f"{operation}:lookup", idToken=session["idToken"])[0], 200)
        key = signer(session["idToken"])
        self.assertIn(key, published_keys())
        self.page.goto(f"{server.console}/console/settings/keys")
        self.press(f"Withdraw {key}")
        dialog = self.page.get_by_role("dialog", name="Withdraw this key?")
        # What it costs: as long as verifiers keep the published keys, and other servers of the storage do not look.
        expect(dialog).to_contain_text("up to 6 hours")
        expect(dialog).to_contain_text("within 10 seconds")
        self.assert_accessible()
        self.picture("administration-key-withdrawal")
        dialog.get_by_label("to confirm").fill("yes")
        self.press("Withdraw", dialog)
        expect(dialog.get_by_role("alert")).to_contain_text("That is another text.")
        self.assertIn(key, published_keys())
        dialog.get_by_label("to confirm").fill(key[:8])
        self.press("Withdraw", dialog)
        expect(self.page.get_by_role("region", name="ID tokens")).not_to_contain_text(key)
        self.assertNotIn(key, published_keys())
        self.assertEqual(ask_as_app(f"{operation}:lookup", idToken=session["idToken"])[0], 400)
        _, fresh = ask_as_app("securetoken.googleapis.com/v1/token", grantType="refresh_token", refreshToken=session["refreshToken"])
        self.assertNotEqual(signer(fresh["id_token"]), key)
        self.assertEqual(ask_as_app(f"{operation}:lookup", idToken=fresh["id_token"])[0], 200)
        self.page.goto(f"{server.console}/console/audit")
        expect(self.page.get_by_role("row").filter(has_text="WithdrawSigningKey").first).to_contain_text(f"keys/{key}")

    def test_a_text_that_is_no_certificate_is_refused_at_its_field(self):
        name, provider = "saml.certificates", {"idpEntityId": "https://login.example.com", "ssoUrl": "https://login.example.com/sso"}
        first, second = (certificate(place) for place in ("first", "second"))
        own = {"spEntityId": "shop", "callbackUri": "https://hearth.example/__/auth/handler"}
        administer(f"inboundSamlConfigs?inboundSamlConfigId={name}", "v2", displayName="Staff", spConfig=own,
                   idpConfig={**provider, "idpCertificates": [{"x509Certificate": first}]})
        self.enroll("owner-of-certificates@admin.example", "owner")
        self.page.goto(f"{server.console}/console/settings/providers/{name}")
        field = self.page.locator('[data-field="idpConfig.idpCertificates"]')
        texts = self.page.get_by_label("Certificate, in PEM")
        self.press("Add a certificate")
        texts.nth(1).fill("-----BEGIN CERTIFICATE-----\nYWJj\n-----END CERTIFICATE-----")
        bar = self.page.get_by_role("region", name="What changes")
        self.press("Save", bar)
        expect(field.locator(".complaint")).to_contain_text("no certificate")
        expect(texts.nth(1)).to_have_value("-----BEGIN CERTIFICATE-----\nYWJj\n-----END CERTIFICATE-----")
        self.picture("administration-certificate-refused")
        texts.nth(1).fill(second)
        self.press("Save", bar)
        expect(self.page.locator(".savebar").get_by_text("Saved", exact=True)).to_be_visible()
        stored = administer(f"inboundSamlConfigs/{name}", "v2", "GET")["idpConfig"]["idpCertificates"]
        self.assertEqual([item["x509Certificate"].strip() for item in stored], [first.strip(), second.strip()])

    def test_a_provider_without_a_client_id_says_why_it_cannot_be_tried(self):
        administer("defaultSupportedIdpConfigs?idpId=apple.com", "v2", enabled=True,
                   appleSignInConfig={"bundleIds": ["com.example.shop"]})
        self.enroll("tries@admin.example", "owner")
        self.page.goto(f"{server.console}/console/settings/providers/apple.com")
        expect(self.page.get_by_role("button", name="Try it")).to_be_disabled()
        expect(self.page.get_by_text("It has no client ID, without which it has no page")).to_be_visible()

    def test_tries_a_provider_whose_page_opens_in_a_new_tab(self):
        administer("defaultSupportedIdpConfigs?idpId=github.com", "v2", enabled=True, clientId="hub", clientSecret="planted")
        self.enroll("tries-github@admin.example", "viewer")
        self.context.route("https://github.com/**", lambda route: route.fulfill(body="The provider's page.", content_type="text/html"))
        self.page.goto(f"{server.console}/console/settings/providers/github.com")
        with self.context.expect_page() as opened:
            self.press("Try it")
        opened.value.wait_for_url("https://github.com/**")
        self.assertIn("client_id=hub", opened.value.url)
        self.assertIn("redirect_uri=https%3A%2F%2Fhearth.example%2F__%2Fauth%2Fhandler", opened.value.url)
        self.requests = [url for url in self.requests if not url.startswith("https://github.com/")]

    def test_tries_a_tenant_s_provider_by_the_tenant_s_own_client(self):
        tenant = administer("tenants", "v2", displayName="staff")["name"].split("/")[-1]
        administer(f"tenants/{tenant}/defaultSupportedIdpConfigs?idpId=github.com", "v2", enabled=True,
                   clientId="hub-of-staff", clientSecret="planted")
        self.enroll("tries-tenant@admin.example", "viewer")
        self.context.route("https://github.com/**", lambda route: route.fulfill(body="The provider's page.", content_type="text/html"))
        self.page.goto(f"{server.console}/console/settings/tenants/{tenant}/providers/github.com")
        with self.context.expect_page() as opened:
            self.press("Try it")
        opened.value.wait_for_url("https://github.com/**")
        self.assertIn("client_id=hub-of-staff", opened.value.url)
        self.requests = [url for url in self.requests if not url.startswith("https://github.com/")]


class OverviewTests(AdministrationCase):
    def test_counts_what_happened_and_warns_of_what_is_missing(self):
        administer("accounts", localId="counted", email="counted@example.com", password=PASSWORD)
        for password, expected in ((PASSWORD, 200), ("wrong pass phrase 7", 400)):
            url = f"http://{server.address}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=any"
            request = urllib.request.Request(url, data=json.dumps({"email": "counted@example.com", "password": password}).encode(),
                                             headers={"Content-Type": "application/json"})
            try:
                answer = urllib.request.urlopen(request, timeout=production.PATIENCE).status
            except urllib.error.HTTPError as error:
                answer = error.code
            self.assertEqual(answer, expected)
        self.enroll("counts@admin.example", "viewer")
        main = self.page.get_by_role("main")
        expect(main.get_by_role("img", name="sign-ins and")).to_be_visible()
        main.get_by_text("As a table").click()
        expect(main.get_by_role("table")).to_contain_text("Refused")
        self.assertGreaterEqual(main.get_by_role("row").count(), 2)
        expect(main.get_by_text("No mails are sent.")).to_be_visible()
        expect(main).to_contain_text("left on the disk")
        # Other tests add users too: the number of the share is its own count, the share is their quotient.
        tile = main.get_by_role("link", name="Second factor")
        expect(tile).to_contain_text(re.compile(r"[0-9.]+% ?[0-9,]+ of [0-9,]+"))
        self.assert_accessible()


class StateTests(AdministrationCase):
    """The pages while they wait, when they fail, and when there is nothing, or much."""

    CALLS = ("overview", "audit?*", "audit", "administrators", "users:search", "passkeys", "settings?*", "api/**")
    PAGES = ("overview", "users", "audit", "administrators", "settings", "account")
    LOOKS = (("1280-light", 1280, "light"), ("390-dark", 390, "dark"))

    def visit(self, page, name):
        """By the address alone, as a link goes: the frame is there already."""
        path = "" if name == "overview" else f"/{name}"
        page.evaluate("path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')); }", f"/console{path}")

    def answer(self, page, call, body, status=200):
        page.route(f"**/console/v1/{call}", lambda route: route.fulfill(status=status, json=body))

    def shoot(self, page, name):
        page.mouse.move(0, 0)
        self.assert_accessible(page)
        self.assert_fits(page)
        self.picture(name, page)

    def looks(self, state):
        # Where time is short, wide pages are seen in AppearanceTests alone.
        for look, width, scheme in self.LOOKS if IS_LONG else self.LOOKS[1:]:
            context = self.new_context(storage_state=state, viewport={"width": width, "height": 844}, color_scheme=scheme)
            page = context.new_page()
            page.goto(f"{server.console}/console/more")
            expect(page.get_by_role("heading", name="More")).to_be_visible()
            yield look, page
            page.unroute_all(behavior="ignoreErrors")
            context.close()

    def test_pages_wait_fail_are_empty_and_are_full(self):
        self.enroll("states@admin.example", "owner")
        state = self.context.storage_state()
        error = {"error": {"code": 503, "status": "UNAVAILABLE", "message": "The service is down for a moment."}}
        hour = 1_767_225_600_000
        quarters = [{"start": hour + k * 900_000, "signIns": (k * 7) % 23 * (k > 20), "refusals": (k % 9 == 0) * 6, "newAccounts": k % 3} for k in range(96)]
        numbers = {"startedAt": hour, "storedBytes": 734_003_200, "freeBytes": 91_268_055_040, "keyCreatedAt": hour,
                   "warnings": [{"name": name, "project": "demo-conformance"} for name in (
                       "localDomain", "plainPublicURL", "noMailer", "inMemory", "testPhoneNumbers")]}
        line = {"number": 7, "at": hour, "email": "ada@admin.example", "role": "owner", "action": "UpdateProjectConfig",
                "target": "shop/config", "detail": {}, "source": "192.0.2.7", "status": 200}
        person = {"role": "support", "enrolled": True, "signedIn": hour, "sessions": [{"source": "192.0.2.7", "agent": "Firefox on Linux", "used": hour}]}
        empty = {"overview": {**numbers, "warnings": [], "quarters": [{**one, "signIns": 0, "refusals": 0, "newAccounts": 0} for one in quarters]},
                 "audit*": {"lines": [], "intact": True}, "administrators": {"administrators": []},
                 "users:search": {"users": [], "total": 0, "exact": True}, "passkeys": {"passkeys": []}}
        full = {"overview": {**numbers, "quarters": quarters},
                "audit*": {"lines": [{**line, "number": 90 - k, "status": (200, 403, None)[k % 3]} for k in range(50)], "next": 40, "intact": False},
                "administrators": {"administrators": [{**person, "email": f"person-{k}@admin.example"} for k in range(12)]},
                "users:search": {"users": [{"localId": f"u{k}", "email": f"user{k}@example.com", "displayName": f"User {k}", "createdAt": str(hour)} for k in range(50)],
                                 "total": 10000, "exact": False, "next": "x"},
                "passkeys": {"passkeys": [{"id": str(k), "name": f"Passkey {k}"} for k in range(8)]}}
        for look, page in self.looks(state):
            held = []
            for call in self.CALLS:
                page.route(f"**/console/v1/{call}", lambda route: held.append(route))
            for name in self.PAGES:
                with self.subTest(page=name, look=look, state="loading"):
                    self.visit(page, name)
                    expect(page.locator(".bone").first).to_be_visible()
                    self.shoot(page, f"administration-loading-{name}-{look}")
            page.unroute_all(behavior="ignoreErrors")
            for route in held:
                # The request of a page that was left may have ended by itself.
                with contextlib.suppress(BrowserError):
                    route.abort()
            for call in self.CALLS:
                self.answer(page, call, error, 503)
            for name in self.PAGES:
                with self.subTest(page=name, look=look, state="failing"):
                    self.visit(page, "more")
                    self.visit(page, name)
                    expect(page.get_by_role("alert").first).to_contain_text("The service is down for a moment.")
                    self.shoot(page, f"administration-failing-{name}-{look}")
            for title, answers in (("empty", empty), ("full", full)):
                page.unroute_all(behavior="ignoreErrors")
                for call, answer in answers.items():
                    self.answer(page, call, answer)
                for name in self.PAGES:
                    with self.subTest(page=name, look=look, state=title):
                        self.visit(page, "more")
                        self.visit(page, name)
                        expect(page.locator("h1")).not_to_have_text("More")
                        expect(page.locator(".bone")).to_have_count(0)
                        expect(page.get_by_role("alert").filter(has_text="down for a moment")).to_have_count(0)
                        self.shoot(page, f"administration-{title}-{name}-{look}")


class AppearanceTests(AdministrationCase):
    PAGES = ("", "users", "users/shown", "settings", "administrators", "audit", "account", "more")
    SETTINGS = tuple(f"settings/{topic}" for topic in TOPICS)

    def test_is_accessible_and_fits_wide_and_narrow_light_and_dark_in_german_too(self):
        administer("accounts", localId="shown", email="shown@example.com", displayName="Ida Rhodes")
        self.enroll("ida@admin.example", "owner")
        state = self.context.storage_state()
        for width, scheme in looks_of(1280, 768, 390):
            settings = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
            context = self.new_context(storage_state=state, **settings)
            stranger = self.new_context(**settings)
            # The topics of the settings are one page's.
            paths = self.PAGES + (self.SETTINGS if width != 768 else ())
            own = context.new_page()
            for page, path in [(own, path) for path in paths] + [(stranger.new_page(), "sign-in")]:
                with self.subTest(page=path, width=width, scheme=scheme):
                    page.goto(f"{server.console}/console/{path}")
                    expect(page.locator("h1")).to_be_visible()
                    expect(page.locator(".bones")).to_have_count(0)
                    self.assert_accessible(page)
                    self.assert_fits(page)
                    self.picture(f"administration-{path.replace('/', '-') or 'overview'}-{width}-{scheme}", page)
            context.close()
            stranger.close()
        context = self.new_context(storage_state=state)
        context.add_init_script("if (location.protocol === 'http:') localStorage.setItem('hearth.language', 'de')")
        page = context.new_page()
        for path in self.PAGES + self.SETTINGS:
            page.goto(f"{server.console}/console/{path}")
            expect(page.locator("h1")).to_be_visible()
            expect(page.locator(".bones")).to_have_count(0)
            self.assertEqual(page.evaluate("[...hearthMissingTexts]"), [])
        context.close()
