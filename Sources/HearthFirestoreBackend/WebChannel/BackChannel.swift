internal import HearthHTTP

/// Writes the answer of a back channel: arrays as they come, until its time is over.
struct BackChannel: Sendable {
    let session: WebChannelSession
    let wish: ChannelRequest.BackChannel
    let sleep: @Sendable (Duration) async throws -> Void

    /// How long a channel is silent before a sign of life, and how many of them there are: buffering proxies and stuck
    /// sockets are found when the last one ends the answer.
    private static let silence = Duration.seconds(30)
    private static let signs = 2
    /// After so many bytes the answer ends: only the next request acknowledges them.
    private static let fullAnswer = 4 << 20
    private static let noop = Array("[\"noop\"]".utf8)
    private static let stop = Array("[\"stop\"]".utf8)

    /// Writes until the answer is complete.
    ///
    /// - Throws: `CancellationError` if the reader is gone.
    func write(to writer: any HTTPBodyWriter) async throws {
        let channel = session.open(acknowledging: wish.acknowledged)
        defer { session.close(channel) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await keepTime(of: channel) }
            defer { group.cancelAll() }
            try await deliver(channel, writer)
        }
    }

    private func keepTime(of channel: Int) async throws {
        let wait = wish.isLongPoll ? min(wish.timeout ?? Self.silence, Self.silence) : Self.silence
        for _ in 0..<Self.signs {
            // Its end is the end of the answer.
            guard (try? await sleep(wait)) != nil else { return }
            session.noteSilence(on: channel)
        }
    }

    private func deliver(_ channel: Int, _ writer: any HTTPBodyWriter) async throws {
        var sent = wish.acknowledged
        var written = 0
        var signs = 0
        var isLeaving = false
        while true {
            // A streaming client takes the first bytes for the proof that no proxy holds them back.
            let waits = wish.isLongPoll || written > 0
            switch await session.next(on: channel, behind: sent, waits: waits) {
            case .frames(let frames, let last):
                for frame in frames {
                    try await writer.write(frame)
                    written += frame.count
                }
                sent = last
                let isComplete = wish.isLongPoll || written > Self.fullAnswer || signs >= Self.signs
                if isComplete, !isLeaving { return }
            case nil: try await session.send(Self.noop)
            case .silence:
                signs = wish.isLongPoll ? Self.signs : signs + 1
                try await session.send(Self.noop)
            case .cancelled:
                // Either the reader is gone, then writing throws, or the server shuts down.
                if isLeaving { session.finish(Self.stop) } else { try await session.send(Self.noop) }
                isLeaving = true
            case .superseded, .finished, .terminated: return
            }
        }
    }
}
