import Foundation
import HearthAnalyticsModel
import Testing

@testable import HearthAnalyticsCompat

@Suite("Parameters without types")
struct ParameterReadingTests {
    private func read(_ value: Any) -> AnalyticsValue? {
        ParameterReading(["p": value]).parameters["p"]
    }

    @Test func `are texts, numbers, and Booleans as 1 and 0`() {
        let table: [(Any, AnalyticsValue)] = [
            ("x", "x"), ("", ""), (5, 5), (Int8.min, -128), (UInt32.max, 4_294_967_295), (Int64.min, .int(.min)),
            (UInt64.max, .int(.max)), (1.5, 1.5), (Float(0.5), 0.5), (true, 1), (false, 0),
        ]
        for (value, expected) in table { #expect(read(value) == expected, "\(value)") }
    }

    @Test func `of any other type are left out, and the rest stays`() {
        let wrong: [Any] = [Date(), Data([1]), ["a"], ["a": 1], NSNull(), Int?.none as Any, [["item_id": "x"]]]
        for value in wrong {
            let parameters = ParameterReading(["p": value, "q": 1]).parameters
            #expect(parameters["p"] == nil && parameters["q"] == 1, "\(value)")
        }
    }

    @Test func `under items are lists of dictionaries, read alike`() {
        let items: [[String: Any]] = [
            ["item_id": "x", "quantity": 2, "new": true], ["price": 0.5, "wrong": Date()], [:],
        ]
        let expected: AnalyticsValue = .items([
            AnalyticsItem(parameters: AnalyticsParameters(["item_id": "x", "quantity": 2, "new": 1])),
            AnalyticsItem(parameters: AnalyticsParameters(["price": 0.5])), AnalyticsItem(parameters: [:]),
        ])
        #expect(ParameterReading(["items": items]).parameters["items"] == expected)
        #expect(ParameterReading(["items": [[String: Any]]()]).parameters["items"] == .items([]))
        #expect(ParameterReading(["items": [1]]).parameters["items"] == nil)
        #expect(ParameterReading([:]).parameters.isEmpty)
    }
}
