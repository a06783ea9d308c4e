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
        if report.crash?.text == nil {
            let text = FatalText.find(in: report.frames)
            report.crash?.text = text
        }
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
        if let places = record.places {
            report.threads = [CrashReport.Thread(crashed: true, frames: Array(places.prefix(CrashLimits.frames)))]
        } else {
            add(record.frames, &report, in: facts.images, isThisProcess: isThisProcess)
        }
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
        let frames = Symbolication.frames(raw, in: images, isThisProcess: isThisProcess)
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
        let line = lines.last { line in marks.contains { line.contains($0) } }
        return line.map { String($0.prefix(4_096)) }
    }

    /// What the compiler left as the name of a trap that says nothing: `Swift runtime failure: arithmetic overflow`.
    static func find(in frames: [CrashReport.Frame]) -> String? {
        frames.prefix(3).compactMap(\.symbol).first { $0.hasPrefix("Swift runtime failure: ") }
    }

    private static let marks = ["Fatal error", "Precondition failed", "Assertion failed"]
}
