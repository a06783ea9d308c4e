/// Reads a regular expression in the [syntax of RE2](https://github.com/google/re2/wiki/Syntax), without back-references
/// and assertions about the surroundings, which no linear matcher has.
struct PatternParser {
    static let maximumRepetition = 1000
    static let maximumNesting = 100

    struct Flags {
        var ignoresCase = false
        var dotMatchesLineFeed = false
        var isMultiline = false
        var isLazy = false
    }

    let scalars: [Unicode.Scalar]
    var position = 0
    var flags = Flags()
    private var nesting = 0

    static func parse(_ scalars: [Unicode.Scalar]) throws(PatternError) -> PatternNode {
        var parser = PatternParser(scalars: scalars)
        let node = try parser.alternatives()
        guard parser.position == scalars.count else { throw PatternError(reason: "unexpected )") }
        return node
    }

    private init(scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    func peek(_ distance: Int = 0) -> Unicode.Scalar? {
        position + distance < scalars.count ? scalars[position + distance] : nil
    }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard peek() == scalar else { return false }
        position += 1
        return true
    }

    mutating func next(_ reason: String) throws(PatternError) -> Unicode.Scalar {
        guard let scalar = peek() else { throw PatternError(reason: reason) }
        position += 1
        return scalar
    }

    private mutating func alternatives() throws(PatternError) -> PatternNode {
        nesting += 1
        guard nesting <= Self.maximumNesting else { throw PatternError(reason: "too many nested groups") }
        defer { nesting -= 1 }
        var branches = [try sequence()]
        while take("|") { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func sequence() throws(PatternError) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = peek(), scalar != "|", scalar != ")" {
            if scalar == "\\", peek(1) == "Q" {
                try quotation(into: &nodes)
                continue
            }
            guard let atom = try atom() else { continue }
            nodes.append(try repeated(atom))
        }
        return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
    }

    /// Takes `\Q…\E`, whose scalars stand for themselves; what repeats behind it repeats the last one.
    private mutating func quotation(into nodes: inout [PatternNode]) throws(PatternError) {
        position += 2
        let first = nodes.count
        while let scalar = peek() {
            if scalar == "\\", peek(1) == "E" {
                position += 2
                if nodes.count > first, let last = nodes.popLast() { nodes.append(try repeated(last)) }
                return
            }
            position += 1
            nodes.append(literal(scalar))
        }
    }

    /// Reads what an operator of repetition applies to; nothing for flags that hold from here on.
    private mutating func atom() throws(PatternError) -> PatternNode? {
        let scalar = try next("missing expression")
        switch scalar {
        case "(": return try group()
        case "[": return .set(try bracket())
        case ".":
            var set = ScalarSet(flags.dotMatchesLineFeed ? [] : [10...10])
            set.isNegated = true
            return .set(set)
        case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEnd)
        case "*", "+", "?", "{":
            position -= 1
            guard try repetition() == nil else {
                throw PatternError(reason: "no argument for repetition operator: \(scalar)")
            }
            position += 1
            return literal(scalar)
        case "\\": return try escape()
        default: return literal(scalar)
        }
    }

    func literal(_ scalar: Unicode.Scalar) -> PatternNode {
        guard flags.ignoresCase else { return .scalar(scalar) }
        var set = ScalarSet([scalar.value...scalar.value])
        set.insert(scalar.simpleLowercase.value...scalar.simpleLowercase.value)
        set.insert(scalar.simpleUppercase.value...scalar.simpleUppercase.value)
        set.ignoresCase = true
        return .set(set)
    }

    private mutating func group() throws(PatternError) -> PatternNode? {
        let outside = flags
        if take("?") {
            if peek() == "P" || peek() == "<" {
                try groupName()
            } else if try readFlags() {
                return nil
            }
        }
        let node = try alternatives()
        guard take(")") else { throw PatternError(reason: "missing )") }
        flags = outside
        return node
    }

    /// Takes `P<name>` or `<name>`; the name has no use here.
    private mutating func groupName() throws(PatternError) {
        _ = take("P")
        guard take("<") else { throw PatternError(reason: "invalid group") }
        var length = 0
        while let scalar = peek(), Lexer.continuesName(scalar) {
            position += 1
            length += 1
        }
        guard length > 0, take(">") else { throw PatternError(reason: "invalid group name") }
    }

    /// Takes flags behind `(?`; true if they hold for the rest of the group around them, false before a group of their
    /// own.
    private mutating func readFlags() throws(PatternError) -> Bool {
        var isOn = true
        while true {
            switch try next("missing )") {
            case "i": flags.ignoresCase = isOn
            case "s": flags.dotMatchesLineFeed = isOn
            case "m": flags.isMultiline = isOn
            case "U": flags.isLazy = isOn
            case "-" where isOn: isOn = false
            case ":": return false
            case ")": return true
            case let other: throw PatternError(reason: "invalid group flag: \(other)")
            }
        }
    }

    private mutating func repeated(_ atom: PatternNode) throws(PatternError) -> PatternNode {
        guard let (minimum, maximum) = try repetition() else { return atom }
        let isLazy = take("?") != flags.isLazy
        guard try repetition() == nil else { throw PatternError(reason: "bad repetition operator") }
        return .repetition(atom, minimum: minimum, maximum: maximum, isLazy: isLazy)
    }

    private mutating func repetition() throws(PatternError) -> (minimum: Int, maximum: Int?)? {
        switch peek() {
        case "*":
            position += 1
            return (0, nil)
        case "+":
            position += 1
            return (1, nil)
        case "?":
            position += 1
            return (0, 1)
        case "{": return try countedRepetition()
        default: return nil
        }
    }

    /// Reads `{2}`, `{2,}` or `{2,5}`; a brace that begins none of them stands for itself.
    private mutating func countedRepetition() throws(PatternError) -> (minimum: Int, maximum: Int?)? {
        let start = position
        position += 1
        guard let minimum = number() else {
            position = start
            return nil
        }
        var maximum: Int? = minimum
        if take(",") { maximum = number() }
        guard take("}") else {
            position = start
            return nil
        }
        guard minimum <= Self.maximumRepetition, maximum ?? 0 <= Self.maximumRepetition, maximum ?? minimum >= minimum
        else { throw PatternError(reason: "invalid repeat count") }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let scalar = peek(), Lexer.isDigit(scalar) {
            value = min((value ?? 0) * 10 + Int(scalar.value - 48), 1_000_000)
            position += 1
        }
        return value
    }
}
