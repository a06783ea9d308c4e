import Foundation
import HearthAnalyticsModel
import Testing

@testable import HearthAnalyticsCompat

/// FirebaseAnalytics takes `NSString` and `NSNumber`: parameters from JSON or Objective-C come as these.
@Suite("Parameters in Foundation's boxes")
struct BoxedParameterTests {
    private func read(_ value: Any) -> AnalyticsValue? { ParameterReading(["p": value]).parameters["p"] }

    @Test func `are what was put into them`() {
        let table: [(Any, AnalyticsValue)] = [
            (NSNumber(value: 1), 1), (NSNumber(value: 5), 5), (NSNumber(value: -1), -1), (NSNumber(value: 0.5), 0.5),
            (NSNumber(value: Int64.max), .int(.max)), (NSNumber(value: true), 1), (NSNumber(value: false), 0),
            (NSNumber(value: 3.25), 3.25), (NSString("x"), "x"), (Int?.some(3) as Any, 3),
            (Double?.some(0.5) as Any, 0.5), (Decimal(string: "9.99") as Any, 9.99), (Int64(1) << 40, .int(1 << 40)),
        ]
        for (value, expected) in table { #expect(read(value) == expected, "\(value) \(type(of: value))") }
    }

    @Test func `from JSON keep their kind, items too`() throws {
        let text =
            #"{"quantity":5,"price":0.5,"new":true,"one":1,"items":[{"item_id":"x","quantity":2,"price":1.5}],"none":null}"#
        let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let parameters = ParameterReading(object).parameters
        #expect(
            parameters["quantity"] == 5 && parameters["price"] == 0.5 && parameters["new"] == 1
                && parameters["one"] == 1
        )
        let item = AnalyticsItem(parameters: AnalyticsParameters(["item_id": "x", "quantity": 2, "price": 1.5]))
        #expect(parameters["items"] == .items([item]) && parameters["none"] == nil)
    }
}
