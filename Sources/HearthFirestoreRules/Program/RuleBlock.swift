/// Statements that hold for the paths of one pattern.
struct RuleBlock: Sendable {
    /// The whole pattern, from `/databases` on.
    ///
    /// The names that it binds are numbered from left to right.
    let pattern: DocumentPattern
    let statements: [RuleStatement]
}

/// A compiled `allow`.
struct RuleStatement: Sendable {
    let methods: RuleMethods
    /// Without one, the statement always allows.
    let condition: NodeID?
    let span: SourceSpan
}

/// Which methods a statement is for.
struct RuleMethods: OptionSet, Sendable {
    let rawValue: UInt8

    static let get = RuleMethods(rawValue: 1)
    static let list = RuleMethods(rawValue: 2)
    static let create = RuleMethods(rawValue: 4)
    static let update = RuleMethods(rawValue: 8)
    static let delete = RuleMethods(rawValue: 16)

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(_ operation: AllowStatement.Operation) {
        switch operation {
        case .get: self = .get
        case .list: self = .list
        case .read: self = [.get, .list]
        case .create: self = .create
        case .update: self = .update
        case .delete: self = .delete
        case .write: self = [.create, .update, .delete]
        }
    }
}
