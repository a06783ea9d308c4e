import HearthFirestoreModel

/// The documents that the rules of one request have read: what was read once is not read again, and the number is
/// limited.
///
/// One value serves all decisions of a commit; a read or a query has its own.
public struct DocumentAccesses: Sendable {
    /// The most documents that the rules of one read, query or write may ask for.
    public static let limitPerDecision = 10
    /// The most documents that the rules of all writes of a commit may ask for.
    public static let limitPerCommit = 20

    /// Whether a document is asked for as it is or as it will be.
    enum Moment: Hashable {
        case stored
        case afterCommit
    }

    private struct Key: Hashable {
        let path: ResourcePath
        let moment: Moment
    }

    private var found: [Key: RulesValue?] = [:]
    private var ofDecision = 0

    /// Nothing read so far.
    public init() {}

    /// How many documents were read.
    public var count: Int { found.count }

    mutating func beginDecision() {
        ofDecision = 0
    }

    /// The document at a path as rules see it, read if need be.
    mutating func resource(
        at path: ResourcePath,
        _ moment: Moment,
        read: (ResourcePath, Moment) throws(EvaluationStop) -> Document?
    ) throws(EvaluationStop) -> RulesValue? {
        let key = Key(path: path, moment: moment)
        if let known = found[key] { return known }
        ofDecision += 1
        guard ofDecision <= Self.limitPerDecision, found.count < Self.limitPerCommit else {
            throw .exhausted("The rules read too many documents: 10 for each read or write, 20 for each commit.")
        }
        let resource = try read(path, moment).map(RulesValue.init(resource:))
        found[key] = .some(resource)
        return resource
    }
}

extension RulesValue {
    /// A document as rules see it: its fields, its id and its path.
    init(resource document: Document) {
        self = .map(
            RulesMap(ascending: [
                ("__name__", .path(RulesPath(document.name))),
                ("data", .map(RulesMap(document.fields))),
                ("id", .string(document.name.path.id)),
            ])
        )
    }
}
