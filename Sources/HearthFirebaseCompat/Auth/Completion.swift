/// Takes what an operation brought, or its error, on the main actor; exactly one of the two is there.
public typealias AuthCompletion<Value> = (Value?, (any Error)?) -> Void

/// Takes the error of an operation, if there was one, on the main actor.
public typealias AuthErrorCompletion = ((any Error)?) -> Void

/// Does something, and then calls the completion handler.
///
/// No one has the task: FirebaseAuth's handlers cannot be cancelled either.
func complete<Value: Sendable>(
    _ completion: AuthCompletion<Value>?,
    _ work: @escaping @Sendable () async throws -> Value
) {
    let handler = completion.map { completion in
        MainActorHandler<Result<Value, any Error>> { result in
            switch result {
            case .success(let value): completion(value, nil)
            case .failure(let error): completion(nil, error)
            }
        }
    }
    Task {
        do {
            let value = try await work()
            await handler?(.success(value))
        } catch {
            await handler?(.failure(error))
        }
    }
}

/// Does something that brings nothing, and then calls the completion handler.
func complete(_ completion: AuthErrorCompletion?, _ work: @escaping @Sendable () async throws -> Void) {
    let handler = completion.map { MainActorHandler<(any Error)?>($0) }
    Task {
        do {
            try await work()
            await handler?(nil)
        } catch {
            await handler?(error)
        }
    }
}
