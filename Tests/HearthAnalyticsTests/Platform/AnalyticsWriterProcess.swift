import Foundation

/// A run of `AnalyticsWriter` that can be killed as `kill -9` does.
final class AnalyticsWriterProcess {
    private let process = Process()
    private let output = Pipe()

    init(folder: String) throws {
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = products.appendingPathComponent("AnalyticsWriter")
        process.arguments = [folder]
        process.standardOutput = output
        process.standardInput = Pipe()
        try process.run()
    }

    /// Waits for so many logged events, kills the process, and returns the last number that it reported.
    func kill(after count: Int) throws -> Int {
        var text: [UInt8] = []
        while text.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Died(output: String(decoding: text, as: UTF8.self)) }
            text += data
        }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        text += output.fileHandleForReading.readDataToEndOfFile()
        let lines = text.split(separator: UInt8(ascii: "\n")).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        return lines.last ?? 0
    }

    struct Died: Error {
        var output: String
    }
}
