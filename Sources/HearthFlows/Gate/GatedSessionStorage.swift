public import HearthAuth
public import HearthCore

/// Keeps a session so that only the key of a gate opens it.
///
/// While it is locked it neither gives a session out nor takes one, and asks nothing: reading says
/// `StorageUnavailability.locked`. The key is in memory from ``unlock(reason:)`` to ``lock()``.
public final class GatedSessionStorage: SessionStorage {
    private struct Key: Sendable {
        let salt: [UInt8]
        let key: Secret<[UInt8]>
    }

    private static let sealing = Sealing(magic: "hearth-gated-1\n")
    private static let saltBytes = 16

    private let storage: any SessionStorage
    private let gate: any SessionGate
    private let random: RandomSource
    private let key = Locked<Key?>(nil)

    /// Puts a gate before a storage.
    ///
    /// - Parameters:
    ///   - storage: Where the sealed session is kept.
    ///   - gate: What gives out the key.
    ///   - random: Where salts come from. Defaults to the system's generator.
    public init(_ storage: any SessionStorage, gate: any SessionGate, random: RandomSource = .system) {
        self.storage = storage
        self.gate = gate
        self.random = random
    }

    /// Whether the key is not in memory.
    public var isLocked: Bool { key.withLock { $0 == nil } }

    /// Forgets the key.
    public func lock() {
        key.withLock { $0 = nil }
    }

    /// Asks the gate for the key, and tries it on the stored session if there is one.
    ///
    /// - Parameter reason: What to tell the person.
    /// - Throws: ``GateRefusal``; ``GateRefusal/wrong`` if the key does not open the session, and
    ///   ``GateRefusal/unavailable`` if the storage cannot be read.
    public func unlock(reason: String) async throws(GateRefusal) {
        let sealed: [UInt8]?
        switch await storage.load() {
        case .found(let bytes): sealed = bytes.reveal()
        case .absent: sealed = nil
        case .unavailable: throw GateRefusal.unavailable
        }
        let salt = sealed.map { Array($0.prefix(Self.saltBytes)) } ?? random.bytes(Self.saltBytes)
        let key = Key(salt: salt, key: try await gate.key(salt: salt, reason: reason))
        if let sealed, Self.open(sealed, with: key) == nil { throw GateRefusal.wrong }
        self.key.withLock { $0 = key }
    }

    /// Reads the session, if it is unlocked.
    ///
    /// - Returns: The session; that there is none; or `StorageUnavailability.locked`.
    public func load() async -> StoredSession {
        opened(await storage.load())
    }

    /// Seals a session and puts it in the place of the one before.
    ///
    /// - Parameter session: The bytes to keep.
    /// - Throws: `StorageUnavailability`, for example `StorageUnavailability.locked`.
    public func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) {
        try await storage.save(try sealed(session).get())
    }

    /// Reads the session and decides by it what is stored from then on, in one step where the storage has one.
    ///
    /// - Parameter decide: Looks at what is stored, as ``load()`` tells it.
    /// - Returns: What `decide` returned.
    /// - Throws: `StorageUnavailability` if the change was not made, for example `StorageUnavailability.locked`.
    public func update<Outcome: Sendable>(
        _ decide: @Sendable (StoredSession) -> (change: StorageChange, outcome: Outcome)
    ) async throws(StorageUnavailability) -> Outcome {
        let result = try await storage.update { stored -> (StorageChange, Result<Outcome, StorageUnavailability>) in
            let (change, outcome) = decide(opened(stored))
            guard case .save(let session) = change else { return (change, .success(outcome)) }
            return switch sealed(session) {
            case .success(let bytes): (.save(bytes), .success(outcome))
            case .failure(let problem): (.keep, .failure(problem))
            }
        }
        return try result.get()
    }

    /// Removes the session; that needs no key.
    ///
    /// - Throws: `StorageUnavailability` if the session is still there.
    public func delete() async throws(StorageUnavailability) {
        try await storage.delete()
    }

    /// A storage beside the sealed one, which is not behind the gate.
    ///
    /// - Parameter name: What is kept there.
    /// - Returns: The storage.
    public func neighbor(_ name: String) -> any SessionStorage {
        storage.neighbor(name)
    }

    private func opened(_ stored: StoredSession) -> StoredSession {
        guard case .found(let bytes) = stored else { return stored }
        guard let key = key.withLock(\.self) else { return .unavailable(.locked) }
        return Self.open(bytes.reveal(), with: key).map(StoredSession.found) ?? .unavailable(.undecodable)
    }

    private func sealed(_ session: Secret<[UInt8]>) -> Result<Secret<[UInt8]>, StorageUnavailability> {
        guard let key = key.withLock(\.self) else { return .failure(.locked) }
        guard let sealed = Self.sealing.seal(session, with: key.key, random) else { return .failure(.failed) }
        return .success(Secret(key.salt + sealed))
    }

    private static func open(_ sealed: [UInt8], with key: Key) -> Secret<[UInt8]>? {
        guard sealed.starts(with: key.salt) else { return nil }
        return sealing.open(Array(sealed.dropFirst(saltBytes)), with: key.key)
    }
}
