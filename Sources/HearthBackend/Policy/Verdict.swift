internal import HearthCore

/// What must happen along with a change of an account.
struct Verdict: Sendable {
    /// Which sessions end.
    enum Sessions: Sendable, Hashable {
        case keep
        case endAll
        /// All but the one that asked for the change, which gets no new tokens; `nil` ends all.
        case endAllBut([UInt8]?)
    }

    /// What becomes void of the things that are issued and not used.
    struct Voids: OptionSet, Sendable, Hashable {
        let rawValue: Int
        /// Mailed codes, sign-ins that wait for a second factor, passkey challenges, authenticator drafts, texted codes
        /// and proofs of the number.
        ///
        /// A code that proves the address stays if the user made the change and the address is
        /// the same and not proved.
        static let pending = Voids(rawValue: 1)
        /// Codes that recover an address that was never proved: the present one is proved.
        static let unprovedRecoveries = Voids(rawValue: 2)
        /// Every code that recovers an address.
        static let recoveries = Voids(rawValue: 4)
        /// The undo codes that were issued after the one in use: a later holder cannot undo the recovery.
        static let undoIssuedLater = Voids(rawValue: 8)
        /// The codes that take a second factor away, which went to a mailbox that was never proved.
        static let reversals = Voids(rawValue: 16)
    }

    /// A mail to the reader of a mailbox, with a code that undoes the change.
    enum Notice: Sendable, Hashable {
        /// The address was replaced; `methods` are those to return to, `nil` if the address had not been proved.
        case replacedAddress(EmailAddress, methods: SignInMethods?)
        /// A second factor was enrolled.
        case newFactor(FactorID)
    }

    /// The account to store.
    var account: Account
    /// When the user proved a credential, which is what the next session says.
    var authTime: Int64
    var sessions = Sessions.keep
    var voids: Voids = []
    var notices: [Notice] = []

    init(_ account: Account, authTime: Int64) {
        self.account = account
        self.authTime = authTime
    }

    /// Ends every session, and voids what is pending.
    mutating func endSessions() {
        sessions = .endAll
        voids.insert(.pending)
    }

    /// Gives the account to the person who proves the address: only what this proof brought stays in it.
    ///
    /// Second factors stay if the address had been proved, because reading a mailbox must not get around them; their
    /// enrollment was told to the mailbox, with a code that takes them away. They go with an address that has changed
    /// hands.
    mutating func reclaim(_ before: Account, isRecycled: Bool = false) {
        let factors = account.secondFactors
        account.strip(before)
        if before.isEmailVerified, !isRecycled { account.secondFactors = factors }
        account.initialEmail = nil
        account.validSince = max(authTime, account.validSince ?? 0)
        if !before.isEmailVerified { voids.insert(.reversals) }
        endSessions()
    }

    /// Notes that the address is the account owner's, and which sign-in methods there are now.
    mutating func prove() {
        account.isEmailVerified = true
        account.isEmailClaimed = true
        account.provedMethods = account.methods
        voids.insert(.unprovedRecoveries)
    }

    /// Tells the old mailbox that its address was replaced.
    mutating func tell(_ before: Account) {
        guard let email = before.email else { return }
        account.initialEmail = account.initialEmail ?? email
        let methods = before.isEmailVerified ? before.provedMethods ?? before.methods : nil
        notices.append(.replacedAddress(email, methods: methods))
    }

    /// Tells the first mailbox of the account, as the emulator does.
    mutating func tellInitial(_ before: Account) {
        guard let initial = account.initialEmail, account.email != nil,
            MethodChange(from: before, to: account).isAddressChanged
        else { return }
        notices.append(.replacedAddress(initial, methods: nil))
    }
}
