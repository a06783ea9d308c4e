import FirestoreSamples
import HearthFirestoreModel
import HearthJSON
import Testing

@Suite("Aggregations")
struct AggregationTests {
    private let field = FieldPath(["v"])

    @Test func `give the recorded numbers`() throws {
        for row in try Vectors.rows("aggregations") {
            let values = try #require(row["values"]?.array)
            let documents = try values.enumerated().map { index, value in
                let name = ResourceName(database: demo, path: ResourcePath(["c", "\(10 + index)"]))
                return Document(name: name, fields: value.string == nil ? ["v": try Value(vector: value)] : [:])
            }
            let aggregations = try Aggregation.prepare([
                Aggregation(.count(upTo: nil), alias: "count"), Aggregation(.sum(field), alias: "sum"),
                Aggregation(.average(field), alias: "avg"),
            ])
            var aggregator = Aggregator(aggregations)
            let root = ResourceName(database: demo, path: .root)
            let query = try Query(parent: root, source: Query.Source("c")).prepared()
            for document in query.requiring(aggregator.requiredFields).run(over: documents).results {
                aggregator.add(document)
            }
            let result = aggregator.result
            #expect(result["count"] == row["count"]?.integer.map(Value.integer))
            #expect(try result["sum"] == Value(vector: row["sum"] ?? .null), "\(row)")
            if let average = row["avg"] { #expect(try result["avg"] == Value(vector: average), "\(row)") }
        }
    }

    @Test func `are refused with the recorded messages`() throws {
        func message(_ aggregations: [Aggregation]) -> String? {
            do throws(FirestoreError) {
                _ = try Aggregation.prepare(aggregations)
                return nil
            } catch {
                return error.message
            }
        }
        let count = Aggregation(.count(upTo: nil))
        #expect(message([]) == "Aggregations can not be empty.")
        #expect(
            message(Array(repeating: count, count: 6))
                == "The maximum number of aggregations allowed in an aggregation query is 5. Received: 6"
        )
        #expect(
            message([Aggregation(.count(upTo: -1))])
                == "The `up_to` value in a COUNT aggregation must be greater than or equal to zero."
        )
        #expect(
            message([Aggregation(.count(upTo: nil), alias: "__a__")]) == "The property.name \"__a__\" is reserved."
        )
        #expect(
            message([Aggregation(.sum(field), alias: "a"), Aggregation(.average(field), alias: "a")])
                == "Aggregation aliases contain duplicate alias: a."
        )
        #expect(
            message([Aggregation(.sum(.documentName))]) == "Aggregations are not supported for the property: __key__"
        )
    }

    @Test func `without names are numbered among themselves`() throws {
        let prepared = try Aggregation.prepare([
            Aggregation(.count(upTo: nil)), Aggregation(.sum(field), alias: "s"), Aggregation(.average(field)),
        ])
        #expect(prepared.map(\.alias) == ["field_1", "s", "field_2"])
    }

    @Test func `count no further than asked`() throws {
        var aggregator = Aggregator([Aggregation(.count(upTo: 2), alias: "n")])
        #expect(aggregator.sufficientCount == 2)
        aggregator.add(count: 5)
        #expect(aggregator.result == ["n": 2])
    }

    @Test(
        arguments: [
            // limit, offset, explicit order: the sum over v = 3, 1, 2 in documents a, b, c, and over d, which lacks v
            (2, 0, nil, 3), (1, 1, nil, 2), (nil, 0, nil, 6), (2, 0, "name", 4), (2, 0, "w", 5),
        ] as [(Int?, Int, String?, Int)]
    )
    func `take the smallest values where a limit cuts and nothing else orders`(
        limit: Int?,
        offset: Int,
        order: String?,
        sum: Int
    ) throws {
        let contents: [(String, Fields)] = [
            ("a", ["v": 3, "w": 1]), ("b", ["v": 1, "w": 2]), ("c", ["v": 2, "w": 1]), ("d", ["w": 0]),
        ]
        let documents = contents.map { id, fields in
            Document(name: ResourceName(database: demo, path: ResourcePath(["c", id])), fields: fields)
        }
        var query = Query(parent: ResourceName(database: demo, path: .root), source: Query.Source("c"))
        query.limit = limit
        query.offset = offset
        if order == "name" { query.orders = [Query.Order(.documentName)] }
        if order == "w" { query.orders = [Query.Order(FieldPath(["w"]))] }
        var aggregator = Aggregator([Aggregation(.sum(field), alias: "sum")])
        let prepared = try query.prepared().requiring(aggregator.requiredFields)
        for document in prepared.run(over: documents).results { aggregator.add(document) }
        #expect(aggregator.result["sum"] == .integer(Int64(sum)))
    }
}
