internal import HearthFirestoreModel

/// A document as this client shows it: what the server has, and what was written since.
struct ShownDocument: Sendable, Hashable {
    var document: Document
    /// The fields that the server will set to the time of the commit, each with what it was before; the document itself
    /// has estimates there.
    var pendingTimestamps: [ModelPath: Value?] = [:]
    /// Whether there are writes that the server does not have yet.
    var hasPendingWrites = false

    init(_ document: Document, pendingTimestamps: [ModelPath: Value?] = [:], hasPendingWrites: Bool = false) {
        self.document = document
        self.pendingTimestamps = pendingTimestamps
        self.hasPendingWrites = hasPendingWrites
    }

    var path: ResourcePath { document.name.path }

    /// Whether an app sees the same content, whatever is known about its writing.
    func hasSameContent(as other: ShownDocument) -> Bool {
        document.fields == other.document.fields && pendingTimestamps == other.pendingTimestamps
    }

    /// The fields as an app wants them.
    func fields(_ behavior: ServerTimestampBehavior) -> Fields {
        guard !pendingTimestamps.isEmpty, behavior != .estimate else { return document.fields }
        var fields = document.fields
        for (path, previous) in pendingTimestamps {
            fields.set(behavior == .previous ? previous ?? .null : .null, at: path)
        }
        return fields
    }
}

/// What stands for the server's time while a write is on its way.
public enum ServerTimestampBehavior: Sendable, Hashable {
    /// Null.
    case none
    /// The device's time when it was written.
    case estimate
    /// What the field was before, or null.
    case previous
}

/// Where a document or the results of a query are read.
public enum FirestoreSource: Sendable, Hashable {
    /// At the server; from memory if the server is known to be out of reach.
    case `default`
    /// At the server alone.
    case server
    /// In memory alone: what listeners know and what was written.
    case cache
}

/// Where a snapshot comes from.
public struct SnapshotMetadata: Sendable, Hashable {
    /// Whether it shows writes that the server does not have yet.
    public let hasPendingWrites: Bool
    /// Whether it may be older than what the server has.
    public let isFromCache: Bool

    init(hasPendingWrites: Bool = false, isFromCache: Bool = false) {
        self.hasPendingWrites = hasPendingWrites
        self.isFromCache = isFromCache
    }
}
