internal import Foundation
public import HearthFirestore

/// The domain of every error of this module.
public let FirestoreErrorDomain = FirestoreErrors.domain

/// The numbers of errors, with FirebaseFirestore's names.
public struct FirestoreErrorCode: Error, Sendable, Hashable {
    /// The numbers of errors.
    public typealias Code = FirestoreError.Code

    /// Which one.
    public let code: Code

    /// Names an error.
    ///
    /// - Parameter code: Which one.
    public init(_ code: Code) {
        self.code = code
    }
}

/// How this module's errors are made: as `NSError`s, so that they are the same on every platform.
///
/// Under `NSUnderlyingErrorKey` each has Hearth's own error.
public enum FirestoreErrors: Sendable {
    /// The domain of every error of this module.
    public static let domain = "FIRFirestoreErrorDomain"

    /// An error as FirebaseFirestore would throw it; what is not Firestore's stays as it is.
    static func error(_ error: any Error) -> any Error {
        guard let error = error as? FirestoreError else { return error }
        let userInfo: [String: Any] = [NSLocalizedDescriptionKey: error.message, NSUnderlyingErrorKey: error]
        return NSError(domain: domain, code: error.code.rawValue, userInfo: userInfo)
    }

    /// Hearth's own error under an error of this module; what is not Firestore's stays as it is.
    static func original(_ error: any Error) -> any Error {
        let outer = error as NSError
        guard outer.domain == domain, let inner = outer.userInfo[NSUnderlyingErrorKey] as? FirestoreError else {
            return error
        }
        return inner
    }

    /// Does something; what it throws becomes an error of FirebaseFirestore's.
    static func translated<Result>(_ work: () async throws -> Result) async throws -> Result {
        do { return try await work() } catch { throw self.error(error) }
    }
}

/// Whether an error is one of Firestore's with a code, for `catch FirestoreErrorCode.notFound`.
///
/// - Parameters:
///   - code: The code.
///   - error: Any error.
/// - Returns: Whether it is that one.
public func ~= (code: FirestoreErrorCode.Code, error: any Error) -> Bool {
    let error = FirestoreErrors.error(error) as NSError
    return error.domain == FirestoreErrors.domain && error.code == code.rawValue
}
