internal import HearthFirestoreModel

/// A change from one list of results to the next.
struct ResultChange: Sendable, Hashable {
    var type: DocumentChangeType
    var document: ShownDocument
    var oldIndex: Int?
    var newIndex: Int?

    /// The changes that turn one list into another, applied one after the other.
    ///
    /// First come removals, then additions, then modifications, each in the order of the results.
    ///
    /// - Parameters:
    ///   - old: The list before, in order.
    ///   - new: The list after, in order.
    ///   - order: The order of both lists.
    ///   - includesMetadata: Whether a document counts as modified of which only the metadata changed.
    /// - Returns: The changes.
    static func changes(
        from old: [ShownDocument],
        to new: [ShownDocument],
        order: DocumentOrder,
        includesMetadata: Bool
    ) -> [ResultChange] {
        if old.isEmpty {
            return new.enumerated().map { ResultChange(type: .added, document: $1, newIndex: $0) }
        }
        let before = Dictionary(old.map { ($0.path, $0) }) { first, _ in first }
        let after = Set(new.map(\.path))
        var list = SortedResults(order, old)
        var changes: [ResultChange] = []
        for document in old where !after.contains(document.path) {
            changes.append(ResultChange(type: .removed, document: document, oldIndex: list.remove(document)))
        }
        for document in new where before[document.path] == nil {
            changes.append(ResultChange(type: .added, document: document, newIndex: list.insert(document)))
        }
        for document in new {
            guard let previous = before[document.path] else { continue }
            let isModified =
                !document.hasSameContent(as: previous)
                || (includesMetadata && document.hasPendingWrites != previous.hasPendingWrites)
            guard isModified else { continue }
            let oldIndex = list.remove(previous)
            let newIndex = list.insert(document)
            changes.append(
                ResultChange(type: .modified, document: document, oldIndex: oldIndex, newIndex: newIndex)
            )
        }
        return changes
    }
}

/// Results in order; finding one costs a binary search.
struct SortedResults: Sendable {
    private let order: DocumentOrder
    private(set) var documents: [ShownDocument]

    /// Takes a list.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - documents: Documents in that order. Defaults to none.
    init(_ order: DocumentOrder, _ documents: [ShownDocument] = []) {
        self.order = order
        self.documents = documents
    }

    /// Where a document is, or would be.
    private func position(of document: ShownDocument) -> Int {
        var low = 0
        var high = documents.count
        while low < high {
            let middle = (low + high) / 2
            if order.compare(documents[middle].document, document.document) == .less {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// Puts a document in its place.
    ///
    /// - Parameter document: A document that is not in the list.
    /// - Returns: Its index.
    mutating func insert(_ document: ShownDocument) -> Int {
        let position = position(of: document)
        documents.insert(document, at: position)
        return position
    }

    /// Takes a document out.
    ///
    /// - Parameter document: The document as it is in the list.
    /// - Returns: The index that it had; `nil` if it is not in the list.
    @discardableResult
    mutating func remove(_ document: ShownDocument) -> Int? {
        let position = position(of: document)
        guard position < documents.count, documents[position].path == document.path else { return nil }
        documents.remove(at: position)
        return position
    }
}
