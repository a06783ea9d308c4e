internal import HearthFirestoreModel

/// What must hold for a document before an update or a deletion; for servers, FirebaseFirestore's apps have none.
public struct Precondition: Sendable, Hashable {
    let model: HearthFirestoreModel.Precondition?

    /// The document exists; a missing one fails the write with `notFound`.
    public static let exists = Precondition(model: .exists(true))

    /// The document was changed last at a moment; otherwise the write fails with `failedPrecondition`.
    ///
    /// - Parameter time: The ``DocumentSnapshot/updateTime`` of a document that was read.
    /// - Returns: The condition.
    public static func lastUpdateTime(_ time: Timestamp) -> Precondition {
        Precondition(model: (try? time.model()).map { .updateTime($0) } ?? .exists(true))
    }
}
