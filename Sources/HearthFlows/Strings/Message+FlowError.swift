internal import HearthAuth

extension Message {
    /// What to tell the user of a workflow's error: what the workflow knows, or else what the client said.
    init(_ error: FlowError) {
        switch error.code {
        case .signedOut: self.init(.signInFirst)
        case .cancelled, .superseded: self.init(.cancelled)
        case .expired, .notPending: self.init(.restartStep)
        case .tooManyAttempts: self.init(.tooManyAnswers)
        case .differentUser: self.init(.userMismatch)
        case .differentAccount: self.init(.differentAccount)
        case .stillNotRecent, .locked: self.init(.signInAgain)
        case .tooSoon: self.init(.messageTooSoon)
        case .missingEmail: self.init(.emailLinkElsewhere)
        case .foreignLink: self.init(.invalidLink)
        case .storage: self.init(.cannotBeKept)
        default: self = error.auth.map { Message($0) } ?? Message(.unknownProblem)
        }
    }
}
