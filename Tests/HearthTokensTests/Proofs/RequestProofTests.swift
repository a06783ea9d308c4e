import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import HearthTokens
import Testing

@Suite("A proof that a request comes from its device")
struct RequestProofTests {
    private static let device = Result { try P256PrivateKey.generate() }
    private let key: P256PrivateKey
    private let clock = TestClock()
    private let verifier: RequestProofVerifier
    private let token: Secret<String> = "header.payload.signature"

    init() throws {
        key = try Self.device.get()
        verifier = RequestProofVerifier(origin: "https://api.shop.example", now: clock.read)
    }

    private func proof(
        header change: (inout JSONObject) -> Void = { _ in },
        claims changeClaims: (inout JSONObject) -> Void = { _ in }
    ) throws -> String {
        let point = try key.publicKey.coordinates()
        var header: JSONObject = ["typ": "dpop+jwt", "alg": "ES256"]
        header["jwk"] = [
            "kty": "EC", "crv": "P-256", "x": .string(Base64.encode(point.x)), "y": .string(Base64.encode(point.y)),
        ]
        var claims: JSONObject = ["jti": "proof-1", "htm": "POST", "htu": "https://api.shop.example/notes"]
        claims["iat"] = .integer(clock.read().seconds)
        claims["ath"] = .string(Base64.encode(Digest.sha256.hash(Array(token.reveal().utf8))))
        change(&header)
        changeClaims(&claims)
        let parts = [header, claims].map { Base64.encode(JSON.serialize(.object($0))) }.joined(separator: ".")
        return parts + "." + Base64.encode(try key.signES256(Array(parts.utf8)))
    }

    private func request(
        _ proof: String?,
        _ method: HTTPMethod = .post,
        target: String = "/notes?page=2"
    ) -> HTTPRequest {
        var request = HTTPRequest(method, target: target)
        if let proof { request.fields.append("DPoP", proof) }
        return request
    }

    private func refusal(
        of request: HTTPRequest,
        _ other: Secret<String>? = nil,
        by verifier: RequestProofVerifier? = nil
    ) async -> ProofRejection? {
        do throws(ProofRejection) {
            _ = try await (verifier ?? self.verifier).verify(request, token: other ?? token)
            return nil
        } catch {
            return error
        }
    }

    @Test func `names the key that made it`() async throws {
        let point = try key.publicKey.coordinates()
        let thumbprint = try await verifier.verify(request(try proof()), token: token)
        #expect(thumbprint == KeyThumbprint(x: point.x, y: point.y))
    }

    // RFC 9449, figures 2 and 9.
    @Test func `of the standard is read, and its key has the standard's thumbprint`() async throws {
        let x = try #require(Base64.decode("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs".utf8))
        let y = try #require(Base64.decode("9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA".utf8))
        #expect(KeyThumbprint(x: x, y: y).rawValue == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
        #expect(KeyThumbprint(rawValue: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I") == KeyThumbprint(x: x, y: y))
        let jws = try CompactJWS(
            "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpD"
                + "a0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNy"
                + "diI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4"
                + "YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdL"
                + "XiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"
        )
        #expect(try P256PublicKey(x: x, y: y).verifyES256(jws.signature, over: jws.signedBytes))
    }

    @Test func `is good once`() async throws {
        let first = try proof()
        #expect(await refusal(of: request(first)) == nil)
        #expect(await refusal(of: request(first)) == .replayed)
        // The identifier is the proof's name, whatever else is signed.
        #expect(await refusal(of: request(try proof(claims: { $0["extra"] = 1 }))) == .replayed)
        #expect(await refusal(of: request(try proof(claims: { $0["jti"] = "proof-2" }))) == nil)
        clock.advance(by: .seconds(61))
        #expect(await refusal(of: request(first)) == .untimely)
    }

    @Test func `is good once for fifty that come at the same time`() async throws {
        let one = request(try proof())
        let believed = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 { group.addTask { await refusal(of: one) == nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(believed == 1)
    }

    @Test func `is one`() async throws {
        #expect(await refusal(of: request(nil)) == .missing)
        var two = request(try proof())
        two.fields.append("dpop", try proof(claims: { $0["jti"] = "proof-2" }))
        #expect(await refusal(of: two) == .missing)
    }

    @Test(
        arguments: [
            ("typ", "JWT"), ("typ", nil), ("alg", "none"), ("alg", "HS256"), ("alg", "RS256"), ("alg", "es256"),
            ("alg", nil),
            ("crit", ["exp"]), ("jku", "https://evil.example"), ("x5c", ["MIIB"]), ("jwk", nil), ("jwk", "key"),
        ] as [(String, JSONValue?)]
    )
    func `has a header of its own kind`(_ name: String, _ value: JSONValue?) async throws {
        #expect(await refusal(of: request(try proof(header: { $0[name] = value }))) == .malformed)
    }

    @Test(
        arguments: [
            ("kty", "RSA"), ("crv", "P-384"), ("x", nil), ("y", ""), ("x", "AAAA"), ("d", "AAAA"), ("y", 7),
        ] as [(String, JSONValue?)]
    )
    func `brings a public key on P-256`(_ name: String, _ value: JSONValue?) async throws {
        let proof = try proof(header: { header in
            guard case .object(var jwk) = header["jwk"] else { return }
            jwk[name] = value
            header["jwk"] = .object(jwk)
        })
        #expect(await refusal(of: request(proof)) == .malformed)
    }

    @Test func `is signed by the key that it brings`() async throws {
        let point = try P256PrivateKey.generate().publicKey.coordinates()
        let stolen = try proof(header: {
            $0["jwk"] = [
                "kty": "EC", "crv": "P-256", "x": .string(Base64.encode(point.x)), "y": .string(Base64.encode(point.y)),
            ]
        })
        #expect(await refusal(of: request(stolen)) == .invalidSignature)
        let parts = try proof().split(separator: ".")
        #expect(await refusal(of: request("\(parts[0]).\(parts[1]).")) == .invalidSignature)
        #expect(await refusal(of: request("\(parts[0]).\(parts[1])")) == .malformed)
    }

    @Test(
        arguments: [
            ("htm", "GET", .wrongRequest), ("htm", "post", .wrongRequest), ("htm", nil, .malformed),
            ("htu", "https://api.shop.example/other", .wrongRequest),
            ("htu", "http://api.shop.example/notes", .wrongRequest),
            ("htu", "https://api.shop.example.evil.example/notes", .wrongRequest), ("htu", "/notes", .wrongRequest),
            ("htu", "https://api.shop.example/notes/", .wrongRequest), ("htu", "", .wrongRequest),
            ("htu", nil, .malformed),
            ("htu", "https://api.shop.example:8443/notes", .wrongRequest),
            ("htu", "https://api.shop.example/Notes", .wrongRequest),
            ("htu", "https://API.shop.example:443/notes?x#y", nil), ("htu", "https://api.shop.example/notes", nil),
            ("ath", "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo", .wrongToken), ("ath", nil, .malformed),
            ("jti", "", .malformed), ("jti", nil, .malformed), ("jti", 7, .malformed), ("iat", nil, .malformed),
            ("iat", "now", .malformed), ("iat", -1, .malformed),
        ] as [(String, JSONValue?, ProofRejection?)]
    )
    func `is for this request and this token`(
        _ name: String,
        _ value: JSONValue?,
        _ rejection: ProofRejection?
    ) async throws {
        #expect(await refusal(of: request(try proof(claims: { $0[name] = value }))) == rejection)
    }

    @Test func `is for the root as for any path`() async throws {
        for (number, address) in ["https://api.shop.example", "https://api.shop.example/"].enumerated() {
            let proof = try proof(claims: {
                $0["htu"] = .string(address)
                $0["jti"] = .string("root-\(number)")
            })
            #expect(await refusal(of: request(proof, target: "/")) == nil)
        }
    }

    @Test(
        arguments: [(-61, .untimely), (-60, nil), (60, nil), (61, .untimely), (.max / 2000, .untimely)]
            as [(Int64, ProofRejection?)]
    )
    func `was made a moment ago`(_ offset: Int64, _ rejection: ProofRejection?) async throws {
        let proof = try proof(claims: { $0["iat"] = .integer(clock.read().seconds + offset) })
        #expect(await refusal(of: request(proof)) == rejection)
    }

    @Test func `is remembered in bounded memory, which refuses rather than forgets`() async throws {
        let small = RequestProofVerifier(
            origin: "https://api.shop.example",
            store: ProofMemory(limit: 2),
            now: clock.read
        )
        func attempt(_ name: String) async throws -> ProofRejection? {
            await refusal(of: request(try proof(claims: { $0["jti"] = .string(name) })), by: small)
        }
        #expect(try await attempt("1") == nil)
        #expect(try await attempt("2") == nil)
        #expect(try await attempt("3") == .overloaded)
        #expect(try await attempt("1") == .replayed)
        clock.advance(by: .seconds(61))
        #expect(try await attempt("3") == nil)
    }

    @Test func `that is refused explains itself without the request`() {
        #expect(Set(ProofRejection.allCases.map(\.description)).count == ProofRejection.allCases.count)
        for rejection in ProofRejection.allCases {
            #expect(rejection.challenge.hasPrefix("DPoP error=\"invalid_dpop_proof\", error_description=\""))
            #expect(rejection.status == (rejection == .overloaded ? 503 : 401))
        }
    }
}
