import Foundation
import HearthCrashWire
import Testing

@testable import HearthCrashCompat

/// What apps take from JSON, from preferences and from other frameworks comes in boxes of Foundation's.
@Suite("Values in Foundation's boxes")
struct BoxedValueTests {
    @Test func `are what was put into them`() throws {
        let table: [(Any, CrashValue)] = [
            (NSNumber(value: 1), 1), (NSNumber(value: 0), 0), (NSNumber(value: 5), 5), (NSNumber(value: -5), -5),
            (NSNumber(value: Int64.max), .int(.max)), (NSNumber(value: 0.5), 0.5), (NSNumber(value: 1e300), 1e300),
            (NSNumber(value: true), true), (NSNumber(value: false), false), (NSString("x"), "x"),
            (Int?.some(3) as Any, 3), (String?.some("x") as Any, "x"),
            (URL(string: "https://a.b/c") as Any, "https://a.b/c"),
            (Substring("part"), "part"), (Character("c"), "c"),
        ]
        for (value, expected) in table { #expect(CrashValue(any: value) == expected, "\(value) \(type(of: value))") }
        let json = try JSONSerialization.jsonObject(
            with: Data(#"{"one":1,"two":2,"yes":true,"half":0.5,"s":"x"}"#.utf8)
        )
        let object = try #require(json as? [String: Any])
        let read: [String: CrashValue] = ["one": 1, "two": 2, "yes": true, "half": 0.5, "s": "x"]
        for (name, value) in read { #expect(CrashValue(any: try #require(object[name])) == value, "\(name)") }
    }

    private struct Told: LocalizedError {
        var errorDescription: String? { "The till is closed." }
    }

    private enum Plain: Error { case closed(till: Int) }

    private struct Own: CustomNSError {
        static let errorDomain = "Shop"
        var errorCode: Int { 7 }
        var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: "no till", "till": 3] }
    }

    @Test func `errors say what they say to a person, or else which they are`() {
        #expect(ErrorReading.describe(Told(), [:]).message == "The till is closed.")
        #expect(ErrorReading.describe(Plain.closed(till: 3), [:]).message == "closed(till: 3)")
        let own = ErrorReading.describe(Own(), [:])
        #expect(own.type == "Shop 7" && own.message == "no till" && own.info["till"] == 3)
        let url = ErrorReading.describe(URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: "too late"]), [:])
        #expect(url.type == "NSURLErrorDomain -1001" && url.message == "too late")
    }

    @Test func `errors that are each other's reason are told to an end`() {
        let inner = NSError(domain: "In", code: 1, userInfo: [NSUnderlyingErrorKey: Told()])
        let outer = NSError(
            domain: "Out",
            code: 2,
            userInfo: [NSUnderlyingErrorKey: inner, NSLocalizedDescriptionKey: "out"]
        )
        let told = ErrorReading.describe(outer, ["underlying 1": "mine"])
        #expect(told.info["underlying 1"]?.text.hasPrefix("In 1: ") == true)
        #expect(told.info["underlying 2"]?.text.hasSuffix("The till is closed.") == true)
    }
}
