/// A parsed rules source.
struct RulesFile: Sendable, Equatable {
    /// 1 if the source does not say.
    var version = 1
    var functions: [FunctionDeclaration] = []
    var services: [ServiceDeclaration] = []
}

struct ServiceDeclaration: Sendable, Equatable {
    /// For example `cloud.firestore`.
    let name: Name
    var functions: [FunctionDeclaration] = []
    var matches: [MatchDeclaration] = []
}

struct MatchDeclaration: Sendable, Equatable {
    enum Item: Sendable, Equatable {
        case match(MatchDeclaration)
        case allow(AllowStatement)
    }

    let pattern: [PatternSegment]
    var functions: [FunctionDeclaration] = []
    /// Nested matches and statements in the order of the source.
    var items: [Item] = []
}

/// A segment of the path behind `match`.
struct PatternSegment: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case literal(String)
        /// `{name}`, which matches one segment.
        case wildcard(String)
        /// `{name=**}`, which matches the rest.
        case glob(String)
    }

    let kind: Kind
    /// From its slash on.
    let span: SourceSpan

    /// The name that the segment binds.
    var boundName: String? {
        switch kind {
        case .literal: nil
        case .wildcard(let name), .glob(let name): name
        }
    }

    var isGlob: Bool {
        if case .glob = kind { true } else { false }
    }

    static func == (left: PatternSegment, right: PatternSegment) -> Bool {
        left.kind == right.kind
    }
}

struct AllowStatement: Sendable, Equatable {
    let operations: [Operation]
    /// Without one, the statement always allows.
    let condition: Expression?
    let span: SourceSpan

    static func == (left: AllowStatement, right: AllowStatement) -> Bool {
        left.operations == right.operations && left.condition == right.condition
    }

    enum Operation: String, Sendable {
        case get
        case list
        case read
        case create
        case update
        case delete
        case write
    }
}

struct FunctionDeclaration: Sendable, Equatable {
    let name: Name
    let parameters: [Name]
    let variables: [LetStatement]
    let body: Expression
}

struct LetStatement: Sendable, Equatable {
    let name: Name
    let value: Expression
}
