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
    /// Whether it signs; the others verify what they signed before.
    package let signs: Bool
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
        do {
            return try await store.read { [store] db in
                try [SigningPurpose.idToken, .sessionCookie, .samlRequest].flatMap { purpose in
                    try store.signingKeys.all(for: purpose, db).enumerated().map { place, key in
                        SigningKeyFact(
                            purpose: purpose.rawValue,
                            id: key.id,
                            createdAt: key.createdAt,
                            signs: place == 0
                        )
                    }
                }
            }
        } catch {
            throw BackendError(.storage, "the signing keys cannot be read: \(error)")
        }
    }

    /// How often users signed in and were refused in the last 24 hours, since the process began at the earliest.
    package var quarterHours: [QuarterHours.Quarter] { ledger.quarters.list(until: environment.now()) }
}
