import HearthCore
import HearthFirestoreModel

/// Methods of strings and bytes.
extension MethodCall {
    func apply(to text: String, _ budget: inout RulesBudget) throws(EvaluationStop) -> RulesValue {
        try budget.spend(bytes: text.utf8.count)
        switch method {
        case .size: return .int(Int64(text.utf16.count))
        case .lower: return try mapped(text, &budget) { $0.simpleLowercase }
        case .upper: return try mapped(text, &budget) { $0.simpleUppercase }
        case .trim: return .string(Self.trimmed(text))
        case .toUtf8: return .bytes(Array(text.utf8))
        case .matches:
            var matcher = try matcher(over: Array(text.unicodeScalars), &budget)
            return .bool(try matcher.matchesAll(&budget))
        case .split: return try split(Array(text.unicodeScalars), &budget)
        case .replace:
            guard case .string(let replacement) = arguments[1] else { throw mismatch }
            return try replaced(Array(text.unicodeScalars), by: replacement, &budget)
        default: throw undefined
        }
    }

    private func mapped(
        _ text: String,
        _ budget: inout RulesBudget,
        _ transform: (Unicode.Scalar) -> Unicode.Scalar
    ) throws(EvaluationStop) -> RulesValue {
        try budget.spend(work: text.utf8.count)
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { result.append(transform(scalar)) }
        return .string(String(result))
    }

    private static func trimmed(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return String(scalars)
    }

    private func matcher(
        over text: [Unicode.Scalar],
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> PatternMatcher {
        if let pattern { return PatternMatcher(pattern, text) }
        guard case .string(let source) = arguments[0] else { throw mismatch }
        try budget.spend(patternSteps: source.utf8.count)
        let program: PatternProgram
        do throws(PatternError) {
            program = try PatternProgram(source)
        } catch {
            throw .failed("Invalid regular expression pattern. Pattern: \(source): \(error.reason).")
        }
        try budget.spend(patternSteps: program.instructions.count)
        return PatternMatcher(program, text)
    }

    private func split(_ text: [Unicode.Scalar], _ budget: inout RulesBudget) throws(EvaluationStop) -> RulesValue {
        var matcher = try matcher(over: text, &budget)
        var parts: [RulesValue] = []
        var start = 0
        var end = 0
        for match in try matcher.allMatches(&budget) {
            end = match.lowerBound
            // An empty match at the start separates nothing.
            if match.upperBound != 0 { parts.append(.string(String(text[start..<end]))) }
            start = match.upperBound
        }
        if end != text.count || text.isEmpty { parts.append(.string(String(text[start...]))) }
        try budget.spend(work: parts.count)
        return .list(parts)
    }

    private func replaced(
        _ text: [Unicode.Scalar],
        by replacement: String,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> RulesValue {
        var matcher = try matcher(over: text, &budget)
        let matches = try matcher.allMatches(&budget)
        try budget.spend(bytes: text.count + matches.count * replacement.utf8.count)
        var result = String.UnicodeScalarView()
        var start = 0
        for match in matches {
            result.append(contentsOf: text[start..<match.lowerBound])
            result.append(contentsOf: replacement.unicodeScalars)
            start = match.upperBound
        }
        result.append(contentsOf: text[start...])
        return .string(String(result))
    }

    func apply(to bytes: [UInt8], _ budget: inout RulesBudget) throws(EvaluationStop) -> RulesValue {
        switch method {
        case .size: return .int(Int64(bytes.count))
        case .toHexString:
            try budget.spend(bytes: 2 * bytes.count)
            return .string(Hex.encode(bytes).uppercased())
        case .toBase64:
            try budget.spend(bytes: bytes.count / 3 * 4 + 4)
            let text = Base64.encode(bytes, .url)
            return .string(text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
        default: throw undefined
        }
    }
}

extension String {
    fileprivate init(_ scalars: ArraySlice<Unicode.Scalar>) {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}
