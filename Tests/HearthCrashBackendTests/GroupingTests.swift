import HearthCrashWire
import HearthCore
import Testing

@testable import HearthCrashBackend

@Suite("Which reports are one issue")
struct GroupingTests {
    private func report(_ symbol: String?, file: String? = "/src/Cart.swift") -> CrashReport {
        var report = CrashReport(
            id: "1",
            kind: .error,
            time: UnixTime(seconds: 1),
            installation: "i",
            session: "s",
            app: .init(id: "shop", version: "1"),
            device: .init(system: "Linux", architecture: "x86_64")
        )
        report.error = .init(type: "Shop.Refusal", message: "m", file: "Shop/Cart.swift", line: 4)
        var frame = CrashReport.Frame(kind: "return", address: "0x20")
        frame.symbol = symbol
        frame.file = file
        frame.line = 9
        frame.inApp = true
        report.threads = [.init(crashed: true, frames: [frame])]
        return report
    }

    private func id(_ report: CrashReport) -> String { IssueGrouping(report).id }

    @Test(
        arguments: [
            ("Cart.pay()", "Cart.pay()"), ("closure #1 in Cart.pay()", "closure #2 in Cart.pay()"),
            ("specialized Cart.pay()", "Cart.pay()"), ("merged specialized Cart.pay()", "Cart.pay()"),
            ("partial apply for specialized closure #1 in f()", "closure #3 in f()"),
            ("List.map<Int>(_:)", "List.map<[String: (Int, Bool)]>(_:)"),
            ("run<(Int) -> String>()", "run<([Int]) -> [Bool]>()"), ("Box<Pair<A, B>>.open()", "Box<C>.open()"),
            ("f #12 (x)", "f #3 (x)"),
        ]
    ) func `have the same place, whatever the build has made of its name`(one: String, other: String) {
        #expect(id(report(one)) == id(report(other)))
    }

    @Test(
        arguments: [
            ("Cart.pay()", "Cart.buy()"), ("a(_:) -> Int", "b(_:) -> Int"), ("f() -> Int", "f() -> Bool"),
            ("Box<A>.open()", "Box<A>.close()"), ("run<() -> A>(_:)", "walk<() -> A>(_:)"),
        ]
    ) func `have different places in different functions`(one: String, other: String) {
        #expect(id(report(one)) != id(report(other)))
    }

    @Test func `are told apart by kind, type and file, not by line, message or version`() {
        let plain = report("f()")
        var other = plain
        other.error?.message = "another"
        other.error?.line = 99
        other.threads[0].frames[0].line = 77
        other.threads[0].frames[0].file = "/elsewhere/Cart.swift"
        other.app.version = "2"
        other.id = "2"
        #expect(id(other) == id(plain))
        var fatal = plain
        fatal.kind = .fatal
        var typed = plain
        typed.error?.type = "Shop.Other"
        var filed = plain
        filed.threads[0].frames[0].file = "/src/Till.swift"
        #expect(Set([plain, fatal, typed, filed].map(id)).count == 4)
    }

    @Test func `follow the fingerprint of the app before the place`() {
        var (one, other) = (report("f()"), report("g()"))
        one.keys["hearth.fingerprint"] = "checkout"
        other.keys["hearth.fingerprint"] = "checkout"
        #expect(id(one) == id(other))
        other.keys["hearth.fingerprint"] = "cart"
        #expect(id(one) != id(other))
        // Only text is a fingerprint.
        one.keys["hearth.fingerprint"] = 5
        #expect(id(one) == id(report("f()")))
    }

    @Test func `without symbols have the same offset in the same build of an image`() {
        func bare(offset: String?, build: String?) -> CrashReport {
            var report = report(nil, file: nil)
            report.threads[0].frames[0].image = "shop"
            report.threads[0].frames[0].offset = offset
            report.images = [.init(name: "shop", buildID: build, base: "0x1")]
            return report
        }
        #expect(id(bare(offset: "0x10", build: "aa")) == id(bare(offset: "0x10", build: "aa")))
        let all = [("0x10", "aa"), ("0x20", "aa"), ("0x10", "bb")].map { id(bare(offset: $0.0, build: $0.1)) }
        #expect(Set(all).count == 3)
    }

    @Test func `without frames have the file of the error, or what the runtime said without its numbers`() {
        var error = report("f()")
        error.threads = []
        #expect(IssueGrouping(error).place == "Shop/Cart.swift:4")
        var moved = error
        moved.error?.line = 80
        #expect(id(error) == id(moved))
        moved.error?.file = "Shop/Till.swift"
        #expect(id(error) != id(moved))
        func crash(_ text: String) -> CrashReport {
            var crash = error
            crash.error = nil
            crash.kind = .crash
            crash.crash = .init(name: "SIGILL", number: 4, code: 0, address: nil, text: text, nested: 0)
            return crash
        }
        #expect(id(crash("Index 7 out of range 3")) == id(crash("Index 12 out of range 11")))
        #expect(id(crash("Index out of range")) != id(crash("Unexpectedly found nil")))
        #expect(IssueGrouping(crash("x")).place == "unknown")
    }

    @Test(
        arguments: [
            ("1.10", "1.9", true), ("1.9", "1.10", false), ("1.0", "1", false), ("1", "1.0", false),
            ("1.0.1", "1", true),
            ("2", "1.99.99", true), ("v2.0", "v1.0", true), ("1.0 (12)", "1.0 (9)", true), ("", "1", false),
            ("1", "", true), ("", "", false), ("01.2", "1.2", false),
            // Dates and times are longer than other numbers.
            ("1.202601011300", "1.202601011200", true), ("1.202601011200", "1.202601011300", false),
            ("99999999999999999999", "99999999999999999998", true),
        ]
    ) func `of versions know which one is newer`(version: String, other: String, isNewer: Bool) {
        #expect(VersionOrder.isNewer(version, than: other) == isNewer)
    }
}
