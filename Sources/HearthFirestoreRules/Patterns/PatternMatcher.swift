/// Runs a pattern over text.
///
/// All threads of the automaton move on together, so the time is at most the length of the text times the size of the
/// pattern, whatever the pattern is.
struct PatternMatcher {
    let program: PatternProgram
    let text: [Unicode.Scalar]
    private var visited: [Int]
    private var generation = 0

    /// A state of the automaton, and where the match that it belongs to began.
    private struct Thread {
        let instruction: Int
        let start: Int
    }

    init(_ program: PatternProgram, _ text: [Unicode.Scalar]) {
        self.program = program
        self.text = text
        visited = Array(repeating: 0, count: program.instructions.count)
    }

    /// Whether the whole text matches.
    mutating func matchesAll(_ budget: inout RulesBudget) throws(EvaluationStop) -> Bool {
        var threads: [Thread] = []
        generation += 1
        try add(Thread(instruction: 0, start: 0), at: 0, to: &threads, &budget)
        for position in text.indices where !threads.isEmpty {
            var next: [Thread] = []
            generation += 1
            try budget.spend(patternSteps: threads.count)
            for thread in threads where takes(thread, text[position]) {
                let following = Thread(instruction: thread.instruction + 1, start: 0)
                try add(following, at: position + 1, to: &next, &budget)
            }
            threads = next
        }
        return threads.contains { isAccepting($0) }
    }

    /// The first match at or behind a position: of those that begin there, the one that the pattern prefers.
    mutating func firstMatch(
        from start: Int,
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) -> Range<Int>? {
        var threads: [Thread] = []
        var match: Range<Int>?
        var position = start
        while true {
            // The threads that are there already keep their place before a match that begins here.
            generation += 1
            var current: [Thread] = []
            try budget.spend(patternSteps: threads.count + 1)
            for thread in threads { try add(thread, at: position, to: &current, &budget) }
            if match == nil {
                try add(Thread(instruction: 0, start: position), at: position, to: &current, &budget)
            }
            threads = []
            for thread in current {
                if isAccepting(thread) {
                    match = thread.start..<position
                    // What follows is less preferred.
                    break
                }
                if position < text.count, takes(thread, text[position]) {
                    threads.append(Thread(instruction: thread.instruction + 1, start: thread.start))
                }
            }
            position += 1
            if position > text.count || threads.isEmpty && match != nil { return match }
        }
    }

    /// All matches from left to right.
    ///
    /// None overlaps, and none is empty right behind another one.
    mutating func allMatches(_ budget: inout RulesBudget) throws(EvaluationStop) -> [Range<Int>] {
        var matches: [Range<Int>] = []
        var position = 0
        while position <= text.count, let match = try firstMatch(from: position, &budget) {
            if match.isEmpty, match.lowerBound == matches.last?.upperBound {
                position = match.upperBound + 1
                continue
            }
            matches.append(match)
            position = match.isEmpty ? match.upperBound + 1 : match.upperBound
        }
        return matches
    }

    private func isAccepting(_ thread: Thread) -> Bool {
        if case .accept = program.instructions[thread.instruction] { true } else { false }
    }

    private func takes(_ thread: Thread, _ scalar: Unicode.Scalar) -> Bool {
        switch program.instructions[thread.instruction] {
        case .scalar(let expected): scalar == expected
        case .set(let index): program.sets[index].contains(scalar)
        default: false
        }
    }

    /// Follows everything that takes no scalar, preferred branches first, and adds the states that do take one.
    private mutating func add(
        _ thread: Thread,
        at position: Int,
        to threads: inout [Thread],
        _ budget: inout RulesBudget
    ) throws(EvaluationStop) {
        var pending = [thread.instruction]
        while let instruction = pending.popLast() {
            guard visited[instruction] != generation else { continue }
            visited[instruction] = generation
            try budget.spend(patternSteps: 1)
            switch program.instructions[instruction] {
            case .jump(let target): pending.append(target)
            case .split(let first, let second):
                pending.append(second)
                pending.append(first)
            case .assertion(let assertion):
                if holds(assertion, at: position) { pending.append(instruction + 1) }
            case .scalar, .set, .accept: threads.append(Thread(instruction: instruction, start: thread.start))
            }
        }
    }

    private func holds(_ assertion: PatternAssertion, at position: Int) -> Bool {
        switch assertion {
        case .textStart: position == 0
        case .textEnd: position == text.count
        case .lineStart: position == 0 || text[position - 1] == "\n"
        case .lineEnd: position == text.count || text[position] == "\n"
        case .wordBoundary: isWord(position - 1) != isWord(position)
        case .noWordBoundary: isWord(position - 1) == isWord(position)
        }
    }

    private func isWord(_ position: Int) -> Bool {
        text.indices.contains(position) && Lexer.continuesName(text[position])
    }
}
