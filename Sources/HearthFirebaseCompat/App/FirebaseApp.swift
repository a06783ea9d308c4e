public import HearthAuth
internal import HearthCore

/// An app of a project: its name, its options, and the one ``Auth`` that belongs to it.
///
/// FirebaseAuth's code finds its app by name, so this module has the one registry of the package.
public final class FirebaseApp: Sendable {
    private static let defaultName = "__FIRAPP_DEFAULT"
    private static let registry = Locked<[String: FirebaseApp]>([:])

    /// The name; `__FIRAPP_DEFAULT` for the app that was configured without one.
    public let name: String
    /// The project, and the app's place in it.
    public let options: FirebaseOptions
    let auth: Auth

    private init(_ name: String, _ options: FirebaseOptions, _ source: Auth.Source) {
        self.name = name
        self.options = options
        auth = Auth(source, appName: name)
    }

    /// Makes the default app of ``FirebaseOptions/defaultOptions()``.
    ///
    /// Where there are none, nothing is made: then ``app()`` is `nil`, and each operation of ``Auth/auth()`` throws
    /// ``AuthErrorCode/invalidAPIKey``.
    public static func configure() {
        if let options = FirebaseOptions.defaultOptions() { configure(options: options) }
    }

    /// Makes the default app; one that is there already stays.
    ///
    /// - Parameter options: The project.
    public static func configure(options: FirebaseOptions) {
        configure(name: defaultName, options: options)
    }

    /// Makes a further app; one of the name that is there already stays.
    ///
    /// - Parameters:
    ///   - name: A name for it.
    ///   - options: The project.
    public static func configure(name: String, options: FirebaseOptions) {
        add(FirebaseApp(name, options, options.source))
    }

    /// Makes an app over a client of yours, for tests and for servers, storages and transports of your own.
    ///
    /// The client stays as it is: ``Auth/useEmulator(withHost:port:)`` does not move it.
    ///
    /// ```swift
    /// FirebaseApp.configure(client: HearthAuth.Auth(try await TestBackend()))
    /// ```
    ///
    /// - Parameters:
    ///   - name: A name for it. Defaults to that of the default app.
    ///   - client: The client.
    public static func configure(name: String? = nil, client: HearthAuth.Auth) {
        let options = FirebaseOptions(client.configuration)
        add(FirebaseApp(name ?? defaultName, options, .client(client)))
    }

    private static func add(_ app: FirebaseApp) {
        registry.withLock { apps in
            if apps[app.name] == nil { apps[app.name] = app }
        }
    }

    /// The default app, if it was configured.
    ///
    /// - Returns: The app.
    public static func app() -> FirebaseApp? {
        app(name: defaultName)
    }

    /// The app of a name, if it was configured.
    ///
    /// - Parameter name: The name.
    /// - Returns: The app.
    public static func app(name: String) -> FirebaseApp? {
        registry.withLock { $0[name] }
    }

    /// Every app by its name; `nil` if there is none.
    public static var allApps: [String: FirebaseApp]? {
        registry.withLock { $0.isEmpty ? nil : $0 }
    }

    /// Forgets the app; whoever is signed in stays so on this device.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    public func delete() async -> Bool {
        Self.registry.withLock { apps in
            guard apps[name] === self else { return false }
            apps[name] = nil
            return true
        }
    }

    /// Forgets the app, and then says on the main actor whether it was there.
    ///
    /// - Parameter completion: Takes the answer.
    public func delete(_ completion: @escaping @MainActor @Sendable (Bool) -> Void) {
        Task { await completion(delete()) }
    }
}
