internal import HearthHTTP

/// `GET faults`: the failures that are to come, in the order in which they were asked for.
package enum ListFaults: Operation {
    package static let routes = [Route].emulator(.get, "faults", tenants: false)

    package struct Request: Message {
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = FaultList
}

/// `POST faults`: lets the next calls of an operation fail.
package enum AddFault: Operation {
    package static let routes = [Route].emulator(.post, "faults", tenants: false)

    package struct Request: Message {
        /// An operation by its name or by the end of one of its paths; `*` for whichever is called next.
        package var operation: String?
        /// How many calls fail; one if left out.
        package var count: Int?
        package var fault: FaultDescription?
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = FaultList
}

/// `DELETE faults`: forgets the failures that are to come.
package enum ClearFaults: Operation {
    package static let routes = [Route].emulator(.delete, "faults", tenants: false)

    package struct Request: Message {
        package var targetProjectId: String?

        package init() {}
    }

    package typealias Response = EmptyMessage
}

/// The failures of a project that are to come.
package struct FaultList: Message {
    package var faults: [Entry]?

    package init() {}

    /// A failure that waits for its calls.
    package struct Entry: Message, Hashable {
        package var operation: String?
        /// How many calls will still fail.
        package var count: Int?
        package var fault: FaultDescription?

        package init() {}
    }
}

/// How a call fails.
package struct FaultDescription: Message, Hashable {
    package var kind: FaultKind?
    /// The error's words, for `ERROR`.
    package var message: String?
    /// The HTTP status, for `STATUS`.
    package var status: Int?
    /// The seconds of the field `Retry-After`, for `STATUS`.
    package var retryAfterSeconds: Int?
    /// How long the answer takes, for `DELAY`.
    package var delayMilliseconds: Int?

    package init() {}
}

/// In which way a call fails.
package struct FaultKind: WireEnum {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let names = ["KIND_UNSPECIFIED", "OFFLINE", "DROP", "ERROR", "STATUS", "DELAY"]
    package static let offline = FaultKind(rawValue: "OFFLINE")
    package static let drop = FaultKind(rawValue: "DROP")
    package static let error = FaultKind(rawValue: "ERROR")
    package static let status = FaultKind(rawValue: "STATUS")
    package static let delay = FaultKind(rawValue: "DELAY")
}
