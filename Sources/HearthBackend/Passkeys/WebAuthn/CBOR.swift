/// A value of [CBOR](https://www.rfc-editor.org/rfc/rfc8949), as far as authenticators write it: no tags, no fractions.
enum CBOR: Sendable, Hashable {
    /// A whole number; both signs, 64 bits.
    case integer(Int64)
    /// A byte string.
    case bytes([UInt8])
    /// A text string.
    case text(String)
    /// Values in order.
    case array([CBOR])
    /// Values by key, each key once.
    case map([CBOR: CBOR])
    /// `true` or `false`.
    case bool(Bool)
    /// `null`.
    case null

    /// The number, if this is one.
    var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }

    /// The bytes, if this is a byte string.
    var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    /// The text, if this is a text string.
    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The entries, if this is a map.
    var map: [CBOR: CBOR]? {
        if case .map(let entries) = self { entries } else { nil }
    }
}

extension CBOR: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(stringLiteral value: String) { self = .text(value) }
}
