"""The sign-in page and its relay, clicked through in a real browser by an app of another origin."""

import urllib.parse
import uuid

from playwright.sync_api import Error, expect

import hearth
from browser import INJECTION, BrowserCase

ADA = {"sub": "ada-1", "email": "ada@example.com", "name": "Ada", "email_verified": True}


class WidgetCase(BrowserCase):
    def open_app(self, **query):
        """Opens the app and waits until its relay has said that nothing is going on."""
        query = urllib.parse.urlencode({"backend": hearth.BASE, **query})
        self.page.goto(f"{self.app.url}/app.html?{query}")
        expect(self.page.locator("#outcome")).to_have_attribute("data-state", "ready")

    def open_popup(self):
        with self.page.expect_popup() as opening:
            self.page.click("#popup")
        return opening.value

    def outcome(self, state="signed-in"):
        expect(self.page.locator("#outcome")).to_have_attribute("data-state", state)
        return self.page.evaluate("result")

    def hand_over(self, id_token):
        """Gives the app the session of somebody who is signed in already."""
        self.page.evaluate("token => sessionStorage.setItem('idToken', token)", id_token)

    def new_account(self, widget, email, name=None, **more):
        widget.click(".js-new-account button")
        widget.fill("#email-input", email)
        for field, value in {"display-name": name, **more}.items():
            if value:
                widget.fill(f"#{field}-input", value)
        self.finish(widget, lambda: widget.click("#sign-in"))

    @staticmethod
    def finish(widget, act):
        """Does what signs in: a popup may be closed before its browser has said that it is done."""
        try:
            act()
        except Error:
            if not widget.is_closed():
                raise


class Popup(WidgetCase):
    def test_a_new_account_signs_in(self):
        self.open_app()
        self.assertTrue(self.page.evaluate("hasWebStorage"))
        widget = self.open_popup()
        self.new_account(widget, "ada@example.com", "Ada", **{"screen-name": "ada", "profile-photo": "https://a/b.png"})
        result = self.outcome()
        self.assertEqual(result["event"]["type"], "signInViaPopup")
        self.assertTrue(result["answer"]["isNewUser"])
        info = hearth.look_up(result["answer"]["idToken"])["providerUserInfo"][0]
        self.assertEqual(
            (info["email"], info["displayName"], info["screenName"], info["photoUrl"]),
            ("ada@example.com", "Ada", "ada", "https://a/b.png"),
        )
        self.assertTrue(widget.is_closed())

    def test_an_account_that_was_used_before_signs_in_again(self):
        known = hearth.sign_in_with_provider(ADA).json
        self.open_app()
        widget = self.open_popup()
        self.finish(widget, lambda: widget.click(".js-reuse-account button"))
        answer = self.outcome()["answer"]
        self.assertEqual(answer["localId"], known["localId"])
        self.assertFalse(answer.get("isNewUser", False))

    def test_the_keyboard_is_enough(self):
        self.open_app()
        self.page.locator("#popup").focus()
        with self.page.expect_popup() as opening:
            self.page.keyboard.press("Enter")
        widget = opening.value
        self.tab_to(widget.locator(".js-new-account button"))
        widget.keyboard.press("Enter")
        expect(widget.locator("#email-input")).to_be_focused()
        widget.keyboard.type("grace@example.com")
        self.tab_to(widget.locator("#display-name-input"))
        widget.keyboard.type("Grace")
        self.finish(widget, lambda: widget.keyboard.press("Enter"))
        self.assertEqual(self.outcome()["answer"]["email"], "grace@example.com")

    def test_back_returns_to_the_list_and_the_list_has_the_focus(self):
        self.open_app()
        widget = self.open_popup()
        widget.click(".js-new-account button")
        expect(widget.locator("#accounts-list")).to_be_hidden()
        widget.click("#back-button")
        expect(widget.locator("#main-form")).to_be_hidden()
        expect(widget.locator(".js-new-account button")).to_be_focused()

    def test_somebody_is_made_up(self):
        self.open_app()
        widget = self.open_popup()
        widget.click(".js-new-account button")
        widget.click("#autogen-button")
        email = widget.input_value("#email-input")
        self.assertRegex(email, r"@example\.com$")
        self.finish(widget, lambda: widget.click("#sign-in"))
        self.assertEqual(self.outcome()["answer"]["email"], email)

    def test_an_address_that_is_none_is_complained_about(self):
        self.open_app()
        widget = self.open_popup()
        widget.click(".js-new-account button")
        expect(widget.locator("#sign-in")).to_be_disabled()
        widget.fill("#email-input", "nobody")
        expect(widget.get_by_role("alert")).to_have_count(0)
        widget.locator("#email-input").blur()
        expect(widget.get_by_role("alert")).to_have_text("The address has no @.")
        expect(widget.locator("#email-input")).to_have_attribute("aria-invalid", "true")
        widget.fill("#email-input", "nobody@example.com")
        expect(widget.locator("#sign-in")).to_be_enabled()

    def test_an_unverified_address_stays_unverified(self):
        self.open_app()
        widget = self.open_popup()
        widget.click(".js-new-account button")
        widget.uncheck("#email-verified-input")
        widget.fill("#email-input", "ada@example.com")
        self.finish(widget, lambda: widget.click("#sign-in"))
        self.assertFalse(hearth.look_up(self.outcome()["answer"]["idToken"])["emailVerified"])

    def test_a_popup_whose_app_is_gone_says_so(self):
        self.open_app()
        widget = self.open_popup()
        self.page.goto("about:blank")
        widget.click(".js-new-account button")
        widget.fill("#email-input", "ada@example.com")
        widget.click("#sign-in")
        expect(widget.locator("#trouble")).to_contain_text("cannot be found")


class Redirect(WidgetCase):
    def test_a_new_account_signs_in(self):
        self.open_app()
        self.page.click("#redirect")
        self.new_account(self.page, "ada@example.com", "Ada")
        result = self.outcome()
        self.assertEqual(result["event"]["type"], "signInViaRedirect")
        self.assertTrue(result["answer"]["isNewUser"])

    def test_the_outcome_is_delivered_once(self):
        self.open_app()
        self.page.click("#redirect")
        self.new_account(self.page, "ada@example.com")
        self.outcome()
        self.page.reload()
        self.outcome("ready")

    def test_whoever_goes_back_is_not_signed_in(self):
        self.open_app()
        self.page.click("#redirect")
        expect(self.page.locator("h1")).to_have_text("Sign in with Google")
        self.page.go_back()
        self.assertEqual(self.outcome("ready"), {"type": "unknown", "error": {"code": "auth/no-auth-event"}})


class Purposes(WidgetCase):
    """What the page is used for besides signing in."""

    def test_a_provider_is_linked_to_the_account_that_is_signed_in(self):
        guest = hearth.sign_up()
        for way in ("popup", "redirect"):
            with self.subTest(way):
                provider = {"popup": "google.com", "redirect": "apple.com"}[way]
                self.open_app(kind="link", provider=provider)
                self.hand_over(guest["idToken"])
                widget = self.open_popup() if way == "popup" else self.page
                if way == "redirect":
                    self.page.click("#redirect")
                self.new_account(widget, f"{way}@example.com")
                result = self.outcome()
                self.assertEqual(result["event"]["type"], f"linkVia{way.capitalize()}")
                self.assertEqual(result["answer"]["localId"], guest["localId"])

    def test_somebody_who_is_signed_in_proves_it_again(self):
        known = hearth.sign_in_with_provider(ADA).json
        self.open_app(kind="reauth")
        widget = self.open_popup()
        self.finish(widget, lambda: widget.click(".js-reuse-account button"))
        result = self.outcome()
        self.assertEqual(result["event"]["type"], "reauthViaPopup")
        self.assertEqual(result["answer"]["localId"], known["localId"])

    def test_a_tenant_has_accounts_of_its_own(self):
        hearth.sign_in_with_provider(ADA)
        tenant = f"tenant-{uuid.uuid4().hex[:8]}"
        self.open_app(tenant=tenant)
        widget = self.open_popup()
        expect(widget.locator(".js-reuse-account")).to_have_count(0)
        self.new_account(widget, "ada@example.com")
        result = self.outcome()
        self.assertEqual(result["event"]["tenantId"], tenant)
        account = hearth.user("accounts:lookup", idToken=result["answer"]["idToken"], tenantId=tenant).json
        self.assertEqual(account["users"][0]["tenantId"], tenant)

    def test_a_saml_provider_hands_over_an_assertion(self):
        self.open_app(provider="saml.example")
        self.new_account(self.open_popup(), "ada@example.com")
        answer = self.outcome()["answer"]
        self.assertEqual((answer["providerId"], answer["email"]), ("saml.example", "ada@example.com"))


class Apps(WidgetCase):
    """The ways back into an app on a phone, which a browser on a desk can only try to go."""

    def leave(self, **query):
        """Signs in and returns the address to which the page goes, with all that is behind its #."""
        page, targets = self.context.new_page(), []
        session = self.context.new_cdp_session(page)
        session.send("Page.enable")
        session.on("Page.frameRequestedNavigation", lambda event: targets.append(event["url"]))
        query = {
            "apiKey": hearth.KEY,
            "authType": "signInWithRedirect",
            "providerId": "google.com",
            "eventId": "event-1",
            **query,
        }
        page.goto(f"{hearth.BASE}/emulator/auth/handler?{urllib.parse.urlencode(query)}")
        with page.expect_request(lambda request: not request.url.startswith("http")):
            self.new_account(page, "ada@example.com")
        return targets[-1]

    def assert_signs_in(self, url_response):
        """What the app gets is what signInWithIdp takes."""
        answer = hearth.user("accounts:signInWithIdp", requestUri=url_response, returnSecureToken=True)
        self.assertEqual(answer.json["email"], "ada@example.com")

    def test_apple_apps_are_opened_by_their_scheme(self):
        for query, start in (
            (
                {"clientId": "123-abc.apps.googleusercontent.com"},
                "com.googleusercontent.apps.123-abc://firebaseauth/link",
            ),
            ({"appId": "1:23:ios:45"}, "app-1-23-ios-45://firebaseauth/link"),
            ({}, "com.example.app://google/link"),
        ):
            with self.subTest(start):
                target = self.leave(ibi="com.example.app", **query)
                self.assertEqual(target.split("?")[0], start)
                inner = urllib.parse.parse_qs(urllib.parse.urlsplit(target).query)["deep_link_id"][0]
                self.assertEqual(urllib.parse.urlsplit(inner).path, "/__/auth/callback")
                carried = urllib.parse.parse_qs(urllib.parse.urlsplit(inner).query)
                self.assertEqual((carried["authType"], carried["eventId"]), (["signInWithRedirect"], ["event-1"]))
                self.assert_signs_in(carried["link"][0])

    def test_android_apps_are_opened_by_an_intent(self):
        target = self.leave(apn="com.example.app")
        self.assertTrue(target.startswith("intent://firebase.auth/#Intent;scheme=genericidp;package=com.example.app;"))
        extras = dict(part.split("=", 1) for part in target.split(";") if part.startswith("S."))
        self.assertEqual((extras["S.authType"], extras["S.eventId"]), ("signInWithRedirect", "event-1"))
        self.assertIn("B.encryptionEnabled=false", target)
        self.assert_signs_in(urllib.parse.unquote(extras["S.link"]))


class Trust(WidgetCase):
    BASE = {"apiKey": hearth.KEY, "appName": "app", "authType": "signInViaPopup", "providerId": "google.com"}

    def goto(self, page="handler", **query):
        return self.page.goto(f"{hearth.BASE}/emulator/auth/{page}?{urllib.parse.urlencode({**self.BASE, **query})}")

    def test_nothing_that_is_stored_is_markup(self):
        hearth.sign_in_with_provider(
            {
                "sub": INJECTION,
                "email": "ada@example.com",
                "name": INJECTION,
                "screen_name": INJECTION,
                "picture": f"javascript:injected=1//{INJECTION}",
            }
        )
        self.assert_locked(self.goto())
        expect(self.page.locator(".js-reuse-account")).to_contain_text("<img src=x")
        self.assert_clean()

    def test_nothing_in_the_address_is_markup(self):
        for name in (
            "apiKey",
            "appName",
            "authType",
            "providerId",
            "eventId",
            "tid",
            "redirectUrl",
            "clientId",
            "appId",
            "apn",
            "ibi",
            "scopes",
            "customParameters",
            "v",
            "error",
        ):
            for page in ("handler", "iframe"):
                with self.subTest(f"{page} {name}"):
                    self.goto(page, **{name: INJECTION})
                    self.assert_clean()

    def test_no_script_but_its_own_runs(self):
        self.goto()
        self.expected = "script-src"
        with self.page.expect_console_message(lambda message: self.expected in message.text):
            self.page.evaluate("""() => {
                const script = document.createElement('script');
                script.textContent = 'injected = 1';
                document.body.append(script);
            }""")

    def test_it_follows_no_deceitful_address(self):
        for url in (
            "//evil.example",
            "https://localhost@evil.example",
            "javascript:injected=1",
            "data:text/html,<script>injected=1</script>",
            "http:\\\\evil.example",
        ):
            with self.subTest(url):
                response = self.goto(authType="signInViaRedirect", redirectUrl=url)
                self.assertEqual(response.status, 400)
                self.assert_locked(response)

    def test_a_stranger_cannot_frame_it(self):
        self.assert_not_framed(f"{hearth.BASE}/emulator/auth/handler?{urllib.parse.urlencode(self.BASE)}")

    def test_a_forged_message_is_not_relayed(self):
        self.open_app()
        forged = {"type": "signInViaPopup", "eventId": "1", "urlResponse": "http://localhost/?id_token={}"}
        self.page.evaluate(
            "message => frames[0].postMessage(message, '*')",
            {"eventType": "sendAuthEvent", "data": {"storageKey": f"{hearth.KEY}:app", "authEvent": forged}},
        )
        self.page.evaluate("new Promise(done => setTimeout(done))")
        self.assertEqual(self.page.evaluate("result"), {"type": "unknown", "error": {"code": "auth/no-auth-event"}})


class Comfort(WidgetCase):
    URL = f"{hearth.BASE}/emulator/auth/handler?{urllib.parse.urlencode(Trust.BASE)}"
    LONG = {"sub": "2", "name": "W" * 60, "email": "a-rather-long-address-of-a-person@a-rather-long-host.example.com"}

    def test_each_state_in_each_look(self):
        for look, page in self.looks():
            with self.subTest(look):
                hearth.clear()
                page.goto(self.URL)
                self.picture(page, f"provider-empty-{look}")
                hearth.sign_in_with_provider(ADA)
                hearth.sign_in_with_provider(self.LONG)
                page.goto(self.URL)
                self.picture(page, f"provider-list-{look}")
                page.click(".js-new-account button")
                page.fill("#email-input", "x")
                page.locator("#email-input").blur()
                expect(page.get_by_role("alert")).to_be_visible()
                page.locator("#email-input").focus()
                self.picture(page, f"provider-form-{look}")
                page.goto(f"{hearth.BASE}/emulator/auth/handler?apiKey=x")
                expect(page.locator("main.fail")).to_be_visible()
                self.picture(page, f"provider-stopped-{look}")

    def test_the_window_that_the_official_client_opens_shows_every_button(self):
        for number in range(30):
            hearth.sign_in_with_provider({"sub": str(number), "name": f"Person {number}"})
        for language in ("en", "de", "fr", "es", "ja", "ar"):
            with self.subTest(language):
                context = self.new_context(viewport={"width": 500, "height": 600})
                page = context.new_page()
                page.goto(f"{self.URL}&hl={language}")
                self.picture(page, f"provider-window-list-{language}")
                self.assert_in_view(page, ".js-new-account button")
                page.click(".js-new-account button")
                page.fill("#email-input", "x")
                page.locator("#email-input").blur()
                self.picture(page, f"provider-window-form-{language}")
                for button in ("#sign-in", "#back-button", "#autogen-button"):
                    self.assert_in_view(page, button)
                context.close()

    def assert_in_view(self, page, selector):
        """An element is seen without scrolling."""
        box, size = page.locator(selector).bounding_box(), page.viewport_size
        self.assertGreaterEqual(box["y"], 0)
        self.assertLessEqual(box["y"] + box["height"], size["height"], selector)

    def test_a_narrow_telephone_shows_everything(self):
        hearth.sign_in_with_provider(self.LONG)
        context = self.new_context(viewport={"width": 320, "height": 640})
        page = context.new_page()
        page.goto(self.URL)
        self.picture(page, "provider-list-narrow")
        page.click(".js-new-account button")
        self.picture(page, "provider-form-narrow")
        context.close()

    def test_the_app_chooses_the_language_and_then_the_browser(self):
        context = self.new_context(locale="de-DE")
        page = context.new_page()
        page.goto(self.URL)
        expect(page.get_by_role("heading", level=1)).to_have_text("Mit Google anmelden")
        custom = urllib.parse.quote('{"hl":"fr"}')
        page.goto(f"{self.URL}&customParameters={custom}")
        expect(page.get_by_role("heading", level=1)).to_have_text("Se connecter avec Google")
        context.close()


if __name__ == "__main__":
    import unittest

    unittest.main(verbosity=2)
