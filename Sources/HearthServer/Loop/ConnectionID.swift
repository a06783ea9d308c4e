/// A place in the table of a loop, and which of its successive tenants is meant.
package struct ConnectionID: Sendable, Hashable {
    let slot: UInt32
    let generation: UInt32

    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    /// The number by which the poller reports the connection; the largest numbers are left to other tokens.
    var token: UInt64 { UInt64(generation) << 32 | UInt64(slot) }

    init(token: UInt64) {
        self.init(slot: UInt32(truncatingIfNeeded: token), generation: UInt32(truncatingIfNeeded: token >> 32))
    }
}

/// One request of a connection: what comes late for it must not reach the next one.
struct ExchangeID: Sendable, Hashable {
    let connection: ConnectionID
    let number: UInt64
}
