internal import HearthCore

/// A note, without its owner: anyone who holds it has been asked already.
struct Note: Sendable, Hashable {
    /// 20 random letters and digits: no one can count or guess.
    let id: String
    /// Its place among all notes; newer ones have higher numbers.
    let number: Int64
    let title: String
    let text: String
    let createdAt: UnixTime
    let changedAt: UnixTime
}
