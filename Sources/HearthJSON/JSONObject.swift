/// The members of a JSON object, in order, each name once.
///
/// Names are compared by their bytes, as every other reader of the text does: `é` in one scalar and in two are two
/// names, and the Kelvin sign is no `K`.
public struct JSONObject: Sendable {
    /// One name with its value.
    public struct Member: Sendable {
        /// The name.
        public var name: String
        /// The value.
        public var value: JSONValue
    }

    /// Every member, in order.
    public private(set) var members: [Member] = []
    // Small objects are searched; from this size on an index is kept.
    private var index: [ByteText: Int]?
    private static let indexThreshold = 32

    /// Creates an empty object.
    public init() {}

    /// The number of members.
    public var count: Int { members.count }

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The names, in order.
    public var names: [String] { members.map(\.name) }

    /// The value of a name; setting adds or replaces, setting `nil` removes.
    public subscript(name: String) -> JSONValue? {
        get {
            position(of: name).map { members[$0].value }
        }
        set {
            switch (position(of: name), newValue) {
            case (let position?, let value?): members[position].value = value
            case (let position?, nil):
                members.remove(at: position)
                if index != nil { rebuildIndex() }
            case (nil, let value?): add(name, value)
            case (nil, nil): break
            }
        }
    }

    /// Adds a member, if its name is new.
    ///
    /// - Returns: Whether the name was new.
    mutating func insert(_ name: String, _ value: JSONValue) -> Bool {
        guard position(of: name) == nil else { return false }
        add(name, value)
        return true
    }

    private mutating func add(_ name: String, _ value: JSONValue) {
        if members.isEmpty { members.reserveCapacity(8) }
        index?[ByteText(text: name)] = members.count
        members.append(Member(name: name, value: value))
        if members.count == Self.indexThreshold { rebuildIndex() }
    }

    private mutating func rebuildIndex() {
        index = Dictionary(uniqueKeysWithValues: members.enumerated().map { (ByteText(text: $1.name), $0) })
    }

    private func position(of name: String) -> Int? {
        if let index { return index[ByteText(text: name)] }
        return members.firstIndex { ByteText.areSame($0.name, name) }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object; a name that stands twice keeps its last value.
    ///
    /// - Parameter elements: Names and values.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (name, value) in elements { self[name] = value }
    }
}

extension JSONObject.Member: Hashable {
    /// Whether both have the same name and the same value.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        ByteText.areSame(lhs.name, rhs.name) && lhs.value == rhs.value
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ByteText(text: name))
        hasher.combine(value)
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same members, in whatever order.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.count == rhs.count && lhs.members.allSatisfy { rhs[$0.name] == $0.value }
    }

    /// Feeds what equality looks at.
    ///
    /// - Parameter hasher: The hasher to feed.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(Set(members))
    }
}
