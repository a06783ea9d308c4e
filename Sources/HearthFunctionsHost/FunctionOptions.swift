public import HearthJSON

/// How a function runs, and who may call it.
public struct FunctionOptions: Sendable {
    /// What is asked of a call's App Check token.
    public enum AppCheck: Sendable, Hashable {
        /// A token is read; a call without a good one has no ``Call/app``.
        case optional
        /// A call without a good token is refused.
        case enforced
        /// As `enforced`, and a token that was used before is marked: see ``CallApp/wasConsumed``.
        ///
        /// Each process keeps which tokens it saw.
        case consumed
    }

    /// Which pages may call from a browser.
    public enum Origins: Sendable, Hashable {
        /// All of them.
        case any
        /// Those of these origins, for example `https://shop.example.com`.
        case only(Set<String>)
        /// None: a browser is told nothing.
        case none

        func allows(_ origin: String) -> Bool {
            switch self {
            case .any: true
            case .only(let origins): origins.contains(origin)
            case .none: false
            }
        }
    }

    /// The region in the address.
    ///
    /// Defaults to `nil`, for the host's.
    public var region: String?
    /// How long a call may take, from its arrival to its result.
    ///
    /// Then the caller gets `deadlineExceeded`, and the function's task is cancelled. Defaults to 60 s.
    public var timeout: Duration
    /// How many calls run at the same time.
    ///
    /// Ten times as many wait; further ones get `resourceExhausted`. Defaults to 80.
    public var concurrency: Int
    /// What is asked of the App Check token.
    ///
    /// Defaults to ``AppCheck/optional``.
    public var appCheck: AppCheck
    /// Which pages may call from a browser.
    ///
    /// Defaults to ``Origins/any``; `onRequest` asks for it.
    public var origins: Origins
    /// After how long without a write a stream sends a comment, so that nothing between both ends closes it.
    ///
    /// Defaults to 30 s. Set it to `nil` for functions that Firebase's SDK for Apple platforms streams from: that one
    /// takes a comment for an error.
    public var heartbeat: Duration?
    /// Who may call, decided before the function runs; a `false` is answered with `permissionDenied`.
    ///
    /// Defaults to everyone.
    public var authPolicy: (@Sendable (CallAuth?, JSONValue) async -> Bool)?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - region: The region in the address. Defaults to the host's.
    ///   - timeout: How long a call may take. Defaults to 60 s.
    ///   - concurrency: How many calls run at the same time. Defaults to 80.
    ///   - appCheck: What is asked of the App Check token. Defaults to nothing.
    ///   - origins: Which pages may call from a browser. Defaults to all.
    ///   - heartbeat: After how long without a write a stream sends a comment. Defaults to 30 s.
    ///   - authPolicy: Who may call. Defaults to everyone.
    public init(
        region: String? = nil,
        timeout: Duration = .seconds(60),
        concurrency: Int = 80,
        appCheck: AppCheck = .optional,
        origins: Origins = .any,
        heartbeat: Duration? = .seconds(30),
        authPolicy: (@Sendable (CallAuth?, JSONValue) async -> Bool)? = nil
    ) {
        self.region = region
        self.timeout = timeout
        self.concurrency = concurrency
        self.appCheck = appCheck
        self.origins = origins
        self.heartbeat = heartbeat
        self.authPolicy = authPolicy
    }
}
