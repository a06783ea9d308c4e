internal import HearthCore
public import HearthJSON

/// What a functions host wants to be told and asked by the servers beside it.
public struct FunctionsManifest: Sendable, Hashable {
    /// The functions that act on events.
    public var triggers: [TriggerDeclaration]
    /// The paths of the functions that the identity service asks, by the moment: `beforeCreate`, `beforeSignIn`.
    public var blocking: [String: String]
    /// The paths of the functions that clients call.
    public var callable: [String]
    /// The names of the functions that run by the clock.
    public var scheduled: [String]

    /// Creates a manifest.
    ///
    /// - Parameters:
    ///   - triggers: The functions that act on events. Defaults to none.
    ///   - blocking: The paths of the functions that the identity service asks, by the moment. Defaults to none.
    ///   - callable: The paths of the functions that clients call. Defaults to none.
    ///   - scheduled: The names of the functions that run by the clock. Defaults to none.
    public init(
        triggers: [TriggerDeclaration] = [],
        blocking: [String: String] = [:],
        callable: [String] = [],
        scheduled: [String] = []
    ) {
        self.triggers = triggers
        self.blocking = blocking
        self.callable = callable
        self.scheduled = scheduled
    }
}

extension FunctionsManifest {
    /// The manifest as JSON.
    public var json: JSONObject {
        var blocking = JSONObject()
        for (moment, path) in self.blocking.sorted(by: { $0.key < $1.key }) { blocking[moment] = .string(path) }
        return [
            "triggers": .array(triggers.map { .object($0.json) }), "blocking": .object(blocking),
            "callable": .array(callable.map(JSONValue.string)), "scheduled": .array(scheduled.map(JSONValue.string)),
        ]
    }

    /// Reads a manifest; `nil` if it is none.
    ///
    /// - Parameter json: The manifest as JSON.
    public init?(_ json: JSONObject) {
        guard let listed = json["triggers"]?.array else { return nil }
        var triggers: [TriggerDeclaration] = []
        for value in listed {
            guard let trigger = value.object.flatMap(TriggerDeclaration.init) else { return nil }
            triggers.append(trigger)
        }
        var blocking: [String: String] = [:]
        for member in json["blocking"]?.object?.members ?? [] { blocking[member.name] = member.value.string }
        self.init(
            triggers: triggers,
            blocking: blocking,
            callable: json["callable"]?.array?.compactMap(\.string) ?? [],
            scheduled: json["scheduled"]?.array?.compactMap(\.string) ?? []
        )
    }
}
