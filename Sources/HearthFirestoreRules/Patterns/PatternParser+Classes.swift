extension PatternParser {
    /// Reads an escape sequence behind its backslash.
    mutating func escape() throws(PatternError) -> PatternNode {
        let scalar = try next("trailing \\")
        switch scalar {
        case "A": return .assertion(.textStart)
        case "z": return .assertion(.textEnd)
        case "b": return .assertion(.wordBoundary)
        case "B": return .assertion(.noWordBoundary)
        default:
            var set = ScalarSet()
            if try insertClass(scalar, into: &set) {
                set.ignoresCase = flags.ignoresCase
                return .set(set)
            }
            return literal(try escapedScalar(scalar))
        }
    }

    /// Reads a class in brackets, behind the opening one.
    mutating func bracket() throws(PatternError) -> ScalarSet {
        var set = ScalarSet()
        set.isNegated = take("^")
        set.ignoresCase = flags.ignoresCase
        var isFirst = true
        while isFirst || peek() != "]" {
            isFirst = false
            if peek() == "[", peek(1) == ":", try insertPOSIXClass(into: &set) { continue }
            if peek() == "\\", let letter = peek(1) {
                position += 2
                if try insertClass(letter, into: &set) { continue }
                position -= 2
            }
            let low = try classScalar()
            var high = low
            if peek() == "-", peek(1) != nil, peek(1) != "]" {
                position += 1
                high = try classScalar()
            }
            guard low.value <= high.value else { throw PatternError(reason: "invalid character class range") }
            set.insert(low.value...high.value)
        }
        position += 1
        return set
    }

    private mutating func classScalar() throws(PatternError) -> Unicode.Scalar {
        let scalar = try next("missing ]")
        guard scalar == "\\" else { return scalar }
        return try escapedScalar(try next("trailing \\"))
    }

    /// Takes `[:name:]` or `[:^name:]`; false if it is neither.
    private mutating func insertPOSIXClass(into set: inout ScalarSet) throws(PatternError) -> Bool {
        var end = position + 2
        while end + 1 < scalars.count, !(scalars[end] == ":" && scalars[end + 1] == "]") {
            guard Lexer.continuesName(scalars[end]) || scalars[end] == "^" else { return false }
            end += 1
        }
        guard end + 1 < scalars.count else { return false }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: scalars[(position + 2)..<end])
        let isNegated = name.first == "^"
        guard let ranges = ScalarSet.posix[String(isNegated ? name.dropFirst() : name[...])] else {
            throw PatternError(reason: "invalid character class")
        }
        set.insert(ranges, negated: isNegated)
        position = end + 2
        return true
    }

    /// Inserts the class that a letter behind a backslash stands for; false if it stands for none.
    private mutating func insertClass(_ letter: Unicode.Scalar, into set: inout ScalarSet) throws(PatternError) -> Bool
    {
        switch letter {
        case "d", "D": set.insert(ScalarSet.digits, negated: letter == "D")
        case "w", "W": set.insert(ScalarSet.wordScalars, negated: letter == "W")
        case "s", "S": set.insert(ScalarSet.spaces, negated: letter == "S")
        case "p", "P":
            var name = String.UnicodeScalarView()
            var isNegated = letter == "P"
            if take("{") {
                if take("^") { isNegated.toggle() }
                while !take("}") { name.append(try next("invalid character class range")) }
            } else {
                name.append(try next("invalid character class range"))
            }
            guard set.insert(category: String(name), negated: isNegated) else {
                throw PatternError(reason: "invalid character class range")
            }
        default: return false
        }
        return true
    }

    /// The scalar that an escape sequence stands for, behind the first scalar of the sequence.
    private mutating func escapedScalar(_ scalar: Unicode.Scalar) throws(PatternError) -> Unicode.Scalar {
        switch scalar {
        case "a": return "\u{7}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{B}"
        case "x": return try hexadecimal()
        case "0": return octal(from: 0)
        case "1"..."7":
            // A single digit would refer back to a group.
            guard let second = peek(), ("0"..."7").contains(second) else { break }
            return octal(from: scalar.value - 48)
        default:
            if scalar.isASCII, !Lexer.continuesName(scalar) { return scalar }
        }
        throw PatternError(reason: "invalid escape sequence: \\\(scalar)")
    }

    private mutating func octal(from first: UInt32) -> Unicode.Scalar {
        var value = first
        for _ in 0..<2 {
            guard let digit = peek(), ("0"..."7").contains(digit) else { break }
            value = value << 3 | digit.value - 48
            position += 1
        }
        return Unicode.Scalar(value) ?? "\0"
    }

    private mutating func hexadecimal() throws(PatternError) -> Unicode.Scalar {
        var digits = String.UnicodeScalarView()
        if take("{") {
            while !take("}") { digits.append(try next("invalid escape sequence: \\x")) }
        } else {
            digits.append(try next("invalid escape sequence: \\x"))
            digits.append(try next("invalid escape sequence: \\x"))
        }
        guard digits.count <= 8, digits.allSatisfy({ Character($0).isHexDigit && $0.isASCII }),
            let value = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(value)
        else { throw PatternError(reason: "invalid escape sequence: \\x") }
        return scalar
    }
}
