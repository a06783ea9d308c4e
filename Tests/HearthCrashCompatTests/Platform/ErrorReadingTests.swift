import Foundation
import HearthCrashWire
import Testing

@testable import HearthCrashCompat

@Suite("Errors as Crashlytics tells them")
struct ErrorReadingTests {
    private struct Refusal: Error, CustomStringConvertible {
        var description: String { "no money" }
    }

    private func error(_ domain: String, _ code: Int, _ text: String, under: NSError? = nil) -> NSError {
        var info: [String: Any] = [NSLocalizedDescriptionKey: text]
        info[NSUnderlyingErrorKey] = under
        return NSError(domain: domain, code: code, userInfo: info)
    }

    @Test func `have domain and code as their type, and their description as their message`() {
        let told = ErrorReading.describe(error("Shop", 7, "the till is closed"), [:])
        #expect(told == .init(type: "Shop 7", message: "the till is closed"))
        let own = ErrorReading.describe(Refusal(), ["order": "o1"])
        #expect(own.message == "no money" && own.info == ["order": "o1"])
    }

    @Test func `have what their user info and the call say, the call's above`() {
        let plain = NSError(domain: "Shop", code: 1, userInfo: ["a": 1, "b": "x", "c": [1, 2]])
        let told = ErrorReading.describe(plain, ["b": true, "d": 1.5])
        #expect(told.info["a"] == 1 && told.info["b"] == true && told.info["d"] == 1.5)
        #expect(told.info["c"]?.text.contains("1") == true)
    }

    @Test func `tell five errors that were the reason, the nearest first`() {
        var cause: NSError?
        for number in (1...7).reversed() { cause = error("D\(number)", number, "t\(number)", under: cause) }
        let told = ErrorReading.describe(error("Top", 0, "top", under: cause), [:])
        #expect(told.info.keys.sorted() == (1...5).map { "underlying \($0)" })
        #expect(told.info["underlying 1"] == "D1 1: t1" && told.info["underlying 5"] == "D5 5: t5")
    }

    @Test func `have values of every type, long ones cut`() {
        let table: [(Any, CrashValue)] = [
            ("x", "x"), (5, 5), (Int64.min, .int(.min)), (UInt64.max, .int(.max)), (1.5, 1.5), (Float(0.5), 0.5),
            (true, true),
            (String(repeating: "é", count: 2_000), .string(String(repeating: "é", count: 1_024))),
            ([String](), "[]"),
        ]
        for (value, expected) in table { #expect(CrashValue(any: value) == expected, "\(value)") }
        #expect(CrashValue(any: Refusal()) == "no money")
    }
}

@Suite("Exceptions of other runtimes")
struct ExceptionModelTests {
    @Test func `name their frames, and those of an address in hexadecimal`() {
        let model = ExceptionModel(name: "TypeError", reason: "x is undefined")
        model.stackTrace = [StackFrame(symbol: "pay", file: "cart.js", line: 3), StackFrame(address: 4096)]
        let frames = model.stackTrace.map(\.frame)
        #expect(frames[0].summary == "pay at cart.js:3" && frames[0].inApp)
        #expect(frames[1].address == "0x1000" && !frames[1].inApp && frames[1].symbol == nil)
        #expect(model.name == "TypeError" && model.reason == "x is undefined")
    }
}
