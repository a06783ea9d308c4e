extension EventLoop {
    /// Stops accepting, closes what is idle, and lets the rest end until a deadline.
    ///
    /// - Parameter duration: How long requests in flight may take.
    func drain(within duration: Duration) {
        acceptor = nil
        isDraining = true
        drainDeadline = min(drainDeadline, now &+ duration.deadline)
        streamDeadline = min(streamDeadline, now &+ duration.deadline / 2)
        for connection in connections.all {
            if connection.phase == .driven {
                connection.driver?.drain(connection, on: self)
            } else if connection.isIdle {
                connection.close(on: self)
            }
        }
        noteDeparture()
    }

    /// Has streams come to an end when half of the time is over, and cuts what is left when all of it is.
    func enforceDrain() {
        if now >= streamDeadline {
            streamDeadline = .max
            for connection in connections.all {
                if connection.phase == .streaming { connection.task?.cancel() }
                connection.driver?.cancelStreams(on: self)
            }
        }
        if now >= drainDeadline {
            for connection in connections.all { connection.close(on: self, reset: true) }
        }
    }

    /// Waits until a drain has left no connection.
    func drained() async {
        await withCheckedContinuation { waiter in
            // Asked here and not before: on the way into a continuation a task may be queued behind the drain.
            if isDraining && connections.count == 0 { waiter.resume() } else { drainWaiters.append(waiter) }
        }
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
