internal import HearthJSON

/// The members of a message, found by letting it read from a decoder that has nothing and notes what it is asked for.
///
/// So a description is never older than the declaration: there is no list to keep beside it.
package struct MemberList: Sendable {
    /// The name and the type of each member, in the order of the declaration.
    package let members: [(name: String, type: any SchemaDescribed.Type)]

    /// Finds the members of a message.
    ///
    /// - Throws: `DecodingError` if a member is not optional, or of a type that has no schema.
    package init<Content: Message>(of type: Content.Type) throws {
        let recorder = MemberRecorder()
        _ = try Content(from: recorder)
        members = recorder.members
    }
}

private final class MemberRecorder: Decoder {
    var members: [(name: String, type: any SchemaDescribed.Type)] = []
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(AbsentMembers(recorder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.refusal }

    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.refusal }

    static let refusal = DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "a message has optional members only")
    )
}

/// An object that has none of the members it is asked for.
private struct AbsentMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let recorder: MemberRecorder
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { false }
    func decodeNil(forKey key: Key) throws -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { throw MemberRecorder.refusal }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try note(type, key) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try note(type, key) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try note(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try note(type, key) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? { try note(type, key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw MemberRecorder.refusal
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw MemberRecorder.refusal }
    func superDecoder() throws -> any Decoder { throw MemberRecorder.refusal }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw MemberRecorder.refusal }

    private func note<Value>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard let described = type as? any SchemaDescribed.Type else {
            let context = DecodingError.Context(codingPath: [key], debugDescription: "\(type) has no schema")
            throw DecodingError.dataCorrupted(context)
        }
        recorder.members.append((key.stringValue, described))
        return nil
    }
}
