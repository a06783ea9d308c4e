public import HearthFirestore

/// Equality of any two objects, as FirebaseFirestore's have it; `==` says the same of two of one type.
public protocol FirestoreEquatable: Equatable {}

extension FirestoreEquatable {
    /// Whether another object is of the same type and equal.
    ///
    /// - Parameter object: Any object.
    /// - Returns: Whether it is equal.
    public func isEqual(_ object: Any?) -> Bool { (object as? Self) == self }
}

extension DocumentReference: FirestoreEquatable {}
extension Query: FirestoreEquatable {}
extension QuerySnapshot: FirestoreEquatable {}
extension DocumentChange: FirestoreEquatable {}
extension AggregateQuery: FirestoreEquatable {}
extension AggregateQuerySnapshot: FirestoreEquatable {}
extension Timestamp: FirestoreEquatable {}
extension GeoPoint: FirestoreEquatable {}
extension VectorValue: FirestoreEquatable {}
extension FieldPath: FirestoreEquatable {}
extension FieldValue: FirestoreEquatable {}
extension SnapshotMetadata: FirestoreEquatable {}
