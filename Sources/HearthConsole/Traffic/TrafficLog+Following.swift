internal import HearthCore
internal import HearthJSON

/// A piece of the live stream, made once for all who follow and have seen everything before it.
struct LiveFrame: Sendable {
    /// The number of the entry before it.
    let after: Int
    /// The number of its last entry.
    let last: Int
    /// Its events, as they go over the wire.
    let bytes: [UInt8]
}

/// What pages that follow cost is bounded by what they can show: in a crowd they get a few frames a second, each with a
/// few lines and the number of those that are left out.
extension TrafficLog {
    /// The most lines of a frame.
    static let frameLimit = 25
    /// The time between two frames.
    static let framePause = Duration.milliseconds(100)
    /// How often longer than making a full frame took, the log waits at least before the next one.
    static let pauseFactor = 40
    /// How many notes may wait for their frames; of more than that the newest are shown, and the others are counted.
    static let backlogLimit = 1000
    /// The most entries of a piece that a page gets which is behind.
    private static let pieceLimit = 200

    /// Makes frames while there is anything new and a page follows.
    func followUp() async {
        let clock = ContinuousClock()
        waiting.withLock { $0.isAwake = true }
        while true {
            let start = clock.now
            let count = readFrame()
            let hasNews = publish()
            if !hasNews, canSleep() { return }
            let least = count == Self.frameLimit ? min((clock.now - start) * Self.pauseFactor, .seconds(1)) : .zero
            await pause(max(Self.framePause, least))
        }
    }

    /// Reads the notes of one frame.
    ///
    /// - Returns: How many there were.
    private func readFrame() -> Int {
        read { waiting in
            var crowd: TrafficRing?
            let few = waiting.withLock { waiting -> (notes: [TrafficRing.Note], dropped: Int) in
                guard waiting.ring.count > Self.backlogLimit else { return waiting.ring.take(Self.frameLimit) }
                crowd = waiting.ring.takeAll()
                return ([], 0)
            }
            // What a crowd's notes hold is given back here, where no request waits for the lock.
            return crowd?.newest(Self.frameLimit) ?? few
        }
    }

    /// Wakes the followers for what was read since the last frame.
    ///
    /// - Returns: Whether there was anything.
    private func publish() -> Bool {
        let (shown, last) = state.withLock { ($0.frame.last, $0.last) }
        guard let frame = piece(after: max(shown, last - Self.pieceLimit)) else { return false }
        let followers = state.withLock { state in
            state.frame = frame
            return Array(state.followers.values)
        }
        for follower in followers { follower.yield() }
        return true
    }

    /// Whether nothing is left to read, so that the next note wakes the task again.
    private func canSleep() -> Bool {
        waiting.withLock { waiting in
            guard waiting.ring.count == 0 || !waiting.isWatched else { return false }
            waiting.isAwake = false
            return true
        }
    }

    /// What comes after an entry; `nil` if nothing does.
    func frame(after number: Int) -> LiveFrame? {
        let shared = state.withLock { $0.frame }
        return shared.after == number && shared.last > number ? shared : piece(after: number)
    }

    private func piece(after number: Int) -> LiveFrame? {
        let page = page(after: number, limit: Self.pieceLimit)
        guard let last = page.lines.last?.number else { return nil }
        var bytes = page.hasGap ? Array("event: gap\ndata: {}\n\n".utf8) : []
        for (number, line, flow) in page.lines {
            var data = JSONObject()
            data["entry"] = line
            data["flow"] = flow
            bytes += "id: \(run).\(number)\nevent: log\ndata: ".utf8
            bytes += JSON.serialize(.object(data))
            bytes += "\n\n".utf8
        }
        return LiveFrame(after: number, last: last, bytes: bytes)
    }

    /// Begins to follow; `nil` if too many do.
    ///
    /// - Returns: A wake-up for each frame, one at most being kept for a slow reader, and the follower's number.
    func join() -> (wakes: AsyncStream<Void>, follower: Int)? {
        let (wakes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let follower = state.withLock { state -> Int? in
            guard state.followers.count < Self.followerLimit, !state.isClosed else { return nil }
            state.nextFollower += 1
            state.followers[state.nextFollower] = continuation
            return state.nextFollower
        }
        guard let follower else { return nil }
        waiting.withLock { $0.isWatched = true }
        return (wakes, follower)
    }

    /// Ends following.
    func leave(_ follower: Int) {
        let (continuation, isWatched) = state.withLock { state in
            (state.followers.removeValue(forKey: follower), !state.followers.isEmpty)
        }
        continuation?.finish()
        waiting.withLock { $0.isWatched = isWatched }
    }

    /// Ends every stream.
    func close() {
        let followers = state.withLock { state in
            state.isClosed = true
            defer { state.followers = [:] }
            return Array(state.followers.values)
        }
        for follower in followers { follower.finish() }
    }
}
