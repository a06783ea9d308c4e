/// What the expressions of one request gave, in the order of evaluation.
struct CoverageRun {
    enum Event {
        case outcome(Outcome)
        /// The expression was not needed.
        case skipped
    }

    private(set) var events: [(node: NodeID, event: Event)] = []

    mutating func record(_ outcome: Outcome, at node: NodeID) {
        events.append((node, .outcome(outcome)))
    }

    /// Notes that an expression and everything in it was not needed.
    mutating func skip(_ node: NodeID, in program: Program) {
        events.append((node, .skipped))
        for child in program.children(of: node) { skip(child, in: program) }
    }
}

extension Program {
    /// The expressions that a node is made of, in the order of the source.
    func children(of id: NodeID) -> [NodeID] {
        switch nodes[Int(id)] {
        case .constant, .local, .wildcard, .request, .resource, .unknownName: []
        case .member(let object, _), .not(let object), .minus(let object), .isType(let object, _): [object]
        case .index(let left, let right), .and(let left, let right), .or(let left, let right),
            .binary(_, let left, let right):
            [left, right]
        case .slice(let object, let from, let to): [object] + [from, to].compactMap { $0 }
        case .list(let range), .map(let range, _), .call(_, let range), .builtin(_, let range),
            .unknownFunction(_, let range):
            Array(children[range.indices])
        case .path(let parts):
            pathParts[parts.indices].compactMap { part in
                if case .node(let node) = part { node } else { nil }
            }
        case .conditional(let condition, let first, let second): [condition, first, second]
        case .method(let object, _, let range, _), .unknownMethod(let object, _, let range):
            [object] + children[range.indices]
        }
    }

    /// Whether a node is a literal, which a coverage report leaves out.
    func isLiteral(_ id: NodeID) -> Bool {
        if case .constant = nodes[Int(id)] { true } else { false }
    }
}
