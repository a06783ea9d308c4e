import HearthFirestoreModel
import HearthJSON
import Testing

@Suite("Names and paths")
struct NameTests {
    @Test func `are refused with the recorded messages`() throws {
        for row in try Vectors.rows("resource-names") {
            let name = try #require(row["name"]?.string)
            let kind = try #require(row["as_"]?.string)
            var message: String?
            do throws(FirestoreError) {
                switch kind {
                case "database": _ = try DatabaseName(name)
                case "parent": _ = try ResourceName(parent: name)
                case "query collection id": try ResourcePath.checkCollectionID(name)
                default: _ = try ResourceName(document: name)
                }
            } catch {
                #expect(error.code == .invalidArgument)
                message = error.message
            }
            #expect(message == row["message"]?.string, "\(name)")
        }
    }

    @Test func `are written as they were read`() throws {
        let text = "projects/p/databases/(default)/documents/c/é/d/__id-5__"
        let name = try ResourceName(document: text)
        #expect(name.text == text)
        #expect(name.path.segments == ["c", "é", "d", "__id-5__"])
        #expect(try ResourceName(parent: "projects/p/databases/(default)/documents").path == .root)
        #expect(name.path.isAtOrBelow(ResourcePath(["c", "é"])))
        #expect(!name.path.isAtOrBelow(ResourcePath(["c", "e"])))
    }

    @Test func `are limited in length and depth`() throws {
        let root = "projects/p/databases/d/documents"
        let long = String(repeating: "x", count: 1500)
        #expect(throws: FirestoreError.self) { try ResourceName(document: "\(root)/c/\(long)x") }
        #expect(throws: FirestoreError.self) { try ResourceName(document: "\(root)/\(long)x/d") }
        _ = try ResourceName(document: "\(root)/\(long)/\(long)/\(long)/d")
        #expect(throws: FirestoreError.self) {
            try ResourceName(document: "\(root)/\(long)/\(long)/\(long)/\(long)/\(long)/d")
        }
        _ = try ResourceName(document: root + String(repeating: "/c/d", count: 100))
        #expect(throws: FirestoreError.self) {
            try ResourceName(document: root + String(repeating: "/c/d", count: 101))
        }
    }

    @Test(arguments: ["__id05__", "__id+5__", "__id9223372036854775808__", "__id__", "__id5 __"])
    func `numeric ids have one spelling`(id: String) {
        #expect(throws: FirestoreError.self) {
            try ResourceName(document: "projects/p/databases/d/documents/c/\(id)")
        }
    }

    @Test func `of fields are read and written as recorded`() throws {
        for row in try Vectors.rows("field-paths-valid") {
            let segments = row.array?[1].array?.compactMap(\.string)
            #expect(try FieldPath(row.array?[0].string ?? "").segments == segments)
        }
        for row in try Vectors.rows("field-paths-canonical") {
            let segments = try #require(row.array?[0].array).compactMap(\.string)
            #expect(FieldPath(segments).text == row.array?[1].string)
        }
        for row in try Vectors.rows("field-paths-invalid") {
            let text = try #require(row.string)
            let error = #expect(throws: FirestoreError.self) { try FieldPath(text) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.message.hasPrefix("Invalid property path \"\(text)\".") == true)
        }
    }
}

@Suite("Timestamps")
struct TimestampTests {
    @Test(arguments: [
        ("2020-01-01T00:00:00.123456789Z", "2020-01-01T00:00:00.123456Z"),
        ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"),
        ("2020-01-01T00:00:00.120Z", "2020-01-01T00:00:00.120Z"),
        ("2020-02-29T23:59:59.9999999+01:30", "2020-02-29T22:29:59.999999Z"),
        ("1969-12-31T23:59:59.9999999Z", "1969-12-31T23:59:59.999999Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
        ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999Z"),
    ])
    func `are read exactly and written briefly`(text: String, written: String) throws {
        #expect(try #require(Timestamp(rfc3339: text)).rfc3339 == written)
    }

    @Test(arguments: [
        "", "2020-01-01", "2020-02-30T00:00:00Z", "2019-02-29T00:00:00Z", "2020-13-01T00:00:00Z",
        "2020-01-01T24:00:00Z",
        "2020-01-01T00:00:00", "2020-01-01T00:00:00.Z", "2020-01-01T00:00:00.1234567890Z", "2020-01-01T00:00:00+0100",
        "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2020-01-01T00:00:00Zx", "+020-01-01T00:00:00Z",
    ])
    func `are refused if they are no moment of the years 1 to 9999`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `have seconds and nanoseconds on either side of 1970`() {
        let before = Timestamp(microseconds: -1)
        #expect(before.seconds == -1 && before.nanoseconds == 999_999_000)
        #expect(Timestamp(seconds: -1, nanoseconds: 999_999_999) == before)
        #expect(Timestamp(seconds: 0, nanoseconds: 1_000_000_000) == nil)
        #expect(Timestamp(microseconds: -1).roundedDownToMilliseconds.microseconds == -1000)
    }
}
