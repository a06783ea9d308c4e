internal import HearthCore

/// What shows the service that its caller is an administrator.
enum AdminCredential: Sendable {
    /// A word that both sides know.
    case fixed(Secret<String>)
    /// Access tokens that a service account gets for its key.
    case serviceAccount(AccessTokens)

    /// The token for a call.
    func token() async throws(AdminError) -> Secret<String> {
        switch self {
        case .fixed(let token): token
        case .serviceAccount(let tokens): try await tokens.token()
        }
    }

    /// The token to try after another was refused; `nil` if there is no other.
    func token(insteadOf refused: Secret<String>) async throws(AdminError) -> Secret<String>? {
        switch self {
        case .fixed: nil
        case .serviceAccount(let tokens): try await tokens.token(insteadOf: refused)
        }
    }
}
