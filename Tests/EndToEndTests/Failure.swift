import HearthAuth

/// The code of the error that an operation throws; `nil` if it succeeds.
func code<Value>(of work: () async throws(AuthError) -> Value) async -> AuthError.Code? {
    await failure(of: work)?.code
}

/// The error that an operation throws; `nil` if it succeeds.
func failure<Value>(of work: () async throws(AuthError) -> Value) async -> AuthError? {
    do throws(AuthError) {
        _ = try await work()
        return nil
    } catch {
        return error
    }
}
