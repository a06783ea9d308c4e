internal import HearthCore
internal import HearthCrashWire
internal import HearthCrypto

/// Decides which reports are about the same thing: those with the same error or signal at the same place of the app.
struct IssueGrouping: Sendable {
    /// The issue that a report belongs to: 16 hexadecimal digits.
    let id: String
    /// The place, readable.
    let place: String

    init(_ report: CrashReport) {
        let frame = report.topAppFrame
        place = Self.place(of: frame, report)
        var parts = [report.kind.rawValue, report.error?.type ?? report.crash?.name ?? ""]
        if case .string(let custom) = report.keys["hearth.fingerprint"] {
            parts.append(custom)
        } else if let symbol = frame?.symbol {
            parts.append(Self.stable(symbol))
            parts.append(frame?.file.map(Self.fileName) ?? "")
        } else if let frame, let image = frame.image {
            let build = report.images.first { $0.name == image }?.buildID
            parts += [image, build ?? "", frame.offset ?? frame.address]
        } else {
            // Without frames the place where an error was recorded has to do, or what the runtime said.
            parts.append(report.error?.file ?? report.crash?.text.map(Self.stable) ?? "")
        }
        let hash = Digest.sha256.hash(Array(parts.joined(separator: "\u{1F}").utf8))
        id = Hex.encode(hash.prefix(8))
    }

    private static func place(of frame: CrashReport.Frame?, _ report: CrashReport) -> String {
        if let frame { return frame.summary }
        if let file = report.error?.file { return file + (report.error?.line.map { ":\($0)" } ?? "") }
        return "unknown"
    }

    private static func fileName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private static let prefixes = ["specialized ", "merged ", "partial apply for ", "generic specialization of "]

    /// A name without what changes from build to build: generic arguments, numbers of closures, addresses.
    static func stable(_ symbol: String) -> String {
        var result = ""
        var depth = 0
        var isInNumber = false
        var previous: Character?
        for character in symbol {
            defer { previous = character }
            switch character {
            case "<": depth += 1
            // The arrow of a function's type closes nothing.
            case ">" where previous == "-" && depth > 0: break
            case ">" where depth > 0: depth -= 1
            case _ where depth > 0: break
            case _ where character.isNumber:
                if !isInNumber { result += "#" }
                isInNumber = true
                continue
            default: result.append(character)
            }
            isInNumber = false
        }
        // The compiler puts them in any order, several before one name.
        while let prefix = prefixes.first(where: result.hasPrefix) { result.removeFirst(prefix.count) }
        return result
    }
}
