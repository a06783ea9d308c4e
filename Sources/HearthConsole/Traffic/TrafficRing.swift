internal import HearthBackend
internal import HearthCore
internal import HearthHTTP

/// What was noted and not read yet: a ring whose oldest notes make room for new ones.
///
/// A note is a copy of what came and went. Nothing is read of it before a page looks.
struct TrafficRing: Sendable {
    /// Something that happened, as it was noted.
    enum Note: Sendable {
        case exchange(PackedExchange, start: UnixTime, took: Duration, isFromConsole: Bool)
        case mail(CodeMail, at: UnixTime)
        case text(CodeText, at: UnixTime)
        case delivery(ConsoleDelivery)
    }

    private var slots: [Note?] = []
    /// The place of the oldest note.
    private var first = 0
    private(set) var count = 0
    private var bytes = 0
    /// How many notes made room since they were last asked for.
    private var dropped = 0
    /// The memory of the note that made room last.
    private var spare: [UInt8] = []
    private let limit: Int
    private let byteLimit: Int

    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    /// Adds a note as the newest.
    mutating func append(_ note: Note) {
        bytes += note.size
        while count == limit || bytes > byteLimit && count > 0 {
            if case .exchange(let exchange, _, _, _)? = removeFirst() { spare = exchange.memory }
            dropped += 1
        }
        // The places are made as they are needed, and are never given back.
        if count == slots.count {
            if first > 0 {
                slots = Array(slots[first...] + slots[..<first])
                first = 0
            }
            slots.append(note)
        } else {
            slots[(first + count) % slots.count] = note
        }
        count += 1
    }

    /// Memory for the next note: that of one that made room, so that a full ring asks the system for none.
    mutating func takeSpare() -> [UInt8] {
        defer { spare = [] }
        return spare
    }

    /// The newest notes, and how many before them were noted since they were last asked for.
    func newest(_ number: Int) -> (notes: [Note], dropped: Int) {
        let shown = min(number, count)
        let notes = (count - shown..<count).compactMap { slots[(first + $0) % slots.count] }
        return (notes, dropped + count - shown)
    }

    /// Takes the oldest notes, and how many before them are gone.
    mutating func take(_ number: Int) -> (notes: [Note], dropped: Int) {
        defer { dropped = 0 }
        return ((0..<min(number, count)).compactMap { _ in removeFirst() }, dropped)
    }

    /// Takes everything, in a time that does not grow with it: what the notes hold is given back by the ring that is returned.
    mutating func takeAll() -> TrafficRing {
        defer { self = TrafficRing(limit: limit, byteLimit: byteLimit) }
        return self
    }

    private mutating func removeFirst() -> Note? {
        let note = slots[first]
        slots[first] = nil
        first = (first + 1) % slots.count
        count -= 1
        bytes -= note?.size ?? 0
        return note
    }
}

extension TrafficRing.Note {
    /// The bytes that the note holds on to, roughly.
    var size: Int {
        switch self {
        case .exchange(let exchange, _, _, _): exchange.size
        case .mail, .text, .delivery: TrafficEntry.overhead
        }
    }
}
