public import HearthAuth

/// Copies what a guest has into the account that takes the guest's place.
///
/// Both are signed in while it runs. It may run again after it was interrupted, so doing it twice must be harmless.
public typealias MergeGuest = @Sendable (_ from: User, _ to: User) async throws -> Void
