public import HearthFirestoreModel

extension Ruleset {
    /// Decides about a request for one document.
    ///
    /// A commit is decided write by write; the writes share `accesses`, so that what the rules of one have read costs the
    /// next one nothing.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - documents: Where `get` and `exists` find documents; asked at most ten times.
    ///   - accesses: What the rules of the whole commit have read.
    ///   - coverage: Counts what expressions give. Defaults to none.
    /// - Returns: The decision.
    /// - Throws: The error of `documents`.
    public func decision<Lookup: DocumentLookup>(
        for request: RuleRequest,
        documents: Lookup,
        accesses: inout DocumentAccesses,
        coverage: RuleCoverage? = nil
    ) throws(Lookup.Failure) -> RuleDecision {
        var value = RequestValue(
            method: request.method,
            path: RulesPath(request.name),
            caller: request.caller,
            time: request.time,
            isInTransaction: request.isInTransaction
        )
        switch request.method {
        case .create, .update: value.resource = request.written.map(RulesValue.init(resource:)) ?? .null
        case .delete: value.resource = .null
        case .get, .list: break
        }
        let path = value.path.segments.map(PathElement.known)
        let question = Question(
            request: value,
            resource: .value(request.stored.map(RulesValue.init(resource:)) ?? .null),
            database: request.name.database.database
        ) { $0.bindings(for: path) }
        accesses.beginDecision()
        return try answer([question], documents, &accesses, coverage)
    }

    /// Decides about a read, or a write that is a commit of its own.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - documents: Where `get` and `exists` find documents; asked at most ten times.
    ///   - coverage: Counts what expressions give. Defaults to none.
    /// - Returns: The decision.
    /// - Throws: The error of `documents`.
    public func decision<Lookup: DocumentLookup>(
        for request: RuleRequest,
        documents: Lookup,
        coverage: RuleCoverage? = nil
    ) throws(Lookup.Failure) -> RuleDecision {
        var accesses = DocumentAccesses()
        return try decision(for: request, documents: documents, accesses: &accesses, coverage: coverage)
    }

    /// Decides about a query, by proof: it is allowed only if what it says about its results makes a rule true for every
    /// document that could be one, whatever is stored.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - caller: The user; `nil` without a sign-in.
    ///   - time: When the query came.
    ///   - documents: Where `get` and `exists` find documents whose path does not depend on a result; asked at most ten
    ///     times.
    ///   - isInTransaction: Whether the query belongs to a transaction. Defaults to no.
    ///   - coverage: Counts what expressions give. Defaults to none.
    /// - Returns: The decision.
    /// - Throws: The error of `documents`.
    public func decision<Lookup: DocumentLookup>(
        forQuery query: PreparedQuery,
        caller: RuleCaller?,
        time: Timestamp,
        documents: Lookup,
        isInTransaction: Bool = false,
        coverage: RuleCoverage? = nil
    ) throws(Lookup.Failure) -> RuleDecision {
        let questions = query.branches.map { branch in
            QueryBranch(query: query, conditions: branch)
                .question(caller: caller, time: time, isInTransaction: isInTransaction)
        }
        var accesses = DocumentAccesses()
        return try answer(questions, documents, &accesses, coverage)
    }

    /// Allows if every question is allowed; else says why the first one is not.
    private func answer<Lookup: DocumentLookup>(
        _ questions: [Question],
        _ documents: Lookup,
        _ accesses: inout DocumentAccesses,
        _ coverage: RuleCoverage?
    ) throws(Lookup.Failure) -> RuleDecision {
        var failure: Lookup.Failure?
        let read: Evaluator.Reader = { path, moment throws(EvaluationStop) in
            do throws(Lookup.Failure) {
                return switch moment {
                case .stored: try documents.document(at: path)
                case .afterCommit: try documents.documentAfterCommit(at: path)
                }
            } catch {
                failure = error
                throw .lookupFailed
            }
        }
        var decision = RuleDecision.denied([])
        for question in questions {
            var evaluator = Evaluator(
                program: program,
                request: question.request.value,
                resource: question.resource,
                database: question.database,
                facts: question.facts,
                isLenient: profile == .lenient,
                read: read,
                accesses: accesses,
                coverage: coverage.map { _ in CoverageRun() }
            )
            decision = question.answer(&evaluator)
            accesses = evaluator.accesses
            if let run = evaluator.coverage { coverage?.add(run) }
            if let failure { throw failure }
            guard decision.isAllowed else { break }
        }
        return decision
    }
}

/// A request, or one branch of a query, in front of a ruleset.
struct Question {
    let request: RequestValue
    let resource: Outcome
    let database: String
    var facts: QueryFacts?
    /// What the names of a pattern are bound to; `nil` if the pattern is for other documents.
    let bindings: (DocumentPattern) -> [Outcome]?

    init(
        request: RequestValue,
        resource: Outcome,
        database: String,
        facts: QueryFacts? = nil,
        bindings: @escaping (DocumentPattern) -> [Outcome]?
    ) {
        self.request = request
        self.resource = resource
        self.database = database
        self.facts = facts
        self.bindings = bindings
    }

    /// Tries all statements in the order of the source until one allows.
    func answer(_ evaluator: inout Evaluator) -> RuleDecision {
        let method = RuleMethods(request.method)
        var denials: [RuleDenial] = []
        for block in evaluator.program.blocks where block.statements.contains(where: { $0.methods.contains(method) }) {
            guard let bindings = bindings(block.pattern) else { continue }
            evaluator.wildcards = bindings
            for statement in block.statements where statement.methods.contains(method) {
                guard let condition = statement.condition else { return .allowed(by: statement.span) }
                func denial(_ cause: RuleDenial.Cause) -> RuleDenial {
                    RuleDenial(method: request.method, statement: statement.span, cause: cause)
                }
                do throws(EvaluationStop) {
                    switch try evaluator.evaluate(condition) {
                    case .value(.bool(true)): return .allowed(by: statement.span)
                    case .value(.bool(false)): denials.append(denial(.isFalse))
                    case .failure(let failure): denials.append(denial(.error(failure.message)))
                    case .symbol, .unknown: denials.append(denial(.isNotProved))
                    case .value, .alike: denials.append(denial(.isNoBool))
                    }
                } catch .exhausted(let reason) {
                    return .denied([denial(.budget(reason))])
                } catch {
                    return .denied(denials)
                }
            }
        }
        return .denied(denials)
    }
}

extension RuleMethods {
    init(_ method: RuleRequest.Method) {
        switch method {
        case .get: self = .get
        case .list: self = .list
        case .create: self = .create
        case .update: self = .update
        case .delete: self = .delete
        }
    }
}
