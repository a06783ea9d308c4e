/// Takes new connections and deals them out to the loops in turn.
struct Acceptor {
    /// The number by which the poller reports the listener.
    static let token = UInt64.max - 1
    /// How long accepting rests when descriptors have run out: long enough for some to come back.
    static let pause: UInt64 = 200

    let listener: Listener
    let loops: [EventLoop]
    private var next = 0
    /// When accepting goes on, in monotonic milliseconds.
    var resumption: UInt64?

    init(listener: Listener, loops: [EventLoop]) {
        self.listener = listener
        self.loops = loops
    }

    var isPaused: Bool { resumption != nil }

    /// The loop whose turn it is.
    mutating func nextLoop() -> EventLoop {
        defer { next = (next + 1) % loops.count }
        return loops[next]
    }
}
