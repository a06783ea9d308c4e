public import HearthFirestore

extension FieldValue {
    /// Appends those elements that the field's array does not have.
    ///
    /// The write fails if Firestore cannot hold one of them.
    public static func arrayUnion(_ elements: [Any]) -> FieldValue {
        changing(elements) { .arrayUnion($0) }
    }

    /// Removes all elements of the field's array that equal one of these.
    ///
    /// The write fails if Firestore cannot hold one of them.
    public static func arrayRemove(_ elements: [Any]) -> FieldValue {
        changing(elements) { .arrayRemove($0) }
    }

    /// An element of a type that Firestore lacks is refused when it is written: left out, it would be lost in silence.
    private static func changing(
        _ elements: [Any],
        _ make: ([any FirestoreConvertible]) -> FieldValue
    ) -> FieldValue {
        do throws(FirestoreError) {
            return make(try AnyValue.values(elements))
        } catch {
            return .refused(error)
        }
    }
}
