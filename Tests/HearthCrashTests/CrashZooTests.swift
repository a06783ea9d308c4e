import HearthCore
@testable import HearthCrash
import HearthCrashWire
import HearthTestSupport
import Testing

@Suite("Crashes of real processes", .serialized)
struct CrashZooTests {
    struct Way: Sendable, CustomTestStringConvertible {
        let mode: String
        let signals: Set<Int32>
        var text: String?
        var testDescription: String { mode }
    }

    private static let ways = [
        Way(mode: "unwrap", signals: [4, 5], text: "Unexpectedly found nil"),
        Way(mode: "bounds", signals: [4, 5], text: "Index out of range"),
        Way(mode: "overflow", signals: [4, 5]),
        Way(mode: "fatal-error", signals: [4, 5], text: "the gate is open"),
        Way(mode: "precondition", signals: [4, 5], text: "animals are left"),
        Way(mode: "null-read", signals: [11]),
        Way(mode: "write-code", signals: [11]),
        Way(mode: "divide", signals: [8]),
        Way(mode: "bus", signals: [7]),
        Way(mode: "trap", signals: [4, 5]),
        Way(mode: "stack-overflow", signals: [11]),
        Way(mode: "abort", signals: [6]),
        Way(mode: "abort-in-lock", signals: [6]),
        Way(mode: "async", signals: [4, 5], text: "Index out of range"),
    ]

    @Test("leave one report with the line that died", arguments: ways)
    func leavesReport(_ way: Way) async throws {
        let visit = ZooVisit()
        let end = try visit.run(way.mode)
        #expect(way.signals.contains(end.signal ?? 0), "\(end)")
        let launch = try visit.nextLaunch()
        #expect(launch.didCrashDuringPreviousExecution)
        let reports = await launch.unsentReports()
        let report = try #require(reports.first)
        #expect(reports.count == 1)
        #expect(report.crash?.number == Int(end.signal ?? 0))
        #expect(report.user == "keeper")
        #expect(report.keys == ["house": "asia", "tigers": 3])
        #expect(report.log == "feeding time\n")
        #expect(report.breadcrumbs.map(\.name) == ["door_opened"])
        #expect(report.breadcrumbs.first?.fields == ["number": "12"])
        #expect(report.app == .init(id: "zoo", version: "1.2", build: "7"))
        // Optimized programs trap without a word.
        if let text = way.text, Build.isDebug || way.mode == "fatal-error" {
            #expect(report.crash?.text?.contains(text) == true, "\(report.crash?.text ?? "no text")")
            #expect(end.errors.contains(text))
        }
        let place = try #require(try ZooVisit.line(of: way.mode))
        let frames = report.frames.filter(\.inApp)
        #expect(
            frames.prefix(3).contains { $0.file?.hasSuffix(place.file) == true && $0.line == place.line },
            "\(place): \(report.frames.map(\.summary))"
        )
        // The next launch has nothing more to tell.
        #expect(try !visit.nextLaunch().didCrashDuringPreviousExecution)
    }

    @Test("keep the signal and its number", arguments: [4, 5, 6, 7, 8, 11, 31] as [Int32])
    func signals(_ number: Int32) async throws {
        let visit = ZooVisit()
        #expect(try visit.run("signal-\(number)").signal == number)
        let report = try #require(await visit.nextLaunch().unsentReports().first)
        #expect(report.crash?.number == Int(number))
        #expect(report.frames.contains { $0.symbol?.contains("die") == true }, "\(report.frames.map(\.summary))")
    }

    @Test func `on another thread leave a report`() async throws {
        let visit = ZooVisit()
        _ = try visit.run("thread")
        let report = try #require(await visit.nextLaunch().unsentReports().first)
        let place = try #require(try ZooVisit.line(of: "unwrap"))
        #expect(report.frames.filter(\.inApp).prefix(2).contains { $0.line == place.line })
    }

    @Test func `of an error that nothing catches tell the error`() async throws {
        let visit = ZooVisit()
        #expect(try visit.run("throw").signal != nil)
        let report = try #require(await visit.nextLaunch().unsentReports().first)
        #expect(report.crash?.text?.contains("Escaped") == true, "\(report.crash?.text ?? "no text")")
    }

    @Test func `while four threads log leave a log that can be read`() async throws {
        for _ in 0..<3 {
            let visit = ZooVisit()
            _ = try visit.run("logging")
            let report = try #require(await visit.nextLaunch().unsentReports().first)
            #expect(report.crash != nil)
            #expect(report.log.utf8.count > 32_000)
            let lines = report.log.split(separator: "\n").dropLast()
            #expect(lines.allSatisfy { $0.hasPrefix("thread ") || $0 == "feeding time" })
            #expect(report.breadcrumbs.count >= 63)
            #expect(report.breadcrumbs.allSatisfy { $0.name == "tick" && $0.fields.count == 2 })
            #expect(report.keys.count >= 5)
        }
    }

    @Test func `survive a second crash in the handler`() async throws {
        let visit = ZooVisit()
        let end = try visit.run("lost-stack")
        #expect([4, 5].contains(end.signal ?? 0), "\(end)")
        let report = try #require(await visit.nextLaunch().unsentReports().first)
        #expect(report.frames.first?.symbol?.contains("czoo_lose_stack") == true, "\(report.frames.map(\.summary))")
        #expect(report.crash?.nested == 1)
    }

    @Test func `leave the runtime's own backtrace as it is`() throws {
        let end = try ZooVisit().run("fatal-error", backtracer: true)
        #expect([4, 5].contains(end.signal ?? 0))
        #expect(end.errors.contains("giveUp"), "\(end.errors.prefix(500))")
    }

    @Test func `again and again do not grow the disk`() async throws {
        let visit = ZooVisit()
        for _ in 0..<12 { _ = try visit.run("unwrap") }
        #expect(visit.folder.size < 3 << 20)
        let reports = try await visit.nextLaunch().unsentReports()
        #expect((1...4).contains(reports.count))
    }

    @Test func `are not seen in a process that ended as it should`() async throws {
        let visit = ZooVisit()
        #expect(try visit.run("nothing").signal == nil)
        let launch = try visit.nextLaunch()
        #expect(!launch.didCrashDuringPreviousExecution)
        #expect(await launch.unsentReports().isEmpty)
    }

    @Test func `by kill -9 keep an error that was recorded, with its line`() async throws {
        let visit = ZooVisit()
        #expect(try visit.run("record").signal == 9)
        let launch = try visit.nextLaunch()
        #expect(!launch.didCrashDuringPreviousExecution)
        let report = try #require(await launch.unsentReports().first)
        #expect(report.kind == .error)
        #expect(report.error?.type == "CrashZoo.Escaped")
        #expect(report.error?.info == ["cage": 4])
        let place = try #require(try ZooVisit.line(of: "record"))
        #expect(report.topAppFrame?.line == place.line, "\(report.frames.map(\.summary))")
    }

    @Test func `by kill -9 keep every key but the last write`() async throws {
        let visit = ZooVisit()
        let last = Int(try visit.kill("keys", afterLines: Int.random(in: 100...5000))) ?? 0
        let memory = try #require(visit.folder.files.first { $0.hasSuffix("/memory") })
        let reader = try #require(CrashMemoryReader(try visit.folder.read(memory)))
        guard case .int(let kept) = reader.keys["number"] else {
            Issue.record("the key is gone")
            return
        }
        #expect((last...(last + 1)).contains(Int(kept)))
    }
}
