internal import HearthFirestoreModel

/// What listeners of one target are shown: documents in order, with local writes over them.
struct QueryView: Sendable {
    /// What a change of documents did to the results.
    struct Effect: OptionSet, Sendable {
        let rawValue: Int
        /// Documents came, went, moved or have another content.
        static let content = Effect(rawValue: 1)
        /// Documents are written or not any more.
        static let metadata = Effect(rawValue: 2)
    }

    private let query: PreparedQuery?
    private let single: ResourcePath?
    private var list: SortedResults
    /// Everything in the list.
    private var members: [ResourcePath: ShownDocument] = [:]

    init(_ subject: WatchSubject) throws(FirestoreError) {
        switch subject {
        case .document(let name):
            let parent = ResourceName(database: name.database, path: name.path.parent?.parent ?? .root)
            let all = ModelQuery(parent: parent, source: ModelQuery.Source(name.path.parent?.id ?? ""))
            list = SortedResults(try checked { () throws(ModelError) in try all.prepared() }.order)
            query = nil
            single = name.path
        case .query(let plan):
            let prepared = try checked { () throws(ModelError) in try plan.prepared() }
            list = SortedResults(prepared.order)
            query = prepared
            single = nil
        }
    }

    /// The results that are shown.
    var results: [ShownDocument] {
        guard let limit = query?.query.limit, limit < list.documents.count else { return list.documents }
        return Array(list.documents.prefix(limit))
    }

    /// Whether a document may be a result.
    func covers(_ path: ResourcePath) -> Bool {
        query?.scope.contains(path) ?? (path == single)
    }

    /// Takes in documents that may have changed.
    ///
    /// - Parameters:
    ///   - paths: The documents.
    ///   - isOfTarget: Whether the server counts a document among the results.
    ///   - local: The document as it is here.
    /// - Returns: What became of the results.
    mutating func update(
        _ paths: some Sequence<ResourcePath>,
        isOfTarget: (ResourcePath) -> Bool,
        local: (ResourcePath) -> LocalDocument
    ) -> Effect {
        let limit = query?.query.limit
        let before = limit == nil ? [] : results
        var effect: Effect = []
        for path in paths {
            let document = local(path)
            let wanted = isResult(document, isOfTarget(path)) ? document.shown : nil
            let present = members[path]
            guard wanted != present else { continue }
            if let present { list.remove(present) }
            if let wanted { _ = list.insert(wanted) }
            members[path] = wanted
            if let wanted, let present, wanted.hasSameContent(as: present) {
                effect.insert(.metadata)
            } else {
                effect.insert(.content)
            }
        }
        guard limit != nil, !effect.isEmpty else { return effect }
        return Self.effect(from: before, to: results)
    }

    /// What happened to the part of the list that is shown.
    private static func effect(from before: [ShownDocument], to after: [ShownDocument]) -> Effect {
        if before == after { return [] }
        let hasSameContent =
            before.count == after.count
            && zip(before, after).allSatisfy { $0.path == $1.path && $0.hasSameContent(as: $1) }
        return hasSameContent ? .metadata : .content
    }

    private func isResult(_ document: LocalDocument, _ isOfTarget: Bool) -> Bool {
        guard let content = document.document else { return false }
        guard let query else { return content.name.path == single }
        guard isOfTarget || document.hasPendingWrites else { return false }
        // What was not written here, the server has judged.
        if !document.hasPendingWrites { return query.order.values(of: content) != nil }
        return query.matches(content)
    }
}
