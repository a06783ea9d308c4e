internal import HearthFirestoreModel

/// The way to a value through the maps of a document: one name or more.
public struct FieldPath: Sendable, Hashable {
    /// The names, the outermost first.
    public let segments: [String]

    /// Joins names, which may hold any characters.
    ///
    /// - Parameter segments: The names, the outermost first; at least one, none of them empty.
    public init(_ segments: [String]) {
        self.segments = segments
    }

    /// The id of the document, for filters and orders.
    public static func documentID() -> FieldPath { FieldPath(["__name__"]) }

    init(_ model: ModelPath) {
        segments = model.segments
    }

    func model() throws(FirestoreError) -> ModelPath {
        guard !segments.isEmpty else { throw .invalid("A field path needs at least one name.") }
        guard !segments.contains("") else { throw .invalid("A field path has an empty name.") }
        return ModelPath(segments)
    }

    /// Splits names that are joined by dots.
    init(dotted text: String) throws(FirestoreError) {
        let segments = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !segments.contains("") else {
            throw .invalid("The field path “\(text)” is empty, or has an empty name before or after a dot.")
        }
        if let character = text.first(where: { "~*/[]".contains($0) }) {
            throw .invalid("The field path “\(text)” holds “\(character)”; use a FieldPath for such a name.")
        }
        self.init(segments)
    }
}

/// What names a field: a ``FieldPath``, or text whose dots lead into maps.
public protocol FieldPathConvertible: Sendable {
    /// The path.
    ///
    /// - Returns: The path.
    /// - Throws: ``FirestoreError`` with code `invalidArgument` for text that is no path.
    func fieldPath() throws(FirestoreError) -> FieldPath
}

extension FieldPath: FieldPathConvertible {
    /// The path itself.
    public func fieldPath() -> FieldPath { self }
}

extension String: FieldPathConvertible {
    /// The path whose names are joined by dots; `~*/[]` are not allowed in them.
    public func fieldPath() throws(FirestoreError) -> FieldPath { try FieldPath(dotted: self) }
}

extension FieldPathConvertible {
    func modelPath() throws(FirestoreError) -> ModelPath { try fieldPath().model() }
}
