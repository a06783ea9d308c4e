import Foundation
import HearthCore
import HearthDatabase
import HearthTriggers
import Testing

@Suite("A storm of triggers, with kills in it")
struct StormTests {
    /// Runs the writer until it has delivered so many events, and kills it.
    ///
    /// - Returns: Every line that it wrote: subject and number.
    private static func storm(_ path: String, killAfter count: Int) throws -> [String] {
        let process = Process()
        let output = Pipe()
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = products.appendingPathComponent("TriggerWriter")
        process.arguments = [path]
        process.standardOutput = output
        try process.run()
        var text: [UInt8] = []
        while text.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            let data = output.fileHandleForReading.availableData
            try #require(!data.isEmpty, "the writer ended by itself")
            text += data
        }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        text += output.fileHandleForReading.readDataToEndOfFile()
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `loses no event and keeps the order of each subject`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "storm-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "storm.db").path(percentEncoded: false)
        var lines: [String] = []
        for round in 1...8 { lines += try Self.storm(path, killAfter: 30 * round) }
        // What is left is delivered by this process.
        let rest = Locked<[String]>([])
        let database = try Database(.sqlite(path: path))
        let declaration = TriggerDeclaration(function: "print", kinds: ["written"], subjects: try PathPattern("*"))
        let outbox = TriggerOutbox([
            Trigger(declaration) { event in
                rest.withLock { $0.append("\(event.subject) \(String(decoding: event.payload, as: UTF8.self))") }
            }
        ])
        let delivery = Task { try await outbox.run(on: database) }
        while try await !outbox.waiting(in: database).isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        delivery.cancel()
        try await delivery.value
        lines += rest.withLock { $0 }

        let facts = try await database.read { db in
            try db.query("SELECT number FROM fact ORDER BY number").map { row throws -> Int in try row[0] }
        }
        var seen: [Int: [Int]] = [:]
        for line in lines {
            let number = try #require(Int(line.split(separator: " ")[1]))
            seen[number % 7, default: []].append(number)
        }
        #expect(Set(seen.values.joined()) == Set(facts))
        for numbers in seen.values {
            // An event may come twice, around a kill; what came first came in order.
            var first: [Int] = []
            for number in numbers where !first.contains(number) { first.append(number) }
            #expect(first == first.sorted())
        }
    }
}
