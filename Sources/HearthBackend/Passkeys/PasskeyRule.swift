internal import HearthCore
internal import HearthWire

/// Decides whether an account may enroll a passkey, and names the relying party.
struct PasskeyRule: Sendable {
    let policy: Policy
    /// For which domain passkeys are made; `nil` if there are none.
    let party: RelyingParty?

    /// The longest name of a passkey, in characters; what is beyond is cut off.
    private static let nameLength = 100

    /// The domain that passkeys are made for.
    ///
    /// - Throws: `APIError` `OPERATION_NOT_ALLOWED` where there are none.
    func relyingParty() throws(APIError) -> RelyingParty {
        guard let party else {
            throw APIError(.operationNotAllowed, "Passkeys are not enabled.")
        }
        return party
    }

    /// Refuses a session that is too old, and an account that has enough passkeys.
    ///
    /// A guest is exempt: it has no credential with which to sign in again.
    func refuse(_ account: Account, _ caller: IdentityToken, now: UnixTime) throws(APIError) {
        try policy.checkRecentLogin(caller, of: account, now: now)
        if let limits = policy.enrollmentLimits, account.passkeys.count >= limits.passkeys {
            throw APIError(.passkeyLimitExceeded)
        }
    }

    /// By what the user knows a passkey again.
    static func name(_ names: String?...) -> String {
        let name = names.compactMap(\.self).first { !$0.isEmpty } ?? "Unnamed Passkey"
        return String(name.prefix(nameLength))
    }
}
