public import HearthCore

/// The tokens that a client puts on its requests, and whose they are.
///
/// `Auth` of HearthAuth is one, so the clients of other services need not know it; ``FixedCredentials`` is another.
public protocol CallCredentials: Sendable {
    /// The identity token of the signed-in user.
    ///
    /// - Parameter forcingRefresh: Whether a token that is still valid is replaced too.
    /// - Returns: The token, or `nil` if no user is signed in: then the call is anonymous.
    /// - Throws: If there is a user and no token can be had; the call then fails.
    func token(forcingRefresh: Bool) async throws -> Secret<String>?

    /// The App Check token of this app; none unless implemented.
    ///
    /// - Parameter limitedUse: Whether it is for one use, for a server that consumes it.
    /// - Returns: The token, or `nil` if the app has none.
    func appCheckToken(limitedUse: Bool) async -> Secret<String>?

    /// The user's identifier, now and at each change of the user or of the token; `nil` while no user is signed in.
    ///
    /// A client that listens opens its streams anew at each element, and for another user forgets what was the last
    /// one's. A stream without elements means that nothing ever changes, which is the default.
    var userChanges: AsyncStream<String?> { get }
}

extension CallCredentials {
    /// None.
    public func appCheckToken(limitedUse: Bool) async -> Secret<String>? { nil }

    /// Nothing ever changes.
    public var userChanges: AsyncStream<String?> { AsyncStream { $0.finish() } }
}

/// Calls with one token for ever, or with none.
public struct FixedCredentials: CallCredentials {
    private let fixed: Secret<String>?

    /// Calls with a token.
    ///
    /// - Parameter token: The token; `nil` to call anonymously.
    public init(token: Secret<String>?) {
        fixed = token
    }

    /// The token.
    public func token(forcingRefresh: Bool) -> Secret<String>? { fixed }

    /// Calls without a user.
    public static let anonymous = FixedCredentials(token: nil)

    /// Calls as an administrator of an emulator, to whom no rules apply.
    public static let emulatorOwner = FixedCredentials(token: Secret("owner"))
}
