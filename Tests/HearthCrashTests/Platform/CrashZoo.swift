import Foundation
import HearthCore
import HearthCrash
import HearthCrashWire
import HearthTelemetry
import HearthTestSupport

/// Runs `CrashZoo` and reads what it leaves.
struct ZooVisit {
    let folder = TemporaryFolder()

    struct End {
        let signal: Int32?
        let output: String
        let errors: String
    }

    /// The zoo beside the tests, or the one that `HEARTH_CRASH_ZOO` names: one of another build.
    private static var zoo: URL {
        if let path = ProcessInfo.processInfo.environment["HEARTH_CRASH_ZOO"] { return URL(fileURLWithPath: path) }
        return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("CrashZoo")
    }

    /// Lets a process die in some way.
    func run(_ mode: String, backtracer: Bool = false) throws -> End {
        let process = Process()
        process.executableURL = Self.zoo
        process.arguments = [mode, folder.path]
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_BACKTRACE"] = backtracer ? "enable=yes,color=no,interactive=no" : "enable=no"
        process.environment = environment
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        let words = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return End(
            signal: process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil,
            output: String(decoding: words, as: UTF8.self),
            errors: String(decoding: text, as: UTF8.self)
        )
    }

    /// Kills a process with `kill -9` after it has written some lines, and returns the last one.
    func kill(_ mode: String, afterLines count: Int) throws -> String {
        let process = Process()
        process.executableURL = Self.zoo
        process.arguments = [mode, folder.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text: [UInt8] = []
        while text.count(where: { $0 == 10 }) < count {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += data
        }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        text += output.fileHandleForReading.readDataToEndOfFile()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
    }

    /// The reporter of the next launch.
    func nextLaunch(_ sink: any CrashSink = SilentSink()) throws -> CrashReporter {
        var configuration = CrashConfiguration(app: .init(id: "zoo", version: "1.3"))
        configuration.catchesCrashes = false
        configuration.isCollectionEnabled = false
        return try CrashReporter.start(configuration, sink: sink, storage: .folder(folder.path))
    }

    /// The line of the zoo's sources that carries the name of a way to die.
    static func line(of mode: String) throws -> (file: String, line: Int)? {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        for file in ["CrashZoo/Zoo.swift", "CrashZoo/Platform/System.swift", "CZoo/czoo.c"] {
            let text = try String(contentsOf: tests.appendingPathComponent(file), encoding: .utf8)
            for (number, line) in text.components(separatedBy: "\n").enumerated() where line.hasSuffix("DIES: \(mode)")
            {
                return ((file as NSString).lastPathComponent, number + 1)
            }
        }
        return nil
    }
}

struct SilentSink: CrashSink {
    func send(_ report: CrashReport) async -> CrashDelivery { .later(after: nil) }
}
