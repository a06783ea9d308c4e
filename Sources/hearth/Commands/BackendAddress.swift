internal import HearthAdmin
internal import HearthCore
internal import HearthHTTP

/// The backend that a command speaks to, and the project there.
struct BackendAddress {
    static let valued: Set<String> = ["backend", "project"]
    static let switches: Set<String> = ["production"]
    static let help = """
          --backend ADDRESS   the backend: HOST, HOST:PORT or a URL
                              (FIREBASE_AUTH_EMULATOR_HOST, or 127.0.0.1:9099)
          --project ID        the project (demo-hearth)
          --production        the backend is no emulator: authenticate with
                              HEARTH_ADMIN_TOKEN from the environment
        """

    let origin: String
    let project: ProjectID
    private let isProduction: Bool

    init(_ options: Options) throws {
        origin = try BackendOrigin.read(options, "backend")
        let name = options.last("project") ?? "demo-hearth"
        guard let project = ProjectID(rawValue: name) else {
            throw options.refusal("project", name, expected: "letters, digits and - _ . :")
        }
        self.project = project
        isProduction = options.has("production")
    }

    /// What shows that the operator calls.
    func credential() throws -> Secret<String> {
        isProduction ? try Self.administratorToken(for: origin) : "owner"
    }

    /// The administrator's token, which stands in the environment alone.
    ///
    /// - Parameters:
    ///   - origin: Where it is to be sent: over TLS, or to this machine.
    ///   - variable: Reads the environment. Defaults to that of the process.
    /// - Returns: The token.
    /// - Throws: `CommandFailure` if it would travel in the clear, or if there is none.
    static func administratorToken(
        for origin: String,
        variable: (String) -> String? = SystemEnvironment.variable
    ) throws -> Secret<String> {
        guard SecureOrigin(origin) != nil else {
            throw CommandFailure(
                "\(origin) is neither HTTPS nor this machine: the administrator's token is not sent there"
            )
        }
        guard let token = variable("HEARTH_ADMIN_TOKEN") else {
            throw CommandFailure("--production needs HEARTH_ADMIN_TOKEN in the environment")
        }
        return Secret(token)
    }

    /// What carries all accounts of the project out of the backend, and into it.
    func transfer(_ transport: any HTTPTransport) throws -> AccountTransfer {
        AccountTransfer(origin: origin, project: project, token: try credential(), transport: transport)
    }

    /// The administrator of the project's users.
    func admin(_ transport: any HTTPTransport) throws -> AdminAuth {
        guard isProduction else { return .emulator(project: project, origin: origin, transport: transport) }
        let token = try credential()
        do throws(AdminError) {
            return try .server(origin: origin, project: project, token: token, transport: transport)
        } catch {
            throw CommandFailure("--backend \(origin): \(error.reason)")
        }
    }
}
