internal import HearthCore

/// What happened to an account, or was done to it, that an operator who looks for attacks wants to know.
struct SecurityEvent: Sendable, Hashable {
    /// What happened, in the words of the log and of `/metrics`.
    enum Kind: String, Sendable, CaseIterable {
        case accountCreated = "account-created"
        case accountDeleted = "account-deleted"
        case accountDisabled = "account-disabled"
        case accountEnabled = "account-enabled"
        /// The address is another one, or there is one, or none, where it was different.
        case addressChanged = "address-changed"
        /// Every account of a project or a tenant was removed.
        case allAccountsDeleted = "all-accounts-deleted"
        case factorAdded = "second-factor-added"
        case factorRemoved = "second-factor-removed"
        /// A provider's user, a number, a passkey or the sign-in by link was added to an account.
        case methodAdded = "method-added"
        case methodRemoved = "method-removed"
        case passwordChanged = "password-changed"
        /// The first factor was right, and the second one is waited for.
        case secondFactorAsked = "second-factor-asked"
        /// The sessions of an account were ended: by its user, by an administrator, or along with another change.
        case sessionsEnded = "sessions-ended"
        case signIn = "sign-in"
    }

    let kind: Kind
    /// The account; `nil` if there are many.
    var account: UserID?
    /// How the user signed in.
    var method: ProviderID?
}

extension SecurityEvent {
    /// What a change of an account amounts to.
    static func all(from before: Account, to after: Account, endsSessions: Bool) -> [SecurityEvent] {
        let change = MethodChange(from: before, to: after)
        let factors = (before: Set(before.secondFactors.map(\.id)), after: Set(after.secondFactors.map(\.id)))
        let kinds: [(Kind, Bool)] = [
            (.passwordChanged, change.isPasswordChanged), (.addressChanged, change.isAddressChanged),
            (.methodRemoved, !after.hasMethods(of: before)), (.methodAdded, !before.hasMethods(of: after)),
            (.factorRemoved, !factors.before.isSubset(of: factors.after)),
            (.factorAdded, !factors.after.isSubset(of: factors.before)),
            (.accountDisabled, after.isDisabled && !before.isDisabled),
            (.accountEnabled, before.isDisabled && !after.isDisabled), (.sessionsEnded, endsSessions),
        ]
        return kinds.compactMap { kind, happened in
            happened ? SecurityEvent(kind: kind, account: after.id) : nil
        }
    }
}

extension Account {
    /// Whether each sign-in method of another state of the account is here too, beside the address and the password.
    fileprivate func hasMethods(of other: Account) -> Bool {
        (hasEmailLink || !other.hasEmailLink)
            && (other.phoneNumber == nil || phoneNumber == other.phoneNumber)
            && other.linked.allSatisfy { provider in linked.contains { $0.user == provider.user } }
            && other.passkeys.allSatisfy { passkey in passkeys.contains { $0.id == passkey.id } }
    }
}
