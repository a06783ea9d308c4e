import HearthDatabase
import HearthTestSupport
import Testing

@testable import HearthBackend

@Suite("The schema")
struct SchemaTests {
    @Test func `is what schema.sql says`() async throws {
        let database = try Database(.memory)
        try await database.migrate(Store.migrations)
        let statements = try await database.schema()
        // Tables first, then what speeds up looking into them.
        let tables = statements.filter { $0.hasPrefix("CREATE TABLE") }
        let others = statements.filter { !$0.hasPrefix("CREATE TABLE") }
        let schema = (tables + others).map { $0 + ";\n" }.joined(separator: "\n")
        await database.close()
        try RecordedFile("Sources/HearthBackend/Database/schema.sql").expect(schema)
    }

    @Test func `can be brought up to date twice`() async throws {
        let database = try Database(.memory)
        try await database.migrate(Store.migrations)
        let once = try await database.schema()
        try await database.migrate(Store.migrations)
        #expect(try await database.schema() == once)
        await database.close()
    }
}
