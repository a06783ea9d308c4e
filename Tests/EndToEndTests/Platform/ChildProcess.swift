import Foundation

/// A run of `SessionWriter` that signs in and out, and is killed as `kill -9` does.
final class ChildProcess {
    private let process = Process()
    private let output = Pipe()

    init(directory: String, port: Int, seed: Int) throws {
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = products.appendingPathComponent("SessionWriter")
        process.arguments = [directory, "\(port)", "\(seed)"]
        process.standardOutput = output
        try process.run()
    }

    /// Waits for so many steps, kills the process, and returns every step that it reported.
    func kill(after count: Int) throws -> [String] {
        var text: [UInt8] = []
        while text.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Died() }
            text += data
        }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        text += output.fileHandleForReading.readDataToEndOfFile()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    struct Died: Error {}
}
