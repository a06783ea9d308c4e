package import HearthCore
internal import HearthCrypto
internal import HearthDatabase
internal import HearthJSON
internal import HearthServerCrypto
package import HearthTokens
internal import HearthWire

/// A token that an app's server must refuse, for its tests.
package struct NegativeToken: Sendable {
    /// What is wrong with it.
    package enum Flaw: String, Sendable, CaseIterable {
        case expired
        case notYetValid
        case wrongAudience
        case wrongIssuer
        /// Signed by a key that the server does not publish.
        case otherKey
        /// Signed by another key under the name of the server's.
        case forgedSignature
        case unsigned
    }

    package let flaw: Flaw
    package let token: Secret<String>
    /// What ``TokenVerifier`` throws for it; `nil` if it were accepted.
    package let rejection: TokenRejection?
}

extension Backend {
    /// Makes ID tokens of an account, each with one flaw.
    ///
    /// As the clock stands they open nothing: a verifier refuses each of them. One that is not valid yet is ten minutes
    /// later.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - project: The project.
    ///   - tenant: The account's tenant; `nil` for none.
    /// - Returns: A token for each flaw, with what the verifier throws for it; `nil` if there is no such account.
    /// - Throws: ``BackendError`` outside emulator mode, or if the storage or the library fails.
    package func negativeTokens(
        of account: UserID,
        project: ProjectID,
        tenant: TenantID?
    ) async throws(BackendError) -> [NegativeToken]? {
        try refuseOutsideEmulator("tokens with a flaw are made")
        let call = inspection(of: Scope(project: project, tenant: tenant))
        do {
            let found = try await store.read(call) { [store] tx in try store.accounts.find(account, tx) }
            guard let found else { return nil }
            let key = try await inspected.keys.signer()
            let stranger = try await inspected.pool.run { () throws(CryptoError) -> RSAPrivateKey in
                try RSAPrivateKey.generate()
            }
            let bench = NegativeTokenBench(
                account: found,
                scope: call.scope,
                now: call.now,
                key: key,
                stranger: stranger
            )
            return try NegativeToken.Flaw.allCases.map(bench.make)
        } catch {
            throw BackendError(.storage, "the tokens cannot be made: \(error)")
        }
    }
}

/// Makes tokens with a flaw, and asks the verifier about each.
private struct NegativeTokenBench {
    let account: Account
    let scope: Scope
    let now: UnixTime
    let key: SigningKeys.Key
    let stranger: RSAPrivateKey

    func make(_ flaw: NegativeToken.Flaw) throws -> NegativeToken {
        let mint: TokenMint =
            switch flaw {
            case .otherKey: .rs256(stranger)
            case .forgedSignature: .rs256(stranger, keyIdentifier: key.id)
            case .unsigned: .unsigned
            case .expired, .notYetValid, .wrongAudience, .wrongIssuer: key.mint
            }
        let token = try mint.mint(claims(flaw))
        return NegativeToken(flaw: flaw, token: token, rejection: rejection(of: token))
    }

    private func claims(_ flaw: NegativeToken.Flaw) -> JSONObject {
        let start: UnixTime =
            switch flaw {
            case .expired: now - IdentityClaims.lifetime - .minutes(1)
            case .notYetValid: now + .minutes(10)
            default: now
            }
        let session = Session(account: account.id, provider: .password, authTime: start.seconds)
        var claims = IdentityClaims.make(account, session, in: scope, now: start)
        let other = "another-project"
        if flaw == .wrongAudience { claims["aud"] = .string(other) }
        if flaw == .wrongIssuer { claims["iss"] = .string("https://securetoken.google.com/\(other)") }
        return claims
    }

    private func rejection(of token: Secret<String>) -> TokenRejection? {
        let verifier = TokenVerifier(project: scope.project, keys: FixedKeys([:]), tenants: .any)
        do throws(TokenRejection) {
            _ = try verifier.verify(token.reveal(), at: now) { $0 == key.id ? key.publicKey : nil }
            return nil
        } catch {
            return error
        }
    }
}
