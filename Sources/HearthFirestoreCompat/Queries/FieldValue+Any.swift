public import HearthFirestore

extension FieldValue {
    /// Appends those elements that the field's array does not have; elements that Firestore cannot hold are left out.
    public static func arrayUnion(_ elements: [Any]) -> FieldValue {
        changing(elements) { .arrayUnion($0) }
    }

    /// Removes all elements of the field's array that equal one of these; elements that Firestore cannot hold are left out.
    public static func arrayRemove(_ elements: [Any]) -> FieldValue {
        changing(elements) { .arrayRemove($0) }
    }

    /// An element that Firestore does not have is refused when it is written: left out, it would be missed by no one.
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
