internal import HearthCore
internal import HearthHTTP
internal import HearthTokens

/// Whose keys `hearth token verify` believes, and for which project.
struct VerifierChoice {
    let project: ProjectID
    let kind: TokenKind
    private let backend: String?
    private let document: String?

    init(_ options: Options) throws {
        guard let name = options.last("project") else {
            throw UsageError("token verify needs --project ID", hint: "hearth token --help explains the options")
        }
        guard let project = ProjectID(rawValue: name) else {
            throw options.refusal("project", name, expected: "the project that the token must be issued for")
        }
        backend = options.last("backend") == nil ? nil : try BackendOrigin.read(options, "backend")
        document = options.last("keys")
        guard backend == nil || document == nil else {
            throw UsageError("give --backend or --keys, not both", hint: "hearth token --help explains both")
        }
        self.project = project
        kind = options.has("cookie") ? .sessionCookie : .idToken
    }

    func verifier(_ transport: any HTTPTransport) throws -> TokenVerifier {
        do throws(KeySourceError) {
            if let backend {
                return try .hearth(
                    origin: backend,
                    project: project,
                    transport: transport,
                    kind: kind,
                    tenants: .any
                )
            }
            if let document {
                let keys = try KeySet(url: document, transport: transport)
                return TokenVerifier(project: project, keys: keys, kind: kind, tenants: .any)
            }
            return .firebase(project: project, transport: transport, kind: kind, tenants: .any)
        } catch {
            throw CommandFailure("\(backend ?? document ?? ""): \(error.reason)")
        }
    }
}
