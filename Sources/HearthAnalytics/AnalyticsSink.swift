public import HearthAnalyticsModel

/// Where events go.
public protocol AnalyticsSink: Sendable {
    /// Sends events of one user.
    ///
    /// - Parameter batch: The events, at most 25 and less than 130 kB.
    /// - Returns: What became of them.
    func send(_ batch: AnalyticsBatch) async -> AnalyticsDelivery
}

/// Events of one identity, in the order in which they were logged.
public struct AnalyticsBatch: Sendable {
    /// Whose events they are, as it was when they were logged.
    public let identity: AnalyticsIdentity
    /// The events.
    public let events: [LoggedEvent]
    /// An identifier of each event that stays the same when it is sent again.
    public let eventIDs: [String]
}

/// What became of events that were sent.
public enum AnalyticsDelivery: Sendable, Hashable {
    /// They arrived.
    case accepted
    /// They will never be taken, for the reason given: they are dropped.
    case refused(String)
    /// They are tried again, at the earliest after the time that the receiver asks for.
    case later(after: Duration?)
}
