package import HearthCore
internal import HearthDatabase

/// What was decided when the server was started, and what no call can change.
package struct ServerFacts: Sendable {
    /// A provider of the server's own configuration.
    package struct Provider: Sendable {
        package let id: String
        package let clientIDs: [String]
        package let hasSecret: Bool
    }

    /// Whether users may sign in with a mailed link.
    package let allowsEmailLinks: Bool
    /// The kinds of second factor that a project may turn on, `phone` and `totp`.
    package let secondFactors: [String]
    /// The hosts that links may lead back to in a project that names none itself.
    package let authorizedDomains: [String]
    /// The app's name in a project that has none itself.
    package let publicName: String?
    /// Where users reach the server; `nil` for where each request came to.
    package let publicURL: String?
    /// The domain of passkeys; `nil` if there are none.
    package let passkeyDomain: String?
    /// The numbers that get no text message.
    package let testPhoneNumbers: [String]
    package let providers: [Provider]
}

/// A key that signs, without its secret.
package struct SigningKeyFact: Sendable, Hashable {
    /// What it signs: `idToken`, `sessionCookie` or `samlRequest`.
    package let purpose: String
    /// Its identifier in tokens and key sets.
    package let id: String
    package let createdAt: UnixTime
    /// Whether it signs.
    package let signs: Bool
    /// From when on it signs; `nil` if it signs or has signed.
    package let signsFrom: UnixTime?
    /// Until when what it signed counts; `nil` if it signs or will sign.
    package let verifiesUntil: UnixTime?
}

extension SigningKeyFact {
    /// `nil` for a key whose signatures do not count any more.
    init?(_ purpose: SigningPurpose, _ key: StoredSigningKey, _ state: KeySchedule.State) {
        (self.purpose, id, createdAt, signs) = (purpose.rawValue, key.id, key.createdAt, state == .signs)
        switch state {
        case .waits(let moment): (signsFrom, verifiesUntil) = (moment, nil)
        case .signs: (signsFrom, verifiesUntil) = (nil, nil)
        case .verifies(let moment): (signsFrom, verifiesUntil) = (nil, moment)
        case .isOver: return nil
        }
    }
}

extension Backend {
    /// What was decided when the server was started.
    package var facts: ServerFacts {
        ServerFacts(
            allowsEmailLinks: configuration.allowsEmailLinkSignIn,
            secondFactors: BackendConfiguration.SecondFactor.allCases.filter(configuration.secondFactors.contains)
                .map(\.rawValue),
            authorizedDomains: configuration.authorizedDomains,
            publicName: configuration.publicName,
            publicURL: configuration.publicURL,
            passkeyDomain: configuration.passkeys?.id,
            testPhoneNumbers: configuration.testPhoneNumbers.keys.sorted(),
            providers: configuration.providers.map { provider in
                ServerFacts.Provider(
                    id: provider.providerID,
                    clientIDs: provider.clientIDs,
                    hasSecret: provider.clientAuthentication != nil
                )
            }
        )
    }

    /// The keys that sign, those of each purpose newest first; a purpose that nothing was signed for has none yet.
    ///
    /// - Throws: ``BackendError`` if the storage fails.
    package func signingKeyFacts() async throws(BackendError) -> [SigningKeyFact] {
        let now = environment.now()
        do {
            return try await store.read { [store] db in
                try SigningPurpose.allCases.flatMap { purpose in
                    let keys = try store.signingKeys.all(for: purpose, db)
                    return zip(keys, KeySchedule.states(of: keys.map(\.beginning), at: now)).compactMap { key, state in
                        SigningKeyFact(purpose, key, state)
                    }
                }
            }
        } catch {
            throw BackendError(.storage, "the signing keys cannot be read: \(error)")
        }
    }

    /// Makes the key of a purpose that signs next.
    ///
    /// It is published from now on, and signs in a little more than six hours, when every verifier has read it. What the
    /// present key signed counts until it expires. While a key waits already, no other one is made.
    ///
    /// - Parameter purpose: `idToken` or `sessionCookie`. What signs requests to SAML providers stands in their own
    ///   settings, and is not replaced here.
    /// - Returns: The key that signs next.
    /// - Throws: ``BackendError`` if the purpose has no keys that can be replaced, or the storage fails.
    package func rotateSigningKey(_ purpose: String) async throws(BackendError) -> SigningKeyFact {
        guard let purpose = SigningPurpose(rawValue: purpose), purpose != .samlRequest else {
            throw BackendError(.configuration, "Keys are replaced for idToken and sessionCookie.")
        }
        let keys = inspected.keys(for: purpose)
        let next: StoredSigningKey
        do {
            next = try await keys.rotate()
        } catch {
            throw BackendError(.storage, "the next signing key cannot be made: \(error)")
        }
        guard let fact = try await signingKeyFacts().first(where: { $0.id == next.id }) else {
            throw BackendError(.storage, "the next signing key is not in the store")
        }
        return fact
    }

    /// How long verifiers may keep the published keys, as `Cache-Control` tells them.
    package static var publishedKeyLifetime: Duration { KeySchedule.publication }

    /// How long a server may believe a key that another server of the store has withdrawn.
    package static var keyReload: Duration { KeySchedule.reload }

    /// Withdraws a key that leaked: it is published no more, and nothing counts that it signed.
    ///
    /// If it was the key that signs, a new one takes its place at once. Sessions stay: their refresh tokens are not
    /// signed. Other verifiers believe the key as long as they keep the published keys, ``publishedKeyLifetime`` at
    /// most.
    ///
    /// - Parameter id: The key's identifier.
    /// - Returns: The key that signs from now on; `nil` if there is no key of that identifier.
    /// - Throws: ``BackendError`` if the storage fails.
    package func withdrawSigningKey(_ id: String) async throws(BackendError) -> SigningKeyFact? {
        do {
            guard let purpose = try await store.read({ [store] db in try store.signingKeys.purpose(of: id, db) }),
                try await inspected.keys(for: purpose).withdraw(id)
            else { return nil }
            return try await signingKeyFacts().first { $0.purpose == purpose.rawValue && $0.signs }
        } catch {
            throw error as? BackendError ?? BackendError(.storage, "the key cannot be withdrawn: \(error)")
        }
    }

    /// How often users signed in and were refused in the last 24 hours, since the process began at the earliest.
    package var quarterHours: [QuarterHours.Quarter] { ledger.quarters.list(until: environment.now()) }
}
