/// The bytes that HTTP gives a meaning to.
package enum Bytes {
    static let tab: UInt8 = 9
    static let lineFeed: UInt8 = 10
    static let carriageReturn: UInt8 = 13
    static let space = UInt8(ascii: " ")
    static let colon = UInt8(ascii: ":")
    static let zero = UInt8(ascii: "0")

    /// Whether a byte may stand in a method or a field name
    /// ([RFC 9110 §5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2)).
    @inline(__always)
    package static func isToken(_ byte: UInt8) -> Bool {
        // One bit for each of !#$%&'*+-.^_`|~, the digits and the letters.
        let low: UInt64 = 0x03FF_6CFA_0000_0000
        let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        if byte < 64 { return (low >> UInt64(byte)) & 1 == 1 }
        return byte < 128 && (high >> UInt64(byte - 64)) & 1 == 1
    }

    /// Whether a byte may stand in a field value: no control characters but the tab.
    @inline(__always)
    package static func isFieldByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 ? byte != 0x7F : byte == tab
    }

    /// Whether a byte may stand in a host with its port
    /// ([RFC 3986 §3.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2)).
    @inline(__always)
    package static func isHost(_ byte: UInt8) -> Bool {
        // One bit for each of !$%&'()*+,-.:;=[]_~, the digits and the letters.
        let low: UInt64 = 0x2FFF_7FF2_0000_0000
        let high: UInt64 = 0x47FF_FFFE_AFFF_FFFE
        if byte < 64 { return (low >> UInt64(byte)) & 1 == 1 }
        return byte < 128 && (high >> UInt64(byte - 64)) & 1 == 1
    }

    /// Whether a byte is a space or a tab.
    @inline(__always)
    package static func isBlank(_ byte: UInt8) -> Bool {
        byte == space || byte == tab
    }

    /// An ASCII letter in lower case; any other byte unchanged.
    @inline(__always)
    package static func lowered(_ byte: UInt8) -> UInt8 {
        byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
    }
}
