package import HearthAuth

// The boundary: what the client or the app throws becomes a workflow's error here and nowhere else.
extension FlowError {
    /// What the client said, by what it means for a workflow.
    package init(_ error: AuthError) {
        let code: Code =
            switch error.code {
            case .nullUser: .signedOut
            case .staleUser, .superseded: .superseded
            case .cancelled, .webContextCancelled: .cancelled
            case .userMismatch: .differentUser
            case .storageUnavailable: .storage
            default: .refused
            }
        self.init(code, underlying: error)
    }

    /// Any error as a workflow's, so that an app has one type to read whatever it called.
    ///
    /// ```swift
    /// do {
    ///     try await auth.sendPasswordReset(withEmail: email)      // throws AuthError
    ///     try await manager.completeEmailLink(link)               // throws FlowError
    /// } catch {
    ///     show(FlowError(error))
    /// }
    /// ```
    ///
    /// - Parameter error: What the client, a workflow or the app threw. An error of the app becomes
    ///   ``Code/appFailed``, a `CancellationError` ``Code/cancelled``.
    public init(_ error: any Error) {
        switch error {
        case let error as FlowError: self = error
        case let error as AuthError: self.init(error)
        case is CancellationError: self.init(.cancelled)
        default: self.init(.appFailed, underlying: error)
        }
    }

    /// Does what the client does, with the client's error as a workflow's.
    static func wrapping<Success>(_ work: () async throws(AuthError) -> Success) async throws(FlowError) -> Success {
        do throws(AuthError) {
            return try await work()
        } catch {
            throw FlowError(error)
        }
    }
}

extension Result where Success: Sendable {
    /// What some work returns or throws.
    static func of(_ work: () async throws(Failure) -> Success) async -> Self {
        do throws(Failure) {
            return .success(try await work())
        } catch {
            return .failure(error)
        }
    }
}
