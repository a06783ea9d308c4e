internal import HearthFirestoreModel

/// What must hold for a document before an update or a deletion; for servers, FirebaseFirestore's apps have none.
public struct Precondition: Sendable, Hashable {
    private enum Kind: Hashable {
        case exists
        case lastUpdateTime(Timestamp)
    }

    private let kind: Kind

    /// The document exists; a missing one fails the write with `notFound`.
    public static let exists = Precondition(kind: .exists)

    /// The document was changed last at a moment; otherwise the write fails with `failedPrecondition`.
    ///
    /// - Parameter time: The ``DocumentSnapshot/updateTime`` of a document that was read; a moment that no document can
    ///   have fails the write with `invalidArgument`.
    /// - Returns: The condition.
    public static func lastUpdateTime(_ time: Timestamp) -> Precondition {
        Precondition(kind: .lastUpdateTime(time))
    }

    func model() throws(FirestoreError) -> HearthFirestoreModel.Precondition {
        switch kind {
        case .exists: .exists(true)
        case .lastUpdateTime(let time): .updateTime(try time.model())
        }
    }
}
