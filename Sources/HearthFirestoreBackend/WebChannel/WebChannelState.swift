internal import HearthFirestoreWire

/// What a web channel's session knows, and the tasks that wait for it.
struct WebChannelState: Sendable {
    /// How many bytes are kept for a client that does not acknowledge them.
    static let keptLimit = 8 << 20
    /// After how many looks without a client its stream pauses.
    static let pausedAfter = 3

    struct Kept: Sendable {
        let number: Int
        let frame: [UInt8]
    }

    enum End: Sendable {
        /// The last array is queued.
        case finished
        case terminated
    }

    // From the client.
    var nextMap = 0
    var early: [Int: [UInt8]] = [:]
    var maps: [[UInt8]] = []
    var mapBytes = 0
    var mapReader: CheckedContinuation<[UInt8]?, Never>?
    // To the client.
    var kept: [Kept] = []
    var keptBytes = 0
    var lastArray = 0
    var lastSent = 0
    var room: CheckedContinuation<Void, Never>?
    // The back channel.
    var channel = 0
    var isOpen = false
    var isSilent = false
    var channelReader: CheckedContinuation<Void, Never>?
    var end: End?
    /// How many times in a row the watch found the session without a back channel and without a request.
    var idleChecks = 0

    /// A client that does not take what is kept for it, or is not there, is written no more.
    var isPaused: Bool { keptBytes > Self.keptLimit || idleChecks >= Self.pausedAfter }

    /// The sender that waits for room, if there is room now.
    mutating func takeSender() -> CheckedContinuation<Void, Never>? {
        if isPaused, end == nil { return nil }
        defer { room = nil }
        return room
    }

    mutating func takeMap() -> [UInt8] {
        let map = maps.removeFirst()
        mapBytes -= map.count
        return map
    }

    mutating func append(_ json: [UInt8]) {
        lastArray += 1
        let frame = WebChannelFrames.frame(Array("[[\(lastArray),".utf8) + json + Array("]]".utf8))
        kept.append(Kept(number: lastArray, frame: frame))
        keptBytes += frame.count
    }

    mutating func acknowledge(_ number: Int) {
        let count = kept.prefix { $0.number <= number }.count
        for array in kept[..<count] { keptBytes -= array.frame.count }
        kept.removeFirst(count)
    }

    mutating func delivery(on channel: Int, behind sent: Int) -> WebChannelSession.Delivery? {
        if end == .terminated { return .terminated }
        if self.channel != channel { return .superseded }
        // Numbers follow each other without a gap.
        let queued = kept.first.map { kept.dropFirst(max(0, sent + 1 - $0.number)) } ?? []
        if let last = queued.last {
            lastSent = max(lastSent, last.number)
            return .frames(queued.map(\.frame), last: last.number)
        }
        if end == .finished { return .finished }
        guard isSilent else { return nil }
        isSilent = false
        return .silence
    }

    func hasDelivery(on channel: Int, behind sent: Int) -> Bool {
        end != nil || self.channel != channel || isSilent || kept.last.map { $0.number > sent } ?? false
    }

    mutating func takeWaiters() -> Waiters {
        var waiters = Waiters()
        waiters.mapReader = mapReader
        waiters.others = [room, channelReader].compactMap(\.self)
        (mapReader, room, channelReader) = (nil, nil, nil)
        return waiters
    }

    /// Everything that waits for the session.
    struct Waiters: Sendable {
        var mapReader: CheckedContinuation<[UInt8]?, Never>?
        var others: [CheckedContinuation<Void, Never>] = []

        func resume() {
            mapReader?.resume(returning: nil)
            for waiter in others { waiter.resume() }
        }
    }
}
