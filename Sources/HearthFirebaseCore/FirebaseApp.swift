internal import HearthCore

/// An app of a project: its name, its options, and what belongs to it, such as its one `Auth`.
///
/// Code for Firebase finds its app by name, so this module has the one registry of the package.
public final class FirebaseApp: Sendable {
    /// The name of the app that is configured without one.
    package static let defaultName = "__FIRAPP_DEFAULT"
    private static let registry = Locked<[String: FirebaseApp]>([:])

    /// The name; `__FIRAPP_DEFAULT` for the app that was configured without one.
    public let name: String
    /// The project, and the app's place in it.
    public let options: FirebaseOptions
    private let services = Locked<[String: any AnyObject & Sendable]>([:])

    private init(_ name: String, _ options: FirebaseOptions) {
        self.name = name
        self.options = options
    }

    /// Makes the default app of ``FirebaseOptions/defaultOptions()``.
    ///
    /// Where there are none, nothing is made: then ``app()`` is `nil`, and what belongs to the app refuses every
    /// operation.
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
        add(name: name, options: options)
    }

    /// Makes an app, with services that are there from its start; one of the name that is there already stays.
    ///
    /// - Parameters:
    ///   - name: A name for it; `nil` for the default app.
    ///   - options: The project.
    ///   - services: Makes the services, each for its key.
    package static func add(
        name: String?,
        options: FirebaseOptions,
        services: [String: any AnyObject & Sendable] = [:]
    ) {
        let app = FirebaseApp(name ?? defaultName, options)
        app.services.withLock { $0 = services }
        registry.withLock { apps in
            if apps[app.name] == nil { apps[app.name] = app }
        }
    }

    /// The service of this app for a key, if it was made.
    ///
    /// - Parameter key: Names the service.
    /// - Returns: The service.
    package func presentService<Service: AnyObject & Sendable>(_ key: String) -> Service? {
        services.withLock { $0[key] } as? Service
    }

    /// Forgets an object that has come to its end, if it is still the one under its name.
    package func removeService(_ key: String, _ service: AnyObject) {
        services.withLock { services in
            if services[key] === service { services[key] = nil }
        }
    }

    /// The service of this app for a key: made at the first use, and always the same one after that.
    ///
    /// - Parameters:
    ///   - key: Names the service, and its place if there can be several.
    ///   - make: Makes it; what two callers make at once, one of them drops.
    /// - Returns: The service.
    package func service<Service: AnyObject & Sendable>(_ key: String, _ make: () -> Service) -> Service {
        if let service = services.withLock({ $0[key] }) as? Service { return service }
        let made = make()
        let kept = services.withLock { services in
            if services[key] == nil { services[key] = made }
            return services[key]
        }
        return kept as? Service ?? made
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

    /// Forgets the app; anyone who is signed in stays so on this device.
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
