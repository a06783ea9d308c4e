/// Keeps a body as it arrives: no larger than it may become, and charged to the server's budget before it grows.
package struct BodyBuffer: Sendable {
    /// What has arrived and was not taken.
    package private(set) var bytes: [UInt8] = []
    /// How much has arrived in all.
    package private(set) var received = 0
    /// What the body takes from the budget; the handler of the body keeps it until it is done.
    package private(set) var share: MemoryShare?
    private let maximum: Int
    /// How large the body will become, as far as is known.
    private let expected: Int
    private let budget: MemoryBudget?
    private var charged = 0

    /// Creates an empty buffer.
    ///
    /// - Parameters:
    ///   - maximum: How large the body may become.
    ///   - expected: The announced length, if there is one. It is a claim: memory follows the bytes.
    ///   - budget: What pays for the memory.
    package init(maximum: Int, expected: Int? = nil, budget: MemoryBudget?) {
        self.maximum = maximum
        self.expected = expected ?? maximum
        self.budget = budget
    }

    /// How much more may arrive.
    package var room: Int { maximum - received }

    /// Keeps what has arrived.
    ///
    /// - Throws: ``RequestRefusal`` if the body becomes too large, for itself or for the server.
    package mutating func append(_ piece: Span<UInt8>) throws(RequestRefusal) {
        guard piece.count <= room else { throw .bodyTooLarge }
        try reserve(bytes.count + piece.count)
        bytes.append(piece)
        received += piece.count
    }

    /// Hands over what has arrived, and no longer keeps it.
    package mutating func take() -> [UInt8] {
        defer {
            bytes = []
            charged = 0
            _ = share?.resize(to: 0)
        }
        return bytes
    }

    private mutating func reserve(_ needed: Int) throws(RequestRefusal) {
        guard needed > charged else { return }
        // Twice as much each time, so that the whole is copied once on average; no more than will come.
        let size = max(needed, min(max(charged * 2, Self.least), expected))
        if let budget {
            let share = share ?? MemoryShare(of: budget)
            self.share = share
            guard share.resize(to: size) else { throw .memoryExhausted }
        }
        bytes.reserveCapacity(size)
        charged = size
    }

    private static let least = 4096
}
