// Commits 1, 2, 3 … for as long as it lives: each commit writes its number into twenty documents, deletes one and
// creates one, and is reported once it is acknowledged.
import HearthCore
import HearthDatabase
import HearthFirestoreModel
import HearthFirestoreStore

let store = try await FirestoreStore(
    .sqlite(path: CommandLine.arguments[1]),
    durability: CommandLine.arguments.last == "power" ? .power : .process,
    configuration: .init(now: { Timestamp(UnixTime.systemNow()) })
)
let database = DatabaseName(project: "demo")
func name(_ id: String) -> ResourceName { ResourceName(database: database, path: ResourcePath(["c", id])) }
let latest = try await store.documents([name("0")], in: database).documents[0]?.fields["n"] ?? 0
var next: Int64 = 1
if case .integer(let number) = latest { next = number + 1 }
while true {
    var writes = (0..<20).map { index in
        Write(name("\(index)"), .update(["n": .integer(next), "l": [.integer(next), .integer(next % 7)]], mask: nil))
    }
    writes.append(Write(name("extra\(next - 1)"), .delete))
    writes.append(Write(name("extra\(next)"), .update(["n": .integer(next)], mask: nil)))
    _ = try await store.commit(writes, in: database)
    report(Int(next))
    next += 1
}
