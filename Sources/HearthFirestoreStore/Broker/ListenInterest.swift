package import HearthFirestoreModel

/// What a listener wants to be woken for.
package struct ListenInterest: Sendable {
    /// Single documents.
    package var documents: Set<ResourcePath> = []
    /// Queries: a commit that changes none of their results does not wake.
    package var queries: [PreparedQuery] = []

    package init() {}

    /// Whether changes in a collection can concern the listener.
    func concerns(collection path: ResourcePath) -> Bool {
        queries.contains { $0.scope.overlaps(collection: path) } || documents.contains { $0.parent == path }
    }

    /// Whether a document can concern the listener, by its path.
    func concerns(document path: ResourcePath) -> Bool {
        documents.contains(path) || queries.contains { $0.scope.contains(path) }
    }
}

extension PreparedQuery {
    /// Whether a change of a document that is in scope can change the results.
    func isConcerned(by update: DocumentUpdate) -> Bool {
        update.before.map(matchesFilter) ?? false || update.after.map(matchesFilter) ?? false
    }
}

extension QueryScope {
    /// Whether documents of a collection are in scope.
    fileprivate func overlaps(collection path: ResourcePath) -> Bool { contains(path.appending("x")) }
}
