public import HearthAuth
public import HearthFlows

/// The repository over an `AuthManager`: its errors and users become those of screens.
public struct ManagedAuthRepository: Sendable {
    /// The manager that does the work.
    public let manager: AuthManager
    let emailLinks: ActionCodeSettings
    let mergeGuest: MergeGuest?
    let revokeApple: (@Sendable (User) async throws -> Void)?

    /// Creates a repository.
    ///
    /// - Parameters:
    ///   - manager: The manager that does the work.
    ///   - emailLinks: Where mailed links lead. Defaults to `http://localhost`, which every project allows.
    ///   - mergeGuest: Copies what a guest has into the account that takes the guest's place. Defaults to none: then the
    ///     user is asked, and no guest is deleted.
    ///   - revokeApple: Tells Apple, when an account is deleted, that the app no longer uses the user's sign-in.
    ///     Defaults to nothing to be told.
    public init(
        _ manager: AuthManager,
        emailLinks: ActionCodeSettings? = nil,
        mergeGuest: MergeGuest? = nil,
        revokeApple: (@Sendable (User) async throws -> Void)? = nil
    ) {
        self.manager = manager
        self.emailLinks = emailLinks ?? Self.localLinks
        self.mergeGuest = mergeGuest
        self.revokeApple = revokeApple
    }

    private static var localLinks: ActionCodeSettings {
        var settings = ActionCodeSettings()
        settings.url = "http://localhost"
        settings.handleCodeInApp = true
        return settings
    }
}

extension ManagedAuthRepository: SessionRepository {
    /// What is known now.
    public var status: SessionStatus { SessionStatus(manager.state) }

    /// What is known, from now on.
    public var statuses: AsyncStream<SessionStatus> { changes(SessionStatus.init) }

    /// What waits for the user.
    public var pending: PendingSteps { PendingSteps(manager.state) }

    /// What waits for the user, from now on.
    public var pendings: AsyncStream<PendingSteps> { changes(PendingSteps.init) }

    /// Waits until it is known who is signed in, and what an earlier run has left.
    public func ready() async {
        await manager.ready()
    }

    /// Looks into the storage again, if it could not be read.
    public func retryRestoring() async {
        await manager.auth.retryRestoring()
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Opens the gate before the session.
    public func unlock(reason: String) async throws(AppError) {
        try await AppError.mapping { () throws(FlowError) in try await manager.unlock(reason: reason) }
    }

    /// Forgets the session on this device.
    public func signOut() async throws(AppError) {
        try await AppError.mapping { () throws(FlowError) in try await manager.signOut() }
    }

    /// Every value that differs from the one before.
    private func changes<Value: Sendable & Hashable>(
        _ value: @escaping @Sendable (ManagerState) -> Value
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        let following = Task { [states = manager.states] in
            var last: Value?
            for await state in states {
                let next = value(state)
                guard next != last else { continue }
                last = next
                continuation.yield(next)
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in following.cancel() }
        return stream
    }
}

extension SessionStatus {
    init(_ state: ManagerState) {
        self =
            switch state.session {
            case _ where state.isLocked: .locked
            case .restoring: .restoring
            case .storageUnavailable(let reason): .storageUnavailable(reason)
            case .signedOut(let reason): .signedOut(reason)
            case .signedIn(let user): .signedIn(AuthUser(user))
            }
    }
}
