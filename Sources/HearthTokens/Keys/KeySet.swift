public import HearthCore
public import HearthCrypto
public import HearthHTTP

/// The keys that an identity server publishes, fetched when they are needed and kept as long as it allows.
///
/// However many verifications wait, one request is under way. A name that is not known leads to one more request, but
/// not to more than one in ``Limits/refetchInterval``, so that invented names cost the server nothing.
public actor KeySet: KeySource {
    /// How long keys are kept, and how much is fetched.
    public struct Limits: Sendable, Hashable {
        /// The shortest time that keys are kept, whatever the server says.
        ///
        /// Defaults to a minute.
        public var minimumAge: Duration = .minutes(1)
        /// The longest time that keys are kept, whatever the server says.
        ///
        /// Defaults to a day.
        public var maximumAge: Duration = .hours(24)
        /// How much longer old keys are used while the server cannot be reached.
        ///
        /// Defaults to six hours.
        public var staleAge: Duration = .hours(6)
        /// The shortest time between two requests for a name that is not known, or after a failure.
        ///
        /// Defaults to ten seconds.
        public var refetchInterval: Duration = .seconds(10)
        /// The largest document that is read, in bytes.
        ///
        /// Defaults to 256 KiB.
        public var maximumBytes = 262_144

        /// Creates the defaults.
        public init() {}
    }

    private let location: SecureLocation
    private let transport: any HTTPTransport
    private let limits: Limits
    private let now: @Sendable () -> UnixTime

    private var current: Snapshot?
    private var lastAttempt: UnixTime?
    private var lastFailure: KeySourceError?
    private var refresh: Task<Void, Never>?

    private struct Snapshot {
        var keys: JSONWebKeySet
        var fetchedAt: UnixTime
        var freshUntil: UnixTime
        var staleUntil: UnixTime
    }

    /// Creates a set that is fetched when the first key is asked for.
    ///
    /// - Parameters:
    ///   - url: Where the document is: a JSON Web Key Set, or certificates by name. HTTPS, or plain HTTP to this
    ///     machine.
    ///   - transport: How it is fetched.
    ///   - limits: How long keys are kept. Defaults to ``Limits/init()``.
    ///   - now: The clock. Defaults to the system's.
    /// - Throws: ``KeySourceError`` with code ``KeySourceError/Code/insecureLocation``.
    public init(
        url: String,
        transport: any HTTPTransport,
        limits: Limits = Limits(),
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) throws(KeySourceError) {
        guard let location = SecureLocation(url) else {
            throw KeySourceError(.insecureLocation, "neither HTTPS nor this machine")
        }
        self.init(trusted: location, transport: transport, limits: limits, now: now)
    }

    init(
        trusted location: SecureLocation,
        transport: any HTTPTransport,
        limits: Limits = Limits(),
        now: @escaping @Sendable () -> UnixTime
    ) {
        self.location = location
        self.transport = transport
        self.limits = limits
        self.now = now
    }

    /// Looks for a key, fetching the document if it is too old or does not have it.
    ///
    /// - Parameter identifier: The key's name.
    /// - Returns: The key, or `nil` if the server has none of that name.
    /// - Throws: ``KeySourceError`` if there is no document that is not too old.
    public func key(_ identifier: String) async throws(KeySourceError) -> RSAPublicKey? {
        try await find { $0.key(identifier) }
    }

    /// Looks for the key of a token that names none, fetching the document if it is too old.
    ///
    /// - Returns: The key, if the server has exactly one.
    /// - Throws: ``KeySourceError`` if there is no document that is not too old.
    public func onlyKey() async throws(KeySourceError) -> RSAPublicKey? {
        try await find { $0.entries.count == 1 ? $0.entries.first?.key : nil }
    }

    private func find(
        _ look: (JSONWebKeySet) -> RSAPublicKey?
    ) async throws(KeySourceError) -> RSAPublicKey? {
        if let key = freshKeys.flatMap(look) { return key }
        if mayFetch || refresh != nil { await fetchOnce() }
        if let keys = usableKeys { return look(keys) }
        throw lastFailure ?? KeySourceError(.unreachable)
    }

    private var freshKeys: JSONWebKeySet? {
        let now = now()
        // A clock that was set back makes keys old, not young.
        guard let current, now >= current.fetchedAt, now < current.freshUntil else { return nil }
        return current.keys
    }

    private var usableKeys: JSONWebKeySet? {
        let now = now()
        guard let current, now >= current.fetchedAt, now < current.staleUntil else { return nil }
        return current.keys
    }

    private var mayFetch: Bool {
        guard let lastAttempt else { return true }
        let elapsed = now() - lastAttempt
        return elapsed < .zero || elapsed >= limits.refetchInterval
    }

    private func fetchOnce() async {
        if let refresh { return await refresh.value }
        let task = Task { await self.fetch() }
        refresh = task
        await task.value
    }

    private func fetch() async {
        let start = now()
        lastAttempt = start
        do throws(KeySourceError) {
            let (keys, age) = try await KeyDocument.fetch(location, over: transport, maximumBytes: limits.maximumBytes)
            let lifetime = min(max(age ?? .zero, limits.minimumAge), limits.maximumAge)
            current = Snapshot(
                keys: keys,
                fetchedAt: start,
                freshUntil: start + lifetime,
                staleUntil: start + lifetime + limits.staleAge
            )
            lastFailure = nil
        } catch {
            lastFailure = error
        }
        refresh = nil
    }
}
