import HearthCore
import HearthCrashWire
import HearthJSON
import HearthTestSupport
import Testing

/// What a report says in lists, and what it survives on its way.
@Suite("A crash report")
struct CrashReportTextTests {
    private static let least = #"""
        {"version":1,"id":"r","kind":"error","time":5,"installation":"i","session":"s",
         "app":{"id":"a","version":"1"},"device":{"system":"Linux","architecture":"x86_64"},
         "keys":{},"log":"","breadcrumbs":[],"threads":[],"images":[]}
        """#

    private func report() throws -> CrashReport {
        try JSON.decode(CrashReport.self, from: Array(Self.least.utf8))
    }

    @Test(
        arguments: [
            ("E", "m", "E: m"), ("E", "one\ntwo", "E: one two"), ("E", "one\r\ntwo\r\n", "E: one two"),
            ("E", "\n\none\n\n\ntwo", "E: one two"), ("E", "one\u{2028}two\u{85}three", "E: one two three"),
            ("E", "\n", "E"), ("E\nF", "", "E F"), ("E", " ", "E:  "), ("", "m", ": m"),
            ("E", "a\u{301}\n", "E: a\u{301}"),
            ("E", "tab\tstays", "E: tab\tstays"),
        ] as [(String, String, String)]
    )
    func `has a title of one line, whatever the message is`(type: String, message: String, title: String) throws {
        var report = try report()
        report.error = .init(type: type, message: message)
        #expect(report.title == title)
        #expect(!report.title.contains { $0.isNewline })
    }

    @Test(
        arguments: [
            ("Fatal error: x\nCurrent stack trace:\n0  main", "Fatal error: x Current stack trace: 0  main"),
            ("\n", "SIGILL"), ("", "SIGILL"),
        ] as [(String, String)]
    )
    func `has the text of a fatal error for its title, or the signal where there is none`(
        text: String,
        title: String
    ) throws {
        var report = try report()
        report.kind = .crash
        report.crash = .init(name: "SIGILL", number: 4, code: 2, address: nil, text: text, nested: 0)
        #expect(report.title == title)
    }

    @Test(
        arguments: [
            ("f()", "/a/b/C.swift", 7, "f() at C.swift:7"), ("f()", "a/b/", 7, "f() at b:7"),
            ("f()", "/", nil, "f() at /"),
            // A file without a name is none.
            ("f()", "", 7, "f()"), ("f()", "", nil, "f()"), (nil, "", 7, "app + 0x10"),
            ("f()", "C:\\a\\C.swift", 1, "f() at C:\\a\\C.swift:1"), ("f()", "é/ü.swift", 0, "f() at ü.swift:0"),
            ("", "C.swift", 1, "app + 0x10"),
        ] as [(String?, String, Int?, String)]
    )
    func `has frames in one line, of what is known`(symbol: String?, file: String, line: Int?, summary: String) {
        var frame = CrashReport.Frame(kind: "return", address: "0x1000")
        (frame.symbol, frame.file, frame.line) = (symbol, file, line)
        (frame.image, frame.offset) = ("app", "0x10")
        #expect(frame.summary == summary)
    }

    @Test func `has the frames of the first thread that crashed, even if there are none`() throws {
        var report = try report()
        #expect(report.frames.isEmpty && report.topAppFrame == nil && report.title == "error")
        let frame = CrashReport.Frame(kind: "pc", address: "0x1")
        report.threads = [.init(crashed: false, frames: [frame]), .init(crashed: true, frames: [])]
        #expect(report.frames.isEmpty)
        report.threads.append(.init(crashed: true, frames: [frame]))
        #expect(report.frames.isEmpty)
        report.threads.removeLast(2)
        #expect(report.frames == [frame])
    }

    @Test(
        arguments: [
            ("0", CrashValue.int(0)), ("-0", .int(0)), ("9223372036854775807", .int(.max)),
            ("9223372036854775808", .double(0x1p63)), ("1.5", .double(1.5)),
            ("5e-324", .double(.leastNonzeroMagnitude)), ("1.7976931348623157e308", .double(.greatestFiniteMagnitude)),
            ("true", .bool(true)), ("false", .bool(false)), ("\"1\"", .string("1")), ("\"true\"", .string("true")),
            ("\"\\u0000\"", .string("\u{0}")), ("\"\\ud83c\\udfae\"", .string("🎮")),
        ] as [(String, CrashValue)]
    )
    func `has values that are read as what JSON says they are`(json: String, value: CrashValue) throws {
        let read = try JSON.decode([String: CrashValue].self, from: Array("{\"k\":\(json)}".utf8))
        #expect(read == ["k": value])
        let again = try JSON.decode([String: CrashValue].self, from: JSON.encode(read))
        #expect(again == read)
    }

    @Test(arguments: [2.0, -3, 0, 1e14, 1e18, -0x1p62] as [Double])
    func `has whole numbers of either kind with one value`(number: Double) throws {
        let read = try JSON.decode([CrashValue].self, from: JSON.encode([CrashValue.double(number)]))
        switch read.first {
        case .int(let whole): #expect(Double(whole) == number)
        case .double(let other): #expect(other == number)
        default: Issue.record("\(read)")
        }
    }

    @Test(arguments: 1...20) func `with bytes changed is read the same each time, or refused`(seed: Int) throws {
        var random = SeededRandom(seed)
        var whole = try report()
        whole.error = .init(type: "E", message: "m\u{1F980}", info: ["n": 1, "t": true, "d": 0.25], file: "a/B.swift")
        whole.crash = .init(name: "SIGSEGV", number: 11, code: 1, address: "0x0", text: nil, nested: 0)
        whole.breadcrumbs = [.init(time: UnixTime(milliseconds: -1), name: "tap", fields: ["é": "\u{0}"])]
        whole.images = [.init(name: "app", buildID: nil, base: "0x1")]
        whole.threads = [.init(crashed: true, frames: [.init(kind: "pc", address: "0x1")])]
        let bytes = try JSON.encode(whole)
        #expect(try JSON.decode(CrashReport.self, from: bytes) == whole)
        let pieces = Array(#"{}[]":,0-9e.\"nultrue"#.utf8)
        for _ in 0..<150 {
            var body = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<body.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: body.remove(at: place)
                case 1: body[place] = pieces.randomElement(using: &random) ?? 0
                default: body.insert(UInt8.random(in: 0...255, using: &random), at: place)
                }
            }
            guard let read = try? JSON.decode(CrashReport.self, from: body) else { continue }
            #expect(try JSON.decode(CrashReport.self, from: JSON.encode(read)) == read)
            #expect(!read.title.contains { $0.isNewline })
            #expect(read.frames.allSatisfy { !$0.summary.isEmpty })
        }
    }

    @Test func `of a deep or an endless body is none`() {
        for body in [String(repeating: "[", count: 100_000), Self.least + "{}", String(Self.least.dropLast()), ""] {
            #expect(throws: JSONError.self) { try JSON.decode(CrashReport.self, from: Array(body.utf8)) }
        }
    }
}
