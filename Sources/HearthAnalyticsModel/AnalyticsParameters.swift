package import HearthJSON

/// Parameters in the order given, each name once.
///
/// ```swift
/// analytics.logEvent("level_won", ["level": 12, "score": 4_711, "mode": "hard"])
/// ```
public struct AnalyticsParameters: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One name with its value.
    public struct Member: Sendable, Hashable {
        /// The name.
        public var name: AnalyticsParameter
        /// The value.
        public var value: AnalyticsValue
    }

    /// Every parameter, in order.
    public private(set) var members: [Member] = []

    /// Creates a list without parameters.
    public init() {}

    /// Creates a list; a name that stands twice keeps its last value.
    ///
    /// - Parameter elements: Names and values, in order.
    public init(dictionaryLiteral elements: (AnalyticsParameter, AnalyticsValue)...) {
        members.reserveCapacity(elements.count)
        for (name, value) in elements { self[name] = value }
    }

    /// Creates a list from values that are not known before, in the order of their names.
    ///
    /// - Parameter values: The values by their names.
    public init(_ values: [String: AnalyticsValue]) {
        members = values.sorted { $0.key < $1.key }.map { Member(name: .init(rawValue: $0.key), value: $0.value) }
    }

    /// The number of parameters.
    public var count: Int { members.count }

    /// Whether there is none.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a name; setting adds or replaces, setting `nil` removes.
    public subscript(name: AnalyticsParameter) -> AnalyticsValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let place = members.firstIndex { $0.name == name }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Adds what is not there yet, behind what is.
    package mutating func merge(defaults: AnalyticsParameters) {
        for member in defaults.members where self[member.name] == nil { members.append(member) }
    }

    package mutating func append(_ name: AnalyticsParameter, _ value: AnalyticsValue) {
        members.append(Member(name: name, value: value))
    }

    package var json: JSONObject {
        var object = JSONObject()
        for member in members { object[member.name.rawValue] = member.value.json }
        return object
    }

    /// Reads parameters from JSON; `nil` if one of them has a value that no parameter can have.
    package init?(json: JSONObject) {
        for member in json.members {
            guard let value = AnalyticsValue(json: member.value) else { return nil }
            members.append(Member(name: .init(rawValue: member.name), value: value))
        }
    }
}
