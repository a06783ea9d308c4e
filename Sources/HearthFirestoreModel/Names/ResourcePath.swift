/// The ids from the root of a database down to a collection, a document, or the root itself.
///
/// Ordered as Firestore orders documents: id by id, numeric ids first and by number, a parent before what is below it.
public struct ResourcePath: Sendable {
    /// The ids, collections and documents by turns.
    public let segments: [String]
    /// The bytes whose order is the order of paths; the key of an ancestor is the beginning of that of a descendant.
    public let key: [UInt8]

    /// Joins ids that were checked.
    ///
    /// - Parameter segments: The ids, collections and documents by turns; none for the root.
    public init(_ segments: [String] = []) {
        self.segments = segments
        var writer = KeyWriter()
        for segment in segments { writer.append(segment: segment) }
        key = writer.bytes
    }

    /// Reads back a ``key``.
    ///
    /// - Parameter key: The bytes; the result is `nil` if no path has them.
    public init?(key: [UInt8]) {
        var reader = KeyReader(key)
        guard let segments = reader.segments() else { return nil }
        self.segments = segments
        self.key = key
    }

    private init(segments: [String], key: [UInt8]) {
        self.segments = segments
        self.key = key
    }

    /// The root of a database.
    public static let root = ResourcePath()

    /// Whether this is the root.
    public var isRoot: Bool { segments.isEmpty }
    /// Whether this leads to a document.
    public var isDocument: Bool { !segments.isEmpty && segments.count.isMultiple(of: 2) }
    /// Whether this leads to a collection.
    public var isCollection: Bool { !segments.count.isMultiple(of: 2) }

    /// The id at the end; empty for the root.
    public var id: String { segments.last ?? "" }

    /// What this is directly below; `nil` for the root.
    public var parent: ResourcePath? {
        segments.isEmpty ? nil : ResourcePath(Array(segments.dropLast()))
    }

    /// The path of something directly below.
    ///
    /// - Parameter id: An id that was checked.
    /// - Returns: The longer path.
    public func appending(_ id: String) -> ResourcePath {
        var writer = KeyWriter()
        writer.append(segment: id)
        return ResourcePath(segments: segments + [id], key: key + writer.bytes)
    }

    /// Whether another path is this one or an ancestor of it.
    ///
    /// - Parameter ancestor: The other path.
    /// - Returns: Whether this is at or below it.
    public func isAtOrBelow(_ ancestor: ResourcePath) -> Bool {
        key.starts(with: ancestor.key)
    }

    /// The ids joined by slashes.
    public var text: String { segments.joined(separator: "/") }

    /// How many collections there are on the way.
    var depth: Int { (segments.count + 1) / 2 }
}

extension ResourcePath: Hashable, Comparable {
    /// Whether both are the same ids, byte by byte.
    public static func == (lhs: ResourcePath, rhs: ResourcePath) -> Bool { lhs.key == rhs.key }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }

    /// Whether one comes before the other.
    public static func < (lhs: ResourcePath, rhs: ResourcePath) -> Bool {
        Comparison(bytes: lhs.key, rhs.key) == .less
    }
}
