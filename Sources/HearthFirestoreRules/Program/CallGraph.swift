/// Which functions call which: finds recursion, and chains of calls that are too long.
struct CallGraph {
    /// How many functions a chain of calls may have: the call from a rule, and twenty calls from there.
    static let maximumChain = 21

    private let functions: [ProgramParts.FunctionSlot]
    /// The length of the longest chain that begins at a function, once it is known.
    private var lengths: [Int?]
    private var chain: [Int] = []
    private var isFinished = false

    init(_ functions: [ProgramParts.FunctionSlot]) {
        self.functions = functions
        lengths = Array(repeating: nil, count: functions.count)
    }

    /// Reports the first chain that is too long, and every function that comes back to itself.
    mutating func check(_ issues: inout IssueList) {
        for index in functions.indices where !isFinished { _ = length(from: index, &issues) }
    }

    private mutating func length(from index: Int, _ issues: inout IssueList) -> Int {
        if let known = lengths[index] {
            if chain.count + known > Self.maximumChain { report(chain + longestChain(from: index), &issues) }
            return known
        }
        guard !chain.contains(index) else {
            issues.error("Recursive call is not allowed.", at: functions[index].declaration.name.span)
            isFinished = true
            return 0
        }
        chain.append(index)
        defer { chain.removeLast() }
        guard chain.count <= Self.maximumChain else {
            report(chain, &issues)
            return 1
        }
        var longest = 0
        for callee in functions[index].calls.sorted() where !isFinished {
            longest = max(longest, length(from: callee, &issues))
        }
        lengths[index] = longest + 1
        return longest + 1
    }

    private func longestChain(from index: Int) -> [Int] {
        var chain = [index]
        while let last = chain.last,
            let next = functions[last].calls.sorted().max(by: { (lengths[$0] ?? 0) < (lengths[$1] ?? 0) })
        {
            chain.append(next)
        }
        return chain
    }

    private mutating func report(_ chain: [Int], _ issues: inout IssueList) {
        guard let first = chain.first, !isFinished else { return }
        isFinished = true
        let names = chain.prefix(Self.maximumChain).map { functions[$0].declaration.name.text }
        issues.error(
            "Maximum allowed call depth of 20 is reached for [\(names.joined(separator: "->"))] call stack.",
            at: functions[first].declaration.name.span
        )
    }
}
