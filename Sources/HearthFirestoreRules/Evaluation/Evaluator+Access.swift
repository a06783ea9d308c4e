import HearthFirestoreModel

/// Members, elements, slices and paths.
extension Evaluator {
    func member(_ name: String, of object: Outcome, _ id: NodeID) -> Outcome {
        switch object {
        case .value(.map(let map)): map[name].map(Outcome.value) ?? missing(name, id)
        case .value(.path(let path)): path.bindings[name].map(Outcome.value) ?? missing(name, id)
        case .value(.null): failure("Null value error.", id)
        case .alike(.map(let map)): map[name].map(Outcome.init(partOfAlike:)) ?? missing(name, id)
        case .value, .alike: missing(name, id)
        case .symbol(let path): facts?.value(at: path + [name]) ?? missing(name, id)
        case .failure, .unknown: object
        }
    }

    private func missing(_ name: String, _ id: NodeID) -> Outcome {
        failure("Property \(name) is undefined on object.", id)
    }

    mutating func indexed(_ object: Outcome, _ index: Outcome, _ id: NodeID) throws(EvaluationStop) -> Outcome {
        if let failure = Self.firstFailure([object, index]) { return failure }
        guard case .value(let index) = index else { return .unknown }
        if case .string(let name) = index {
            switch object {
            case .value(.map), .value(.path), .alike(.map), .symbol: return member(name, of: object, id)
            default: break
            }
        }
        switch object {
        case .value(let value):
            return try attempt(id) { _ throws(EvaluationStop) in try Sequences.element(index, of: value) }
        case .alike(let value):
            let element = try attempt(id) { _ throws(EvaluationStop) in try Sequences.element(index, of: value) }
            guard case .value(let element) = element else { return element }
            return Outcome(partOfAlike: element)
        case .symbol, .unknown, .failure: return .unknown
        }
    }

    mutating func slice(
        _ object: NodeID,
        _ from: NodeID?,
        _ to: NodeID?,
        _ id: NodeID
    ) throws(EvaluationStop) -> Outcome {
        let object = try evaluate(object)
        let from = try from.map { node throws(EvaluationStop) in try evaluate(node) }
        let to = try to.map { node throws(EvaluationStop) in try evaluate(node) }
        let ends = [from, to].compactMap { $0 }
        if let failure = Self.firstFailure([object] + ends) { return failure }
        var limits: [RulesValue] = []
        for end in ends {
            guard case .value(let limit) = end else { return .unknown }
            limits.append(limit)
        }
        let value: RulesValue
        switch object {
        case .value(let known), .alike(let known): value = known
        case .symbol, .unknown, .failure: return .unknown
        }
        let first = from == nil ? RulesValue.int(0) : limits.removeFirst()
        let sliced = try attempt(id) { budget throws(EvaluationStop) in
            try Sequences.slice(value, from: first, to: limits.first, &budget)
        }
        guard case .alike = object, case .value(let result) = sliced else { return sliced }
        return Outcome(partOfAlike: result)
    }

    mutating func path(_ parts: NodeRange, _ id: NodeID) throws(EvaluationStop) -> Outcome {
        var segments: [String] = []
        segments.reserveCapacity(Int(parts.count))
        var other: Outcome?
        for index in parts.indices {
            switch program.pathParts[index] {
            case .literal(let text):
                try budget.spend(expressions: 1)
                segments.append(text)
            case .node(let node):
                switch try evaluate(node) {
                case .value(.string(let text)) where !text.isEmpty && !text.utf8.contains(UInt8(ascii: "/")):
                    segments.append(text)
                case .value(.int(let number)): segments.append(String(number))
                case .value(.path(let inner)): segments += inner.segments
                case .value: other = Self.worse(other, failure("Invalid path segment.", node))
                case .failure(let failure): other = Self.worse(other, .failure(failure))
                case .alike, .symbol, .unknown: other = Self.worse(other, .unknown)
                }
            }
        }
        try budget.spend(work: segments.count)
        return other ?? .value(.path(RulesPath(segments)))
    }

    /// The first error, or else that something is unknown.
    private static func worse(_ first: Outcome?, _ second: Outcome) -> Outcome {
        guard let first else { return second }
        switch (first, second) {
        case (.failure, _): return first
        case (_, .failure): return second
        default: return first
        }
    }
}

/// Elements and parts of lists, paths and strings.
private enum Sequences {
    static let mismatch = EvaluationStop.failed("Invalid index.")

    static func element(_ index: RulesValue, of value: RulesValue) throws(EvaluationStop) -> RulesValue {
        guard case .int(let position) = index, let position = Int(exactly: position), position >= 0 else {
            throw mismatch
        }
        switch value {
        case .list(let items) where position < items.count: return items[position]
        case .path(let path) where position < path.segments.count: return .string(path.segments[position])
        case .string(let text) where position < text.utf16.count:
            return .string(try part(of: text, position, position + 1))
        case .null: throw .failed("Null value error.")
        default: throw mismatch
        }
    }

    static func slice(
        _ value: RulesValue,
        from: RulesValue,
        to: RulesValue?,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> RulesValue {
        let count: Int
        switch value {
        case .list(let items): count = items.count
        case .string(let text): count = text.utf16.count
        default: throw mismatch
        }
        guard case .int(let first) = from, case .int(let last) = to ?? .int(Int64(count)), first >= 0, first <= last,
            last <= count
        else { throw mismatch }
        try budget.spend(bytes: count)
        if case .list(let items) = value { return .list(Array(items[Int(first)..<Int(last)])) }
        guard case .string(let text) = value else { throw mismatch }
        return .string(try part(of: text, Int(first), Int(last)))
    }

    /// A part of text, counted in UTF-16 units; halving a surrogate pair is an error.
    private static func part(of text: String, _ first: Int, _ last: Int) throws(EvaluationStop) -> String {
        // Nothing halves nothing, wherever it is cut out.
        if first == last { return "" }
        let units = text.utf16
        let start = units.index(units.startIndex, offsetBy: first)
        let end = units.index(start, offsetBy: last - first)
        guard let part = String(units[start..<end]) else { throw mismatch }
        return part
    }
}
