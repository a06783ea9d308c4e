"""The console's inbox, tokens, clock, undo and log in a real browser: mouse, keyboard alone, telephone, hostile texts.

Conformance/run starts a server of the strict profile for it, where codes expire.
"""

import base64
import json
import pathlib
import urllib.request

from playwright.sync_api import expect

import hearth
from browser import INJECTION, BrowserCase

PASSWORD = "correct horse 42 battery"
PAGES = ("inbox", "tokens", "clock", "faults", "log")
PROJECT = f"/identitytoolkit.googleapis.com/v1/projects/{hearth.PROJECT}"


def console(method, path, body=None):
    """Calls the console as its pages do."""
    request = urllib.request.Request(
        f"{hearth.BASE}/console/v1/{path}", method=method, data=None if body is None else json.dumps(body).encode(),
        headers={"X-Hearth-Console": "1", "Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request, timeout=hearth.PATIENCE))


def messages():
    return console("GET", f"inbox?project={hearth.PROJECT}")["messages"]


class ToolCase(BrowserCase):
    def setUp(self):
        super().setUp()
        hearth.send("PATCH", f"/emulator/v1/projects/{hearth.PROJECT}/clock", {"frozen": False, "offset": 0})
        hearth.send("DELETE", f"/emulator/v1/projects/{hearth.PROJECT}/faults")
        self.email = hearth.address()
        self.session = hearth.sign_up(self.email, PASSWORD)

    def open(self, path, page=None):
        page = page or self.page
        page.goto(f"{hearth.BASE}/console/{path}")
        expect(page.locator("h1").first).to_be_visible()
        return page

    def button(self, name, scope=None):
        return (scope or self.page).get_by_role("button", name=name, exact=True)

    def send_code(self, kind="PASSWORD_RESET"):
        to = {"idToken": self.session["idToken"]} if kind == "VERIFY_EMAIL" else {"email": self.email}
        self.assertEqual(hearth.user("accounts:sendOobCode", requestType=kind, **to).status, 200)
        return next(message for message in messages() if message["to"] == self.email)

    def choose(self, page=None):
        """Opens the newest message of the test's address."""
        (page or self.page).get_by_role("listitem").get_by_role("button", name=self.email).first.click()
        return (page or self.page).get_by_role("complementary")

    def on_both(self):
        for size in ("desk", "phone"):
            context = self.new_context(viewport={"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}[size])
            yield context.new_page()
            context.close()


class InboxTests(ToolCase):
    def test_a_code_waits_and_expires_when_it_is_made_to(self):
        for page in self.on_both():
            self.send_code()
            self.open("inbox", page)
            drawer = self.choose(page)
            expect(drawer.get_by_text("Waiting", exact=True)).to_be_visible()
            self.button("Expire now", drawer).click()
            expect(drawer.locator(".fate")).to_have_text("Expired")
            expect(self.button("Expire now", drawer)).to_have_attribute("aria-disabled", "true")
            code = next(message for message in messages() if message["to"] == self.email)["code"]
            refused = hearth.user("accounts:resetPassword", oobCode=code, newPassword=PASSWORD)
            self.assertEqual(refused.error, "EXPIRED_OOB_CODE")
            self.assert_accessible(page)
            self.assert_fits(page)

    def test_a_code_that_the_app_uses_is_shown_as_used_without_a_reload(self):
        message = self.send_code()
        self.open("inbox")
        drawer = self.choose()
        expect(drawer.locator(".fate")).to_have_text("Waiting")
        used = hearth.user("accounts:resetPassword", oobCode=message["code"], newPassword=f"{PASSWORD} 2")
        self.assertEqual(used.status, 200)
        expect(drawer.locator(".fate")).to_have_text("Used")

    def test_the_clock_ends_a_code_and_another_is_sent_in_its_place(self):
        self.send_code()
        self.open("inbox")
        drawer = self.choose()
        hearth.send("PATCH", f"/emulator/v1/projects/{hearth.PROJECT}/clock", {"advanceSeconds": 86400})
        expect(drawer.locator(".fate")).to_have_text("Expired")
        self.button("Send another code", drawer).click()
        expect(drawer.locator(".fate")).to_have_text("Replaced")
        states = [message["state"] for message in messages() if message["to"] == self.email]
        self.assertEqual(states, ["waiting", "replaced"])

    def test_a_link_is_shown_as_a_qr_code_and_leads_to_its_flow(self):
        message = self.send_code()
        self.open("inbox")
        drawer = self.choose()
        self.button("Open on a phone", drawer).click()
        rows = console("GET", f"inbox/{message['id']}:qr?project={hearth.PROJECT}")["rows"]
        drawn = drawer.get_by_role("img", name="The link as a QR code")
        expect(drawn).to_be_visible()
        self.assertEqual(drawn.get_attribute("viewBox"), f"0 0 {len(rows) + 8} {len(rows) + 8}")
        drawer.get_by_role("link", name="Show the flow").click()
        expect(self.page.locator("details[open]").get_by_text("Asked for a new password").first).to_be_visible()

    def test_messages_are_counted_in_the_title_while_another_page_is_read(self):
        self.open("clock")
        self.send_code()
        expect(self.page).to_have_title("(1) Clock · Hearth")
        self.page.keyboard.press("g")
        self.page.keyboard.press("i")
        expect(self.page).to_have_title("Inbox · Hearth")

    def test_by_keyboard_alone(self):
        self.send_code()
        self.open("inbox")
        self.tab_to(self.page.get_by_role("listitem").get_by_role("button", name=self.email).first, 60)
        self.page.keyboard.press("Enter")
        drawer = self.page.get_by_role("complementary")
        self.tab_to(self.button("Expire now", drawer), 90)
        self.page.keyboard.press("Enter")
        expect(drawer.locator(".fate")).to_have_text("Expired")
        expect(self.button("Expire now", drawer)).to_be_focused()
        self.page.keyboard.press("Escape")
        expect(drawer).to_have_count(0)


class TokenTests(ToolCase):
    def inspect(self, token, page=None):
        (page or self.page).get_by_label("Paste or drop a token of any kind").fill(token)

    def test_a_token_is_judged_as_of_a_moment(self):
        for page in self.on_both():
            self.open("tokens", page)
            self.inspect(self.session["idToken"], page)
            expect(page.get_by_text("Nothing speaks against it")).to_be_visible()
            turns = page.locator(".turns")
            expect(turns.get_by_text("Lifetime begins to fail")).to_be_visible()
            turns.get_by_role("listitem").filter(has_text="begins to fail").get_by_role("button").click()
            expect(page.get_by_text("expired: The token has expired. Fetch a fresh one.")).to_be_visible()
            expect(page.get_by_text("Is refused")).to_be_visible()
            self.button("Now", page).click()
            expect(page.get_by_text("Nothing speaks against it")).to_be_visible()
            self.assert_accessible(page)
            self.assert_fits(page)

    def test_the_slider_is_moved_by_keyboard(self):
        self.open("tokens")
        self.inspect(self.session["idToken"])
        slider = self.page.get_by_role("slider")
        expect(slider).to_be_visible()
        self.tab_to(slider, 60)
        self.page.keyboard.press("End")
        expect(self.page.get_by_text("Is refused")).to_be_visible()
        expect(slider).to_be_focused()

    def test_two_tokens_stand_side_by_side_with_what_differs(self):
        other = hearth.sign_up(hearth.address(), PASSWORD)
        self.open("tokens")
        self.inspect(self.session["idToken"])
        self.button("Compare with a second token").click()
        self.page.get_by_label("Second token, to compare").fill(other["idToken"])
        table = self.page.get_by_role("table")
        row = table.get_by_role("row").filter(has=self.page.get_by_role("rowheader", name="sub differs", exact=True))
        expect(row).to_contain_text(self.session["localId"])
        expect(row).to_contain_text(other["localId"])
        expect(table.get_by_role("rowheader", name="aud", exact=True)).to_be_visible()
        self.assert_accessible()

    def test_every_kind_of_token_is_named(self):
        self.open("tokens")
        for token, name in ((self.session["refreshToken"], "Refresh token."), ("a.b.c", "Not a token."), (self.session["idToken"], "ID token.")):
            self.inspect(token)
            expect(self.page.get_by_text(name, exact=True)).to_be_visible()

    def test_tokens_for_negative_tests_carry_the_verifiers_errors(self):
        self.open("tokens")
        self.page.get_by_label("User").fill(self.email)
        self.button("Make tokens").click()
        made = self.page.locator(".minted").get_by_role("listitem")
        expect(made).to_have_count(7)
        for name in ("expired", "notYetValid", "wrongAudience", "wrongIssuer", "unknownKey", "invalidSignature", "unsupportedAlgorithm"):
            expect(made.get_by_text(f"TokenRejection.{name}", exact=True)).to_be_visible()
        self.button("Inspect", made.filter(has_text="Wrong audience")).click()
        expect(self.page.get_by_text("wrongAudience: The token was issued for another project.")).to_be_visible()
        self.assert_accessible()

    def test_tokens_of_strangers_do_no_harm(self):
        def part(value):
            return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()

        claims = {"iss": INJECTION, "sub": INJECTION, "aud": [INJECTION], INJECTION: INJECTION, "exp": 1}
        hostile = f"{part({'alg': INJECTION, 'kid': INJECTION})}.{part(claims)}.AA"
        for page in self.on_both():
            self.open("tokens", page)
            self.inspect(hostile, page)
            expect(page.get_by_text("Token of another issuer.")).to_be_visible()
            self.inspect(INJECTION * 50, page)
            expect(page.get_by_text("Not a token.", exact=True)).to_be_visible()
            self.assert_clean(page)
            self.assert_fits(page)


class ClockTests(ToolCase):
    def test_a_move_says_what_it_would_do_before_it_is_made(self):
        self.send_code()
        for page in self.on_both():
            self.open("clock", page)
            day = page.get_by_role("listitem").filter(has=page.get_by_role("button", name="+1 d", exact=True))
            expect(day).to_contain_text("mailed code")
            expect(day).to_contain_text("ID token")
            self.assert_accessible(page)
            self.assert_fits(page)
        before = hearth.send("GET", f"/emulator/v1/projects/{hearth.PROJECT}/clock").json["offset"]
        self.assertLess(abs(before), 1)

    def test_a_date_says_what_it_would_do_while_it_is_filled_in(self):
        self.send_code()
        self.open("clock")
        self.page.get_by_label("Go to").fill("2040-01-01T12:00:00")
        expect(self.page.locator("#date-effect")).to_contain_text("mailed code")
        self.button("Set").click()
        expect(self.page.get_by_role("timer")).to_contain_text("2040")
        # From there, going back lets the code be used again.
        expect(self.page.locator(".backnow")).to_be_visible()
        expect(self.page.get_by_text("Valid again:").first).to_be_visible()

    def test_by_keyboard_alone(self):
        self.open("clock")
        self.tab_to(self.button("+1 h"), 60)
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("banner").get_by_text("+1 h")).to_be_visible()
        expect(self.button("+1 h")).to_be_focused()


class UndoTests(ToolCase):
    def test_a_deleted_user_comes_back_with_the_password(self):
        for page in self.on_both():
            self.open(f"users/{self.session['localId']}", page)
            self.button("Delete", page.get_by_role("complementary")).click()
            bar = page.get_by_role("region", name="Undo")
            expect(bar).to_contain_text("was deleted")
            self.assert_accessible(page)
            self.assert_fits(page)
            self.button("Undo", bar).click()
            expect(bar).to_have_count(0)
            signed_in = hearth.user("accounts:signInWithPassword", email=self.email, password=PASSWORD)
            self.assertEqual(signed_in.status, 200)

    def test_by_keyboard_alone(self):
        self.open(f"users/{self.session['localId']}")
        self.tab_to(self.button("Delete", self.page.get_by_role("complementary")), 90)
        self.page.keyboard.press("Enter")
        bar = self.page.get_by_role("region", name="Undo")
        expect(bar).to_be_visible()
        self.page.keyboard.press("Control+z")
        expect(bar).to_have_count(0)
        self.assertEqual(hearth.user("accounts:signInWithPassword", email=self.email, password=PASSWORD).status, 200)

    def test_a_number_that_was_a_second_factor_is_enrolled_again_as_it_was(self):
        factor = {"mfaEnrollmentId": "phone-1", "phoneInfo": "+15555550142", "displayName": "my phone", "enrolledAt": "2026-01-31T12:00:00Z"}
        uid = self.session["localId"]
        changed = hearth.admin("accounts:update", localId=uid, emailVerified=True, mfa={"enrollments": [factor]})
        self.assertEqual(changed.status, 200)
        before = hearth.admin("accounts:lookup", localId=[uid]).json["users"][0]["mfaInfo"]
        self.open(f"users/{uid}")
        drawer = self.page.get_by_role("complementary")
        self.button("Remove", drawer.get_by_role("listitem").filter(has_text="my phone")).click()
        bar = self.page.get_by_role("region", name="Undo")
        expect(bar).to_contain_text("The second factor was removed.")
        self.assertNotIn("mfaInfo", hearth.admin("accounts:lookup", localId=[uid]).json["users"][0])
        self.button("Undo", bar).click()
        expect(bar).to_have_count(0)
        self.assertEqual(hearth.admin("accounts:lookup", localId=[uid]).json["users"][0]["mfaInfo"], before)

    def test_the_time_stands_still_while_the_bar_is_pointed_at(self):
        self.page.clock.install()
        self.open("faults")
        fault = {"operation": "SignUp", "count": 3, "fault": {"kind": "OFFLINE"}}
        self.assertEqual(hearth.send("POST", f"/emulator/v1/projects/{hearth.PROJECT}/faults", fault).status, 200)
        self.page.reload()
        expect(self.page.get_by_text("3 left")).to_be_visible()
        self.button("Disarm all").click()
        bar = self.page.get_by_role("region", name="Undo")
        expect(bar).to_be_visible()
        bar.hover()
        self.page.clock.run_for(30_000)
        expect(bar).to_be_visible()
        self.button("Undo", bar).click()
        expect(self.page.get_by_text("3 left")).to_be_visible()
        self.button("Disarm all").click()
        expect(bar).to_be_visible()
        self.page.mouse.move(0, 0)
        self.page.locator("h1").focus()
        self.page.clock.run_for(11_000)
        expect(bar).to_have_count(0)

    def test_a_deleted_document_comes_back_with_its_fields(self):
        place = f"/v1/projects/{hearth.PROJECT}/databases/(default)/documents/undone/one"
        fields = {"text": {"stringValue": INJECTION}, "at": {"timestampValue": "2026-01-31T12:00:00.123456Z"}}
        self.assertEqual(hearth.send("PATCH", place, {"fields": fields}, hearth.OWNER).status, 200)
        self.open("data/undone/one")
        self.button("Delete", self.page.get_by_role("region", name="Document", exact=True)).click()
        bar = self.page.get_by_role("region", name="Undo")
        self.button("Undo", bar).click()
        expect(bar).to_have_count(0)
        self.assertEqual(hearth.send("GET", place, None, hearth.OWNER).json["fields"], fields)
        self.assert_clean()

    def write(self, place, text):
        fields = {"text": {"stringValue": text}}
        self.assertEqual(hearth.send("PATCH", place, {"fields": fields}, hearth.OWNER).status, 200)
        return fields

    def test_a_document_that_another_wrote_anew_since_its_deletion_stays_as_it_is(self):
        place = f"/v1/projects/{hearth.PROJECT}/databases/(default)/documents/undone/anew"
        self.write(place, "first")
        self.open("data/undone/anew")
        self.button("Delete", self.page.get_by_role("region", name="Document", exact=True)).click()
        bar = self.page.get_by_role("region", name="Undo")
        expect(bar).to_contain_text("was deleted")
        second = self.write(place, "second")
        self.button("Undo", bar).click()
        expect(bar).to_contain_text("There is another document in its place by now.")
        self.assertEqual(hearth.send("GET", place, None, hearth.OWNER).json["fields"], second)

    def test_a_document_that_was_changed_since_it_was_read_is_not_deleted(self):
        place = f"/v1/projects/{hearth.PROJECT}/databases/(default)/documents/undone/changed"
        self.write(place, "first")
        # The page is not told of the change: its stream does not come about.
        self.page.route("**/console/v1/live*", lambda route: route.abort())
        self.open("data/undone/changed")
        panel = self.page.get_by_role("region", name="Document", exact=True)
        expect(panel).to_contain_text("first")
        second = self.write(place, "second")
        self.button("Delete", panel).click()
        expect(panel.get_by_role("alert")).to_contain_text("The document was changed meanwhile.")
        # The panel shows what there is now, and a second press deletes that.
        expect(panel).to_contain_text("second")
        self.assertEqual(hearth.send("GET", place, None, hearth.OWNER).json["fields"], second)
        self.button("Delete", panel).click()
        expect(self.page.get_by_role("region", name="Undo")).to_contain_text("was deleted")
        self.assertEqual(hearth.send("GET", place, None, hearth.OWNER).status, 404)


class LogTests(ToolCase):
    def test_a_filter_finds_a_users_refused_calls(self):
        hearth.user("accounts:signInWithPassword", email=self.email, password="wrong horse 42")
        self.open("log?view=requests")
        field = self.page.get_by_label("Filter the log")
        field.fill(f'user:{self.email} op:SignIn* status:4xx "INVALID"')
        rows = self.page.locator(".lines > li")
        expect(rows).to_have_count(1)
        expect(rows.first).to_contain_text("SignInWithPassword")
        field.fill(f'user:{self.email} "no such text"')
        expect(self.page.get_by_text("Nothing matches")).to_be_visible()

    def test_a_request_is_edited_and_sent_and_says_what_it_spends(self):
        self.open("log?view=requests")
        self.page.get_by_role("button", name="SignUp").first.click()
        drawer = self.page.get_by_role("complementary")
        expect(drawer.get_by_text("it creates another account")).to_be_visible()
        self.button("Edit and send", drawer).click()
        dialog = self.page.get_by_role("dialog")
        other = hearth.address()
        dialog.get_by_label("Body").fill(json.dumps({"email": other, "password": PASSWORD}))
        self.button("Send", dialog).click()
        expect(dialog).to_have_count(0)
        self.assertEqual(hearth.user("accounts:signInWithPassword", email=other, password=PASSWORD).status, 200)

    def entry(self, operation):
        """Opens the newest request of an operation, which stands in the log."""
        self.open("log?view=requests")
        self.page.get_by_role("button", name=operation).first.click()
        drawer = self.page.get_by_role("complementary")
        expect(drawer.get_by_role("heading", level=2)).to_contain_text(operation)
        return drawer

    def test_secrets_are_shown_one_by_one_and_hidden_with_the_drawer(self):
        token = hearth.user("accounts:signInWithPassword", email=self.email, password=PASSWORD, returnSecureToken=True).json
        drawer = self.entry("SignInWithPassword")
        self.button("Show password", drawer).click()
        expect(drawer.locator("pre").first).to_contain_text(json.dumps(PASSWORD))
        self.button("Response", drawer).click()
        expect(self.button("Show refreshToken", drawer)).to_be_visible()
        self.assertNotIn(token["refreshToken"], drawer.inner_text())
        show = self.button("Show idToken", drawer)
        show.focus()
        self.page.keyboard.press("Enter")
        expect(drawer).to_contain_text(token["idToken"])
        self.assertNotIn(token["refreshToken"], drawer.inner_text())
        self.assert_accessible()
        self.assert_fits()
        # The button keeps the focus, and takes back what it has shown.
        expect(self.button("Hide idToken", drawer)).to_be_focused()
        self.page.keyboard.press("Enter")
        expect(show).to_be_focused()
        expect(drawer).not_to_contain_text(token["idToken"])
        show.click()
        expect(drawer).to_contain_text(token["idToken"])
        self.button("Close", drawer).click()
        drawer = self.entry("SignInWithPassword")
        self.button("Response", drawer).click()
        expect(self.button("Show idToken", drawer)).to_be_visible()
        self.assertNotIn(token["idToken"], drawer.inner_text())

    def test_a_secret_in_an_address_is_shown_where_it_stands_and_all_at_once(self):
        message = self.send_code()
        self.assertEqual(hearth.send("GET", message["link"]).status, 200)
        drawer = self.entry("/emulator/action")
        line = drawer.locator("p.mono").first
        expect(line).to_contain_text("oobCode=hidden")
        self.button("Show oobCode", drawer).click()
        expect(line).to_contain_text(f"oobCode={message['code']}")
        self.button("Hide oobCode", drawer).click()
        expect(line).to_contain_text("oobCode=hidden")
        self.button("Show secrets", drawer).click()
        expect(line).to_contain_text(f"oobCode={message['code']}")
        expect(drawer.get_by_role("button", name="Show oobCode")).to_have_count(0)
        self.button("Show secrets", drawer).click()
        expect(line).to_contain_text("oobCode=hidden")

    def test_a_secret_that_cannot_be_read_stays_hidden_and_the_drawer_says_why(self):
        drawer = self.entry("SignUp")
        expect(self.button("Show password", drawer)).to_be_visible()
        self.page.route("**/console/v1/log/*?secrets=1", lambda route: route.abort())
        self.button("Show password", drawer).click()
        expect(drawer.get_by_role("alert")).to_contain_text("The server does not answer")
        self.assertNotIn(PASSWORD, drawer.inner_text())
        self.page.unroute("**/console/v1/log/*?secrets=1")
        self.button("Show password", drawer).click()
        expect(drawer.locator("pre").first).to_contain_text(json.dumps(PASSWORD))

    def test_secrets_of_strangers_do_no_harm(self):
        hearth.user("accounts:signInWithPassword", email=self.email, password=INJECTION)
        drawer = self.entry("SignInWithPassword")
        self.button("Show password", drawer).click()
        expect(drawer.locator("pre").first).to_contain_text("onerror=injected")
        self.assert_clean()

    def test_keys_send_the_chosen_request_again_and_edit_it(self):
        hearth.user("accounts:signInWithPassword", email=self.email, password=PASSWORD)
        self.open("log?view=requests")
        rows = self.page.get_by_role("button", name="SignInWithPassword")
        expect(rows.first).to_be_visible()
        before = rows.count()
        # Nothing is chosen yet.
        for key in ("r", "e", "."):
            self.page.keyboard.press(key)
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        rows.first.click()
        drawer = self.page.get_by_role("complementary")
        expect(drawer.get_by_text("it starts another session")).to_be_visible()
        field = self.page.get_by_label("Filter the log")
        field.press("r")
        expect(field).to_have_value("r")
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        field.fill("")
        self.page.keyboard.press(".")
        expect(field).to_have_value(".")
        field.fill("")
        rows.first.focus()
        self.page.keyboard.press("r")
        question = self.page.get_by_role("dialog")
        expect(question).to_contain_text("it starts another session")
        self.button("Cancel", question).click()
        expect(question).to_have_count(0)
        self.page.keyboard.press("r")
        self.button("Send again", question).click()
        expect(rows).to_have_count(before + 1)
        self.page.keyboard.press("e")
        expect(question.get_by_label("Body")).to_be_focused()
        self.page.keyboard.press("Escape")
        expect(question).to_have_count(0)
        self.page.keyboard.press(".")
        expect(self.button("Send again", drawer)).to_be_focused()
        self.page.keyboard.press("?")
        for does in ("Send the chosen request again", "Edit the chosen request and send it", "Actions of what is chosen"):
            expect(question.get_by_text(does, exact=True)).to_be_visible()

    def test_a_request_that_only_reads_is_sent_again_without_a_question(self):
        hearth.admin("accounts:lookup", localId=[self.session["localId"]])
        self.open("log?view=requests")
        rows = self.page.get_by_role("button", name="LookUpAccount")
        expect(rows.first).to_be_visible()
        before = rows.count()
        rows.first.click()
        expect(self.page.get_by_role("complementary").get_by_text("it only reads")).to_be_visible()
        self.page.keyboard.press("r")
        expect(rows).to_have_count(before + 1)
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def test_a_request_is_copied_as_source(self):
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.open("log?view=requests")
        self.page.get_by_role("button", name="SignUp").first.click()
        for name, part in (("curl", "curl -X POST 'http"), ("URLSession", 'request.httpMethod = "POST"'), ("fetch", "await fetch(")):
            self.button(name, self.page.get_by_role("complementary")).click()
            # The source holds the secrets that a call needs.
            self.page.wait_for_function(
                "async parts => { const text = await navigator.clipboard.readText(); return parts.every(part => text.includes(part)); }",
                arg=[part, "accounts:signUp", self.email])

    def test_what_is_shown_is_saved_without_secrets(self):
        self.open("log?view=requests")
        with self.page.expect_download() as saved:
            self.button("Export").click()
        lines = [json.loads(line) for line in pathlib.Path(saved.value.path()).read_text("utf-8").splitlines()]
        self.assertIn("SignUp", [line["op"] for line in lines])
        self.assertFalse([line for line in lines if "code" in line or "link" in line])


class LookTests(ToolCase):
    def test_pictures_in_both_schemes_and_sizes(self):
        self.send_code("VERIFY_EMAIL")
        self.send_code()
        hearth.user("accounts:sendVerificationCode", phoneNumber="+15555550142", recaptchaToken="x")
        for look, page in self.looks():
            self.open("inbox", page)
            self.picture(page, f"console-tools-inbox-{look}")
            self.choose(page)
            self.button("Open on a phone", page.get_by_role("complementary")).click()
            expect(page.locator(".qr")).to_be_visible()
            self.picture(page, f"console-tools-message-{look}")
            self.open("clock", page)
            expect(page.get_by_text("Counting")).to_have_count(0)
            self.picture(page, f"console-tools-clock-{look}")
            self.open("tokens", page)
            self.picture(page, f"console-tools-no-token-{look}")
            page.get_by_label("Paste or drop a token of any kind").fill(self.session["idToken"])
            expect(page.get_by_text("Nothing speaks against it")).to_be_visible()
            self.button("Make tokens", page).click()
            expect(page.locator(".minted").get_by_role("listitem")).to_have_count(7)
            self.picture(page, f"console-tools-tokens-{look}")

    def test_in_german_no_text_is_missing(self):
        context = self.new_context(locale="de-DE")
        page = context.new_page()
        message = self.send_code()
        self.open("inbox", page)
        drawer = self.choose(page)
        drawer.get_by_role("button", name="Auf einem Telefon öffnen").click()
        drawer.get_by_role("button", name="Jetzt ablaufen lassen").click()
        expect(drawer.locator(".fate")).to_have_text("Abgelaufen")
        self.assertEqual(page.evaluate("[...hearthMissingTexts]"), [])
        for path in PAGES[1:]:
            self.open(path, page)
            if path == "tokens":
                page.get_by_role("textbox").first.fill(self.session["idToken"])
                expect(page.get_by_text("Nichts spricht dagegen")).to_be_visible()
                self.button("Token ausstellen", page).click()
                expect(page.locator(".minted")).to_be_visible()
            if path == "clock":
                expect(page.get_by_text("Wird gezählt")).to_have_count(0)
            self.assertEqual(page.evaluate("[...hearthMissingTexts]"), [], path)
        self.assertTrue(message["code"])
        context.close()
