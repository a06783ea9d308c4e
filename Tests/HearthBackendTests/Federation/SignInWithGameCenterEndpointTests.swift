import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthServerCrypto
import HearthTesting
import Testing

@Suite("POST /v1/accounts:signInWithGameCenter", .inProcessAndLiveInLongRuns)
struct SignInWithGameCenterEndpointTests {
    /// Apple as games see it: a certificate at an address, and signatures of players.
    private final class Apple: HTTPTransport {
        static let url = "https://static.gc.apple.com/public-key/gc-prod-10.cer"
        let key: RSAPrivateKey
        private let served: Locked<[UInt8]>
        private let asked = Locked<[String]>([])

        init(from start: UnixTime, until end: UnixTime) throws {
            key = try RSAPrivateKey.generate()
            let certificate = try Certificate.selfSigned(commonName: "Apple", key: key, from: start, until: end)
            let lines = certificate.pem.split(separator: "\n").filter { !$0.hasPrefix("-") }
            served = Locked(try #require(Base64.decode(lines.joined().utf8, .standard)))
        }

        var addresses: [String] { asked.withLock { $0 } }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            asked.withLock { $0.append((request.origin ?? "") + request.target) }
            return HTTPResponse(status: 200, body: .bytes(served.withLock { $0 }))
        }

        func proof(
            of player: String,
            bundle: String = "com.example.game",
            at time: UnixTime,
            salt: [UInt8] = [1, 2, 3, 4]
        ) throws -> JSONObject {
            var moment: [UInt8] = []
            var rest = time.milliseconds
            for _ in 0..<8 {
                moment.insert(UInt8(rest % 256), at: 0)
                rest /= 256
            }
            let signature = try key.signRS256(Array(player.utf8) + Array(bundle.utf8) + moment + salt)
            return [
                "playerId": "G:old", "teamPlayerId": .string(player), "gamePlayerId": "A:1",
                "publicKeyUrl": .string(Self.url), "salt": .string(Base64.encode(salt, .standard)),
                "signature": .string(Base64.encode(signature)), "timestamp": .integer(time.milliseconds),
                "displayName": "Ada",
            ]
        }
    }

    private struct Bench {
        let apple: Apple
        let backend: TestBackend
        let client: TestClient
        var now: UnixTime { backend.clock.now }

        init(validity: ClosedRange<Int64> = -1...1) async throws {
            let now = UnixTime.systemNow()
            let apple = try Apple(from: now + .hours(validity.lowerBound), until: now + .hours(validity.upperBound))
            self.apple = apple
            backend = try await TestBackend(outbound: apple) { $0.profile = .strict }
            client = TestClient(backend)
            let made = try await client.configs(
                .post,
                "defaultSupportedIdpConfigs?idpId=gc.apple.com",
                ["enabled": true, "appleSignInConfig": ["bundleIds": ["com.example.other", "com.example.game"]]]
            )
            try #require(made.status == 200, "\(made.text)")
        }

        func signIn(_ body: JSONObject, _ changes: [String: JSONValue] = [:]) async throws -> TestClient.Answer {
            var body = body
            for (name, value) in changes { body[name] = value }
            return try await client.user("accounts:signInWithGameCenter", .object(body))
        }
    }

    @Test func `signs in a player with a signature from Apple, and again with a new one`() async throws {
        let bench = try await Bench()
        let first = try await bench.signIn(try bench.apple.proof(of: "T:1", at: bench.now))
        #expect(first.status == 200, "\(first.text)")
        #expect(first["isNewUser"] == true && first["teamPlayerId"] == "T:1" && first["playerId"] == "G:old")
        #expect(first["displayName"] == "Ada" && first["refreshToken"] != nil && first["expiresIn"] == "3600")
        let firebase = try #require(first.claims["firebase"])
        #expect(firebase["sign_in_provider"] == "gc.apple.com")
        #expect(firebase["identities"]?["gc.apple.com"] == ["T:1"])
        let again = try await bench.signIn(try bench.apple.proof(of: "T:1", at: bench.now, salt: [9]))
        #expect(again["localId"] == first["localId"] && again["isNewUser"] == nil)
        // Apple is asked once for its certificate.
        #expect(bench.apple.addresses == [Apple.url])
    }

    @Test func `signs a player of an older client in by the identifier of the player`() async throws {
        let bench = try await Bench()
        let proof = try bench.apple.proof(of: "G:7", at: bench.now)
        let answer = try await bench.signIn(proof, ["playerId": "G:7", "teamPlayerId": .null])
        #expect(answer.claims["firebase"]?["identities"]?["gc.apple.com"] == ["G:7"])
    }

    @Test func `links a player to an account, once`() async throws {
        let bench = try await Bench()
        let user = try await bench.client.signUp("ada@example.com")
        let proof = try bench.apple.proof(of: "T:1", at: bench.now)
        let linked = try await bench.signIn(proof, ["idToken": .string(user.idToken)])
        #expect(linked["localId"] == .string(user.uid))
        let other = try await bench.client.signUp("grace@example.com")
        let second = try bench.apple.proof(of: "T:1", at: bench.now, salt: [9])
        let refused = try await bench.signIn(second, ["idToken": .string(other.idToken)])
        #expect(refused.error == "FEDERATED_USER_ID_ALREADY_LINKED")
        // The signature of a link that was refused is good for signing in.
        #expect(try await bench.signIn(second)["localId"] == .string(user.uid))
    }

    @Test(
        arguments: [
            ("teamPlayerId", "T:2"), ("salt", "AAAA"), ("salt", .null), ("signature", "AAAA"), ("signature", "%"),
            ("signature", .null), ("timestamp", .null), ("timestamp", 0), ("timestamp", 1), ("publicKeyUrl", .null),
            ("publicKeyUrl", "http://static.gc.apple.com/public-key/gc-prod-10.cer"),
            ("publicKeyUrl", "https://static.gc.apple.com.example.com/k.cer"),
            ("publicKeyUrl", "https://example.com/apple.com/k.cer"), ("publicKeyUrl", "https://evilapple.com/k.cer"),
            ("publicKeyUrl", "https://apple.com@example.com/k.cer"), ("publicKeyUrl", "https://apple.com:8443/k.cer"),
        ] as [(String, JSONValue)]
    )
    func `refuses a proof in which one part is another`(_ member: String, _ value: JSONValue) async throws {
        let bench = try await Bench()
        let proof = try bench.apple.proof(of: "T:1", at: bench.now)
        let answer = try await bench.signIn(proof, [member: value])
        #expect(answer.status == 400)
        #expect(answer.error?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID : ") == true, "\(answer.text)")
        if member == "publicKeyUrl" { #expect(bench.apple.addresses.isEmpty) }
    }

    @Test func `refuses another game, a stranger's key, and a signature that is used twice or old`() async throws {
        let bench = try await Bench()
        let now = bench.now
        func error(_ proof: JSONObject) async throws -> String { try await bench.signIn(proof).error ?? "" }
        let other = try bench.apple.proof(of: "T:1", bundle: "com.example.stolen", at: now)
        #expect(try await error(other).contains("a game of this project"))
        let stranger = try Apple(from: now - .hours(1), until: now + .hours(1))
        #expect(try await error(try stranger.proof(of: "T:1", at: now)).contains("not Apple's"))
        #expect(try await error(try bench.apple.proof(of: "T:1", at: now - .minutes(10))).contains("expired"))
        #expect(try await error(try bench.apple.proof(of: "T:1", at: now + .minutes(3))).contains("not valid yet"))
        let proof = try bench.apple.proof(of: "T:1", at: now)
        #expect(try await bench.signIn(proof).status == 200)
        #expect(try await error(proof).hasPrefix("MISSING_OR_INVALID_NONCE"))
    }

    @Test(arguments: [-3 ... -2, 2...3])
    func `refuses a certificate that is not valid now`(_ validity: ClosedRange<Int64>) async throws {
        let bench = try await Bench(validity: validity)
        let answer = try await bench.signIn(try bench.apple.proof(of: "T:1", at: bench.now))
        #expect(answer.error?.contains("certificate") == true)
    }

    @Test func `is refused where no game is configured`() async throws {
        let (_, strict) = try await TestClient.strict()
        let answer = try await strict.user("accounts:signInWithGameCenter", ["playerId": "G:1"])
        #expect(answer.error?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
        let lenient = TestClient(try await TestBackend())
        #expect(try await lenient.user("accounts:signInWithGameCenter", [:]).status == 501)
    }
}
