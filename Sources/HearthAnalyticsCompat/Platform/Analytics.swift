internal import Foundation
public import HearthAnalytics
internal import HearthAnalyticsModel
@_exported public import HearthFirebaseCore

/// FirebaseAnalytics' functions over HearthAnalytics, for the default app.
///
/// Events go to the emulator of `FIREBASE_AUTH_EMULATOR_HOST`, which `hearth serve` is; without it they wait on the device,
/// for up to 72 hours, until ``useBackend(origin:)`` or ``use(_:)`` says where they go.
public final class Analytics: Sendable {
    private init() {}

    /// Sends the events of the default app to a server.
    ///
    /// - Parameter origin: The server, for example `https://telemetry.example.com`.
    public static func useBackend(origin: String) {
        guard let app = FirebaseApp.app() else { return complain() }
        use(client(app, origin: origin))
    }

    /// Lets the default app log to a client of yours, for tests and for sinks and storages of your own.
    ///
    /// - Parameter client: The client.
    public static func use(_ client: HearthAnalytics.Analytics) {
        guard let app = FirebaseApp.app() else { return complain() }
        let service = app.service(AnalyticsService.key) { AnalyticsService(client) }
        service.replace(client)
    }

    /// Logs an event.
    ///
    /// - Parameters:
    ///   - name: Letters, digits and `_`, at most 40.
    ///   - parameters: At most 25: texts, numbers, and `items` as a list of dictionaries. A Boolean becomes 1 or 0; what has
    ///     another type is left out, with a note on standard error in debug builds.
    public static func logEvent(_ name: String, parameters: [String: Any]?) {
        guard let analytics = current else { return complain() }
        analytics.logEvent(.init(rawValue: name), ParameterReading(parameters ?? [:]).parameters)
    }

    /// Sets what is known of the user.
    ///
    /// - Parameters:
    ///   - value: At most 36 characters; `nil` removes the property. An address is refused.
    ///   - name: Letters, digits and `_`, at most 24.
    public static func setUserProperty(_ value: String?, forName name: String) {
        guard let analytics = current else { return complain() }
        analytics.setUserProperty(value, forName: name)
    }

    /// Names the user by the account's identifier.
    ///
    /// - Parameter userID: At most 256 characters; `nil` for no user. An address is refused.
    public static func setUserID(_ userID: String?) {
        guard let analytics = current else { return complain() }
        analytics.setUserID(userID)
    }

    /// Turns collection on or off, also for later launches; off deletes what waits.
    ///
    /// - Parameter analyticsCollectionEnabled: Whether events are collected.
    public static func setAnalyticsCollectionEnabled(_ analyticsCollectionEnabled: Bool) {
        guard let analytics = current else { return complain() }
        analytics.setAnalyticsCollectionEnabled(analyticsCollectionEnabled)
    }

    /// Sets after how long without an event the next one begins a new session.
    ///
    /// - Parameter sessionTimeoutInterval: Seconds, at least 1.
    public static func setSessionTimeoutInterval(_ sessionTimeoutInterval: Double) {
        guard let analytics = current else { return complain() }
        guard sessionTimeoutInterval.isFinite, sessionTimeoutInterval >= 1 else { return }
        analytics.setSessionTimeout(.milliseconds(Int64(min(sessionTimeoutInterval, 1e9) * 1000)))
    }

    /// The identifier of the session.
    ///
    /// - Returns: The second in which it began.
    /// - Throws: An `NSError` if nothing is collected or no event was logged yet.
    public static func sessionID() async throws -> Int64 {
        if let id = current?.sessionID { return id }
        let text = "There is no session: no event was logged, or nothing is collected."
        throw NSError(domain: "com.google.analytics", code: 1, userInfo: [NSLocalizedDescriptionKey: text])
    }

    /// The identifier of the session.
    ///
    /// - Parameter completion: Takes the identifier, or 0 and an error.
    public static func sessionID(completion: @escaping @MainActor @Sendable (Int64, (any Error)?) -> Void) {
        Task {
            do {
                await completion(try await sessionID(), nil)
            } catch {
                await completion(0, error)
            }
        }
    }

    /// The identifier of this installation; `nil` while nothing is collected.
    ///
    /// - Returns: 32 hexadecimal digits.
    public static func appInstanceID() -> String? {
        current?.appInstanceID
    }

    /// Deletes what waits and what is known of the user, and names the installation anew.
    public static func resetAnalyticsData() {
        guard let analytics = current else { return complain() }
        analytics.resetAnalyticsData()
    }

    /// Sets parameters that are added to every event.
    ///
    /// - Parameter parameters: The parameters; `nil` removes all.
    public static func setDefaultEventParameters(_ parameters: [String: Any]?) {
        guard let analytics = current else { return complain() }
        analytics.setDefaultEventParameters(parameters.map { ParameterReading($0).parameters })
    }

    /// Sets what the user allows; denying ``ConsentType/analyticsStorage`` deletes what waits.
    ///
    /// - Parameter consentSettings: The answers.
    public static func setConsent(_ consentSettings: [ConsentType: ConsentStatus]) {
        guard let analytics = current else { return complain() }
        var answers: [HearthAnalyticsModel.ConsentType: HearthAnalyticsModel.ConsentStatus] = [:]
        for (type, status) in consentSettings {
            answers[.init(rawValue: type.rawValue)] = status == .granted ? .granted : .denied
        }
        analytics.setConsent(answers)
    }

    /// The client of the default app; `nil` if no app is configured.
    private static var current: HearthAnalytics.Analytics? {
        guard let app = FirebaseApp.app() else { return nil }
        return app.service(AnalyticsService.key) { AnalyticsService(client(app, origin: app.emulatorOrigin)) }.analytics
    }

    private static func client(_ app: FirebaseApp, origin: String?) -> HearthAnalytics.Analytics {
        var configuration = AnalyticsConfiguration()
        configuration.isCollectionEnabled = InfoList.bool("FIREBASE_ANALYTICS_COLLECTION_ENABLED") ?? true
        if InfoList.bool("FIREBASE_ANALYTICS_COLLECTION_DEACTIVATED") == true {
            configuration.isCollectionEnabled = false
        }
        if let isAllowed = InfoList.bool("GOOGLE_ANALYTICS_DEFAULT_ALLOW_ANALYTICS_STORAGE") {
            configuration.consent[.analyticsStorage] = isAllowed ? .granted : .denied
        }
        let name = app.options.googleAppID.isEmpty ? ProgramName.current : app.options.googleAppID
        let sink: any AnalyticsSink =
            origin.map { MeasurementSink.backend(origin: $0, app: name, apiKey: app.options.apiKey) } ?? UndecidedSink()
        return HearthAnalytics.Analytics(configuration, sink: sink, storage: .standard(app: name))
    }

    private static func complain() {
        ComplaintOnce.analytics.say("Analytics is used before FirebaseApp.configure(): nothing is logged.")
    }
}

extension FirebaseApp {
    /// The emulator's address, if the environment names one.
    fileprivate var emulatorOrigin: String? {
        ProcessInfo.processInfo.environment["FIREBASE_AUTH_EMULATOR_HOST"].map { "http://" + $0 }
    }
}

/// What the app's `Info.plist` says.
enum InfoList {
    static func bool(_ name: String) -> Bool? {
        switch Bundle.main.object(forInfoDictionaryKey: name) {
        case let truth as Bool: truth
        case let text as String: ["YES", "TRUE", "1"].contains(text.uppercased())
        default: nil
        }
    }
}
