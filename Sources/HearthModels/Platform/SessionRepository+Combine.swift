#if canImport(Combine)
public import Combine

@MainActor
extension SessionRepository {
    /// What is known of the session, from now on, for code that lives by Combine.
    public var statusPublisher: AnyPublisher<SessionStatus, Never> { Self.publisher { statuses } }

    /// What waits for the user, from now on, for code that lives by Combine.
    public var pendingPublisher: AnyPublisher<PendingSteps, Never> { Self.publisher { pendings } }

    /// A publisher that follows for as long as somebody subscribes.
    private static func publisher<Value: Sendable>(
        _ values: @escaping @Sendable () -> AsyncStream<Value>
    ) -> AnyPublisher<Value, Never> {
        Deferred {
            let subject = PassthroughSubject<Value, Never>()
            let following = Task {
                for await value in values() { subject.send(value) }
                subject.send(completion: .finished)
            }
            return subject.handleEvents(receiveCancel: { following.cancel() })
        }
        .eraseToAnyPublisher()
    }
}
#endif
