internal import HearthCore
internal import HearthJSON

/// Several users who are signed in on one device, one of them active.
///
/// ```swift
/// let sessions = NamedSessions(FileSessionStorage.standard(for: configuration)) { storage in
///     Auth(configuration, storage: storage)
/// }
/// try await sessions.activate("work")
/// let auth = await sessions.active()
/// ```
///
/// Each session has a client of its own, with a storage of its own beside the first. The first session, ``mainName``, is
/// the storage itself: an app that had one user so far keeps that one. Which sessions there are, and which is active, is
/// the same for all processes that share the storage.
public final class NamedSessions: Sendable {
    /// The name of the session that is there from the start.
    public static let mainName = "main"

    private static let listName = "sessions"
    private static let longestName = 32
    private static let mostSessions = 100

    /// Which sessions there are.
    private struct Index: Codable, Equatable, Sendable {
        var active = NamedSessions.mainName
        /// In the order in which they were added.
        var names = [NamedSessions.mainName]
    }

    private struct Made: Sendable {
        var clients: [String: Auth] = [:]
    }

    private let storage: any SessionStorage
    private let index: any SessionStorage
    private let makeClient: @Sendable (any SessionStorage) -> Auth
    private let made = Locked(Made())
    private let broadcast = Broadcast(NamedSessions.mainName)

    /// Finds the sessions of a storage.
    ///
    /// - Parameters:
    ///   - storage: Where the first session is kept; the others, and the list of them, are its neighbors.
    ///   - makeClient: Makes the client of a session, given where that is kept.
    public init(
        _ storage: any SessionStorage,
        makeClient: @escaping @Sendable (_ storage: any SessionStorage) -> Auth
    ) {
        self.storage = storage
        self.makeClient = makeClient
        index = storage.neighbor(Self.listName)
    }

    /// The names of the sessions, in the order in which they were added.
    ///
    /// - Returns: The names.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/storageUnavailable`` if they cannot be known now.
    public func names() async throws(AuthError) -> [String] {
        try await change { _ in }.names
    }

    /// The name of the active session.
    ///
    /// - Returns: The name.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/storageUnavailable`` if it cannot be known now.
    public func activeName() async throws(AuthError) -> String {
        try await change { _ in }.active
    }

    /// The client of the active session.
    ///
    /// - Returns: Always the same one for a name.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/storageUnavailable`` if it cannot be known now.
    public func active() async throws(AuthError) -> Auth {
        try client(try await activeName())
    }

    /// The names of the active sessions from the present one on; ends with the task.
    ///
    /// What another process activates is heard of as soon as this one asks.
    public var activeNames: AsyncStream<String> { broadcast.follow() }

    /// The client of a session, active or not.
    ///
    /// - Parameter name: The session: 1 to 32 letters and digits.
    /// - Returns: Always the same one for a name. Using it adds no session: ``activate(_:)`` does.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/invalidRequest`` for what is no name.
    public func client(_ name: String) throws(AuthError) -> Auth {
        try Self.check(name)
        return made.withLock { made in
            if let client = made.clients[name] { return client }
            let client = makeClient(name == Self.mainName ? storage : storage.neighbor(Self.place(of: name)))
            made.clients[name] = client
            return client
        }
    }

    /// Makes a session the active one, and adds it if there is none of the name.
    ///
    /// - Parameter name: The session: 1 to 32 letters and digits.
    /// - Returns: Its client.
    /// - Throws: ``AuthError`` with code ``AuthError/Code/invalidRequest`` for what is no name or one session too many (there
    ///   are a hundred at most), or ``AuthError/Code/storageUnavailable``; then nothing has changed.
    @discardableResult
    public func activate(_ name: String) async throws(AuthError) -> Auth {
        let client = try client(name)
        let changed = try await change { index in
            if !index.names.contains(name), index.names.count < Self.mostSessions { index.names.append(name) }
            if index.names.contains(name) { index.active = name }
        }
        guard changed.active == name else { throw AuthError(.invalidRequest, "there are too many sessions") }
        return client
    }

    /// Signs a session out and forgets its name; the first one becomes active if this one was.
    ///
    /// - Parameter name: The session. The first one is signed out and stays in the list.
    /// - Throws: ``AuthError``: then the session may be signed out already, and can be removed again.
    public func remove(_ name: String) async throws(AuthError) {
        let client = try client(name)
        await client.ready()
        try await client.signOut()
        guard name != Self.mainName else { return }
        _ = try await change { index in
            index.names.removeAll { $0 == name }
            if index.active == name { index.active = Self.mainName }
        }
        made.withLock { _ = $0.clients.removeValue(forKey: name) }
    }

    /// Reads the list, changes it, and keeps it, with no other process in between where the storage has a lock.
    private func change(_ change: @escaping @Sendable (inout Index) -> Void) async throws(AuthError) -> Index {
        do throws(StorageUnavailability) {
            let result = try await index.update { stored -> (StorageChange, Result<Index, StorageUnavailability>) in
                switch Self.read(stored) {
                case .failure(let problem): return (.keep, .failure(problem))
                case .success(let before):
                    var after = before
                    change(&after)
                    guard after != before else { return (.keep, .success(after)) }
                    guard let bytes = try? JSON.encode(after) else { return (.keep, .failure(.failed)) }
                    return (.save(Secret(bytes)), .success(after))
                }
            }
            let present = try result.get()
            broadcast.publish(present.active)
            return present
        } catch {
            throw AuthError(.storageUnavailable, "the list of sessions: \(error.rawValue)")
        }
    }

    private static func read(_ stored: StoredSession) -> Result<Index, StorageUnavailability> {
        switch stored {
        case .absent: .success(Index())
        case .unavailable(let problem): .failure(problem)
        case .found(let bytes):
            (try? JSON.decode(Index.self, from: bytes.reveal())).map { .success($0) } ?? .failure(.undecodable)
        }
    }

    /// Where a session is kept; not in the place of the list, which would otherwise be that of the session `s`.
    private static func place(of name: String) -> String {
        let place = "session" + name
        return place == listName ? "session" : place
    }

    /// The name stands in the name of a file.
    private static func check(_ name: String) throws(AuthError) {
        let isName = name.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        guard isName, (1...longestName).contains(name.utf8.count) else {
            throw AuthError(.invalidRequest, "a session's name is 1 to \(longestName) letters and digits")
        }
    }
}
