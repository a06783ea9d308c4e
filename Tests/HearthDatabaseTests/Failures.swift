import HearthDatabase
import Testing

/// Expects a database failure with this code.
@discardableResult
func expectFailure<Result>(
    _ code: DatabaseError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ work: () throws -> Result
) -> DatabaseError? {
    let error = #expect(throws: DatabaseError.self, sourceLocation: sourceLocation) { _ = try work() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    return error
}

/// Expects a database failure with this code.
@discardableResult
func expectFailure<Result>(
    _ code: DatabaseError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ work: () async throws -> Result
) async -> DatabaseError? {
    let error = await #expect(throws: DatabaseError.self, sourceLocation: sourceLocation) { _ = try await work() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    return error
}

/// What a body of a test throws.
struct Refusal: Error, Equatable {
    var reason = "no"
}
