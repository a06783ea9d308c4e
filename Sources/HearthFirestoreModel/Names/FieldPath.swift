/// The way to a value through the maps of a document: one name or more.
public struct FieldPath: Sendable {
    /// The names, the outermost first.
    public let segments: [String]

    /// Joins names.
    ///
    /// - Parameter segments: The names, the outermost first; at least one, none of them empty.
    public init(_ segments: [String]) {
        self.segments = segments
    }

    /// The name of the document itself, as filters and orders call it: `__name__`.
    public static let documentName = FieldPath(["__name__"])

    /// Whether this is the name of the document itself.
    public var isDocumentName: Bool { segments.count == 1 && segments[0] == "__name__" }

    /// Whether this path leads through another one, or is it.
    ///
    /// - Parameter other: The other path.
    /// - Returns: Whether the other one is a beginning of this one.
    public func isAtOrBelow(_ other: FieldPath) -> Bool {
        segments.count >= other.segments.count
            && zip(segments, other.segments).allSatisfy { $0.hasSameBytes(as: $1) }
    }

    /// The path of a member of the map that is here.
    ///
    /// - Parameter name: The member's name.
    /// - Returns: The longer path.
    public func appending(_ name: String) -> FieldPath {
        FieldPath(segments + [name])
    }
}

extension FieldPath: Hashable, Comparable {
    /// Whether both are the same names, byte by byte.
    public static func == (lhs: FieldPath, rhs: FieldPath) -> Bool {
        lhs.segments.count == rhs.segments.count && lhs.isAtOrBelow(rhs)
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(segments)
    }

    /// Whether one comes before the other: name by name in the order of UTF-8 bytes, a beginning first.
    public static func < (lhs: FieldPath, rhs: FieldPath) -> Bool {
        Comparison(lhs.segments, rhs.segments) { Comparison(text: $0, $1) } == .less
    }
}
