internal import HearthFirestoreModel

/// Why an expectation about security rules failed.
public struct RulesTestFailure: Error, Sendable, CustomStringConvertible {
    /// What was expected and what happened, with the lines of the rules.
    public let description: String
}

/// Makes sure that security rules allow what a body asks for.
///
/// Any test framework reports what it throws.
///
/// - Parameter body: Makes requests.
/// - Returns: What the body returns.
/// - Throws: ``RulesTestFailure`` if a request is denied; other errors of the body as they are.
@discardableResult
public func expectAllowed<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
        return try await body()
    } catch let error as FirestoreError where error.code == .permissionDenied {
        throw RulesTestFailure(description: "Expected the rules to allow this; they deny it: \(error.message)")
    }
}

/// Makes sure that security rules deny what a body asks for.
///
/// An error for another reason, such as a document that exists already, is not a denial.
///
/// - Parameter body: Makes one request.
/// - Throws: ``RulesTestFailure`` if the request is not denied; other errors of the body as they are.
public func expectDenied<Result>(_ body: () async throws -> Result) async throws {
    do {
        _ = try await body()
    } catch let error as FirestoreError where error.code == .permissionDenied {
        return
    }
    throw RulesTestFailure(description: "Expected the rules to deny this; they allow it.")
}
