internal import HearthCore
internal import HearthCrypto
internal import HearthJSON
internal import HearthServerCrypto
internal import HearthTokens

/// The pieces of work of which the server's are made, each as often as it can be done in a second.
struct RawBench {
    var duration: Duration = .seconds(1)

    func rates() async throws -> JSONObject {
        let key = try RSAPrivateKey.generate()
        let message = [UInt8](repeating: 0x61, count: 700)
        let signature = try key.signRS256(message)
        let (verifier, token) = try Self.token(key)
        let now = UnixTime.systemNow()
        var rates = JSONObject()
        rates["rs256SignsPerSecond"] = try await rate { _ = try key.signRS256(message) }
        rates["rs256VerifiesPerSecond"] = try await rate {
            guard key.publicKey.verifyRS256(signature, over: message) else { throw TokenRejection.invalidSignature }
        }
        for (name, scheme) in [("development", PasswordScheme.development), ("argon2id", .argon2id)] {
            let hasher = PasswordHasher(scheme: scheme)
            rates[name + "HashesPerSecond"] = try await rate { _ = try await hasher.hash("correct horse") }
        }
        rates["tokenVerificationsPerSecond"] = try await rate {
            _ = try verifier.verify(token, at: now) { _ in key.publicKey }
        }
        return rates
    }

    /// Does a piece of work again and again, and tells how often in a second.
    private func rate(_ work: () async throws -> Void) async throws -> JSONValue {
        let clock = ContinuousClock()
        try await work()
        let start = clock.now
        var count = 0
        var elapsed = Duration.zero
        while elapsed < duration {
            try await work()
            count += 1
            elapsed = clock.now - start
        }
        return .number((Double(count) / (elapsed / .seconds(1)) * 10).rounded() / 10)
    }

    /// An identity token of the usual size, and who believes it.
    private static func token(_ key: RSAPrivateKey) throws -> (TokenVerifier, String) {
        guard let project = ProjectID(rawValue: "demo-bench") else { throw CommandFailure("no project") }
        let now = UnixTime.systemNow().seconds
        let claims: JSONObject = [
            "iss": .string(TokenKind.idToken.issuer(of: project)), "aud": "demo-bench", "auth_time": .integer(now),
            "user_id": "Qm7bqTzQvYc2kV1aP0sLhXo9dRw3", "sub": "Qm7bqTzQvYc2kV1aP0sLhXo9dRw3", "iat": .integer(now),
            "exp": .integer(now + 3600), "email": "someone@example.com", "email_verified": false,
            "firebase": ["identities": ["email": ["someone@example.com"]], "sign_in_provider": "password"],
        ]
        let verifier = TokenVerifier(project: project, keys: FixedKeys([:]))
        return (verifier, try TokenMint.rs256(key).mint(claims).reveal())
    }
}
