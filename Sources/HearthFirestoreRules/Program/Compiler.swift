/// Resolves the names of a rules source and checks what the grammar leaves open.
struct Compiler {
    static let maximumMatchNesting = 10
    static let maximumSegments = 100
    static let maximumBoundNames = 20
    static let maximumParameters = 7
    static let maximumVariables = 11

    /// What names mean in a block.
    struct Scope {
        let parent: Int?
        var functions: [String: Int] = [:]
        /// The names that the matches around bound, with their numbers.
        var wildcards: [String: Int] = [:]
    }

    let version: Int
    var parts = ProgramParts()
    var issues: IssueList
    var scopes: [Scope] = []
    /// The function whose body is being compiled.
    var currentFunction: Int?
    /// The arguments and variables that the expression may use, with whether it does.
    var locals: [String: Int] = [:]
    var usedLocals: Set<Int> = []

    /// Compiles a file.
    ///
    /// - Parameters:
    ///   - file: A file that was parsed without errors.
    ///   - issues: The issues so far.
    /// - Returns: A program that is only of use if there are no errors among the issues.
    static func compile(_ file: RulesFile, _ issues: IssueList) -> (program: Program, issues: IssueList) {
        var compiler = Compiler(version: file.version, issues: issues)
        compiler.compile(file)
        return (Program(compiler.parts, version: file.version), compiler.issues)
    }

    private mutating func compile(_ file: RulesFile) {
        let global = open(parent: nil, declaring: file.functions)
        for service in file.services where service.name.text == "cloud.firestore" {
            let scope = open(parent: global, declaring: service.functions)
            for match in service.matches { compile(match, in: scope, below: [], depth: 1) }
        }
        for index in parts.functions.indices { compileFunction(index) }
        var graph = CallGraph(parts.functions)
        graph.check(&issues)
    }

    /// Opens a scope and declares its functions, which see each other whatever their order is.
    private mutating func open(
        parent: Int?,
        declaring functions: [FunctionDeclaration],
        binding names: [String: Int] = [:]
    ) -> Int {
        var scope = Scope(parent: parent)
        if let parent { scope.wildcards = scopes[parent].wildcards }
        scope.wildcards.merge(names) { _, inner in inner }
        for declaration in functions {
            let name = declaration.name.text
            if scope.functions[name] != nil {
                issues.error(
                    "The identifier [\(name)] is already bound in the current scope.",
                    at: declaration.name.span
                )
            }
            scope.functions[name] = parts.functions.count
            let empty = Program.Function(
                name: name,
                parameterCount: declaration.parameters.count,
                variables: [],
                body: 0,
                span: declaration.body.span
            )
            parts.functions.append(.init(declaration: declaration, scope: scopes.count, compiled: empty))
        }
        scopes.append(scope)
        return scopes.count - 1
    }

    private mutating func compile(
        _ match: MatchDeclaration,
        in outer: Int,
        below prefix: [PatternSegment],
        depth: Int
    ) {
        let pattern = prefix + match.pattern
        checkPattern(match.pattern, whole: pattern, depth: depth)
        guard depth <= Self.maximumMatchNesting else { return }
        var names: [String: Int] = [:]
        var number = prefix.count { $0.boundName != nil }
        for segment in match.pattern {
            guard let name = segment.boundName else { continue }
            if names[name] != nil {
                issues.error("The identifier [\(name)] is already bound in the current scope.", at: segment.span)
            }
            names[name] = number
            number += 1
        }
        let scope = open(parent: outer, declaring: match.functions, binding: names)
        var statements: [RuleStatement] = []
        // The order of the source decides which statement is tried first.
        for item in match.items {
            switch item {
            case .allow(let statement): statements.append(compile(statement, in: scope))
            case .match(let nested):
                close(pattern, &statements)
                compile(nested, in: scope, below: pattern, depth: depth + 1)
            }
        }
        close(pattern, &statements)
    }

    private mutating func close(_ pattern: [PatternSegment], _ statements: inout [RuleStatement]) {
        if !statements.isEmpty, DocumentPattern.leadsToDocuments(pattern) {
            let pattern = DocumentPattern(pattern, version: version)
            parts.blocks.append(RuleBlock(pattern: pattern, statements: statements))
        }
        statements = []
    }

    private mutating func checkPattern(_ own: [PatternSegment], whole: [PatternSegment], depth: Int) {
        guard let first = own.first else { return }
        var hasGlob = false
        for segment in own {
            if let name = segment.boundName { checkBindable(Name(text: name, span: segment.span)) }
            guard case .glob = segment.kind else { continue }
            if hasGlob {
                issues.error(
                    "Invalid glob match expression. Only one glob match is permitted in a match declaration path.",
                    at: segment.span
                )
            }
            hasGlob = true
        }
        if depth > Self.maximumMatchNesting {
            issues.error("Matches are nested more than \(Self.maximumMatchNesting) deep.", at: first.span)
        }
        if whole.count > Self.maximumSegments {
            issues.error("A path has more than \(Self.maximumSegments) segments.", at: first.span)
        }
        if whole.count(where: { $0.boundName != nil }) > Self.maximumBoundNames {
            issues.error("A path binds more than \(Self.maximumBoundNames) names.", at: first.span)
        }
    }

    func isPackage(_ name: String) -> Bool {
        BuiltinFunction.packages.contains(name)
    }

    mutating func checkBindable(_ name: Name) {
        guard isPackage(name.text) else { return }
        issues.error("\(name.text) is a package and cannot be used as variable name.", at: name.span)
    }

    private mutating func compile(_ statement: AllowStatement, in scope: Int) -> RuleStatement {
        currentFunction = nil
        locals = [:]
        let condition = statement.condition.map { compile($0, in: scope) }
        let methods = statement.operations.reduce(into: RuleMethods()) { $0.formUnion(RuleMethods($1)) }
        return RuleStatement(methods: methods, condition: condition, span: statement.span)
    }

    private mutating func compileFunction(_ index: Int) {
        let declaration = parts.functions[index].declaration
        let scope = parts.functions[index].scope
        currentFunction = index
        locals = [:]
        usedLocals = []
        if declaration.parameters.count > Self.maximumParameters {
            issues.error(
                "A function has more than \(Self.maximumParameters) parameters.",
                at: declaration.parameters[Self.maximumParameters].span
            )
        }
        for parameter in declaration.parameters { bindLocal(parameter) }
        var variables: [NodeID] = []
        for (number, variable) in declaration.variables.enumerated() {
            if number == Self.maximumVariables {
                issues.error(
                    "Maximum allowed variable count of 10 for a given function has been reached.",
                    at: variable.name.span
                )
            }
            variables.append(compile(variable.value, in: scope))
            bindLocal(variable.name)
        }
        let body = compile(declaration.body, in: scope)
        for variable in declaration.variables {
            guard let slot = locals[variable.name.text], !usedLocals.contains(slot) else { continue }
            issues.warning("Unused variable: \(variable.name.text).", at: variable.name.span)
        }
        parts.functions[index].compiled = Program.Function(
            name: declaration.name.text,
            parameterCount: declaration.parameters.count,
            variables: variables,
            body: body,
            span: declaration.body.span
        )
    }

    private mutating func bindLocal(_ name: Name) {
        checkBindable(name)
        if locals[name.text] != nil {
            issues.error("The identifier [\(name.text)] is already bound in the current scope.", at: name.span)
        } else {
            locals[name.text] = locals.count
        }
    }
}
