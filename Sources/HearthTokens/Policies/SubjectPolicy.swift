internal import HearthCore
internal import HearthJSON

/// The subject is an identifier, and Firebase's second name for it says the same.
struct SubjectPolicy: TokenPolicy {
    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        guard let subject = token.jws.payload["sub"]?.string, UserID(rawValue: subject) != nil else {
            throw .invalidSubject
        }
        guard let other = token.jws.payload["user_id"] else { return }
        guard let other = other.string, other.utf8.elementsEqual(subject.utf8) else { throw .invalidSubject }
    }
}
