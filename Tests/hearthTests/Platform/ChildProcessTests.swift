import Foundation
import HearthCore
import Testing

@testable import hearth

@Suite("A program beside this one")
struct ChildProcessTests {
    /// A folder that is gone after the test.
    private final class Folder {
        let path = NSTemporaryDirectory() + "hearth-child-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }

        func text(_ name: String) throws -> String { try String(contentsOfFile: path + "/" + name, encoding: .utf8) }
    }

    @Test func `its variables are its own: neither this process nor another program has them`() async throws {
        let folder = try Folder()
        let (name, line) = ("HEARTH_CHILD_TEST_TOKEN", #"printf '%s|%s' "$HEARTH_CHILD_TEST_TOKEN" "$PATH""#)
        let told = try ChildProcess(
            ["/bin/sh", "-c", "\(line) > \(folder.path)/told"],
            environment: [name: "a=b c", "PATH": "/usr/bin:/bin"]
        )
        #expect(await told.status() == 0)
        let untold = try ChildProcess(["/bin/sh", "-c", "\(line) > \(folder.path)/untold"], environment: [:])
        #expect(await untold.status() == 0)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        #expect(try folder.text("told") == "a=b c|/usr/bin:/bin")
        #expect(try folder.text("untold") == "|" + path)
        #expect(SystemEnvironment.variable(name) == nil)
    }

    @Test func `one variable stands in place of this process's, and once`() async throws {
        let folder = try Folder()
        let line = "env | grep -c '^PATH=' > \(folder.path)/count"
        #expect(try await ChildProcess(["/bin/sh", "-c", line], environment: ["PATH": "/usr/bin:/bin"]).status() == 0)
        #expect(try folder.text("count") == "1\n")
    }

    @Test func `a program that is not there says so, with the shell's status`() throws {
        let error = #expect(throws: CommandFailure.self) {
            try ChildProcess(["/nowhere/at-all"], environment: ["A": "b"])
        }
        #expect(error?.status == 127)
    }

    @Test func `a signal's end is 128 and its number, and a late signal reaches no process`() async throws {
        let child = try ChildProcess(["/bin/sh", "-c", "kill -9 $$"], environment: [:])
        #expect(await child.status() == 128 + 9)
        child.send(ChildProcess.forced)
    }

    /// The kernel ties a program to the thread that forked; the threads that run tasks may end at any time.
    @Test func `a tied program outlives the thread that started it`() async throws {
        let folder = try Folder()
        let gate = folder.path + "/gate"
        try #require(unsafe mkfifo(gate, 0o600) == 0)
        let (starts, start) = AsyncStream.makeStream(of: ChildProcess.self)
        let starter = Thread {
            if let child = try? ChildProcess(
                ["/bin/sh", "-c", "read line < \(gate); exit 7"],
                environment: [:],
                isTied: true
            ) {
                start.yield(child)
            }
            start.finish()
        }
        starter.start()
        var children: [ChildProcess] = []
        for await child in starts { children.append(child) }
        let child = try #require(children.first)
        while !starter.isFinished { await Task.yield() }
        // Both ends: opening one of them would wait for the program.
        let file = unsafe open(gate, O_RDWR)
        try #require(file >= 0)
        defer { close(file) }
        #expect(unsafe write(file, "go\n", 3) == 3)
        #expect(await child.status() == 7)
    }

    @Test func `a program that is started at the same time does not hold another's start up`() async throws {
        let folder = try Folder()
        let gate = folder.path + "/gate"
        try #require(unsafe mkfifo(gate, 0o600) == 0)
        let file = unsafe open(gate, O_RDWR)
        try #require(file >= 0)
        defer { close(file) }
        // Each waits for a line: a start that waited for the end of another program would not return.
        let children = try await withThrowingTaskGroup(of: ChildProcess.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    try ChildProcess(["/bin/sh", "-c", "read line < \(gate)"], environment: [:], isTied: true)
                }
            }
            return try await group.reduce(into: [ChildProcess]()) { $0.append($1) }
        }
        for child in children { child.send(ChildProcess.terminate) }
        for child in children { #expect(await child.status() == 128 + 15) }
    }
}
