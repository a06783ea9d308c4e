/// How one value stands to another in a total order.
public enum Comparison: Sendable, Hashable {
    /// The first comes before the second.
    case less
    /// Both have the same place.
    case equal
    /// The first comes after the second.
    case greater

    /// The same comparison with the sides exchanged.
    public var reversed: Comparison {
        switch self {
        case .less: .greater
        case .equal: .equal
        case .greater: .less
        }
    }

    /// Compares two values of a comparable type.
    ///
    /// - Parameters:
    ///   - lhs: The first.
    ///   - rhs: The second.
    @inlinable
    public init<Element: Comparable>(_ lhs: Element, _ rhs: Element) {
        self = lhs < rhs ? .less : (rhs < lhs ? .greater : .equal)
    }

    /// This comparison, or the other one if this one finds no difference.
    ///
    /// - Parameter next: What decides a tie.
    /// - Returns: The comparison that decides.
    @inlinable
    public func then(_ next: @autoclosure () -> Comparison) -> Comparison {
        self == .equal ? next() : self
    }
}

extension Comparison {
    /// Compares byte by byte, unsigned, a prefix first.
    ///
    /// - Parameters:
    ///   - lhs: The first bytes.
    ///   - rhs: The second bytes.
    @inlinable
    public init(bytes lhs: [UInt8], _ rhs: [UInt8]) {
        let count = min(lhs.count, rhs.count)
        var index = 0
        while index < count, lhs[index] == rhs[index] { index += 1 }
        self = index < count ? Comparison(lhs[index], rhs[index]) : Comparison(lhs.count, rhs.count)
    }

    /// Compares the UTF-8 bytes of two texts, a prefix first: the order of Unicode's code points.
    ///
    /// Swift's own order and equality take differently composed characters for one; Firestore does not.
    ///
    /// - Parameters:
    ///   - lhs: The first text.
    ///   - rhs: The second text.
    @inlinable
    public init(text lhs: String, _ rhs: String) {
        var left = lhs.utf8.makeIterator()
        var right = rhs.utf8.makeIterator()
        while true {
            switch (left.next(), right.next()) {
            case (nil, nil):
                self = .equal
                return
            case (nil, _):
                self = .less
                return
            case (_, nil):
                self = .greater
                return
            case (let first?, let second?):
                if first != second {
                    self = first < second ? .less : .greater
                    return
                }
            }
        }
    }

    /// Compares two lists element by element, a prefix first.
    ///
    /// - Parameters:
    ///   - lhs: The first list.
    ///   - rhs: The second list.
    ///   - compare: How two elements compare.
    @inlinable
    public init<Element>(_ lhs: [Element], _ rhs: [Element], by compare: (Element, Element) -> Comparison) {
        for (left, right) in zip(lhs, rhs) {
            let comparison = compare(left, right)
            if comparison != .equal {
                self = comparison
                return
            }
        }
        self = Comparison(lhs.count, rhs.count)
    }
}

extension String {
    /// Whether both texts are the same bytes of UTF-8.
    ///
    /// - Parameter other: The other text.
    /// - Returns: `false` for texts that only look the same, such as `é` and `é` written with two code points.
    @inlinable
    public func hasSameBytes(as other: String) -> Bool {
        // Equal bytes are always equal texts, and that is the faster question.
        self == other && utf8.elementsEqual(other.utf8)
    }
}
