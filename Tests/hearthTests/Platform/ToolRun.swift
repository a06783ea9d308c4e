import Foundation
import HearthTestSupport

/// A run of the built `hearth` from a shell, without a terminal: what it wrote, and how it ended.
struct ToolRun {
    let status: Int32
    let output: String
    let errors: String

    /// The path of the built tool.
    static var path: String {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("hearth").path
    }

    /// Runs the tool to its end, with an environment of its own.
    ///
    /// - Parameters:
    ///   - words: The words after `hearth`.
    ///   - input: What is piped into it.
    ///   - variables: Its environment, beside `PATH` and a `HOME` that is empty.
    /// - Throws: An error if the tool cannot be started.
    init(_ words: [String], input: String = "", _ variables: [String: String] = [:]) async throws {
        try await self.init(program: Self.path, words, input: input, variables)
    }

    /// Runs a line of the shell, in which `$HEARTH` is the tool.
    init(line: String, _ variables: [String: String] = [:]) async throws {
        let variables = variables.merging(["HEARTH": Self.path]) { given, _ in given }
        try await self.init(program: "/bin/sh", ["-c", line], input: "", variables)
    }

    private init(program: String, _ words: [String], input: String, _ variables: [String: String]) async throws {
        let folder = TemporaryFolder()
        // Files, because a pipe that is read by no one would hold the tool up.
        try folder.write(["input": input, "output": "", "errors": "", "home/.keep": ""])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = words
        let own = ["PATH": "/usr/bin:/bin", "HOME": folder.file("home")]
        process.environment = variables.merging(own) { given, _ in given }
        process.currentDirectoryURL = URL(fileURLWithPath: folder.file("home"))
        process.standardInput = FileHandle(forReadingAtPath: folder.file("input"))
        process.standardOutput = FileHandle(forWritingAtPath: folder.file("output"))
        process.standardError = FileHandle(forWritingAtPath: folder.file("errors"))
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            end.yield(process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus)
            end.finish()
        }
        try process.run()
        var status: Int32 = -1
        for await ended in ends { status = ended }
        self.status = status
        output = folder.text(of: "output") ?? ""
        errors = folder.text(of: "errors") ?? ""
    }
}
