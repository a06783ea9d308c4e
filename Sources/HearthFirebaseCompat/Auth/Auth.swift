public import HearthAuth
internal import HearthCore

/// Signs people in and keeps their session, with FirebaseAuth's names.
///
/// A thin cover of Hearth's own client, one for each `FirebaseApp`. What differs from FirebaseAuth is listed in
/// `Documentation/firebase-compat.md`.
public final class Auth: Sendable {
    /// Where the client comes from.
    enum Source: Sendable {
        /// There is no project: each operation is refused.
        case nowhere
        case configuration(AuthConfiguration)
        case client(HearthAuth.Auth)
    }

    private struct State: Sendable {
        var source: Source
        var place: SessionPlace
        var client: HearthAuth.Auth?
        var followers: [Task<Void, Never>] = []
        weak var user: User?
        var webAuthenticator: (any WebAuthenticator)? = StandardWebAuthenticator.make()
        var announced = ""
        var customAuthDomain: String?
        var deviceToken: DeviceToken?
    }

    /// Where an app keeps its client.
    static let key = "auth"
    private static let unconfigured = Auth(.nowhere, appName: "")

    /// What can be set for tests; always there.
    public let settings: AuthSettings? = AuthSettings()

    let listeners = ListenerTable()
    private let state: Locked<State>
    private let appName: String

    init(_ source: Source, appName: String) {
        state = Locked(State(source: source, place: SessionPlace(appName: appName)))
        self.appName = appName
    }

    deinit {
        for follower in state.withLock(\.followers) { follower.cancel() }
    }

    /// The client of the default app.
    ///
    /// - Returns: Always the same one; while `FirebaseApp.configure()` was not called, one that refuses everything.
    public static func auth() -> Auth {
        FirebaseApp.app()?.auth ?? unconfigured
    }

    /// The client of an app.
    ///
    /// - Parameter app: The app.
    /// - Returns: Always the same one for an app.
    public static func auth(app: FirebaseApp) -> Auth {
        app.auth
    }

    /// The app that this is the client of; `nil` once it was deleted.
    public var app: FirebaseApp? {
        FirebaseApp.app(name: appName)
    }

    /// The one who is signed in, as known now.
    ///
    /// The storage is read at the first use, so that this is right at once; only if the storage could not be read
    /// someone may be signed in and not be here yet.
    public var currentUser: User? {
        client?.currentUser.map(user)
    }

    /// Does the calls from now on at an emulator: `hearth serve`, or the official one.
    ///
    /// Call it before anything else: anyone who is signed in elsewhere stays there.
    ///
    /// - Parameters:
    ///   - host: The emulator's host.
    ///   - port: The emulator's port.
    public func useEmulator(withHost host: String, port: Int) {
        renewClient { state in
            guard case .configuration(let configuration) = state.source else { return false }
            state.source = .configuration(configuration.moved(toEmulatorAt: host, port: port))
            return true
        }
    }

    /// Goes over to the session of another place.
    func move(to place: SessionPlace) {
        renewClient { state in
            guard state.place != place else { return false }
            state.place = place
            return true
        }
    }

    /// Changes what the client is made of; it is made anew if that is another one.
    private func renewClient(_ change: (inout State) -> Bool) {
        let old = state.withLock { state -> [Task<Void, Never>]? in
            guard change(&state) else { return nil }
            state.client = nil
            defer { state.followers = [] }
            return state.followers
        }
        guard let old else { return }
        for follower in old { follower.cancel() }
        // Anyone who listens already, listens there from now on.
        guard !listeners.isEmpty else { return }
        _ = client
        Task { await tellListeners() }
    }

    /// Where the session is kept.
    var place: SessionPlace { state.withLock(\.place) }

    /// Changes where the next client keeps its session.
    func setPlace(_ change: (inout SessionPlace) -> Void) {
        state.withLock { change(&$0.place) }
    }

    /// The project, of a client that is made here.
    var ownConfiguration: AuthConfiguration? {
        state.withLock { state in
            if case .configuration(let configuration) = state.source { configuration } else { nil }
        }
    }

    /// What shows the page of an ``OAuthProvider``.
    ///
    /// Defaults to the system's browser, which comes back to this process, on Linux and macOS; elsewhere to `nil`: set
    /// it to an `AppleWebAuthenticator` of HearthAuth there.
    public var webAuthenticator: (any WebAuthenticator)? {
        get { state.withLock(\.webAuthenticator) }
        set { state.withLock { $0.webAuthenticator = newValue } }
    }

    /// The project's own domain for the page that signs in at a provider, for example `auth.shop.example`.
    ///
    /// With a domain, an ``OAuthProvider`` goes through the page that the project hosts there, which comes back to the
    /// app by a link: ``webAuthenticator`` must take links of the scheme `app-…` then, and the app's options need their
    /// `googleAppID` and `bundleID`. Defaults to `nil`: the service is asked for the provider's own page.
    public var customAuthDomain: String? {
        get { state.withLock(\.customAuthDomain) }
        set { state.withLock { $0.customAuthDomain = newValue } }
    }

    /// The device's token for remote notifications, as the app gave it.
    var deviceToken: DeviceToken? {
        get { state.withLock(\.deviceToken) }
        set { state.withLock { $0.deviceToken = newValue } }
    }

    /// Hearth's client, made at the first use; `nil` if there is no project.
    package var client: HearthAuth.Auth? {
        state.withLock { state in
            if let client = state.client { return client }
            let made: HearthAuth.Auth
            switch state.source {
            case .nowhere: return nil
            case .configuration(let configuration):
                // Whether the place can be used was found out when it was chosen.
                let storage = try? state.place.storage(configuration)
                made = HearthAuth.Auth(configuration, storage: storage ?? nil, readsStorageAtOnce: true)
            case .client(let client): made = client
            }
            state.client = made
            state.followers = follow(made)
            return made
        }
    }

    /// Brings the listeners up to date with each change of the session.
    private func follow(_ client: HearthAuth.Auth) -> [Task<Void, Never>] {
        [
            Task { [weak self] in
                for await _ in client.idTokenChanges {
                    await self?.tellListeners()
                    await self?.postStateChange()
                }
            },
            // What the tokens do not tell: that the storage cannot be read.
            Task { [weak self] in
                for await _ in client.states { await self?.tellListeners() }
            },
        ]
    }

    /// Whether the identity token is another one than when this was last asked.
    func takeStateChange() -> Bool {
        let present = client.flatMap { client in client.currentUser.map { ($0.uid, client.presentTokens?.version ?? 0) }
        }
        let key = present.map { "\($0.0)/\($0.1)" } ?? ""
        return state.withLock { state in
            defer { state.announced = key }
            return state.announced != key
        }
    }

    /// The object of a user: the same one for as long as the same one is signed in and someone holds it.
    func user(_ value: HearthAuth.User) -> User {
        state.withLock { state in
            if let user = state.user, user.uid == value.uid { return user }
            let user = User(value, of: self)
            state.user = user
            return user
        }
    }

    func result(_ result: HearthAuth.AuthDataResult) -> AuthDataResult {
        AuthDataResult(result, user: user(result.user))
    }

    /// Does something with the client; what it throws becomes an error of FirebaseAuth's.
    func perform<Value>(_ work: (HearthAuth.Auth) async throws -> Value) async throws -> Value {
        do {
            guard let client else { throw AuthError(.invalidAPIKey, "FirebaseApp.configure() found no options") }
            return try await work(client)
        } catch {
            throw AuthErrors.error(error, at: self)
        }
    }
}
