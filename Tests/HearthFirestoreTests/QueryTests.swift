import HearthFirestore
import HearthTesting
import Testing

struct QueryTests {
    let firestore: Firestore
    let cities: CollectionReference

    init() async throws {
        firestore = try await TestBackend().client()
        cities = firestore.collection("cities")
        let batch = firestore.batch()
        let rows: [(String, String, Int, [String])] = [
            ("ber", "DE", 3_700, ["east", "capital"]), ("muc", "DE", 1_500, ["south"]),
            ("par", "FR", 2_100, ["capital"]),
            ("lyo", "FR", 500, ["south", "east"]), ("rom", "IT", 2_800, ["capital", "south"]),
        ]
        for (id, country, people, tags) in rows {
            batch.setData(["country": country, "people": people, "tags": tags], forDocument: cities.document(id))
        }
        batch.setData(["country": FirestoreValue.null], forDocument: cities.document("zzz"))
        try await batch.commit()
    }

    private func ids(_ query: Query) async throws -> [String] {
        try await query.getDocuments().documents.map(\.documentID)
    }

    @Test func `filters find what they ask for`() async throws {
        #expect(try await ids(cities.whereField("country", isEqualTo: "DE")) == ["ber", "muc"])
        #expect(try await ids(cities.whereField("country", isNotEqualTo: "DE")) == ["lyo", "par", "rom"])
        #expect(try await ids(cities.whereField("people", isGreaterThan: 2_100)) == ["rom", "ber"])
        #expect(try await ids(cities.whereField("people", isLessThanOrEqualTo: 1_500)) == ["lyo", "muc"])
        #expect(try await ids(cities.whereField("tags", arrayContains: "south")) == ["lyo", "muc", "rom"])
        #expect(try await ids(cities.whereField("tags", arrayContainsAny: ["east", "x"])) == ["ber", "lyo"])
        #expect(try await ids(cities.whereField("country", in: ["IT", "FR"])) == ["lyo", "par", "rom"])
        #expect(try await ids(cities.whereField("country", notIn: ["DE", "FR"])) == ["rom"])
        #expect(try await ids(cities.whereField("country", isEqualTo: FirestoreValue.null)) == ["zzz"])
        #expect(
            try await ids(cities.whereField(FieldPath.documentID(), isGreaterThan: "muc")) == ["par", "rom", "zzz"]
        )
        let either = Filter.orFilter([
            .whereField("country", isEqualTo: "IT"),
            .andFilter([.whereField("country", isEqualTo: "FR"), .whereField("people", isGreaterOrEqualTo: 1_000)]),
        ])
        #expect(try await ids(cities.whereFilter(either)) == ["par", "rom"])
    }

    @Test func `orders, limits and cursors cut the results`() async throws {
        let byPeople = cities.order(by: "people", descending: true)
        #expect(try await ids(byPeople) == ["ber", "rom", "par", "muc", "lyo"])
        #expect(try await ids(byPeople.limit(to: 2)) == ["ber", "rom"])
        #expect(try await ids(byPeople.limit(toLast: 2)) == ["muc", "lyo"])
        #expect(try await ids(byPeople.start(at: [2_100]).limit(to: 2)) == ["par", "muc"])
        #expect(try await ids(byPeople.start(after: [2_100]).end(at: [500])) == ["muc", "lyo"])
        #expect(try await ids(byPeople.end(before: [2_100])) == ["ber", "rom"])
        let paris = try await cities.document("par").getDocument()
        #expect(try await ids(byPeople.start(atDocument: paris)) == ["par", "muc", "lyo"])
        #expect(try await ids(cities.whereField("country", isEqualTo: "FR").start(afterDocument: paris)) == [])
        #expect(try await ids(byPeople.end(beforeDocument: paris).limit(toLast: 1)) == ["rom"])
        #expect(try await ids(byPeople.offset(to: 3)) == ["muc", "lyo"])
        #expect(try await cities.select(["people"]).getDocuments().documents[0].data() == ["people": 3_700])
        #expect(try await ids(firestore.collectionGroup("cities").limit(to: 1)) == ["ber"])
    }

    @Test func `the server counts, sums and averages`() async throws {
        #expect(try await cities.count.getAggregation().count == 6)
        let numbers = try await cities.whereField("country", isEqualTo: "DE")
            .aggregate([.count(), .sum("people"), .average("people")]).getAggregation()
        #expect(numbers.get(.count()) == 2)
        #expect(numbers.get(.sum("people")) == 5_200)
        #expect(numbers.get(.average("people")) == 2_600.0)
        #expect(numbers.get(.sum("other")) == nil)
    }

    @Test func `a mistake in a query is told by the calls on it`() async throws {
        let wrong: [Query] = [
            cities.limit(to: 0), cities.limit(toLast: 1), cities.whereField("a", in: []),
            cities.whereField("a", isLessThan: FirestoreValue.null), cities.whereField("a..b", isEqualTo: 1),
            cities.order(by: "a").start(at: [1, 2]), cities.order(by: "a").start(at: [1]).order(by: "b"),
            cities.whereField("a", isNotEqualTo: 1).whereField("b", notIn: [1]),
            cities.whereField(FieldPath.documentID(), isEqualTo: 5),
            cities.whereField("a", isEqualTo: FieldValue.delete()),
            cities.start(atDocument: try await cities.document("none").getDocument()),
            cities.whereField("a", notIn: Array(0..<11)), firestore.collectionGroup("a/b"),
        ]
        for (index, query) in wrong.enumerated() {
            #expect(await code { _ = try await query.getDocuments() } == .invalidArgument, "query \(index)")
            #expect(await code { _ = try await query.count.getAggregation() } == .invalidArgument, "query \(index)")
        }
    }

    @Test func `equal queries are equal`() {
        #expect(cities.whereField("a", isEqualTo: 1) == cities.whereField("a", isEqualTo: 1))
        #expect(cities.whereField("a", isEqualTo: 1) != cities.whereField("a", isEqualTo: 2))
        #expect(cities.query != cities.limit(to: 1))
    }
}
