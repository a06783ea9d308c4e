import HearthBackend
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthConsole

@Suite("Secrets of the log")
struct RedactionTests {
    @Test func `are hidden in documents at every depth, and empty ones are none`() throws {
        let document = try JSON.parse(
            Array(
                #"""
                {"password": "p", "email": "a@b", "error": {"code": 400}, "users": [{"passwordHash": "h", "localId": "u"}],
                 "mfa": [[{"phoneSessionInfo": {"sessionInfo": "s"}}]], "idToken": "", "code": "123456", "token": null,
                 "refreshToken": 5}
                """#.utf8
            )
        )
        #expect(
            Redaction.apply(to: document) == [
                "password": "‹hidden›", "email": "a@b", "error": ["code": 400],
                "users": [["passwordHash": "‹hidden›", "localId": "u"]],
                "mfa": [[["phoneSessionInfo": ["sessionInfo": "‹hidden›"]]]], "idToken": "", "code": "‹hidden›",
                "token": .null, "refreshToken": 5,
            ]
        )
        #expect(Redaction.apply(to: "password") == "password")
    }

    @Test func `are hidden in the fields of both sides`() {
        let fields: HTTPFields = [
            "Authorization": "Bearer secret", "Cookie": "a=1", "Set-Cookie": "session=2", "X-Firebase-AppCheck": "3",
            "Proxy-Authorization": "Basic 4", "Content-Type": "text/plain",
            "Location": "https://app/cb?code=5&state=x", "X-Long": String(repeating: "x", count: 600),
        ]
        #expect(
            Redaction.apply(to: fields) == [
                "Authorization": "‹hidden›", "Cookie": "‹hidden›", "Set-Cookie": "‹hidden›",
                "X-Firebase-AppCheck": "‹hidden›", "Proxy-Authorization": "‹hidden›", "Content-Type": "text/plain",
                "Location": "https://app/cb?code=‹hidden›&state=x",
                "X-Long": .string(String(repeating: "x", count: 500)),
            ]
        )
        // The emulator's administrator is no secret.
        #expect(Redaction.apply(to: ["authorization": "Bearer owner"]) == ["authorization": "Bearer owner"])
    }

    @Test(
        arguments: [
            ("/a/b", "/a/b"), ("", ""), ("/a?", "/a?"), ("/a?key=k&mode=x", "/a?key=k&mode=x"),
            ("/a?oobCode=1", "/a?oobCode=‹hidden›"), ("/a?x=1&oobCode=1=2&y=2", "/a?x=1&oobCode=‹hidden›&y=2"),
            ("https://h/p#id_token=1&access_token=2&z=3", "https://h/p#id_token=‹hidden›&access_token=‹hidden›&z=3"),
            ("/a?q=1#code=5", "/a?q=1#code=‹hidden›"), ("/a?oob%43ode=1", "/a?oob%43ode=‹hidden›"),
            ("/code=1/b", "/code=1/b"), ("/a?code", "/a?code"), ("/a?code=", "/a?code="), ("/a?&&=1", "/a?&&=1"),
            ("/a?x=%zz&%zz=1", "/a?x=%zz&%zz=1"), ("?code=é", "?code=‹hidden›"),
        ]
    ) func `are hidden among the parameters of an address`(address: String, shown: String) {
        #expect(Redaction.address(address) == shown)
        #expect(Redaction.address(shown) == shown)
        let document: JSONValue = ["requestUri": .string(address)]
        #expect(Redaction.apply(to: document) == ["requestUri": .string(shown)])
    }

    @Test func `stand at the same place in the request as it was, where the page finds them one by one`() async throws {
        let world = try await FlowWorld()
        try await world.add(FlowWorld.ada)
        let secret = "correct horse 42"
        try await world.app("v1/accounts:signInWithPassword", FlowWorld.password(secret))
        let redirect = "https://app.example/cb?mode=x&code=first#access_token=second"
        try await world.app(
            "v1/accounts:signInWithIdp",
            ["requestUri": .string(redirect), "postBody": "id_token=third"]
        )
        func entry(_ place: Int, _ query: String = "") async throws -> JSONValue {
            let ids = try JSON.parse(try await world.read("log").bytes)["entries"]?.array?.compactMap {
                $0["id"]?.integer
            }
            let id = try #require(ids?[place])
            return try JSON.parse(try await world.read("log/\(id)\(query)").bytes)
        }
        let count = try JSON.parse(try await world.read("log").bytes)["entries"]?.array?.count ?? 0
        let places = try #require(count >= 2 ? [count - 2, count - 1] : nil)
        let (signIn, whole) = (try await entry(places[0]), try await entry(places[0], "?secrets=1"))
        #expect(signIn["request"]?["body"]?["password"] == Redaction.hidden)
        #expect(whole["request"]?["body"]?["password"]?.string == secret)
        #expect(signIn["response"]?["body"]?["mfaPendingCredential"] == Redaction.hidden)
        #expect((whole["response"]?["body"]?["mfaPendingCredential"]?.string ?? "").isEmpty == false)
        let (linked, open) = (try await entry(places[1]), try await entry(places[1], "?secrets=1"))
        let shown = "https://app.example/cb?mode=x&code=‹hidden›#access_token=‹hidden›"
        #expect(linked["request"]?["body"]?["requestUri"]?.string == shown)
        #expect(open["request"]?["body"]?["requestUri"]?.string == redirect)
        #expect(open["request"]?["body"]?["postBody"]?.string == "id_token=third")
        await world.backend.close()
    }

    @Test(
        arguments: [
            ("ada@example.com", "a…@example.com"), ("a@b@c", "a…@c"), ("@x", "@…@x"), ("+4915112345", "+…45"),
            ("+1", "+…+1"),
            ("", "…"), ("name", "…"),
        ]
    ) func `of people are masked for administrators who may only count them`(text: String, masked: String) {
        #expect(Masking.mask(text) == masked)
        let document: JSONValue = [
            "users": [["email": .string(text), "displayName": "Ada", "n": [["phoneInfo": .string(text)]]]]
        ]
        #expect(
            Masking.apply(to: document)
                == ["users": [["email": .string(masked), "displayName": "Ada", "n": [["phoneInfo": .string(masked)]]]]]
        )
    }
}

/// Texts as Swift source, read again by the rules of Swift's own reference.
@Suite("Texts as source")
struct LiteralModelTests {
    /// What a literal of one line means; `nil` if it ends early, or later than its end.
    private func meaning(of source: String) -> String? {
        var scalars = Array(source.unicodeScalars)[...]
        var signs = 0
        while scalars.first == "#" {
            signs += 1
            scalars.removeFirst()
        }
        guard scalars.popFirst() == "\"" else { return nil }
        let hashes = Array(repeating: "#" as Unicode.Scalar, count: signs)
        var text = String.UnicodeScalarView()
        while let scalar = scalars.popFirst() {
            if scalar == "\"", scalars.starts(with: hashes) { return scalars.count == signs ? String(text) : nil }
            if scalar == "\n" || scalar == "\r" { return nil }
            guard scalar == "\\", scalars.starts(with: hashes) else {
                text.append(scalar)
                continue
            }
            scalars = scalars.dropFirst(signs)
            guard scalars.popFirst() == "u", scalars.popFirst() == "{" else { return nil }
            let digits = scalars.prefix { $0 != "}" }
            scalars = scalars.dropFirst(digits.count + 1)
            guard let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16),
                let found = Unicode.Scalar(value)
            else { return nil }
            text.append(found)
        }
        return nil
    }

    @Test func `mean themselves, whatever they are made of`() {
        // A mark that combines makes one character of itself and what stands before it.
        let pieces = [
            "\"", "#", "\\", "(", ")", "u{41}", "a", "\n", "\r", "\u{301}", "\u{FE0F}", "\u{20E3}", "\0", "\u{202E}",
            "🔥",
        ]
        var texts = [""]
        for first in pieces {
            for second in pieces {
                for third in pieces { texts.append(first + second + third + first) }
            }
        }
        for text in texts {
            let source = SwiftLiteral.string(text)
            #expect(meaning(of: source)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true, "\(source)")
        }
    }

    @Test func `count signs that are drawn together with a mark`() {
        #expect(SwiftLiteral.longestRun(of: "#", in: "\"#\u{301}#") == 1)
        #expect(SwiftLiteral.longestRun(of: "#", in: "###\u{FE0F}\u{20E3}##") == 3)
        #expect(SwiftLiteral.longestRun(of: "#", in: "") == 0)
        #expect(SwiftLiteral.string("\"#\u{301}").unicodeScalars.starts(with: "##\"".unicodeScalars))
    }
}
