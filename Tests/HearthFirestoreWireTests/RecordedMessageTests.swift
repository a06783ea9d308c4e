import HearthCore
import HearthFirestoreModel
import HearthFirestoreWire
import HearthJSON
import Testing

@Suite("Recorded messages")
struct RecordedMessageTests {
    @Test(arguments: RecordedMessage.all)
    func `come back from their bytes, in both forms`(recorded: RecordedMessage) throws {
        let message = try recorded.message(protobuf: try recorded.bytes())
        #expect(Hex.encode(message.protobuf) == recorded.hex)
        let expected = try JSON.parse(Array(recorded.json.utf8))
        for isPretty in [false, true] {
            for hasEmulatorNumbers in [false, true] {
                let style = JSONStyle(isPretty: isPretty, hasEmulatorNumbers: hasEmulatorNumbers)
                #expect(try JSON.parse(message.json(style)) == expected)
            }
        }
    }

    @Test(arguments: RecordedMessage.all)
    func `come back from their JSON, in the binary form`(recorded: RecordedMessage) throws {
        #expect(Hex.encode(try recorded.message(json: recorded.json).protobuf) == recorded.hex)
    }

    @Test(arguments: RecordedMessage.all)
    func `write the members of a JSON object in the order of the fields' numbers`(recorded: RecordedMessage) throws {
        let message = try recorded.message(protobuf: try recorded.bytes())
        let written = try #require(JSON.parse(message.json()).object)
        #expect(written.names == (try JSON.parse(Array(recorded.json.utf8)).object?.names))
    }

    @Test(arguments: RecordedMessage.all)
    func `have fields in any order`(recorded: RecordedMessage) throws {
        // Of the fields of one number the order counts: they are the elements of a list.
        let byNumber = Dictionary(grouping: RawField.all(in: try recorded.bytes()), by: \.number)
        let turned = byNumber.sorted { $0.key > $1.key }.flatMap { $0.value.flatMap(\.bytes) }
        #expect(Hex.encode(try recorded.message(protobuf: turned).protobuf) == recorded.hex)
    }

    @Test(arguments: RecordedMessage.all)
    func `pass over fields of a later version of the protocol`(recorded: RecordedMessage) throws {
        let later: [UInt8] =
            RawField.tag(500, 0) + [0xFF, 0x01] + RawField.tag(501, 1) + [1, 2, 3, 4, 5, 6, 7, 8]
            + RawField.tag(502, 2) + [3, 0x08, 0x96, 0x01] + RawField.tag(503, 5) + [1, 2, 3, 4]
            + RawField.tag(504, 3) + RawField.tag(1, 0) + [7] + RawField.tag(504, 4)
        let message = later + RawField.all(in: try recorded.bytes()).flatMap { $0.bytes + later }
        #expect(Hex.encode(try recorded.message(protobuf: message).protobuf) == recorded.hex)
    }

    @Test(arguments: RecordedMessage.all)
    func `are refused if they end inside of a field, and shorter if they end behind one`(
        recorded: RecordedMessage
    ) throws {
        let bytes = try recorded.bytes()
        var ends: Set<Int> = [0]
        for field in RawField.all(in: bytes) { ends.insert((ends.max() ?? 0) + field.bytes.count) }
        for count in 0..<bytes.count {
            let beginning = Array(bytes.prefix(count))
            if ends.contains(count) {
                #expect(try recorded.message(protobuf: beginning).protobuf == beginning)
            } else {
                #expect(refusal { _ = try recorded.message(protobuf: beginning) }?.code == .invalidArgument)
            }
        }
    }

    @Test(arguments: RecordedMessage.all)
    func `refuse a field of a layout that it cannot have`(recorded: RecordedMessage) throws {
        for field in RawField.all(in: try recorded.bytes()) {
            // No field of the protocol has four bytes, or is a group.
            let short = RawField.tag(field.number, 5) + [0, 0, 0, 0]
            let group = RawField.tag(field.number, 3) + RawField.tag(field.number, 4)
            for bytes in [short, group] {
                #expect(refusal { _ = try recorded.message(protobuf: bytes) }?.code == .invalidArgument)
            }
        }
    }

    @Test(arguments: RecordedMessage.all)
    func `refuse names that the protocol does not have`(recorded: RecordedMessage) throws {
        let more = recorded.json.dropLast() + (recorded.json == "{}" ? "" : ", ") + #""unheardOf": 1}"#
        #expect(refusal { _ = try recorded.message(json: String(more)) }?.code == .invalidArgument)
    }

    @Test(arguments: RecordedMessage.all)
    func `take the names of the interface description as well`(recorded: RecordedMessage) throws {
        let renamed = Self.renamed(try JSON.parse(Array(recorded.json.utf8)))
        let message = try recorded.message(json: String(decoding: JSON.serialize(renamed), as: UTF8.self))
        #expect(Hex.encode(message.protobuf) == recorded.hex)
    }

    /// The same JSON with `collection_id` for `collectionId`; names inside of a map stay, which here have no capitals.
    private static func renamed(_ value: JSONValue) -> JSONValue {
        if let elements = value.array { return .array(elements.map(renamed)) }
        guard let object = value.object else { return value }
        var renamed = JSONObject()
        for member in object.members {
            let name = member.name.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
            renamed[name] = Self.renamed(member.value)
        }
        return .object(renamed)
    }
}

@Suite("Damaged messages")
struct DamagedMessageTests {
    /// Bytes that are put in where they hurt: lengths beyond the end, tags without a field, a group without an end.
    private static let poisons: [[UInt8]] = [
        [0x00], [0x07], [0x0B], [0x0C], [0xFF], [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xC0, 0x80], [0x80, 0x80, 0x80],
        [0x0A, 0x01, 0xFF], Array(repeating: 0xFF, count: 11), [0x12, 0x00], [0x1A, 0x02, 0x08],
    ]

    @Test(arguments: RecordedMessage.all)
    func `are refused with a typed error, or are what they say`(recorded: RecordedMessage) throws {
        var random = MessageGenerator(seed: UInt64(recorded.hex.count))
        let bytes = try recorded.bytes()
        for _ in 0..<150 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0...damaged.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where place < damaged.count: damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1 where place < damaged.count: damaged.remove(at: place)
                case 2:
                    let part = damaged.dropFirst(place).prefix(Int.random(in: 1...20, using: &random))
                    damaged.insert(contentsOf: Array(part), at: Int.random(in: 0...damaged.count, using: &random))
                default:
                    let poison = Self.poisons[Int.random(in: 0..<Self.poisons.count, using: &random)]
                    damaged.insert(contentsOf: poison, at: place)
                }
            }
            do {
                // What was read is written in one way, and read from it again as the same.
                let written = try recorded.message(protobuf: damaged).protobuf
                #expect(try recorded.message(protobuf: written).protobuf == written, "\(Hex.encode(damaged))")
            } catch let error as FirestoreError {
                // A question for explanations is understood, and answered that they are not served.
                #expect([.invalidArgument, .unimplemented].contains(error.code), "\(error)")
            }
        }
    }

    @Test(arguments: RecordedMessage.all)
    func `with a wrong kind of JSON somewhere are refused, or are what they say`(recorded: RecordedMessage) throws {
        let strangers: [JSONValue] = [
            .null, [], [:], "x", "", 1, -1, 1.5, true, [nil], [[:]], ["a": [:]], .integer(.max), .number(1e300),
        ]
        let whole = try JSON.parse(Array(recorded.json.utf8))
        for stranger in strangers {
            for changed in Self.replacing(in: whole, by: stranger) {
                let text = String(decoding: JSON.serialize(changed), as: UTF8.self)
                do {
                    let written = try recorded.message(json: text).protobuf
                    #expect(try recorded.message(protobuf: written).protobuf == written, "\(text)")
                } catch let error as FirestoreError {
                    #expect(error.code == .invalidArgument, "\(text): \(error)")
                }
            }
        }
    }

    /// Every JSON that has a stranger in the place of one of its values.
    private static func replacing(in value: JSONValue, by stranger: JSONValue) -> [JSONValue] {
        var changed = [stranger]
        if let elements = value.array {
            for (index, element) in elements.enumerated() {
                for other in replacing(in: element, by: stranger) {
                    var elements = elements
                    elements[index] = other
                    changed.append(.array(elements))
                }
            }
        } else if let object = value.object {
            for member in object.members {
                for other in replacing(in: member.value, by: stranger) {
                    var object = object
                    object[member.name] = other
                    changed.append(.object(object))
                }
            }
        }
        return changed
    }
}
