"""Requests for `script/fuzz` to a program with functions: calls, streams, the project's own questions, and events.

They go through the server, as an app's do, and to the program's own port, where the servers beside it deliver events.
"""

import json
import urllib.parse

from fuzz_services import DOCUMENTS, PROJECT, fields

CALLABLE = ["processPayment", "sendNotification", "generateReport"]
BLOCKING = ["beforeCreate", "beforeSignIn", "beforeUserCreated", "beforeUserSignedIn"]
EVENTS = ["greet", "followOrders", "bill", "forgetTries"]
KINDS = ["created", "deleted", "updated", "written", "x"]


def data(chance):
    """What a function takes, or nearly."""
    if chance.random() < 0.3:
        return chance.anything()
    wide = lambda: {"@type": "type.googleapis.com/google.protobuf.Int64Value", "value": chance.choice(["1", "x", "9" * 30, 5])}
    members = {
        "amount": chance.choice([12.5, -1, 1e308, 2**63, "12", None, wide()]), "orderId": chance.text(None), "userId": chance.text(None),
        "message": chance.text(None), "period": chance.choice(["2026", "", "all", None]),
    }
    return {name: value for name, value in members.items() if chance.random() < 0.8}


def call(chance, pool):
    """A call, with or without a stream for its answer."""
    name = chance.choice(CALLABLE + BLOCKING) if chance.random() < 0.9 else chance.text(None)
    path = f"/{PROJECT}/{chance.choice(['us-central1', 'us-central1', 'europe-west1'])}/{urllib.parse.quote(name, safe='')}"
    body = {"data": data(chance)}
    if chance.random() < 0.1:
        body = chance.choice([{}, {"data": 1, "more": 2}, [], None, {"data": {"jwt": chance.text(pool)}}, {"Data": {}}])
    more = []
    if chance.random() < 0.3:
        more.append(("Accept", "text/event-stream"))
    if chance.random() < 0.5:
        more.append(("Authorization", "Bearer " + clean(chance.text(pool))))
    if chance.random() < 0.1:
        more.append(("Firebase-Instance-ID-Token", clean(chance.text(pool))))
    if chance.random() < 0.1:
        more.append(("X-Firebase-AppCheck", clean(chance.text(pool))))
    if chance.random() < 0.2:
        more.append(("Origin", chance.choice(["http://localhost:3000", "https://evil.example", "null"])))
    return chance.choice(["POST"] * 8 + ["GET", "OPTIONS"]), path, more, body


def question(chance, pool):
    """What a backend asks before it signs a user in."""
    path = f"/{PROJECT}/us-central1/{chance.choice(BLOCKING)}"
    return "POST", path, [], {"data": {"jwt": chance.text(pool)} if chance.random() < 0.9 else chance.anything()}


def event(chance, token):
    """An event, as the servers beside a program deliver it."""
    subject = chance.choice(["users/ada", "orders/1", "bills/é", "orders/1/x/2", "", "a" * 3000, f"{DOCUMENTS}/orders/1"])
    payload = chance.choice([
        lambda: {"uid": "ada", "email": chance.text(None)}, lambda: {"value": {"name": f"{DOCUMENTS}/orders/1", "fields": fields(chance)}},
        lambda: {"value": {"fields": fields(chance)}, "oldValue": {"fields": fields(chance)}, "updateMask": chance.anything()},
        lambda: chance.anything(),
    ])()
    body = {
        "id": chance.text(None), "kind": f"google.cloud.firestore.document.v1.{chance.choice(KINDS)}" if chance.random() < 0.7 else chance.text(None),
        "subject": subject, "time": chance.choice([0, 1_700_000_000_000, -1, 2**63 - 1, -(2**63), "x"]), "payload": payload,
        "hops": chance.choice([0, 1, -1, 2**63 - 1, "x"]),
    }
    if chance.random() < 0.2:
        body.pop(chance.choice(list(body)))
    path = chance.choice([
        f"/__/events/{urllib.parse.quote(chance.choice(EVENTS + ['', 'nothing', 'é']), safe='')}", "/__/functions", "/__/statistics",
    ])
    shown = token if chance.random() < 0.95 else chance.choice(["", "x", token[:-1]])
    return chance.choice(["POST"] * 9 + ["GET"]), path, [("Authorization", f"Bearer {shown}")], body


def failures(chance, pool):
    """The events that were given up, as an operator looks at them."""
    verb = chance.choice(["", "", ":retry", ":forget", ":x"])
    query = urllib.parse.urlencode({"limit": chance.choice(["1", "-1", "x", "9" * 30]), "function": chance.text(None)})
    body = {"function": chance.choice(EVENTS + [chance.text(None)]), **({"id": chance.text(pool)} if chance.random() < 0.5 else {})}
    return ("POST" if verb else "GET"), f"/functions/v1/failures{verb}?{query}", [], body


def clean(text):
    return "".join(letter for letter in text if "\x20" < letter < "\x7f")


def functions_request(chance, pool, token):
    """The method, the target, the fields and the body of a request, and whether it goes to the program's own port."""
    draw = chance.random()
    if draw < 0.5:
        method, target, more, body = call(chance, pool)
        is_direct = chance.random() < 0.5
    elif draw < 0.6:
        (method, target, more, body), is_direct = question(chance, pool), True
    elif draw < 0.9:
        (method, target, more, body), is_direct = event(chance, token), True
    else:
        (method, target, more, body), is_direct = failures(chance, pool), False
    content = json.dumps(body, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass") if method == "POST" else b""
    kind = "application/json" if chance.random() < 0.95 else chance.choice(["text/plain", "application/json; charset=utf-8", ""])
    return method, target, [("Host", "127.0.0.1"), ("Connection", "close"), ("Content-Type", kind), *more], content, is_direct


def is_own_failure(target_body, status, answer):
    """Whether a status of 500 is a function's own word: an event that it failed with, or an error that it threw."""
    return status == 500 and (b"/__/events/" in target_body[:200] or b'"INTERNAL"' in answer)
