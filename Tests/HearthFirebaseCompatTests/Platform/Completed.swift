import Foundation
import HearthFirebaseCompat

/// What a completion handler was called with.
struct Completed<Value: Sendable>: Sendable {
    let value: Value?
    let error: NSError?

    var code: AuthErrorCode? { error.flatMap { AuthErrorCode(rawValue: $0.code) } }
}

/// Waits for the completion handler of a call.
func completed<Value: Sendable>(_ call: (@escaping AuthCompletion<Value>) -> Void) async -> Completed<Value> {
    await withCheckedContinuation { continuation in
        call { value, error in
            continuation.resume(returning: Completed(value: value, error: error.map { $0 as NSError }))
        }
    }
}

/// Waits for the completion handler of a call that brings nothing.
func completed(_ call: (@escaping AuthErrorCompletion) -> Void) async -> NSError? {
    await withCheckedContinuation { continuation in
        call { error in continuation.resume(returning: error.map { $0 as NSError }) }
    }
}

/// The error that an operation throws, as apps look at it.
func thrown(_ work: () async throws -> Void) async -> NSError? {
    do {
        try await work()
        return nil
    } catch let error as NSError {
        return error
    }
}

extension NSError {
    var authCode: AuthErrorCode? { domain == AuthErrorDomain ? AuthErrorCode(rawValue: code) : nil }
}
