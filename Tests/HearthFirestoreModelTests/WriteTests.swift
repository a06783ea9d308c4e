import FirestoreSamples
import HearthFirestoreModel
import HearthJSON
import Testing

@Suite("Writes")
struct WriteTests {
    private let name = ResourceName(database: demo, path: ResourcePath(["c", "d"]))
    private let before = Timestamp(microseconds: 1_000_000)
    private let now = Timestamp(microseconds: 2_345_678)

    private func stored(_ fields: Fields) -> Document {
        Document(name: name, fields: fields, createTime: before, updateTime: before)
    }

    @Test func `with a mask give the recorded documents`() throws {
        for row in try Vectors.rows("masks") {
            let current = try row["before"].flatMap { $0.isNull ? nil : stored(try Fields(vector: $0)) }
            let mask = try (row["mask"]?.array ?? []).map { try FieldPath($0.string ?? "") }
            let write = Write(name, .update(try Fields(vector: row["update"] ?? [:]), mask: mask))
            try write.check()
            #expect(
                try write.apply(to: current, commitTime: now).document?.fields == Fields(vector: row["after"] ?? [:])
            )
        }
    }

    @Test func `transform fields as recorded`() throws {
        for row in try Vectors.rows("transforms") {
            let present = try row["before"].flatMap { $0.isNull ? nil : try Value(vector: $0) }
            // The emulator has no negative zero; the next test has this row as Firestore's own description has it.
            if present == .double(-0.0) { continue }
            let current = present.map { stored(["f": $0]) }
            let argument = row["argument"] ?? .null
            let elements = try (argument.array ?? []).map { try Value(vector: $0) }
            let operation: FieldTransform.Operation
            switch row["op"]?.string {
            case "increment": operation = .increment(try Value(vector: argument))
            case "maximum": operation = .maximum(try Value(vector: argument))
            case "minimum": operation = .minimum(try Value(vector: argument))
            case "appendMissingElements": operation = .appendMissingElements(elements)
            default: operation = .removeAllFromArray(elements)
            }
            let write = Write(name, .transform, transforms: [FieldTransform(FieldPath(["f"]), operation)])
            try write.check()
            let outcome = try write.apply(to: current, commitTime: now)
            #expect(try outcome.document?.fields["f"] == Value(vector: row["after"] ?? .null), "\(row)")
            #expect(try outcome.transformResults == [Value(vector: row["transformResult"] ?? .null)], "\(row)")
        }
    }

    @Test func `run their transforms after their update and one after the other`() throws {
        let path = FieldPath(["a"])
        let add = { (number: Int64) in FieldTransform(path, .increment(.integer(number))) }
        let updated = try Write(name, .update(["a": 1], mask: nil), transforms: [add(1)]).apply(
            to: nil,
            commitTime: now
        )
        #expect(updated.document?.fields == ["a": 2])
        let twice = try Write(name, .transform, transforms: [add(1), add(2)]).apply(to: nil, commitTime: now)
        #expect(twice.transformResults == [1, 3])
        let nested = FieldTransform(FieldPath(["a", "b"]), .increment(1))
        let replaced = try Write(name, .transform, transforms: [nested]).apply(to: stored(["a": 1]), commitTime: now)
        #expect(replaced.document?.fields == ["a": ["b": 1]])
    }

    @Test func `take the time of the commit in milliseconds`() throws {
        let transform = FieldTransform(FieldPath(["t"]), .setToRequestTime)
        let outcome = try Write(name, .transform, transforms: [transform]).apply(to: nil, commitTime: now)
        #expect(outcome.transformResults == [.timestamp(Timestamp(microseconds: 2_345_000))])
    }

    @Test func `that change nothing keep the update time, and those that change a kind do not`() throws {
        let current = stored(["a": 1, "l": [1]])
        let same = try Write(name, .update(["a": 1, "l": [1]], mask: nil)).apply(to: current, commitTime: now)
        #expect(same.document == current && same.updateTime == before)
        let append = FieldTransform(FieldPath(["l"]), .appendMissingElements([1.0]))
        let appended = try Write(name, .transform, transforms: [append]).apply(to: current, commitTime: now)
        #expect(appended.document == current && appended.updateTime == before)
        let kind = try Write(name, .update(["a": 1.0, "l": [1]], mask: nil)).apply(to: current, commitTime: now)
        #expect(kind.document?.updateTime == now && kind.document?.createTime == before)
    }

    // As Firestore itself, of which Google's web client reads -0 back:
    // https://github.com/googleapis/nodejs-firestore/issues/1638. The emulator forgets the sign.
    @Test func `keep the sign of zero, wherever it stands`() throws {
        let place = Value.geoPoint(GeoPoint(latitude: -0.0, longitude: 0))
        let fields: Fields = ["a": .double(-0.0), "m": ["l": [.double(-0.0)]], "v": .vector([-0.0, 0]), "g": place]
        let stored = try #require(try Write(name, .update(fields, mask: nil)).apply(to: nil, commitTime: now).document)
        #expect(stored.fields == fields)
        guard case .double(let zero) = stored.fields["a"] else { return #expect(Bool(false)) }
        #expect(zero.sign == .minus)
        // Another sign is a change, which has a time of its own.
        let plain = try Write(name, .update(["a": .double(0)], mask: [FieldPath(["a"])]))
            .apply(to: stored, commitTime: now)
        #expect(plain.document?.fields["a"] == .double(0) && plain.document?.fields["a"] != .double(-0.0))
        // Of two zeros the stored one stays, whatever their signs and kinds are:
        // https://cloud.google.com/firestore/docs/reference/rest/v1/Write#FieldTransform.
        for zero: Value in [.double(-0.0), .double(0), .integer(0)] {
            let field = FieldTransform(FieldPath(["a"]), .maximum(zero))
            let kept = try Write(name, .transform, transforms: [field]).apply(to: stored, commitTime: now)
            #expect(kept.document?.fields["a"] == .double(-0.0) && kept.transformResults == [.double(-0.0)])
        }
        let increment = FieldTransform(FieldPath(["new"]), .increment(.double(-0.0)))
        let transformed = try Write(name, .transform, transforms: [increment]).apply(to: stored, commitTime: now)
        #expect(transformed.document?.fields["new"] == .double(-0.0))
    }

    @Test func `create empty documents by an empty mask, and keep their fields by it`() throws {
        let write = Write(name, .update([:], mask: []))
        #expect(try write.apply(to: nil, commitTime: now).document?.fields == [:])
        #expect(try write.apply(to: stored(["a": 1]), commitTime: now).document?.fields == ["a": 1])
    }

    @Test func `check what must hold before`() throws {
        func outcome(_ precondition: Precondition, _ current: Document?) -> FirestoreError? {
            do throws(FirestoreError) {
                _ = try Write(name, .delete, precondition: precondition).apply(to: current, commitTime: now)
                return nil
            } catch {
                return error
            }
        }
        let document = stored(["a": 1])
        #expect(outcome(.exists(true), document) == nil)
        #expect(outcome(.exists(false), nil) == nil)
        #expect(outcome(.updateTime(before), document) == nil)
        #expect(outcome(.exists(true), nil) == FirestoreError(.notFound, "No document to update: \(name.text)"))
        #expect(
            outcome(.exists(false), document)
                == FirestoreError(.alreadyExists, "Document already exists: \(name.text)")
        )
        let mismatch = "the stored version (1000000) does not match the required base version (2345678)"
        #expect(outcome(.updateTime(now), document) == FirestoreError(.failedPrecondition, mismatch))
        #expect(outcome(.updateTime(now), nil)?.message.contains("stored version (0)") == true)
    }

    @Test func `refuse masks that name a field twice`() {
        for mask in [["a", "a"], ["a", "a.b"], ["a.b", "c", "a"], ["__name__"]] {
            #expect(throws: FirestoreError.self) {
                try Write(name, .update([:], mask: try mask.map { try FieldPath($0) })).check()
            }
        }
    }

    @Test func `only verify with a precondition and without transforms`() throws {
        #expect(throws: FirestoreError.invalid("a verify must contain a precondition")) {
            try Write(name, .verify).check()
        }
        let transform = FieldTransform(FieldPath(["a"]), .increment(1))
        #expect(throws: FirestoreError.invalid("a verify must not specify a update transform.")) {
            try Write(name, .verify, transforms: [transform], precondition: .exists(true)).check()
        }
        let write = Write(name, .verify, precondition: .exists(false))
        #expect(try write.apply(to: nil, commitTime: now).updateTime == Timestamp(microseconds: 2_345_677))
    }
}
