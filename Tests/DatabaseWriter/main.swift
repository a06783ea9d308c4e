// Inserts 1, 2, 3 … for as long as it lives, and reports each number once its transaction is acknowledged.
import HearthDatabase

let durability: Database.Durability = CommandLine.arguments.last == "power" ? .power : .process
let database = try Database(.sqlite(path: CommandLine.arguments[1]), durability: durability)
try await database.write { db in
    try db.execute("CREATE TABLE IF NOT EXISTS numbers (number INTEGER PRIMARY KEY, payload BLOB NOT NULL) STRICT")
}
var next = try await database.read { db throws -> Int in
    let latest: Int? = try db.first("SELECT max(number) FROM numbers")?[0]
    return (latest ?? 0) + 1
}
while true {
    try await database.write { [next] db in
        try db.execute("INSERT INTO numbers VALUES (\(next), \([UInt8](repeating: 7, count: 300)))")
    }
    report(next)
    next += 1
}
