import HearthCore
public import HearthJSON

/// Counts what the expressions of a ruleset gave, over all requests that are decided with it.
///
/// Meant for tests and for emulators: values of documents are kept, at most 20 different ones for an expression and
/// about 1 MiB in all.
public final class RuleCoverage: Sendable {
    private struct Counts {
        var values: [NodeID: [(value: JSONValue, count: Int)]] = [:]
        var size = 0
    }

    private static let maximumValues = 20
    private static let maximumSize = 1 << 20

    private let program: Program
    private let source: String
    private let counts = Locked(Counts())

    init(_ ruleset: Ruleset) {
        program = ruleset.program
        source = ruleset.source
    }

    func add(_ run: CoverageRun) {
        let values = run.events.map { ($0.node, $0.event.json) }
        counts.withLock { counts in
            for (node, value) in values {
                var known = counts.values[node] ?? []
                if let index = known.firstIndex(where: { $0.value == value }) {
                    known[index].count += 1
                } else {
                    let size = JSON.serialize(value).count
                    guard known.count < Self.maximumValues, counts.size + size <= Self.maximumSize else { continue }
                    counts.size += size
                    known.append((value, 1))
                }
                counts.values[node] = known
            }
        }
    }

    /// The report in the form of the official emulator.
    ///
    /// - Parameter file: The name of the rules file. Defaults to `firestore.rules`.
    /// - Returns: An object with the source, and with a node for every expression that is no literal; before the first
    ///   request nodes have no values.
    public func report(file: String = "firestore.rules") -> JSONValue {
        let counted = counts.withLock { $0.values }
        let roots = program.coverageRoots.filter { !program.isLiteral($0) }
        let files = JSONValue.array([.object(["name": .string(file), "content": .string(source)])])
        var report: JSONObject = ["rules": .object(["files": files])]
        if !roots.isEmpty { report["report"] = .array(roots.map { node($0, counted) }) }
        return .object(report)
    }

    private func node(_ id: NodeID, _ counted: [NodeID: [(value: JSONValue, count: Int)]]) -> JSONValue {
        var node: JSONObject = ["sourcePosition": program.spans[Int(id)].coverageJSON]
        if let values = counted[id] {
            node["values"] = .array(
                values.map { .object(["value": $0.value, "count": .integer(Int64($0.count))]) }
            )
        }
        let children = program.children(of: id).filter { !program.isLiteral($0) }
        if !children.isEmpty { node["children"] = .array(children.map { self.node($0, counted) }) }
        return .object(node)
    }

    /// The statements whose condition was never evaluated, in the order of the source.
    public var unusedStatements: [SourceSpan] {
        let evaluated = counts.withLock { Set($0.values.keys) }
        return program.blocks.flatMap(\.statements)
            .filter { $0.condition.map { !evaluated.contains($0) } ?? false }
            .map(\.span)
    }
}

extension Program {
    /// The conditions of statements and the bodies of functions, in the order of the source.
    var coverageRoots: [NodeID] {
        let conditions = blocks.flatMap(\.statements).compactMap(\.condition)
        return (conditions + functions.map(\.body)).sorted { spans[Int($0)].offset < spans[Int($1)].offset }
    }
}
