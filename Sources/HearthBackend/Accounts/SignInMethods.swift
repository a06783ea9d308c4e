internal import HearthCore

/// Which sign-in methods and second factors an account has, beside its address and the password, whose hash is kept in
/// one place only.
struct SignInMethods: Sendable, Hashable, Codable {
    var hasEmailLink = false
    var phoneNumber: PhoneNumber?
    var linked: [LinkedProvider] = []
    /// The enrollment identifiers of the second factors.
    var secondFactors: [FactorID] = []
    /// The identifiers of the passkeys.
    var passkeys: [PasskeyID] = []
}

extension Account {
    /// The account's sign-in methods.
    var methods: SignInMethods {
        SignInMethods(
            hasEmailLink: hasEmailLink,
            phoneNumber: phoneNumber,
            linked: linked,
            secondFactors: secondFactors.map(\.id),
            passkeys: passkeys.map(\.id)
        )
    }

    /// Goes back to other sign-in methods, without any password.
    ///
    /// Numbers and providers that were taken away come back. Passkeys and second factors cannot: their keys are gone.
    mutating func restore(_ methods: SignInMethods) {
        password = nil
        passwordUpdatedAt = nil
        hasEmailLink = methods.hasEmailLink
        phoneNumber = methods.phoneNumber
        linked = methods.linked
        secondFactors.removeAll { !methods.secondFactors.contains($0.id) }
        passkeys.removeAll { !methods.passkeys.contains($0.id) }
    }

    /// Takes out every sign-in method and second factor that another state of the account has too.
    mutating func strip(_ old: Account) {
        if password?.reveal() == old.password?.reveal() {
            password = nil
            passwordUpdatedAt = nil
        }
        if old.hasEmailLink { hasEmailLink = false }
        if phoneNumber == old.phoneNumber { phoneNumber = nil }
        linked.removeAll { provider in old.linked.contains { $0.user == provider.user } }
        secondFactors.removeAll { factor in old.secondFactors.contains { $0.id == factor.id } }
        passkeys.removeAll { passkey in old.passkeys.contains { $0.id == passkey.id } }
    }
}

/// What differs between the sign-in methods of two states of an account.
struct MethodChange: Sendable {
    let isAddressChanged: Bool
    let isPasswordChanged: Bool
    /// The second factors that were enrolled.
    let newFactors: [SecondFactor]
    /// Whether a method was taken away or replaced, beside the address and the password.
    let isAnythingRemoved: Bool
    /// Whether a method was added, beside the address and the password.
    let isAnythingAdded: Bool

    init(from old: Account, to new: Account) {
        isAddressChanged = !Self.isSame(old.email, new.email)
        isPasswordChanged = old.password?.reveal() != new.password?.reveal()
        newFactors = new.secondFactors.filter { factor in !old.secondFactors.contains { $0.id == factor.id } }
        isAnythingRemoved = Self.lacks(new, something: old)
        isAnythingAdded = Self.lacks(old, something: new)
    }

    /// Whether any sign-in method or second factor changed.
    var isAny: Bool { isAddressChanged || isPasswordChanged || isAnythingRemoved || isAnythingAdded }

    /// Whether a sign-in method, the address or a second factor was replaced or taken away.
    var losesMethod: Bool { isAddressChanged || isPasswordChanged || isAnythingRemoved }

    /// Whether a user's change ends the sessions that began before it: a second factor was not asked of them.
    var endsSessions: Bool { losesMethod || !newFactors.isEmpty }

    private static func lacks(_ account: Account, something other: Account) -> Bool {
        (other.hasEmailLink && !account.hasEmailLink)
            || (other.phoneNumber != nil && account.phoneNumber != other.phoneNumber)
            || other.linked.contains { provider in !account.linked.contains { $0.user == provider.user } }
            || other.secondFactors.contains { factor in !account.secondFactors.contains { $0.id == factor.id } }
            || other.passkeys.contains { passkey in !account.passkeys.contains { $0.id == passkey.id } }
    }

    /// Another spelling is another address: it may be another mailbox.
    private static func isSame(_ one: EmailAddress?, _ other: EmailAddress?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.isSpelled(like: other)
    }
}
