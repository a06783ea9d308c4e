"""The pages behind mailed links, used in a real browser as their readers do."""

import os
import sqlite3
import urllib.parse

from playwright.sync_api import expect

import hearth
from browser import INJECTION, BrowserCase

EMAIL = "ada@example.com"
NEW_EMAIL = "ada.lovelace@example.com"
# What no browser should take for an address of an app. The emulator leads to any web page, as the official one does;
# that production's rules lead to named hosts alone is tested in Swift.
DECEITFUL_ADDRESSES = (
    "//evil.example",
    "https://localhost@evil.example",
    "javascript:injected=1",
    "data:text/html,<script>injected=1</script>",
    "http:\\\\evil.example",
    "http://lоcalhost",
)


class ActionCase(BrowserCase):
    def setUp(self):
        super().setUp()
        self.ada = hearth.sign_up(EMAIL)

    def link(self, kind, **more):
        """A link as it stands in a mail."""
        body = {"requestType": kind, "email": EMAIL}
        if kind in ("VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL"):
            body["idToken"] = self.ada["idToken"]
        if kind == "VERIFY_AND_CHANGE_EMAIL":
            body["newEmail"] = NEW_EMAIL
        answer = hearth.user("accounts:sendOobCode", **body, **more)
        self.assertEqual(answer.status, 200, answer.text)
        return self.last_link(EMAIL)

    def last_link(self, email):
        # The link names the server as the mail's reader reaches it.
        link = urllib.parse.urlsplit(hearth.codes(email)[-1]["oobLink"])
        return urllib.parse.urlunsplit(urllib.parse.urlsplit(hearth.BASE)[:2] + link[2:])

    def change_address(self):
        """Changes the address, after which the old one gets a link that takes the change back."""
        answer = hearth.user("accounts:update", idToken=self.ada["idToken"], email=NEW_EMAIL, returnSecureToken=True)
        self.assertEqual(answer.status, 200, answer.text)
        return self.last_link(EMAIL)

    def choose(self, password, page=None):
        """Types a new password twice, and saves it."""
        page = page or self.page
        page.locator("#newPassword").fill(password)
        page.locator("#repeatPassword").fill(password)
        page.get_by_role("button", name="Save password").click()

    def name_app(self, name):
        """Gives the project the name that pages show, for the time of the test."""
        path = f"/identitytoolkit.googleapis.com/v2/projects/{hearth.PROJECT}/config?updateMask=publicName"
        answer = hearth.send("PATCH", path, {"publicName": name} if name else {}, hearth.OWNER)
        self.assertEqual(answer.status, 200, answer.text)
        if name:
            self.addCleanup(self.name_app, None)

    def expire(self):
        """Ends every code's time, which the emulator would let go on for ever."""
        database = sqlite3.connect(os.environ["HEARTH_DATABASE"], timeout=hearth.PATIENCE)
        self.addCleanup(database.close)
        with database:
            database.execute("UPDATE codes SET expires_at = created_at WHERE email = ?", [EMAIL])

    def assert_apart(self, note, field):
        """The complaint does not lie under the ring of the field that has the focus."""
        ring = field.evaluate(
            "field => { const { bottom } = field.getBoundingClientRect(), style = getComputedStyle(field);"
            " return bottom + parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset); }"
        )
        self.assertGreaterEqual(note.bounding_box()["y"], ring)

    def heading(self):
        return self.page.get_by_role("heading", level=1)

    def account(self):
        return hearth.admin("accounts:lookup", localId=[self.ada["localId"]]).json["users"][0]

    def signs_in(self, password, email=EMAIL):
        return hearth.user("accounts:signInWithPassword", email=email, password=password).status == 200


class Reset(ActionCase):
    def test_a_new_password_is_typed_and_signs_in(self):
        self.assert_locked(self.page.goto(self.link("PASSWORD_RESET")))
        self.choose("correct horse")
        expect(self.heading()).to_have_text("Your password is changed")
        self.assertTrue(self.signs_in("correct horse"))
        self.assertFalse(self.signs_in("secret1"))

    def test_the_keyboard_is_enough(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        expect(self.page.locator("#newPassword")).to_be_focused()
        self.page.keyboard.type("correct horse")
        self.tab_to(self.page.locator("#repeatPassword"))
        self.page.keyboard.type("correct horse")
        self.tab_to(self.page.get_by_label("Show passwords"))
        self.page.keyboard.press("Space")
        expect(self.page.locator("#repeatPassword")).to_have_attribute("type", "text")
        self.tab_to(self.page.get_by_role("button", name="Save password"))
        self.page.keyboard.press("Enter")
        expect(self.heading()).to_have_text("Your password is changed")

    def test_a_weak_password_is_complained_about_stays_and_the_link_still_works(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        field = self.page.locator("#newPassword")
        # The browser would complain itself; the server has to as well.
        self.page.evaluate("document.forms[0].noValidate = true")
        self.choose("short")
        expect(self.page.get_by_role("alert")).to_have_text("This password does not meet the rules below.")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_be_focused()
        expect(field).to_have_value("short")
        self.assert_accessible()
        self.assert_apart(self.page.get_by_role("alert"), field)
        self.choose("correct horse")
        expect(self.heading()).to_have_text("Your password is changed")

    def test_two_passwords_that_differ_are_told_by_browser_and_server(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        repeated = self.page.locator("#repeatPassword")
        self.page.locator("#newPassword").fill("correct horse")
        repeated.fill("correct house")
        self.page.get_by_role("button", name="Save password").click()
        self.assertEqual(
            repeated.evaluate("field => field.validationMessage"), "The two passwords are not the same."
        )
        self.page.evaluate("document.forms[0].noValidate = true")
        self.page.get_by_role("button", name="Save password").click()
        expect(self.page.get_by_role("alert")).to_have_text("The two passwords are not the same.")
        expect(repeated).to_be_focused()
        expect(repeated).to_have_value("correct house")
        expect(self.page.locator("#newPassword")).to_have_value("correct horse")

    def test_rules_are_ticked_off_while_one_types(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        rule = self.page.locator("#rules li")
        expect(rule).to_have_text("At least 6 characters")
        expect(rule).not_to_have_class("met")
        self.page.locator("#newPassword").press_sequentially("secret")
        expect(rule).to_have_class("met")

    def test_the_browser_itself_refuses_a_weak_password(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        field = self.page.locator("#newPassword")
        field.press_sequentially("short")
        field.press("Enter")
        self.assertTrue(field.evaluate("field => field.validity.tooShort"))
        self.assertTrue(self.signs_in("secret1"))

    def test_the_password_never_stands_in_an_address(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        self.choose("correct-horse")
        expect(self.heading()).to_have_text("Your password is changed")
        self.assertEqual([url for url in self.requests if "correct-horse" in url], [])


class Addresses(ActionCase):
    def test_an_address_is_confirmed(self):
        self.assert_locked(self.page.goto(self.link("VERIFY_EMAIL")))
        expect(self.page.get_by_role("main")).to_contain_text(EMAIL)
        self.assertFalse(self.account()["emailVerified"])
        self.page.get_by_role("button", name="Confirm address").click()
        expect(self.heading()).to_have_text("Your e-mail address is confirmed")
        self.assertTrue(self.account()["emailVerified"])

    def test_an_address_is_changed(self):
        self.page.goto(self.link("VERIFY_AND_CHANGE_EMAIL"))
        expect(self.page.get_by_role("main")).to_contain_text(NEW_EMAIL)
        self.page.get_by_role("button", name="Change address").click()
        expect(self.heading()).to_have_text("Your e-mail address is changed")
        self.assertEqual(self.account()["email"], NEW_EMAIL)

    def test_a_change_is_taken_back(self):
        self.page.goto(self.change_address())
        self.page.get_by_role("button", name="Restore address").click()
        expect(self.heading()).to_have_text("Your e-mail address is restored")
        self.assertEqual(self.account()["email"], EMAIL)


class SignIn(ActionCase):
    def test_the_link_leads_into_the_app_with_all_that_it_carries(self):
        app = self.app.url + "/app.html?backend=" + hearth.BASE
        self.page.goto(self.link("EMAIL_SIGNIN", continueUrl=app))
        self.assertTrue(self.page.url.startswith(app + "&"))
        carried = urllib.parse.parse_qs(urllib.parse.urlsplit(self.page.url).query)
        self.assertEqual(carried["mode"], ["signIn"])
        answer = hearth.user("accounts:signInWithEmailLink", email=EMAIL, oobCode=carried["oobCode"][0])
        self.assertEqual(answer.json["localId"], self.ada["localId"])

    def test_without_an_app_the_page_says_where_to_go(self):
        link = self.link("EMAIL_SIGNIN", continueUrl=self.app.url)
        self.page.goto(link.split("&continueUrl")[0])
        expect(self.heading()).to_have_text("Open this link in the app")
        self.assert_accessible()


class Continue(ActionCase):
    def test_the_way_back_to_the_app_is_offered(self):
        self.page.goto(self.link("VERIFY_EMAIL", continueUrl=self.app.url + "/app.html?backend=" + hearth.BASE))
        self.page.get_by_role("button", name="Confirm address").click()
        self.page.get_by_role("link", name="Continue to localhost").click()
        expect(self.heading()).to_have_text("App under test")
        self.assertEqual(self.page.evaluate("document.referrer"), "")

    def test_no_way_is_offered_by_a_deceitful_address(self):
        for url in DECEITFUL_ADDRESSES:
            with self.subTest(url):
                link = self.link("VERIFY_EMAIL")
                self.page.goto(f"{link}&continueUrl={urllib.parse.quote(url, safe='')}")
                self.page.get_by_role("button", name="Confirm address").click()
                expect(self.heading()).to_have_text("Your e-mail address is confirmed")
                self.assertEqual(self.page.get_by_role("link").count(), 0)

    def test_a_sign_in_link_follows_no_deceitful_address(self):
        for url in DECEITFUL_ADDRESSES:
            with self.subTest(url):
                link = self.link("EMAIL_SIGNIN", continueUrl=self.app.url).split("&continueUrl")[0]
                self.page.goto(f"{link}&continueUrl={urllib.parse.quote(url, safe='')}")
                expect(self.heading()).to_have_text("Open this link in the app")


class Opening(ActionCase):
    """Whatever a mail scanner, a preview or an impatient reader does."""

    KINDS = ("PASSWORD_RESET", "VERIFY_EMAIL", "VERIFY_AND_CHANGE_EMAIL")

    def test_looking_at_a_link_uses_nothing(self):
        for kind in self.KINDS:
            with self.subTest(kind):
                link = self.link(kind)
                self.page.goto(link)
                self.page.reload()
                self.assertEqual(hearth.send("HEAD", link).status, 200)
                for purpose in ({"Sec-Purpose": "prefetch"}, {"Purpose": "prefetch"}, {"X-Moz": "prefetch"}):
                    hearth.send("GET", link + "&newPassword=secret2", fields=purpose)
                code = urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["oobCode"][0]
                self.assertEqual(hearth.user("accounts:resetPassword", oobCode=code).status, 200)
        self.assertTrue(self.signs_in("secret1"))
        self.assertFalse(self.account()["emailVerified"])

    def test_a_prefetching_page_uses_nothing(self):
        link = self.link("VERIFY_EMAIL")
        self.page.goto(self.app.url + "/app.html?backend=" + hearth.BASE)
        with self.page.expect_request(lambda request: request.url == link):
            self.page.evaluate(
                """link => {
                const element = document.createElement('link');
                Object.assign(element, { rel: 'prefetch', href: link });
                document.head.append(element);
            }""",
                link,
            )
        self.page.goto(link)
        expect(self.page.get_by_role("button", name="Confirm address")).to_be_visible()

    def test_a_link_works_once(self):
        link = self.link("VERIFY_EMAIL")
        self.page.goto(link)
        self.page.get_by_role("button", name="Confirm address").click()
        response = self.page.goto(link)
        self.assertEqual(response.status, 200)
        self.assert_locked(response)
        expect(self.heading()).to_have_text("Your e-mail address is already confirmed")

    def test_two_windows_use_a_link_once(self):
        link = self.link("PASSWORD_RESET")
        other = self.context.new_page()
        for page in (self.page, other):
            page.goto(link)
        self.choose("correct horse")
        expect(self.heading()).to_have_text("Your password is changed")
        self.choose("another horse", other)
        expect(other.get_by_role("heading", level=1)).to_have_text("This link was already used")
        self.assertTrue(self.signs_in("correct horse"))

    def test_a_damaged_link_is_explained(self):
        for target in (
            "/emulator/action",
            "/emulator/action?mode=verifyEmail",
            "/emulator/action?mode=verifyEmail&oobCode=unknown&apiKey=x",
            "/emulator/action?mode=unknown&oobCode=unknown&apiKey=x",
        ):
            with self.subTest(target):
                response = self.page.goto(hearth.BASE + target)
                self.assertEqual(response.status, 400)
                expect(self.heading()).to_have_text("This link does not work")

    def test_a_link_that_has_ended_says_so(self):
        link = self.link("PASSWORD_RESET")
        self.expire()
        self.page.goto(link)
        expect(self.heading()).to_have_text("This link has expired")
        self.page.get_by_role("button", name="Send a new link").click()
        expect(self.heading()).to_have_text("Open the mail that we sent you")
        self.page.goto(self.last_link(EMAIL))
        expect(self.heading()).to_have_text("Choose a new password")


class Trust(ActionCase):
    def test_nothing_in_the_address_is_markup(self):
        link = self.link("PASSWORD_RESET")
        parts = urllib.parse.urlsplit(link)
        query = dict(urllib.parse.parse_qsl(parts.query))
        for name in ("mode", "oobCode", "apiKey", "lang", "continueUrl", "tenantId", "newPassword", "unknown"):
            with self.subTest(name):
                attack = urllib.parse.urlencode({**query, name: INJECTION})
                self.page.goto(f"{hearth.BASE}{parts.path}?{attack}")
                self.assert_clean()
                if self.page.locator("#newPassword").count():
                    self.choose("short!")
                    self.assert_clean()
                    link = self.link("PASSWORD_RESET")
                    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))

    def test_nothing_in_an_address_is_markup(self):
        email = "<img/src=x/onerror=injected=1>@example.com"
        created = hearth.admin("accounts", email=email, displayName=INJECTION, photoUrl=INJECTION)
        self.assertEqual(created.status, 200, created.text)
        hearth.user("accounts:sendOobCode", requestType="PASSWORD_RESET", email=email)
        self.page.goto(self.last_link(email))
        expect(self.page.get_by_role("main")).to_contain_text("<img/src=x")
        self.assert_clean()

    def test_a_password_that_is_typed_is_not_markup(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        self.page.locator("#newPassword").fill(INJECTION)
        self.page.locator("#repeatPassword").fill("another")
        self.page.evaluate("document.forms[0].noValidate = true")
        self.page.get_by_role("button", name="Save password").click()
        expect(self.page.locator("#newPassword")).to_have_value(INJECTION)
        self.assert_clean()

    def test_the_name_of_the_app_is_not_markup(self):
        name = "<img src=x onerror=injected=1>"
        self.name_app(name)
        self.page.goto(self.link("PASSWORD_RESET"))
        expect(self.page.get_by_role("banner")).to_contain_text(name)
        self.assert_clean()

    def test_a_stranger_cannot_frame_it(self):
        self.assert_not_framed(self.link("VERIFY_EMAIL"))


class Comfort(ActionCase):
    """What the pages look like, in every state: pictures are kept to be looked at."""

    def setUp(self):
        super().setUp()
        self.name_app("Plover Notes")
        self.app_url = f"{self.app.url}/app.html"

    def click(self, page, name):
        page.get_by_role("button", name=name).click()

    def questions(self, **more):
        """Every kind of link, with what its page asks, its button, and what it says then."""
        return {
            "verify": (lambda: self.link("VERIFY_EMAIL", **more), "Confirm your e-mail address", "Confirm address"),
            "change": (
                lambda: self.link("VERIFY_AND_CHANGE_EMAIL", **more),
                "Change your e-mail address",
                "Change address",
            ),
            "recover": (self.change_address, "Restore your e-mail address", "Restore address"),
        }

    def fresh(self):
        hearth.clear()
        self.ada = hearth.sign_up(EMAIL)

    def test_each_question_and_its_answer(self):
        for look, page in self.looks():
            for kind, (link, question, button) in self.questions(continueUrl=self.app_url).items():
                with self.subTest(f"{kind} {look}"):
                    self.fresh()
                    address = link()
                    page.goto(address)
                    expect(page.get_by_role("heading", level=1)).to_have_text(question)
                    self.picture(page, f"{kind}-question-{look}")
                    self.click(page, button)
                    expect(page.locator("main.good")).to_be_visible()
                    self.picture(page, f"{kind}-done-{look}")
                    page.goto(address)
                    expect(page.get_by_role("heading", level=1)).to_contain_text("already")
                    self.picture(page, f"{kind}-already-{look}")

    def test_a_new_password_and_what_is_wrong_with_it(self):
        for look, page in self.looks():
            self.fresh()
            link = self.link("PASSWORD_RESET")
            page.goto(link)
            self.picture(page, f"reset-form-{look}")
            page.evaluate("document.forms[0].noValidate = true")
            self.choose("short", page)
            expect(page.get_by_role("alert")).to_be_visible()
            self.picture(page, f"reset-refused-{look}")
            page.locator("#newPassword").fill("correct horse")
            page.locator("#repeatPassword").fill("correct house")
            page.get_by_label("Show passwords").check()
            page.evaluate("document.forms[0].noValidate = true")
            self.click(page, "Save password")
            expect(page.get_by_role("alert")).to_be_visible()
            self.picture(page, f"reset-differs-{look}")
            self.choose("correct horse", page)
            expect(page.locator("main.good")).to_be_visible()
            self.picture(page, f"reset-done-{look}")
            page.goto(link)
            expect(page.locator("main.warn")).to_be_visible()
            self.picture(page, f"reset-used-{look}")

    def test_each_end(self):
        for look, page in self.looks():
            self.fresh()
            expired = self.link("PASSWORD_RESET")
            change = self.link("VERIFY_AND_CHANGE_EMAIL")
            self.expire()
            signin = self.link("EMAIL_SIGNIN", continueUrl=self.app_url).split("&continueUrl")[0]
            for name, link, tone in (
                ("expired", expired, "warn"),
                ("expired-change", change, "warn"),
                ("unknown", hearth.BASE + "/emulator/action", "fail"),
                ("open-in-app", signin, "note"),
            ):
                with self.subTest(f"{name} {look}"):
                    page.goto(link)
                    expect(page.locator(f"main.{tone}")).to_be_visible()
                    self.picture(page, f"{name}-{look}")
            page.goto(expired)
            self.click(page, "Send a new link")
            expect(page.locator("main.note")).to_be_visible()
            self.picture(page, f"sent-{look}")
            taken = self.link("VERIFY_AND_CHANGE_EMAIL")
            hearth.sign_up(NEW_EMAIL)
            page.goto(taken)
            self.click(page, "Change address")
            expect(page.locator("main.fail")).to_be_visible()
            self.picture(page, f"taken-{look}")

    def test_each_language_on_a_narrow_telephone(self):
        context = self.new_context(viewport={"width": 320, "height": 640})
        page = context.new_page()
        for language in ("en", "de", "fr", "es", "ja", "ar"):
            with self.subTest(language):
                self.fresh()
                for name, kind in (("reset", "PASSWORD_RESET"), ("change", "VERIFY_AND_CHANGE_EMAIL")):
                    page.goto(self.link(kind).replace("lang=en", f"lang={language}"))
                    expect(page.locator("html")).to_have_attribute("lang", language)
                    self.picture(page, f"{name}-{language}")
                page.goto(f"{hearth.BASE}/emulator/action?lang={language}")
                self.picture(page, f"unknown-{language}")
        context.close()

    def test_a_page_in_arabic_is_the_mirror_of_one_in_english(self):
        edges = {}
        for language in ("en", "ar"):
            self.page.goto(self.link("VERIFY_EMAIL").replace("lang=en", f"lang={language}"))
            tile, badge = (self.page.locator(part).bounding_box() for part in (".tile", ".badge"))
            edges[language] = tile, badge
        width = self.page.viewport_size["width"]
        for english, arabic in zip(edges["en"], edges["ar"]):
            self.assertAlmostEqual(english["x"], width - arabic["x"] - arabic["width"], delta=1)

    def test_it_is_there_at_once(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        timing = self.page.evaluate("performance.getEntriesByType('navigation')[0].toJSON()")
        # What a server may send before it has to wait for the browser, RFC 6928.
        self.assertLess(timing["transferSize"], 14_600)
        self.assertEqual(self.page.evaluate("performance.getEntriesByType('resource').length"), 0)

    def test_it_works_without_scripts(self):
        context = self.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(self.link("VERIFY_EMAIL"))
        page.get_by_role("button", name="Confirm address").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Your e-mail address is confirmed")
        context.close()


if __name__ == "__main__":
    import unittest

    unittest.main(verbosity=2)
