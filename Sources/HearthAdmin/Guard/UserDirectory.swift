public import HearthTokens

/// The application's own users, found by the identity that a token proves.
///
/// A directory keeps one user for each `VerifiedToken.uid`, which never changes and is never given to
/// someone else. Where the verifier accepts several tenants, it is one for each
/// `VerifiedToken.tenant` and uid together: a uid is unique in its tenant only. It does not look anyone
/// up by e-mail address: addresses change hands.
public protocol UserDirectory: Sendable {
    /// What the application knows of a user.
    associatedtype User: Sendable

    /// Finds the user of a token, and creates one at the first visit.
    ///
    /// The first requests of a new user may arrive at the same moment, at several processes: all of them must get
    /// the same user. In SQL that is a unique column and `INSERT … ON CONFLICT`, not a look-up before an insert.
    ///
    /// - Parameter token: Proves the identity; its profile, such as the e-mail address, may be newer than what is
    ///   stored, or older.
    /// - Returns: The user.
    /// - Throws: Whatever keeps the directory from answering.
    func findOrCreate(_ token: VerifiedToken) async throws -> User
}
