internal import HearthCore
internal import HearthCrashWire
internal import HearthTelemetry

/// Makes reports of what a session left.
struct ReportBuilder: Sendable {
    let facts: SessionFacts
    let redacts: Bool

    /// The report of a crash.
    func report(of crash: CrashMemoryReader.Crash, in memory: CrashMemoryReader) -> CrashReport {
        var report = facts.report(id: facts.session + "-crash", .crash, at: crash.time)
        describe(&report, by: memory)
        report.crash = CrashReport.Signal(
            name: SignalName.of(crash.signal),
            number: crash.signal,
            code: crash.code,
            address: crash.address == 0 ? nil : Symbolication.hex(crash.address),
            text: FatalText.find(in: memory.standardError).map(cleaned),
            nested: crash.nested
        )
        add(crash.frames, &report, in: facts.images.adding(maps: crash.maps), isThisProcess: false)
        return report
    }

    /// The report of an error that was recorded; its frames are as they were kept.
    func report(of record: ErrorRecord, memory: CrashMemoryReader?, isThisProcess: Bool) -> CrashReport {
        var report = facts.report(id: record.id, record.isFatal ? .fatal : .error, at: record.time)
        if let memory { describe(&report, by: memory) }
        var error = record.error
        error.message = cleaned(error.message)
        error.info = error.info.mapValues(cleaned)
        report.error = error
        add(record.frames, &report, in: facts.images, isThisProcess: isThisProcess)
        return report
    }

    private func describe(_ report: inout CrashReport, by memory: CrashMemoryReader) {
        report.user = memory.user
        report.keys = memory.keys.mapValues(cleaned)
        report.log = cleaned(memory.log)
        report.breadcrumbs = memory.breadcrumbs.map { crumb in
            var crumb = crumb
            crumb.fields = crumb.fields.mapValues(cleaned)
            return crumb
        }
    }

    private func add(_ raw: [RawFrame], _ report: inout CrashReport, in images: ProcessImages, isThisProcess: Bool) {
        var frames = Symbolication.frames(raw, in: images, isThisProcess: isThisProcess)
        if report.kind != .crash {
            // The reporter's own frames are no news.
            let own = frames.prefix {
                $0.symbol?.contains("CrashReporter") == true || $0.symbol?.contains("Symbolication") == true
            }
            frames.removeFirst(own.count)
        }
        report.threads = [CrashReport.Thread(crashed: true, frames: Array(frames.prefix(CrashLimits.frames)))]
        let used = Set(frames.compactMap(\.image))
        report.images = images.images.filter { used.contains($0.name) }.prefix(CrashLimits.images).map { image in
            CrashReport.Image(name: image.name, buildID: image.buildID, base: Symbolication.hex(image.base))
        }
    }

    private func cleaned(_ text: String) -> String {
        redacts ? PersonalData.redacted(text) : text
    }

    private func cleaned(_ value: CrashValue) -> CrashValue {
        if case .string(let text) = value { .string(cleaned(text)) } else { value }
    }
}

/// The text that Swift's runtime writes before it ends the process.
enum FatalText {
    /// The latest one in the text of standard error: `Shop/Cart.swift:12: Fatal error: Index out of range`.
    static func find(in text: String) -> String? {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let line = lines.last(where: { $0.contains("Fatal error") || $0.contains("Assertion failed") }) else {
            return nil
        }
        return String(line.prefix(4_096))
    }
}
