internal import HearthFirestoreModel
internal import HearthFirestoreWire

/// What a stream tells of documents in one snapshot.
///
/// It may be told for as long as a slow client takes: few documents are kept until then, the others are read when their
/// turn comes, as they were at the snapshot's moment.
struct ListenNews: Sendable {
    /// What a document is now.
    private enum Content: Sendable {
        case gone
        case kept(Document)
        case late
    }

    /// What happened to a document, and which targets it concerns.
    private struct Change: Sendable {
        let content: Content
        var entered: [Int32] = []
        var left: [Int32] = []
        /// Whether the caller may see what the document is now.
        var isVisible = true
    }

    private var changes: [ResourceName: Change] = [:]
    private var order: [ResourceName] = []
    /// How many more bytes of documents are kept.
    private var room = 256 << 10
    /// How many documents are told at a time.
    private static let batch = 16

    /// Whether there is nothing to tell.
    var isEmpty: Bool { order.isEmpty }

    /// A document is a result of a target, or is one no longer as it was.
    mutating func enter(_ document: Document, _ target: Int32) {
        enter(document.name, content(of: document), target)
    }

    /// The same for a document whose fields are read when it is told.
    mutating func enter(_ name: ResourceName, _ target: Int32) {
        enter(name, .late, target)
    }

    /// A document is no longer a result of a target; `nil` if it does not exist any more.
    mutating func leave(_ name: ResourceName, _ document: Document?, _ target: Int32) {
        note(name, document.map { content(of: $0) } ?? .gone)
        changes[name]?.left.append(target)
    }

    /// Whether a document has become a result of any target.
    func hasEntered(_ name: ResourceName) -> Bool { changes[name].map { !$0.entered.isEmpty } ?? false }

    /// Says of a document only that it left.
    mutating func hide(_ name: ResourceName) { changes[name]?.isVisible = false }

    private mutating func enter(_ name: ResourceName, _ content: Content, _ target: Int32) {
        note(name, content)
        changes[name]?.entered.append(target)
        changes[name]?.isVisible = true
    }

    private mutating func note(_ name: ResourceName, _ content: Content) {
        guard changes[name] == nil else { return }
        changes[name] = Change(content: content)
        order.append(name)
    }

    private mutating func content(of document: Document) -> Content {
        if changes[document.name] != nil { return .late }
        let size = document.storageSize
        guard size <= room else { return .late }
        room -= size
        return .kept(document)
    }

    // MARK: Messages

    /// The documents in the order in which they are told, a few at a time.
    var batches: [ArraySlice<ResourceName>] {
        stride(from: 0, to: order.count, by: Self.batch).map { order[$0..<min($0 + Self.batch, order.count)] }
    }

    /// Those of a batch that have to be read first.
    func late(_ names: ArraySlice<ResourceName>) -> [ResourceName] {
        names.filter { name in
            guard let change = changes[name], case .late = change.content else { return false }
            return change.isVisible
        }
    }

    /// What is told of a batch.
    ///
    /// - Parameters:
    ///   - names: The batch.
    ///   - documents: Those that had to be read.
    ///   - time: The snapshot's moment.
    /// - Returns: A message for each document.
    func messages(
        _ names: ArraySlice<ResourceName>,
        _ documents: [Document],
        at time: Timestamp
    ) -> [ListenResponse] {
        let read = Dictionary(documents.map { ($0.name, $0) }) { $1 }
        return names.compactMap { name in changes[name].map { Self.message(name, $0, read[name], time) } }
    }

    private static func message(
        _ name: ResourceName,
        _ change: Change,
        _ read: Document?,
        _ time: Timestamp
    ) -> ListenResponse {
        var response = ListenResponse()
        let document =
            switch change.content {
            case .gone: nil as Document?
            case .kept(let document): document
            case .late: read
            }
        if let document, change.isVisible {
            var message = WireDocumentChange()
            message.document = WireDocument(document)
            message.targetIds = change.entered
            message.removedTargetIds = change.left
            response.documentChange = message
        } else if case .gone = change.content {
            var message = WireDocumentDelete()
            message.document = name.text
            message.readTime = time
            message.removedTargetIds = change.left
            response.documentDelete = message
        } else {
            var message = WireDocumentRemove()
            message.document = name.text
            message.readTime = time
            message.removedTargetIds = change.left
            response.documentRemove = message
        }
        return response
    }
}
