internal import HearthCore

/// A user of this application: its own number for the identity that a token proves.
struct Member: Sendable, Hashable {
    let id: Int64
    /// Who it is at the identity service; never changes.
    let uid: UserID
    /// Where to write to, which says nothing about who it is: addresses change hands.
    let email: String?
}

/// A member as the API shows them.
struct MemberView: Encodable {
    let id: Int64
    let email: String?

    init(_ member: Member) {
        id = member.id
        email = member.email
    }
}
