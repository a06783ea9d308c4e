/// A set of Unicode scalars, as a character class of a pattern describes one.
struct ScalarSet: Sendable, Equatable {
    private(set) var ranges: [ClosedRange<UInt32>] = []
    private var categories: [CategoryTest] = []
    var isNegated = false
    var ignoresCase = false

    private struct CategoryTest: Equatable {
        let group: String
        let isNegated: Bool
    }

    init(_ ranges: [ClosedRange<UInt32>] = []) {
        self.ranges = ranges
    }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        ranges.append(range)
    }

    /// Inserts a set that has no categories of its own, such as `\d`.
    mutating func insert(_ ranges: [ClosedRange<UInt32>], negated: Bool) {
        self.ranges += negated ? Self.complement(of: ranges) : ranges
    }

    /// Inserts the scalars of a general category, for example `L` or `Lu`.
    ///
    /// - Returns: False if there is no such category.
    mutating func insert(category: String, negated: Bool) -> Bool {
        guard Self.categoryGroups.contains(category) else { return false }
        categories.append(CategoryTest(group: category, isNegated: negated))
        return true
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var isMember = holds(scalar)
        if !isMember, ignoresCase {
            isMember = [scalar.simpleLowercase, scalar.simpleUppercase].contains { $0 != scalar && holds($0) }
        }
        return isMember != isNegated
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        for range in ranges where range.contains(scalar.value) { return true }
        guard !categories.isEmpty else { return false }
        let code = scalar.properties.generalCategory.code
        return categories.contains { ($0.group == code || code.hasPrefix($0.group)) != $0.isNegated }
    }

    private static func complement(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
            next = max(next, range.upperBound + 1)
        }
        if next <= 0x10FFFF { result.append(next...0x10FFFF) }
        return result
    }

    private static let categoryGroups: Set<String> = [
        "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe",
        "Pi", "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Co",
    ]

    private static func ascii(_ ranges: String...) -> [ClosedRange<UInt32>] {
        ranges.map { text in
            let values = text.unicodeScalars.map(\.value)
            return (values.first ?? 0)...(values.last ?? 0)
        }
    }

    static let digits = ascii("09")
    static let wordScalars = ascii("09", "AZ", "__", "az")
    static let spaces = ascii("\t\n", "\u{C}\r", "  ")

    /// The classes that are written `[[:name:]]`.
    static let posix: [String: [ClosedRange<UInt32>]] = [
        "alnum": ascii("09", "AZ", "az"), "alpha": ascii("AZ", "az"), "ascii": ascii("\0\u{7F}"),
        "blank": ascii("\t\t", "  "), "cntrl": ascii("\0\u{1F}", "\u{7F}\u{7F}"), "digit": digits,
        "graph": ascii("!~"), "lower": ascii("az"), "print": ascii(" ~"), "punct": ascii("!/", ":@", "[`", "{~"),
        "space": ascii("\t\r", "  "), "upper": ascii("AZ"), "word": wordScalars, "xdigit": ascii("09", "AF", "af"),
    ]
}

extension Unicode.Scalar {
    /// The lower-case scalar, if it is one scalar.
    var simpleLowercase: Unicode.Scalar {
        Self.single(properties.lowercaseMapping) ?? self
    }

    /// The upper-case scalar, if it is one scalar.
    var simpleUppercase: Unicode.Scalar {
        Self.single(properties.uppercaseMapping) ?? self
    }

    private static func single(_ text: String) -> Unicode.Scalar? {
        let scalars = text.unicodeScalars
        return scalars.count == 1 ? scalars.first : nil
    }
}

extension Unicode.GeneralCategory {
    /// The two letters of the Unicode standard.
    fileprivate var code: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
