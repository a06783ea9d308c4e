extension EventLoop {
    /// Stops accepting, closes what is idle, and lets the rest end until a deadline.
    ///
    /// - Parameter duration: How long requests in flight may take.
    func drain(within duration: Duration) {
        acceptor = nil
        isDraining = true
        drainDeadline = min(drainDeadline, now &+ duration.deadline)
        for connection in connections.all where connection.isIdle { connection.close(on: self) }
        noteDeparture()
    }

    /// Waits until a drain has left no connection.
    func drained() async {
        if isDraining && connections.count == 0 { return }
        await withCheckedContinuation { drainWaiters.append($0) }
    }

    /// Forgets a connection that has closed.
    func remove(_ id: ConnectionID) {
        connections.remove(id)
        service.leave()
        noteDeparture()
    }

    private func noteDeparture() {
        guard isDraining, connections.count == 0 else { return }
        for waiter in drainWaiters { waiter.resume() }
        drainWaiters = []
    }
}
