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
}
