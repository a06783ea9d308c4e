/// What must hold for a document before a write changes it.
public enum Precondition: Sendable, Hashable {
    /// The document exists, or does not.
    case exists(Bool)
    /// The document exists and was changed last at this moment.
    case updateTime(Timestamp)

    /// Refuses a document for which the condition does not hold.
    ///
    /// - Parameters:
    ///   - document: The document as it is stored, or `nil`.
    ///   - name: Its name.
    ///   - commitTime: When the commit happens, as far as it is known: no document was changed after it.
    /// - Throws: ``FirestoreError`` with code `notFound`, `alreadyExists` or `failedPrecondition`; `invalidArgument` if
    ///   the update time is later than the commit.
    public func check(
        _ document: Document?,
        _ name: ResourceName,
        commitTime: Timestamp? = nil
    ) throws(FirestoreError) {
        switch self {
        case .exists(true):
            if document == nil { throw FirestoreError(.notFound, "No document to update: \(name.text)") }
        case .exists(false):
            if document != nil { throw FirestoreError(.alreadyExists, "Document already exists: \(name.text)") }
        case .updateTime(let required):
            if let commitTime, required > commitTime {
                throw .invalid("The 'update_time' of a precondition cannot be in the future.")
            }
            let stored = document?.updateTime?.microseconds ?? 0
            guard document != nil, stored == required.microseconds else {
                throw FirestoreError(
                    .failedPrecondition,
                    "the stored version (\(stored)) does not match the required base version (\(required.microseconds))"
                )
            }
        }
    }
}
