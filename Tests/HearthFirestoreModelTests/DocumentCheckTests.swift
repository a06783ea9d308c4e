import FirestoreSamples
import HearthFirestoreModel
import Testing

@Suite("The content of documents")
struct DocumentCheckTests {
    private let name = ResourceName(database: demo, path: ResourcePath(["c", "d"]))

    private func refusal(_ fields: Fields) -> String? {
        do throws(FirestoreError) {
            let write = Write(name, .update(fields, mask: nil))
            try write.check()
            return nil
        } catch {
            return error.message
        }
    }

    private func text(_ count: Int, of character: String = "x") -> Value {
        .string(String(repeating: character, count: count))
    }

    private func name(_ count: Int) -> String { String(repeating: "k", count: count) }

    private func maps(_ count: Int) -> Value { (1..<count).reduce(["x": 1]) { value, _ in ["x": value] } }

    private func vector(_ members: Fields) -> Value {
        var members = members
        members["__type__"] = "__vector__"
        return Value(wireMap: members)
    }

    @Test func `is refused with the recorded messages`() {
        #expect(refusal(["__x__": 1]) == "field name __x__ is reserved")
        #expect(refusal(["m": ["__x__": 1]]) == "field name '__x__' is reserved.")
        #expect(refusal(["a": [["x", 1] as Value]]) == "Nested arrays are not allowed")
        #expect(refusal(["v": vector([:])]) == "Vector map is missing key 'value'.")
        #expect(refusal(["v": vector(["value": 1])]) == "Vector value type must be an array.")
        #expect(refusal(["v": vector(["value": [1.0], "x": 1])]) == "Vector value map has extraneous entries.")
        #expect(refusal(["v": vector(["value": []])]) == "Cannot have a zero length vector.")
        let long = Value.array(Array(repeating: 1.0, count: 2049))
        #expect(refusal(["v": vector(["value": long])]) == "Vectors must be at most 2048 dimensions.")
        #expect(refusal(["v": vector(["value": [1.0, 2]])]) == "Vector must only contain values of type 'double'")
        #expect(refusal(["v": vector(["value": [.double(.nan)]])]) == "Vector cannot contain NaN values.")
        #expect(refusal(["m": ["__type__": "other"]]) == "Property m contains an invalid nested entity.")
        #expect(refusal(["m": ["__type__": 1]]) == "Field __type__ must be a string; founds LONG.")
        #expect(refusal(["v": vector(["value": [1.0, 2.0]])]) == nil)
        #expect(refusal(["g": .geoPoint(GeoPoint(latitude: 91, longitude: 0))]) != nil)
        #expect(refusal(["g": .geoPoint(GeoPoint(latitude: 0, longitude: .nan))]) != nil)
    }

    @Test func `is limited in the length of values as recorded`() {
        let tooLong = { (name: String) in "The value of property \"\(name)\" is longer than 1048487 bytes." }
        let invalid = { (name: String) in "Property \(name) contains an invalid nested entity." }
        #expect(refusal(["s": text(1_048_487)]) == nil)
        #expect(refusal(["s": text(1_048_488)]) == tooLong("s"))
        #expect(refusal(["b": .bytes(Array(repeating: 0, count: 1_048_488))]) == tooLong("b"))
        #expect(refusal(["s": text(349_495, of: "€")]) == nil)
        #expect(refusal(["s": text(349_496, of: "€")]) == tooLong("s"))
        #expect(refusal(["a": [text(1_048_488)]]) == tooLong("array"))
        #expect(refusal(["m": ["s": text(1_048_488)]]) == invalid("m"))
        #expect(refusal(["m": ["s": text(1_048_487)]]) == nil)
        #expect(refusal(["a": [["s": text(1_048_488)]]]) == invalid("array"))
        #expect(refusal(["m": ["a": [text(1_048_488)]]]) == invalid("m"))
    }

    @Test func `is limited in the length of names, in depth and in size as recorded`() {
        #expect(refusal([name(1500): 1]) == nil)
        #expect(refusal([name(1501): 1]) == "The property.name is longer than 1500 bytes.")
        #expect(refusal(["m": [name(1498): 1]]) == nil)
        #expect(refusal(["m": [name(1499): 1]]) == "Property m contains an invalid nested entity.")
        #expect(refusal(["a": [[name(1494): 1]]]) == nil)
        #expect(refusal(["a": [[name(1495): 1]]]) == "Property array contains an invalid nested entity.")
        #expect(refusal(["m": maps(20)]) == nil)
        #expect(refusal(["m": maps(21)]) == "Property m contains an invalid nested entity.")
        let half = text(600_000)
        #expect(refusal(["a": half, "b": half]) == "maximum entity size is 1048576 bytes")
    }

    @Test func `is limited also where it comes together from two writes`() throws {
        let half = text(600_000)
        let time = Timestamp(microseconds: 1)
        let current = Document(name: name, fields: ["a": half], createTime: time, updateTime: time)
        let write = Write(name, .update(["b": half], mask: [FieldPath(["b"])]))
        try write.check()
        #expect(throws: FirestoreError.invalid("maximum entity size is 1048576 bytes")) {
            try write.apply(to: current, commitTime: time)
        }
        let deep = Write(
            name,
            .transform,
            transforms: [FieldTransform(FieldPath((0..<22).map { _ in "m" }), .increment(1))]
        )
        #expect(throws: FirestoreError.self) { try deep.apply(to: nil, commitTime: time) }
    }

    @Test func `is counted in bytes as the documentation counts`() {
        // The example of https://firebase.google.com/docs/firestore/storage-size: 147 bytes in all.
        let task = Document(
            name: ResourceName(database: demo, path: ResourcePath(["users", "jeff", "tasks", "my_task_id"])),
            fields: ["type": "Personal", "done": false, "priority": 1, "description": "Learn Cloud Firestore"]
        )
        #expect(task.storageSize == 147)
    }

    @Test func `of transforms is checked too`() {
        let increment = FieldTransform(FieldPath(["a"]), .increment("x"))
        #expect(throws: FirestoreError.invalid("Input must be int64 or double.")) {
            try Write(name, .transform, transforms: [increment]).check()
        }
        let append = FieldTransform(FieldPath(["a"]), .appendMissingElements([[1]]))
        #expect(throws: FirestoreError.invalid("Nested arrays are not allowed")) {
            try Write(name, .transform, transforms: [append]).check()
        }
        let many = Array(repeating: FieldTransform(FieldPath(["a"]), .increment(1)), count: 501)
        #expect(throws: FirestoreError.self) { try Write(name, .transform, transforms: many).check() }
    }
}
