internal import HearthAuth
internal import HearthCore

/// A user, as known now.
///
/// An object, as FirebaseAuth's is: for as long as this user is the one who is signed in, it shows what is known now,
/// also after a ``reload()`` elsewhere; after that, what was known last. Each operation of a user who is not signed in
/// any more throws ``AuthErrorCode/userTokenExpired``.
public final class User: Sendable {
    /// The account's identifier, unique within the project, the same for ever.
    public let uid: String
    let auth: Auth
    private let lastKnown: Locked<HearthAuth.User>

    init(_ value: HearthAuth.User, of auth: Auth) {
        uid = value.uid
        self.auth = auth
        lastKnown = Locked(value)
    }

    /// The user as Hearth's client knows them now.
    var value: HearthAuth.User {
        let current = auth.client?.currentUser
        return lastKnown.withLock { known in
            if let current, current.uid == uid { known = current }
            return known
        }
    }

    /// Does something as this user; what it throws becomes an error of FirebaseAuth's.
    func perform<Value>(_ work: (HearthAuth.User) async throws -> Value) async throws -> Value {
        try await auth.perform { _ in try await work(value) }
    }

    /// `Firebase`: the account is the project's own, whatever its ``providerData`` are.
    public var providerID: String { "Firebase" }
    /// The address, if there is one.
    public var email: String? { value.email }
    /// Whether the user has shown to read mail at the address.
    public var isEmailVerified: Bool { value.isEmailVerified }
    /// The name to show.
    public var displayName: String? { value.displayName }
    /// The telephone number, in E.164 form.
    public var phoneNumber: String? { value.phoneNumber }
    /// The tenant that the account belongs to.
    public var tenantID: String? { value.tenantID }
    /// Whether this is a guest, without any way to sign in again.
    public var isAnonymous: Bool { value.isAnonymous }
    /// The second factors, to be enrolled and taken away.
    public var multiFactor: MultiFactor { MultiFactor(self) }

    /// The token that the session lives by; `nil` if the user is not signed in any more.
    ///
    /// Anyone who has it is the user, for as long as the session is not revoked. The session is kept without any help:
    /// an app need not store it.
    public var refreshToken: String? {
        guard let client = auth.client, client.currentUser?.uid == uid else { return nil }
        return client.presentTokens?.refreshToken.reveal()
    }
}

extension User: Hashable {
    /// Whether both are the same object.
    public static func == (lhs: User, rhs: User) -> Bool {
        lhs === rhs
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Feeds what equality looks at.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension User: CustomStringConvertible, CustomReflectable {
    /// The identifier, and nothing personal.
    public var description: String { "User(\(uid))" }

    /// The identifier, and nothing personal.
    public var customMirror: Mirror { Mirror(self, children: ["uid": uid]) }
}
