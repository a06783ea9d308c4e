public import HearthCore

/// How a backend behaves.
public struct BackendConfiguration: Sendable {
    /// How strictly the rules of production are applied.
    public enum Profile: String, Sendable, CaseIterable {
        /// As the official emulator: codes never end, sessions survive a new password, nothing is throttled.
        case lenient
        /// As production: recent login, revocation, lifetimes, enumeration protection.
        case strict
    }

    /// Where the accounts are kept.
    public enum Storage: Sendable, Hashable {
        /// In memory, gone with the process.
        case memory
        /// In an SQLite file, created if it is missing.
        case sqlite(path: String)
    }

    /// How identity tokens are signed.
    public enum TokenSigning: String, Sendable, CaseIterable {
        /// RSA PKCS #1 v1.5 with SHA-256, as production signs.
        case rs256
        /// Not at all, as the official emulator does. Refused with the strict profile.
        case none
    }

    /// What happens when a request names a project that is not configured.
    public enum SingleProject: String, Sendable, CaseIterable {
        /// The request is refused.
        case error
        /// The log notes it, once a project.
        case warn
        /// Nothing.
        case off
    }

    /// A kind of second factor.
    public enum SecondFactor: String, Sendable, CaseIterable {
        /// A code that is texted to a telephone.
        case phone
        /// A code of an authenticator app.
        case totp
    }

    /// The projects, of which the first one is meant when a request names none; never empty.
    public var projects: [ProjectID]
    /// Where the accounts are kept; in memory unless set.
    public var storage: Storage = .memory
    /// How strictly the rules of production are applied; lenient unless set.
    public var profile: Profile = .lenient
    /// How identity tokens are signed; with RS256 unless set.
    public var tokenSigning: TokenSigning = .rs256
    /// What happens to requests for other projects; a warning unless set.
    public var singleProject: SingleProject = .warn
    /// Whether the emulator's conveniences exist: `Bearer owner`, listed codes, clearing all accounts.
    ///
    /// Defaults to yes. A production server turns them off and names ``administratorToken``.
    public var isEmulator = true
    /// The bearer token of the project's own servers outside emulator mode, at least 32 bytes; `nil` for none.
    public var administratorToken: Secret<String>?
    /// The private key to sign with while the storage has none, PKCS #8 in PEM; `nil` makes a new one.
    ///
    /// Making one takes a tenth of a second: a suite of tests makes one and gives it to all its backends.
    public var initialSigningKey: Secret<String>?
    /// The public keys, in PEM, of the service accounts whose custom tokens the strict profile believes, by e-mail.
    public var serviceAccountKeys: [String: String] = [:]
    /// The 32 bytes with which secrets are sealed before they are stored, and from which access tokens are made.
    ///
    /// `nil`, which is the default, keeps them in a file beside the database, with `.key` after its name, which is made
    /// on the first start; a database in memory gets a key that ends with it. Without its key, what a database holds of
    /// secrets cannot be read: back both up, and not in one place.
    public var sealingKey: Secret<[UInt8]>?
    /// The identity providers whose users may sign in; none unless set.
    ///
    /// The lenient profile accepts the users of every provider. With the strict profile a backend needs a transport to speak to them.
    public var providers: [ProviderConfiguration] = []
    /// The hosts on this machine or on private networks that administrators may let the server call: blocking functions and
    /// the issuers of providers that are configured while it runs.
    ///
    /// Without ports. None unless set: in strict such an address is `https` and public. Redirects are never followed.
    public var internalHosts: [String] = []
    /// How long a blocking function may take, until the sign-in that waits for it is refused.
    ///
    /// `nil`, which is the default, is 7 seconds in strict, as in production, and 60 in lenient, as in the emulator.
    public var blockingFunctionTimeout: Duration?
    /// The hosts to which a page may send the user back; `localhost` and `127.0.0.1` unless set.
    public var authorizedDomains = ["localhost", "127.0.0.1"]
    /// The address under which users reach this server, for links in mails, without a slash at the end.
    ///
    /// `nil` takes it from the `Host` of each request, which only an emulator may trust: outside emulator mode it is
    /// required.
    public var publicURL: String?
    /// The name by which users know the app, on pages and in mails: one line of at most 64 characters.
    ///
    /// `nil`, which is the default, is the project's identifier. A project's own `publicName` comes before it.
    public var publicName: String?

    /// The proxies in front of this server, as addresses or ranges such as `10.0.0.0/8`, whose `X-Forwarded-For` says
    /// which client calls; none unless set.
    ///
    /// Without them every client behind a proxy is one client to the limits.
    public var trustedProxies: [String] = []
    /// Whether a request that came through a proxy may use the emulator's privileges; no unless set.
    ///
    /// Those who can reach the proxy then own every account.
    public var allowsProxiedEmulator = false

    /// Whether users may sign in with a mailed link; yes unless set.
    public var allowsEmailLinkSignIn = true
    /// The kinds of second factor that users may enroll and are asked for; all of them unless set.
    ///
    /// A user who has enrolled only factors of other kinds signs in without one.
    public var secondFactors = Set(SecondFactor.allCases)
    /// For which domain passkeys are made.
    ///
    /// Defaults to `nil`: ``RelyingParty/localhost`` in lenient, and no passkeys in strict.
    public var relyingParty: RelyingParty?
    /// Numbers in E.164 form that get no text message, each with the code of six digits that is right for it.
    ///
    /// None unless set. For the tests of an app, and for those who review it: anyone who knows such a number can sign
    /// in with it.
    public var testPhoneNumbers: [String: Secret<String>] = [:]

    /// Whether passwords are hashed at next to no cost, for tests that hash thousands; no unless set.
    package var hashesCheaply = false
    /// Whether the strict profile lets new passwords be easy to guess, for tests; no unless set.
    package var acceptsCommonPasswords = false
    /// Whether the strict profile lets users change an address before the new one is proved, for tests; no unless set.
    package var acceptsUnprovedAddresses = false

    /// Creates a configuration with the defaults of an emulator.
    ///
    /// - Parameters:
    ///   - project: The project that is meant when a request names none.
    ///   - others: Further projects.
    public init(project: ProjectID, others: [ProjectID] = []) {
        self.projects = [project] + others
    }

    /// The project that is meant when a request names none.
    public var defaultProject: ProjectID? { projects.first }

    /// What the operator must know before the server starts: one sentence each, to be shown at every start.
    ///
    /// Empty in production.
    public var notices: [String] {
        guard isEmulator else { return [] }
        var notices = [
            """
            THIS IS AN EMULATOR: anyone who reaches it administers every account with 'Bearer owner', reads every code \
            and clears everything.
            """
        ]
        if profile == .strict {
            notices.append(
                "The strict profile alone is no protection: it changes the rules and leaves the emulator on."
            )
        }
        if allowsProxiedEmulator {
            notices.append(
                "Requests that come through a proxy have the emulator's privileges, wherever they come from."
            )
        }
        return notices
    }
}

/// What a backend takes from the world around it.
public struct BackendEnvironment: Sendable {
    /// The clock.
    public var now: @Sendable () -> UnixTime
    /// Waits, for events that happen later while a client is connected.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// The source of identifiers, codes and tokens.
    public var random: RandomSource
    /// Where the words for the operator go.
    public var log: Log
    /// Looks at what the backend does; `nil` for nothing.
    package var probe: BackendProbe?

    /// Creates an environment.
    ///
    /// - Parameters:
    ///   - now: The clock. Defaults to the system's.
    ///   - sleep: Waits. Defaults to the system's continuous clock.
    ///   - random: The source of identifiers, codes and tokens. Defaults to the system's.
    ///   - log: Where the words for the operator go. Defaults to nowhere.
    public init(
        now: @escaping @Sendable () -> UnixTime = UnixTime.systemNow,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        random: RandomSource = .system,
        log: Log = .silent
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
        self.log = log
    }
}
