import HearthCore
import HearthCrashWire
import HearthHTTP
import HearthJSON
import HearthTelemetry
import HearthTestSupport
import Testing

@testable import HearthCrash

struct Broken: Error, CustomStringConvertible {
    var description: String
}

/// Keeps what was sent, and answers what it was told to.
final class RecordingCrashSink: CrashSink {
    private struct State: Sendable {
        var reports: [CrashReport] = []
        var answers: [CrashDelivery]
    }

    private let state: Locked<State>

    init(_ answers: [CrashDelivery] = []) {
        state = Locked(State(answers: answers))
    }

    func send(_ report: CrashReport) async -> CrashDelivery {
        state.withLock { state in
            let answer = state.answers.isEmpty ? CrashDelivery.accepted : state.answers.removeFirst()
            if answer == .accepted { state.reports.append(report) }
            return answer
        }
    }

    var reports: [CrashReport] { state.withLock { $0.reports } }
}

@Suite("CrashReporter")
struct CrashReporterTests {
    private let folder = TemporaryFolder()
    private let sink = RecordingCrashSink()

    private func reporter(
        _ sink: (any CrashSink)? = nil,
        _ change: (inout CrashConfiguration) -> Void = { _ in }
    ) throws -> CrashReporter {
        var configuration = CrashConfiguration(app: .init(id: "app", version: "1.0"))
        configuration.catchesCrashes = false
        change(&configuration)
        let clock = TelemetryClock(now: { UnixTime.systemNow() }, sleep: { _ in throw CancellationError() })
        return try CrashReporter.start(
            configuration,
            sink: sink ?? self.sink,
            storage: .folder(folder.path),
            clock: clock
        )
    }

    @Test func `tells an error with where it was recorded and what was before`() async throws {
        let reporter = try reporter()
        reporter.setUserID("u1")
        reporter.setValue("checkout", forKey: "flow")
        reporter.setValue(true, forKey: "paid")
        reporter.setValue(2.5, forKey: "ratio")
        reporter.setValue(1, forKey: "gone")
        reporter.setValue(nil, forKey: "gone")
        reporter.log("one")
        reporter.log("two")
        reporter.addBreadcrumb("tapped", [("button", "pay"), ("count", "2")])
        let line = #line + 1
        reporter.record(Broken(description: "no such cart"), info: ["cart": 7])
        try await reporter.sendUnsentReports()
        let report = try #require(sink.reports.first)
        #expect(sink.reports.count == 1)
        #expect(report.kind == .error)
        #expect(report.error?.type == "HearthCrashTests.Broken")
        #expect(report.error?.message == "no such cart")
        #expect(report.error?.info == ["cart": 7])
        #expect(report.error?.file == "HearthCrashTests/CrashReporterTests.swift")
        #expect(report.error?.line == line)
        #expect(report.user == "u1")
        #expect(report.keys == ["flow": "checkout", "paid": true, "ratio": 2.5])
        #expect(report.log == "one\ntwo\n")
        #expect(report.breadcrumbs.map(\.fields) == [["button": "pay", "count": "2"]])
        #expect(report.frames.contains { $0.file?.hasSuffix("CrashReporterTests.swift") == true && $0.line == line })
        #expect(await reporter.unsentReports().isEmpty)
    }

    @Test func `takes addresses and tokens out of what it tells`() async throws {
        let reporter = try reporter()
        #expect(!reporter.setUserID("ada@example.com"))
        reporter.setValue("ada@example.com", forKey: "who")
        reporter.log("mail to ada@example.com")
        reporter.record(Broken(description: "cannot mail ada@example.com"))
        try await reporter.sendUnsentReports()
        let report = try #require(sink.reports.first)
        #expect(report.user == nil)
        #expect(report.error?.message == "cannot mail ‹e-mail›")
        #expect(report.keys == ["who": "‹e-mail›"])
        #expect(report.log == "mail to ‹e-mail›\n")
    }

    @Test func `keeps reports until the user agrees`() async throws {
        do {
            let reporter = try reporter { $0.isCollectionEnabled = false }
            reporter.record(Broken(description: "first"))
            #expect(await reporter.unsentReports().count == 1)
        }
        let reporter = try reporter { $0.isCollectionEnabled = false }
        reporter.record(Broken(description: "second"))
        #expect(await reporter.unsentReports().compactMap(\.error?.message) == ["first", "second"])
        #expect(sink.reports.isEmpty)
        try await reporter.sendUnsentReports()
        #expect(sink.reports.compactMap(\.error?.message) == ["first", "second"])
    }

    @Test func `remembers what the user decided`() async throws {
        try reporter().setCollectionEnabled(false)
        let again = try reporter()
        #expect(!again.isCollectionEnabled)
        again.record(Broken(description: "kept"))
        #expect(await again.unsentReports().count == 1)
        await again.deleteUnsentReports()
        #expect(await again.unsentReports().isEmpty)
        #expect(sink.reports.isEmpty)
    }

    @Test func `keeps a report that could not be delivered, and sends it once`() async throws {
        let sink = RecordingCrashSink([.later(after: nil)])
        let reporter = try reporter(sink) { $0.isCollectionEnabled = false }
        reporter.record(Broken(description: "x"))
        let error = await #expect(throws: CrashError.self) { try await reporter.sendUnsentReports() }
        #expect(error?.code == .undelivered)
        try await reporter.sendUnsentReports()
        #expect(sink.reports.count == 1)
    }

    @Test func `drops a report that the receiver will never take`() async throws {
        let reporter = try reporter(RecordingCrashSink([.refused("400")])) { $0.isCollectionEnabled = false }
        reporter.record(Broken(description: "x"))
        try await reporter.sendUnsentReports()
        #expect(await reporter.unsentReports().isEmpty)
    }

    @Test func `has room for 64 keys, and for as many breadcrumbs`() async throws {
        let reporter = try reporter()
        for number in 0..<64 { #expect(reporter.setValue(.int(Int64(number)), forKey: "k\(number)")) }
        #expect(!reporter.setValue(1, forKey: "one too many"))
        reporter.setValue(nil, forKey: "k0")
        #expect(reporter.setValue(1, forKey: "after all"))
        for number in 0..<100 { reporter.addBreadcrumb("b\(number)") }
        reporter.addBreadcrumb("long", [("text", String(repeating: "é", count: 400))])
        reporter.setValue(.string(String(repeating: "v", count: 5_000)), forKey: "k1")
        reporter.record(Broken(description: "x"))
        try await reporter.sendUnsentReports()
        let report = try #require(sink.reports.first)
        #expect(report.keys.count == 64)
        #expect(report.keys["k1"]?.text.utf8.count == 1_024)
        #expect(report.breadcrumbs.map(\.name) == (37..<100).map { "b\($0)" } + ["long"])
    }

    @Test func `keeps the latest 64,000 bytes of the log`() async throws {
        let reporter = try reporter()
        for number in 0..<10_000 { reporter.log("line \(number)") }
        reporter.record(Broken(description: "x"))
        try await reporter.sendUnsentReports()
        let lines = try #require(sink.reports.first).log.split(separator: "\n")
        #expect(lines.last == "line 9999")
        let first = try #require(lines.first.flatMap { Int($0.dropFirst(5)) })
        #expect(lines.count == 10_000 - first)
        #expect((63_000...64_000).contains(try #require(sink.reports.first).log.utf8.count))
    }

    @Test func `records at most ten fatal errors a minute`() throws {
        let reporter = try reporter { $0.isCollectionEnabled = false }
        let taken = (0..<12).map { reporter.recordFatal(Broken(description: "\($0)")) }
        #expect(taken.filter(\.self).count == 10)
    }

    @Test func `records what nothing catches, and throws it on`() async throws {
        let reporter = try reporter { $0.isCollectionEnabled = false }
        await #expect(throws: Broken.self) {
            try await reporter.recordingUncaughtErrors { throw Broken(description: "gone") }
        }
        #expect(await reporter.unsentReports().map(\.kind) == [.fatal])
    }

    @Test func `bounds what waits`() async throws {
        let reporter = try reporter { $0.isCollectionEnabled = false }
        for number in 0..<60 {
            reporter.record(Broken(description: "\(number)"))
            if number.isMultiple(of: 5) { _ = await reporter.unsentReports() }
        }
        let messages = await reporter.unsentReports().compactMap(\.error?.message)
        #expect(messages.count <= 32)
        #expect(messages.last == "59")
    }

    @Test func `two processes share a storage without taking each other's session`() async throws {
        let first = try reporter { $0.isCollectionEnabled = false }
        let second = try reporter { $0.isCollectionEnabled = false }
        first.setValue(1, forKey: "first")
        second.record(Broken(description: "two"))
        #expect(await second.unsentReports().first?.keys == [:])
        first.record(Broken(description: "one"))
        #expect(await first.unsentReports().contains { $0.keys == ["first": 1] })
    }

    @Test func `writes reports to a file, one a line`() async throws {
        let file = folder.path + "/reports.jsonl"
        let reporter = try reporter(FileCrashSink(path: file))
        reporter.record(Broken(description: "a"))
        try await reporter.sendUnsentReports()
        reporter.record(Broken(description: "b"))
        try await reporter.sendUnsentReports()
        let lines = String(decoding: try folder.read("reports.jsonl"), as: UTF8.self).split(separator: "\n")
        let messages = try lines.map { try JSON.decode(CrashReport.self, from: Array($0.utf8)).error?.message }
        #expect(messages == ["a", "b"])
    }

    @Test func `reads the file of a dead process, however it is damaged`() throws {
        try folder.write([], to: "other")
        let memory = try CrashMemory(path: folder.path + "/memory-test")
        _ = memory.set("v", forKey: "k")
        memory.append(log: Array("line\n".utf8))
        let whole = memory.snapshot()
        #expect(CrashMemoryReader(whole)?.keys == ["k": "v"])
        for size in [0, 7, 8, 100, whole.count / 2, whole.count - 1] {
            #expect(CrashMemoryReader(Array(whole.prefix(size))) == nil)
        }
        for _ in 0..<50 {
            var damaged = whole
            for _ in 0..<2_000 {
                let place = Int.random(in: 16..<damaged.count)
                damaged[place] = UInt8.random(in: 0...255)
            }
            let start = Int.random(in: 16..<(damaged.count - 4_000))
            damaged.replaceSubrange(start..<(start + 2_000), with: RandomSource.system.bytes(2_000))
            guard let reader = CrashMemoryReader(damaged) else { continue }
            _ = (reader.crash, reader.keys, reader.log, reader.breadcrumbs, reader.user, reader.standardError)
        }
    }

    @Test func `finds the module of a mangled name`() {
        #expect(SymbolName.module(of: "$s4Shop4CartV3payyyF") == "Shop")
        #expect(SymbolName.module(of: "$sSS4withyyF") == "Swift")
        #expect(SymbolName.module(of: "main") == nil)
        #expect(SymbolName.isLibrary("$s11HearthCrash0B8ReporterC6recordyyF"))
        #expect(!SymbolName.isLibrary("$s4Shop4CartV3payyyF"))
    }

    @Test func `puts two walks of a stack together`() {
        func kinds(_ frames: [RawFrame]) -> [UInt64] { frames.map(\.address) }
        #expect(kinds(RawFrame.merge(walked: [], async: [], unwound: [1, 2])) == [])
        #expect(
            kinds(RawFrame.merge(walked: [5, 7, 9], async: [], unwound: [1, 2, 5, 6, 7, 8, 9])) == [5, 6, 7, 8, 9]
        )
        #expect(kinds(RawFrame.merge(walked: [5, 7, 9], async: [], unwound: [1, 2])) == [5, 7, 9])
        #expect(
            kinds(RawFrame.merge(walked: [5, 7], async: [70, 80], unwound: [1, 5, 6, 7, 8, 9])) == [5, 6, 7, 70, 80]
        )
    }
}
