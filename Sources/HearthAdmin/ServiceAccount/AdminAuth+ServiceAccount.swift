public import HearthCore
public import HearthHTTP
internal import HearthTokens
internal import HearthTransport

extension AdminAuth {
    private static let googleTokenEndpoint = "https://oauth2.googleapis.com/token"
    /// Under the name of Google's host, as with every address that a Hearth server takes over from it.
    private static let tokenPath = "/oauth2.googleapis.com/token"

    /// Administers a Firebase project at Google, in the name of a service account.
    ///
    /// The key is traded for access tokens of about an hour, which are kept and renewed. Nothing is sent before the first
    /// call.
    ///
    /// - Parameters:
    ///   - serviceAccount: The account's key.
    ///   - project: The project. Defaults to the one that the key's file names.
    ///   - transport: Carries the requests. Defaults to the platform's own HTTP library.
    ///   - now: The clock. Defaults to the system's.
    /// - Throws: ``AdminError`` with code ``AdminError/Code/invalidArgument`` if the project is named nowhere.
    public init(
        serviceAccount: ServiceAccountKey,
        project: ProjectID? = nil,
        transport: (any HTTPTransport)? = nil,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) throws(AdminError) {
        let project = try Self.project(project, of: serviceAccount)
        let transport = transport ?? SystemTransport()
        let tokens = AccessTokens(
            serviceAccount,
            endpoint: serviceAccount.tokenEndpoint ?? SecureLocation(trusted: Self.googleTokenEndpoint),
            transport: transport,
            now: now
        )
        self.init(
            AdminCaller(
                address: .google,
                project: project,
                tenant: nil,
                credential: .serviceAccount(tokens),
                transport: transport
            ),
            serviceAccount: serviceAccount,
            isEmulator: false,
            now: now,
            sessionCookies: .firebase(project: project, transport: transport, kind: .sessionCookie, now: now)
        )
    }

    /// Administers a Hearth server, in the name of a service account that the server knows.
    ///
    /// - Parameters:
    ///   - serviceAccount: The account's key.
    ///   - origin: Where the server is, for example `https://identity.example.com`; plain HTTP is accepted for this
    ///     machine alone.
    ///   - project: The project. Defaults to the one that the key's file names.
    ///   - transport: Carries the requests. Defaults to the platform's own HTTP library.
    ///   - now: The clock. Defaults to the system's.
    /// - Throws: ``AdminError`` with code ``AdminError/Code/insecureOrigin``, or ``AdminError/Code/invalidArgument`` if the
    ///   project is named nowhere.
    public init(
        serviceAccount: ServiceAccountKey,
        origin: String,
        project: ProjectID? = nil,
        transport: (any HTTPTransport)? = nil,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) throws(AdminError) {
        guard let secure = SecureOrigin(origin) else {
            throw AdminError(.insecureOrigin, "the origin is neither HTTPS nor this machine")
        }
        let project = try Self.project(project, of: serviceAccount)
        let transport = transport ?? SystemTransport()
        let tokens = AccessTokens(
            serviceAccount,
            endpoint: serviceAccount.tokenEndpoint ?? SecureLocation(trusted: secure.text + Self.tokenPath),
            transport: transport,
            now: now
        )
        self.init(
            AdminCaller(
                address: .server(secure.text),
                project: project,
                tenant: nil,
                credential: .serviceAccount(tokens),
                transport: transport
            ),
            serviceAccount: serviceAccount,
            isEmulator: false,
            now: now,
            sessionCookies: Self.sessionCookies(secure.text, project, transport, now)
        )
    }

    private static func project(
        _ project: ProjectID?,
        of account: ServiceAccountKey
    ) throws(AdminError) -> ProjectID {
        guard let project = project ?? account.project else {
            throw AdminError(.invalidArgument, "neither the call nor the key's file names the project")
        }
        return project
    }
}
