internal import HearthFirestoreModel
internal import HearthFirestoreRules
internal import HearthFirestoreStore
internal import HearthJSON

/// What the rules of a project say about each way to use one document.
struct RulesExplanation {
    /// One use of the document, and what came of it.
    struct Verdict {
        let method: RuleRequest.Method
        let decision: RuleDecision
        /// What each expression gave, in the form of a coverage report.
        let values: JSONValue?
    }

    let source: String
    let verdicts: [Verdict]
}

extension RulesAuthorizer {
    /// Asks the rules about every way to use a document, without counting it in their coverage.
    ///
    /// A create is asked as if there were no document, a list for all documents of the collection.
    ///
    /// - Parameters:
    ///   - name: The document.
    ///   - stored: The document as it is; `nil` if there is none.
    ///   - written: The document as a create or an update would leave it.
    ///   - caller: Who asks.
    ///   - read: Finds other documents of the same moment.
    /// - Returns: The verdicts; `nil` if the project has no rules.
    /// - Throws: The error of `read`, or `FirestoreError` if the collection's query is too large to be asked about.
    func explanation(
        of name: ResourceName,
        _ stored: Document?,
        writing written: Document,
        _ caller: FirestoreCaller,
        _ read: DocumentReader
    ) throws -> RulesExplanation? {
        guard let ruleset = rules(of: name.database.project)?.ruleset else { return nil }
        let (user, time) = (RuleCaller(caller), now())
        let collection = name.path.parent ?? .root
        let parent = ResourceName(database: name.database, path: collection.parent ?? .root)
        let query = try Query(parent: parent, source: Query.Source(collection.id, allDescendants: false)).prepared()
        return try withoutActuallyEscaping(read) { read in
            let reads = ReaderLookup(database: name.database, read: read)
            let writes = ReaderLookup(database: name.database, read: read, written: [name.path: written])
            let deletes = ReaderLookup(database: name.database, read: read, written: [name.path: nil])
            var verdicts: [RulesExplanation.Verdict] = []
            func ask(_ request: RuleRequest, _ documents: ReaderLookup) throws {
                let coverage = ruleset.makeCoverage()
                let decision = try ruleset.decision(for: request, documents: documents, coverage: coverage)
                let values = coverage.report()["report"]
                verdicts.append(.init(method: request.method, decision: decision, values: values))
            }
            try ask(.get(name, stored: stored, caller: user, time: time), reads)
            let coverage = ruleset.makeCoverage()
            let list = try ruleset.decision(
                forQuery: query,
                caller: user,
                time: time,
                documents: reads,
                coverage: coverage
            )
            verdicts.append(.init(method: .list, decision: list, values: coverage.report()["report"]))
            try ask(.write(written, stored: nil, caller: user, time: time), writes)
            if let stored {
                try ask(.write(written, stored: stored, caller: user, time: time), writes)
                try ask(.delete(name, stored: stored, caller: user, time: time), deletes)
            }
            return RulesExplanation(source: ruleset.source, verdicts: verdicts)
        }
    }
}
