internal import HearthCore

/// One session in a keychain.
///
/// A keychain answers within the call, so what it holds is known at once. It has no lock: between the reading and the
/// writing of ``SessionStorage/update(_:)`` another process may write.
struct KeychainEntry: SessionStorage {
    let item: KeychainItem
    let keychain: any Keychain
    let random: RandomSource

    /// Reads the session.
    ///
    /// A device that has not been unlocked since it was started has been seen to say *not found* of items that it has.
    /// That is believed only if the same keychain takes a new item at this moment.
    func loadNow() -> StoredSession? {
        read()
    }

    /// Reads the session, on a thread of the pool: a keychain may take its time.
    @concurrent
    func load() async -> StoredSession {
        read()
    }

    private func read() -> StoredSession {
        let (status, content) = keychain.read(item)
        switch status {
        case .success: return content.map { .found(Secret($0)) } ?? .unavailable(.undecodable)
        case .notFound: return isWritable()
        default: return .unavailable(status.unavailability)
        }
    }

    /// Replaces the content in place, so that there is no moment without a session.
    @concurrent
    func save(_ session: Secret<[UInt8]>) async throws(StorageUnavailability) {
        var status = keychain.update(item, session.reveal())
        if status == .notFound { status = keychain.add(item, session.reveal()) }
        // Another process of the same group was quicker.
        if status == .duplicate { status = keychain.update(item, session.reveal()) }
        guard status == .success else { throw status.unavailability }
    }

    @concurrent
    func delete() async throws(StorageUnavailability) {
        let status = keychain.delete(item)
        guard status == .success || status == .notFound else { throw status.unavailability }
    }

    /// The entry of the same session under another name.
    func neighbor(_ name: String) -> any SessionStorage {
        var item = item
        item.account += "." + name
        return KeychainEntry(item: item, keychain: keychain, random: random)
    }

    private func isWritable() -> StoredSession {
        var probe = item
        probe.account += ".probe." + random.alphanumeric(16)
        let status = keychain.add(probe, [0])
        guard status == .success else { return .unavailable(status.unavailability) }
        _ = keychain.delete(probe)
        return .absent
    }
}
