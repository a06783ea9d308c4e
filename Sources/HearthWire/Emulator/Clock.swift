internal import HearthHTTP

/// `GET clock`: the moment that the emulator lives in.
package enum GetClock: Operation {
    package static let routes = [Route].emulator(.get, "clock", tenants: false)

    package struct Request: Message {
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = ClockState
}

/// `PATCH clock`: moves, stops or starts the clock of the whole process, whichever project is named.
package enum UpdateClock: Operation {
    package static let routes = [Route].emulator(.patch, "clock", tenants: false)

    package struct Request: Message {
        /// Whether the clock stands still; done before it is moved.
        package var frozen: Bool?
        /// The moment to go to, RFC 3339 text.
        package var now: String?
        /// How far to be ahead of the system's clock, in seconds.
        package var offset: Double?
        /// How far to move, in seconds; negative to go back.
        package var advanceSeconds: Double?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = ClockState
}

/// The moment that the emulator lives in.
package struct ClockState: Message, Hashable {
    /// RFC 3339 text.
    package var now: String?
    /// How far the clock is ahead of the system's, in seconds.
    package var offset: Double?
    /// Whether the clock stands still.
    package var frozen: Bool?

    package init() {}
}
