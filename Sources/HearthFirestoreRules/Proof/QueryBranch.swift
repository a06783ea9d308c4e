import HearthFirestoreModel

/// One branch of a query, whose results are to be proved readable.
struct QueryBranch {
    let query: PreparedQuery
    let conditions: Conjunction

    func question(caller: RuleCaller?, time: Timestamp, isInTransaction: Bool) -> Question {
        let name = documentName
        let places = QueryPlaces(query: query, document: name)
        var request = RequestValue(
            method: .list,
            path: RulesPath(database: query.database.database, path: places.queried),
            caller: caller,
            time: time,
            isInTransaction: isInTransaction
        )
        request.query = query.query
        return Question(
            request: request,
            resource: .symbol([]),
            database: query.database.database,
            facts: QueryFacts(conditions: conditions, documentName: name),
            bindings: places.bindings
        )
    }

    /// The document that the branch names by a filter for equality, if the query can find it.
    private var documentName: ResourceName? {
        for condition in conditions where condition.path.isDocumentName {
            guard case .equal(.reference(let name)) = condition.test, name.database == query.database,
                query.scope.contains(name.path)
            else { continue }
            return name
        }
        return nil
    }
}

/// Where the results of a query can be.
struct QueryPlaces {
    let query: PreparedQuery
    /// The only document that can be a result, if the query names one.
    let document: ResourceName?

    /// What the query asks: a collection, or the parent of collections.
    var queried: ResourcePath {
        switch query.scope {
        case .collection(let path), .group(_, let path), .children(let path), .descendants(let path): path
        }
    }

    /// What the names of a pattern are bound to; `nil` if a result could be where the pattern does not match.
    func bindings(_ pattern: DocumentPattern) -> [Outcome]? {
        if let document { return pattern.bindings(for: elements(document.path)) }
        let start = elements(queried)
        switch query.scope {
        case .collection: return pattern.bindings(for: start + [.unknown])
        case .children: return pattern.bindings(for: start + [.unknown, .unknown])
        case .group(let id, _): return pattern.bindings(forAllBelow: start, endingIn: [.known(id), .unknown])
        case .descendants: return pattern.bindings(forAllBelow: start, endingIn: [.unknown, .unknown])
        }
    }

    private func elements(_ path: ResourcePath) -> [PathElement] {
        (["databases", query.database.database, "documents"] + path.segments).map(PathElement.known)
    }
}
