internal import HearthTelemetry

/// A breadcrumb as it stands in the file: the name, and the fields behind it, parted by control characters.
enum BreadcrumbText {
    private static let end: UInt8 = 0x1E
    private static let equals: UInt8 = 0x1F

    static func write(_ name: String, _ fields: [(name: String, value: String)]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(CrashMemory.breadcrumbText)
        bytes += name.utf8
        for field in fields where bytes.count < CrashMemory.breadcrumbText {
            bytes.append(end)
            bytes += field.name.utf8
            bytes.append(equals)
            bytes += field.value.utf8
        }
        return bytes
    }

    static func read(_ text: String) -> (name: String, fields: [String: String]) {
        let parts = text.unicodeScalars.split(separator: "\u{1E}", omittingEmptySubsequences: false)
        var fields: [String: String] = [:]
        for part in parts.dropFirst() {
            let pair = part.split(separator: "\u{1F}", maxSplits: 1, omittingEmptySubsequences: false)
            if let name = pair.first { fields[String(name)] = pair.count > 1 ? String(pair[1]) : "" }
        }
        return (parts.first.map { String($0) } ?? "", fields)
    }
}
