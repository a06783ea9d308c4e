internal import HearthCore
internal import HearthDatabase
internal import HearthServerCrypto
internal import HearthWire

/// What a profile means: every rule in which production and the official emulator differ, as a value.
///
/// ``BackendConfiguration/policy`` chooses one, once. Endpoints, rules and tables read its members and know no profile.
struct Policy: Sendable {
    // MARK: Signing in

    /// How old a sign-in may be for a change of sign-in methods; `nil` for any age.
    var recentLogin: Duration?
    /// Whether unknown addresses and wrong passwords look the same in a project that has not decided.
    var hidesEmails: Bool
    /// Whether a project that hides addresses lets a user change one only by a code that is mailed to the new one.
    var provesNewAddresses: Bool
    /// Whether a password costs the same time to check for accounts that do not exist or have none.
    var hidesTiming: Bool
    /// How passwords are hashed.
    var passwordScheme: PasswordScheme
    /// Whether an account's words and common passwords are refused where the project has no rules of its own.
    var refusesCommonPasswords: Bool

    // MARK: Codes and proofs

    /// How long mailed codes can be used.
    var codes: CodeLifetimes
    /// How long texted codes and other proofs can be used, and how often a wrong one may be typed.
    var proofs: ProofLimits
    /// Whether a code without an account, or whose account is gone, works for the present owner of its address.
    var codesFollowAddresses: Bool

    // MARK: Tokens and sessions

    /// Whether changes of an account end sessions and void codes, by the rules of ``Takeover``.
    var guardsAccounts: Bool
    /// Whether an identity token is good only while its session is, and carries the session's identifier.
    var bindsTokensToSessions: Bool
    /// Whether a refresh obeys revocation and the project of the API key, and says why it is refused.
    var checksRevocationOnRefresh: Bool
    /// Whether identity tokens that are unsigned or have expired are read.
    var readsUnverifiedTokens: Bool
    /// Whether custom tokens need no signature, and may be plain JSON.
    var readsUnverifiedCustomTokens: Bool

    // MARK: Providers and passkeys

    /// Whether the word of any provider is believed without looking at its signature.
    var believesEveryProvider: Bool
    /// Whether linking a second user of one provider is refused, rather than put in place of the first.
    var refusesSecondUserOfProvider: Bool
    /// Whether a passkey's identifier alone, without a signature, enrolls it and signs in with it.
    var acceptsBarePasskeys: Bool

    // MARK: What counts as valid

    /// Whether addresses and numbers that cannot exist are taken, as tests make them up.
    var acceptsMadeUpContacts: Bool
    /// Whether passwords are kept, taken over and handed out as the official emulator's readable hashes.
    var keepsReadablePasswords: Bool
    /// Whether a program that fetches a mailed link uses its code at once, without a button.
    var usesFetchedLinks: Bool
    /// Whether a tenant is one that an administrator made, rather than one that a request named.
    var requiresTenants: Bool
    /// Whether a request may name only the domain that links have anyway.
    var checksLinkDomains: Bool
    /// Whether settings that this server does not know or does not act on are refused, rather than passed over or kept.
    var checksSettings: Bool
    /// Whether links may lead only to the hosts that the configuration names.
    var checksContinueURLs: Bool
    /// Whether a user's request with members that only administrators may set is refused, rather than read without them.
    var refusesPrivilegedMembers: Bool
    /// Whether an error is told in the official emulator's words where they speak of the emulator.
    var speaksAsEmulator: Bool
    /// How long names, picture addresses and other profile texts may be, in bytes of UTF-8; `nil` for any length.
    var profileTextLimit: Int?
    /// How many second factors and passkeys an account may have; `nil` for any number.
    var enrollmentLimits: EnrollmentLimits?

    /// Whether sign-ins, refusals and changes of accounts are lines of the log, beside the numbers that are always kept.
    var logsSecurityEvents: Bool

    // MARK: Storage

    /// What a committed transaction outlasts.
    var durability: Database.Durability

    /// How many proofs of a kind an account may have.
    struct EnrollmentLimits: Sendable {
        var secondFactors: Int
        var passkeys: Int
    }

    /// As the official emulator: codes never expire, sessions survive a new password, nothing is throttled.
    static let emulator = Policy(
        recentLogin: nil,
        hidesEmails: false,
        provesNewAddresses: false,
        hidesTiming: false,
        passwordScheme: .development,
        refusesCommonPasswords: false,
        codes: .unlimited,
        proofs: .unlimited,
        codesFollowAddresses: true,
        guardsAccounts: false,
        bindsTokensToSessions: false,
        checksRevocationOnRefresh: false,
        readsUnverifiedTokens: true,
        readsUnverifiedCustomTokens: true,
        believesEveryProvider: true,
        refusesSecondUserOfProvider: false,
        acceptsBarePasskeys: true,
        acceptsMadeUpContacts: true,
        keepsReadablePasswords: true,
        usesFetchedLinks: true,
        requiresTenants: false,
        checksLinkDomains: false,
        checksSettings: false,
        checksContinueURLs: false,
        refusesPrivilegedMembers: false,
        speaksAsEmulator: true,
        profileTextLimit: nil,
        enrollmentLimits: nil,
        logsSecurityEvents: false,
        durability: .process
    )

    /// As production: recent login, revocation, lifetimes, enumeration protection.
    static let production = Policy(
        recentLogin: .minutes(5),
        hidesEmails: true,
        provesNewAddresses: true,
        hidesTiming: true,
        passwordScheme: .argon2id,
        refusesCommonPasswords: true,
        codes: .production,
        proofs: .production,
        codesFollowAddresses: false,
        guardsAccounts: true,
        bindsTokensToSessions: true,
        checksRevocationOnRefresh: true,
        readsUnverifiedTokens: false,
        readsUnverifiedCustomTokens: false,
        believesEveryProvider: false,
        refusesSecondUserOfProvider: true,
        acceptsBarePasskeys: false,
        acceptsMadeUpContacts: false,
        keepsReadablePasswords: false,
        usesFetchedLinks: false,
        requiresTenants: true,
        checksLinkDomains: true,
        checksSettings: true,
        checksContinueURLs: true,
        refusesPrivilegedMembers: true,
        speaksAsEmulator: false,
        profileTextLimit: 2048,
        enrollmentLimits: EnrollmentLimits(secondFactors: 5, passkeys: 20),
        logsSecurityEvents: true,
        durability: .power
    )
}

extension BackendConfiguration {
    /// The rules of the profile.
    var policy: Policy {
        var policy: Policy =
            switch profile {
            case .lenient: .emulator
            case .strict: .production
            }
        if hashesCheaply { policy.passwordScheme = .development }
        if acceptsUnprovedAddresses { policy.provesNewAddresses = false }
        if acceptsCommonPasswords { policy.refusesCommonPasswords = false }
        return policy
    }
}
