import HearthFirestoreModel
import Testing

@Suite("Composite indexes")
struct IndexTests {
    private typealias Field = IndexDefinition.Field

    private static func path(_ name: String) -> FieldPath { FieldPath([name]) }
    private static func is_(_ name: String) -> Filter { .condition(Condition(path(name), .equal(.integer(1)))) }
    private static func above(_ name: String) -> Filter { .condition(Condition(path(name), .greaterThan(.integer(1)))) }
    private static func has(_ name: String) -> Filter { .condition(Condition(path(name), .arrayContains(.integer(1)))) }
    private static func by(_ name: String, _ isDescending: Bool = false) -> Query.Order {
        Query.Order(path(name), isDescending: isDescending)
    }

    private static func query(_ filters: [Filter], _ orders: [Query.Order] = [], group: Bool = false) throws
        -> PreparedQuery
    {
        let root = ResourceName(database: DatabaseName(project: "demo"), path: .root)
        let filter: Filter? = filters.isEmpty ? nil : .all(filters)
        return try Query(
            parent: root,
            source: Query.Source("c", allDescendants: group),
            filter: filter,
            orders: orders
        ).prepared()
    }

    /// An index in short words: `a+ b- c*` for ascending, descending and elements.
    private static func words(_ index: IndexDefinition) -> String {
        index.fields.map {
            $0.path.text + ["ASCENDING": "+", "DESCENDING": "-", "CONTAINS": "*"][$0.kind.rawValue, default: "?"]
        }
        .joined(separator: " ")
    }

    private static func index(_ text: String, _ scope: IndexDefinition.Scope = .collection) -> IndexDefinition {
        let kinds: [Character: IndexDefinition.Kind] = ["+": .ascending, "-": .descending, "*": .contains]
        let fields = text.split(separator: " ").map { word in
            Field(path(String(word.dropLast())), kinds[word.last ?? "+"] ?? .ascending)
        }
        return IndexDefinition("c", scope, fields)
    }

    @Test func `are not needed where single fields are enough`() throws {
        let queries = try [
            Self.query([]), Self.query([Self.is_("a"), Self.is_("b")]), Self.query([Self.above("a")]),
            Self.query([], [Self.by("a", true)]), Self.query([Self.above("a")], [Self.by("a", true)]),
            Self.query([Self.has("a")]), Self.query([Self.has("a"), Self.is_("b")]),
            Self.query([.any([Self.is_("a"), Self.is_("b")])]), Self.query([Self.is_("a")], [Self.by("a")]),
            Self.query([Self.is_("a")], [Self.by("__name__")]),
        ]
        for query in queries { #expect(query.missingIndexes(declared: []).isEmpty, "\(query.query)") }
    }

    @Test func `are needed for equality with another order, and for two orders`() throws {
        let cases: [(PreparedQuery, [String])] = try [
            (Self.query([Self.is_("a")], [Self.by("b")]), ["a+ b+"]),
            (Self.query([Self.is_("b"), Self.is_("a"), Self.above("c")]), ["a+ b+ c+"]),
            (Self.query([], [Self.by("a"), Self.by("b", true)]), ["a+ b-"]),
            (Self.query([Self.has("a")], [Self.by("b", true)]), ["a* b-"]),
            (Self.query([.any([Self.is_("a"), Self.is_("b")])], [Self.by("x")]), ["a+ x+", "b+ x+"]),
            (Self.query([Self.is_("a")], group: true), ["a+"]),
            (Self.query([], [Self.by("a", true)], group: true), ["a-"]),
        ]
        for (query, expected) in cases {
            #expect(query.missingIndexes(declared: []).map(Self.words).sorted() == expected)
        }
    }

    @Test func `serve a query in either direction, with equalities in any order, and together`() throws {
        let query = try Self.query([Self.is_("a"), Self.is_("b")], [Self.by("c", true)])
        for declared in [["a+ b+ c-"], ["b+ a+ c+"], ["a- b+ c-"], ["a+ c-", "b+ c-"]] {
            #expect(query.missingIndexes(declared: Set(declared.map { Self.index($0) })).isEmpty, "\(declared)")
        }
        for declared in [["a+ c-"], ["a+ b+"], ["a+ b+ d-"], ["a* b+ c-"], ["c- a+ b+"]] {
            #expect(!query.missingIndexes(declared: Set(declared.map { Self.index($0) })).isEmpty, "\(declared)")
        }
        let mixed = try Self.query([], [Self.by("a"), Self.by("b", true)])
        #expect(mixed.missingIndexes(declared: [Self.index("a- b+")]).isEmpty)
        #expect(!mixed.missingIndexes(declared: [Self.index("a+ b+")]).isEmpty)
    }

    @Test func `of a collection group are its own`() throws {
        let query = try Self.query([Self.is_("a")], [Self.by("b")], group: true)
        #expect(!query.missingIndexes(declared: [Self.index("a+ b+")]).isEmpty)
        #expect(query.missingIndexes(declared: [Self.index("a+ b+", .collectionGroup)]).isEmpty)
    }
}
