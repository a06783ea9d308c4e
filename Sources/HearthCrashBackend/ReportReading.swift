internal import HearthCore
internal import HearthCrashWire
internal import HearthJSON

/// What a body holds: a report, or why it is none.
enum ReportReading {
    case report(CrashReport)
    case refused(String)

    private static let values = 60_000

    /// Reads a report in our own form.
    static func own(_ body: [UInt8]) -> ReportReading {
        guard let document = try? JSON.parse(body, maximumValues: values) else {
            return .refused("The body has to be JSON.")
        }
        do throws(JSONError) {
            var report = try JSON.decode(CrashReport.self, from: document)
            guard report.version == CrashReport.currentVersion else {
                return .refused("Reports of version \(report.version) are not known here.")
            }
            guard (1...200).contains(report.id.utf8.count), (1...200).contains(report.installation.utf8.count),
                (1...100).contains(report.app.version.utf8.count)
            else { return .refused("The report's id, installation or version is missing or too long.") }
            guard report.frames.count <= CrashLimits.frames * 2, report.images.count <= CrashLimits.images * 2 else {
                return .refused("The report has too many frames or images.")
            }
            guard report.error != nil || report.crash != nil else {
                return .refused("A report tells an error or a crash.")
            }
            report.breadcrumbs = Array(report.breadcrumbs.suffix(64))
            return .report(report)
        } catch {
            return .refused("The report cannot be read at '\(error.path)': \(error.reason)")
        }
    }

    /// Reads an event of Google's Error Reporting.
    static func google(_ body: [UInt8], now: UnixTime) -> ReportReading {
        guard let document = try? JSON.parse(body, maximumValues: values), document.object != nil else {
            return .refused("The body has to be a JSON object.")
        }
        guard let message = document["message"]?.string, !message.isEmpty else {
            return .refused("An event has a message.")
        }
        guard let service = document["serviceContext"]?["service"]?.string, !service.isEmpty else {
            return .refused("An event has a serviceContext with a service.")
        }
        let location = document["context"]?["reportLocation"]
        let lines = message.split(separator: "\n")
        let title = lines.first.map(String.init) ?? ""
        let type = title.split(separator: ":").first.map(String.init) ?? title
        let version = document["serviceContext"]?["version"]?.string ?? "unknown"
        let hash = message.utf8.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        var report = CrashReport(
            id: "\(now.milliseconds)-\(String(hash, radix: 16))",
            kind: .error,
            time: now,
            installation: "service \(service.prefix(100))",
            session: "unknown",
            app: CrashReport.App(id: String(service.prefix(200)), version: String(version.prefix(100))),
            device: CrashReport.Device(system: "unknown", architecture: "unknown")
        )
        report.user = document["context"]?["user"]?.string
        report.error = CrashReport.RecordedError(
            type: String(type.prefix(200)),
            message: String(title.dropFirst(type.count).drop { $0 == ":" || $0 == " " }.prefix(1_000)),
            file: location?["filePath"]?.string,
            line: location?["lineNumber"]?.integer.flatMap { Int(exactly: $0) }
        )
        report.log = lines.dropFirst().joined(separator: "\n")
        if let function = location?["functionName"]?.string {
            var frame = CrashReport.Frame(kind: "return", address: "0x0")
            frame.symbol = function
            frame.file = report.error?.file
            frame.line = report.error?.line
            frame.inApp = true
            report.threads = [CrashReport.Thread(crashed: true, frames: [frame])]
        }
        return .report(report)
    }
}
