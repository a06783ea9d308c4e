public import HearthAnalyticsModel

/// How ``Analytics`` behaves.
public struct AnalyticsConfiguration: Sendable {
    /// What the receiver counts.
    public enum Stream: Sendable, Hashable {
        /// The installations of an app, each by an instance identifier.
        case app
        /// The browsers and devices of a web stream, each by a client identifier.
        case web
    }

    /// What the receiver counts.
    ///
    /// Defaults to ``Stream/app``.
    public var stream: Stream = .app
    /// Whether events are collected until the app decides otherwise.
    ///
    /// Defaults to yes.
    public var isCollectionEnabled = true
    /// What the user allows until the app says otherwise.
    ///
    /// Defaults to no answer, which counts as allowed.
    public var consent: [ConsentType: ConsentStatus] = [:]
    /// What happens to names and values that seem to identify a person.
    ///
    /// Defaults to refusing them.
    public var personalData: PersonalDataPolicy = .refuse
    /// After how long without an event the next one begins a new session.
    ///
    /// Defaults to 30 minutes.
    public var sessionTimeout: Duration = .seconds(1800)
    /// How long an event waits for others before it is sent.
    ///
    /// Defaults to 30 seconds.
    public var flushInterval: Duration = .seconds(30)
    /// How many events are sent at once without waiting longer, 1 to 25.
    ///
    /// Defaults to 25.
    public var flushCount = AnalyticsLimits.eventsPerRequest
    /// Whether every event is sent at once and shown in Google's DebugView.
    ///
    /// Defaults to no.
    public var isDebug = false
    /// Hears of every problem: what was refused, left out or cut, and why.
    ///
    /// Defaults to a line on standard error in debug builds, once for each place and reason, and to silence in others.
    public var report: @Sendable (AnalyticsProblem, AnalyticsCallPlace) -> Void = DevelopmentNotes().report

    /// Describes the usual behaviour.
    public init() {}
}

/// The line of the app that logged something.
public struct AnalyticsCallPlace: Sendable, Hashable, CustomStringConvertible {
    /// The file with its module, for example `Shop/Cart.swift`.
    public let fileID: String
    /// The line in it.
    public let line: Int

    /// The file and the line.
    public var description: String { "\(fileID):\(line)" }
}
