@_exported public import HearthFirebaseCore
internal import HearthFirebaseCompat
internal import HearthCore
public import HearthFunctions
internal import HearthHTTP

/// Calls the functions of an app's project, with FirebaseFunctions' names.
///
/// A thin cover of Hearth's own client. What differs from FirebaseFunctions is listed in
/// `Documentation/functions-compat.md`.
public final class Functions: Sendable {
    private static let unconfigured = Functions(HearthFunctions.Functions(project: ""))

    private let state: Locked<HearthFunctions.Functions>

    private init(_ client: HearthFunctions.Functions) {
        state = Locked(client)
    }

    /// Lets the default app's functions be called through a client of yours, for tests and for hosts of your own.
    ///
    /// - Parameters:
    ///   - client: The client; it stays as it is, whichever region is asked for.
    ///   - app: The app. Defaults to the default app.
    public static func configure(client: HearthFunctions.Functions, app: FirebaseApp? = FirebaseApp.app()) {
        _ = app?.service("functions/client") { Functions(client) }
    }

    /// The functions of the default app.
    ///
    /// - Returns: Always the same object; without an app, one whose calls fail.
    public static func functions() -> Functions { functions(region: defaultRegion) }

    /// The functions of an app.
    ///
    /// - Parameter app: The app.
    /// - Returns: Always the same object for an app.
    public static func functions(app: FirebaseApp) -> Functions { functions(app: app, region: defaultRegion) }

    /// The functions of the default app in a region.
    ///
    /// - Parameter region: The region, for example `europe-west1`.
    /// - Returns: Always the same object for a region.
    public static func functions(region: String) -> Functions {
        FirebaseApp.app().map { functions(app: $0, region: region) } ?? unconfigured
    }

    /// The functions of an app in a region.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - region: The region, for example `europe-west1`.
    /// - Returns: Always the same object for an app and a region.
    public static func functions(app: FirebaseApp, region: String) -> Functions {
        make(app, "region/\(region)") { project, credentials in
            HearthFunctions.Functions(project: project, region: region, credentials: credentials)
        }
    }

    /// The functions of the default app at a domain of its own.
    ///
    /// - Parameter customDomain: Scheme and host, for example `https://api.example.com`.
    /// - Returns: Always the same object for a domain.
    public static func functions(customDomain: String) -> Functions {
        FirebaseApp.app().map { functions(app: $0, customDomain: customDomain) } ?? unconfigured
    }

    /// The functions of an app at a domain of its own.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - customDomain: Scheme and host, for example `https://api.example.com`.
    /// - Returns: Always the same object for an app and a domain.
    public static func functions(app: FirebaseApp, customDomain: String) -> Functions {
        make(app, "domain/\(customDomain)") { project, credentials in
            HearthFunctions.Functions(project: project, customDomain: customDomain, credentials: credentials)
        }
    }

    /// Does the calls from now on at an emulator: `hearth serve`, a host of HearthFunctionsHost, or the official one.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - port: The port.
    public func useEmulator(withHost host: String, port: Int) {
        state.withLock { $0.useEmulator(withHost: host, port: port) }
    }

    /// A function by its name.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - options: How it is called. Defaults to the usual.
    /// - Returns: The function; nothing is sent yet.
    public func httpsCallable(_ name: String, options: HTTPSCallableOptions? = nil) -> HTTPSCallable {
        HTTPSCallable(client.httpsCallable(name, options: options ?? .init()))
    }

    var client: HearthFunctions.Functions { state.withLock { $0 } }

    private static let defaultRegion = "us-central1"

    private static func make(
        _ app: FirebaseApp,
        _ place: String,
        _ client: (String, any CallCredentials) -> HearthFunctions.Functions
    ) -> Functions {
        let given: Functions? = app.presentService("functions/client")
        return given
            ?? app.service("functions/\(place)") {
                Functions(client(app.options.projectID ?? "", AppCredentials(app: app)))
            }
    }
}

/// The user of an app, whichever client the app's `Auth` has at the moment of a call.
private struct AppCredentials: CallCredentials {
    let app: FirebaseApp

    func token(forcingRefresh: Bool) async throws -> Secret<String>? {
        try await Auth.auth(app: app).credentials?.token(forcingRefresh: forcingRefresh)
    }

    func appCheckToken(limitedUse: Bool) async -> Secret<String>? {
        await Auth.auth(app: app).credentials?.appCheckToken(limitedUse: limitedUse)
    }
}

/// How a function is called.
public typealias HTTPSCallableOptions = HearthFunctions.HTTPSCallableOptions

/// Why a call failed: the codes of FirebaseFunctions, by its numbers.
public typealias FunctionsErrorCode = HearthFunctions.FunctionsErrorCode

/// What a streaming function sends: any number of messages, and then its result.
public typealias StreamResponse = HearthFunctions.StreamResponse

extension FunctionsErrorCode {
    /// No error, as FirebaseFunctions spells it.
    public static var OK: FunctionsErrorCode { .ok }
}
