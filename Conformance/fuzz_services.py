"""Requests for `script/fuzz` to what the OpenAPI description does not name: documents, telemetry, functions, OAuth 2.

Each draws from a `Chance` of script/fuzz, so that a seed makes the same bytes again.
"""

import json
import re
import urllib.parse

PROJECT = "demo-fuzz"
ROOT = f"projects/{PROJECT}/databases/(default)"
DOCUMENTS = f"{ROOT}/documents"
NAMES = ["a", "b", "users", "users/ada", "users/ada/posts", "users/ada/posts/1", "__id1__", "é", "", "..", "a" * 1600]
OPERATORS = [
    "EQUAL", "NOT_EQUAL", "LESS_THAN", "GREATER_THAN_OR_EQUAL", "IN", "NOT_IN", "ARRAY_CONTAINS", "ARRAY_CONTAINS_ANY",
    "OPERATOR_UNSPECIFIED", "NEAR",
]
FIELDS = ["n", "s", "a.b", "`odd name`", "__name__", "a..b", "`", "", "x" * 1600]


def maybe(chance, share, members):
    """The members that chance takes."""
    return {name: make() for name, make in members.items() if chance.random() < share}


def value(chance, depth=0):
    """A value of a document, or nearly one."""
    if chance.random() < 0.05:
        return chance.anything()
    kinds = [
        lambda: {"nullValue": None}, lambda: {"booleanValue": chance.random() < 0.5},
        lambda: {"integerValue": chance.choice(["0", "-1", "9223372036854775807", "9223372036854775808", "x", 5])},
        lambda: {"doubleValue": chance.choice([0.5, -0.0, "NaN", "Infinity", 1e308, "1e999"])},
        lambda: {"timestampValue": chance.choice(["2026-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "x"])},
        lambda: {"stringValue": chance.text(None)}, lambda: {"bytesValue": chance.choice(["", "AAAA", "=", "é"])},
        lambda: {"referenceValue": document(chance)},
        lambda: {"geoPointValue": {"latitude": chance.choice([0, 90, 91, -1e300]), "longitude": 180}},
    ]
    if depth < 6:
        kinds.append(lambda: {"arrayValue": {"values": [value(chance, depth + 1) for _ in range(chance.randrange(4))]}})
        kinds.append(lambda: {"mapValue": {"fields": fields(chance, depth + 1)}})
    return chance.choice(kinds)()


def fields(chance, depth=0):
    return {chance.choice(FIELDS): value(chance, depth) for _ in range(chance.randrange(4))}


def document(chance):
    return f"{DOCUMENTS}/{chance.choice(NAMES)}" if chance.random() < 0.9 else chance.text(None)


def mask(chance):
    return {"fieldPaths": [chance.choice(FIELDS) for _ in range(chance.randrange(4))]}


def precondition(chance):
    return chance.choice([{"exists": True}, {"exists": False}, {"updateTime": "2026-01-01T00:00:00Z"}, {}, {"exists": 1}])


def transform(chance):
    kind = chance.choice([
        {"setToServerValue": "REQUEST_TIME"}, {"increment": value(chance)}, {"maximum": value(chance)},
        {"appendMissingElements": {"values": [value(chance)]}}, {"removeAllFromArray": {"values": [value(chance)]}}, {},
    ])
    return {"fieldPath": chance.choice(FIELDS), **kind}


def write(chance):
    kind = chance.choice([
        {"update": {"name": document(chance), "fields": fields(chance)}}, {"delete": document(chance)},
        {"transform": {"document": document(chance), "fieldTransforms": [transform(chance)]}}, {"verify": document(chance)},
    ])
    return {**kind, **maybe(chance, 0.3, {
        "updateMask": lambda: mask(chance), "currentDocument": lambda: precondition(chance),
        "updateTransforms": lambda: [transform(chance) for _ in range(chance.randrange(3))],
    })}


def condition(chance, depth=0):
    draw = chance.randrange(3 if depth < 4 else 2)
    field = {"fieldPath": chance.choice(FIELDS)}
    if draw == 0:
        return {"fieldFilter": {"field": field, "op": chance.choice(OPERATORS), "value": value(chance)}}
    if draw == 1:
        return {"unaryFilter": {"field": field, "op": chance.choice(["IS_NAN", "IS_NULL", "IS_NOT_NULL", "IS"])}}
    parts = [condition(chance, depth + 1) for _ in range(chance.choice([0, 1, 2, 3, 35]))]
    return {"compositeFilter": {"op": chance.choice(["AND", "OR", "XOR"]), "filters": parts}}


def query(chance):
    order = lambda: [{"field": {"fieldPath": chance.choice(FIELDS)}, "direction": chance.choice(["ASCENDING", "DESCENDING", "UP"])}
                     for _ in range(chance.randrange(4))]
    cursor = lambda: {"values": [value(chance) for _ in range(chance.randrange(3))], "before": chance.random() < 0.5}
    return {
        "from": [{"collectionId": chance.choice(["users", "posts", "", "a/b"]), "allDescendants": chance.random() < 0.3}],
        **maybe(chance, 0.4, {
            "where": lambda: condition(chance), "orderBy": order, "startAt": cursor, "endAt": cursor,
            "limit": lambda: chance.choice([0, 1, -1, 2**31, {"value": 1}]), "offset": lambda: chance.choice([0, 1, -1]),
            "select": lambda: {"fields": [{"fieldPath": chance.choice(FIELDS)}]},
            "findNearest": lambda: chance.anything(),
        }),
    }


def firestore(chance, pool):
    """An operation on documents, over REST."""
    verb = chance.choice([
        "commit", "batchWrite", "batchGet", "beginTransaction", "rollback", "runQuery", "runAggregationQuery",
        "listCollectionIds", "partitionQuery", "executePipeline", "", "",
    ])
    if not verb:
        parameters = maybe(chance, 0.2, {
            "updateMask.fieldPaths": lambda: chance.choice(FIELDS), "pageSize": lambda: chance.choice(["1", "-1", "x"]),
            "mask.fieldPaths": lambda: chance.choice(FIELDS), "pageToken": lambda: chance.text(pool),
            "orderBy": lambda: chance.choice(["n desc", "`", "n,s", "n up"]), "documentId": lambda: chance.choice(NAMES),
            "currentDocument.exists": lambda: chance.choice(["true", "no"]), "readTime": lambda: chance.text(None),
        })
        target = f"/v1/{DOCUMENTS}/{urllib.parse.quote(chance.choice(NAMES))}?{urllib.parse.urlencode(parameters)}"
        return chance.choice(["GET", "POST", "PATCH", "DELETE"]), target, {"fields": fields(chance)}
    parent = f"/v1/{DOCUMENTS}"
    if verb in ("runQuery", "runAggregationQuery", "listCollectionIds", "partitionQuery") and chance.random() < 0.3:
        parent += "/users/ada"
    body = {
        "commit": lambda: {"writes": [write(chance) for _ in range(chance.choice([0, 1, 2, 40]))]},
        "batchWrite": lambda: {"writes": [write(chance) for _ in range(chance.choice([0, 1, 2, 40]))]},
        "batchGet": lambda: {"documents": [document(chance) for _ in range(chance.randrange(4))]},
        "beginTransaction": lambda: {"options": chance.choice([{"readWrite": {}}, {"readOnly": {}}, chance.anything()])},
        "rollback": lambda: {"transaction": chance.choice(["", "AAAA", "é"])},
        "runQuery": lambda: {"structuredQuery": query(chance)},
        "runAggregationQuery": lambda: {"structuredAggregationQuery": {
            "structuredQuery": query(chance), "aggregations": [
                {"alias": chance.choice(["c", "", "é"]), chance.choice(["count", "sum", "avg", "median"]): {"field": {"fieldPath": "n"}}}
                for _ in range(chance.choice([0, 1, 2, 6]))]}},
        "listCollectionIds": lambda: {"pageSize": chance.choice([0, 1, -1, "x"])},
        "partitionQuery": lambda: {"structuredQuery": query(chance), "partitionCount": chance.choice(["2", "0", "-1", "99999999"])},
        "executePipeline": lambda: chance.anything(),
    }[verb]()
    if isinstance(body, dict):
        body.update(maybe(chance, 0.1, {
            "transaction": lambda: "AAAA", "newTransaction": lambda: {"readWrite": {}}, "readTime": lambda: "2026-01-01T00:00:00Z",
        }))
    return "POST", f"{parent}:{verb}", body


def firestore_controls(chance, pool):
    """The Firestore emulator's own paths, and its web channel."""
    draw = chance.randrange(4)
    if draw == 0:
        rules = chance.choice([
            "rules_version = '2'; service cloud.firestore { match /databases/{d}/documents { match /{x=**} { allow read, write: if %s; } } }"
            % chance.choice(["true", "request.auth.uid == 'a'", "1/0 == 1", "get(/a/b).x", "'" + "a" * 500, "((((" * 200]),
            "service", "", chance.text(None),
        ])
        return "PUT", f"/emulator/v1/projects/{PROJECT}:securityRules", {"rules": {"files": [{"name": "a", "content": rules}]}}
    if draw == 1:
        return "DELETE", f"/emulator/v1/{DOCUMENTS}", {}
    if draw == 2:
        return "GET", f"/emulator/v1/projects/{PROJECT}:ruleCoverage", {}
    kind = chance.choice(["Listen", "Write"])
    parameters = {
        "database": chance.choice([ROOT, "", "x"]), "VER": chance.choice(["8", "9", ""]), "RID": chance.choice(["1", "rpc", "-1", "x"]),
        "SID": chance.text(pool), "AID": chance.choice(["0", "-1", "99999999999"]), "CI": chance.choice(["0", "1"]), "t": "1",
        "TYPE": chance.choice(["xmlhttp", "terminate", "x"]),
    }
    kept = {name: text for name, text in parameters.items() if chance.random() < 0.7}
    body = {"count": chance.choice(["1", "2", "-1", "x"]), "ofs": "0", "req0___data__": json.dumps(
        {"database": ROOT, "addTarget": {"targetId": chance.choice([2, 0, -1]), "query": {"parent": DOCUMENTS, "structuredQuery": query(chance)}}})}
    # A request that asks for the back channel stays open: it is the server's to answer at once or to close.
    kept.pop("TYPE" if kept.get("RID") == "rpc" else "", None)
    method = "POST" if kept.get("RID") != "rpc" else "OPTIONS"
    return method, f"/google.firestore.v1.Firestore/{kind}/channel?{urllib.parse.urlencode(kept)}", ("form", body)


def telemetry(chance, pool):
    """Events and crash reports, and what their readers ask."""
    def parameters():
        return {chance.choice(["page", "value", "user_id", "a" * 41, "firebase_x", ""]): chance.anything() for _ in range(chance.choice([0, 1, 3, 30]))}

    event = lambda: {"name": chance.choice(["sign_up", "screen_view", "ga_x", "", "a" * 41, "é"]), "params": parameters(),
                     **maybe(chance, 0.2, {"timestamp_micros": lambda: chance.choice([0, -1, 2**63, "1"])})}
    frame = lambda: {"module": chance.text(None), "symbol": chance.text(None), "line": chance.choice([1, -1, 2**63, "x"]),
                     "address": chance.choice(["0x1", "x", 1])}
    report = lambda: maybe(chance, 0.8, {
        "id": lambda: chance.text(pool), "kind": lambda: chance.choice(["crash", "error", "x"]), "reason": lambda: chance.text(None),
        "frames": lambda: [frame() for _ in range(chance.choice([0, 1, 300]))], "keys": parameters, "breadcrumbs": lambda: [chance.anything()],
        "version": lambda: chance.text(None), "time": lambda: chance.choice([0, "2026-01-01T00:00:00Z"]), "user": lambda: chance.text(pool),
    })
    query = urllib.parse.urlencode(maybe(chance, 0.4, {
        name: lambda: chance.choice(["1", "-1", "x", "a,b,c", "99999999999999999999", "open"])
        for name in ["stream", "name", "user", "before", "limit", "days", "steps", "status"]}))
    keys = urllib.parse.urlencode({"api_secret": "k", "measurement_id": chance.choice(["G-1", ""]), "firebase_app_id": chance.choice(["1:2:ios:3", ""])})
    events = {"client_id": chance.text(pool), "app_instance_id": "a" * 32, "events": [event() for _ in range(chance.choice([0, 1, 26]))],
              **maybe(chance, 0.3, {"user_id": lambda: chance.text(pool), "user_properties": parameters, "consent": parameters})}
    return chance.choice([
        lambda: ("POST", f"/{chance.choice(['', 'debug/'])}mp/collect?{keys}", events),
        lambda: ("POST", f"/crash/v1/projects/{PROJECT}/reports?key=k", report()),
        lambda: ("POST", f"/v1beta1/projects/{PROJECT}/events:report?key=k", {"message": chance.text(None), "serviceContext": chance.anything()}),
        lambda: ("GET", f"/analytics/v1/{chance.choice(['events', 'counts', 'users', 'funnel', 'x'])}?{query}", {}),
        lambda: ("GET", f"/crash/v1/projects/{PROJECT}/issues?{query}", {}),
        lambda: ("POST", f"/crash/v1/projects/{PROJECT}/issues/{urllib.parse.quote(chance.text(pool), safe='')}:{chance.choice(['resolve', 'mute', 'x'])}", {}),
        lambda: ("DELETE", f"/analytics/v1/users/{urllib.parse.quote(chance.text(pool), safe='')}", {}),
    ])()


def functions(chance, pool):
    """Calls of functions, callable and others, where some may be and where none is."""
    path = f"/{PROJECT}/{chance.choice(['us-central1', 'europe-west1', 'x'])}/{chance.choice(['hello', 'a.b', '', 'a' * 80])}"
    return chance.choice(["POST", "GET", "OPTIONS"]), path, {"data": chance.anything()}


def oauth(chance, pool):
    """Access tokens of service accounts, and signatures in their name."""
    if chance.random() < 0.5:
        path = chance.choice(["/oauth2.googleapis.com/token", "/token"])
        grant = chance.choice(["urn:ietf:params:oauth:grant-type:jwt-bearer", "refresh_token", "client_credentials", ""])
        return "POST", path, ("form", {"grant_type": grant, "assertion": chance.text(pool), "refresh_token": chance.text(pool)})
    account = urllib.parse.quote(chance.choice([f"app@{PROJECT}.iam.gserviceaccount.com", chance.text(pool)]), safe="")
    verb = chance.choice(["signBlob", "signJwt", "generateAccessToken"])
    path = f"/iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/{account}:{verb}"
    return "POST", path, {"payload": chance.choice(["AAAA", "", "é", "A" * 60_000])}


SERVICES = [firestore, firestore, firestore, firestore_controls, telemetry, telemetry, functions, oauth]


def service_request(chance, pool):
    """The method, the target, the fields and the body of a request to one of the services."""
    method, target, content = chance.choice(SERVICES)(chance, pool)
    target = re.sub(r"[\x00-\x20\x7f-\uffff]|[\U00010000-\U0010ffff]", lambda m: urllib.parse.quote(m[0], errors="replace"), target)
    kind = "application/json"
    if isinstance(content, tuple):
        kind, body = "application/x-www-form-urlencoded", urllib.parse.urlencode(content[1], errors="replace").encode()
    else:
        body = json.dumps(content, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    if method in ("GET", "OPTIONS"):
        body = b""
    fields = [("Host", "127.0.0.1"), ("Connection", "close"), ("Content-Type", kind)]
    draw = chance.random()
    if draw < 0.6:
        fields.append(("Authorization", "Bearer owner"))
    elif draw < 0.7:
        # A field has no line ends.
        token = re.sub(r"[^\x21-\x7e]", "", chance.text(pool))
        fields.append(("Authorization", "Bearer " + token))
    return method, target, fields, body
