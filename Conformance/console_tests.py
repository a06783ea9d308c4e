"""The console in a real browser: each page's task by mouse, by keyboard, on a phone, in German, with hostile data."""

import json
import urllib.error
import urllib.request

from playwright.sync_api import expect

import hearth
from browser import INJECTION, BrowserCase, looks_of

PAGES = ("", "users", "inbox", "tokens", "data", "rules", "log", "clock", "faults", "fixtures", "settings", "more")
PASSWORD = "correct horse 42"


def ask(path, host=None, method="GET", **fields):
    """The status of an answer of the console."""
    request = urllib.request.Request(f"{hearth.BASE}{path}", method=method, data=b"{}" if method != "GET" else None)
    for name, value in fields.items():
        request.add_header(name.replace("_", "-"), value)
    if host:
        request.add_header("Host", host)
    try:
        return urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        return error.code


class ConsoleCase(BrowserCase):
    def open(self, path="", page=None):
        page = page or self.page
        page.goto(f"{hearth.BASE}/console{'/' + path if path else ''}")
        expect(page.locator("h1")).to_be_visible()
        return page

    def button(self, name, scope=None):
        return (scope or self.page).get_by_role("button", name=name, exact=True)


class ConsoleTests(ConsoleCase):
    def test_shows_a_sign_in_as_it_happens_and_what_went_over_the_wire(self):
        self.open("log")
        hearth.sign_up("margaret@example.com", PASSWORD)
        self.page.get_by_text("margaret@example.com").first.click()
        self.page.get_by_role("button", name="SignUp").first.click()
        drawer = self.page.get_by_role("complementary")
        expect(drawer).to_contain_text("margaret@example.com")
        expect(drawer).to_contain_text("hidden")
        self.assertNotIn(PASSWORD, drawer.inner_text())
        drawer.get_by_role("button", name="Show secrets").click()
        expect(drawer).to_contain_text(PASSWORD)
        drawer.get_by_role("button", name="Tokens").click()
        expect(drawer).to_contain_text('"sign_in_provider"')

    def test_shows_what_happened_while_the_page_was_still_connecting(self):
        def connect(route):
            hearth.sign_up("margaret@example.com", PASSWORD)
            route.continue_()

        self.page.route("**/console/v1/live*", connect, times=1)
        self.open("log")
        expect(self.page.get_by_text("margaret@example.com").first).to_be_visible()

    def test_sends_a_request_again_and_makes_the_next_one_fail(self):
        hearth.sign_up("grace@example.com", PASSWORD)
        hearth.user("accounts:signInWithPassword", email="grace@example.com", password=PASSWORD)
        self.open("log?view=requests")
        self.page.get_by_role("button", name="SignInWithPassword").first.click()
        before = len(self.page.get_by_role("button", name="SignInWithPassword").all())
        self.button("Send again").click()
        expect(self.page.get_by_role("button", name="SignInWithPassword")).to_have_count(before + 1)
        self.button("Make the next one fail").click()
        expect(self.page.get_by_text("1 faults are armed.")).to_be_visible()
        answer = hearth.user("accounts:signInWithPassword", email="grace@example.com", password=PASSWORD)
        self.assertEqual(answer.status, 503)

    def test_writes_a_flow_as_a_swift_test(self):
        hearth.sign_up("margaret@example.com", PASSWORD)
        hearth.user("accounts:sendOobCode", requestType="PASSWORD_RESET", email="margaret@example.com")
        code = hearth.codes("margaret@example.com")[0]["oobCode"]
        hearth.user("accounts:resetPassword", oobCode=code, newPassword=PASSWORD + "!")
        self.open("log")
        flow = self.page.get_by_role("listitem").filter(has_text="Set a new password").first
        flow.locator("summary").click()
        self.button("Write as a Swift test", flow).click()
        expect(flow.get_by_text("SetANewPasswordTests.swift")).to_be_visible()
        expect(flow.locator("pre")).to_contain_text('.inbox.next(.passwordReset, to: "margaret@example.com")')
        self.assertNotIn(code, flow.locator("pre").inner_text())
        self.assert_accessible()

    def test_copies_a_code_from_the_inbox(self):
        self.open("inbox")
        hearth.user("accounts:sendVerificationCode", phoneNumber="+15555550177", recaptchaToken="x")
        row = self.page.get_by_role("button", name="+15555550177").first
        row.click()
        code = next(text["code"] for text in hearth.texts() if text["phoneNumber"] == "+15555550177")
        expect(self.page.locator(".bigcode")).to_have_attribute("aria-label", " ".join(code))
        # The list stays beside what was chosen of it, and is there on a telephone too.
        expect(row).to_be_visible()
        context = self.new_context(viewport={"width": 390, "height": 800})
        expect(self.open("inbox", context.new_page()).get_by_text("+15555550177").first).to_be_visible()
        context.close()

    def test_makes_test_users_and_one_of_them_signs_in_with_a_password(self):
        self.open("users")
        self.button("Make test users").first.click()
        expect(self.page.get_by_role("row")).to_have_count(9)
        answer = hearth.user("accounts:signInWithPassword", email="ada@example.com", password=PASSWORD)
        self.assertEqual(answer.json["localId"], "test-ada")

    def test_finds_users_by_a_beginning_and_sorts_them(self):
        for name, email in (("Zoe", "ann@example.com"), ("Bea", "bob@example.com"), ("Ann", "zed@example.com")):
            hearth.admin("accounts", email=email, displayName=name)
        self.open("users")
        names = self.page.locator("tbody th b")
        expect(names).to_have_count(3)
        self.button("User").click()
        expect(names).to_have_text(["Ann", "Bea", "Zoe"])
        self.button("User").click()
        expect(names).to_have_text(["Zoe", "Bea", "Ann"])
        self.page.get_by_label("Find a user").fill("an")
        self.page.keyboard.press("Enter")
        expect(names).to_have_text(["Zoe"])
        self.assertIn("q=an", self.page.url)

    def test_the_overview_tells_the_share_of_users_with_a_second_factor(self):
        for name in ("ada", "bob", "eve"):
            hearth.admin("accounts", localId=name, email=f"{name}@example.com", emailVerified=True)
        self.open()
        tile = self.page.get_by_role("main").get_by_role("link", name="Second factor")
        expect(tile).to_contain_text("0%")
        hearth.admin("accounts:update", localId="ada", mfa={"enrollments": [{"mfaEnrollmentId": "one", "phoneInfo": "+15555550101"}]})
        expect(tile).to_contain_text("33.3%")
        expect(tile).to_contain_text("1 of 3")
        tile.click()
        expect(self.page.get_by_role("main")).to_contain_text("ada@example.com")
        expect(self.page.get_by_text("bob@example.com")).to_have_count(0)

    def test_lists_the_sessions_of_a_user_and_ends_one(self):
        hearth.sign_up("grace@example.com", PASSWORD)
        token = hearth.user("accounts:signInWithPassword", email="grace@example.com", password=PASSWORD).json
        self.open("users")
        self.page.get_by_role("row").nth(1).click()
        self.page.get_by_role("tab", name="Sessions").click()
        ends = self.button("End")
        expect(ends).to_have_count(2)
        ends.first.click()
        expect(ends).to_have_count(1)
        self.assertIn("refreshToken", token)

    def test_writes_rules_and_shows_what_their_conditions_gave(self):
        self.open("rules")
        source = self.page.get_by_label("Source of the rules")
        first = source.input_value()
        try:
            source.fill("service cloud.firestore { match /x { allow read: if ; } }")
            self.button("Put into force").click()
            expect(self.page.get_by_role("list", name="Issues").get_by_role("listitem").first).to_be_visible()
            source.fill(first.replace("if true", "if request.auth != null"))
            self.button("Put into force").click()
            expect(self.page.get_by_text("The rules compile, and are in force.")).to_be_visible()
            documents = f"/v1/projects/{hearth.PROJECT}/databases/(default)/documents/notes/one"
            self.assertEqual(hearth.send("GET", documents).status, 403)
            self.page.reload()
            expect(self.page.get_by_text("false × 1")).to_be_visible()
        finally:
            source = self.page.get_by_label("Source of the rules")
            source.fill(first.replace("request.auth != null", "true"))
            self.button("Put into force").click()
            expect(self.page.get_by_text("The rules compile, and are in force.")).to_be_visible()

    def test_adds_changes_disables_and_deletes_a_user(self):
        self.open("users")
        self.button("Add user").click()
        self.page.get_by_label("Address").fill("linus@example.com")
        self.page.get_by_label("Claims").fill('{"role": "admin"}')
        self.button("Add user", self.page.get_by_role("dialog")).click()
        drawer = self.page.get_by_role("complementary")
        expect(drawer).to_contain_text("linus@example.com")
        expect(drawer).to_contain_text('"admin"')
        self.button("Disable", drawer).click()
        expect(self.button("Enable", drawer)).to_be_visible()
        account = hearth.admin("accounts:lookup", email=["linus@example.com"]).json["users"][0]
        self.assertTrue(account["disabled"])
        self.assertEqual(json.loads(account["customAttributes"]), {"role": "admin"})
        self.button("Delete", drawer).click()
        expect(self.page.get_by_text("No users yet")).to_be_visible()
        self.assertNotIn("users", hearth.admin("accounts:lookup", email=["linus@example.com"]).json)

    def test_signs_in_as_a_user_and_reads_the_token(self):
        hearth.sign_up("grace@example.com", PASSWORD)
        self.open("users")
        self.page.get_by_role("row").nth(1).click()
        self.button("Sign in as").click()
        dialog = self.page.get_by_role("dialog")
        token = dialog.locator("p.mono").first.inner_text()
        user = hearth.user("accounts:lookup", idToken=token)
        self.assertEqual(user.json["users"][0]["email"], "grace@example.com")
        self.button("Done", dialog).click()
        self.page.get_by_role("link", name="Tokens").click()
        self.page.get_by_label("Paste or drop a token of any kind").fill(token)
        expect(self.page.get_by_text("Nothing speaks against it")).to_be_visible()

    def test_moves_the_clock_and_puts_it_back(self):
        self.open("clock")
        self.button("+1 d").click()
        expect(self.page.get_by_role("banner").get_by_text("+1 d")).to_be_visible()
        self.button("Back to now").click()
        expect(self.page.get_by_role("banner").get_by_text("now")).to_be_visible()

    def test_shows_and_changes_a_document(self):
        self.open("data")
        self.button("Add document").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_label("Collection").fill("notes")
        dialog.get_by_label("Identifier").fill("one")
        dialog.get_by_label("Fields").fill('{"text": "first", "at": {"$time": "2026-01-31T12:00:00Z"}}')
        self.button("Add", dialog).click()
        expect(self.page.get_by_text('"first"')).to_be_visible()
        self.button("Edit").click()
        fields = self.page.get_by_role("dialog").get_by_label("Fields")
        fields.fill(fields.input_value().replace("first", "second"))
        self.button("Save").click()
        expect(self.page.get_by_text('"second"')).to_be_visible()
        self.button("Delete").click()
        expect(self.page.get_by_text("Choose a collection, then a document.")).to_be_visible()

    def test_tells_a_second_editor_that_a_document_has_changed(self):
        document = "v1/projects/demo-conformance/databases/(default)/documents/notes/two"
        self.open("data")
        write = """([path, text]) => fetch(`/console/v1/api/${path}`, {
            method: 'PATCH', headers: {'X-Hearth-Console': '1', 'Content-Type': 'application/json'},
            body: JSON.stringify({fields: {text: {stringValue: text}}})}).then(answer => answer.status)"""
        self.assertEqual(self.page.evaluate(write, [document, "mine"]), 200)
        self.open("data/notes/two")
        self.button("Edit").click()
        self.assertEqual(self.page.evaluate(write, [document, "theirs"]), 200)
        self.button("Save").click()
        expect(self.page.get_by_role("dialog")).to_contain_text("was changed while you edited it")

    def test_is_used_by_the_keyboard_alone(self):
        hearth.sign_up("grace@example.com", PASSWORD)
        self.open()
        self.page.keyboard.press("g")
        self.page.keyboard.press("u")
        expect(self.page.get_by_role("heading", name="Users")).to_be_focused()
        row = self.page.get_by_role("row").nth(1)
        self.tab_to(row, limit=30)
        self.page.keyboard.press("Enter")
        drawer = self.page.get_by_role("complementary")
        expect(drawer).to_contain_text("grace@example.com")
        self.page.keyboard.press("Control+k")
        self.page.keyboard.type("one day")
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("banner").get_by_text("+1 d")).to_be_visible()
        self.page.keyboard.press("?")
        expect(self.page.get_by_role("dialog")).to_contain_text("Keyboard")
        hearth.send("PATCH", f"/emulator/v1/projects/{hearth.PROJECT}/clock", {"offset": 0})

    def test_says_that_the_server_is_away_and_what_it_knew_stays(self):
        hearth.sign_up("grace@example.com", PASSWORD)
        # The pages that were not opened yet are fetched beside the first one.
        with self.page.expect_response("**/pages/settings.js"):
            self.open("users")
        expect(self.page.get_by_role("row")).to_have_count(2)
        self.page.wait_for_load_state("load")
        self.context.set_offline(True)
        self.page.get_by_role("link", name="Inbox").click()
        expect(self.page.get_by_text("The server does not answer").first).to_be_visible()
        self.context.set_offline(False)

    def test_says_that_the_server_is_away_when_a_page_cannot_be_fetched(self):
        self.page.route("**/pages/inbox.js", lambda route: route.abort())
        self.open("users")
        self.page.get_by_role("link", name="Inbox").click()
        expect(self.page.get_by_text("The server does not answer").first).to_be_visible()


class AppearanceTests(ConsoleCase):
    def fill(self):
        self.page.goto(f"{hearth.BASE}/console/users")
        self.button("Make test users").first.click()
        expect(self.page.get_by_role("row")).to_have_count(9)
        hearth.user("accounts:sendVerificationCode", phoneNumber="+15555550100", recaptchaToken="x")
        hearth.user("accounts:signInWithPassword", email="ada@example.com", password="wrong")
        hearth.user("accounts:sendOobCode", requestType="PASSWORD_RESET", email="ada@example.com")

    def test_is_accessible_and_fits_on_every_page_wide_and_narrow_light_and_dark(self):
        self.fill()
        for width, scheme in looks_of(1280, 390):
            context = self.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
            page = context.new_page()
            for path in PAGES + ("users/test-ada",):
                with self.subTest(page=path, width=width, scheme=scheme):
                    self.open(path, page)
                    expect(page.locator(".bones")).to_have_count(0)
                    self.picture(page, f"console-{path.replace('/', '-') or 'overview'}-{width}-{scheme}")
            context.close()

    def test_speaks_german_on_every_page(self):
        self.fill()
        context = self.new_context()
        context.add_init_script("if (location.protocol === 'http:') localStorage.setItem('hearth.language', 'de')")
        page = context.new_page()
        for path in PAGES + ("users/test-ada",):
            with self.subTest(page=path):
                self.open(path, page)
                expect(page.locator(".bones")).to_have_count(0)
                self.assertEqual(page.evaluate("[...hearthMissingTexts]"), [])
                self.assertEqual(page.evaluate("document.documentElement.lang"), "de")
        context.close()

    def test_makes_no_markup_of_what_others_wrote(self):
        names = [INJECTION, "\u202egnp.exe", "javascript:injected=1", "x" * 5000]
        for number, name in enumerate(names):
            hearth.admin("accounts", email=f"user{number}@example.com", displayName=name[:250], localId=f"bad{number}")
        hearth.send(
            "POST",
            f"/v1/projects/{hearth.PROJECT}/databases/(default)/documents/{'bad'}",
            {"fields": {INJECTION: {"stringValue": INJECTION}}},
            {"Authorization": "Bearer owner"},
        )
        for path in ("", "users", "users/bad0", "users/bad2", "log?view=requests", "inbox", "data/bad"):
            self.open(path)
            expect(self.page.locator(".bones")).to_have_count(0)
            self.assertEqual(self.page.locator("main img, main script, main iframe").count(), 0)


class GateTests(ConsoleCase):
    def test_answers_to_pages_of_this_server_alone(self):
        console = {"X_Hearth_Console": "1"}
        # What, the fields of the request, the expected status.
        table = [
            ("/console", {}, 200),
            ("/console", {"host": "evil.example"}, 403),
            ("/console/v1/log", {}, 403),
            ("/console/v1/log", console, 200),
            ("/console/v1/log", {**console, "host": "evil.example"}, 403),
            ("/console/v1/log", {**console, "Origin": "https://evil.example"}, 403),
            ("/console/v1/log", {**console, "Sec_Fetch_Site": "cross-site"}, 403),
            ("/console/v1/log", {**console, "Sec_Fetch_Site": "same-origin"}, 200),
            ("/console/v1/log", {**console, "X_Forwarded_For": "192.0.2.1"}, 403),
            ("/console/v1/live", {"Sec_Fetch_Site": "same-site"}, 403),
            ("/console/v1/api/emulator/v1/projects/demo-conformance/clock", {}, 403),
            ("/console/-/../../etc/passwd", {}, 404),
        ]
        for path, fields, status in table:
            with self.subTest(path=path, fields=fields):
                self.assertEqual(ask(path, **fields), status)
        self.assertEqual(ask("/console/v1/api/x", method="POST", Origin="https://evil.example", **console), 403)

    def test_is_locked_against_script_frames_and_other_origins(self):
        response = self.page.goto(f"{hearth.BASE}/console")
        self.assert_locked(response)
        self.assertIn("require-trusted-types-for 'script'", response.headers["content-security-policy"])
        self.assertEqual(response.headers["cross-origin-opener-policy"], "same-origin")
        self.assertNotIn("access-control-allow-origin", response.headers)
        self.assert_not_framed(f"{hearth.BASE}/console")

    def test_keeps_a_connection_for_calls_while_six_tabs_are_open(self):
        pages = [self.context.new_page() for _ in range(6)]
        for page in pages:
            self.open("log", page)
        hearth.sign_up("katherine@example.com", PASSWORD)
        for page in pages:
            expect(page.get_by_text("katherine@example.com").first).to_be_visible()
