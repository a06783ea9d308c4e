/// The fields of a document or the members of a map: values by name, kept in the order of the names' UTF-8 bytes.
///
/// Names are told apart byte by byte. Looking up costs a binary search, setting a shift of what follows.
public struct Fields: Sendable, Hashable {
    /// One name with its value.
    public struct Entry: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The value.
        public var value: Value

        /// Pairs a name and a value.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }

        /// Whether both have the same bytes as name, and values that are stored alike.
        public static func == (lhs: Entry, rhs: Entry) -> Bool {
            lhs.name.hasSameBytes(as: rhs.name) && lhs.value == rhs.value
        }

        /// Feeds what equality looks at.
        ///
        /// - Parameter hasher: The hasher to feed.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(value)
        }
    }

    /// Every name once, ascending.
    public private(set) var entries: [Entry] = []

    /// The member of a map that tells its special type.
    static let typeKey = "__type__"
    /// The member of a vector's map that holds the numbers.
    static let vectorKey = "value"

    /// No fields.
    public init() {}

    /// Sorts names and values.
    ///
    /// - Parameter pairs: Names and values; of a name that stands twice the last value is kept.
    public init(_ pairs: some Sequence<(String, Value)>) {
        self.init(entries: pairs.map { Entry($0.0, $0.1) })
    }

    /// Sorts entries.
    ///
    /// - Parameter entries: In any order; of a name that stands twice the last value is kept. Cheap if they ascend.
    public init(entries: [Entry]) {
        var isAscending = true
        for index in entries.indices.dropFirst() where isAscending {
            isAscending = Comparison(text: entries[index - 1].name, entries[index].name) == .less
        }
        if isAscending {
            self.entries = entries
            return
        }
        // Sorted at once: inserting one by one, an unkind order would cost the square of their number.
        let sorted = entries.indices.sorted { left, right in
            let comparison = Comparison(text: entries[left].name, entries[right].name)
            return comparison == .less || comparison == .equal && left < right
        }
        self.entries.reserveCapacity(entries.count)
        for index in sorted {
            let entry = entries[index]
            if let last = self.entries.last, last.name.hasSameBytes(as: entry.name) { self.entries.removeLast() }
            self.entries.append(entry)
        }
    }

    /// How many fields there are.
    public var count: Int { entries.count }

    /// Whether there is none.
    public var isEmpty: Bool { entries.isEmpty }

    /// The names, ascending.
    public var names: [String] { entries.map(\.name) }

    /// The value of a name; setting adds or replaces, setting `nil` removes.
    public subscript(name: String) -> Value? {
        get {
            let (position, isFound) = position(of: name)
            return isFound ? entries[position].value : nil
        }
        set {
            let (position, isFound) = position(of: name)
            switch (isFound, newValue) {
            case (true, let value?): entries[position].value = value
            case (true, nil): entries.remove(at: position)
            case (false, let value?): entries.insert(Entry(name, value), at: position)
            case (false, nil): break
            }
        }
    }

    /// Changes the value of a name in place.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - change: Gets the present value, or `nil`; `nil` afterwards removes the field.
    mutating func update(_ name: String, _ change: (inout Value?) -> Void) {
        var value = self[name]
        change(&value)
        self[name] = value
    }

    private func position(of name: String) -> (position: Int, isFound: Bool) {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            switch Comparison(text: entries[middle].name, name) {
            case .equal: return (middle, true)
            case .less: low = middle + 1
            case .greater: high = middle
            }
        }
        return (low, false)
    }
}

extension Fields: ExpressibleByDictionaryLiteral {
    /// Creates fields; a name that stands twice keeps its last value.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init(elements)
    }
}
