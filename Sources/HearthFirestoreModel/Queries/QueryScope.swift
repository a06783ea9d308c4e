/// The documents that a query looks at, before it asks anything of them.
public enum QueryScope: Sendable, Hashable {
    /// The documents of a collection.
    case collection(ResourcePath)
    /// The documents of all collections with an id, at any depth below a document or the root.
    case group(id: String, below: ResourcePath)
    /// The documents directly below a document or the root, of all collections.
    case children(of: ResourcePath)
    /// All documents below a document or the root.
    case descendants(of: ResourcePath)

    /// Whether a document is in scope.
    ///
    /// - Parameter path: The path of the document.
    /// - Returns: Whether the query looks at it.
    public func contains(_ path: ResourcePath) -> Bool {
        switch self {
        case .collection(let collection):
            path.segments.count == collection.segments.count + 1 && path.isAtOrBelow(collection)
        case .group(let id, let parent):
            path.segments.count > parent.segments.count && path.isAtOrBelow(parent)
                && path.segments[path.segments.count - 2].hasSameBytes(as: id)
        case .children(let parent):
            path.segments.count == parent.segments.count + 2 && path.isAtOrBelow(parent)
        case .descendants(let parent): path.segments.count > parent.segments.count && path.isAtOrBelow(parent)
        }
    }

    /// Whether documents of several kinds are in scope, of which only names can be asked.
    public var isKindless: Bool {
        switch self {
        case .collection, .group: false
        case .children, .descendants: true
        }
    }
}
