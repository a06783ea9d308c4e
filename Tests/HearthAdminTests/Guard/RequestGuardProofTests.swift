import HearthAdmin
import HearthAuth
import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthTokens
import Testing

@Suite("RequestGuard with proofs, and without a request")
struct RequestGuardProofTests {
    private let fixture: Fixture
    private let key: P256PrivateKey
    private let token: String

    init() async throws {
        fixture = try await Fixture()
        key = try P256PrivateKey.generate()
        token = try await fixture.signUp("ada@example.com")
    }

    private func thumbprint() throws -> KeyThumbprint {
        let point = try key.publicKey.coordinates()
        return KeyThumbprint(x: point.x, y: point.y)
    }

    private func request(scheme: String = "DPoP", _ change: (inout JSONObject) -> Void = { _ in }) throws -> HTTPRequest
    {
        let point = try key.publicKey.coordinates()
        let header: JSONObject = [
            "typ": "dpop+jwt", "alg": "ES256",
            "jwk": [
                "kty": "EC", "crv": "P-256", "x": .string(Base64.encode(point.x)), "y": .string(Base64.encode(point.y)),
            ],
        ]
        var claims: JSONObject = ["jti": "1", "htm": "GET", "htu": "https://api.shop.example/notes"]
        claims["iat"] = .integer(fixture.backend.clock.now.seconds)
        claims["ath"] = .string(Base64.encode(Digest.sha256.hash(Array(token.utf8))))
        change(&claims)
        let parts = [header, claims].map { Base64.encode(JSON.serialize(.object($0))) }.joined(separator: ".")
        let proof = parts + "." + Base64.encode(try key.signES256(Array(parts.utf8)))
        return HTTPRequest(.get, target: "/notes", fields: ["Authorization": "\(scheme) \(token)", "DPoP": proof])
    }

    private func guardian(knows thumbprint: KeyThumbprint?) -> RequestGuard<Members> {
        let clock = fixture.backend.clock
        let proofs = RequestProofVerifier(origin: "https://api.shop.example", now: { clock.now })
        return RequestGuard(fixture.verifier, users: Members(), proofs: proofs) { key, _ in key == thumbprint }
    }

    private func refusal(of request: HTTPRequest, by guardian: RequestGuard<Members>) async -> AuthenticationRefusal? {
        do throws(AuthenticationRefusal) {
            _ = try await guardian.token(of: request)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["DPoP", "dpop", "Bearer"])
    func `a token is let in with a proof by the user's key, once`(_ scheme: String) async throws {
        let guardian = guardian(knows: try thumbprint())
        let request = try request(scheme: scheme)
        #expect(await refusal(of: request, by: guardian) == nil)
        #expect(await refusal(of: request, by: guardian) == .unproved(.replayed))
    }

    @Test func `a copied token is refused without a proof, and with one by another key`() async throws {
        let guardian = guardian(knows: try thumbprint())
        let bare = HTTPRequest(.get, target: "/notes", fields: ["Authorization": "Bearer \(token)"])
        #expect(await refusal(of: bare, by: guardian) == .unproved(.missing))
        #expect(await refusal(of: try request(), by: self.guardian(knows: nil)) == .unproved(.unknownKey))
        #expect(
            await refusal(of: try request { $0["htu"] = "https://evil.example/notes" }, by: guardian)
                == .unproved(.wrongRequest)
        )
        let alone = await #expect(throws: AuthenticationRefusal.self) { try await guardian.user(bearer: Secret(token)) }
        #expect(alone == .unproved(.missing))
    }

    @Test func `a refused proof is answered as the standard says`() {
        let response = AuthenticationRefusal.unproved(.replayed).response
        #expect(response.status == 401)
        #expect(response.fields["WWW-Authenticate"]?.hasPrefix("DPoP error=\"invalid_dpop_proof\"") == true)
        #expect(AuthenticationRefusal.unproved(.overloaded).response.status == 503)
        #expect(AuthenticationRefusal.unproved(.overloaded).response.fields["Retry-After"] == "5")
    }

    @Test func `a guard that asks for no proof does not know the scheme`() async throws {
        let guardian = RequestGuard(fixture.verifier, users: Members())
        #expect(await refusal(of: try request(), by: guardian) == .missingToken)
        #expect(await refusal(of: try request(scheme: "Bearer"), by: guardian) == nil)
    }

    @Test func `a bearer token from another framework finds the same user as the request`() async throws {
        let guardian = RequestGuard(fixture.verifier, users: Members())
        let request = HTTPRequest(.get, target: "/", fields: ["Authorization": "Bearer \(token)"])
        #expect(try await guardian.user(bearer: Secret(token)) == guardian.user(for: request))
        #expect(try await guardian.token(bearer: Secret(token)).email == "ada@example.com")
        let missing = await #expect(throws: AuthenticationRefusal.self) { try await guardian.user(bearer: nil) }
        #expect(missing == .missingToken)
        let malformed = await #expect(throws: AuthenticationRefusal.self) { try await guardian.user(bearer: "x.y.z") }
        #expect(malformed == .rejected(.malformed))
    }

    /// A server of the application: guarded, and reached like any other.
    private struct Server: HTTPTransport {
        let guardian: RequestGuard<Members>
        let refusals = Locked<[AuthenticationRefusal]>([])

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            var request = request
            // A server sees no origin.
            request.origin = nil
            do throws(AuthenticationRefusal) {
                _ = try await guardian.token(of: request)
                return HTTPResponse(status: 200)
            } catch {
                refusals.withLock { $0.append(error) }
                return error.response
            }
        }
    }

    @Test func `the client's signed requests are believed, each for itself, and those of another device are not`()
        async throws
    {
        let auth = Auth(fixture.backend)
        _ = try await auth.createUser(withEmail: "eve@example.com", password: "secret1")
        let signer = try SoftwareRequestSigner.make()
        let server = Server(guardian: guardian(knows: KeyThumbprint(x: signer.publicKey.x, y: signer.publicKey.y)))
        let transport = auth.authenticated(server, for: ["api.shop.example"], signedBy: signer)
        let request = HTTPRequest(.get, origin: "https://api.shop.example", target: "/notes?page=2")
        for _ in 0..<3 { #expect(try await transport.send(request).status == 200) }
        let thief = auth.authenticated(server, for: ["api.shop.example"], signedBy: try SoftwareRequestSigner.make())
        #expect(try await thief.send(request).status == 401)
        let bare = auth.authenticated(server, for: ["api.shop.example"])
        #expect(try await bare.send(request).status == 401)
        #expect(Set(server.refusals.withLock { $0 }) == [.unproved(.unknownKey), .unproved(.missing)])
    }
}
