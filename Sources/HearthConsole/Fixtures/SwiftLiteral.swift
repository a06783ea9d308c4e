internal import HearthJSON

/// Writes values as Swift source.
enum SwiftLiteral {
    /// A literal that says exactly a text.
    ///
    /// What could end the literal or run in it stands between signs `#`; what an editor does not show is escaped.
    static func string(_ text: String) -> String {
        let needsSigns = text.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || !isShown($0) }
        guard needsSigns else { return "\"\(text)\"" }
        let signs = String(repeating: "#", count: longestRun(of: "#", in: text) + 1)
        var content = ""
        for scalar in text.unicodeScalars {
            if isShown(scalar) {
                content.unicodeScalars.append(scalar)
            } else {
                content += "\\\(signs)u{\(String(scalar.value, radix: 16))}"
            }
        }
        return "\(signs)\"\(content)\"\(signs)"
    }

    /// The name of a test between backticks: only what stands in a sentence is kept.
    static func testName(_ words: String) -> String {
        let kept = words.unicodeScalars.filter { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || " _-,.{}".unicodeScalars.contains(scalar)
        }
        return String(String.UnicodeScalarView(kept)).trimmingSpaces
    }

    /// The longest run of a scalar in a text; the compiler does not ask what is drawn as one character with it.
    static func longestRun(of scalar: Unicode.Scalar, in text: String) -> Int {
        var (longest, run) = (0, 0)
        for next in text.unicodeScalars {
            run = next == scalar ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate: false
        default: true
        }
    }
}

/// A value in the source of a test: said as a literal, or taken from what an earlier step answered.
indirect enum SwiftExpression {
    case literal(JSONValue)
    /// Source whose value is a `JSONValue`.
    case source(String)
    case object([(name: String, value: SwiftExpression)])
    case array([SwiftExpression])

    /// The source, its lines after the first indented by so many steps of four spaces.
    func text(_ depth: Int) -> String {
        switch self {
        case .literal(let value): Self.text(of: value)
        case .source(let source): source
        case .object(let members):
            Self.lines(
                members.map { "\(SwiftLiteral.string($0.name)): \($0.value.text(depth + 1))" },
                depth,
                empty: "[:]"
            )
        case .array(let values): Self.lines(values.map { $0.text(depth + 1) }, depth, empty: "[]")
        }
    }

    private static func lines(_ items: [String], _ depth: Int, empty: String) -> String {
        guard !items.isEmpty else { return empty }
        // What is short stands in one line, as it would be written by hand.
        if items.count == 1, !items[0].contains("\n"), items[0].count < 60 { return "[\(items[0])]" }
        let indent = String(repeating: "    ", count: depth + 1)
        let comma = items.count == 1 ? "" : ","
        return "[\n" + items.map { "\(indent)\($0)\(comma)\n" }.joined() + indent.dropLast(4) + "]"
    }

    /// A value that has no members.
    private static func text(of value: JSONValue) -> String {
        switch value {
        case .string(let text): SwiftLiteral.string(text)
        case .null: ".null"
        default: String(decoding: JSON.serialize(value), as: UTF8.self)
        }
    }
}
