import Foundation

/// A run of the built `hearth`, which can be asked to end, and killed as `kill -9` does.
final class HearthProcess {
    /// How a run ended.
    struct Outcome: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private let ends: AsyncStream<Int32>

    /// Starts `hearth` with these words.
    init(_ words: [String], environment: [String: String] = [:]) throws {
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = products.appendingPathComponent("hearth")
        process.arguments = words
        process.environment = environment
        process.standardOutput = output
        process.standardError = errors
        let (ends, continuation) = AsyncStream.makeStream(of: Int32.self)
        self.ends = ends
        process.terminationHandler = { process in
            continuation.yield(process.terminationStatus)
            continuation.finish()
        }
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Runs `hearth` to its end.
    static func run(_ words: [String], environment: [String: String] = [:]) async throws -> Outcome {
        let process = try HearthProcess(words, environment: environment)
        let (outputPipe, errorPipe) = (process.output, process.errors)
        async let output = text(of: outputPipe)
        async let errors = text(of: errorPipe)
        return Outcome(status: await process.end(), output: await output, errors: await errors)
    }

    /// Reads a pipe to its end, on a thread that may block.
    ///
    /// A process that another test starts at the same moment may inherit the pipe, so its end can be that process's
    /// end: a thread of the tasks' pool must not wait for it.
    private static func text(of pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let data = pipe.fileHandleForReading.readDataToEndOfFile()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
    }

    /// Waits until the server says where it listens.
    ///
    /// - Returns: Its address, for example `http://127.0.0.1:40001`, or `nil` if it ended before.
    func address() async -> String? {
        let (pieces, continuation) = AsyncStream.makeStream(of: Data.self)
        let handle = errors.fileHandleForReading
        handle.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty { continuation.finish() } else { continuation.yield(data) }
        }
        // Read away whatever the server says later: a full pipe would keep it waiting.
        defer { handle.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } } }
        var text = ""
        for await piece in pieces {
            text += String(decoding: piece, as: UTF8.self)
            guard let start = text.range(of: "listens on ")?.upperBound, text[start...].contains("\n") else { continue }
            return String(text[start...].prefix { $0 != "\n" })
        }
        return nil
    }

    /// What a signal does to a process that lets itself be told.
    func terminate() { kill(process.processIdentifier, SIGTERM) }

    /// What no process can prevent.
    func killAtOnce() { kill(process.processIdentifier, SIGKILL) }

    /// Waits for the end.
    ///
    /// - Returns: The status, or the signal's number.
    func end() async -> Int32 {
        for await status in ends { return status }
        return process.terminationStatus
    }
}

/// A folder of a test's own, removed with its last reference.
final class TestFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    /// Copies every file of the folder into another one.
    func copyFiles(to other: TestFolder) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.copyItem(atPath: "\(path)/\(name)", toPath: "\(other.path)/\(name)")
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
