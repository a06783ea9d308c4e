internal import HearthCore
internal import HearthJSON

/// The audience is the project, and no list that contains it.
struct AudiencePolicy: TokenPolicy {
    let project: ProjectID

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        guard let claim = token.jws.payload["aud"]?.string, claim.utf8.elementsEqual(project.rawValue.utf8) else {
            throw .wrongAudience
        }
    }
}
