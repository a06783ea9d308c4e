internal import HearthCore
internal import HearthWire

/// Decides which account a provider's user comes into: a pure function of who has what.
///
/// An address is no proof by itself. It opens an account only if the provider's word about it is final, and then
/// whatever was put into the account before the address was proved is taken out again.
struct AccountLinking: Sendable {
    /// What the provider says.
    let user: ProviderClaims
    /// The account that asks for the link; `nil` to sign in.
    var caller: Account?
    /// The account that has the provider's user already.
    var holder: Account?
    /// The account that has the provider's address.
    var namesake: Account?
    /// Whether several accounts may have one address.
    var allowsDuplicateEmails = false
    /// Whether an account is made where there is none.
    var mayCreate = true
    /// Whether a second user of one provider is refused, rather than put in place of the first.
    var refusesSecondUser = false

    /// Where the provider's user comes in.
    enum Decision: Sendable {
        /// Into the account that has the provider's user, which is unchanged.
        case signIn(Account)
        /// Into a new account, with the provider's address or without.
        case create(hasEmail: Bool)
        /// Into the account that asked for it.
        case link(Account)
        /// Into the account with the same address.
        ///
        /// `replacing` if every other sign-in method goes, because the account may be another person's who had not proved
        /// the address; `isRecycled` if the address belonged to another user of the same provider.
        case join(Account, replacing: Bool, isRecycled: Bool)
        /// Into none yet: the owner of the account with this address must sign in to it first.
        case needConfirmation(Account)
    }

    /// Decides.
    ///
    /// - Throws: `APIError` `FEDERATED_USER_ID_ALREADY_LINKED`, `PROVIDER_ALREADY_LINKED`, `EMAIL_EXISTS` or
    ///   `USER_NOT_FOUND`.
    func decide() throws(APIError) -> Decision {
        if let caller { return try link(to: caller) }
        if let holder { return .signIn(holder) }
        if let namesake, !allowsDuplicateEmails {
            guard user.isEmailTrusted else { return .needConfirmation(namesake) }
            return .join(
                namesake,
                replacing: !namesake.isEmailClaimed,
                isRecycled: hasOtherUser(namesake)
            )
        }
        guard mayCreate else { throw APIError(.userNotFound) }
        return .create(hasEmail: user.email != nil && !allowsDuplicateEmails)
    }

    private func link(to caller: Account) throws(APIError) -> Decision {
        guard holder == nil else { throw APIError(.federatedUserIDAlreadyLinked) }
        if refusesSecondUser, hasOtherUser(caller) { throw APIError(.providerAlreadyLinked) }
        if let namesake, namesake.id != caller.id, !allowsDuplicateEmails { throw APIError(.emailExists) }
        return .link(caller)
    }

    /// Whether an account has another user of the same provider.
    private func hasOtherUser(_ account: Account) -> Bool {
        account.linked.contains { $0.providerID == user.providerID && $0.user != user.key }
    }
}

extension Account {
    /// Fills a new account.
    mutating func fill(from user: ProviderClaims, hasEmail: Bool) {
        if hasEmail {
            email = user.email
            isEmailVerified = user.isEmailVerified
        }
        describe(by: user)
        link(user.linkedProvider)
    }

    /// Adds a provider to an account that asked for it.
    mutating func link(_ user: ProviderClaims, takesEmail: Bool) {
        if takesEmail, email == nil, let address = user.email {
            email = address
            isEmailVerified = user.isEmailVerified
        }
        if user.isEmailVerified, let email, email == user.email {
            isEmailVerified = true
        }
        link(user.linkedProvider)
    }

    /// Brings the provider's entry up to date.
    mutating func refresh(_ user: ProviderClaims) {
        if displayName == nil { displayName = user.displayName }
        link(user.linkedProvider)
    }

    /// Adds the provider whose word about the address is final.
    mutating func join(_ user: ProviderClaims) {
        isEmailVerified = true
        describe(by: user)
        link(user.linkedProvider)
    }

    private mutating func describe(by user: ProviderClaims) {
        displayName = user.displayName
        photoURL = user.photoURL
        screenName = user.screenName
    }
}
