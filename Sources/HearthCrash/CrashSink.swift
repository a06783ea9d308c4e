public import HearthCrashWire

/// Where reports go.
public protocol CrashSink: Sendable {
    /// Sends a report.
    ///
    /// - Parameter report: The report, at most 256 KiB as JSON.
    /// - Returns: What became of it.
    func send(_ report: CrashReport) async -> CrashDelivery
}

/// What became of a report that was sent.
public enum CrashDelivery: Sendable, Hashable {
    /// It arrived.
    case accepted
    /// It will never be taken, for the reason given: it is dropped.
    case refused(String)
    /// It is tried again, at the earliest after the time that the receiver asks for.
    case later(after: Duration?)
}
