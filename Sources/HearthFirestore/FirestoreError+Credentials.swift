internal import HearthAuth
internal import HearthHTTP

extension FirestoreError {
    /// Why a call has no token.
    ///
    /// - Parameter problem: What the credentials threw.
    init(noToken problem: any Error) {
        switch problem {
        case let error as FirestoreError: self = error
        case is CancellationError: self = .taskCancelled
        case let error as AuthError:
            switch error.code {
            case .cancelled: self = .taskCancelled
            case .networkError, .storageUnavailable:
                self.init(.unavailable, "The user's token cannot be had at present: \(error.code.name).")
            default:
                self.init(.unauthenticated, "The user's token cannot be had: \(error.code.name).")
            }
        default:
            self.init(.unauthenticated, "The user's token cannot be had: \(problem)")
        }
    }
}
