#if canImport(Combine)
public import Combine
public import HearthFlows

@MainActor
extension ManagerStates {
    /// The same states for code that lives by Combine: `manager.states.publisher`.
    ///
    /// It follows for as long as it has a subscriber.
    public var publisher: AnyPublisher<ManagerState, Never> {
        Deferred {
            let subject = PassthroughSubject<ManagerState, Never>()
            let following = Task {
                for await state in self { subject.send(state) }
                subject.send(completion: .finished)
            }
            return subject.handleEvents(receiveCancel: { following.cancel() })
        }
        .eraseToAnyPublisher()
    }
}
#endif
