internal import HearthCore
package import HearthFirestoreModel
package import HearthFirestoreRules
package import HearthFirestoreStore
internal import HearthJSON

/// Decides by security rules, which can be replaced while requests are answered.
///
/// Each check uses the rules that hold when it begins, from its beginning to its end.
package final class RulesAuthorizer: FirestoreAuthorizer {
    /// Rules that hold.
    struct Rules: Sendable {
        let ruleset: Ruleset
        /// The name of their file.
        let file: String
        /// What their expressions gave; only in an emulator.
        let coverage: RuleCoverage?
    }

    private struct Holding {
        /// The rules of projects that have none of their own.
        var ofOthers: Rules?
        /// The rules of single projects, by the bytes of their ids.
        var ofProject: [[UInt8]: Rules] = [:]
        var revision = 0
    }

    private let isEmulator: Bool
    private let withoutRules: any FirestoreAuthorizer
    let now: @Sendable () -> Timestamp
    private let holding = Locked(Holding())

    /// Starts without rules: an emulator allows everything, a server nothing.
    ///
    /// - Parameters:
    ///   - isEmulator: Whether callers are told why they are refused, what expressions give is counted, and functions
    ///     work that production refuses.
    ///   - now: Tells the time.
    package init(isEmulator: Bool, now: @escaping @Sendable () -> Timestamp) {
        self.isEmulator = isEmulator
        self.now = now
        withoutRules = isEmulator ? OpenAuthorizer() : AdministratorsOnly()
    }

    /// Replaces rules, if the new ones compile; what was counted is forgotten.
    ///
    /// - Parameters:
    ///   - source: The new rules.
    ///   - file: The name of their file. Defaults to `firestore.rules`.
    ///   - project: The project that they are for; `nil` for those that have none of their own.
    /// - Returns: What the compiler found suspicious.
    /// - Throws: `RulesetError` if the source does not compile; the old rules hold on.
    package func replace(
        _ source: String,
        file: String = "firestore.rules",
        project: String?
    ) throws(RulesetError) -> [RulesIssue] {
        let ruleset = try Ruleset(source, profile: isEmulator ? .lenient : .strict)
        let rules = Rules(ruleset: ruleset, file: file, coverage: isEmulator ? ruleset.makeCoverage() : nil)
        holding.withLock { holding in
            if let project { holding.ofProject[Array(project.utf8)] = rules } else { holding.ofOthers = rules }
            holding.revision += 1
        }
        return ruleset.warnings
    }

    /// The rules of a project; `nil` if there are none.
    func rules(of project: String) -> Rules? {
        holding.withLock { $0.ofProject[Array(project.utf8)] ?? $0.ofOthers }
    }

    package var revision: Int { holding.withLock { $0.revision } }

    // MARK: Checks

    package func checkGet(
        _ name: ResourceName,
        _ document: Document?,
        _ caller: FirestoreCaller,
        _ read: DocumentReader
    ) throws {
        try checkProject(of: caller, name.database)
        guard let rules = rules(of: name.database.project) else {
            return try withoutRules.checkGet(name, document, caller, read)
        }
        let request = RuleRequest.get(name, stored: document, caller: RuleCaller(caller), time: now())
        try withoutActuallyEscaping(read) { read in
            let documents = ReaderLookup(database: name.database, read: read)
            try demand(rules.ruleset.decision(for: request, documents: documents, coverage: rules.coverage))
        }
    }

    package func checkList(_ query: PreparedQuery, _ caller: FirestoreCaller, _ read: DocumentReader) throws {
        try checkProject(of: caller, query.database)
        guard let rules = rules(of: query.database.project) else {
            return try withoutRules.checkList(query, caller, read)
        }
        try withoutActuallyEscaping(read) { read in
            let decision = try rules.ruleset.decision(
                forQuery: query,
                caller: RuleCaller(caller),
                time: now(),
                documents: ReaderLookup(database: query.database, read: read),
                coverage: rules.coverage
            )
            try demand(decision)
        }
    }

    package func checkChanges(_ changes: [PendingChange], _ caller: FirestoreCaller, _ read: DocumentReader) throws {
        guard let database = changes.first?.write.name.database else { return }
        try checkProject(of: caller, database)
        guard let rules = rules(of: database.project) else {
            return try withoutRules.checkChanges(changes, caller, read)
        }
        let user = RuleCaller(caller)
        var written: [ResourcePath: Document?] = [:]
        for change in changes { written.updateValue(change.after, forKey: change.write.name.path) }
        try withoutActuallyEscaping(read) { read in
            let documents = ReaderLookup(database: database, read: read, written: written)
            var accesses = DocumentAccesses()
            for change in changes {
                let decision = try rules.ruleset.decision(
                    for: RuleRequest(change, user),
                    documents: documents,
                    accesses: &accesses,
                    coverage: rules.coverage
                )
                try demand(decision)
            }
        }
    }

    /// Refuses a user of another project; an emulator takes tokens of any project, as the official one does.
    private func checkProject(of caller: FirestoreCaller, _ database: DatabaseName) throws(FirestoreError) {
        guard !isEmulator, case .user(let claims) = caller else { return }
        guard claims["aud"]?.string?.hasSameBytes(as: database.project) ?? false else { throw .denied }
    }

    /// Throws if the decision is no; only an emulator tells why, because the reasons can hold values of documents.
    private func demand(_ decision: RuleDecision) throws(FirestoreError) {
        if decision.isAllowed { return }
        throw isEmulator ? FirestoreError(.permissionDenied, decision.emulatorMessage) : .denied
    }
}

extension RuleCaller {
    /// The user as rules see it; `nil` without a sign-in, and if the token names no user.
    init?(_ caller: FirestoreCaller) {
        guard case .user(let claims) = caller, let id = claims["sub"]?.string, id.utf8.first != nil else { return nil }
        self.init(userID: id, claims: claims)
    }
}

extension RuleRequest {
    /// What a change asks for; a check of a document that changes nothing reads it.
    fileprivate init(_ change: PendingChange, _ caller: RuleCaller?) {
        let name = change.write.name
        // A transform that sets the time of the request writes whole milliseconds; rules compare the two.
        let time = change.time.roundedDownToMilliseconds
        switch (change.write.operation, change.after) {
        case (.verify, _):
            self = .get(name, stored: change.before, caller: caller, time: time)
        case (.update, let after?), (.transform, let after?):
            self = .write(after, stored: change.before, caller: caller, time: time)
        case (.delete, _), (.update, nil), (.transform, nil):
            self = .delete(name, stored: change.before, caller: caller, time: time)
        }
    }
}

/// The documents of one state of a database, and what a commit makes of them.
struct ReaderLookup: DocumentLookup {
    let database: DatabaseName
    let read: (ResourceName) throws -> Document?
    var written: [ResourcePath: Document?] = [:]

    func document(at path: ResourcePath) throws -> Document? {
        try read(ResourceName(database: database, path: path))
    }

    func documentAfterCommit(at path: ResourcePath) throws -> Document? {
        if let written = written[path] { return written }
        return try document(at: path)
    }
}
