import HearthCore
import HearthCrashWire
import HearthJSON
import Testing

@Suite("Crash reports on the wire")
struct ReportFormTests {
    /// A report with every field set, and what it is as JSON, written by hand.
    private static let whole: CrashReport = {
        var report = CrashReport(
            id: "r1",
            kind: .crash,
            time: UnixTime(milliseconds: 1_700_000_000_123),
            installation: "i1",
            session: "s1",
            app: .init(id: "1:2:web:3", version: "1.2", build: "7", environment: "production"),
            device: .init(system: "Linux 6.1", architecture: "x86_64")
        )
        report.user = "u1"
        report.keys = ["level": 3, "ratio": 0.5, "name": "é", "paid": true]
        report.log = "one\ntwo"
        report.breadcrumbs = [.init(time: UnixTime(milliseconds: 5), name: "tap", fields: ["id": "buy"])]
        report.error = .init(type: "E", message: "m", info: ["code": 7], file: "App/Main.swift", line: 12)
        report.crash = .init(name: "SIGSEGV", number: 11, code: 1, address: "0x8", text: "Fatal error", nested: 2)
        var frame = CrashReport.Frame(kind: "pc", address: "0x1000")
        frame.image = "app"
        frame.offset = "0x10"
        frame.symbol = "main()"
        frame.file = "/src/Main.swift"
        frame.line = 3
        frame.inApp = true
        report.threads = [.init(crashed: true, frames: [frame, .init(kind: "return", address: "0x2000")])]
        report.images = [.init(name: "app", buildID: "ab12", base: "0xff0")]
        return report
    }()

    private static let json = #"""
        {"version": 1, "id": "r1", "kind": "crash", "time": 1700000000123, "installation": "i1", "session": "s1",
         "app": {"id": "1:2:web:3", "version": "1.2", "build": "7", "environment": "production"},
         "device": {"system": "Linux 6.1", "architecture": "x86_64"}, "user": "u1",
         "keys": {"level": 3, "ratio": 0.5, "name": "é", "paid": true}, "log": "one\ntwo",
         "breadcrumbs": [{"time": 5, "name": "tap", "fields": {"id": "buy"}}],
         "error": {"type": "E", "message": "m", "info": {"code": 7}, "file": "App/Main.swift", "line": 12},
         "crash": {"name": "SIGSEGV", "number": 11, "code": 1, "address": "0x8", "text": "Fatal error", "nested": 2},
         "threads": [{"crashed": true, "frames": [
           {"kind": "pc", "address": "0x1000", "image": "app", "offset": "0x10", "symbol": "main()",
            "file": "/src/Main.swift", "line": 3, "inApp": true},
           {"kind": "return", "address": "0x2000", "inApp": false}]}],
         "images": [{"name": "app", "buildID": "ab12", "base": "0xff0"}]}
        """#

    @Test func `are one JSON document, and come back from it`() throws {
        #expect(try JSON.value(of: Self.whole) == JSON.parse(Array(Self.json.utf8)))
        #expect(try JSON.decode(CrashReport.self, from: Array(Self.json.utf8)) == Self.whole)
    }

    @Test func `of a later version are read, with kinds that are not known yet`() throws {
        let later = Self.json.replacing("\"version\": 1", with: "\"version\": 9, \"later\": [1]")
            .replacing("\"kind\": \"crash\"", with: "\"kind\": \"hang\"")
        let report = try JSON.decode(CrashReport.self, from: Array(later.utf8))
        #expect(report.version == 9 && report.kind == CrashReport.Kind(rawValue: "hang") && report.id == "r1")
    }

    @Test(arguments: ["id", "kind", "time", "installation", "session", "app", "device", "keys", "threads"])
    func `that lack what they must say are refused`(member: String) throws {
        var object = try #require(JSON.parse(Array(Self.json.utf8)).object)
        object[member] = nil
        let text = JSON.serialize(.object(object))
        #expect(throws: JSONError.self) { try JSON.decode(CrashReport.self, from: text) }
        object[member] = [[["not": "this"]]]
        let wrong = JSON.serialize(.object(object))
        #expect(throws: JSONError.self) { try JSON.decode(CrashReport.self, from: wrong) }
    }

    @Test(arguments: [
        (CrashValue.string("x"), #""x""#, "x"), ("", #""""#, ""), (7, "7", "7"),
        (
            .int(.min), "-9223372036854775808",
            "-9223372036854775808"
        ),
        (0.5, "0.5", "0.5"), (true, "true", "true"), (false, "false", "false"), ("true", #""true""#, "true"),
        ("7", #""7""#, "7"),
    ]) func `have keys of four kinds`(value: CrashValue, json: String, text: String) throws {
        #expect(value.text == text)
        #expect(try String(decoding: JSON.encode([value]), as: UTF8.self) == "[\(json)]")
        #expect(try JSON.decode([CrashValue].self, from: Array("[\(json)]".utf8)) == [value])
    }

    @Test(arguments: [(Double.nan, "nan"), (.infinity, "inf"), (-.infinity, "-inf")])
    func `have numbers that JSON does not know as text`(number: Double, text: String) throws {
        let bytes = try JSON.encode([CrashValue.double(number)])
        #expect(try JSON.decode([CrashValue].self, from: bytes) == [.string(text)])
    }

    @Test(arguments: ["null", "[]", "{}"]) func `have no keys of any other kind`(json: String) {
        #expect(throws: JSONError.self) { try JSON.decode([CrashValue].self, from: Array("[\(json)]".utf8)) }
    }

    // MARK: What a report says in one line

    @Test(
        arguments: [
            // The error, the signal's text, the signal, the kind.
            (("E", "m"), "Fatal error: x", "SIGILL", "E: m"), (("E", ""), nil, "SIGILL", "E"),
            (nil, "Fatal error: x", "SIGILL", "Fatal error: x"), (nil, nil, "SIGILL", "SIGILL"),
            (nil, nil, nil, "crash"),
        ] as [((String, String)?, String?, String?, String)]
    )
    func `have a title`(error: (String, String)?, text: String?, signal: String?, title: String) {
        var report = Self.whole
        report.error = error.map { .init(type: $0.0, message: $0.1) }
        report.crash = signal.map { .init(name: $0, number: 4, code: 0, address: nil, text: text, nested: 0) }
        #expect(report.title == title)
    }

    @Test(
        arguments: [
            ("f()", "/a/b/C.swift", 7, "f() at C.swift:7"), ("f()", "C.swift", nil, "f() at C.swift"),
            ("f()", nil, 7, "f()"),
            (nil, "/a/C.swift", 7, "app + 0x10"),
        ] as [(String?, String?, Int?, String)]
    )
    func `have frames in one line`(symbol: String?, file: String?, line: Int?, summary: String) {
        var frame = CrashReport.Frame(kind: "pc", address: "0x1000")
        (frame.symbol, frame.file, frame.line) = (symbol, file, line)
        (frame.image, frame.offset) = ("app", "0x10")
        #expect(frame.summary == summary)
        #expect(CrashReport.Frame(kind: "pc", address: "0x1000").summary == "? + 0x1000")
    }

    @Test func `show the frames of the thread that crashed, and the first one of the app`() {
        func thread(_ crashed: Bool, _ addresses: [String], app: String? = nil) -> CrashReport.Thread {
            .init(
                crashed: crashed,
                frames: addresses.map { address in
                    var frame = CrashReport.Frame(kind: "pc", address: address)
                    frame.inApp = address == app
                    return frame
                }
            )
        }
        var report = Self.whole
        report.threads = [thread(false, ["1"]), thread(true, ["2", "3", "4"], app: "3")]
        #expect(report.frames.map(\.address) == ["2", "3", "4"] && report.topAppFrame?.address == "3")
        report.threads = [thread(false, ["1", "5"]), thread(false, ["2"])]
        #expect(report.frames.map(\.address) == ["1", "5"] && report.topAppFrame == nil)
        report.threads = []
        #expect(report.frames.isEmpty && report.topAppFrame == nil)
    }
}
