import HearthFirestoreModel
import HearthJSON

@testable import HearthFirestoreRules

/// A ruleset, and requests of one user to a database with a few documents.
struct Rules {
    static let database = DatabaseName(project: "demo-hearth")
    static let noon = Timestamp(microseconds: 1_795_176_000_000_000)

    let ruleset: Ruleset
    var documents = DocumentTable()
    var caller: RuleCaller? = RuleCaller(userID: "alice")
    var coverage: RuleCoverage?

    /// Compiles declarations that stand inside the match of the documents, in version 2.
    init(_ declarations: String, documents: [Document] = [], profile: Ruleset.Profile = .strict) throws {
        self.init(try Ruleset(Self.file(declarations), profile: profile), documents: documents)
    }

    init(_ ruleset: Ruleset, documents: [Document] = []) {
        self.ruleset = ruleset
        self.documents = DocumentTable(documents)
    }

    static func file(_ declarations: String) -> String {
        """
        rules_version = '2';
        service cloud.firestore {
          match /databases/{database}/documents {
            \(declarations)
          }
        }
        """
    }

    static func name(_ path: String) -> ResourceName {
        ResourceName(
            database: database,
            path: path.isEmpty ? .root : ResourcePath(path.split(separator: "/").map(String.init))
        )
    }

    static func document(_ path: String, _ fields: Fields) -> Document {
        Document(name: name(path), fields: fields)
    }

    func get(_ path: String, _ fields: Fields? = nil) -> RuleDecision {
        let stored = fields.map { Self.document(path, $0) }
        return decision(.get(Self.name(path), stored: stored, caller: caller, time: Self.noon))
    }

    func create(_ path: String, _ fields: Fields = [:]) -> RuleDecision {
        decision(.write(Self.document(path, fields), stored: nil, caller: caller, time: Self.noon))
    }

    func update(_ path: String, from old: Fields, to new: Fields) -> RuleDecision {
        decision(.write(Self.document(path, new), stored: Self.document(path, old), caller: caller, time: Self.noon))
    }

    func delete(_ path: String, _ fields: Fields? = nil) -> RuleDecision {
        let stored = fields.map { Self.document(path, $0) }
        return decision(.delete(Self.name(path), stored: stored, caller: caller, time: Self.noon))
    }

    func list(_ query: Query) throws -> RuleDecision {
        ruleset.decision(
            forQuery: try query.prepared(),
            caller: caller,
            time: Self.noon,
            documents: documents,
            coverage: coverage
        )
    }

    private func decision(_ request: RuleRequest) -> RuleDecision {
        ruleset.decision(for: request, documents: documents, coverage: coverage)
    }
}

extension Query {
    /// A query of a collection, or of all collections of that id.
    init(_ collection: String, below parent: String = "", group: Bool = false, where filter: Filter? = nil) {
        self.init(parent: Rules.name(parent), source: Source(collection, allDescendants: group), filter: filter)
    }
}

extension Filter {
    static func field(_ path: String, _ test: Condition.Test) -> Filter {
        .condition(Condition(FieldPath(path.split(separator: ".").map(String.init)), test))
    }
}
