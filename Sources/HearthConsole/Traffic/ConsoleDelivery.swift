public import HearthCore
internal import HearthJSON

/// One attempt to deliver an event to a function, as the console's log keeps it.
public struct ConsoleDelivery: Sendable, Hashable {
    /// The event's number, the same for each attempt, by which ``ConsoleFunctions/delivery(_:)`` finds it.
    public var number: Int
    /// The function's name.
    public var function: String
    /// What kind of event it is.
    public var kind: String
    /// What the event happened to, for example `projects/demo/accounts/ada`.
    public var subject: String
    /// When the attempt began.
    public var start: UnixTime
    /// How long it took, in milliseconds.
    public var milliseconds: Int64
    /// How often the event was delivered to the function by then.
    public var attempts: Int
    /// What it came to: `done`, `retried`, `dropped` or `waiting`.
    public var state: String
    /// Why it failed; `nil` if it did not.
    public var reason: String?

    /// Describes an attempt that has ended.
    ///
    /// - Parameters:
    ///   - number: The event's number, the same for each attempt.
    ///   - function: The function's name.
    ///   - kind: What kind of event it is.
    ///   - subject: What the event happened to.
    ///   - start: When the attempt began.
    ///   - milliseconds: How long it took.
    ///   - attempts: How often the event was delivered to the function by then.
    ///   - state: What it came to: `done`, `retried`, `dropped` or `waiting`.
    ///   - reason: Why it failed; `nil` if it did not.
    public init(
        number: Int,
        function: String,
        kind: String,
        subject: String,
        start: UnixTime,
        milliseconds: Int64,
        attempts: Int,
        state: String,
        reason: String?
    ) {
        self.number = number
        self.function = function
        self.kind = kind
        self.subject = subject
        self.start = start
        self.milliseconds = milliseconds
        self.attempts = attempts
        self.state = state
        self.reason = reason
    }
}

extension ConsoleDelivery {
    /// The members of its line in the log.
    var json: JSONObject {
        var line: JSONObject = [
            "kind": "delivery", "delivery": .integer(Int64(number)), "function": .string(function),
            "event": .string(kind), "subject": .string(String(subject.prefix(500))), "state": .string(state),
            "attempts": .integer(Int64(attempts)),
        ]
        line["reason"] = reason.map { .string(String($0.prefix(500))) }
        return line
    }

    /// Its place among the flows: that of the account which the event is about.
    var step: FlowStep {
        let segments = subject.split(separator: "/")
        let account = segments.dropLast().last == "accounts" ? segments.last : nil
        return FlowStep(
            number: 0,
            operation: "Delivery",
            start: start,
            end: start + .milliseconds(milliseconds),
            isOpening: false,
            keys: account.map { ["user:\($0)"] } ?? []
        )
    }
}
