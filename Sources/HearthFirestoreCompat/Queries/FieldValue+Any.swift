public import HearthFirestore

extension FieldValue {
    /// Appends those elements that the field's array does not have; elements that Firestore cannot hold are left out.
    public static func arrayUnion(_ elements: [Any]) -> FieldValue {
        .arrayUnion(elements.compactMap { try? AnyValue.value($0) } as [any FirestoreConvertible])
    }

    /// Removes all elements of the field's array that equal one of these; elements that Firestore cannot hold are left out.
    public static func arrayRemove(_ elements: [Any]) -> FieldValue {
        .arrayRemove(elements.compactMap { try? AnyValue.value($0) } as [any FirestoreConvertible])
    }
}
