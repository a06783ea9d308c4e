/// What a query asks of a document: a condition, or several that are combined.
public indirect enum Filter: Sendable, Hashable {
    /// One field.
    case condition(Condition)
    /// All of these; an empty list asks for nothing.
    case all([Filter])
    /// One of these; an empty list asks for nothing.
    case any([Filter])

    /// Whether a document is what the filter asks for.
    ///
    /// - Parameter document: The document.
    /// - Returns: The answer.
    public func matches(_ document: Document) -> Bool {
        switch self {
        case .condition(let condition): condition.matches(document)
        case .all(let filters): filters.allSatisfy { $0.matches(document) }
        case .any(let filters): filters.isEmpty || filters.contains { $0.matches(document) }
        }
    }

    /// Every condition, wherever it stands.
    public var conditions: [Condition] {
        switch self {
        case .condition(let condition): [condition]
        case .all(let filters), .any(let filters): filters.flatMap(\.conditions)
        }
    }

    /// Whether there is a choice among several filters somewhere.
    var hasChoice: Bool {
        switch self {
        case .condition: false
        case .all(let filters): filters.contains(where: \.hasChoice)
        case .any(let filters): filters.count > 1 || filters.contains(where: \.hasChoice)
        }
    }
}
