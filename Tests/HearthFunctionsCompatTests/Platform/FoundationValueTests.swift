import Foundation
import HearthJSON
import Testing

@testable import HearthFunctionsCompat

@Suite("Foundation's values as JSON")
struct FoundationValueTests {
    private func json(_ value: Any?) -> JSONValue? { try? JSONValue(foundation: value) }

    @Test func `numbers keep their kind and their value`() {
        #expect(json(NSNumber(value: true)) == true && json(NSNumber(value: false)) == false)
        #expect(json(true) == true && json(Optional(false)) == false)
        #expect(json(1) == 1 && json(NSNumber(value: 1)) == 1 && json(NSNumber(value: 0)) == 0)
        #expect(json(NSNumber(value: 1.0)) == .number(1) && json(1.5) == 1.5 && json(Float(0.5)) == 0.5)
        #expect(json(NSNumber(value: Float(0.25))) == 0.25)
        #expect(json(Int64.min) == .integer(.min) && json(Int64.max) == .integer(.max))
        #expect(json(NSNumber(value: Int64.min)) == .integer(.min))
        #expect(json(NSNumber(value: Int64.max)) == .integer(.max))
        #expect(json(UInt8.max) == 255 && json(UInt64(Int64.max)) == .integer(.max))
        #expect(json(NSNumber(value: UInt32.max)) == 4_294_967_295)
        #expect(json(NSNumber(value: Int8(5))) == 5 && json(NSNumber(value: Int8(-1))) == -1)
    }

    @Test func `a number that JSON lacks is refused`() {
        for number in [Double.nan, .infinity, -.infinity] {
            #expect(json(number) == nil && json(NSNumber(value: number)) == nil && json(Float(number)) == nil)
        }
        #expect(json(UInt64.max) == nil && json(UInt64(Int64.max) + 1) == nil)
        #expect(json(NSNumber(value: UInt64.max)) == nil)
        #expect(json(["deep": [[NSNumber(value: UInt64.max)]]]) == nil)
    }

    @Test func `nothing is null, however deep it is wrapped`() {
        let empty: Int?? = .some(nil)
        #expect(json(nil) == .null && json(NSNull()) == .null && json(empty as Any) == .null)
        #expect(json(["a": Optional<Int>.none as Any]) == ["a": .null])
        #expect(json(Optional(Optional(3)) as Any) == 3)
    }

    @Test func `texts, lists and members go there and back`() {
        #expect(json("e\u{301}\0🦊") == "e\u{301}\0🦊" && json(NSString(string: "é")) == "é")
        #expect(json([Any]()) == [] && json([String: Any]()) == [:])
        #expect(json(NSArray(array: [1, "a", NSNull()])) == [1, "a", .null])
        let members = NSDictionary(dictionary: ["a": NSDictionary(dictionary: ["b": [true]])])
        #expect(json(members) == ["a": ["b": [true]]])
        #expect(json(JSONValue.array([1])) == [1])
    }

    @Test func `what is not JSON is refused with the name of its type`() {
        for value in [Date(timeIntervalSince1970: 0), Data([1]), URL(filePath: "/"), UUID(), [1: "a"]] as [any Sendable]
        {
            let error = #expect(throws: NSError.self) { try JSONValue(foundation: value) }
            #expect(error?.domain == FunctionsErrorDomain && error?.code == 3)
            #expect(error?.localizedDescription.contains("is not JSON") == true)
        }
        #expect(json(["a": [Date(timeIntervalSince1970: 0)]]) == nil)
    }

    @Test func `an answer has the types that apps cast to`() throws {
        let value: JSONValue = [
            "n": .null, "t": true, "i": 7, "large": .integer(.max), "d": 0.5, "s": "x", "l": [1, 2], "o": ["a": ["b"]],
        ]
        let object = try #require(value.foundation as? [String: Any])
        #expect(object["n"] is NSNull && object["t"] as? Bool == true && object["i"] as? Int == 7)
        #expect(object["large"] as? Int64 == .max && object["d"] as? Double == 0.5 && object["s"] as? String == "x")
        #expect(object["l"] as? [Int] == [1, 2] && object["o"] as? [String: [String]] == ["a": ["b"]])
    }

    @Test(
        arguments: [
            (70.0, 70.0), (0, 0), (-1, 0), (0.25, 0.25), (.infinity, 3_155_760_000), (-.infinity, 0),
            (.greatestFiniteMagnitude, 3_155_760_000), (.leastNonzeroMagnitude, 0), (1e18, 3_155_760_000), (.nan, 70),
        ] as [(Double, Double)]
    )
    func `a call may take any time`(_ interval: TimeInterval, _ kept: TimeInterval) {
        let functions = HearthFunctionsCompat.Functions.functions(region: "of-no-app")
        let callable = functions.httpsCallable("f")
        #expect(callable.timeoutInterval == 70)
        callable.timeoutInterval = interval
        #expect(callable.timeoutInterval == kept)
        var typed: HearthFunctionsCompat.Callable<Int, Int> = functions.httpsCallable("f")
        typed.timeoutInterval = interval
        #expect(typed.timeoutInterval == kept)
    }
}
