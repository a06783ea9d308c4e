internal import HearthCore

/// What the user answered to a ``ReauthenticationChallenge``.
public struct ReauthenticationAnswer: Sendable {
    enum Content: Sendable {
        case password(Secret<String>)
        case provider(IdentityProvider)
        case secondFactor(code: Secret<String>, factor: String?)
        case cancel
    }

    let content: Content

    /// The password of the account's address.
    ///
    /// - Parameter password: The password.
    /// - Returns: The answer.
    public static func password(_ password: String) -> ReauthenticationAnswer {
        ReauthenticationAnswer(content: .password(Secret(password)))
    }

    /// Another sign-in method of the account.
    ///
    /// - Parameter provider: The credential.
    /// - Returns: The answer.
    public static func provider(_ provider: IdentityProvider) -> ReauthenticationAnswer {
        ReauthenticationAnswer(content: .provider(provider))
    }

    /// The code of a second factor, when ``ReauthenticationChallenge/secondFactor`` is asked for.
    ///
    /// - Parameters:
    ///   - code: The code that the user typed.
    ///   - factor: The factor's `MultiFactorInfo.uid`. Defaults to the one that a code was texted to, or
    ///     the first.
    /// - Returns: The answer.
    public static func secondFactor(code: String, factor: String? = nil) -> ReauthenticationAnswer {
        ReauthenticationAnswer(content: .secondFactor(code: Secret(code), factor: factor))
    }

    /// The user gives up: every operation that waits ends with ``FlowError/Code/cancelled``.
    public static let cancel = ReauthenticationAnswer(content: .cancel)
}

/// Asks the user; called again after a wrong answer, and for the second factor.
public typealias ReauthenticationHandler =
    @Sendable (ReauthenticationChallenge) async throws -> ReauthenticationAnswer
