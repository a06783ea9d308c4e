/// Brings the spellings of one text together: a pure function of its scalars.
///
/// Swift's `==` calls canonically equivalent texts equal, and a database does not. Whatever identifies something is
/// therefore brought into one form first, and then compared byte by byte. The tables are the package's own and of one
/// version of Unicode, so that a key that is stored stays the key, whatever the system learns.
enum CanonicalText {
    private static let decompositions = Decompositions(UnicodeData.decompositions)
    private static let combiningClasses = ScalarValues(UnicodeData.combiningClasses)
    private static let widths = ScalarMapping(UnicodeData.widths)
    private static let folds = ScalarMapping(UnicodeData.folds)

    /// Normalization form C ([UAX #15](https://www.unicode.org/reports/tr15/)).
    static func composed(_ scalars: [UInt32]) -> [UInt32] {
        // Nothing below the combining diacritics decomposes and composes to something else.
        if scalars.allSatisfy({ $0 < 0x300 }) { return scalars }
        var parts: [UInt32] = []
        parts.reserveCapacity(scalars.count * 2)
        for scalar in scalars { decompose(scalar, into: &parts) }
        return compose(ordered(parts))
    }

    /// One spelling for upper and lower case, full and half width, and canonical equivalents.
    ///
    /// Simple case folding without the final sigma `ς`, which domains may keep; so `ß` stays `ß`, `ı` is not `i`, and
    /// `İ` is neither. Width and case are mapped as
    /// [RFC 8265 §3.3](https://www.rfc-editor.org/rfc/rfc8265#section-3.3) and
    /// [RFC 5895 §2](https://www.rfc-editor.org/rfc/rfc5895#section-2) do; what has other compatibility forms,
    /// for example the ligature `ﬁ`, is not touched.
    static func folded(_ scalars: [UInt32]) -> [UInt32] {
        if scalars.allSatisfy({ $0 < 0x80 }) { return scalars.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }
        return composed(composed(scalars).map { folds[widths[$0]] })
    }

    /// The text of scalars.
    static func text(_ scalars: some Sequence<UInt32>) -> String {
        String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    }

    private static func decompose(_ scalar: UInt32, into parts: inout [UInt32]) {
        if Hangul.syllables.contains(scalar) {
            parts += Hangul.decompose(scalar)
        } else if let (first, second) = decompositions[scalar] {
            decompose(first, into: &parts)
            if let second { decompose(second, into: &parts) }
        } else {
            parts.append(scalar)
        }
    }

    /// Sorts each run of combining marks by class; marks of one class keep their order.
    private static func ordered(_ parts: [UInt32]) -> [(scalar: UInt32, combiningClass: UInt8)] {
        var result: [(scalar: UInt32, combiningClass: UInt8)] = []
        result.reserveCapacity(parts.count)
        var run: [(scalar: UInt32, combiningClass: UInt8)] = []
        func flush() {
            let sorted = run.enumerated().sorted {
                ($0.element.combiningClass, $0.offset) < ($1.element.combiningClass, $1.offset)
            }
            result += sorted.map(\.element)
            run.removeAll(keepingCapacity: true)
        }
        for scalar in parts {
            let combiningClass = combiningClasses[scalar]
            if combiningClass != 0 {
                run.append((scalar, combiningClass))
            } else {
                if !run.isEmpty { flush() }
                result.append((scalar, 0))
            }
        }
        flush()
        return result
    }

    private static func compose(_ parts: [(scalar: UInt32, combiningClass: UInt8)]) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(parts.count)
        var starter: Int?
        // The class of the mark before; nil right after the starter. A mark of the same class blocks the way to it.
        var previous: UInt8?
        for (scalar, combiningClass) in parts {
            if let starter, previous.map({ $0 < combiningClass }) ?? true,
                let composite = Hangul.compose(result[starter], scalar)
                    ?? decompositions.composite(result[starter], scalar)
            {
                result[starter] = composite
                continue
            }
            if combiningClass == 0 {
                starter = result.count
                previous = nil
            } else {
                previous = combiningClass
            }
            result.append(scalar)
        }
        return result
    }
}

/// The syllables of Hangul, which are computed
/// ([Unicode §3.12](https://www.unicode.org/versions/Unicode15.0.0/ch03.pdf)).
private enum Hangul {
    static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
    private static let leading: Range<UInt32> = 0x1100..<0x1113
    private static let vowels: Range<UInt32> = 0x1161..<0x1176
    private static let trailing: Range<UInt32> = 0x11A8..<0x11C3

    static func decompose(_ syllable: UInt32) -> [UInt32] {
        let index = syllable - syllables.lowerBound
        let parts = [leading.lowerBound + index / 588, vowels.lowerBound + index % 588 / 28]
        return index % 28 == 0 ? parts : parts + [trailing.lowerBound - 1 + index % 28]
    }

    static func compose(_ first: UInt32, _ second: UInt32) -> UInt32? {
        if leading.contains(first), vowels.contains(second) {
            return syllables.lowerBound + ((first - leading.lowerBound) * 21 + second - vowels.lowerBound) * 28
        }
        if syllables.contains(first), (first - syllables.lowerBound) % 28 == 0, trailing.contains(second) {
            return first + second - (trailing.lowerBound - 1)
        }
        return nil
    }
}
