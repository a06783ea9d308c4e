internal import Foundation
public import HearthCrash
internal import HearthCrashWire
@_exported public import HearthFirebaseCore

/// FirebaseCrashlytics' object over HearthCrash, for the default app.
///
/// Reports go to the emulator of `FIREBASE_AUTH_EMULATOR_HOST`, which `hearth serve` is; without it they wait on the device,
/// for up to 7 days, until ``useBackend(origin:)`` or ``use(_:)`` says where they go. They never go to Firebase
/// Crashlytics itself, whose upload is not documented.
public final class Crashlytics: Sendable {
    private static let key = "HearthCrashCompat"
    private static let outside = Crashlytics(nil, problem: "FirebaseApp.configure() was not called")

    private let place: CrashPlace

    private init(_ reporter: CrashReporter?, problem: String? = nil) {
        place = CrashPlace(reporter, problem: problem)
    }

    /// The object of the default app; without one it records nothing, and says so on standard error.
    ///
    /// The first call begins to watch the process for crashes: make it early, on the main thread.
    ///
    /// - Returns: The object.
    public static func crashlytics() -> Crashlytics {
        guard let app = FirebaseApp.app() else { return outside }
        return app.service(key) { Crashlytics(app, origin: emulatorOrigin) }
    }

    /// Sends the reports of the default app to a server, from the next launch on if crashes are watched already.
    ///
    /// - Parameter origin: The server, for example `https://telemetry.example.com`.
    public static func useBackend(origin: String) {
        guard let app = FirebaseApp.app() else { return outside.place.complain() }
        _ = app.service(key) { Crashlytics(app, origin: origin) }
    }

    /// Lets the default app report to a reporter of yours, for tests and for sinks and storages of your own.
    ///
    /// - Parameter reporter: The reporter.
    public static func use(_ reporter: CrashReporter) {
        guard let app = FirebaseApp.app() else { return outside.place.complain() }
        app.service(key) { Crashlytics(reporter) }.place.replace(reporter)
    }

    private convenience init(_ app: FirebaseApp, origin: String?) {
        let name = app.options.googleAppID.isEmpty ? ProcessInfo.processInfo.processName : app.options.googleAppID
        let version = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
        let build = Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String
        var configuration = CrashConfiguration(app: .init(id: name, version: version ?? "0", build: build))
        if let isEnabled = Bundle.main.object(forInfoDictionaryKey: "FirebaseCrashlyticsCollectionEnabled") as? Bool {
            configuration.isCollectionEnabled = isEnabled
        }
        let project = app.options.projectID ?? "default"
        let sink: any CrashSink =
            origin.map { BackendCrashSink(origin: $0, project: project, apiKey: app.options.apiKey) }
            ?? UndecidedCrashSink()
        do throws(CrashError) {
            self.init(try CrashReporter.start(configuration, sink: sink))
        } catch {
            self.init(nil, problem: "\(error)")
        }
    }

    private static var emulatorOrigin: String? {
        ProcessInfo.processInfo.environment["FIREBASE_AUTH_EMULATOR_HOST"].map { "http://" + $0 }
    }

    /// Writes a line for the reports that follow.
    ///
    /// - Parameter msg: The line.
    public func log(_ msg: String) {
        place.reporter?.log(msg)
    }

    /// Writes a formatted line for the reports that follow.
    ///
    /// - Parameters:
    ///   - format: The format, as `String(format:arguments:)` has it.
    ///   - args: What fills it.
    public func log(format: String, arguments args: [any CVarArg]) {
        log(String(format: format, arguments: args))
    }

    /// Tells of the app's state in the reports that follow: 64 keys of 1,024 bytes.
    ///
    /// - Parameters:
    ///   - value: Text, a number or a Boolean; of anything else its description; `nil` removes the key.
    ///   - key: The key.
    public func setCustomValue(_ value: Any?, forKey key: String) {
        place.reporter?.setValue(value.map(CrashValue.init(any:)), forKey: key)
    }

    /// Tells of the app's state in the reports that follow.
    ///
    /// - Parameter keysAndValues: Keys with their values.
    public func setCustomKeysAndValues(_ keysAndValues: [AnyHashable: Any]) {
        for (key, value) in keysAndValues { setCustomValue(value, forKey: "\(key)") }
    }

    /// Names the user by the account's identifier.
    ///
    /// - Parameter userID: The identifier; `nil` or empty for no user. An address is refused.
    public func setUserID(_ userID: String?) {
        place.reporter?.setUserID(userID?.isEmpty == false ? userID : nil)
    }

    /// Records an error.
    ///
    /// - Parameter error: The error.
    public func record(error: any Error) {
        record(error: error, userInfo: nil)
    }

    /// Records an error.
    ///
    /// - Parameters:
    ///   - error: The error. Of an `NSError` the domain, the code, the description and the keys are told.
    ///   - userInfo: What else is known of it.
    public func record(error: any Error, userInfo: [String: Any]?) {
        guard let reporter = place.reporter else { return place.complain() }
        reporter.record(described: ErrorReading.describe(error, userInfo ?? [:]))
    }

    /// Records an exception of another runtime.
    ///
    /// - Parameter exceptionModel: The exception.
    public func record(exceptionModel: ExceptionModel) {
        guard let reporter = place.reporter else { return place.complain() }
        reporter.record(
            described: .init(type: exceptionModel.name, message: exceptionModel.reason),
            at: exceptionModel.stackTrace.map(\.frame)
        )
    }

    /// Whether the process before this one died of a crash.
    ///
    /// - Returns: Whether it did.
    public func didCrashDuringPreviousExecution() -> Bool {
        place.reporter?.didCrashDuringPreviousExecution ?? false
    }

    /// Turns sending on or off, also for later launches.
    ///
    /// - Parameter enabled: Whether reports are sent.
    public func setCrashlyticsCollectionEnabled(_ enabled: Bool) {
        guard let reporter = place.reporter else { return place.complain() }
        reporter.setCollectionEnabled(enabled)
    }

    /// Whether reports are sent by themselves.
    ///
    /// - Returns: Whether they are.
    public func isCrashlyticsCollectionEnabled() -> Bool {
        place.reporter?.isCollectionEnabled ?? false
    }

    /// Whether reports wait to be sent.
    ///
    /// - Returns: Whether they do.
    public func checkForUnsentReports() async -> Bool {
        await place.reporter?.unsentReports().isEmpty == false
    }

    /// Whether reports wait to be sent.
    ///
    /// - Parameter completion: Takes the answer.
    public func checkForUnsentReports(completion: @escaping @MainActor @Sendable (Bool) -> Void) {
        Task { await completion(checkForUnsentReports()) }
    }

    /// Sends what waits, whatever ``isCrashlyticsCollectionEnabled()`` says.
    public func sendUnsentReports() {
        guard let reporter = place.reporter else { return place.complain() }
        Task { try? await reporter.sendUnsentReports() }
    }

    /// Deletes what waits.
    public func deleteUnsentReports() {
        guard let reporter = place.reporter else { return place.complain() }
        Task { await reporter.deleteUnsentReports() }
    }
}
