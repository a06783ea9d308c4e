/// A regular expression as a program for ``PatternMatcher``: a nondeterministic automaton.
struct PatternProgram: Sendable {
    /// How many instructions a pattern may become.
    ///
    /// Counted repetitions of counted repetitions multiply.
    static let maximumSize = 10_000

    enum Instruction: Sendable {
        case scalar(Unicode.Scalar)
        case set(Int)
        case assertion(PatternAssertion)
        /// Goes on at both places; the first one is preferred.
        case split(Int, Int)
        case jump(Int)
        case accept
    }

    private(set) var instructions: [Instruction] = []
    private(set) var sets: [ScalarSet] = []

    /// Compiles a pattern.
    ///
    /// - Parameter pattern: A regular expression in the syntax of RE2.
    /// - Throws: ``PatternError`` if the pattern is malformed or becomes too large.
    init(_ pattern: String) throws(PatternError) {
        let node = try PatternParser.parse(Array(pattern.unicodeScalars))
        try append(node)
        instructions.append(.accept)
    }

    private mutating func emit(_ instruction: Instruction) throws(PatternError) {
        guard instructions.count < Self.maximumSize else { throw PatternError(reason: "pattern too large") }
        instructions.append(instruction)
    }

    private mutating func append(_ node: PatternNode) throws(PatternError) {
        switch node {
        case .empty: break
        case .scalar(let scalar): try emit(.scalar(scalar))
        case .set(let set):
            sets.append(set)
            try emit(.set(sets.count - 1))
        case .assertion(let assertion): try emit(.assertion(assertion))
        case .sequence(let nodes): for node in nodes { try append(node) }
        case .alternatives(let branches): try append(branches)
        case .repetition(let node, let minimum, let maximum, let isLazy):
            for _ in 0..<minimum { try append(node) }
            if let maximum {
                try append(optional: node, times: maximum - minimum, isLazy)
            } else {
                try append(loop: node, isLazy)
            }
        }
    }

    private mutating func append(_ branches: [PatternNode]) throws(PatternError) {
        var exits: [Int] = []
        for branch in branches.dropLast() {
            let split = instructions.count
            try emit(.split(split + 1, 0))
            try append(branch)
            exits.append(instructions.count)
            try emit(.jump(0))
            instructions[split] = .split(split + 1, instructions.count)
        }
        if let last = branches.last { try append(last) }
        for exit in exits { instructions[exit] = .jump(instructions.count) }
    }

    private mutating func append(optional node: PatternNode, times: Int, _ isLazy: Bool) throws(PatternError) {
        var splits: [Int] = []
        for _ in 0..<times {
            splits.append(instructions.count)
            try emit(.jump(0))
            try append(node)
        }
        for split in splits { instructions[split] = choice(split + 1, instructions.count, isLazy) }
    }

    private mutating func append(loop node: PatternNode, _ isLazy: Bool) throws(PatternError) {
        let split = instructions.count
        try emit(.jump(0))
        try append(node)
        try emit(.jump(split))
        instructions[split] = choice(split + 1, instructions.count, isLazy)
    }

    private func choice(_ inside: Int, _ outside: Int, _ isLazy: Bool) -> Instruction {
        isLazy ? .split(outside, inside) : .split(inside, outside)
    }
}
