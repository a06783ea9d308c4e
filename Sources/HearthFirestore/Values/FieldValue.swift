/// What a write does to a field that depends on the time, or on what the field was.
///
/// Use it in the data of a write, outside of arrays.
public struct FieldValue: Sendable, Hashable {
    indirect enum Kind: Sendable, Hashable {
        case serverTimestamp
        case delete
        case increment(FirestoreValue)
        case maximum(FirestoreValue)
        case minimum(FirestoreValue)
        case union([FirestoreValue])
        case removal([FirestoreValue])
        case refused(FirestoreError)
    }

    let kind: Kind

    /// The time of the commit, by the server's clock, to the millisecond.
    public static func serverTimestamp() -> FieldValue { FieldValue(kind: .serverTimestamp) }

    /// Removes the field; only in an update, or in data that is merged.
    public static func delete() -> FieldValue { FieldValue(kind: .delete) }

    /// Adds to the field's number, within 64 bits; another value, or none, becomes the operand.
    ///
    /// A write whose answer is lost is sent again: the increment may then count twice.
    public static func increment(_ operand: Int) -> FieldValue { increment(Int64(operand)) }

    /// Adds to the field's number, within 64 bits; another value, or none, becomes the operand.
    public static func increment(_ operand: Int64) -> FieldValue {
        FieldValue(kind: .increment(.integer(operand)))
    }

    /// Adds to the field's number; another value, or none, becomes the operand.
    public static func increment(_ operand: Double) -> FieldValue {
        FieldValue(kind: .increment(.double(operand)))
    }

    /// Keeps the greater of the field's number and this one; another value, or none, becomes the operand.
    public static func maximum(_ operand: some FirestoreConvertible) -> FieldValue {
        FieldValue(kind: .maximum(operand.firestoreValue))
    }

    /// Keeps the lesser of the field's number and this one; another value, or none, becomes the operand.
    public static func minimum(_ operand: some FirestoreConvertible) -> FieldValue {
        FieldValue(kind: .minimum(operand.firestoreValue))
    }

    /// Appends those elements that the field's array does not have; anything but an array becomes one.
    public static func arrayUnion(_ elements: [any FirestoreConvertible]) -> FieldValue {
        FieldValue(kind: .union(elements.map(\.firestoreValue)))
    }

    /// Removes all elements of the field's array that equal one of these; anything but an array becomes an empty one.
    public static func arrayRemove(_ elements: [any FirestoreConvertible]) -> FieldValue {
        FieldValue(kind: .removal(elements.map(\.firestoreValue)))
    }

    /// What cannot be written, and why: the write that has it fails with the error.
    package static func refused(_ error: FirestoreError) -> FieldValue { FieldValue(kind: .refused(error)) }

    /// Numbers for a search by distance.
    public static func vector(_ numbers: [Double]) -> VectorValue { VectorValue(numbers) }
}
