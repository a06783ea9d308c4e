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

    def heading(self):
        return self.page.get_by_role("heading", level=1)

    def account(self):
        return hearth.admin("accounts:lookup", localId=[self.ada["localId"]]).json["users"][0]

    def signs_in(self, password, email=EMAIL):
        return hearth.user("accounts:signInWithPassword", email=email, password=password).status == 200


class Reset(ActionCase):
    def test_a_new_password_is_typed_and_signs_in(self):
        self.assert_locked(self.page.goto(self.link("PASSWORD_RESET")))
        self.page.get_by_label("New password").fill("correct horse")
        self.page.get_by_role("button", name="Save password").click()
        expect(self.heading()).to_have_text("Your password was changed")
        self.assertTrue(self.signs_in("correct horse"))
        self.assertFalse(self.signs_in("secret1"))

    def test_the_keyboard_is_enough(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        expect(self.page.get_by_label("New password")).to_be_focused()
        self.page.keyboard.type("correct horse")
        self.tab_to(self.page.get_by_role("button", name="Save password"))
        self.page.keyboard.press("Enter")
        expect(self.heading()).to_have_text("Your password was changed")

    def test_a_weak_password_is_complained_about_and_the_link_still_works(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        field = self.page.get_by_label("New password")
        # The browser would complain itself; the server has to as well.
        field.evaluate("field => field.removeAttribute('minlength')")
        field.fill("short")
        self.page.get_by_role("button", name="Save password").click()
        expect(self.page.get_by_role("alert")).to_contain_text("at least 6 characters")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_value("")
        self.assert_accessible()
        field.fill("correct horse")
        self.page.get_by_role("button", name="Save password").click()
        expect(self.heading()).to_have_text("Your password was changed")

    def test_the_browser_itself_refuses_a_weak_password(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        field = self.page.get_by_label("New password")
        field.press_sequentially("short")
        field.press("Enter")
        self.assertTrue(field.evaluate("field => field.validity.tooShort"))
        self.assertTrue(self.signs_in("secret1"))

    def test_the_password_never_stands_in_an_address(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        self.page.get_by_label("New password").fill("correct-horse")
        self.page.get_by_role("button", name="Save password").click()
        expect(self.heading()).to_have_text("Your password was changed")
        self.assertEqual([url for url in self.requests if "correct-horse" in url], [])


class Addresses(ActionCase):
    def test_an_address_is_confirmed(self):
        self.assert_locked(self.page.goto(self.link("VERIFY_EMAIL")))
        expect(self.page.get_by_role("main")).to_contain_text(EMAIL)
        self.assertFalse(self.account()["emailVerified"])
        self.page.get_by_role("button", name="Confirm address").click()
        expect(self.heading()).to_have_text("Your address was confirmed")
        self.assertTrue(self.account()["emailVerified"])

    def test_an_address_is_changed(self):
        self.page.goto(self.link("VERIFY_AND_CHANGE_EMAIL"))
        expect(self.page.get_by_role("main")).to_contain_text(NEW_EMAIL)
        self.page.get_by_role("button", name="Change address").click()
        expect(self.heading()).to_have_text("Your address was changed")
        self.assertEqual(self.account()["email"], NEW_EMAIL)

    def test_a_change_is_taken_back(self):
        self.page.goto(self.change_address())
        self.page.get_by_role("button", name="Restore my address").click()
        expect(self.heading()).to_have_text("Your address was restored")
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
        self.page.get_by_role("link", name="Continue").click()
        expect(self.heading()).to_have_text("App under test")
        self.assertEqual(self.page.evaluate("document.referrer"), "")

    def test_no_way_is_offered_by_a_deceitful_address(self):
        for url in DECEITFUL_ADDRESSES:
            with self.subTest(url):
                link = self.link("VERIFY_EMAIL")
                self.page.goto(f"{link}&continueUrl={urllib.parse.quote(url, safe='')}")
                self.page.get_by_role("button", name="Confirm address").click()
                expect(self.heading()).to_have_text("Your address was confirmed")
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
        self.assertEqual(response.status, 400)
        self.assert_locked(response)
        expect(self.heading()).to_have_text("This link cannot be used")
        self.assert_accessible()

    def test_two_windows_use_a_link_once(self):
        link = self.link("PASSWORD_RESET")
        other = self.context.new_page()
        for page in (self.page, other):
            page.goto(link)
            page.get_by_label("New password").fill("correct horse")
        self.page.get_by_role("button").click()
        expect(self.heading()).to_have_text("Your password was changed")
        other.get_by_role("button").click()
        expect(other.get_by_role("heading", level=1)).to_have_text("This link cannot be used")

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
                expect(self.heading()).to_have_text("This link cannot be used")

    def test_a_link_that_has_ended_says_so(self):
        link = self.link("PASSWORD_RESET")
        database = sqlite3.connect(os.environ["HEARTH_DATABASE"], timeout=5)
        self.addCleanup(database.close)
        with database:
            database.execute("UPDATE codes SET expires_at = created_at WHERE email = ?", [EMAIL])
        self.page.goto(link)
        expect(self.page.get_by_role("main")).to_contain_text("has expired")


class Trust(ActionCase):
    def test_nothing_in_the_address_is_markup(self):
        link = self.link("PASSWORD_RESET")
        parts = urllib.parse.urlsplit(link)
        query = dict(urllib.parse.parse_qsl(parts.query))
        for name in ("mode", "oobCode", "apiKey", "lang", "continueUrl", "tenantId", "newPassword", "unknown"):
            with self.subTest(name):
                attack = urllib.parse.urlencode({**query, name: INJECTION})
                self.page.goto(f"{hearth.BASE}{parts.path}?{attack}")
                self.assertEqual(self.page.locator("img, svg").count(), 0)
                button = self.page.get_by_role("button")
                if button.count():
                    self.page.get_by_label("New password").fill("short!")
                    button.click()
                    self.assertEqual(self.page.locator("img, svg").count(), 0)
                    link = self.link("PASSWORD_RESET")
                    query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(link).query))

    def test_nothing_in_an_address_is_markup(self):
        email = "<img/src=x/onerror=injected=1>@example.com"
        created = hearth.admin("accounts", email=email, displayName=INJECTION, photoUrl=INJECTION)
        self.assertEqual(created.status, 200, created.text)
        hearth.user("accounts:sendOobCode", requestType="PASSWORD_RESET", email=email)
        self.page.goto(self.last_link(email))
        expect(self.page.get_by_role("main")).to_contain_text("<img/src=x")
        self.assertEqual(self.page.locator("img").count(), 0)

    def test_a_stranger_cannot_frame_it(self):
        self.assert_not_framed(self.link("VERIFY_EMAIL"))


class Comfort(ActionCase):
    def test_every_page_is_accessible_in_light_and_dark_and_on_a_phone(self):
        pages = [self.link(kind) for kind in Opening.KINDS]
        pages += [hearth.BASE + "/emulator/action", self.change_address()]
        for scheme in ("light", "dark"):
            context = self.new_context(color_scheme=scheme, viewport={"width": 320, "height": 640})
            page = context.new_page()
            for link in pages:
                with self.subTest(f"{scheme} {link}"):
                    page.goto(link)
                    self.assert_accessible(page)
                    self.assert_fits(page)
            context.close()

    def test_it_is_there_at_once(self):
        self.page.goto(self.link("PASSWORD_RESET"))
        timing = self.page.evaluate("performance.getEntriesByType('navigation')[0].toJSON()")
        self.assertLess(timing["transferSize"], 8_192)
        self.assertEqual(self.page.evaluate("performance.getEntriesByType('resource').length"), 0)

    def test_it_works_without_scripts(self):
        context = self.new_context(java_script_enabled=False)
        page = context.new_page()
        page.goto(self.link("VERIFY_EMAIL"))
        page.get_by_role("button", name="Confirm address").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Your address was confirmed")
        context.close()


if __name__ == "__main__":
    import unittest

    unittest.main(verbosity=2)
