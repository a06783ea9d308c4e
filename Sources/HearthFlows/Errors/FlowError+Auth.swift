internal import HearthAuth

// The boundary: what the client throws becomes a flow's error here and nowhere else.
extension FlowError {
    /// What the client said, by what it means for a workflow.
    init(_ error: AuthError) {
        let code: Code =
            switch error.code {
            case .nullUser: .signedOut
            case .staleUser, .superseded: .superseded
            case .cancelled, .webContextCancelled: .cancelled
            case .userMismatch: .differentUser
            case .storageUnavailable: .storage
            default: .refused
            }
        self.init(code, auth: error)
    }

    /// What a closure of the app threw.
    init(thrown error: any Error) {
        switch error {
        case let error as FlowError: self = error
        case let error as AuthError: self.init(error)
        case is CancellationError: self.init(.cancelled)
        default: self.init(.appFailed, cause: error)
        }
    }
}
