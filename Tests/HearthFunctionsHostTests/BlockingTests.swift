import HearthCore
import HearthCrypto
import HearthFunctionsHost
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("Blocking functions")
struct BlockingTests {
    private static let address = "https://us-central1-demo-test.cloudfunctions.net/beforeSignIn"
    private let functions: TestFunctions
    private let clock: ManualClock
    private let key: RSAPrivateKey
    private let mint: TokenMint

    init() async throws {
        let backend = try await TestBackend()
        functions = try backend.functions
        clock = backend.clock
        key = try RSAPrivateKey.generate()
        mint = TokenMint.rs256(key, keyIdentifier: "k1")
        let project = try #require(ProjectID(rawValue: "demo-test"))
        let trust = BlockingTrust.signed(
            project: project,
            keys: FixedKeys(["k1": key.publicKey]),
            addresses: [Self.address]
        )
        try functions.host.beforeUserSignedIn(trust: trust) { event in
            switch event.user.email {
            case "staff@example.com":
                UserChanges(displayName: "Staff", customClaims: ["staff": true], sessionClaims: ["ip": "1"])
            case "reserved@example.com": UserChanges(customClaims: ["exp": 1])
            case "large@example.com": UserChanges(customClaims: ["a": .string(String(repeating: "x", count: 1000))])
            case "plain@example.com": nil
            default: throw HTTPSError(.permissionDenied, "Unauthorized email")
            }
        }
        try functions.host.beforeUserCreated("local", trust: .emulator(project: project)) { event in
            UserChanges(displayName: event.signInMethod, sessionClaims: ["ignored": true])
        }
    }

    private func claims(_ email: String, event: String = "beforeSignIn") -> JSONObject {
        let now = clock.now.seconds
        return [
            "iss": "https://securetoken.google.com/demo-test", "aud": .string(Self.address), "iat": .integer(now),
            "exp": .integer(now + 600), "event_id": "e1", "event_type": .string(event), "sub": "u1",
            "sign_in_method": "password",
            "user_record": ["uid": "u1", "email": .string(email), "provider_data": []],
        ]
    }

    private func ask(_ token: String, _ name: String = "beforeSignIn", peer: String? = nil) async throws -> (
        Int, JSONValue
    ) {
        var request = HTTPRequest(
            .post,
            target: "/demo-test/us-central1/\(name)",
            fields: ["Content-Type": "application/json"],
            body: JSON.serialize(["data": ["jwt": .string(token)]])
        )
        request.peer = peer
        let response = try await functions.transport.send(request)
        return (response.status, try JSON.parse(response.bytes))
    }

    @Test func `a verified question is answered with what changes, and what that is`() async throws {
        let (status, answer) = try await ask(mint.mint(claims("staff@example.com")).reveal())
        #expect(status == 200)
        let record = answer["userRecord"]
        #expect(record?["displayName"] == "Staff" && record?["customClaims"] == ["staff": true])
        #expect(record?["sessionClaims"] == ["ip": "1"])
        #expect(record?["updateMask"] == "displayName,customClaims,sessionClaims")
        let (_, nothing) = try await ask(mint.mint(claims("plain@example.com")).reveal())
        #expect(nothing == .object([:]))
    }

    @Test func `a refusal reaches the identity service with its code`() async throws {
        let (status, answer) = try await ask(mint.mint(claims("other@example.com")).reveal())
        #expect(status == 403)
        #expect(answer == ["error": ["message": "Unauthorized email", "status": "PERMISSION_DENIED"]])
    }

    @Test(arguments: ["reserved@example.com", "large@example.com"])
    func `claims that no token may have are the function's failure`(_ email: String) async throws {
        let (status, answer) = try await ask(mint.mint(claims(email)).reveal())
        #expect(status == 500 && answer["error"]?["message"] == "An unexpected error occurred.")
    }

    @Test func `a question that the identity service did not ask this function is refused`() async throws {
        let other = TokenMint.rs256(try RSAPrivateKey.generate(), keyIdentifier: "k1")
        let good = claims("staff@example.com")
        var tokens = [try other.mint(good).reveal(), try TokenMint.unsigned.mint(good).reveal(), "x.y.z", ""]
        for (name, value) in [
            ("aud", "https://another.example"), ("iss", "https://securetoken.google.com/another"), ("aud", "demo-test"),
        ] as [(String, JSONValue)] {
            var claims = good
            claims[name] = value
            tokens.append(try mint.mint(claims).reveal())
        }
        var late = good
        late["exp"] = .integer(clock.now.seconds - 1)
        late["iat"] = .integer(clock.now.seconds - 100)
        tokens.append(try mint.mint(late).reveal())
        for token in tokens {
            let (status, _) = try await ask(token)
            #expect(status == 401)
        }
        let (status, _) = try await ask(mint.mint(claims("staff@example.com", event: "beforeCreate")).reveal())
        #expect(status == 400)
        // Signed, and about no user or another one than the record's.
        for subject in [nil, "u2", ""] as [JSONValue?] {
            var claims = good
            claims["sub"] = subject
            let (status, _) = try await ask(mint.mint(claims).reveal())
            #expect(status == (subject == "" ? 401 : 400))
        }
    }

    @Test func `the emulator's unsigned questions are believed from this machine alone`() async throws {
        let token = try TokenMint.unsigned.mint(claims("a@example.com", event: "beforeCreate")).reveal()
        let (status, answer) = try await ask(token, "local", peer: "127.0.0.1")
        #expect(status == 200)
        // Claims of a session belong to a sign-in.
        #expect(answer == ["userRecord": ["displayName": "password", "updateMask": "displayName"]])
        let (remote, _) = try await ask(token, "local", peer: "192.0.2.1")
        #expect(remote == 401)
    }
}
