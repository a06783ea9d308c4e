import HearthCore
import HearthCrashWire
import HearthJSON
import Testing

@testable import HearthCrash

@Suite("What a session leaves behind")
struct RecordFormTests {
    private static let record = ErrorRecord(
        id: "s-1",
        time: UnixTime(milliseconds: 7),
        isFatal: true,
        error: .init(type: "E", message: "m", info: ["a": 1, "b": "x"], file: "A/B.swift", line: 3),
        frames: [
            RawFrame(kind: .programCounter, address: 0x10), RawFrame(kind: .returnAddress, address: .max),
            RawFrame(kind: .asyncResumePoint, address: 0),
        ],
        places: nil
    )

    @Test func `comes back from its file`() throws {
        let read = try #require(ErrorRecord(Self.record.bytes))
        #expect(read.id == "s-1" && read.time == UnixTime(milliseconds: 7) && read.isFatal)
        #expect(read.error == Self.record.error && read.frames == Self.record.frames && read.places == nil)
        var frame = CrashReport.Frame(kind: "return", address: "0x1")
        frame.symbol = "f"
        let named = ErrorRecord(
            id: "s-2",
            time: UnixTime(milliseconds: 1),
            isFatal: false,
            error: Self.record.error,
            frames: [],
            places: [frame]
        )
        #expect(ErrorRecord(named.bytes)?.places == [frame])
    }

    // A process can die at every byte of its last write.
    @Test func `is read whole or not at all, wherever it was cut off`() {
        let bytes = Self.record.bytes
        for count in 0..<bytes.count { #expect(ErrorRecord(Array(bytes[..<count])) == nil, "\(count) bytes") }
        let facts = SessionFacts(
            session: "s",
            start: UnixTime(milliseconds: 3),
            installation: "i",
            app: .init(id: "a", version: "1"),
            device: .init(system: "x", architecture: "y"),
            images: ProcessImages(json: .null)
        )
        #expect(SessionFacts(facts.bytes)?.app == facts.app && SessionFacts(facts.bytes)?.start == facts.start)
        for count in 0..<facts.bytes.count { #expect(SessionFacts(Array(facts.bytes[..<count])) == nil) }
    }

    @Test func `leaves out frames that are none`() throws {
        var object = try #require(JSON.parse(Self.record.bytes).object)
        object["frames"] = ["p10", "", "p", "q10", "pxyz", 7, "r-1", "r10000000000000000", "a2"]
        let read = try #require(ErrorRecord(JSON.serialize(.object(object))))
        #expect(
            read.frames == [
                RawFrame(kind: .programCounter, address: 0x10), RawFrame(kind: .asyncResumePoint, address: 2),
            ]
        )
    }

    @Test func `tells breadcrumbs by name and fields, an empty one too`() {
        let bytes = BreadcrumbText.write("tap", [("id", "buy=1"), ("", ""), ("é", "😀")])
        let read = BreadcrumbText.read(String(decoding: bytes, as: UTF8.self))
        #expect(read.name == "tap" && read.fields == ["id": "buy=1", "": "", "é": "😀"])
        #expect(BreadcrumbText.read("").name == "" && BreadcrumbText.read("").fields.isEmpty)
        #expect(BreadcrumbText.read("a\u{1E}cut").fields == ["cut": ""])
    }

    @Test(
        arguments: [
            ("", nil), ("all is well\n", nil),
            (
                "x\nShop/Cart.swift:12: Fatal error: Index out of range\nstack",
                "Shop/Cart.swift:12: Fatal error: Index out of range"
            ),
            ("Fatal error: one\nFatal error: two\n", "Fatal error: two"),
            ("a.swift:1: Precondition failed: no\r\n", "a.swift:1: Precondition failed: no"),
            ("Assertion failed: x", "Assertion failed: x"),
        ] as [(String, String?)]
    ) func `tells the last thing that the runtime said`(text: String, expected: String?) {
        #expect(FatalText.find(in: text) == expected)
    }

    @Test func `tells a trap by its name in the innermost frames`() {
        func frames(_ symbols: String?...) -> [CrashReport.Frame] {
            symbols.map { symbol in
                var frame = CrashReport.Frame(kind: "inline", address: "0x1")
                frame.symbol = symbol
                return frame
            }
        }
        let trap = "Swift runtime failure: arithmetic overflow"
        #expect(FatalText.find(in: frames(nil, trap)) == trap)
        #expect(FatalText.find(in: frames("a", "b", "c", trap)) == nil)
        #expect(FatalText.find(in: frames()) == nil)
        #expect(FatalText.find(in: String(repeating: "x", count: 5_000) + "Fatal error")?.count == 4_096)
    }

    @Test(
        arguments: [
            ("$s4Shop4CartC3payyyF", "Shop", false), ("$sSa5IndexV", "Swift", true),
            ("$s10Foundation4DataV", "Foundation", true),
            ("_$s4Shop1fyyF", "Shop", false), ("$S4Shop1fyyF", "Shop", false), ("main", nil, false),
            ("swift_retain", nil, true), ("$s0Shop", nil, false), ("$s99999999999999999999X", nil, false),
            ("$s9Shop", nil, false),
            ("$s", "Swift", true), ("__libc_start_main", nil, true), ("$s11HearthCrash1fyyF", "HearthCrash", true),
            ("$s12_Concurrency1fyyF", "_Concurrency", true),
        ] as [(String, String?, Bool)]
    ) func `knows whose function a name is`(name: String, module: String?, isLibrary: Bool) {
        #expect(SymbolName.module(of: name) == module)
        #expect(SymbolName.isLibrary(name) == isLibrary)
        #expect(SymbolName.isReporter(name) == (module == "HearthCrash"))
    }
}
