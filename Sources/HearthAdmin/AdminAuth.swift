public import HearthCore
public import HearthHTTP
internal import HearthTokens
internal import HearthTransport

/// Administers the users of a project, for its own servers and tools.
///
/// ```swift
/// let admin = try AdminAuth(serviceAccount: ServiceAccountKey(file: file))
/// let user = try await admin.createUser(NewUser { $0.email = "ada@example.com" })
/// try await admin.setCustomClaims(["role": "editor"], of: user.uid)
/// for try await user in admin.users { … }
/// ```
///
/// It speaks to a Firebase project at Google, to a Hearth server, and to an emulator, Firebase's or Hearth's. A call is
/// tried again only after a server refused an access token that it had issued.
public struct AdminAuth: Sendable {
    /// The project.
    public let project: ProjectID
    /// The tenant whose users are administered; `nil` for the project's own.
    public let tenant: TenantID?

    let caller: AdminCaller
    let serviceAccount: ServiceAccountKey?
    let isEmulator: Bool
    let now: @Sendable () -> UnixTime
    /// Checks session cookies, with the keys that were fetched so far; `nil` if keys would travel in the clear.
    let sessionCookies: TokenVerifier?

    /// Administers an emulator, where everyone is an administrator.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - origin: Where the emulator is. Defaults to `http://127.0.0.1:9099`.
    ///   - transport: Carries the requests. Defaults to the platform's own HTTP library.
    ///   - now: The clock. Defaults to the system's.
    /// - Returns: The administrator.
    public static func emulator(
        project: ProjectID,
        origin: String = "http://127.0.0.1:9099",
        transport: (any HTTPTransport)? = nil,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) -> AdminAuth {
        let transport = transport ?? SystemTransport()
        return AdminAuth(
            AdminCaller(
                address: .server(origin),
                project: project,
                tenant: nil,
                credential: .fixed("owner"),
                transport: transport
            ),
            serviceAccount: nil,
            isEmulator: true,
            now: now,
            sessionCookies: Self.sessionCookies(origin, project, transport, now)
        )
    }

    /// Administers a Hearth server in production.
    ///
    /// - Parameters:
    ///   - origin: Where the server is, for example `https://identity.example.com`; plain HTTP is accepted for this
    ///     machine alone.
    ///   - project: The project.
    ///   - token: The server's `HEARTH_ADMIN_TOKEN`.
    ///   - serviceAccount: Signs custom tokens. Defaults to none.
    ///   - transport: Carries the requests. Defaults to the platform's own HTTP library.
    ///   - now: The clock. Defaults to the system's.
    /// - Returns: The administrator.
    /// - Throws: ``AdminError`` with code ``AdminError/Code/insecureOrigin``.
    public static func server(
        origin: String,
        project: ProjectID,
        token: Secret<String>,
        serviceAccount: ServiceAccountKey? = nil,
        transport: (any HTTPTransport)? = nil,
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) throws(AdminError) -> AdminAuth {
        guard let secure = SecureOrigin(origin) else {
            throw AdminError(.insecureOrigin, "the origin is neither HTTPS nor this machine")
        }
        let transport = transport ?? SystemTransport()
        return AdminAuth(
            AdminCaller(
                address: .server(secure.text),
                project: project,
                tenant: nil,
                credential: .fixed(token),
                transport: transport
            ),
            serviceAccount: serviceAccount,
            isEmulator: false,
            now: now,
            sessionCookies: Self.sessionCookies(secure.text, project, transport, now)
        )
    }

    init(
        _ caller: AdminCaller,
        serviceAccount: ServiceAccountKey?,
        isEmulator: Bool,
        now: @escaping @Sendable () -> UnixTime,
        sessionCookies: TokenVerifier?
    ) {
        project = caller.project
        tenant = caller.tenant
        self.caller = caller
        self.serviceAccount = serviceAccount
        self.isEmulator = isEmulator
        self.now = now
        self.sessionCookies = sessionCookies
    }

    static func sessionCookies(
        _ origin: String,
        _ project: ProjectID,
        _ transport: any HTTPTransport,
        _ now: @escaping @Sendable () -> UnixTime
    ) -> TokenVerifier? {
        try? TokenVerifier.hearth(
            origin: origin,
            project: project,
            transport: transport,
            kind: .sessionCookie,
            now: now
        )
    }

    /// The administrator of the users of one tenant.
    ///
    /// It is of no use for other users: it refuses their session cookies, and tokens that are not of the tenant.
    ///
    /// - Parameter tenant: The tenant.
    /// - Returns: The administrator.
    public func tenant(_ tenant: TenantID) -> AdminAuth {
        AdminAuth(
            AdminCaller(
                address: caller.address,
                project: project,
                tenant: tenant,
                credential: caller.credential,
                transport: caller.transport
            ),
            serviceAccount: serviceAccount,
            isEmulator: isEmulator,
            now: now,
            sessionCookies: sessionCookies?.accepting(.tenant(tenant))
        )
    }
}
