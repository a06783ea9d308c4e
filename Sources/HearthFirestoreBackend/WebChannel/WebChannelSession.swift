internal import HearthCore
internal import HearthFirestoreModel
internal import HearthFirestoreWire

/// One web channel: maps of a client that are applied by their numbers, and arrays for it that are kept until it has
/// acknowledged them.
///
/// The stream behind it reads maps and writes arrays as if there were one connection; requests of HTTP come and go.
final class WebChannelSession: Sendable {
    /// What the next piece of a back channel is.
    enum Delivery: Sendable, Equatable {
        /// Arrays in frames, and the number of the last one.
        case frames([[UInt8]], last: Int)
        /// Nothing was sent for a while.
        case silence
        /// A newer back channel has taken over.
        case superseded
        /// Everything was sent, and nothing follows.
        case finished
        /// The session is over at once.
        case terminated
        /// The task that asks was cancelled.
        case cancelled
    }

    let id: String
    private let state = Locked(WebChannelState())
    private let work = Locked<Task<Void, Never>?>(nil)

    /// How many bytes of maps wait for the stream.
    private static let mapLimit = 32 << 20
    /// How many maps wait for the stream.
    private static let waitingLimit = 10_000
    /// How many maps wait for one that was lost.
    private static let earlyLimit = 1000
    /// How often the session is looked at, and after how many looks without a client it is over.
    static let watchInterval = Duration.seconds(30)
    private static let overAfter = 10

    init(id: String) {
        self.id = id
    }

    /// Starts what runs as long as the session; it is cancelled by ``terminate()``.
    func start(_ body: @escaping @Sendable () async -> Void) {
        work.withLock { $0 = Task { await body() } }
        // It may have been terminated before the task was there.
        if isOver { work.withLock { $0 }?.cancel() }
    }

    var isOver: Bool { state.withLock { $0.end == .terminated } }

    // MARK: Maps

    /// Takes maps of a request; those that were taken before are passed over, and one behind a gap waits.
    ///
    /// - Returns: Whether there was room.
    func receive(_ maps: [(number: Int, json: [UInt8])]) -> Bool {
        let (reader, map, isAccepted) = state.withLock {
            state -> (CheckedContinuation<[UInt8]?, Never>?, [UInt8]?, Bool) in
            state.idleChecks = 0
            guard state.end == nil else { return (nil, nil, true) }
            for (number, json) in maps where number >= state.nextMap && state.early[number] == nil {
                state.early[number] = json
                state.mapBytes += json.count
            }
            while let json = state.early.removeValue(forKey: state.nextMap) {
                state.maps.append(json)
                state.nextMap += 1
            }
            guard state.mapBytes <= Self.mapLimit, state.maps.count <= Self.waitingLimit,
                state.early.count <= Self.earlyLimit
            else { return (nil, nil, false) }
            guard let reader = state.mapReader, !state.maps.isEmpty else { return (nil, nil, true) }
            state.mapReader = nil
            return (reader, state.takeMap(), true)
        }
        reader?.resume(returning: map)
        return isAccepted
    }

    /// The next map, for one reader; `nil` when the session is over or the task is cancelled.
    func nextMap() async -> [UInt8]? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready = state.withLock { state -> [UInt8]?? in
                    if !state.maps.isEmpty { return .some(state.takeMap()) }
                    if state.end != nil || Task.isCancelled { return .some(nil) }
                    state.mapReader = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            takeMapReader()?.resume(returning: nil)
        }
    }

    private func takeMapReader() -> CheckedContinuation<[UInt8]?, Never>? {
        state.withLock { state in
            defer { state.mapReader = nil }
            return state.mapReader
        }
    }

    // MARK: Arrays

    /// Queues an array for the client, and waits while too much is queued.
    ///
    /// - Throws: `CancellationError` if the session is over or the task is cancelled.
    func send(_ json: [UInt8]) async throws {
        while true {
            let isQueued = state.withLock { state in
                guard !state.isPaused, state.end == nil else { return false }
                state.append(json)
                return true
            }
            if isQueued { break }
            try Task.checkCancellation()
            guard state.withLock({ $0.end == nil }) else { throw CancellationError() }
            await untilRoom()
        }
        wakeChannel()
    }

    /// Queues the last array.
    func finish(_ json: [UInt8]) {
        let waiters = state.withLock { state -> WebChannelState.Waiters in
            guard state.end == nil else { return WebChannelState.Waiters() }
            state.append(json)
            state.end = .finished
            return state.takeWaiters()
        }
        waiters.resume()
    }

    private func untilRoom() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if !state.isPaused || state.end != nil || Task.isCancelled { return true }
                    state.room = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                defer { state.room = nil }
                return state.room
            }
            waiter?.resume()
        }
    }

    /// What a POST is answered: whether a back channel is open, the last array that was sent, and how many bytes are
    /// not acknowledged.
    func status() -> (hasBackChannel: Bool, lastSent: Int, outstanding: Int) {
        state.withLock { ($0.isOpen, $0.lastSent, $0.keptBytes) }
    }

    /// Forgets the arrays that the client has.
    func acknowledge(_ number: Int) {
        let room = state.withLock { state in
            state.acknowledge(number)
            return state.takeSender()
        }
        room?.resume()
    }

    // MARK: The back channel

    /// Makes a new back channel the one that is served; an older one is told so.
    func open(acknowledging number: Int) -> Int {
        let (channel, old, room) = state.withLock { state in
            state.channel += 1
            state.isOpen = true
            state.isSilent = false
            state.idleChecks = 0
            state.acknowledge(number)
            defer { state.channelReader = nil }
            return (state.channel, state.channelReader, state.takeSender())
        }
        old?.resume()
        room?.resume()
        return channel
    }

    func close(_ channel: Int) {
        state.withLock { if $0.channel == channel { $0.isOpen = false } }
    }

    /// Wakes the back channel, because nothing was sent for a while.
    func noteSilence(on channel: Int) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.channel == channel else { return nil }
            state.isSilent = true
            defer { state.channelReader = nil }
            return state.channelReader
        }
        reader?.resume()
    }

    /// Waits for what comes next on a back channel behind the array that was sent last.
    func next(on channel: Int, behind sent: Int, waits: Bool) async -> Delivery? {
        while true {
            if let delivery = state.withLock({ $0.delivery(on: channel, behind: sent) }) { return delivery }
            if Task.isCancelled { return .cancelled }
            guard waits else { return nil }
            await untilAwake(on: channel, behind: sent)
        }
    }

    private func untilAwake(on channel: Int, behind sent: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if Task.isCancelled || state.hasDelivery(on: channel, behind: sent) { return true }
                    state.channelReader = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            wakeChannel(channel)
        }
    }

    private func wakeChannel(_ channel: Int? = nil) {
        let reader = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if let channel, channel != state.channel { return nil }
            defer { state.channelReader = nil }
            return state.channelReader
        }
        reader?.resume()
    }

    // MARK: The end

    /// Looks whether the client is still there, once every ``watchInterval``.
    ///
    /// - Returns: Whether the session goes on.
    func watch() -> Bool {
        state.withLock { state in
            if state.end == .terminated { return false }
            state.idleChecks = state.isOpen ? 0 : state.idleChecks + 1
            return state.idleChecks < Self.overAfter
        }
    }

    /// Ends the session at once: its stream is cancelled and its back channel ends.
    func terminate() {
        let waiters = state.withLock { state in
            state.end = .terminated
            state.kept = []
            state.keptBytes = 0
            state.maps = []
            state.early = [:]
            return state.takeWaiters()
        }
        waiters.resume()
        work.withLock { $0 }?.cancel()
    }
}
