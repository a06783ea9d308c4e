/// How the content of a field is laid out, https://protobuf.dev/programming-guides/encoding/#structure.
package enum WireType: UInt8, Sendable {
    /// A number in groups of seven bits, the lowest first.
    case varint = 0
    /// Eight bytes.
    case fixed64 = 1
    /// A length and as many bytes.
    case lengthDelimited = 2
    /// Fields up to the end of the group.
    case startOfGroup = 3
    /// The end of a group.
    case endOfGroup = 4
    /// Four bytes.
    case fixed32 = 5
}

/// Why bytes are no message.
package enum ProtobufError: Error, Sendable, Hashable {
    /// The bytes end inside of a field.
    case truncated
    /// A number is longer than ten bytes.
    case overlongNumber
    /// A field's number or layout does not exist.
    case invalidTag
    /// A field has another layout than its type.
    case wrongType
    /// A text is not UTF-8.
    case invalidText
    /// Messages are nested deeper than is read.
    case tooDeep
}
