public import HearthAuth
package import HearthHTTP
@_exported public import HearthFirebaseCore

extension FirebaseApp {
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
        let auth = Auth(.client(client), appName: name ?? defaultName)
        add(name: name, options: FirebaseOptions(client.configuration), services: [Auth.key: auth])
    }

    /// The one client of this app.
    var auth: Auth {
        service(Auth.key) { Auth(options.source, appName: name) }
    }
}

extension FirebaseOptions {
    convenience init(_ configuration: AuthConfiguration) {
        self.init(googleAppID: configuration.appID ?? "", gcmSenderID: "")
        apiKey = configuration.apiKey
        projectID = configuration.project
    }

    /// Where an app of these options signs in; nowhere without an API key.
    var source: Auth.Source {
        guard let apiKey, !apiKey.isEmpty else { return .nowhere }
        guard let emulator = authEmulatorHost, let colon = emulator.lastIndex(of: ":"),
            let port = Int(emulator[emulator.index(after: colon)...])
        else {
            let appID = googleAppID.isEmpty ? nil : googleAppID
            return .configuration(.firebase(apiKey: apiKey, project: projectID, appID: appID))
        }
        let configuration = AuthConfiguration.firebase(apiKey: apiKey, project: projectID)
        return .configuration(configuration.moved(toEmulatorAt: String(emulator[..<colon]), port: port))
    }
}

extension AuthConfiguration {
    /// The same project at an emulator.
    func moved(toEmulatorAt host: String, port: Int) -> AuthConfiguration {
        var moved = AuthConfiguration.emulator(project: project ?? apiKey, host: host, port: port)
        moved.apiKey = apiKey
        moved.project = project
        moved.appID = appID
        moved.tenantID = tenantID
        return moved
    }
}

extension Auth {
    /// Who is signed in, for the clients of other services; `nil` if there is no project.
    package var credentials: (any CallCredentials)? { client }
}
