public import HearthCrashWire

/// How ``CrashReporter`` behaves.
public struct CrashConfiguration: Sendable {
    /// What happens to the text that the process writes to standard error.
    public enum StandardError: Sendable, Hashable {
        /// It is copied into reports unless standard error is a terminal.
        case automatic
        /// It is copied into reports: a pipe takes its place, and a thread passes on what comes out of it.
        case captured
        /// It is left alone; reports of crashes then lack the text of a fatal error.
        case untouched
    }

    /// The app, as reports name it.
    public var app: CrashReport.App
    /// Whether reports are sent until the app decides otherwise.
    ///
    /// Defaults to yes; if not, at most 4 reports are kept for ``CrashReporter/sendUnsentReports()``.
    public var isCollectionEnabled = true
    /// Whether the process is watched for fatal signals.
    ///
    /// Defaults to yes; tests of an app's recorded errors need it not.
    public var catchesCrashes = true
    /// What happens to the text that the process writes to standard error, where Swift's runtime says why it ends the
    /// process.
    ///
    /// Defaults to ``StandardError/automatic``.
    ///
    /// A child process that outlives this one and writes to a captured standard error is ended by `SIGPIPE`: give it one
    /// of its own.
    public var standardError: StandardError = .automatic
    /// Whether addresses, tokens and card numbers are taken out of messages, logs, keys and breadcrumbs.
    ///
    /// Defaults to yes.
    public var redactsPersonalData = true

    /// Describes the usual behaviour.
    ///
    /// - Parameter app: The app, as reports name it.
    public init(app: CrashReport.App) {
        self.app = app
    }
}
