"""The console's pages for functions, saved states and verdicts, in a real browser: mouse, keyboard, telephone, hostile data.

Conformance/run starts the server with the functions of the payments example. Their journal's folder is missing: every
event fails until a test makes it.
"""

import json
import os
import pathlib
import re
import urllib.parse
import urllib.request

from playwright.sync_api import expect

import hearth
from browser import INJECTION, BrowserCase

PASSWORD = "correct horse 42"
JOURNAL = pathlib.Path(os.environ["SHOP_JOURNAL"])
RULES = """rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /notes/{id} {
      allow get: if request.auth.uid == resource.data.owner;
      allow list: if request.auth.token.role == 'admin';
      allow write: if false;
    }
    match /orders/{id} {
      allow read, write: if true;
    }
  }
}
"""


def put_rules(source):
    body = {"rules": {"files": [{"name": "firestore.rules", "content": source}]}}
    return hearth.send("PUT", f"/emulator/v1/projects/{hearth.PROJECT}:securityRules", body).status


def write(path, **fields):
    target = f"/v1/projects/{hearth.PROJECT}/databases/(default)/documents/{path}"
    values = {name: {"stringValue": value} for name, value in fields.items()}
    return hearth.send("PATCH", target, {"fields": values}, {"Authorization": "Bearer owner"}).status


def console(method, path, body=None):
    """Calls the console as its pages do."""
    request = urllib.request.Request(
        f"{hearth.BASE}/console/v1/{path}", method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"X-Hearth-Console": "1", "Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request))


class BenchCase(BrowserCase):
    def setUp(self):
        super().setUp()
        hearth.send("DELETE", f"/emulator/v1/projects/{hearth.PROJECT}/databases/(default)/documents")
        for state in console("GET", "snapshots")["snapshots"]:
            console("DELETE", f"snapshots/{state['name']}")
        if JOURNAL.parent.exists():
            JOURNAL.unlink(missing_ok=True)
            JOURNAL.parent.rmdir()

    def open(self, path, page=None):
        page = page or self.page
        page.goto(f"{hearth.BASE}/console/{path}")
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator(".bones")).to_have_count(0)
        return page

    def press(self, name, scope=None):
        (scope or self.page).get_by_role("button", name=name, exact=True).click()

    def drawer(self):
        return self.page.get_by_role("complementary")

    def deliver_again_until(self, result):
        """Delivers the event of the drawer again, as often as it is refused because the function acts on it now."""
        again = self.drawer().get_by_role("button", name="Deliver again", exact=True)
        busy = self.drawer().get_by_text("acts on this event now")
        while True:
            again.click()
            expect(result.or_(busy).first).to_be_visible()
            if result.is_visible():
                return
            self.page.wait_for_timeout(200)


class FunctionsTests(BenchCase):
    def test_lists_functions_by_what_starts_them_and_calls_one_as_a_user(self):
        payer = hearth.sign_up("payer@example.com", PASSWORD)["localId"]
        self.open("functions")
        for name in ("us-central1/processPayment", "us-central1/beforeCreate", "followOrders", "forgetTries"):
            expect(self.page.get_by_role("button").filter(has_text=name).first).to_be_visible()
        self.page.get_by_role("button").filter(has_text="us-central1/processPayment").click()
        expect(self.drawer()).to_contain_text("Called by apps")
        self.drawer().get_by_label("Data").fill('{"amount": 1, "orderId": "none"}')
        self.press("Call", self.drawer())
        expect(self.drawer()).to_contain_text("UNAUTHENTICATED")
        self.drawer().get_by_label("As the user").fill(payer)
        self.press("Call", self.drawer())
        expect(self.drawer().locator("pre")).not_to_contain_text("UNAUTHENTICATED")
        # What the host counted comes by itself.
        expect(self.drawer()).to_contain_text("UNAUTHENTICATED × 1")

    def test_shows_an_event_that_failed_and_delivers_it_again_once_the_function_is_mended(self):
        self.assertEqual(write("orders/A1", text="first"), 200)
        self.open("functions")
        row = self.page.locator("li").filter(has_text="orders/A1")
        expect(row).to_contain_text("Failed, is tried again")
        # Others may wait too: what the tests before this one wrote.
        waiting = re.compile(r"[1-9]\d* waiting")
        expect(self.page.locator("li").filter(has_text="followOrders").first).to_contain_text(waiting)
        row.get_by_role("button").click()
        expect(self.drawer()).to_contain_text('"first"')
        # The list stays beside what was chosen of it.
        expect(row).to_be_visible()
        # The queue may be trying it at the same moment.
        self.deliver_again_until(self.drawer().get_by_text("The function failed again"))
        JOURNAL.parent.mkdir()
        self.press("Close", self.drawer())
        row.get_by_role("button").click()
        self.deliver_again_until(row.get_by_text("Done"))
        self.assertIn("order A1 created", JOURNAL.read_text())

    def test_a_second_delivery_of_what_is_gone_says_so(self):
        self.open("functions?delivery=123456")
        expect(self.drawer()).to_contain_text("is not kept any more")


class FixtureTests(BenchCase):
    def test_comes_back_to_a_saved_state(self):
        hearth.sign_up("ada@example.com", PASSWORD)
        write("notes/one", text="kept")
        self.open("fixtures")
        self.press("Save the present state")
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Name").fill("../evil")
        self.press("Save", dialog)
        expect(dialog).to_contain_text("1 to 60 letters")
        dialog.get_by_label("Name").fill("with-ada")
        self.press("Save", dialog)
        expect(self.page.get_by_text("with-ada", exact=True)).to_be_visible()
        expect(self.page.get_by_text("1 account · 1 document")).to_be_visible()
        hearth.sign_up("later@example.com", PASSWORD)
        write("notes/one", text="lost")
        self.press("Restore with-ada")
        self.press("Restore", self.page.get_by_role("dialog"))
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(self.page.get_by_role("button", name="Restore with-ada")).to_be_enabled()
        self.assertNotIn("users", hearth.admin("accounts:lookup", email=["later@example.com"]).json)
        answer = hearth.user("accounts:signInWithPassword", email="ada@example.com", password=PASSWORD)
        self.assertEqual(answer.status, 200)
        self.open("data/notes/one")
        expect(self.page.get_by_text('"kept"')).to_be_visible()

    def test_replaces_a_state_when_it_is_told_to_and_removes_one(self):
        self.open("fixtures")
        for expected in ("0 accounts", "1 account "):
            self.press("Save the present state")
            self.page.get_by_role("dialog").get_by_label("Name").fill("state")
            self.press("Save", self.page.get_by_role("dialog"))
            if expected.startswith("1"):
                self.press("Replace", self.page.get_by_role("dialog").last)
            expect(self.page.get_by_text(expected)).to_be_visible()
            hearth.sign_up("ada@example.com", PASSWORD)
        self.press("Remove state")
        self.press("Remove", self.page.get_by_role("dialog"))
        expect(self.page.get_by_text("No state is saved")).to_be_visible()

    def test_writes_a_swift_test_of_what_the_page_shows(self):
        hearth.sign_up("ada@example.com", PASSWORD)
        write("notes/one", text='"""# \\(1)')
        self.open("fixtures")
        self.press("Write the test")
        source = self.page.locator("pre")
        expect(source).to_contain_text("@Suite struct SavedStateTests")
        expect(source).to_contain_text("ada@example.com")
        expect(source).to_contain_text("notes/one")
        self.page.get_by_label("Documents").uncheck()
        self.press("Write the test")
        expect(source).to_contain_text("ada@example.com")
        expect(source).not_to_contain_text("notes/one")


class VerdictTests(BenchCase):
    def setUp(self):
        super().setUp()
        self.assertEqual(put_rules(RULES), 200)
        self.addCleanup(put_rules, RULES.replace("request.auth.uid == resource.data.owner", "true")
                        .replace("request.auth.token.role == 'admin'", "true").replace("if false", "if true"))

    def verdict(self, use):
        return self.page.locator(".verdict").filter(has=self.page.get_by_text(use, exact=True))

    def test_the_statement_that_allows_or_denies_stands_beside_the_document(self):
        for name, claims in (("ann", {"role": "admin"}), ("bob", {})):
            hearth.admin("accounts", localId=name, email=f"{name}@example.com")
            hearth.admin("accounts:update", localId=name, customAttributes=json.dumps(claims))
        write("notes/one", owner="bob")
        self.open("data/notes/one")
        expect(self.verdict("Read")).to_contain_text("Denied")
        seen = self.page.get_by_label("Seen by the user")
        seen.fill("bob")
        seen.press("Enter")
        expect(self.verdict("Read")).to_contain_text("Allowed")
        expect(self.verdict("Read")).to_contain_text("line 5")
        expect(self.verdict("List")).to_contain_text("Denied")
        seen.fill("ann")
        seen.press("Enter")
        # A claim of the account counts as in the next ID token.
        expect(self.verdict("List")).to_contain_text("Allowed")
        expect(self.verdict("Read")).to_contain_text("Denied")
        self.verdict("Read").locator("summary").click()
        expect(self.verdict("Read")).to_contain_text("false for 'get' @ L5")
        expect(self.verdict("Read")).to_contain_text("request.auth.uid")
        self.verdict("Read").get_by_role("link", name="Show line 5 of the rules").click()
        source = self.page.get_by_label("Source of the rules")
        chosen = source.evaluate("area => area.value.slice(area.selectionStart, area.selectionEnd)")
        self.assertIn("allow get: if request.auth.uid", chosen)

    def test_what_it_says_is_what_happens(self):
        hearth.admin("accounts", localId="bob", email="bob@example.com")
        write("notes/one", owner="bob")
        self.open("data/notes/one")
        token = hearth.unsigned({"sub": "bob", "user_id": "bob", "aud": hearth.PROJECT})
        target = f"/v1/projects/{hearth.PROJECT}/databases/(default)/documents/notes/one"
        for user, word, status in (("bob", "Allowed", 200), ("eve", "Denied", 403)):
            seen = self.page.get_by_label("Seen by the user")
            seen.fill(user)
            seen.press("Enter")
            expect(self.verdict("Read")).to_contain_text(word)
            token = hearth.unsigned({"sub": user, "user_id": user, "aud": hearth.PROJECT})
            self.assertEqual(hearth.send("GET", target, None, {"Authorization": f"Bearer {token}"}).status, status)


class AppearanceTests(BenchCase):
    PAGES = ("functions", "functions/us-central1%2FprocessPayment", "functions?show=failed", "fixtures", "data/notes/one")

    def fill(self):
        put_rules(RULES)
        hearth.sign_up("ada@example.com", PASSWORD)
        write("notes/one", owner="ann", text=INJECTION)
        write("orders/A1", text="first")
        console("POST", "snapshots", {"name": "before-checkout"})

    def test_is_accessible_and_fits_wide_and_narrow_light_and_dark(self):
        self.fill()
        for look, page in self.looks():
            for path in self.PAGES:
                with self.subTest(page=path, look=look):
                    self.open(path, page)
                    if path.startswith("functions"):
                        expect(page.get_by_text("orders/A1").first).to_be_attached()
                    if path == "functions":
                        expect(page.get_by_role("listitem").filter(has_text="followOrders").first).to_be_visible()
                    self.picture(page, f"console-{path.split('?')[0].split('/')[0]}-{'drawer' if '/' in path else 'list'}-{look}")

    def test_speaks_german(self):
        self.fill()
        context = self.new_context()
        context.add_init_script("if (location.protocol === 'http:') localStorage.setItem('hearth.language', 'de')")
        page = context.new_page()
        for path in self.PAGES:
            with self.subTest(page=path):
                self.open(path, page)
                self.assertEqual(page.evaluate("[...hearthMissingTexts]"), [])
        context.close()

    def test_makes_no_markup_of_what_others_wrote(self):
        put_rules(RULES)
        hearth.admin("accounts", localId="<b>", email="hostile@example.com", displayName=INJECTION)
        for number, name in enumerate((INJECTION.replace("/", "|"), "\u202egnp.exe", "x" * 1000)):
            write(f"orders/{urllib.parse.quote(name, safe='')}", **{"text": name})
            write(f"notes/n{number}", owner=name)
        self.open("functions")
        # What would turn the text round stands there as its number.
        expect(self.page.get_by_text("\\u202egnp.exe").first).to_be_attached()
        for path in ("functions", "functions?delivery=1", "functions/%3Cimg%20src%3Dx%3E", "fixtures", "data/notes/n0"):
            self.open(path)
            self.assert_clean()
            self.assert_fits()
        seen = self.page.get_by_label("Seen by the user")
        seen.fill("<b>")
        seen.press("Enter")
        expect(self.page.locator(".verdict").first).to_be_visible()
        for summary in self.page.locator(".verdict summary").all():
            summary.click()
        self.assert_clean()
        self.open("fixtures")
        self.press("Write the test")
        expect(self.page.locator("pre")).to_contain_text("onerror")
        self.assert_clean()

    def test_is_used_by_the_keyboard_alone(self):
        self.fill()
        self.open("")
        keys = self.page.keyboard
        keys.press("g")
        keys.press("n")
        expect(self.page.get_by_role("heading", name="Functions", level=1)).to_be_focused()
        self.tab_to(self.page.get_by_role("button").filter(has_text="us-central1/processPayment"), limit=40)
        keys.press("Enter")
        call = self.drawer().get_by_role("button", name="Call", exact=True)
        self.tab_to(call, limit=60)
        keys.press("Enter")
        expect(self.drawer()).to_contain_text("The data has another type")
        keys.press("Escape")
        expect(self.drawer()).to_have_count(0)
        keys.press("g")
        keys.press("m")
        expect(self.page.get_by_role("heading", name="Fixtures", level=1)).to_be_focused()
        keys.press("n")
        keys.type("by-keyboard")
        keys.press("Enter")
        expect(self.page.get_by_text("by-keyboard", exact=True)).to_be_visible()
        self.tab_to(self.page.get_by_role("button", name="Restore by-keyboard"), limit=40)
        keys.press("Enter")
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        keys.press("Escape")
        expect(dialog).to_have_count(0)
        expect(self.page.get_by_role("button", name="Restore by-keyboard")).to_be_focused()


class GateTests(BenchCase):
    def test_functions_and_states_answer_to_pages_of_this_server_alone(self):
        for method, path in (("GET", "functions"), ("POST", "functions:call"), ("POST", "deliveries/1:replay"),
                             ("GET", "snapshots"), ("POST", "snapshots"), ("POST", "snapshots/x:restore"),
                             ("POST", "fixture")):
            for fields in ({}, {"X-Hearth-Console": "1", "Origin": "https://evil.example"},
                           {"X-Hearth-Console": "1", "Host": "evil.example"}):
                with self.subTest(path=path, fields=fields):
                    answer = hearth.send(method, f"/console/v1/{path}", {} if method == "POST" else None, fields)
                    self.assertEqual(answer.status, 403)
