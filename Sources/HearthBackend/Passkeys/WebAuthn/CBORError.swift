/// Why bytes are not CBOR that is accepted.
enum CBORError: Error, Sendable {
    /// There are more bytes than ``CBORReader/maximumBytes``.
    case tooLong
    /// The bytes end before the value does.
    case truncated
    /// Bytes follow the value.
    case trailingBytes
    /// A length or a number is longer than it has to be.
    case notShortest
    /// A length is not told in front.
    case indefiniteLength
    /// More than ``CBORReader/maximumDepth`` arrays and maps stand in each other.
    case tooDeep
    /// A key stands twice.
    case duplicateKey
    /// A text is not UTF-8.
    case invalidText
    /// A tag, a fraction, a number beyond 64 bits, or a key that is neither number nor text.
    case unsupported
}
