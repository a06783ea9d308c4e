import HearthCore
import HearthFirestoreModel
import HearthJSON
import Testing

@testable import HearthFirestoreRules

/// Queries whose verdicts were recorded from the official emulator, or follow from its recorded ones.
@Suite("Proof of queries")
struct ProofTests {
    private static let declarations = """
        function uid() { return request.auth.uid; }
        function license(id) { return /databases/$(database)/documents/licenses/$(id); }
        match /presentations/{id} {
          function isLicensed() { return get(license(resource.data.licenseId)).data.uid == uid(); }
          allow list: if request.auth.token.email_verified
            && (resource.data.createdBy == uid() || (resource.data.licenseId != null && isLicensed()));
        }
        match /emptyPresentations/{id} { allow list: if resource.data.createdBy == uid(); }
        match /shortCircuit/{id} {
          allow list: if resource.data.createdBy == uid() || get(license('missing')).data.uid == uid();
        }
        match /shared/{id} { allow list: if uid() in resource.data.members; }
        match /ratings/{id} { allow list: if resource.data.score > 4; }
        match /nonnull/{id} { allow list: if resource.data.value != null; }
        match /notblocked/{id} { allow list: if resource.data.value != 'blocked'; }
        match /limited/{id} { allow list: if request.query.limit <= 12; }
        match /offsets/{id} { allow list: if request.query.offset <= 2; }
        match /ordering/{id} { allow list: if request.query.orderBy.updatedAt == 'DESC'; }
        match /fixedGet/{id} { allow list: if get(license('granted')).data.uid == uid(); }
        match /fixedExists/{id} { allow list: if exists(license('granted')); }
        match /dynamicExists/{id} { allow list: if exists(license(resource.data.licenseId)); }
        match /{prefix=**}/groupDocs/{id} { allow list: if resource.data.createdBy == uid(); }
        match /{prefix=**}/emptyGroup/{id} { allow list: if resource.data.createdBy == uid(); }
        """

    private static let licenses = [
        Rules.document("licenses/granted", ["uid": "query-owner"]),
        Rules.document("licenses/granted2", ["uid": "query-owner"]),
        Rules.document("licenses/denied", ["uid": "other-owner"]),
    ]

    private func isAllowed(_ query: Query, isVerified: Bool = true) throws -> Bool {
        var rules = try Rules(Self.declarations, documents: Self.licenses)
        rules.caller = RuleCaller(userID: "query-owner", claims: ["email_verified": .bool(isVerified)])
        return try rules.list(query).isAllowed
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let collection: String
        let filter: Filter?
        let isAllowed: Bool
        var testDescription: String { "\(collection) where \(filter.map { "\($0)" } ?? "–")" }

        init(_ collection: String, _ filter: Filter?, _ isAllowed: Bool) {
            self.collection = collection
            self.filter = filter
            self.isAllowed = isAllowed
        }
    }

    private static let isOwner = Filter.field("createdBy", .equal("query-owner"))

    @Test(
        arguments: [
            Row("presentations", isOwner, true), Row("presentations", nil, false),
            Row("presentations", .field("createdBy", .equal("other-owner")), false),
            Row("presentations", .field("createdBy", .isIn(["query-owner"])), true),
            Row("presentations", .field("createdBy", .isIn(["query-owner", "other-owner"])), false),
            Row("presentations", .field("createdBy", .arrayContains("query-owner")), false),
            Row("presentations", .field("createdBy", .greaterThanOrEqual("query-owner")), false),
            Row(
                "presentations",
                .all([
                    .field("createdBy", .greaterThanOrEqual("query-owner")),
                    .field("createdBy", .lessThanOrEqual("query-owner")),
                ]),
                false
            ),
            Row("presentations", .all([isOwner, .field("published", .equal(false))]), true),
            Row(
                "presentations",
                .any([
                    .all([isOwner, .field("published", .equal(false))]),
                    .all([isOwner, .field("published", .equal(true))]),
                ]),
                true
            ),
            Row("presentations", .any([isOwner, .field("published", .equal(true))]), false),
            Row("presentations", .all([isOwner, .field("updatedAt", .equal(-1))]), true),
            Row("emptyPresentations", isOwner, true), Row("emptyPresentations", nil, false),
            Row("emptyPresentations", .field("createdBy", .equal("other-owner")), false),
            Row("presentations", .field("licenseId", .equal("granted")), true),
            Row("presentations", .field("licenseId", .equal("denied")), false),
            Row("presentations", .field("licenseId", .equal("missing")), false),
            Row("presentations", .field("licenseId", .isIn(["granted", "granted2"])), true),
            Row("presentations", .field("licenseId", .isIn(["granted", "denied"])), false),
            Row("shortCircuit", isOwner, true),
            Row("shared", .field("members", .arrayContains("query-owner")), true),
            Row("shared", .field("members", .arrayContains("other-owner")), false),
            Row("shared", .field("members", .arrayContainsAny(["query-owner"])), true),
            Row("shared", .field("members", .arrayContainsAny(["query-owner", "other-owner"])), false),
            Row("shared", nil, false), Row("ratings", .field("score", .equal(5)), true),
            Row("ratings", .field("score", .greaterThan(5)), true),
            Row("ratings", .field("score", .greaterThanOrEqual(5)), true),
            Row("ratings", .field("score", .greaterThanOrEqual(4)), false),
            Row("ratings", .field("score", .isIn([5, 7])), true),
            Row("ratings", .field("score", .isIn([4, 7])), false),
            Row("ratings", nil, false), Row("nonnull", .field("value", .isNotNull), true),
            Row("notblocked", .field("value", .notEqual("blocked")), true),
            Row("notblocked", .field("value", .isNotIn(["blocked", "also-blocked"])), true),
            Row("offsets", nil, true), Row("limited", nil, false), Row("ordering", nil, false),
            Row("fixedGet", nil, true), Row("fixedExists", nil, true),
            Row("dynamicExists", .field("licenseId", .equal("granted")), true),
            Row("dynamicExists", .field("licenseId", .equal("missing")), false), Row("dynamicExists", nil, false),
        ]
    )
    func `allows what is proved of every result`(_ row: Row) throws {
        #expect(try isAllowed(Query(row.collection, where: row.filter)) == row.isAllowed)
    }

    @Test func `denies an owner who is not verified`() throws {
        #expect(try !isAllowed(Query("presentations", where: Self.isOwner), isVerified: false))
    }

    @Test func `knows the limit, the offset and the order of the query`() throws {
        var query = Query("limited")
        query.limit = 12
        #expect(try isAllowed(query))
        query.limit = 13
        #expect(try !isAllowed(query))
        query = Query("offsets")
        query.offset = 2
        #expect(try isAllowed(query))
        query.offset = 3
        #expect(try !isAllowed(query))
        query = Query("ordering")
        query.orders = [Query.Order(FieldPath(["updatedAt"]), isDescending: true)]
        #expect(try isAllowed(query))
        query.orders = [Query.Order(FieldPath(["updatedAt"]))]
        #expect(try !isAllowed(query))
    }

    @Test func `allows a collection group only by a glob`() throws {
        #expect(try isAllowed(Query("groupDocs", group: true, where: Self.isOwner)))
        #expect(try !isAllowed(Query("groupDocs", group: true)))
        #expect(try isAllowed(Query("emptyGroup", group: true, where: Self.isOwner)))
        #expect(try !isAllowed(Query("presentations", group: true, where: Self.isOwner)))
        #expect(try isAllowed(Query("groupDocs", below: "parents/p1", where: Self.isOwner)))
        #expect(try isAllowed(Query("groupDocs", below: "parents/p1", group: true, where: Self.isOwner)))
    }

    @Test(
        arguments: [
            ("match /{all=**} { allow list; }", true), ("match /{a=**}/{c}/{d} { allow list: if c == 'posts'; }", true),
            ("match /{a=**}/{c}/{d} { allow list: if a == /x; }", false),
            ("match /posts/{d=**} { allow list; }", false),
            ("match /users/{u}/{rest=**} { allow list: if u == 'alice'; }", true),
            ("match /users/{u}/{rest=**} { allow list: if u == 'bob'; }", false),
            ("match /users/{u}/posts/{rest=**} { allow list; }", false),
            ("match /users/{u}/x/{rest=**}/posts/{p} { allow list; }", false),
            ("match /{a=**}/alice { match /{b=**}/posts/{p} { allow list; } }", true),
            ("match /{a=**}/alice { match /{b=**}/posts/{p} { allow list: if b == /posts; } }", false),
        ]
    )
    func `covers every place of a collection group or none`(_ match: String, _ isAllowed: Bool) throws {
        let query = Query("posts", below: "users/alice", group: true)
        #expect(try Rules(match).list(query).isAllowed == isAllowed)
        let first = Rules.file(match).replacing("'2'", with: "'1'")
        #expect(try !Rules(try Ruleset(first)).list(query).isAllowed)
    }

    @Test(
        arguments: [
            ("match /{a}/{b} { allow list: if resource.id != 'c'; }", false), ("match /{a}/{b} { allow list; }", true),
            ("match /users/{b} { allow list; }", false), ("match /{a=**} { allow list; }", true),
            ("match /{a}/{b} { allow list: if a == 'users'; }", false),
        ]
    )
    func `covers every collection when the query names none`(_ match: String, _ isAllowed: Bool) throws {
        #expect(try Rules(match).list(Query(parent: Rules.name(""), source: nil)).isAllowed == isAllowed)
    }

    @Test func `knows the document that a filter names`() throws {
        let rules = try Rules(
            """
            match /a/{id} { allow list: if id == 'x' && resource.id == 'x' && resource.__name__ == request.path; }
            match /b/{id} { allow list: if id == 'x' && resource.__name__[4] == 'x'; }
            """
        )
        let name = Filter.field("__name__", .equal(.reference(Rules.name("b/x"))))
        #expect(try rules.list(Query("b", where: name)).isAllowed)
        #expect(try !rules.list(Query("b", where: .field("__name__", .equal(.reference(Rules.name("b/y")))))).isAllowed)
        #expect(try !rules.list(Query("b")).isAllowed)
        // A name elsewhere finds nothing, and proves nothing.
        #expect(try !rules.list(Query("a", where: .field("__name__", .equal(.reference(Rules.name("c/x")))))).isAllowed)
    }

    @Test(
        arguments: [
            "!(resource.data.createdBy == 'other')", "!(resource.data.createdBy is string)", "!(resource.data is map)",
            "!(resource is map)", "resource.data != {}", "resource.data.createdBy == null", "id == 'not-a-row'",
            "id != 'not-a-row'", "resource != null", "!('x' in resource.data)", "'x' in resource.data",
            "resource.data.size() >= 0", "resource.data.get('x', true)", "resource.data.x ? true : true",
            "resource.data.createdBy == resource.data.createdBy", "!(resource.data.x > 1)",
            "exists(request.path) == id",
        ]
    )
    func `does not know what no filter says`(_ condition: String) throws {
        #expect(try !Rules("match /a/{id} { allow list: if \(condition); }").list(Query("a")).isAllowed)
    }

    /// Notes what is read.
    private struct Reads: DocumentLookup {
        let paths = Locked<[ResourcePath]>([])

        func document(at path: ResourcePath) throws(Never) -> Document? {
            paths.withLock { $0.append(path) }
            return ProofTests.licenses.first { $0.name.path == path }
        }

        func documentAfterCommit(at path: ResourcePath) throws(Never) -> Document? { document(at: path) }
    }

    @Test(
        arguments: [
            ("!exists(child()) || isOwner()", "granted", true, 1),
            ("!exists(child()) || isOwner()", "denied", false, 1),
            ("!exists(child()) || isOwner()", "missing", false, 1),
            ("isOwner() || !exists(child())", "granted", true, 1),
            ("get(child()).data.uid == request.auth.uid || isOwner()", "granted", true, 1),
            ("!exists(child())", "granted", false, 0), ("!(exists(child()) && false)", "granted", true, 0),
            ("exists(child()) || true", "granted", true, 0),
            ("get(license('missing')).data.uid == 'a' || true", "granted", true, 1),
            ("!(get(license('missing')).data.uid == 'a' && false)", "granted", true, 1),
        ]
    )
    func `reads only documents that do not depend on a result`(
        _ condition: String,
        _ parent: String,
        _ isAllowed: Bool,
        _ reads: Int
    ) throws {
        var rules = try Rules(
            """
            function license(id) { return /databases/$(database)/documents/licenses/$(id); }
            match /licenses/{parent}/items/{child} {
              function child() { return license(child); }
              function isOwner() { return get(license(parent)).data.uid == request.auth.uid; }
              allow list: if \(condition);
            }
            """
        )
        rules.caller = RuleCaller(userID: "query-owner")
        let documents = Reads()
        let decision = rules.ruleset.decision(
            forQuery: try Query("items", below: "licenses/\(parent)").prepared(),
            caller: rules.caller,
            time: Rules.noon,
            documents: documents
        )
        #expect(decision.isAllowed == isAllowed)
        #expect(documents.paths.withLock { $0.count } == reads)
    }

    @Test(
        arguments: [
            ("resource.data.n == 1", true), ("resource.data.n == 1.0", true), ("resource.data.n < 2", true),
            ("resource.data.n > 1", false), ("resource.data.n is number", true), ("resource.data.n is int", false),
            ("!(resource.data.n is float)", false), ("!(resource.data.n is string)", true),
            ("resource.data.n / 2 == 0", false), ("string(resource.data.n) == '1'", false),
            ("resource.data.n in [1, 2]", true), ("[resource.data.n] == [1]", true),
            ("[resource.data.n][0] == 1", true), ("{'a': resource.data.n}.a == 1", true),
            ("resource.data['n'] == 1", true), ("resource.data.get('n', 2) == 1", true),
            ("resource.data.get(['n'], 2) == 1", true), ("resource.data.n != null", true),
            ("[3][resource.data.n - 1] == 3", false), ("resource.data.n.x == 1 || true", true),
            ("exists(/databases/$(database)/documents/a/$(resource.data.n)) || true", true),
            ("exists(/databases/$(database)/documents/a/$(resource.data.n)) == false", false),
        ]
    )
    func `does not know of which kind a number is`(_ condition: String, _ isAllowed: Bool) throws {
        let rules = try Rules("match /a/{id} { allow list: if \(condition); }")
        #expect(try rules.list(Query("a", where: .field("n", .equal(1)))).isAllowed == isAllowed)
    }

    @Test func `says why a query is denied`() throws {
        let decision = try Rules("match /a/{id} { allow list: if resource.data.x == 1; }").list(Query("a"))
        guard case .denied(let denials) = decision else { return #expect(Bool(false)) }
        #expect(denials.map(\.cause) == [.isNotProved])
    }
}
