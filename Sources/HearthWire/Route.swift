package import HearthHTTP

/// An HTTP method, a path template and who may call.
package struct Route: Sendable, Hashable {
    /// The Google host under which a path is served, or none for the paths of our own.
    package enum Service: String, Sendable, Hashable {
        /// Accounts: `identitytoolkit.googleapis.com`.
        case identityToolkit = "identitytoolkit.googleapis.com"
        /// Token refresh: `securetoken.googleapis.com`.
        case secureToken = "securetoken.googleapis.com"
        /// The first generation of the account API, and documents with keys: `www.googleapis.com`.
        case legacy = "www.googleapis.com"
        /// Discovery documents: `securetoken.google.com`.
        case issuer = "securetoken.google.com"
        /// Service accounts and their keys: `iam.googleapis.com`.
        case iam = "iam.googleapis.com"
        /// Signatures in the name of service accounts: `iamcredentials.googleapis.com`.
        case iamCredentials = "iamcredentials.googleapis.com"
        /// Access tokens of service accounts: `oauth2.googleapis.com`.
        case oauth = "oauth2.googleapis.com"
        /// Paths of the emulator and of the server itself.
        case own = ""
    }

    /// Who may call, checked before the endpoint runs.
    package enum Access: Sendable, Hashable {
        /// Anyone.
        case open
        /// Anyone who holds the project's API key. An administrator may call too, and then the call is privileged.
        case apiKey
        /// The project's own servers: the operator, and service accounts whose access token has a scope of Firebase's.
        case administrator
        /// The operator, and service accounts whose access token has a scope for signing.
        case signer
        /// The operator alone.
        case `operator`
        /// Anyone who can reach the emulator; absent in production mode.
        case emulator

        /// Whether it takes an administrator's credential.
        package var isPrivileged: Bool { self == .administrator || self == .signer || self == .operator }
    }

    /// The HTTP method.
    package let method: HTTPMethod
    /// The host part of the path.
    package let service: Service
    /// The path template; a segment in braces is a parameter, for example `/v1/projects/{targetProjectId}/accounts`.
    package let path: String
    /// Who may call.
    package let access: Access
    /// The largest body, in bytes; a larger one is refused before it is read.
    package let maximumBody: Int

    /// The largest body of a call that anyone can make: tokens, assertions and a profile are far smaller.
    package static let userBody = 64 << 10
    /// The largest body of an administrator's call.
    package static let administratorBody = 1 << 20
    /// The largest body of an import: 1000 accounts with all that they may have.
    package static let importBody = 16 << 20

    /// A route of the account API.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - path: The path template.
    ///   - service: The host part of the path.
    ///   - access: Who may call.
    ///   - maximumBody: The largest body, in bytes. Defaults to ``administratorBody`` for administrators and to
    ///     ``userBody`` for all others.
    package init(
        _ method: HTTPMethod,
        _ path: String,
        service: Service = .identityToolkit,
        access: Access,
        maximumBody: Int? = nil
    ) {
        self.method = method
        self.service = service
        self.path = path
        self.access = access
        self.maximumBody = maximumBody ?? (access.isPrivileged ? Self.administratorBody : Self.userBody)
    }

    /// The path with its host part, as the emulator serves it.
    package var emulatorPath: String {
        service == .own ? path : "/\(service.rawValue)\(path)"
    }
}

extension [Route] {
    /// The same operation for users, for a project's servers, and under the first generation's name.
    ///
    /// - Parameters:
    ///   - verb: The verb after `accounts:` in the user's path, for example `signUp`.
    ///   - administration: The end of the administrator's path; defaults to `accounts:verb`.
    ///   - legacy: The method's name under `/identitytoolkit/v3/relyingparty`.
    /// - Returns: The routes, the user's first.
    package static func accounts(_ verb: String, administration: String? = nil, legacy: String) -> [Route] {
        let end = administration ?? "accounts:\(verb)"
        return [Route(.post, "/v1/accounts:\(verb)", access: .apiKey)]
            + .administration(.post, end)
            + [.legacy(legacy)]
    }

    /// An operation for users only.
    ///
    /// - Parameters:
    ///   - verb: The verb after `accounts:`.
    ///   - legacy: The method's name under `/identitytoolkit/v3/relyingparty`.
    /// - Returns: The routes, the user's first.
    package static func userAccounts(_ verb: String, legacy: String) -> [Route] {
        [Route(.post, "/v1/accounts:\(verb)", access: .apiKey), .legacy(legacy)]
    }

    /// An operation for a project's servers, for the project and for one of its tenants.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - end: What follows the project or the tenant in the path.
    ///   - maximumBody: The largest body, in bytes.
    /// - Returns: The routes, the project's first.
    package static func administration(
        _ method: HTTPMethod,
        _ end: String,
        maximumBody: Int = Route.administratorBody
    ) -> [Route] {
        ["", "tenants/{tenantId}/"].map { place in
            let path = "/v1/projects/{targetProjectId}/\(place)\(end)"
            return Route(method, path, access: .administrator, maximumBody: maximumBody)
        }
    }
}

extension Route {
    /// A method of the first generation of the account API, which mobile clients still call.
    package static func legacy(
        _ name: String,
        _ method: HTTPMethod = .post,
        access: Access = .apiKey,
        maximumBody: Int? = nil
    ) -> Route {
        let path = "/identitytoolkit/v3/relyingparty/\(name)"
        return Route(method, path, service: .legacy, access: access, maximumBody: maximumBody)
    }
}
