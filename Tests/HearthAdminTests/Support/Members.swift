import HearthAdmin
import HearthCore
import HearthTokens

/// A directory that counts whom it made.
actor Members: UserDirectory {
    struct Member: Sendable, Hashable {
        let number: Int
        let uid: UserID
    }

    private var members: [UserID: Member] = [:]

    var count: Int { members.count }

    func findOrCreate(_ token: VerifiedToken) -> Member {
        if let member = members[token.uid] { return member }
        let member = Member(number: members.count + 1, uid: token.uid)
        members[token.uid] = member
        return member
    }
}
