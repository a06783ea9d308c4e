/// What FirebaseFirestore has and this module cannot do: the compiler says so where it is used, and nothing is pretended.
extension Firestore {
    /// Loads a bundle into the cache on the device: there is no such cache.
    @available(*, unavailable, message: "Hearth keeps no cache on the device that a bundle could be loaded into")
    public func loadBundle(_ bundleData: some Sequence<UInt8>) {}

    /// A query of a bundle.
    @available(*, unavailable, message: "Hearth loads no bundles: build the query in code")
    public func getQuery(named name: String) async -> Query? { nil }

    /// Says how the cache on the device is indexed: there is no such cache.
    @available(*, unavailable, message: "Hearth keeps no cache on the device that could have indexes")
    public func setIndexConfiguration(_ json: String) async throws {}

    /// Writes what the client does to the console.
    @available(*, unavailable, message: "Hearth's client writes no log")
    public static func enableLogging(_ enabled: Bool) {}
}

extension FirestoreSettings {
    /// The size of the cache on the device: there is no such cache.
    @available(*, unavailable, message: "Hearth keeps documents in memory, for as long as a listener needs them")
    public var cacheSizeBytes: Int64 { 0 }
}

/// A cache on the device: there is none.
@available(*, unavailable, message: "Hearth keeps documents in memory: use MemoryCacheSettings")
public struct PersistentCacheSettings: Sendable {
    /// Creates settings.
    ///
    /// - Parameter sizeBytes: The size of the cache.
    public init(sizeBytes: Int64 = 0) {}
}

/// A cache without a limit: there is none on the device.
@available(*, unavailable, message: "Hearth keeps documents in memory, for as long as a listener needs them")
public let FirestoreCacheSizeUnlimited: Int64 = -1
