// trigger-writer PATH: writes rows with an event each and delivers the events, for as long as it lives. Each delivery
// is a line on standard output: subject and number.
import HearthCore
import HearthDatabase
import HearthTriggers

#if canImport(Glibc)
import Glibc
#endif

@main
struct TriggerWriter {
    static func main() async throws {
        let database = try Database(.sqlite(path: CommandLine.arguments[1]))
        let declaration = TriggerDeclaration(function: "print", kinds: ["written"], subjects: try PathPattern("*"))
        let outbox = TriggerOutbox([
            Trigger(declaration) { event in
                let line = Array("\(event.subject) \(String(decoding: event.payload, as: UTF8.self))\n".utf8)
                // One write is one line, however the process ends.
                _ = unsafe line.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
            }
        ])
        try await outbox.open(database)
        try await database.write { db in
            try db.execute("CREATE TABLE IF NOT EXISTS fact (subject INTEGER, number INTEGER) STRICT")
        }
        let delivery = Task { try await outbox.run(on: database) }
        var next = try await database.read { db throws -> Int in
            let latest: Int? = try db.first("SELECT max(number) FROM fact")?[0]
            return (latest ?? 0) + 1
        }
        while !Task.isCancelled {
            try await database.write { [next] db in
                try db.execute("INSERT INTO fact VALUES (\(next % 7), \(next))")
                let event = TriggerEvent(
                    id: "\(next)",
                    kind: "written",
                    subject: "s\(next % 7)",
                    time: .systemNow(),
                    payload: Array("\(next)".utf8)
                )
                try outbox.add([event], db)
            }
            outbox.wake()
            next += 1
            await Task.yield()
        }
        try await delivery.value
    }
}
