/// Where a node is in ``Program/nodes``.
typealias NodeID = Int32

/// Nodes that stand next to each other in ``Program/children``.
struct NodeRange: Sendable {
    let first: Int32
    let count: Int32

    var indices: Range<Int> { Int(first)..<Int(first + count) }
}

/// An expression whose names are resolved.
///
/// Texts and constants are indices, so that a node is copied without a count of references.
enum Node: Sendable {
    case constant(Int32)
    /// An argument or a variable of the function that is being called.
    case local(Int32)
    /// A name that the match bound.
    case wildcard(Int32)
    case request
    case resource
    case unknownName(Int32)
    case member(NodeID, name: Int32)
    case index(NodeID, NodeID)
    case slice(NodeID, from: NodeID?, to: NodeID?)
    case list(NodeRange)
    /// The values; the keys stand in ``Program/names`` from `keys` on.
    case map(NodeRange, keys: Int32)
    /// Segments in ``Program/pathParts``.
    case path(NodeRange)
    case not(NodeID)
    case minus(NodeID)
    case and(NodeID, NodeID)
    case or(NodeID, NodeID)
    case binary(BinaryOperator, NodeID, NodeID)
    /// Without a type if the name is none.
    case isType(NodeID, TypeName?)
    case conditional(NodeID, NodeID, NodeID)
    /// A function of the source.
    case call(Int32, NodeRange)
    case builtin(BuiltinFunction, NodeRange)
    case unknownFunction(Int32, NodeRange)
    /// The pattern is the first argument, if that is a literal.
    case method(NodeID, MethodName, NodeRange, pattern: Int32?)
    case unknownMethod(NodeID, name: Int32, NodeRange)
}
