import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTokens
import Testing

@testable import HearthConsole

@Suite struct TokenInspectionTests {
    private static func inspect(_ token: String, at moment: UnixTime? = nil, _ world: FlowWorld) async throws
        -> JSONValue
    {
        var body: JSONObject = ["project": "demo-shop", "token": .string(token)]
        body["at"] = moment.map { .integer($0.milliseconds) }
        return try JSON.parse(try await world.write("tokens:inspect", body).bytes)
    }

    /// The rules that are not met, with the names of the refusals.
    private static func failures(_ found: JSONValue) -> [String: String] {
        var failures: [String: String] = [:]
        for finding in found["findings"]?.array ?? [] {
            guard let name = finding["rejection"]?["name"]?.string else { continue }
            failures[finding["rule"]?.string ?? ""] = name
        }
        return failures
    }

    private static func signedIn() async throws -> (FlowWorld, JSONValue) {
        let world = try await FlowWorld()
        try await world.add(["localId": "ada", "email": "ada@example.com", "rawPassword": "correct horse 42"])
        return (world, try await world.app("v1/accounts:signInWithPassword", FlowWorld.password()))
    }

    @Test func `an ID token meets every rule until it expires, and the turn says when`() async throws {
        let (world, session) = try await Self.signedIn()
        let token = try #require(session["idToken"]?.string)
        let issued = world.clock.withLock { $0 }
        let found = try await Self.inspect(token, world)
        #expect(found["kind"]?.string == "idToken")
        #expect(Self.failures(found).isEmpty)
        #expect(found["findings"]?.array?.contains { $0["rule"]?.string == "signature" } == true)
        #expect(found["verdict"]?["accepted"]?.bool == true)
        let end = issued + .seconds(3600)
        #expect(Self.failures(try await Self.inspect(token, at: end - .seconds(1), world)).isEmpty)
        #expect(Self.failures(try await Self.inspect(token, at: end, world)) == ["lifetime": "expired"])
        let before = try await Self.inspect(token, at: issued - .seconds(1), world)
        #expect(Self.failures(before) == ["lifetime": "notYetValid", "authenticationTime": "notYetValid"])
        let turns = (found["turns"]?.array ?? []).map { turn -> String in
            let (rule, name) = (turn["finding"]?["rule"]?.string, turn["finding"]?["rejection"]?["name"]?.string)
            return "\(turn["at"]?.integer ?? 0) \(rule ?? "") \(name ?? "met")"
        }
        #expect(
            turns == [
                "\(issued.milliseconds) lifetime met", "\(issued.milliseconds) authenticationTime met",
                "\(end.milliseconds) lifetime expired",
            ]
        )
        await world.backend.close()
    }

    @Test func `a disabled account is the server's verdict, beside rules that are all met`() async throws {
        let (world, session) = try await Self.signedIn()
        try await world.administer(
            "/identitytoolkit.googleapis.com/v1/projects/demo-shop/accounts:update",
            ["localId": "ada", "disableUser": true]
        )
        let found = try await Self.inspect(try #require(session["idToken"]?.string), world)
        #expect(Self.failures(found).isEmpty)
        #expect(found["verdict"]?["code"]?.string == "USER_DISABLED")
        await world.backend.close()
    }

    @Test func `a refresh token is named and not used up`() async throws {
        let (world, session) = try await Self.signedIn()
        let token = try #require(session["refreshToken"]?.string)
        let found = try await Self.inspect(token, world)
        #expect(found["kind"]?.string == "refreshToken" && found["verdict"]?["accepted"]?.bool == true)
        #expect(found["user"]?["localId"]?.string == "ada")
        #expect(found["session"]?["provider"]?.string == "password")
        try await world.refresh(token)
        #expect(try await Self.inspect(token, world)["verdict"]?["accepted"]?.bool == true)
        await world.backend.close()
    }

    @Test(arguments: [
        ("https://securetoken.google.com/demo-shop", "demo-shop", "idToken"),
        ("https://session.firebase.google.com/demo-shop", "demo-shop", "sessionCookie"),
        ("server@demo-shop.iam.gserviceaccount.com", TokenAudit.customTokenAudience, "customToken"),
        ("https://firebaseappcheck.googleapis.com/123", "projects/123", "appCheckToken"),
        ("https://accounts.google.com", "client", "foreignToken"),
    ])
    func `a token says what it is by its issuer and its audience`(
        _ row: (issuer: String, audience: String, kind: String)
    ) async throws {
        let world = try await FlowWorld()
        let claims: JSONObject = ["iss": .string(row.issuer), "aud": .string(row.audience), "sub": "ada"]
        let token = try TokenMint.unsigned.mint(claims).reveal()
        #expect(try await Self.inspect(token, world)["kind"]?.string == row.kind)
        await world.backend.close()
    }

    @Test(arguments: ["", "no token", "a.b.c", "eyJhbGciOiJub25lIn0.e30", String(repeating: "x", count: 100_000)])
    func `what is no token is called none, with the reader's own words`(_ text: String) async throws {
        let world = try await FlowWorld()
        let found = try await Self.inspect(text, world)
        #expect(found["kind"]?.string == "unknown")
        #expect(["malformed", "tooLong"].contains(found["rejection"]?["name"]?.string))
        await world.backend.close()
    }

    @Test func `a minted token has the flaw of its name, and the verifier's own error`() async throws {
        let (world, _) = try await Self.signedIn()
        let answer = try await world.write("tokens:mint", ["project": "demo-shop", "user": "ada"])
        let tokens = try #require(try JSON.parse(answer.bytes)["tokens"]?.array)
        let rejections = tokens.map { "\($0["flaw"]?.string ?? "") \($0["rejection"]?["name"]?.string ?? "none")" }
        #expect(
            rejections == [
                "expired expired", "notYetValid notYetValid", "wrongAudience wrongAudience",
                "wrongIssuer wrongIssuer", "otherKey unknownKey", "forgedSignature invalidSignature",
                "unsigned unsupportedAlgorithm",
            ]
        )
        // Each has one flaw, but for what follows from it.
        let expected: [[String: String]] = [
            ["lifetime": "expired"], ["lifetime": "notYetValid", "authenticationTime": "notYetValid"],
            ["audience": "wrongAudience"], ["issuer": "wrongIssuer"],
            ["key": "unknownKey", "signature": "unknownKey"], ["signature": "invalidSignature"],
            [
                "algorithm": "unsupportedAlgorithm", "key": "invalidKeyIdentifier",
                "signature": "invalidKeyIdentifier",
            ],
        ]
        for (token, failures) in zip(tokens, expected) {
            let found = try await Self.inspect(try #require(token["token"]?.string), world)
            #expect(Self.failures(found) == failures, "\(token["flaw"]?.string ?? "")")
        }
        await world.backend.close()
    }

    @Test func `no tokens are made of a user who is not there`() async throws {
        let world = try await FlowWorld()
        #expect(try await world.write("tokens:mint", ["project": "demo-shop", "user": "ada"]).status == 404)
        #expect(try await world.write("tokens:mint", ["project": "demo-shop"]).status == 400)
        await world.backend.close()
    }
}
