import Foundation

/// A run of one of the tests' programs that write and report each write by a line with its number; it can be killed as
/// `kill -9` does.
package final class WriterProcess {
    private let process = Process()
    private let output = Pipe()

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: Its name, that of a target beside the tests.
    ///   - arguments: What it is given.
    /// - Throws: What the system said, if it cannot be started.
    package init(_ program: String, _ arguments: String...) throws {
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = products.appendingPathComponent(program)
        process.arguments = arguments
        process.standardOutput = output
        process.standardInput = Pipe()
        try process.run()
    }

    /// Waits for so many acknowledged writes, and kills the process.
    ///
    /// - Parameter count: How many writes.
    /// - Returns: The last number that it reported.
    /// - Throws: ``Died``.
    package func kill(after count: Int) throws -> Int {
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

    /// The program ended by itself.
    package struct Died: Error {
        /// What it had reported.
        package var output: String
    }
}
