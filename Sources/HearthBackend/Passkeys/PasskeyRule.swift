internal import HearthCore
internal import HearthWire

/// Who may enroll passkeys, and for whom they are made.
struct PasskeyRule: Sendable {
    let policy: Policy
    /// For which domain passkeys are made; `nil` if there are none.
    let party: RelyingParty?

    /// The longest name of a passkey, in characters; what is beyond is cut off.
    private static let nameLength = 100

    /// For whom passkeys are made.
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
    /// A guest has nothing to sign in again with, and gets a way in by this.
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
