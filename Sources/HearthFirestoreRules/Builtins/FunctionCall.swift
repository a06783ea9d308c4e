import HearthCrypto
import HearthFirestoreModel

/// A call of a function of the language, its arguments evaluated.
struct FunctionCall {
    let function: BuiltinFunction
    let arguments: [RulesValue]

    private var mismatch: EvaluationStop { .wrongArguments(function.rawValue) }

    /// Calls the function.
    ///
    /// The ones that read documents are the evaluator's.
    ///
    /// - Throws: `failed` if an argument has the wrong type.
    func apply(_ budget: inout RulesBudget) throws(EvaluationStop) -> RulesValue {
        guard arguments.count == function.parameterCount else { throw .undefinedFunction(function.rawValue) }
        switch function {
        case .debug: return arguments[0]
        case .bool, .int, .float, .string, .path: return try converted(&budget)
        case .durationAbs, .durationTime, .durationValue, .timestampDate, .timestampValue: return try time()
        case .hashingCRC32, .hashingCRC32C, .hashingMD5, .hashingSHA256: return .bytes(try hash(&budget))
        case .latlngValue: return try place()
        case .mathAbs, .mathCeil, .mathFloor, .mathIsInfinite, .mathIsNaN, .mathPow, .mathRound, .mathSqrt:
            return try math()
        case .get, .exists, .getAfter, .existsAfter: throw mismatch
        }
    }

    private func converted(_ budget: inout RulesBudget) throws(EvaluationStop) -> RulesValue {
        if case .string(let text) = arguments[0] { try budget.spend(bytes: text.utf8.count) }
        switch (function, arguments[0]) {
        case (.bool, .bool), (.int, .int), (.float, .float), (.string, .string): return arguments[0]
        case (.bool, .string("true")): return .bool(true)
        case (.bool, .string("false")): return .bool(false)
        case (.int, .string(let text)):
            guard let number = Int64(text) else { throw mismatch }
            return .int(number)
        case (.int, .float(let number)): return .int(try integer(number.rounded(.towardZero)))
        case (.float, .string(let text)):
            guard let number = Self.decimal(text) else { throw mismatch }
            return .float(number)
        case (.float, .int(let number)): return .float(Double(number))
        case (.string, .bool(let truth)): return .string(truth ? "true" : "false")
        case (.string, .int(let number)): return .string(String(number))
        case (.string, .float(let number)): return .string("\(number)")
        case (.string, .null): return .string("null")
        case (.path, .string(let text)):
            guard let path = RulesPath(text: text) else { throw mismatch }
            return .path(path)
        default: throw mismatch
        }
    }

    /// A decimal number; Swift's own reading knows hexadecimal digits and words as well.
    private static func decimal(_ text: String) -> Double? {
        text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) } ? Double(text) : nil
    }

    /// A whole number that 64 bits hold.
    private func integer(_ number: Double) throws(EvaluationStop) -> Int64 {
        guard number >= -0x1p63, number < 0x1p63 else { throw mismatch }
        return Int64(number)
    }

    private func time() throws(EvaluationStop) -> RulesValue {
        switch function {
        case .durationAbs:
            guard case .duration(let length) = arguments[0] else { throw mismatch }
            return try RulesValue.duration(total: length.total < 0 ? -length.total : length.total)
        case .durationValue:
            guard case .int(let count) = arguments[0], case .string(let name) = arguments[1],
                let unit = Self.units[name]
            else { throw mismatch }
            return try RulesValue.duration(total: Int128(count) * unit)
        case .durationTime:
            let parts = try integers()
            let seconds = Int128(parts[0]) * 3600 + Int128(parts[1]) * 60 + Int128(parts[2])
            return try RulesValue.duration(total: seconds * 1_000_000_000 + Int128(parts[3]))
        case .timestampDate:
            let parts = try integers()
            guard let midnight = FineTime(year: parts[0], month: parts[1], day: parts[2]) else { throw mismatch }
            return .timestamp(midnight)
        default: return try RulesValue.timestamp(total: Int128(try integers()[0]) * 1_000_000)
        }
    }

    /// Nanoseconds by the name of a unit.
    private static let units: [String: Int128] = [
        "w": 604_800_000_000_000, "d": 86_400_000_000_000, "h": 3_600_000_000_000, "m": 60_000_000_000,
        "s": 1_000_000_000, "ms": 1_000_000, "ns": 1,
    ]

    private func integers() throws(EvaluationStop) -> [Int64] {
        var numbers: [Int64] = []
        for argument in arguments {
            guard case .int(let number) = argument else { throw mismatch }
            numbers.append(number)
        }
        return numbers
    }

    private func hash(_ budget: inout RulesBudget) throws(EvaluationStop) -> [UInt8] {
        let bytes: [UInt8]
        switch arguments[0] {
        case .string(let text): bytes = Array(text.utf8)
        case .bytes(let content): bytes = content
        default: throw mismatch
        }
        try budget.spend(work: 1 + bytes.count / 4)
        switch function {
        case .hashingMD5: return Digest.md5.hash(bytes)
        case .hashingSHA256: return Digest.sha256.hash(bytes)
        case .hashingCRC32: return CyclicRedundancyCheck.ieee.littleEndian(of: bytes)
        default: return CyclicRedundancyCheck.castagnoli.littleEndian(of: bytes)
        }
    }

    private func place() throws(EvaluationStop) -> RulesValue {
        let point = GeoPoint(latitude: try number(arguments[0]), longitude: try number(arguments[1]))
        guard point.isValid else { throw mismatch }
        return .latlng(point)
    }

    private func number(_ value: RulesValue) throws(EvaluationStop) -> Double {
        switch value {
        case .int(let number): return Double(number)
        case .float(let number): return number
        default: throw mismatch
        }
    }

    private func math() throws(EvaluationStop) -> RulesValue {
        if function == .mathAbs, case .int(let number) = arguments[0] {
            guard number != .min else { throw .failed("Integer overflow.") }
            return .int(abs(number))
        }
        let value = try number(arguments[0])
        switch function {
        case .mathAbs: return .float(abs(value))
        case .mathIsNaN: return .bool(value.isNaN)
        case .mathIsInfinite: return .bool(value.isInfinite)
        case .mathPow: return .float(Mathematics.power(value, try number(arguments[1])))
        case .mathSqrt:
            guard value >= 0 else { throw mismatch }
            return .float(value.squareRoot())
        case .mathCeil: return try rounded(value, .up)
        case .mathFloor: return try rounded(value, .down)
        default: return try rounded(value, .toNearestOrAwayFromZero)
        }
    }

    private func rounded(_ value: Double, _ rule: FloatingPointRoundingRule) throws(EvaluationStop) -> RulesValue {
        if case .int = arguments[0] { return arguments[0] }
        return .int(try integer(value.rounded(rule)))
    }
}
