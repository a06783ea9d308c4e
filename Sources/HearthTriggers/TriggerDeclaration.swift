internal import HearthCore
public import HearthJSON

/// Which events a function wants, in a form that can be told to another process.
public struct TriggerDeclaration: Sendable, Hashable {
    /// The function's name.
    ///
    /// Events wait under it: keep it when the program is started anew.
    public let function: String
    /// The kinds of events, for example `google.cloud.firestore.document.v1.created`.
    public let kinds: Set<String>
    /// What the events happened to: a pattern for ``TriggerEvent/subject``.
    public let subjects: PathPattern
    /// How long an event is tried again after failures; `nil` to drop it after the first.
    public let retryFor: Duration?

    /// Declares a trigger.
    ///
    /// - Parameters:
    ///   - function: The function's name.
    ///   - kinds: The kinds of events.
    ///   - subjects: What the events happened to.
    ///   - retryFor: How long an event is tried again after failures. Defaults to not at all.
    public init(function: String, kinds: Set<String>, subjects: PathPattern, retryFor: Duration? = nil) {
        self.function = function
        self.kinds = kinds
        self.subjects = subjects
        self.retryFor = retryFor
    }

    /// Whether the function wants an event.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - subject: What it happened to.
    /// - Returns: Whether it does.
    public func wants(_ kind: String, _ subject: String) -> Bool {
        kinds.contains(kind) && subjects.match(subject) != nil
    }
}

extension TriggerDeclaration {
    /// The declaration as JSON.
    public var json: JSONObject {
        var object: JSONObject = [
            "function": .string(function), "kinds": .array(kinds.sorted().map(JSONValue.string)),
            "subjects": .string(subjects.text),
        ]
        object["retryMilliseconds"] = retryFor.map { .integer($0.wholeMilliseconds) }
        return object
    }

    /// Reads a declaration; `nil` if it is none.
    ///
    /// - Parameter json: The declaration as JSON.
    public init?(_ json: JSONObject) {
        guard let function = json["function"]?.string, let kinds = json["kinds"]?.array,
            let pattern = json["subjects"]?.string, let subjects = try? PathPattern(pattern)
        else { return nil }
        self.init(
            function: function,
            kinds: Set(kinds.compactMap(\.string)),
            subjects: subjects,
            retryFor: json["retryMilliseconds"]?.integer.map { .milliseconds($0) }
        )
    }
}

extension TriggerEvent {
    /// The event as JSON.
    public var json: JSONObject {
        [
            "id": .string(id), "kind": .string(kind), "subject": .string(subject),
            "time": .integer(time.milliseconds), "hops": .integer(Int64(hops)),
            "payload": (try? JSON.parse(payload)) ?? .null,
        ]
    }

    /// Reads an event; `nil` if it is none.
    ///
    /// - Parameter json: The event as JSON.
    public init?(_ json: JSONObject) {
        guard let id = json["id"]?.string, let kind = json["kind"]?.string, let subject = json["subject"]?.string,
            let time = json["time"]?.integer, let payload = json["payload"],
            // Far more than any event has before it is dropped.
            let hops = Int(exactly: json["hops"]?.integer ?? 0), (0...1_000_000).contains(hops)
        else { return nil }
        self.init(
            id: id,
            kind: kind,
            subject: subject,
            time: UnixTime(milliseconds: time),
            payload: JSON.serialize(payload),
            hops: hops
        )
    }
}
