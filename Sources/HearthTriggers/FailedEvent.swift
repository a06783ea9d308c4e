public import HearthCore
internal import HearthDatabase
public import HearthJSON

/// An event that was given up: its function failed with it, and is not to be tried again.
public struct FailedEvent: Sendable, Hashable {
    /// Which of them.
    public struct Choice: Sendable, Hashable {
        /// The function.
        public let function: String
        /// The event; `nil` for all of the function.
        public let id: String?

        /// Chooses events.
        ///
        /// - Parameters:
        ///   - function: The function.
        ///   - id: The event. Defaults to all of the function.
        public init(function: String, id: String? = nil) {
            self.function = function
            self.id = id
        }
    }

    /// The longest text of a reason, in characters.
    package static let maximumReason = 1_000

    /// The function.
    public let function: String
    /// The event.
    public let event: TriggerEvent
    /// How often the function got it.
    public let attempts: Int
    /// When it was given up.
    public let time: UnixTime
    /// How the function failed the last time, at most 1,000 characters.
    public let reason: String

    /// The event as JSON, for tools: the payload as it is.
    public var json: JSONObject {
        [
            "function": .string(function), "event": .object(event.json), "attempts": .integer(Int64(attempts)),
            "failed": .integer(time.milliseconds), "reason": .string(reason),
        ]
    }
}

extension TriggerOutbox {
    /// The events that were given up, the newest first.
    ///
    /// Of each function the newest 1,000 are kept.
    ///
    /// - Parameters:
    ///   - function: The function. Defaults to all of them, also those that this program does not have.
    ///   - limit: The largest number of events. Defaults to 100.
    /// - Returns: The events.
    /// - Throws: `DatabaseError`.
    public func failures(of function: String? = nil, limit: Int = 100) async throws -> [FailedEvent] {
        guard let database else { return [] }
        return try await database.read { db in try FailureTable.list(of: function, limit: limit, db) }
    }

    /// Delivers events once more that were given up.
    ///
    /// They come after the events that wait already, also those of the same subject. One that fails again after the
    /// function's time for retries is given up again.
    ///
    /// - Parameter chosen: Which of them.
    /// - Returns: How many there were.
    /// - Throws: `DatabaseError`.
    public func retry(_ chosen: FailedEvent.Choice) async throws -> Int {
        guard let database else { return 0 }
        let now = now()
        let count = try await database.write { db in
            try FailureTable.retry(chosen, at: now, db)
            return try FailureTable.remove(chosen, db)
        }
        wake()
        return count
    }

    /// Forgets events that were given up.
    ///
    /// - Parameter chosen: Which of them.
    /// - Returns: How many there were.
    /// - Throws: `DatabaseError`.
    public func forget(_ chosen: FailedEvent.Choice) async throws -> Int {
        guard let database else { return 0 }
        return try await database.write { db in try FailureTable.remove(chosen, db) }
    }
}
