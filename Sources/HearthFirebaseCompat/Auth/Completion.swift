/// Takes what an operation brought, or its error, on the main actor; exactly one of the two is there.
public typealias AuthCompletion<Value> = @MainActor @Sendable (Value?, (any Error)?) -> Void

/// Takes the error of an operation, if there was one, on the main actor.
public typealias AuthErrorCompletion = @MainActor @Sendable ((any Error)?) -> Void

/// Does something, and then calls the completion handler.
///
/// No one has the task: FirebaseAuth's handlers cannot be cancelled either.
func complete<Value: Sendable>(
    _ completion: AuthCompletion<Value>?,
    _ work: @escaping @Sendable () async throws -> Value
) {
    Task {
        do {
            let value = try await work()
            await completion?(value, nil)
        } catch {
            await completion?(nil, error)
        }
    }
}

/// Does something that brings nothing, and then calls the completion handler.
func complete(_ completion: AuthErrorCompletion?, _ work: @escaping @Sendable () async throws -> Void) {
    Task {
        do {
            try await work()
            await completion?(nil)
        } catch {
            await completion?(error)
        }
    }
}
