internal import HearthFirestoreModel

// The model that client and server share has the same words for the same things. Here its types go by these names, and
// the plain ones are what apps see.
typealias ModelError = HearthFirestoreModel.FirestoreError
typealias ModelFilter = HearthFirestoreModel.Filter
typealias ModelGeoPoint = HearthFirestoreModel.GeoPoint
typealias ModelPath = HearthFirestoreModel.FieldPath
typealias ModelQuery = HearthFirestoreModel.Query
typealias ModelTimestamp = HearthFirestoreModel.Timestamp
typealias ModelValue = HearthFirestoreModel.Value

/// Does something with the model; what it throws becomes the client's error.
func checked<Result>(_ work: () throws(ModelError) -> Result) throws(FirestoreError) -> Result {
    do throws(ModelError) { return try work() } catch { throw FirestoreError(error) }
}
