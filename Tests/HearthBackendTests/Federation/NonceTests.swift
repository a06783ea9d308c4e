import HearthBackend
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import Testing

@Suite("the nonce of a provider's token", .inProcessAndLive)
struct NonceTests {
    static let raw = "a-nonce-of-32-characters-or-so.."
    static let hash = Hex.encode(Digest.sha256.hash(Array(raw.utf8)))
    static let missing = "MISSING_OR_INVALID_NONCE : Nonce is missing in the request."
    static let unknown = "MISSING_OR_INVALID_NONCE : Nonce is missing in the ID token."
    static let wrong =
        "MISSING_OR_INVALID_NONCE : The nonce in ID Token does not match the SHA256 hash of the raw nonce in the request."

    @Test(
        arguments: ["apple.com", "oidc.staff", "facebook.com"],
        [
            (.string(hash), raw, nil),
            (nil, nil, nil),
            (.string(hash), nil, missing),
            (nil, raw, unknown),
            (.string(hash), "another", wrong),
            (.string(raw), raw, wrong),
            (12, raw, wrong),
        ] as [(JSONValue?, String?, String?)]
    )
    func `must be the hash of what the client kept`(
        _ provider: String,
        _ nonce: (claim: JSONValue?, raw: String?, error: String?)
    ) async throws {
        let bench = try await ProviderBench()
        let token = try bench.token(provider, ["nonce": nonce.claim ?? .null])
        let form: FormParameters = nonce.raw.map { ["nonce": $0] } ?? [:]
        let answer = try await bench.signIn(provider, token: token, form: form)
        #expect(answer.error == nonce.error)
    }

    @Test func `of Google's may be one that only Google's SDK knows`() async throws {
        let bench = try await ProviderBench()
        let token = try bench.token("google.com", ["nonce": "made-by-the-sdk"])
        #expect(try await bench.signIn("google.com", token: token).status == 200)
        let other = try await bench.signIn("google.com", token: token, form: ["nonce": Self.raw])
        #expect(other.error == Self.wrong)
    }

    @Test func `makes a token good for one sign-in`() async throws {
        let bench = try await ProviderBench()
        let token = try bench.token("apple.com", ["nonce": .string(Self.hash)])
        let form: FormParameters = ["nonce": Self.raw]
        #expect(try await bench.signIn("apple.com", token: token, form: form).status == 200)
        let replay = try await bench.signIn("apple.com", token: token, form: form)
        #expect(
            replay.error
                == "MISSING_OR_INVALID_NONCE : Duplicate credential received. Please try again with a new credential."
        )
    }

    @Test func `is missed where a token is used again by another client than the first`() async throws {
        let bench = try await ProviderBench()
        let token = try bench.token("google.com")
        func signIn(from peer: String) async throws -> TestClient.Answer {
            try await bench.client.calling(from: peer).signIn("google.com", idToken: token)
        }
        #expect(try await signIn(from: "198.51.100.7").status == 200)
        // The owner's answer was lost.
        #expect(try await signIn(from: "198.51.100.7").status == 200)
        let replay = try await signIn(from: "203.0.113.9")
        #expect(replay.error?.hasPrefix("MISSING_OR_INVALID_NONCE : Duplicate credential received.") == true)
        #expect(replay["idToken"] == nil)
        #expect(try await signIn(from: "198.51.100.7").status == 200)
        // One machine has all of a /64.
        let other = try bench.token("google.com", sub: "u2")
        for (peer, status) in [("2001:db8:1:2::1", 200), ("2001:db8:1:2:ffff::1", 200), ("2001:db8:1:3::1", 400)] {
            let client = bench.client.calling(from: peer)
            #expect(try await client.signIn("google.com", idToken: other).status == status)
        }
    }

    @Test func `is not missed where the provider's configuration accepts repeated tokens`() async throws {
        let bench = try await ProviderBench(repeatedTokens: .accepted)
        let token = try bench.token("google.com")
        for peer in ["198.51.100.7", "203.0.113.9"] {
            #expect(try await bench.client.calling(from: peer).signIn("google.com", idToken: token).status == 200)
        }
    }

    @Test func `is not needed to make a token good for one sign-in and for one link`() async throws {
        let bench = try await ProviderBench(repeatedTokens: .refused)
        let token = try bench.token("google.com")
        #expect(try await bench.signIn("google.com", token: token).status == 200)
        let replay = try await bench.signIn("google.com", token: token)
        #expect(replay.error?.hasPrefix("MISSING_OR_INVALID_NONCE : Duplicate credential received.") == true)
        // Another signature over the same words is the same token.
        let parts = token.split(separator: ".")
        #expect(try await bench.signIn("google.com", token: parts[0] + "." + parts[1] + ".AAAA").status == 400)
        let linked = try bench.token("google.com", sub: "u2")
        let guests = [try await bench.client.signUpGuest(), try await bench.client.signUpGuest()]
        #expect(try await bench.signIn("google.com", token: linked, idToken: guests[0].idToken).status == 200)
        let stolen = try await bench.signIn("google.com", token: linked, idToken: guests[1].idToken)
        #expect(stolen["errorMessage"] == "FEDERATED_USER_ID_ALREADY_LINKED")
        #expect(try await bench.signIn("google.com", token: linked).status == 200)
    }

    @Test(arguments: ["google.com", "apple.com", "oidc.staff", "facebook.com"])
    func `is demanded where the sign-in was begun with one`(_ provider: String) async throws {
        let bench = try await ProviderBench()
        let token = try bench.token(provider, ["nonce": .null])
        let answer = try await bench.signIn(provider, token: token, ["sessionId": "begun-with-this"])
        #expect(answer.error == Self.unknown)
    }

    @Test func `makes the answer to a browser's session good for one sign-in`() async throws {
        let bench = try await ProviderBench()
        let session = "a-session-that-the-client-made"
        let nonce = Hex.encode(Digest.sha256.hash(Array(session.utf8)))
        let token = try bench.token("google.com", ["nonce": .string(nonce)])
        let more: JSONValue = ["sessionId": .string(session)]
        #expect(try await bench.signIn("google.com", token: token, more).status == 200)
        let replay = try await bench.signIn("google.com", token: token, more)
        #expect(replay.error?.hasPrefix("MISSING_OR_INVALID_NONCE : Duplicate credential received.") == true)
    }

    @Test(
        arguments: [
            ("google-client", nil), ("another-client", "does not match the expected audience"), (12, "does not match"),
            ("", "does not match"),
        ] as [(JSONValue, String?)]
    )
    func `is no use to a token that another client asked for`(_ party: JSONValue, _ words: String?) async throws {
        let bench = try await ProviderBench()
        let token = try bench.token("google.com", ["azp": party])
        let answer = try await bench.signIn("google.com", token: token)
        #expect(words.map { answer.error?.contains($0) == true } ?? (answer.status == 200), "\(answer.error ?? "")")
    }

    @Test func `of a browser's session is its identifier`() async throws {
        let bench = try await ProviderBench()
        let page = try await bench.client.user(
            "accounts:createAuthUri",
            ["providerId": "google.com", "continueUri": "http://localhost/done"]
        )
        let session = try #require(page["sessionId"])
        let url = try #require(page["authUri"]?.string)
        #expect(url.hasPrefix("https://accounts.google.com/o/oauth2/v2/auth?response_type=id_token"))
        let query = FormParameters(decoding: url.drop { $0 != "?" }.dropFirst())
        #expect(query["client_id"] == "google-client")
        #expect(query["redirect_uri"] == "http://localhost/done")
        #expect(query["scope"] == "openid email profile")
        let token = try bench.token("google.com", ["nonce": .string(query["nonce"] ?? "")])
        var fragment: FormParameters = ["id_token": token]
        fragment.append("state", query["state"] ?? "")
        let back = JSONValue.string("http://localhost/done#\(fragment.encoded)")
        let stolen = try await bench.client.user(
            "accounts:signInWithIdp",
            ["requestUri": back, "sessionId": "another"]
        )
        #expect(stolen.error == Self.wrong)
        let answer = try await bench.client.user("accounts:signInWithIdp", ["requestUri": back, "sessionId": session])
        #expect(answer["providerId"] == "google.com")
        #expect(answer["isNewUser"] == true)
    }
}
