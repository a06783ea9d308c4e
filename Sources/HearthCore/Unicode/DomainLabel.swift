/// One label of a domain name: letters, digits and hyphens, or a U-label of IDNA2008.
enum DomainLabel {
    private static let classes = ScalarValues(UnicodeData.labelClasses)
    private static let directions = ScalarValues(UnicodeData.directions)
    private static let scripts = ScalarValues(UnicodeData.scripts)
    private static let hyphen: UInt32 = 0x2D

    /// Whether IDNA2008 lets a scalar that is not ASCII stand in labels
    /// ([RFC 5892](https://www.rfc-editor.org/rfc/rfc5892)): letters, digits and marks in their one spelling.
    ///
    /// Joiners (U+200C and U+200D), which some contexts allow, are invisible and never accepted here.
    static func allows(_ scalar: UInt32) -> Bool {
        classes[scalar] != 0
    }

    /// Whether a scalar is a combining mark, which nothing may begin with.
    static func isMark(_ scalar: UInt32) -> Bool {
        classes[scalar] == 2
    }

    /// The label as it is looked up and compared: lower-case ASCII, `xn--…` for what is more.
    ///
    /// - Parameter label: Scalars that went through ``CanonicalText/folded(_:)``.
    /// - Returns: 1 to 63 bytes, or `nil` if it is no label.
    static func ascii(_ label: [UInt32]) -> [UInt8]? {
        guard label.first != hyphen, label.last != hyphen else { return nil }
        let result: [UInt8]
        if label.allSatisfy({ $0 < 0x80 }) {
            result = label.map { UInt8(truncatingIfNeeded: $0) }
            guard result.allSatisfy(isLetterDigitHyphen) else { return nil }
            if result.starts(with: prefix), !isEncoded(result) { return nil }
        } else {
            guard isUnicodeLabel(label) else { return nil }
            result = prefix + Punycode.encode(label)
        }
        return (1...63).contains(result.count) ? result : nil
    }

    private static let prefix = Array("xn--".utf8)

    /// Whether what comes after `xn--` is the one way to write a U-label.
    private static func isEncoded(_ label: [UInt8]) -> Bool {
        guard label.count <= 63, let scalars = Punycode.decode(label.dropFirst(prefix.count)) else { return false }
        return isUnicodeLabel(scalars) && CanonicalText.composed(scalars) == scalars
            && prefix + Punycode.encode(scalars) == label
    }

    /// Checks a U-label ([RFC 5891 §4.2](https://www.rfc-editor.org/rfc/rfc5891#section-4.2)).
    private static func isUnicodeLabel(_ label: [UInt32]) -> Bool {
        guard let first = label.first, let last = label.last, first != hyphen, last != hyphen else { return false }
        // Encoding takes quadratic time, and 63 bytes never hold more.
        guard label.count <= 63, label.contains(where: { $0 >= 0x80 }) else { return false }
        if label.count >= 4, label[2] == hyphen, label[3] == hyphen { return false }
        guard !isMark(first) else { return false }
        return label.indices.allSatisfy { isAllowed(at: $0, in: label) } && keepsDirection(label)
    }

    private static func isAllowed(at index: Int, in label: [UInt32]) -> Bool {
        let scalar = label[index]
        if scalar < 0x80 { return isLetterDigitHyphen(UInt8(truncatingIfNeeded: scalar)) }
        switch classes[scalar] {
        case 0: return false
        case 3: return isInContext(scalar, at: index, in: label)
        default: return true
        }
    }

    /// The contextual rules ([RFC 5892 appendix A](https://www.rfc-editor.org/rfc/rfc5892#appendix-A)).
    private static func isInContext(_ scalar: UInt32, at index: Int, in label: [UInt32]) -> Bool {
        let previous = index > 0 ? label[index - 1] : nil
        let next = index + 1 < label.count ? label[index + 1] : nil
        switch scalar {
        // The middle dot of Catalan stands between two l.
        case 0xB7: return previous == 0x6C && next == 0x6C
        // The lower numeral sign stands before Greek.
        case 0x375: return next.map { scripts[$0] } == 1
        // Geresh and gershayim stand after Hebrew.
        case 0x5F3, 0x5F4: return previous.map { scripts[$0] } == 2
        // The middle dot of Katakana stands among the scripts of Japanese.
        case 0x30FB: return label.contains { scripts[$0] == 3 }
        // Two kinds of Arabic digits are not mixed.
        case 0x660...0x669: return !label.contains { (0x6F0...0x6F9).contains($0) }
        case 0x6F0...0x6F9: return !label.contains { (0x660...0x669).contains($0) }
        default: return false
        }
    }

    private static func isLetterDigitHyphen(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// Bidirectional classes, by the numbers of the table.
    private enum Direction: UInt8 {
        case left, right, arabicLetter, arabicNumber, europeanNumber, europeanSeparator, commonSeparator
        case europeanTerminator, neutral, boundary, mark
    }

    /// The rule for labels with letters that run from right to left
    /// ([RFC 5893 §2](https://www.rfc-editor.org/rfc/rfc5893#section-2)).
    private static func keepsDirection(_ label: [UInt32]) -> Bool {
        let classes = label.map(direction)
        let isBidirectional = classes.contains { [.right, .arabicLetter, .arabicNumber].contains($0) }
        guard isBidirectional else { return true }
        let last = classes.last { $0 != .mark }
        let shared: Set<Direction> = [
            .europeanNumber, .europeanSeparator, .commonSeparator, .europeanTerminator, .neutral, .boundary, .mark,
        ]
        switch classes.first {
        case .right, .arabicLetter:
            guard classes.allSatisfy({ shared.union([.right, .arabicLetter, .arabicNumber]).contains($0) }),
                last.map({ [.right, .arabicLetter, .europeanNumber, .arabicNumber].contains($0) }) == true
            else { return false }
            return !(classes.contains(.europeanNumber) && classes.contains(.arabicNumber))
        case .left:
            return classes.allSatisfy { shared.union([.left]).contains($0) }
                && (last == .left || last == .europeanNumber)
        default:
            return false
        }
    }

    private static func direction(of scalar: UInt32) -> Direction {
        switch scalar {
        case 0x30...0x39: .europeanNumber
        case hyphen: .europeanSeparator
        default: Direction(rawValue: directions[scalar]) ?? .left
        }
    }
}
