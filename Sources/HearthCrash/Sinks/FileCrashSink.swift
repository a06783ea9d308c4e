public import HearthCrashWire
internal import HearthJSON
internal import HearthTelemetry

/// Appends each report to a file, as one line of JSON.
public struct FileCrashSink: CrashSink {
    private let path: String

    /// Describes the file.
    ///
    /// - Parameter path: Where it is; created if it is missing. It is not bounded.
    public init(path: String) {
        self.path = path
    }

    /// Writes a report.
    ///
    /// - Parameter report: The report.
    /// - Returns: Whether it is written; a disk that is full is tried again later.
    public func send(_ report: CrashReport) async -> CrashDelivery {
        guard let bytes = try? JSON.encode(report) else { return .refused("the report cannot be written as JSON") }
        do throws(StoreError) {
            try StoreFile(path: path).append(bytes + [UInt8(ascii: "\n")])
            return .accepted
        } catch {
            return .later(after: nil)
        }
    }
}
