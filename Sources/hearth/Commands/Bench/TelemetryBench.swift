internal import HearthAnalytics
internal import HearthAnalyticsModel
internal import HearthCore
internal import HearthCrash
internal import HearthCrashWire
internal import HearthJSON
internal import HearthTelemetry

/// What telemetry costs the thread of an app that calls it.
struct TelemetryBench {
    private struct Nowhere: AnalyticsSink, CrashSink {
        func send(_ batch: AnalyticsBatch) async -> AnalyticsDelivery { .later(after: nil) }
        func send(_ report: CrashReport) async -> CrashDelivery { .later(after: nil) }
    }

    private struct SampleError: Error {}

    /// The figures, in microseconds a call.
    func costs() async throws -> JSONObject {
        let folder = "/tmp/hearth-bench-\(RandomSource.system.alphanumeric(12))"
        defer { StoreFolder.removeAll(folder) }
        let clock = ContinuousClock()
        var configuration = CrashConfiguration(app: .init(id: "bench", version: "1"))
        configuration.catchesCrashes = false
        configuration.isCollectionEnabled = false
        let start = clock.now
        let crash = try CrashReporter.start(configuration, sink: Nowhere(), storage: .folder(folder + "/crashes"))
        var costs = JSONObject()
        costs["startMicroseconds"] = Self.microseconds(clock.now - start, 1)
        // What the start does in the background would be measured with the first calls.
        _ = await crash.unsentReports()
        costs["breadcrumbMicroseconds"] = Self.cost(200_000) { number in
            crash.addBreadcrumb("tapped", [("button", "pay"), ("number", "\(number)")])
        }
        costs["logLineMicroseconds"] = Self.cost(200_000) { _ in crash.log("the bank did not answer in time") }
        costs["setValueMicroseconds"] = Self.cost(200_000) { number in
            crash.setValue(.int(Int64(number)), forKey: "n")
        }
        var slowest = Duration.zero
        let begun = clock.now
        for _ in 0..<50 {
            let start = clock.now
            crash.record(SampleError())
            slowest = max(slowest, clock.now - start)
        }
        costs["recordMicroseconds"] = Self.microseconds(clock.now - begun, 50)
        costs["slowestRecordMicroseconds"] = Self.microseconds(slowest, 1)
        _ = await crash.unsentReports()
        let analytics = Analytics(sink: Nowhere(), storage: .folder(folder + "/analytics"))
        costs["logEventMicroseconds"] = Self.cost(9_000) { number in
            analytics.logEvent("level_won", ["level": .int(Int64(number)), "mode": "hard"])
        }
        return costs
    }

    private static func cost(_ count: Int, _ work: (Int) -> Void) -> JSONValue {
        let clock = ContinuousClock()
        let start = clock.now
        for number in 0..<count { work(number) }
        return microseconds(clock.now - start, count)
    }

    private static func microseconds(_ duration: Duration, _ count: Int) -> JSONValue {
        .number((duration / .microseconds(1) / Double(count) * 1000).rounded() / 1000)
    }
}
