internal import HearthCore
internal import HearthJSON

extension AuthError {
    /// Finds the refusals that arrive with a status of success.
    ///
    /// - Parameter document: The answer.
    init?(hiddenIn document: JSONValue) {
        let hasTokens = document["idToken"]?.string.map { !$0.isEmpty } ?? false
        if !hasTokens, let credential = document["mfaPendingCredential"]?.string {
            self.init(.secondFactorRequired)
            secondFactor = SecondFactorChallenge(
                hints: (document["mfaInfo"]?.array ?? []).compactMap { MultiFactorInfo($0) },
                pendingCredential: Secret(credential)
            )
        } else if document["needConfirmation"]?.bool == true {
            self.init(.accountExistsWithDifferentCredential)
            collision = AccountCollision(document)
        } else if let message = document["errorMessage"]?.string {
            self.init(serverMessage: message)
            if recovery == .collision { collision = AccountCollision(document) }
        } else {
            return nil
        }
    }
}

extension AccountCollision {
    fileprivate init(_ document: JSONValue) {
        email = document["email"]?.string.map { Secret($0) }
        verifiedProviders = (document["verifiedProvider"]?.array ?? []).compactMap(\.string)
        pendingToken = document["pendingToken"]?.string.map { Secret($0) }
    }
}
