"""The users' page in a real browser: filtered, exported, imported, changed by the hundred, by mouse and by keyboard."""

import base64
import csv
import datetime
import hashlib
import hmac
import io
import json
import pathlib
import tempfile
import urllib.parse

from playwright.sync_api import expect

import console_administration_tests as administration
import hearth
from browser import INJECTION, BrowserCase

PASSWORD = "correct horse 42"
# A day in the middle of 2026, as milliseconds, and the day after.
DAY = 1_782_000_000_000
NEXT = DAY + 86_400_000


def person(number, **more):
    return {"localId": f"u{number:03}", "email": f"u{number:03}@example.com", "emailVerified": True,
            "displayName": f"Person {number:03}", "createdAt": str(DAY + number), **more}


def fill(count=0):
    """One user of each kind, and so many plain ones."""
    users = [
        person(900, displayName="Dora Disabled", disabled=True),
        person(901, displayName="Una Unverified", emailVerified=False),
        person(902, displayName="Fay Factor", mfaInfo=[{"mfaEnrollmentId": "one", "phoneInfo": "+15555550191"}]),
        person(903, displayName="Gwen Google", providerUserInfo=[{"providerId": "google.com", "rawId": "g1"}]),
        person(904, displayName="Stan Staff", providerUserInfo=[{"providerId": "oidc.staff", "rawId": "s1"}]),
        person(905, displayName="Clara Claims", customAttributes='{"role":"admin"}', createdAt=str(DAY - 40 * 86_400_000)),
        {"localId": "guest", "createdAt": str(NEXT)},
        *(person(number) for number in range(count)),
    ]
    for start in range(0, len(users), 500):
        answer = hearth.admin("accounts:batchCreate", users=users[start:start + 500])
        assert answer.status == 200 and not answer.json.get("error"), answer.text


def totp(key, seconds):
    """The code of RFC 6238 at a moment."""
    digest = hmac.digest(base64.b32decode(key + "=" * (-len(key) % 8)), (seconds // 30).to_bytes(8, "big"), hashlib.sha1)
    place = digest[-1] & 15
    return f"{(int.from_bytes(digest[place:place + 4], 'big') & 0x7FFFFFFF) % 10**6:06}"


class UsersCase(BrowserCase):
    def open(self, query="", page=None):
        page = page or self.page
        page.goto(f"{hearth.BASE}/console/users{query}")
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator(".bones")).to_have_count(0)
        return page

    def button(self, name, scope=None):
        return (scope or self.page).get_by_role("button", name=name, exact=True)

    def names(self, page=None):
        return (page or self.page).locator("tbody th b")

    def menu(self, item, page=None):
        page = page or self.page
        page.locator("summary[aria-label='More about all users']").click()
        self.button(item, page).click()

    def ids(self):
        return sorted(user["localId"] for user in hearth.send("GET", self.all_users, fields=hearth.OWNER).json.get("users", []))

    all_users = f"/identitytoolkit.googleapis.com/v1/projects/{hearth.PROJECT}/accounts:batchGet?maxResults=1000"

    def assert_told(self, words):
        """The note above the list says what became of a change."""
        expect(self.page.locator(".note[role=status] b")).to_have_text(words)

    def file(self, name, content):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / name).write_text(content)
        return folder / name


class FilterTests(UsersCase):
    def test_narrows_the_list_by_switches_which_stand_in_the_address(self):
        fill()
        self.open()
        expect(self.names()).to_have_count(7)
        for switch, name, word in (("Disabled", "Dora Disabled", "disabled"), ("Unverified", "Una Unverified", "unverified"),
                                   ("Second factor", "Fay Factor", "factor"), ("Guests", "Guest", "guest")):
            with self.subTest(switch=switch):
                self.button(switch).click()
                expect(self.names()).to_have_text([name])
                self.assertIn(f"state={word}", self.page.url)
                expect(self.page.locator(".count")).to_have_text("1 of 7")
                self.button(switch).click()
                expect(self.names()).to_have_count(7)
        self.assertNotIn("state", self.page.url)

    def test_combines_filters_and_takes_them_away_one_by_one(self):
        fill()
        self.open()
        self.page.get_by_role("combobox", name="Signs in with").select_option("Google")
        expect(self.names()).to_have_text(["Gwen Google"])
        self.button("Second factor").click()
        expect(self.page.get_by_text("No user has all that the filters ask for.")).to_be_visible()
        # The address alone says it all.
        self.page.reload()
        expect(self.page.get_by_text("No user has all that the filters ask for.")).to_be_visible()
        self.page.get_by_role("button", name="Google Remove this filter").click()
        expect(self.names()).to_have_text(["Fay Factor"])
        self.button("Clear filters").click()
        expect(self.names()).to_have_count(7)

    def test_asks_for_days_claims_and_other_providers_in_a_sheet(self):
        fill()
        self.open()
        self.button("More filters").click()
        sheet = self.page.get_by_role("dialog")
        sheet.get_by_label("Claim").fill("role")
        self.button("Filter", sheet).click()
        expect(self.names()).to_have_text(["Clara Claims"])
        self.page.get_by_role("button", name="Claim: role").click()
        self.button("More filters").click()
        sheet.get_by_label("Created from").fill("2026-06-01")
        sheet.get_by_label("until").first.fill("2026-06-30")
        sheet.get_by_label("Another provider").fill("oidc.staff")
        self.button("Filter", sheet).click()
        expect(self.names()).to_have_text(["Stan Staff"])
        self.assertIn("created=2026-06-01..2026-06-30", self.page.url)
        self.open("?created=yesterday")
        expect(self.page.get_by_role("alert")).to_contain_text("two moments")

    def test_sorts_by_uid_and_finds_within_what_is_filtered(self):
        fill(3)
        self.open("?state=noFactor")
        self.page.get_by_label("Order").select_option("UID, A to Z")
        expect(self.names().nth(1)).to_have_text("Person 000")
        expect(self.names().first).to_have_text("Guest")
        self.page.get_by_label("Find a user").fill("u90")
        self.page.keyboard.press("Enter")
        expect(self.names()).to_have_count(5)

    def test_shows_in_every_look_what_is_filtered(self):
        fill(60)
        for look, page in self.looks():
            with self.subTest(look=look):
                self.open("?with=password,google.com&state=unverified&created=2026-06-01..2026-06-30&claim=role", page)
                expect(page.get_by_text("No user matches")).to_be_visible()
                self.picture(page, f"console-users-no-match-{look}")
                self.open("?state=noFactor&created=2026-06-01..", page)
                expect(page.get_by_text("1 to 50 of")).to_be_visible()
                self.picture(page, f"console-users-filtered-{look}")
                self.button("More filters", page).click()
                self.picture(page, f"console-users-filter-sheet-{look}")

    def test_is_filtered_by_the_keyboard_alone(self):
        fill()
        self.open()
        self.tab_to(self.button("Disabled"), limit=60)
        self.page.keyboard.press("Space")
        expect(self.names()).to_have_text(["Dora Disabled"])
        self.tab_to(self.button("Clear filters"), limit=60)
        self.page.keyboard.press("Enter")
        expect(self.names()).to_have_count(7)

    def test_makes_no_markup_of_claims_and_names_that_do_harm(self):
        hearth.admin("accounts:batchCreate", users=[person(1, displayName=INJECTION[:200], customAttributes=json.dumps({INJECTION: 1}))])
        self.open(f"?claim={urllib.parse.quote(INJECTION)}&with={urllib.parse.quote('a.' + INJECTION)}&state=x,{urllib.parse.quote(INJECTION)}")
        expect(self.page.get_by_role("alert")).to_be_visible()
        self.assert_clean()
        self.open(f"?claim={urllib.parse.quote(INJECTION)}")
        expect(self.names()).to_have_count(1)
        self.assert_clean()
        self.assert_fits()


class KeyTests(UsersCase):
    def row(self, name):
        return self.page.get_by_role("row").filter(has_text=name)

    def chosen(self):
        return self.page.locator("tbody tr:has(input:checked) th b")

    def test_shift_x_chooses_from_the_row_chosen_last_to_this_one(self):
        fill(8)
        self.open("?order=uid&up=1")
        expect(self.names()).to_have_count(15)
        self.row("Person 001").focus()
        self.page.keyboard.press("x")
        expect(self.chosen()).to_have_text(["Person 001"])
        for _ in range(3):
            self.page.keyboard.press("j")
        expect(self.row("Person 004")).to_be_focused()
        self.page.keyboard.press("Shift+X")
        expect(self.chosen()).to_have_text([f"Person 00{number}" for number in (1, 2, 3, 4)])
        # Upwards too, and by the mouse; what was chosen before stays chosen.
        self.row("Person 006").get_by_role("checkbox").click()
        self.row("Person 005").get_by_role("checkbox").click(modifiers=["Shift"])
        expect(self.page.get_by_text("6 chosen")).to_be_visible()
        self.row("Person 001").focus()
        self.page.keyboard.press("x")
        expect(self.page.get_by_text("5 chosen")).to_be_visible()
        # Nothing was chosen last: the row alone.
        self.row("Person 007").focus()
        self.page.keyboard.press("Shift+X")
        expect(self.page.get_by_text("6 chosen")).to_be_visible()

    def test_keys_copy_the_uid_edit_and_lead_to_the_actions(self):
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        fill()
        self.open()
        # Nothing is chosen yet.
        for key in ("c", "e", ".", "x", "Shift+X"):
            self.page.keyboard.press(key)
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(self.page.get_by_role("complementary")).to_have_count(0)
        expect(self.chosen()).to_have_count(0)
        self.row("Gwen Google").focus()
        self.page.keyboard.press("c")
        self.page.wait_for_function("async () => await navigator.clipboard.readText() === 'u903'")
        self.page.keyboard.press(".")
        drawer = self.page.get_by_role("complementary")
        expect(self.button("Sign in as", drawer)).to_be_focused()
        self.assertIn("/users/u903", self.page.url)
        self.page.keyboard.press("e")
        dialog = self.page.get_by_role("dialog")
        expect(dialog.get_by_label("Name")).to_have_value("Gwen Google")
        dialog.get_by_label("Name").press("c")
        dialog.get_by_label("Name").fill("Gwen G")
        self.button("Save", dialog).click()
        expect(drawer.get_by_role("heading", level=2)).to_have_text("Gwen G")
        self.row("Fay Factor").click()
        expect(drawer.get_by_role("heading", level=2)).to_have_text("Fay Factor")
        self.page.keyboard.press("c")
        self.page.wait_for_function("async () => await navigator.clipboard.readText() === 'u902'")
        find = self.page.get_by_label("Find a user")
        find.press("e")
        expect(find).to_have_value("e")
        expect(dialog).to_have_count(0)
        find.fill("")
        self.page.locator("h1").focus()
        self.page.keyboard.press("?")
        for does in ("Copy the UID", "Edit the chosen user", "Choose the row", "Choose from the row chosen last to this one"):
            expect(dialog.get_by_text(does, exact=True)).to_be_visible()
        self.assert_accessible()


class BulkTests(UsersCase):
    def test_changes_those_that_are_chosen_on_a_page(self):
        fill()
        self.open()
        self.page.get_by_label("Choose Gwen Google").check()
        self.page.get_by_label("Choose Stan Staff").check()
        bar = self.page.get_by_role("region", name="Chosen users")
        expect(bar).to_contain_text("2 chosen")
        self.button("Disable", bar).click()
        self.assert_told("Disabled: 2")
        self.button("Close").click()
        self.button("Disabled").click()
        expect(self.names()).to_have_count(3)

    def test_changes_all_that_match_and_no_other(self):
        fill(230)
        self.open("?state=noFactor&created=2026-06-01..")
        self.page.get_by_label("Choose all on this page").check()
        bar = self.page.get_by_role("region", name="Chosen users")
        expect(bar).to_contain_text("50 chosen")
        self.button("All 235 that match", bar).click()
        self.button("Disable", bar).click()
        self.assert_told("Disabled: 235")
        users = hearth.send("GET", self.all_users, fields=hearth.OWNER).json["users"]
        enabled = sorted(user["localId"] for user in users if not user.get("disabled"))
        self.assertEqual(enabled, ["u902", "u905"])

    def test_deletes_all_that_match_after_the_project_was_typed(self):
        fill(120)
        self.open("?q=u0")
        expect(self.names()).to_have_count(50)
        self.menu("Choose all that match")
        self.button("Delete", self.page.get_by_role("region", name="Chosen users")).click()
        sheet = self.page.get_by_role("dialog")
        self.button("Delete", sheet).click()
        expect(sheet.get_by_role("alert")).to_contain_text("That is another text.")
        sheet.get_by_label("to confirm").fill(hearth.PROJECT)
        self.button("Delete", sheet).click()
        self.assert_told("Deleted: 100")
        self.assertEqual([name for name in self.ids() if name.startswith("u0")], [])
        self.assertEqual(len(self.ids()), 27)

    def test_tells_who_was_not_changed_and_why(self):
        fill()
        self.open()
        self.page.get_by_label("Choose Gwen Google").check()
        self.page.get_by_label("Choose Stan Staff").check()
        # While the page is open, one of them goes; the page hears of it and keeps what was chosen.
        hearth.admin("accounts:delete", localId="u904")
        expect(self.names()).to_have_count(6)
        self.button("Disable", self.page.get_by_role("region", name="Chosen users")).click()
        expect(self.page.get_by_text("Not changed: 1")).to_be_visible()
        expect(self.page.get_by_role("link", name="u904")).to_be_visible()
        self.assert_accessible()

    def test_is_done_by_the_keyboard_alone(self):
        fill()
        self.open("?state=disabled")
        self.tab_to(self.page.get_by_role("row").nth(1), limit=60)
        self.page.keyboard.press("x")
        bar = self.page.get_by_role("region", name="Chosen users")
        for _ in range(30):
            if self.button("Enable", bar).evaluate("node => node === document.activeElement"):
                break
            self.page.keyboard.press("Shift+Tab")
        self.page.keyboard.press("Enter")
        self.assert_told("Enabled: 1")
        expect(self.page.get_by_text("No user matches")).to_be_visible()

    def test_looks_right_while_many_are_chosen(self):
        fill(60)
        for look, page in self.looks():
            with self.subTest(look=look):
                self.open("", page)
                page.get_by_label("Choose all on this page").check()
                expect(page.get_by_text("50 chosen")).to_be_visible()
                self.picture(page, f"console-users-chosen-{look}")


class UndoTests(UsersCase):
    def choose(self, *names):
        for name in names:
            self.page.get_by_label(f"Choose {name}").check()
        return self.page.get_by_role("region", name="Chosen users")

    def bar(self):
        return self.page.get_by_role("region", name="Undo")

    def disabled(self):
        users = hearth.send("GET", self.all_users, fields=hearth.OWNER).json["users"]
        return sorted(user["localId"] for user in users if user.get("disabled"))

    def test_takes_back_a_change_of_those_whose_state_it_changed(self):
        fill()
        self.open()
        self.button("Disable", self.choose("Dora Disabled", "Gwen Google", "Stan Staff")).click()
        expect(self.bar()).to_contain_text("Disabled: 3")
        self.assertEqual(self.disabled(), ["u900", "u903", "u904"])
        self.assert_accessible()
        self.assert_fits()
        self.button("Undo", self.bar()).click()
        expect(self.bar()).to_have_count(0)
        # Who was disabled before stays so.
        self.assertEqual(self.disabled(), ["u900"])
        expect(self.page.locator(".note[role=status]")).to_have_count(0)

    def test_deleted_users_come_back_all_at_once_by_the_keyboard(self):
        fill()
        before = hearth.send("GET", self.all_users, fields=hearth.OWNER).json["users"]
        self.open()
        self.choose("Fay Factor", "Gwen Google")
        self.tab_to(self.button("Delete", self.page.get_by_role("region", name="Chosen users")), limit=60)
        self.page.keyboard.press("Enter")
        expect(self.bar()).to_contain_text("Deleted: 2")
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        expect(self.names()).to_have_count(5)
        self.page.keyboard.press("Control+z")
        expect(self.bar()).to_have_count(0)
        expect(self.names()).to_have_count(7)
        self.assertEqual(hearth.send("GET", self.all_users, fields=hearth.OWNER).json["users"], before)

    def test_a_second_try_after_a_lost_answer_finds_what_is_back(self):
        fill()
        self.open()
        self.button("Delete", self.choose("Fay Factor", "Gwen Google")).click()
        expect(self.bar()).to_be_visible()

        def lose(route):
            route.fetch()
            route.abort()

        self.page.route("**/accounts:restore", lose, times=1)
        self.button("Undo", self.bar()).click()
        expect(self.bar().get_by_role("alert")).to_contain_text("The server does not answer")
        self.button("Undo", self.bar()).click()
        expect(self.bar()).to_have_count(0)
        self.assertEqual(self.ids(), ["guest", "u900", "u901", "u902", "u903", "u904", "u905"])

    def test_names_what_does_not_come_back_and_keeps_to_that(self):
        fill()
        self.open()
        self.button("Delete", self.choose("Fay Factor", "Gwen Google")).click()
        expect(self.bar()).to_be_visible()
        hearth.admin("accounts", localId="other", email="u902@example.com")
        self.button("Undo", self.bar()).click()
        expect(self.bar().get_by_role("alert")).to_contain_text("Taken back: 1. Not taken back: 1.")
        self.assertIn("u903", self.ids())
        self.assertNotIn("u902", self.ids())
        hearth.admin("accounts:delete", localId="other")
        self.button("Undo", self.bar()).click()
        expect(self.bar()).to_have_count(0)
        self.assertIn("u902", self.ids())

    def test_offers_none_for_more_than_fifty(self):
        fill(50)
        self.open()
        self.page.get_by_label("Choose all on this page").check()
        bar = self.page.get_by_role("region", name="Chosen users")
        self.button("All 57 that match", bar).click()
        self.button("Disable", bar).click()
        self.assert_told("Disabled: 57")
        expect(self.bar()).to_have_count(0)
        self.button("Enable", self.choose("Guest")).click()
        expect(self.bar()).to_contain_text("Enabled: 1")


class TableTests(UsersCase):
    def heads(self):
        return self.page.locator("thead th:visible:not(.tick)")

    def summary(self):
        return self.page.locator("summary[aria-label='Columns and density']")

    def box(self, name, role="checkbox"):
        return self.page.locator(".choices-menu").get_by_role(role, name=name, exact=True)

    def test_columns_are_chosen_by_the_keyboard_and_kept(self):
        fill()
        self.open()
        expect(self.heads()).to_have_text(["User", "Signs in with", "Last sign-in", "State"])
        self.tab_to(self.summary(), limit=60)
        self.page.keyboard.press("Enter")
        expect(self.box("User")).to_be_disabled()
        expect(self.box("User")).to_be_checked()
        self.tab_to(self.box("UID"), limit=20)
        self.page.keyboard.press("Space")
        expect(self.heads()).to_have_text(["User", "Signs in with", "Last sign-in", "UID", "State"])
        expect(self.page.get_by_role("cell", name="u902", exact=True)).to_be_visible()
        self.assert_accessible()
        self.assert_fits()
        for name in ("Signs in with", "Last sign-in", "State"):
            self.box(name).press("Space")
        self.box("Second factors").press("Space")
        expect(self.heads()).to_have_text(["User", "Second factors", "UID"])
        self.page.keyboard.press("Escape")
        expect(self.summary()).to_be_focused()
        expect(self.box("UID")).to_be_hidden()
        self.page.reload()
        expect(self.heads()).to_have_text(["User", "Second factors", "UID"])
        self.page.get_by_role("row").filter(has_text="Fay Factor").click()
        expect(self.page.get_by_role("complementary")).to_be_visible()
        expect(self.heads()).to_have_text(["User"])
        self.page.keyboard.press("Escape")
        # A telephone shows what it always shows.
        self.open()
        self.page.set_viewport_size({"width": 390, "height": 844})
        expect(self.heads()).to_have_text(["User", "State"])
        self.page.set_viewport_size({"width": 1280, "height": 800})
        self.summary().press("Enter")
        for name in ("Second factors", "UID"):
            self.box(name).press("Space")
        expect(self.heads()).to_have_text(["User"])
        self.page.reload()
        expect(self.heads()).to_have_text(["User"])
        self.summary().press("Enter")
        self.button("Standard").click()
        expect(self.heads()).to_have_text(["User", "Signs in with", "Last sign-in", "State"])

    def test_rows_stand_closer_where_that_was_chosen_but_not_on_a_telephone(self):
        fill()

        def height(page):
            return page.get_by_role("row").filter(has_text="Fay Factor").bounding_box()["height"]

        self.open()
        wide = height(self.page)
        self.summary().click()
        self.box("Compact", "radio").check()
        expect(self.page.locator("table.compact")).to_be_visible()
        self.assertLess(height(self.page), wide - 8)
        self.page.reload()
        expect(self.page.locator("table.compact")).to_be_visible()
        expect(self.names()).to_have_count(7)
        self.page.set_viewport_size({"width": 390, "height": 844})
        close = height(self.page)
        context = self.new_context(viewport={"width": 390, "height": 844})
        page = self.open(page=context.new_page())
        expect(self.names(page)).to_have_count(7)
        self.assertEqual(close, height(page))
        context.close()

    def test_shows_the_user_whatever_the_browser_has_kept(self):
        fill()
        for kept in ("", ",,", "nonsense", "<img src=x onerror=injected=1>"):
            self.open()
            self.page.evaluate("kept => { localStorage.setItem('hearth.users.columns', kept); localStorage.setItem('hearth.users.density', kept); }", kept)
            self.page.reload()
            expect(self.names()).to_have_count(7)
            expect(self.heads()).to_have_text(["User"])

    def test_looks_right_with_other_columns_and_a_menu(self):
        fill(20)
        for look, page in self.looks():
            with self.subTest(look=look):
                self.open("", page)
                if "desk" in look:
                    page.locator("summary[aria-label='Columns and density']").click()
                    page.locator(".choices-menu").get_by_role("radio", name="Compact").check()
                    page.locator(".choices-menu").get_by_role("checkbox", name="UID").check()
                self.picture(page, f"console-users-columns-{look}")


class LaterTests(UsersCase):
    def test_says_what_cannot_be_fetched_and_goes_on_when_it_can(self):
        fill()
        for part, act in (("userexport", lambda: self.menu("Export users")), ("userimport", lambda: self.menu("Import users"))):
            with self.subTest(part=part):
                self.page.route(f"**/parts/{part}.js", lambda route: route.abort())
                self.open()
                act()
                expect(self.page.get_by_role("alert")).to_contain_text("The server does not answer")
                self.page.unroute(f"**/parts/{part}.js")
                act()
                expect(self.page.get_by_role("dialog")).to_be_visible()
                expect(self.page.get_by_role("alert")).to_have_count(0)
                self.page.keyboard.press("Escape")

    def test_a_part_that_is_shown_at_once_can_be_fetched_again(self):
        fill()
        for part, act, shown in (
            ("user", lambda: self.page.get_by_role("row").filter(has_text="Fay Factor").click(),
             lambda: self.page.get_by_role("complementary").get_by_role("heading", name="Fay Factor")),
            ("bulk", lambda: self.page.get_by_label("Choose Gwen Google").check(),
             lambda: self.page.get_by_role("region", name="Chosen users")),
        ):
            with self.subTest(part=part):
                self.page.route(f"**/parts/{part}.js", lambda route: route.abort())
                self.open()
                act()
                expect(self.page.get_by_role("alert")).to_contain_text("The server does not answer")
                self.page.unroute(f"**/parts/{part}.js")
                self.button("Try again").click()
                expect(shown()).to_be_visible()
                expect(self.page.get_by_role("alert")).to_have_count(0)


class FileTests(UsersCase):
    def export(self, kind, page=None):
        page = page or self.page
        self.menu("Export users", page)
        sheet = page.get_by_role("dialog")
        sheet.get_by_label(kind).check()
        with page.expect_download() as download:
            self.button("Export", sheet).click()
        return pathlib.Path(download.value.path()).read_text()

    def test_exports_what_is_listed_as_firebase_has_it(self):
        fill()
        hearth.admin("accounts:update", localId="u903", password=PASSWORD)
        self.open("?with=google.com")
        users = json.loads(self.export("JSON"))["users"]
        self.assertEqual([user["localId"] for user in users], ["u903"])
        self.assertEqual(users[0]["providerUserInfo"][0]["providerId"], "google.com")
        self.assertIn("passwordHash", users[0])
        self.assertEqual(users[0]["createdAt"], str(DAY + 903))

    def test_exports_cells_that_are_no_formulas(self):
        names = ["=1+1", "+1", "-1", "@a", "\tx", "a,\"b\"\nc"]
        hearth.admin("accounts:batchCreate", users=[person(k, displayName=name) for k, name in enumerate(names)])
        self.open()
        rows = list(csv.DictReader(io.StringIO(self.export("CSV"), newline="")))
        self.assertEqual([row["displayName"] for row in rows], ["'=1+1", "'+1", "'-1", "'@a", "'\tx", 'a,"b"\nc'])

    def test_imports_a_file_after_every_row_was_checked(self):
        hearth.admin("accounts:batchCreate", users=[person(1)])
        rows = [person(2), person(1), person(3, phoneNumber="12"), person(2), person(4, surprise=True)]
        path = self.file("users.json", '{"users": [\n' + ",\n".join(map(json.dumps, rows)) + "\n]}")
        self.open()
        self.menu("Import users")
        sheet = self.page.get_by_role("dialog")
        sheet.locator("input[type=file]").set_input_files(path)
        expect(sheet).to_contain_text("Can be imported: 1 · Cannot be imported: 4")
        for line, words in ((3, "localId belongs to an existing account"), (4, "phone number"),
                            (5, "stands in line 2 already"), (6, "Unknown members: surprise")):
            expect(sheet.get_by_role("listitem").filter(has_text=f"Line {line}")).to_contain_text(words)
        self.assertEqual(self.ids(), ["u001"])
        self.assert_accessible()
        self.button("Import users: 1", sheet).click()
        expect(sheet).to_have_count(0)
        expect(self.names()).to_have_count(2)
        self.assertEqual(self.ids(), ["u001", "u002"])

    def test_imports_what_it_exported(self):
        users = [person(k, displayName=name) for k, name in enumerate(["=1+1", "a,\"b\"\nc", "Ünï"])]
        users[0]["providerUserInfo"] = [{"providerId": "google.com", "rawId": "g1"}]
        hearth.admin("accounts:batchCreate", users=users)
        hearth.admin("accounts:update", localId="u000", password=PASSWORD)
        for kind in ("JSON", "CSV"):
            with self.subTest(kind=kind):
                self.open()
                path = self.file(f"users.{kind.lower()}", self.export(kind))
                hearth.clear()
                self.open()
                self.menu("Import users")
                self.page.get_by_role("dialog").locator("input[type=file]").set_input_files(path)
                self.button("Import users: 3", self.page.get_by_role("dialog")).click()
                expect(self.names()).to_have_count(3)
                found = hearth.admin("accounts:lookup", localId=["u000", "u001", "u002"]).json["users"]
                self.assertEqual([user["displayName"] for user in found], ["=1+1", "a,\"b\"\nc", "Ünï"])
                self.assertEqual(found[0]["createdAt"], str(DAY))
                answer = hearth.user("accounts:signInWithPassword", email="u000@example.com", password=PASSWORD)
                self.assertEqual(answer.status, 200)

    def test_says_what_is_stored_when_an_import_breaks_off(self):
        path = self.file("users.json", json.dumps({"users": [person(k) for k in range(450)]}))
        self.open()
        self.menu("Import users")
        sheet = self.page.get_by_role("dialog")
        sheet.locator("input[type=file]").set_input_files(path)
        expect(sheet).to_contain_text("Can be imported: 450")
        calls = []

        def fail(route):
            calls.append(route)
            route.continue_() if len(calls) != 2 else route.fulfill(status=503, json={"error": {"message": "busy", "status": "X"}})

        self.page.route("**/accounts:batchCreate", fail)
        self.button("Import users: 450", sheet).click()
        expect(sheet.get_by_role("alert")).to_contain_text("Imported: 200. Of the rows from line 1 on it is not known: busy")
        self.assertEqual(len(self.ids()), 200)
        # The second try sends the rest, and no row twice.
        self.button("Import users: 250", sheet).click()
        expect(sheet).to_have_count(0)
        self.assertEqual(len(self.ids()), 450)

    def test_refuses_files_that_hold_no_users(self):
        self.open()
        self.menu("Import users")
        sheet = self.page.get_by_role("dialog")
        for name, content, words in (("a.json", "{", "no JSON"), ("b.json", "[]", "no users"), ("c.json", '{"a": 1}', "no list"),
                                     ("d.csv", "localId,surprise\nx,1\n", "Unknown columns: surprise"),
                                     ("e.csv", 'localId\n"x', "never closed")):
            with self.subTest(name=name):
                sheet.locator("input[type=file]").set_input_files(self.file(name, content))
                expect(sheet.get_by_role("alert")).to_contain_text(words)
        self.assertEqual(self.ids(), [])

    def test_looks_right_and_is_closed_by_the_keyboard(self):
        fill()
        rows = [person(2), person(3, phoneNumber="12", displayName=INJECTION[:100]), {"localId": INJECTION[:60], "x" * 300: 1}]
        path = self.file("users.json", json.dumps({"users": rows}))
        for look, page in self.looks():
            with self.subTest(look=look):
                self.open("", page)
                page.locator("summary[aria-label='More about all users']").click()
                self.picture(page, f"console-users-menu-{look}")
                self.button("Export users", page).click()
                self.picture(page, f"console-users-export-{look}")
                page.keyboard.press("Escape")
                expect(page.get_by_role("dialog")).to_have_count(0)
                self.menu("Import users", page)
                page.get_by_role("dialog").locator("input[type=file]").set_input_files(path)
                expect(page.get_by_role("dialog")).to_contain_text("Cannot be imported: 2")
                self.picture(page, f"console-users-import-{look}")
                self.assert_clean(page)


class CodeTests(UsersCase):
    def test_shows_the_code_of_an_authenticator_app_by_the_moved_clock(self):
        base = f"/identitytoolkit.googleapis.com/v2/projects/{hearth.PROJECT}/config?updateMask=mfa"
        mfa = {"state": "ENABLED", "providerConfigs": [{"state": "ENABLED", "totpProviderConfig": {}}]}
        self.assertEqual(hearth.send("PATCH", base, {"mfa": mfa}, hearth.OWNER).status, 200)
        hearth.admin("accounts", localId="ada", email="ada@example.com", emailVerified=True, password=PASSWORD)
        token = hearth.user("accounts:signInWithPassword", email="ada@example.com", password=PASSWORD,
                            returnSecureToken=True).json["idToken"]
        started = hearth.user("accounts/mfaEnrollment:start", "v2", idToken=token, totpEnrollmentInfo={}).json["totpSessionInfo"]
        clock = f"/emulator/v1/projects/{hearth.PROJECT}/clock"
        try:
            # A clock that stands still: the code cannot change while it is looked at.
            hearth.send("PATCH", clock, {"frozen": True}, hearth.OWNER)
            now = self.seconds(hearth.send("GET", clock, fields=hearth.OWNER).json)
            finished = hearth.user("accounts/mfaEnrollment:finalize", "v2", idToken=token, totpVerificationInfo={
                "sessionInfo": started["sessionInfo"], "verificationCode": totp(started["sharedSecretKey"], now)})
            self.assertEqual(finished.status, 200, finished.text)
            self.open("/ada")
            shown = self.page.locator(".appcode code")
            expect(shown).to_have_text(totp(started["sharedSecretKey"], now))
            expect(self.page.locator(".appcode")).to_contain_text("used")
            hearth.send("PATCH", clock, {"advanceSeconds": 3600, "frozen": True}, hearth.OWNER)
            expect(shown).to_have_text(totp(started["sharedSecretKey"], now + 3600))
            self.assert_accessible()
        finally:
            hearth.send("PATCH", clock, {"offset": 0, "frozen": False}, hearth.OWNER)

    def seconds(self, clock):
        return int(datetime.datetime.fromisoformat(clock["now"]).timestamp())


class AdministratorTests(administration.AdministrationCase):
    """The same page of a server for real users."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        administration.setUpModule()
        cls.addClassCleanup(administration.tearDownModule)
        for number in range(3):
            administration.administer("accounts", localId=f"u{number}", email=f"u{number}@example.com", password=PASSWORD)

    def open(self, query=""):
        self.page.goto(f"{administration.server.console}/console/users{query}")
        expect(self.page.locator("tbody tr")).to_have_count(3)

    menu = "summary[aria-label='More about all users']"

    def test_an_owner_proves_again_exports_without_hashes_and_the_audit_says_so(self):
        self.enroll("ada@admin.example", "owner")
        self.open("?state=unverified")
        refused = {"error": {"code": 403, "status": "RECENT_PROOF_REQUIRED", "message": "Prove again."}}
        asked = []

        def refuse_once(route):
            asked.append(route.request)
            route.fulfill(status=403, json=refused) if len(asked) == 1 else route.continue_()

        # As if five minutes were over.
        self.page.route("**/console/v1/users:export", refuse_once)
        self.page.locator(self.menu).click()
        self.press("Export users")
        sheet = self.page.get_by_role("dialog", name="Export users")
        self.assertFalse(sheet.get_by_label("With password hashes").is_checked())
        with self.page.expect_download() as download:
            self.press("Export", sheet)
            proof = self.page.get_by_role("dialog", name="Prove that it is you")
            proof.get_by_label("Password", exact=True).fill(administration.PASSWORD)
            proof.get_by_label("Code of your authenticator app").fill(self.code("ada@admin.example"))
            self.press("Confirm", proof)
        users = json.loads(pathlib.Path(download.value.path()).read_text())["users"]
        self.assertEqual([user["localId"] for user in users], ["u0", "u1", "u2"])
        self.assertFalse(any("passwordHash" in user for user in users))
        self.page.get_by_label("Choose all on this page").check()
        self.press("Sign out", self.page.get_by_role("region", name="Chosen users"))
        expect(self.page.locator(".note[role=status] b")).to_have_text("Signed out: 3")
        self.page.get_by_role("link", name="Audit").first.click()
        for action in ("ExportUsers", "SignOutUsers"):
            expect(self.page.get_by_role("row").filter(has_text=action)).to_have_count(1)
        self.assert_accessible()

    def test_a_viewer_filters_and_is_offered_no_change(self):
        self.enroll("grace@admin.example", "viewer")
        self.open("?state=unverified")
        expect(self.page.locator(self.menu)).to_have_count(0)
        self.page.get_by_label("Choose all on this page").check()
        expect(self.page.get_by_role("region", name="Chosen users")).to_have_count(0)
        self.assertNotIn("u0@example.com", self.page.content())
