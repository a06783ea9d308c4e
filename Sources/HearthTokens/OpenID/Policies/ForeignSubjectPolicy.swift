internal import HearthCore
internal import HearthJSON

/// The subject is text of 1 to 255 bytes
/// ([OpenID Connect Core §2](https://openid.net/specs/openid-connect-core-1_0.html#IDToken)).
struct ForeignSubjectPolicy: TokenPolicy {
    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        guard let subject = token.jws.payload["sub"]?.string, (1...255).contains(subject.utf8.count) else {
            throw .invalidSubject
        }
    }
}
