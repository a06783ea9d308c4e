"""Events and crash reports, sent as other programs send them, and read with the command line."""

import json
import os
import pathlib
import re
import subprocess
import unittest
import uuid

from hearth import HOST, PROJECT, send

BIN = pathlib.Path(os.environ["HEARTH_BIN"]) / "hearth"


def run(*words, status=0):
    """What `hearth` prints; a status other than the expected one fails."""
    result = subprocess.run([BIN, *words], capture_output=True, text=True, timeout=120,
                            env={**os.environ, "FIREBASE_AUTH_EMULATOR_HOST": HOST, "NO_COLOR": "1"})
    assert result.returncode == status, (words, result.returncode, result.stderr)
    return result.stdout if status == 0 else result.stderr


def documents(text):
    return [json.loads(line) for line in text.splitlines()]


class Analytics(unittest.TestCase):
    def setUp(self):
        self.stream = f"G-{uuid.uuid4().hex[:8]}"

    def collect(self, user, *events, path="/mp/collect", **more):
        body = {"client_id": f"{user}.1", "user_id": user, "events": list(events), **more}
        return send("POST", f"{path}?measurement_id={self.stream}&api_secret=s", body)

    def test_what_was_sent_is_listed_and_counted(self):
        for user, names in [("u1", ["view_item", "add_to_cart", "purchase"]), ("u2", ["view_item"])]:
            for name in names:
                self.assertEqual(self.collect(user, {"name": name, "params": {"value": 1.5}}).status, 204)
        events = documents(run("analytics", "events", "--stream", self.stream, "--json"))
        self.assertEqual(sorted(event["name"] for event in events),
                         ["add_to_cart", "purchase", "view_item", "view_item"])
        named = documents(run("analytics", "events", "--stream", self.stream, "--name", "purchase", "--json"))
        self.assertEqual([(event["user"], event["params"]["value"]) for event in named], [("u1", 1.5)])
        counts = {line["name"]: (line["events"], line["users"])
                  for line in documents(run("analytics", "counts", "--stream", self.stream, "--json"))}
        self.assertEqual(counts, {"view_item": (2, 2), "add_to_cart": (1, 1), "purchase": (1, 1)})
        users = documents(run("analytics", "users", "--stream", self.stream, "--json"))
        self.assertEqual(users[0]["active1Day"], 2)
        funnel = documents(run("analytics", "funnel", "view_item", "add_to_cart", "purchase",
                               "--stream", self.stream, "--json"))
        self.assertEqual([step["users"] for step in funnel], [2, 1, 1])
        text = run("analytics", "funnel", "view_item", "purchase", "--stream", self.stream)
        self.assertRegex(text, r"view_item +2  100 %\npurchase +1  50 %")
        for line in run("analytics", "events", "--stream", self.stream).splitlines():
            self.assertRegex(line, r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d  ")

    def test_a_user_who_asks_for_it_is_forgotten(self):
        self.collect("u3", {"name": "won"})
        self.collect("u4", {"name": "won"})
        self.assertRegex(run("analytics", "delete", "u3"), r"^[1-9]\d* events deleted")
        left = documents(run("analytics", "events", "--stream", self.stream, "--json"))
        self.assertEqual([event["user"] for event in left], ["u4"])

    # What Google's documentation of the Measurement Protocol refuses, by hand, with its code.
    REFUSED = [
        ("no name", {"params": {}}, "NAME_INVALID|VALUE_REQUIRED|VALUE_INVALID"),
        ("a digit first", {"name": "1up"}, "NAME_INVALID"),
        ("a hyphen", {"name": "level-won"}, "NAME_INVALID"),
        ("a space", {"name": "level won"}, "NAME_INVALID"),
        ("41 characters", {"name": "n" * 41}, "VALUE_OUT_OF_BOUNDS|NAME_INVALID"),
        ("a reserved event", {"name": "session_start"}, "NAME_RESERVED"),
        ("a reserved event of apps", {"name": "app_remove"}, "NAME_RESERVED"),
        ("a reserved prefix", {"name": "ga_x"}, "NAME_RESERVED"),
        ("a reserved prefix of firebase", {"name": "firebase_x"}, "NAME_RESERVED"),
        ("a parameter's reserved prefix", {"name": "won", "params": {"google_x": 1}}, "NAME_RESERVED"),
        ("a parameter's name of 41", {"name": "won", "params": {"p" * 41: 1}}, "VALUE_OUT_OF_BOUNDS|NAME_INVALID"),
        ("26 parameters", {"name": "won", "params": {f"p{n}": 1 for n in range(26)}}, "EXCEEDED_MAX_ENTITIES"),
        ("a text of 101", {"name": "won", "params": {"t": "x" * 101}}, "VALUE_OUT_OF_BOUNDS"),
        ("201 items", {"name": "purchase", "params": {"items": [{"item_id": "1"}] * 201}}, "EXCEEDED_MAX_ENTITIES"),
    ]

    def test_what_the_documentation_refuses_is_refused_with_its_code(self):
        for what, event, codes in self.REFUSED:
            with self.subTest(what):
                answer = self.collect("u5", event, path="/debug/mp/collect")
                self.assertEqual(answer.status, 200)
                found = [message["validationCode"] for message in answer.json["validationMessages"]]
                self.assertTrue(any(code in codes.split("|") for code in found), (found, codes))
        # The check itself keeps nothing.
        self.assertEqual(run("analytics", "events", "--stream", self.stream, "--json"), "")

    def test_too_many_events_and_no_sender_are_refused(self):
        answer = self.collect("u6", *[{"name": "won"}] * 26, path="/debug/mp/collect")
        self.assertIn("EXCEEDED_MAX_ENTITIES",
                      [message["validationCode"] for message in answer.json["validationMessages"]])
        nobody = send("POST", f"/mp/collect?measurement_id={self.stream}", {"events": [{"name": "won"}]})
        self.assertEqual(nobody.status, 400)
        self.assertEqual(send("POST", "/mp/collect", {"client_id": "1.1", "events": [{"name": "won"}]}).status, 400)
        for body in [b"", b"[]", b"{", b'"x"', b"\xff" * 10]:
            answer = send("POST", f"/mp/collect?measurement_id={self.stream}", body)
            self.assertEqual(answer.status, 400, body)

    def test_words_that_mean_nothing_are_explained(self):
        self.assertIn("hearth analytics --help", run("analytics", "eventz", status=64))
        self.assertIn("hearth analytics --help", run("analytics", "delete", status=64))
        self.assertIn("limit", run("analytics", "events", "--limit", "0", status=64))
        run("analytics", "funnel", "only_one", status=64)


class Crashes(unittest.TestCase):
    def setUp(self):
        self.project = f"shop-{uuid.uuid4().hex[:8]}"

    def report(self, version="1.0", symbol="Cart.pay()", user="u1"):
        body = {
            "version": 1, "id": str(uuid.uuid4()), "kind": "crash", "time": 1_800_000_000_000,
            "installation": f"i-{user}", "session": "s", "app": {"id": "shop", "version": version},
            "device": {"system": "Linux", "architecture": "x86_64"}, "user": user,
            "keys": {}, "log": "one\ntwo", "breadcrumbs": [], "images": [],
            "crash": {"name": "SIGILL", "number": 4, "code": 2, "text": "Fatal error: 12 left", "nested": 0},
            "threads": [{"crashed": True, "frames": [
                {"kind": "pc", "address": "0x20", "symbol": symbol, "file": "/src/Shop/Cart.swift", "line": 12,
                 "inApp": True}]}],
        }
        return send("POST", f"/crash/v1/projects/{self.project}/reports", body)

    def crashes(self, *words, status=0):
        return run("crashes", *words, "--project", self.project, status=status)

    def test_an_issue_is_listed_shown_resolved_and_opened_again(self):
        for version, user in [("1.0", "u1"), ("1.1", "u2"), ("1.1", "u2")]:
            answer = self.report(version, user=user)
            self.assertLess(answer.status, 300, answer.text)
        issue, = documents(self.crashes("list", "--json"))
        self.assertEqual((issue["events"], issue["users"], issue["lastVersion"], issue["status"]), (3, 2, "1.1", "open"))
        line = self.crashes("list")
        self.assertIn(issue["id"], line)
        self.assertIn("Fatal error: 12 left", line)
        shown = self.crashes("show", issue["id"])
        for part in ["Cart.pay()", "Cart.swift", "3 times, 2 users", "1.1: 2", "two"]:
            self.assertIn(part, shown)
        self.assertIn("resolved", self.crashes("resolve", issue["id"]))
        self.report("1.1")
        self.assertEqual([issue["status"] for issue in documents(self.crashes("list", "--json"))], ["resolved"])
        self.report("1.2")
        self.assertEqual([issue["status"] for issue in documents(self.crashes("list", "--json"))], ["regressed"])
        self.assertEqual(self.crashes("list", "--status", "open"), "")
        self.assertIn("muted", self.crashes("mute", issue["id"]))
        self.assertIn("open", self.crashes("reopen", issue["id"]))

    def test_another_place_is_another_issue(self):
        self.report()
        self.report(symbol="Cart.empty()")
        self.assertEqual(len(documents(self.crashes("list", "--json"))), 2)

    def test_words_that_mean_nothing_are_explained(self):
        self.assertIn("hearth crashes --help", self.crashes("lists", status=64))
        self.assertIn("hearth crashes --help", self.crashes("show", status=64))
        self.assertTrue(self.crashes("show", "none", status=1))
        self.assertTrue(self.crashes("resolve", "none", status=1))


class Pages(unittest.TestCase):
    """What a browser asks before a page sends."""

    def test_a_page_of_any_origin_may_send(self):
        fields = {"Origin": "https://shop.example", "Access-Control-Request-Method": "POST",
                  "Access-Control-Request-Headers": "content-type"}
        for path in ["/mp/collect", "/debug/mp/collect", f"/crash/v1/projects/{PROJECT}/reports"]:
            answer = send("OPTIONS", path, None, fields)
            self.assertEqual(answer.status, 204, path)
            self.assertEqual(answer.fields["Access-Control-Allow-Origin"], "*")
            self.assertRegex(answer.fields["Access-Control-Allow-Headers"], re.compile("content-type", re.I))

    def test_no_page_reads(self):
        for path in ["/analytics/v1/events", f"/crash/v1/projects/{PROJECT}/issues"]:
            answer = send("GET", path, None, {"Origin": "https://shop.example"})
            self.assertEqual(answer.status, 403, answer.text)


if __name__ == "__main__":
    unittest.main()
