public import HearthAuth
public import HearthCore

/// Says in whose name a ``Firestore`` calls.
public protocol FirestoreCredentials: Sendable {
    /// A token for one call.
    ///
    /// - Parameter forcingRefresh: Whether the server refused the last one.
    /// - Returns: The token; `nil` to call anonymously.
    /// - Throws: ``FirestoreError``; the call then fails with it.
    func token(forcingRefresh: Bool) async throws(FirestoreError) -> Secret<String>?

    /// The token of App Check that goes along with a call; none unless implemented.
    ///
    /// - Returns: The token, or `nil` to send none.
    func appCheckToken() async -> Secret<String>?

    /// The user's id, now and at each change of the user or of the token; `nil` while no user is signed in.
    ///
    /// Streams are opened anew at each element; for another user, what the old one listened to is asked again from the
    /// start, and what the old one has not written yet is given up. An empty stream means that nothing ever changes.
    var changes: AsyncStream<String?> { get }
}

extension FirestoreCredentials {
    /// Sends no token of App Check.
    ///
    /// - Returns: Always `nil`.
    public func appCheckToken() async -> Secret<String>? { nil }

    /// Nothing ever changes.
    public var changes: AsyncStream<String?> { AsyncStream { $0.finish() } }
}

/// Calls with one token for ever, or with none.
public struct FixedCredentials: FirestoreCredentials {
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

    /// Calls as an administrator of an emulator, for which rules do not hold.
    public static let emulatorOwner = FixedCredentials(token: Secret("owner"))
}

/// Calls in the name of the user who is signed in, or without one.
public struct AuthCredentials: FirestoreCredentials {
    private let auth: Auth
    private let appCheck: (@Sendable () async -> Secret<String>?)?

    /// Calls in the name of a client's user.
    ///
    /// - Parameters:
    ///   - auth: The client.
    ///   - appCheck: Gets a token of App Check for a call. Defaults to none.
    public init(_ auth: Auth, appCheck: (@Sendable () async -> Secret<String>?)? = nil) {
        self.auth = auth
        self.appCheck = appCheck
    }

    /// The user's identity token, refreshed if it is about to expire; `nil` if no user is signed in.
    public func token(forcingRefresh: Bool) async throws(FirestoreError) -> Secret<String>? {
        await auth.ready()
        guard auth.currentUser != nil else { return nil }
        do throws(AuthError) {
            return try await auth.idToken(forcingRefresh: forcingRefresh)
        } catch {
            switch error.code {
            case .nullUser: return nil
            case .cancelled: throw FirestoreError(.cancelled, "The task was cancelled.")
            case .networkError:
                throw FirestoreError(.unavailable, "The identity token could not be refreshed: no network.")
            default:
                throw FirestoreError(.unauthenticated, "The identity token could not be refreshed: \(error.code.name).")
            }
        }
    }

    /// What the closure gets.
    public func appCheckToken() async -> Secret<String>? { await appCheck?() }

    /// The client's user.
    public var changes: AsyncStream<String?> {
        let auth = auth
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let task = Task {
                for await user in auth.idTokenChanges { continuation.yield(user?.uid) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
