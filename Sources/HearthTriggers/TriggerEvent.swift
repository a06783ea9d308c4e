public import HearthCore

/// Something that happened in a store, for functions to act on.
public struct TriggerEvent: Sendable, Hashable {
    /// Tells this event from every other, also when it is delivered again.
    public let id: String
    /// What happened, for example `google.cloud.firestore.document.v1.created`.
    public let kind: String
    /// What it happened to, for example a document's path: events of one subject are delivered in their order.
    public let subject: String
    /// When it happened.
    public let time: UnixTime
    /// What the function is told, as JSON.
    public let payload: [UInt8]
    /// How many triggers lie between this event and one that no trigger caused.
    public let hops: Int

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - id: Tells this event from every other.
    ///   - kind: What happened.
    ///   - subject: What it happened to.
    ///   - time: When it happened.
    ///   - payload: What the function is told, as JSON.
    ///   - hops: How many triggers caused it. Defaults to none.
    public init(id: String, kind: String, subject: String, time: UnixTime, payload: [UInt8], hops: Int = 0) {
        self.id = id
        self.kind = kind
        self.subject = subject
        self.time = time
        self.payload = payload
        self.hops = hops
    }
}
