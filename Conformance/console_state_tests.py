"""The console's pages in every state: empty, loading, failing, and full of names that others chose to do harm.

What a service would refuse to keep is put into its answers on the way, so that the pages are held alone.
"""

import contextlib
import json
import urllib.parse

from playwright.sync_api import Error as BrowserError, expect

import hearth
from browser import INJECTION, IS_LONG, BrowserCase

PAGES = ("overview", "users", "inbox", "tokens", "data", "rules", "functions", "log", "events", "crashes", "clock", "faults",
         "fixtures", "settings", "more")
LONG = "x" * 10_000
HOSTILE = {
    "markup": INJECTION,
    "right-to-left": "\u202e\u2067exe.gpj\u2066 ناديا",
    "long": LONG,
    "nul": "nul\x00 and\x07 bell\r\n and lines",
    "script": "javascript:injected=1",
    "template": "${injected=1}{count}{name}",
}
WINDOWS = {"1280": {"width": 1280, "height": 800}, "390": {"width": 390, "height": 844}}

# Texts that stand outside of the window where nothing lets the reader come to them.
CUT_OFF = """() => [...((innerWidth < 720 && document.querySelector('main .drawer')) || document.querySelector('main'))
        .querySelectorAll('*')].filter(element => {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || ![...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())) return false;
    if (box.right <= innerWidth + 1 && box.left >= -1) return false;
    for (let at = element; at && at !== document.body; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.textOverflow === 'ellipsis' || style.position === 'absolute' && style.clipPath !== 'none') return false;
        if (at.matches('pre, .over, .tools, .crumb')) return false;
    }
    return true;
}).map(element => {
    const path = [];
    for (let at = element; at && path.length < 4; at = at.parentElement) path.unshift(`${at.localName}.${at.classList[0] ?? ''}`);
    return path.join(' > ') + ': ' + element.textContent.slice(0, 20);
})"""


class StateCase(BrowserCase):
    def open(self, path, page):
        page.goto(f"{hearth.BASE}/console/{'' if path == 'overview' else path}")
        expect(page.locator("h1").first).to_be_visible()

    def answer(self, page, pattern, body, status=200):
        """Puts an answer in place of the server's."""
        page.route(pattern, lambda route: route.fulfill(status=status, json=body))

    def with_all_pages(self, page, **state):
        """Lets the console believe that functions run beside it."""

        def change(route):
            document = route.fetch().json()
            route.fulfill(json={**document, "functions": True, "snapshots": True, **state})

        page.route("**/console/v1/console", change)
        if "projects" not in state:
            self.answer(page, "**/console/v1/functions", {"up": True, "named": True, "functions": [], "strays": {},
                                                           "deliveries": [], "origin": "http://127.0.0.1:5001"})

    def windows(self, *looks):
        """A page for each size and scheme, with the end of a picture's name; for the first alone where time is short."""
        for look in looks if IS_LONG else looks[:1]:
            width, scheme = look.split("-")
            context = self.new_context(viewport=WINDOWS[width], color_scheme=scheme)
            yield look, context.new_page()
            context.close()

    def shoot(self, page, name):
        page.mouse.move(0, 0)
        self.picture(page, name)


class PictureTests(StateCase):
    def test_pages_that_are_empty(self):
        for window, page in self.windows("1280-light", "390-dark"):
            self.with_all_pages(page)
            self.answer(page, "**/console/v1/inbox?*", {"messages": [], "now": 0})
            self.answer(page, "**/console/v1/log?limit=800", {"entries": [], "flows": [], "last": "none.0"})
            self.answer(page, "**/console/v1/api/analytics/v1/counts", {"counts": []})
            self.answer(page, "**/console/v1/api/crash/**", {"issues": []})
            for path in PAGES:
                with self.subTest(page=path, window=window):
                    self.open(path, page)
                    expect(page.locator(".bones")).to_have_count(0)
                    self.shoot(page, f"console-empty-{path}-{window}")

    def test_pages_whose_answers_take_their_time(self):
        for window, page in self.windows("390-dark", "1280-light"):
            self.with_all_pages(page)
            self.open("more", page)
            held = []
            for pattern in ("api/**", "users:search", "functions", "snapshots", "mail?*", "inbox?*"):
                page.route(f"**/console/v1/{pattern}", lambda route: held.append(route))
            for path in ("users", "inbox", "data", "rules", "functions", "events", "crashes", "faults", "fixtures", "settings"):
                with self.subTest(page=path, window=window):
                    # By a link, as a reader goes: the frame is there already.
                    page.evaluate("path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')); }",
                                  f"/console/{path}")
                    expect(page.locator(".bones").first).to_be_visible()
                    self.shoot(page, f"console-loading-{path}-{window}")
            page.unroute_all(behavior="ignoreErrors")
            for route in held:
                # The request of a page that was left may have ended by itself.
                with contextlib.suppress(BrowserError):
                    route.abort()

    def test_pages_whose_calls_are_refused(self):
        error = {"error": {"code": 503, "status": "UNAVAILABLE", "message": "The service is down for a moment."}}
        for window, page in self.windows("1280-dark", "390-light"):
            self.with_all_pages(page)
            self.open("more", page)
            self.answer(page, "**/console/v1/api/**", error, 503)
            for pattern in ("users:search", "functions", "snapshots", "mail?*", "inbox?*"):
                self.answer(page, f"**/console/v1/{pattern}", error, 503)
            for path in ("users", "inbox", "data", "rules", "functions", "events", "crashes", "faults", "fixtures", "settings"):
                with self.subTest(page=path, window=window):
                    page.evaluate("path => { history.pushState({}, '', path); dispatchEvent(new PopStateEvent('popstate')); }",
                                  f"/console/{path}")
                    expect(page.get_by_role("alert").first).to_contain_text("The service is down for a moment.")
                    self.shoot(page, f"console-failing-{path}-{window}")

    def restarted(self, page, gaps):
        """A page whose server was started again: its stream begins with so many gaps, and later ones with none."""
        self.open("log", page)
        hello = json.dumps({"digest": page.locator("body").get_attribute("data-digest"), "last": "other.0"})
        bodies = ["event: gap\ndata: {}\n\n" * gaps]

        def stream(route):
            body = f"retry: 600000\nevent: hello\ndata: {hello}\n\n{bodies.pop() if bodies else ''}"
            route.fulfill(content_type="text/event-stream", body=body)

        page.route("**/console/v1/live*", stream)
        page.reload()
        expect(page.get_by_text("hearth was started again at")).to_be_visible()

    def test_a_server_that_was_started_again_says_that_its_log_begins_anew(self):
        for window, page in self.windows("390-light", "1280-dark"):
            self.restarted(page, gaps=1)
            expect(page.get_by_text("Some requests are not shown")).to_have_count(0)
            self.shoot(page, f"console-restarted-{window}")

    def test_a_gap_that_comes_after_a_restart_is_told(self):
        for _, page in self.windows("1280-dark"):
            # The first gap belongs to the restart; the second one says that entries of the new run are missing.
            self.restarted(page, gaps=2)
            expect(page.get_by_text("Some requests are not shown")).to_be_visible()


class HostileTests(StateCase):
    """What others wrote stays text, and inside the window, on every page that shows it."""

    def assert_held(self, page, what):
        with self.subTest(what=what, width=page.viewport_size["width"]):
            expect(page.locator(".bones")).to_have_count(0)
            self.assertEqual(page.locator("main img, main script, main iframe, [onload], [onerror]").count(), 0)
            self.assertEqual(page.locator("a[href^='javascript' i]").count(), 0)
            self.assert_fits(page)
            self.assertEqual('; '.join(page.evaluate(CUT_OFF)), '')
            self.assertNotRegex(page.locator("#app").inner_text(), "[\u0000-\u0008\u202a-\u202e\u2066-\u2069]")

    def on_both(self):
        for width, viewport in WINDOWS.items():
            context = self.new_context(viewport=viewport)
            yield width, context.new_page()
            context.close()

    def test_users_and_tenants(self):
        for number, name in enumerate(HOSTILE.values()):
            hearth.admin("accounts", email=f"user{number}@example.com", displayName=name[:250], localId=f"<b>{number}",
                         photoUrl="javascript:injected=1")
        found = {"users": [{"localId": name[:2000], "email": f"{name}@example.com", "displayName": name, "phoneNumber": name,
                            "customAttributes": json.dumps({name: name}), "createdAt": "1700000000000",
                            "providerUserInfo": [{"providerId": name[:200], "rawId": name, "displayName": name}],
                            "mfaInfo": [{"mfaEnrollmentId": name, "displayName": name, "phoneInfo": name}]}
                           for name in HOSTILE.values()], "total": 6, "exact": True}
        tenants = {"tenants": [{"name": f"projects/p/tenants/{urllib.parse.quote(name[:300])}", "displayName": name}
                               for name in HOSTILE.values()]}
        for width, page in self.on_both():
            for number in range(len(HOSTILE)):
                self.open(f"users/{urllib.parse.quote(f'<b>{number}')}", page)
                expect(page.get_by_role("complementary")).to_contain_text(f"user{number}@example.com")
                self.assert_held(page, f"user {number}")
            self.answer(page, "**/console/v1/users:search", found)
            self.answer(page, "**/tenants?pageSize=*", tenants)
            self.open("users", page)
            expect(page.get_by_role("row").nth(1)).to_be_visible()
            self.assert_held(page, "users that the server would not keep")
            self.shoot(page, f"console-hostile-users-{width}")
            self.open("settings/tenants", page)
            expect(page.get_by_role("listitem").filter(has_text="javascript").first).to_be_visible()
            self.assert_held(page, "tenants")
            self.shoot(page, f"console-hostile-settings-{width}")

    def test_projects_functions_and_their_events(self):
        names = list(HOSTILE.values())
        report = {
            "up": True, "named": True, "origin": "http://127.0.0.1:5001", "strays": {name: 2 for name in names},
            "functions": [{"name": name, "kind": "event", "wants": names, "subjects": name, "retries": True, "waiting": 3,
                           "statistics": {"calls": 1, "failures": {name[:300]: 1}, "durations": {"5": 1}}} for name in names],
            "deliveries": [{"number": number, "function": name, "kind": name, "subject": name, "state": "dropped", "attempts": 2,
                            "at": 1_700_000_000_000, "ms": 3, "id": name, "reason": name} for number, name in enumerate(names)],
        }
        for width, page in self.on_both():
            self.with_all_pages(page, projects=[hearth.PROJECT, *names])
            self.answer(page, "**/console/v1/functions", report)
            self.answer(page, "**/console/v1/deliveries/*", {**report["deliveries"][2], "payload": {LONG: names}})
            self.open("functions", page)
            expect(page.get_by_role("listitem").filter(has_text="javascript").first).to_be_visible()
            self.assert_held(page, "functions")
            self.shoot(page, f"console-hostile-functions-{width}")
            for number in (0, 2):
                self.open(f"functions?delivery={number}", page)
                expect(page.get_by_role("complementary")).to_contain_text("What the function was told")
                self.assert_held(page, "a delivery")
            self.open(f"functions/{urllib.parse.quote(INJECTION, safe='')}", page)
            expect(page.get_by_role("complementary")).to_be_visible()
            self.assert_held(page, "a function")

    def test_documents(self):
        owner = {"Authorization": "Bearer owner"}
        base = f"/v1/projects/{hearth.PROJECT}/databases/(default)/documents"
        fields = {name[:1400]: {"stringValue": name} for name in HOSTILE.values()}
        for name in HOSTILE.values():
            # What cannot be the name of a document is refused, and stands in the log instead.
            hearth.send("POST", f"{base}/hostile?documentId={urllib.parse.quote(name[:1400], safe='')}", {"fields": fields}, owner)
        hearth.send("POST", f"{base}/{urllib.parse.quote(INJECTION.replace('/', '|'), safe='')}", {"fields": fields}, owner)
        for width, page in self.on_both():
            for path in ("data", "data/hostile", f"data/hostile/{urllib.parse.quote(HOSTILE['script'], safe='')}",
                         f"data/hostile/{urllib.parse.quote(HOSTILE['right-to-left'], safe='')}",
                         f"data/hostile/{'x' * 1400}", "log?view=requests"):
                self.open(path, page)
                self.assert_held(page, path[:60])
            self.open(f"data/hostile/{urllib.parse.quote(HOSTILE['script'], safe='')}", page)
            self.shoot(page, f"console-hostile-document-{width}")

    def test_what_strangers_send_to_the_log_and_the_inbox(self):
        for name in HOSTILE.values():
            agent = "".join(letter for letter in name[:2000] if 32 <= ord(letter) < 127)
            hearth.send("POST", f"/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key={hearth.KEY}",
                        {"email": f"{name}@example.com", "password": name}, {"X-Client-Version": agent, "User-Agent": agent})
            hearth.send("GET", "/" + urllib.parse.quote(name[:1500], safe=""), None, {"User-Agent": agent})
        messages = [{"id": f"m.{number}", "channel": channel, "purpose": name, "to": name, "code": name,
                     "link": name, "sentAt": "2026-01-31T12:00:00Z", "state": "waiting", "repeats": "same"}
                    for number, name in enumerate(HOSTILE.values()) for channel in ("EMAIL", "SMS")]
        for number, message in enumerate(messages):
            message["id"] = f"m.{number}"
        for width, page in self.on_both():
            for path in ("", "log", "log?view=requests"):
                self.open(path or "overview", page)
                self.assert_held(page, path)
            self.shoot(page, f"console-hostile-log-{width}")
            page.get_by_role("button", name="SignInWithPassword").first.click()
            expect(page.get_by_role("complementary")).to_contain_text("What went over the wire")
            self.assert_held(page, "an entry")
            self.answer(page, "**/console/v1/inbox?*", {"messages": messages, "now": 0})
            for number in (0, 1, 4):
                self.open("inbox", page)
                page.get_by_role("listitem").get_by_role("button").nth(number).click()
                expect(page.get_by_role("complementary")).to_be_visible()
                self.assert_held(page, f"message {number}")

    def test_saved_states_events_and_crashes(self):
        names = list(HOSTILE.values())
        states = [{"name": name, "savedAt": 1_700_000_000_000, "accounts": 1, "documents": 2, "folder": name} for name in names]
        events = [{"time": "2026-01-31T12:00:00Z", "name": name, "user": name, "params": {name[:300]: name}} for name in names]
        issues = [{"id": str(number), "title": name, "place": name, "status": "open", "events": 3,
                   "lastSeen": "2026-01-31T12:00:00Z"} for number, name in enumerate(names)]
        issue = {**issues[0], "firstSeen": "2026-01-31T12:00:00Z", "firstVersion": LONG, "lastVersion": INJECTION,
                 "reports": [{"frames": [{"symbol": name, "file": name, "line": 3} for name in names],
                              "breadcrumbs": [{"name": name, "fields": {name[:300]: name}} for name in names]}]}
        for width, page in self.on_both():
            self.with_all_pages(page)
            self.answer(page, "**/console/v1/snapshots", {"snapshots": states})
            self.answer(page, "**/analytics/v1/events?*", {"events": events})
            self.answer(page, "**/analytics/v1/counts", {"counts": [{"name": name, "events": 2} for name in names]})
            self.answer(page, "**/crash/v1/projects/*/issues?*", {"issues": issues})
            self.answer(page, "**/crash/v1/projects/*/issues/0", issue)
            for path in ("fixtures", "events", "crashes", "crashes/0"):
                self.open(path, page)
                self.assert_held(page, path)
                self.shoot(page, f"console-hostile-{path.replace('/', '-')}-{width}")

    def test_a_copied_test_keeps_a_hostile_name_inside_of_its_text(self):
        hearth.sign_up("ada@example.com", "correct horse 42", displayName=INJECTION)
        for width, page in self.on_both():
            self.open("log", page)
            flow = page.get_by_role("listitem").filter(has_text="Signed up").first
            flow.locator("summary").click()
            flow.get_by_role("button", name="Write as a Swift test").click()
            expect(flow.locator("pre")).to_contain_text("SignedUpTests")
            self.assert_held(page, "a copied test")
