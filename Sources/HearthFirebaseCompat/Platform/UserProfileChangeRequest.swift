public import Foundation
internal import HearthAuth
internal import HearthCore

/// Changes to a profile, gathered and then sent together.
///
/// What is never assigned stays as it is; what is assigned `nil` is removed, which FirebaseAuth cannot do.
public final class UserProfileChangeRequest: Sendable {
    private let user: User
    private let request: Locked<HearthAuth.UserProfileChangeRequest>

    init(_ user: User) {
        self.user = user
        request = Locked(user.value.createProfileChangeRequest())
    }

    /// The name to show.
    public var displayName: String? {
        get { request.withLock(\.displayName) }
        set { request.withLock { $0.displayName = newValue } }
    }

    /// The address of a picture.
    public var photoURL: URL? {
        get { request.withLock(\.photoURL).flatMap { URL(string: $0) } }
        set { request.withLock { $0.photoURL = newValue?.absoluteString } }
    }

    /// Sends the changes; may be called again, for example after a failure.
    public func commitChanges() async throws {
        let request = request.withLock(\.self)
        _ = try await user.perform { _ in try await request.commitChanges() }
    }

    /// Sends the changes, and then calls the completion handler.
    public func commitChanges(completion: AuthErrorCompletion? = nil) {
        complete(completion) { try await self.commitChanges() }
    }
}

extension User {
    /// A list of changes to fill in.
    public func createProfileChangeRequest() -> UserProfileChangeRequest {
        UserProfileChangeRequest(self)
    }
}
