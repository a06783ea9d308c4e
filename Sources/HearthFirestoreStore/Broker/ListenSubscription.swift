internal import HearthFirestoreModel

/// A subscription to the commits of a database, which ends with its last reference.
package final class ListenSubscription: Sendable {
    private let broker: CommitBroker
    private let database: DatabaseName
    private let number: Int

    init(_ broker: CommitBroker, _ database: DatabaseName, _ wake: @escaping @Sendable () -> Void) {
        self.broker = broker
        self.database = database
        number = broker.subscribe(to: database, wake)
    }

    deinit {
        broker.unsubscribe(number, from: database)
    }

    /// Says what is wanted from now on; it holds for every commit that is acknowledged after this call.
    package func want(_ interest: ListenInterest) {
        broker.change(number, of: database, to: interest)
    }
}
