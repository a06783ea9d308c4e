"""A headless Chromium that notices what a page must not do.

It records requests, complaints of the content security policy, errors of scripts, and signs of injected markup.
"""

import atexit
import functools
import http.server
import os
import pathlib
import threading
import unittest
import urllib.parse

from axe_core_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

import chromium
import hearth

PAGES = pathlib.Path(__file__).parent / "pages"
# Where pictures of pages go, to be looked at.
PICTURES = pathlib.Path(os.environ.get("HEARTH_PICTURES") or PAGES.parent.parent / ".build" / "pictures")
# The windows in which pages are looked at: a desk's and a telephone's.
SIZES = {"desk": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
# The relay's one script from elsewhere, which is Google's: a stand-in of ours is served in its place.
GAPI = "https://apis.google.com/js/api.js"
# Markup for every place where text of others may stand: whatever of it runs is noticed.
INJECTION = """'"></title></script><img src=x onerror=injected=1><svg onload=injected=1>"""
expect.set_options(timeout=hearth.PATIENCE * 1000)


class AppServer(http.server.ThreadingHTTPServer):
    """Serves the app under test at an origin of its own."""

    def __init__(self):
        handler = functools.partial(QuietHandler, directory=str(PAGES))
        super().__init__(("127.0.0.1", 0), handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://localhost:{self.server_port}"


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


shared_app = functools.cache(AppServer)


@functools.cache
def shared_browser():
    """The one browser of this process, which ends with it."""
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    return playwright.chromium.launch(
        executable_path=chromium.PATH,
        # The administrator, as whom containers run, gets no sandbox. No name but the own machine's is looked up.
        args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"],
    )


# Whether there is time for every page in every look: `script/test --long`.
IS_LONG = bool(os.environ.get("HEARTH_LONG"))


def looks_of(*sizes):
    """Each size in light and dark; in a run that shall end soon each in one of the two, by turns."""
    schemes = ("light", "dark")
    if IS_LONG:
        return [(size, scheme) for size in sizes for scheme in schemes]
    return [(size, schemes[place % 2]) for place, size in enumerate(sizes)]


class BrowserCase(unittest.TestCase):
    """A profile and a page for each test."""

    @classmethod
    def setUpClass(cls):
        cls.app = shared_app()
        cls.browser = shared_browser()

    def setUp(self):
        hearth.clear()
        self.requests, self.trouble, self.expected = [], [], None
        self.context = self.new_context()
        self.page = self.context.new_page()

    def tearDown(self):
        self.context.close()
        self.assertEqual(self.trouble, [])
        self.assertEqual([url for url in self.requests if is_elsewhere(url) and url != GAPI], [])

    def new_context(self, **settings):
        """A fresh profile that is watched."""
        context = self.browser.new_context(**{"locale": "en-GB", **settings})
        context.set_default_timeout(hearth.PATIENCE * 1000)
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("console", self.note_console)
        context.on("weberror", lambda error: self.trouble.append(f"script: {error.error}"))
        context.on("dialog", self.note_dialog)
        context.route(GAPI, lambda route: route.fulfill(path=PAGES / "gapi.js", content_type="text/javascript"))
        # Whatever manages to run sets this, or opens a dialog.
        context.add_init_script("Object.defineProperty(window, 'injected', { set: (value) => alert(value) });")
        return context

    def note_console(self, message):
        # A page that says in its status that a link is bad is reported as a failure to load it.
        known = "Failed to load resource" in message.text or self.expected and self.expected in message.text
        if message.type in ("error", "warning") and not known:
            self.trouble.append(f"console: {message.text}")

    def note_dialog(self, dialog):
        self.trouble.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def assert_accessible(self, page=None):
        """No rule of WCAG 2.2 AA that a machine can check is broken."""
        page = page or self.page
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]})
        self.assertEqual([(rule["id"], node["html"]) for rule in found["violations"] for node in rule["nodes"]], [])

    def assert_fits(self, page=None):
        """Nothing has to be scrolled to from side to side."""
        wide, shown = (page or self.page).evaluate("[document.documentElement.scrollWidth, innerWidth]")
        self.assertLessEqual(wide, shown)

    def assert_locked(self, response):
        """The page may load nothing, be framed by nobody, and tells nobody where the user was."""
        policy = response.headers["content-security-policy"]
        for rule in ("default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"):
            self.assertIn(rule, policy)
        self.assertNotIn("unsafe", policy)
        self.assertEqual(response.headers["referrer-policy"], "no-referrer")
        self.assertEqual(response.headers["cache-control"], "no-store")
        self.assertEqual(response.headers["x-content-type-options"], "nosniff")

    def assert_not_framed(self, url):
        """A page of another origin cannot show this one inside of itself."""
        self.page.goto(f"{self.app.url}/app.html?backend={hearth.BASE}")
        self.expected = "frame-ancestors"
        with self.page.expect_console_message(lambda message: self.expected in message.text):
            self.page.evaluate(
                """url => {
                const frame = document.createElement('iframe');
                frame.src = url;
                document.body.append(frame);
            }""",
                url,
            )
        self.assertNotIn(url, [frame.url for frame in self.page.frames])

    def assert_clean(self, page=None):
        """No markup of others became an element: the page's own drawings carry no handlers."""
        self.assertEqual((page or self.page).locator("img, [onload], [onerror], main script").count(), 0)

    def looks(self):
        """A page in every scheme and size, with the name of the combination."""
        for size, scheme in looks_of(*SIZES):
            context = self.new_context(color_scheme=scheme, viewport=SIZES[size])
            yield f"{size}-{scheme}", context.new_page()
            context.close()

    def picture(self, page, name):
        """Keeps a picture, and holds what can be held without looking at it."""
        self.assert_accessible(page)
        self.assert_fits(page)
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}.png")

    def tab_to(self, locator, limit=12):
        """Reaches an element as somebody without a mouse does."""
        for _ in range(limit):
            if locator.evaluate("element => element === document.activeElement"):
                return
            locator.page.keyboard.press("Tab")
        self.fail(f"{locator} is not reached by the keyboard")


def is_elsewhere(url):
    """Whether an address is of another machine; a scheme that is not the web's is another program's."""
    parts = urllib.parse.urlsplit(url)
    return parts.scheme in ("http", "https", "ws", "wss") and parts.hostname not in ("localhost", "127.0.0.1")
