import HearthFirestoreModel

/// What a throwing body is refused with; `nil` if it is not.
func refusal(_ body: () throws -> Void) -> FirestoreError? {
    do {
        try body()
        return nil
    } catch {
        return error as? FirestoreError
    }
}
