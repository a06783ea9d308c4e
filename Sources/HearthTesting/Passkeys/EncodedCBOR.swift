/// A value of [CBOR](https://www.rfc-editor.org/rfc/rfc8949) as bytes: what authenticators write, and no more.
struct EncodedCBOR {
    let bytes: [UInt8]

    static func integer(_ value: Int) -> EncodedCBOR {
        EncodedCBOR(bytes: value < 0 ? head(1, -1 - value) : head(0, value))
    }

    static func bytes(_ bytes: [UInt8]) -> EncodedCBOR {
        EncodedCBOR(bytes: head(2, bytes.count) + bytes)
    }

    static func text(_ text: String) -> EncodedCBOR {
        EncodedCBOR(bytes: head(3, text.utf8.count) + Array(text.utf8))
    }

    /// A map; the entries stand in the order in which a strict reader wants them.
    static func map(_ entries: [(key: EncodedCBOR, value: EncodedCBOR)]) -> EncodedCBOR {
        EncodedCBOR(bytes: head(5, entries.count) + entries.flatMap { $0.key.bytes + $0.value.bytes })
    }

    /// The kind of a value and a number in its shortest form.
    private static func head(_ kind: UInt8, _ argument: Int) -> [UInt8] {
        let argument = UInt64(argument)
        guard argument >= 24 else { return [kind << 5 | UInt8(argument)] }
        let exponent: UInt8 = argument < 1 << 8 ? 0 : argument < 1 << 16 ? 1 : argument < 1 << 32 ? 2 : 3
        let size = 1 << Int(exponent)
        return [kind << 5 | 24 + exponent]
            + (0..<size).reversed().map { UInt8(truncatingIfNeeded: argument >> ($0 * 8)) }
    }
}
