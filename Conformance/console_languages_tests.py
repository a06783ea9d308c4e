"""The console in the six languages of the models' texts: every page, both directions, the choice, and what numbers do to words."""

import pathlib
import re
import tempfile

from playwright.sync_api import expect

import hearth
import production
from browser import IS_LONG, SIZES, BrowserCase, looks_of

# Each language with its own name, the heading of the page of users, and the title of the sign-in page.
LANGUAGES = {
    "en": ("English", "Users", "Sign in to the console"),
    "de": ("Deutsch", "Personen", "An der Konsole anmelden"),
    "fr": ("Français", "Utilisateurs", "Se connecter à la console"),
    "es": ("Español", "Usuarios", "Iniciar sesión en la consola"),
    "ja": ("日本語", "ユーザー", "コンソールにログイン"),
    "ar": ("العربية", "المستخدمون", "تسجيل الدخول إلى وحدة التحكم"),
}
NAMES = [name for name, _, _ in LANGUAGES.values()]
PAGES = ("", "users", "users/ada", "inbox", "tokens", "data", "data/users/ada", "rules", "log", "events", "crashes", "clock",
         "faults", "fixtures", "settings/sign-in", "settings/providers", "settings/passwords", "settings/factors",
         "settings/domains", "settings/mail", "settings/tenants", "settings/keys", "settings/connect", "more", "nowhere")
NUMBER = "+15555550100"

# Where the first and the last letter of a text stand: those of the first element that has it.
ENDS = """text => {
    const walk = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const at = walk.currentNode.data.indexOf(text);
        if (at < 0) continue;
        const left = place => {
            const range = document.createRange();
            range.setStart(walk.currentNode, place);
            range.setEnd(walk.currentNode, place + 1);
            return range.getBoundingClientRect().left;
        };
        return [left(at), left(at + text.length - 1)];
    }
    return null;
}"""


class LanguageCase(BrowserCase):
    def fill(self):
        """A user with an address, a message to a number, and a document."""
        hearth.admin("accounts", email="ada@example.com", password="secret12", displayName="Ada", localId="ada")
        hearth.user("accounts:sendVerificationCode", phoneNumber=NUMBER, recaptchaToken="any")
        self.write({"name": {"stringValue": "Ada"}})

    def write(self, fields):
        document = f"/v1/projects/{hearth.PROJECT}/databases/(default)/documents/users/ada"
        hearth.send("PATCH", document, {"fields": fields}, {"Authorization": "Bearer owner"})

    def speaking(self, language, **settings):
        """A page of a browser whose reader chose a language before."""
        context = self.new_context(**settings)
        context.add_init_script(f"if (location.protocol === 'http:') localStorage.setItem('hearth.language', '{language}')")
        self.addCleanup(context.close)
        return context.new_page()

    def open(self, path, page):
        page.goto(f"{hearth.BASE}/console{'/' + path if path else ''}")
        self.settle(page)
        return page

    def settle(self, page):
        expect(page.locator("h1").first).to_be_visible()
        expect(page.locator(".bones")).to_have_count(0)

    def assert_speaks(self, language, page):
        self.assertEqual(page.evaluate("[...hearthMissingTexts]"), [])
        self.assertEqual(page.evaluate("document.documentElement.lang"), language)
        self.assertEqual(page.evaluate("document.documentElement.dir"), "rtl" if language == "ar" else "ltr")
        self.assert_fits(page)

    def choice(self, page):
        return page.locator(".language select")


class EveryPageTests(LanguageCase):
    def speaks_everywhere(self, language):
        self.fill()
        for size in SIZES if IS_LONG else ("phone",):
            page = self.speaking(language, viewport=SIZES[size])
            for path in PAGES:
                with self.subTest(page=path, size=size):
                    self.open(path, page)
                    self.assert_speaks(language, page)

    def test_in_german(self):
        self.speaks_everywhere("de")

    def test_in_french(self):
        self.speaks_everywhere("fr")

    def test_in_spanish(self):
        self.speaks_everywhere("es")

    def test_in_japanese(self):
        self.speaks_everywhere("ja")

    def test_in_arabic(self):
        self.speaks_everywhere("ar")


class RightToLeftTests(LanguageCase):
    PAGES = ("", "users", "users/ada", "inbox", "log", "data/users/ada", "clock", "settings/sign-in")

    def test_pages_are_accessible_in_light_and_dark(self):
        self.fill()
        for size, scheme in looks_of("desk", "phone"):
            page = self.speaking("ar", viewport=SIZES[size], color_scheme=scheme)
            for path in self.PAGES:
                with self.subTest(page=path, size=size, scheme=scheme):
                    self.open(path, page)
                    self.picture(page, f"arabic-{path.replace('/', '-') or 'overview'}-{size}-{scheme}")

    def test_the_page_begins_at_the_right(self):
        page = self.open("users", self.speaking("ar", viewport=SIZES["desk"]))
        rail, main = page.locator(".rail").bounding_box(), page.locator("main").bounding_box()
        self.assertGreater(rail["x"], main["x"])
        self.assertEqual(rail["x"] + rail["width"], SIZES["desk"]["width"])
        back = page.locator(".pager svg.turns").first
        self.assertEqual(back.evaluate("icon => getComputedStyle(icon).transform"), "matrix(-1, 0, 0, 1, 0, 0)")

    def test_names_stand_at_the_right_and_are_read_from_their_own_side(self):
        self.fill()
        page = self.open("users", self.speaking("ar", viewport=SIZES["desk"]))
        name = page.locator("tbody .cut > bdi").first
        expect(name).to_be_visible()
        direction, gap = name.evaluate(
            """name => {
            const text = document.createRange();
            text.selectNodeContents(name);
            return [getComputedStyle(name).direction, name.getBoundingClientRect().right - text.getBoundingClientRect().right];
        }"""
        )
        self.assertEqual(direction, "ltr")
        self.assertLess(abs(gap), 2)

    def test_numbers_and_codes_run_from_the_left(self):
        self.fill()
        page = self.speaking("ar", viewport=SIZES["desk"])
        code = hearth.texts()[-1]["code"]
        for path, texts in {"": (NUMBER,), "inbox": (NUMBER, code), "log": (NUMBER,), "clock": ("+1 h", "−1 d")}.items():
            self.open(path, page)
            for text in texts:
                with self.subTest(page=path, text=text):
                    expect(page.locator("main")).to_contain_text(text)
                    first, last = page.evaluate(ENDS, text)
                    self.assertLess(first, last)


class ChoiceTests(LanguageCase):
    def test_a_choice_is_kept(self):
        page = self.open("users", self.page)
        self.choice(page).select_option(label="日本語")
        expect(page.locator("h1")).to_have_text("ユーザー")
        page.reload()
        self.settle(page)
        expect(page.locator("h1")).to_have_text("ユーザー")
        self.assert_speaks("ja", page)
        self.choice(page).select_option(label="English")
        expect(page.locator("h1")).to_have_text("Users")

    def test_all_languages_are_listed_by_their_own_names_wherever_there_is_a_choice(self):
        page = self.open("settings/mail", self.page)
        self.assertEqual(self.choice(page).locator("option").all_text_contents(), NAMES)
        mails = page.get_by_label("Language of the mail").locator("option")
        expect(mails).to_have_count(len(NAMES))
        self.assertEqual(sorted(mails.all_text_contents()), sorted(NAMES))
        telephone = self.new_context(viewport=SIZES["phone"])
        self.addCleanup(telephone.close)
        page = self.open("more", telephone.new_page())
        self.choice(page.locator("main")).select_option(label="Español")
        expect(page.locator("html")).to_have_attribute("lang", "es")

    def test_the_browser_decides_until_there_is_a_choice(self):
        for wanted, language in ((["fr-CA", "en"], "fr"), (["nl-NL", "es-MX"], "es"), (["pt-BR"], "en"), (["constructor"], "en")):
            with self.subTest(wanted=wanted):
                context = self.new_context()
                context.add_init_script(f"Object.defineProperty(navigator, 'languages', {{ get: () => {wanted} }})")
                page = self.open("users", context.new_page())
                self.assert_speaks(language, page)
                expect(page.locator("h1")).to_have_text(LANGUAGES[language][1])
                context.close()

    def test_the_sign_in_of_a_server_for_real_users_has_the_choice(self):
        with tempfile.TemporaryDirectory() as folder:
            server = production.Server(pathlib.Path(folder) / "hearth.db", "--console-listen", "127.0.0.1:0")
            self.addCleanup(server.stop)
            self.page.goto(f"{server.console}/console")
            for language, (name, _, title) in LANGUAGES.items():
                with self.subTest(language=language):
                    self.choice(self.page).select_option(label=name)
                    expect(self.page.locator("html")).to_have_attribute("lang", language)
                    expect(self.page.locator("h1")).to_have_text(title)
                    self.assert_speaks(language, self.page)
                    self.assert_accessible()


class TableTests(LanguageCase):
    def tables(self):
        return {found[1] for url in self.requests if (found := re.search(r"/text/(.+)\.json$", url))}

    def test_english_loads_no_table_and_another_language_its_own_alone(self):
        self.open("users", self.page)
        self.assertEqual(self.tables(), set())
        self.open("users", self.speaking("es"))
        self.assertLessEqual({"es", "es/users"}, self.tables())
        self.assertEqual({name.split("/")[0] for name in self.tables()}, {"es"})

    def test_a_page_whose_table_is_lost_says_so_and_comes_when_asked_again(self):
        page = self.speaking("fr")
        page.route("**/text/fr/users.json", lambda route: route.abort())
        self.open("", page)
        page.locator(".rail").get_by_role("link", name="Utilisateurs").click()
        expect(page.get_by_role("alert")).to_contain_text("Le serveur ne répond pas")
        page.unroute("**/text/fr/users.json")
        page.get_by_role("button", name="Réessayer").click()
        expect(page.locator("h1")).to_have_text("Utilisateurs")
        self.assert_speaks("fr", page)

    def test_words_follow_the_number_before_them(self):
        # The number of a map's fields, and what a writer of the language puts beside it.
        words = {
            "ar": {1: "إدخال واحد", 2: "إدخالان", 3: "3 إدخالات", 11: "11 إدخالًا", 100: "100 إدخال"},
            "fr": {1: "1 entrée", 2: "2 entrées"},
            "ja": {1: "1件", 2: "2件"},
        }
        for language, numbers in words.items():
            page = self.speaking(language)
            for count, expected in numbers.items():
                with self.subTest(language=language, count=count):
                    inner = {f"f{number}": {"nullValue": None} for number in range(count)}
                    self.write({"map": {"mapValue": {"fields": inner}}})
                    self.open("data/users/ada", page)
                    expect(page.locator("main").get_by_text(expected, exact=True).first).to_be_visible()
