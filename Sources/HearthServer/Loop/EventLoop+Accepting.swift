extension EventLoop {
    /// Starts accepting on behalf of all loops.
    func listen(_ listener: Listener, for loops: [EventLoop]) {
        guard !isDraining else { return }
        acceptor = Acceptor(listener: listener, loops: loops)
        _ = poller.watch(listener, token: Acceptor.token)
    }

    /// Takes those who wait; the poller reports again if some are left.
    func accept() {
        for _ in 0..<256 {
            guard let listener = acceptor?.listener else { return }
            switch listener.accept() {
            case .connection(let socket, let peer): assign(socket, peer)
            case .noClient: continue
            case .wouldBlock: return
            case .exhausted:
                pauseAccepting()
                return
            }
        }
    }

    /// Goes on accepting if the pause is over.
    func resumeAccepting() {
        guard let acceptor, let resumption = acceptor.resumption, now >= resumption else { return }
        self.acceptor?.resumption = nil
        poller.setPaused(false, acceptor.listener, token: Acceptor.token)
    }

    private func pauseAccepting() {
        guard let acceptor else { return }
        self.acceptor?.resumption = now + Acceptor.pause
        poller.setPaused(true, acceptor.listener, token: Acceptor.token)
    }

    private func assign(_ socket: Socket, _ peer: String) {
        let open = service.enter()
        let limit = service.limits.connections
        // Some of those above the limit are told so; if even they are many, the kindest answer is a short one.
        if open > limit + 64 {
            socket.close(reset: true)
            service.leave()
            return
        }
        let isWelcome = open <= limit
        guard let loop = acceptor?.nextLoop(), loop !== self else {
            admit(socket, peer, isWelcome: isWelcome)
            return
        }
        loop.executor.post { $0.admit(socket, peer, isWelcome: isWelcome) }
    }

    private func admit(_ socket: Socket, _ peer: String, isWelcome: Bool) {
        let connection = connections.insert { id in
            Connection(id, socket, peer: peer, service: service, now: now)
        }
        guard poller.watch(socket, token: connection.id.token), !isDraining else {
            connection.close(on: self, reset: true)
            return
        }
        if !isWelcome { connection.refuse(.overloaded, on: self) }
    }
}
