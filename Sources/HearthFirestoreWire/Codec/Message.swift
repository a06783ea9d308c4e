package import HearthFirestoreModel

/// A message of the protocol, declared once for its binary form and for its JSON.
///
/// A type lists the names of its fields, writes each one that is set to a sink, and reads one field from a source.
package protocol Message: Sendable {
    /// An empty message: every field has its default.
    init()

    /// The fields' numbers and names.
    static var names: FieldNames { get }

    /// Writes every field that has not its default, by ascending numbers.
    func write(to sink: inout some MessageSink)

    /// Reads one field.
    ///
    /// - Returns: Whether the field is wanted; the source passes over it otherwise.
    mutating func read(_ field: Int, from source: inout some MessageSource) throws(FirestoreError) -> Bool

    /// Puts together what came in parts, when every field has been read.
    mutating func finishReading()
}

extension Message {
    /// Does nothing: most messages are complete with their last field.
    package mutating func finishReading() {}
}

/// Takes the fields of a message in one form or another.
///
/// A field that has its default is left out, unless it is a member of a union: then writing it says which member is set.
package protocol MessageSink {
    mutating func bool(_ field: Int, _ value: Bool, isMember: Bool)
    mutating func int32(_ field: Int, _ value: Int32, isMember: Bool)
    mutating func int64(_ field: Int, _ value: Int64, isMember: Bool)
    mutating func double(_ field: Int, _ value: Double, isMember: Bool)
    mutating func string(_ field: Int, _ value: String, isMember: Bool)
    mutating func bytes(_ field: Int, _ value: [UInt8], isMember: Bool)
    mutating func enumeration(_ field: Int, _ value: EnumerationValue)
    mutating func null(_ field: Int)
    mutating func timestamp(_ field: Int, _ value: Timestamp?)
    /// A number in a message of its own, so that it can be absent.
    mutating func wrapped(_ field: Int, _ value: Int64?, isLong: Bool)
    mutating func message(_ field: Int, _ value: (some Message)?)
    mutating func messages(_ field: Int, _ values: [some Message])
    mutating func strings(_ field: Int, _ values: [String])
    mutating func int32s(_ field: Int, _ values: [Int32])
    mutating func fields(_ field: Int, _ fields: Fields)
}

extension MessageSink {
    package mutating func bool(_ field: Int, _ value: Bool) { bool(field, value, isMember: false) }
    package mutating func int32(_ field: Int, _ value: Int32) { int32(field, value, isMember: false) }
    package mutating func int64(_ field: Int, _ value: Int64) { int64(field, value, isMember: false) }
    package mutating func string(_ field: Int, _ value: String) { string(field, value, isMember: false) }
    package mutating func bytes(_ field: Int, _ value: [UInt8]) { bytes(field, value, isMember: false) }
}

/// Gives the content of the field that is being read, in one form or another.
package protocol MessageSource {
    mutating func bool() throws(FirestoreError) -> Bool
    mutating func int32() throws(FirestoreError) -> Int32
    mutating func int64() throws(FirestoreError) -> Int64
    mutating func double() throws(FirestoreError) -> Double
    mutating func string() throws(FirestoreError) -> String
    mutating func bytes() throws(FirestoreError) -> [UInt8]
    mutating func enumeration(_ names: EnumerationNames) throws(FirestoreError) -> Int32
    mutating func null() throws(FirestoreError)
    mutating func timestamp() throws(FirestoreError) -> Timestamp
    mutating func wrapped() throws(FirestoreError) -> Int64
    /// Reads into what was read before: a message may come in several parts.
    mutating func message<Content: Message>(into content: inout Content) throws(FirestoreError)
    mutating func append<Content: Message>(to contents: inout [Content]) throws(FirestoreError)
    mutating func append(to texts: inout [String]) throws(FirestoreError)
    mutating func append(to numbers: inout [Int32]) throws(FirestoreError)
    /// Appends entries in any order, names possibly twice.
    mutating func append(to entries: inout [Fields.Entry]) throws(FirestoreError)
}

extension MessageSource {
    /// Reads a message that replaces none.
    package mutating func message<Content: Message>(_ type: Content.Type) throws(FirestoreError) -> Content {
        var content = Content()
        try message(into: &content)
        return content
    }

    /// Reads an optional message.
    package mutating func message<Content: Message>(into content: inout Content?) throws(FirestoreError) {
        var read = content ?? Content()
        try message(into: &read)
        content = read
    }
}

extension FirestoreError {
    /// What a body is answered with that is not of the request's form.
    package static let invalidPayload = FirestoreError.invalid("Payload isn't valid for request.")
}
