/// The connections of one loop, found by their identifiers.
struct ConnectionTable {
    private var slots: [Connection?] = []
    private var generations: [UInt32] = []
    private var free: [UInt32] = []
    /// How many connections there are.
    private(set) var count = 0

    /// Every connection.
    var all: some Sequence<Connection> { slots.lazy.compactMap { $0 } }

    /// The connection with an identifier, if it still exists.
    subscript(id: ConnectionID) -> Connection? {
        let slot = Int(id.slot)
        guard slot < slots.count, generations[slot] == id.generation else { return nil }
        return slots[slot]
    }

    /// Makes a connection for the next identifier and keeps it.
    mutating func insert(_ make: (ConnectionID) -> Connection) -> Connection {
        let slot = free.popLast() ?? UInt32(truncatingIfNeeded: slots.count)
        if Int(slot) == slots.count {
            slots.append(nil)
            generations.append(0)
        }
        let connection = make(ConnectionID(slot: slot, generation: generations[Int(slot)]))
        slots[Int(slot)] = connection
        count += 1
        return connection
    }

    /// Forgets a connection; its identifier will never be valid again.
    mutating func remove(_ id: ConnectionID) {
        guard self[id] != nil else { return }
        slots[Int(id.slot)] = nil
        generations[Int(id.slot)] &+= 1
        free.append(id.slot)
        count -= 1
    }
}
