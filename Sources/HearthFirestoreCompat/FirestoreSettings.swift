internal import HearthCore

/// Where a ``Firestore`` calls.
public final class FirestoreSettings: Sendable {
    private struct Values: Sendable {
        var host = "firestore.googleapis.com"
        var isSSLEnabled = true
        var cacheSettings: any LocalCacheSettings = MemoryCacheSettings()
    }

    private let values = Locked(Values())

    /// Creates settings for Firebase.
    public init() {}

    /// Host and port, for example `127.0.0.1:8080`.
    public var host: String {
        get { values.withLock(\.host) }
        set { values.withLock { $0.host = newValue } }
    }

    /// Whether calls are made over TLS.
    public var isSSLEnabled: Bool {
        get { values.withLock(\.isSSLEnabled) }
        set { values.withLock { $0.isSSLEnabled = newValue } }
    }

    /// Whether documents are kept on the device: not yet, so this is always `false`, and setting it to `true` has no
    /// effect but a notice in the log.
    public var isPersistenceEnabled: Bool {
        get { false }
        set { if newValue { Notices.persistence() } }
    }

    /// What is kept in memory of documents; memory alone is there.
    public var cacheSettings: any LocalCacheSettings {
        get { values.withLock(\.cacheSettings) }
        set { values.withLock { $0.cacheSettings = newValue } }
    }
}

/// How documents are kept.
public protocol LocalCacheSettings: Sendable {}

/// Documents are kept in memory, for as long as a listener needs them.
public struct MemoryCacheSettings: LocalCacheSettings {
    /// Creates settings.
    public init() {}
}
