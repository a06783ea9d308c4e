import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("Signatures and keys")
struct SigningTests {
    @Test(
        arguments: [
            "/.well-known/jwks.json", "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
            "/www.googleapis.com/service_accounts/v1/metadata/jwk/securetoken@system.gserviceaccount.com",
        ]
    )
    func `the published keys are those that sign`(_ path: String) async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUpGuest()
        let answer = try await client.send(.get, path)
        #expect(answer.fields["cache-control"]?.hasPrefix("public, max-age=21600") == true)
        let key = try #require(answer["keys"]?.array?.first)
        #expect(key["alg"] == "RS256")
        #expect(key["kid"] == (try CompactJWS(user.idToken).header["kid"]))
        #expect(key["d"] == nil)
    }

    @Test func `certificates are published by the identifier of their key`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUpGuest()
        let path = "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
        let answer = try await client.send(.get, path)
        let id = try #require(try CompactJWS(user.idToken).header["kid"]?.string)
        #expect(answer[id]?.text.hasPrefix("-----BEGIN CERTIFICATE-----") == true)
    }

    @Test func `discovery names the issuer of the tokens`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUpGuest()
        let path = "/securetoken.google.com/demo-test/.well-known/openid-configuration"
        let answer = try await client.send(.get, path)
        #expect(answer["issuer"] == (try claims(of: user.idToken)["iss"]))
        let keys = try #require(answer["jwks_uri"]?.string?.firstRange(of: "/www"))
        let target = String(answer["jwks_uri"]?.text[keys.lowerBound...] ?? "")
        #expect(try await client.send(.get, target)["keys"]?.array?.count == 1)
    }

    @Test func `the emulator signs nothing if asked so`() async throws {
        let client = TestClient(try await TestBackend { $0.tokenSigning = .none })
        let user = try await client.signUpGuest()
        #expect(user.idToken.hasSuffix("."))
        #expect(try CompactJWS(user.idToken).header["alg"] == "none")
        #expect(try await client.lookUp(user).status == 200)
    }

    @Test(arguments: [
        "accounts:lookup", "accounts:update", "accounts:delete", "accounts:sendOobCode", "accounts:signUp",
    ])
    func `strict takes no unsigned identity token anywhere`(_ operation: String) async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        let forged = try TokenMint.unsigned.mint(claims(of: user.idToken)).reveal()
        var body: [String: JSONValue] = ["idToken": .string(forged), "requestType": "VERIFY_EMAIL"]
        if operation == "accounts:signUp" {
            body["email"] = "b@example.com"
            body["password"] = "secret2"
        }
        let answer = try await client.user(operation, JSONValue(body))
        #expect(answer.error == "INVALID_ID_TOKEN")
    }

    @Test(arguments: [true, false])
    func `a signature must be ours, in lenient too`(_ isStrict: Bool) async throws {
        let (_, client) = try await TestClient.strict { $0.profile = isStrict ? .strict : .lenient }
        let user = try await client.signUp("ada@example.com")
        let parts = user.idToken.split(separator: ".")
        var signature = Array(parts[2].utf8)
        signature[10] = signature[10] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        let forged = "\(parts[0]).\(parts[1]).\(String(decoding: signature, as: UTF8.self))"
        let answer = try await client.user("accounts:lookup", ["idToken": .string(forged)])
        #expect(answer.error == "INVALID_ID_TOKEN")
    }

    @Test func `strict refuses an identity token at its end, lenient does not`() async throws {
        for profile in BackendConfiguration.Profile.allCases {
            let (backend, client) = try await TestClient.strict { $0.profile = profile }
            let user = try await client.signUp("ada@example.com")
            backend.clock.advance(by: .seconds(3599))
            #expect(try await client.lookUp(user).status == 200)
            backend.clock.advance(by: .seconds(61))
            let error = try await client.lookUp(user).error
            #expect(error == (profile == .strict ? "INVALID_ID_TOKEN" : nil))
        }
    }
}
