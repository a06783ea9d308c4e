/// A compiled ruleset: what the evaluator walks over.
final class Program: Sendable {
    /// A segment of a path in an expression.
    enum PathPart: Sendable {
        case literal(String)
        case node(NodeID)
    }

    struct Function: Sendable {
        let name: String
        let parameterCount: Int
        let variables: [NodeID]
        let body: NodeID
        let span: SourceSpan
    }

    let nodes: [Node]
    /// Where each node stands in the source.
    let spans: [SourceSpan]
    let children: [NodeID]
    let names: [String]
    let constants: [RulesValue]
    let pathParts: [PathPart]
    let patterns: [PatternProgram]
    let functions: [Function]
    /// In the order of the source.
    let blocks: [RuleBlock]
    /// The version of the language, 1 or 2.
    let version: Int

    init(_ parts: ProgramParts, version: Int) {
        nodes = parts.nodes
        spans = parts.spans
        children = parts.children
        names = parts.names
        constants = parts.constants
        pathParts = parts.pathParts
        patterns = parts.patterns
        functions = parts.functions.map { $0.compiled }
        blocks = parts.blocks
        self.version = version
    }
}

/// A program that is being put together.
struct ProgramParts {
    struct FunctionSlot {
        let declaration: FunctionDeclaration
        let scope: Int
        /// The functions that this one calls, by where they are.
        var calls: Set<Int> = []
        var compiled: Program.Function
    }

    var nodes: [Node] = []
    var spans: [SourceSpan] = []
    var children: [NodeID] = []
    var names: [String] = []
    var constants: [RulesValue] = []
    var pathParts: [Program.PathPart] = []
    var patterns: [PatternProgram] = []
    var functions: [FunctionSlot] = []
    var blocks: [RuleBlock] = []

    mutating func add(_ node: Node, _ span: SourceSpan) -> NodeID {
        nodes.append(node)
        spans.append(span)
        return NodeID(nodes.count - 1)
    }

    mutating func add(_ ids: [NodeID]) -> NodeRange {
        children += ids
        return NodeRange(first: Int32(children.count - ids.count), count: Int32(ids.count))
    }

    mutating func add(name: String) -> Int32 {
        names.append(name)
        return Int32(names.count - 1)
    }

    mutating func add(constant: RulesValue, _ span: SourceSpan) -> NodeID {
        constants.append(constant)
        return add(.constant(Int32(constants.count - 1)), span)
    }
}
