/// An e-mail address that was looked at: a local part, one `@`, and a domain.
///
/// Two addresses are equal if their ``key`` is: in any case and width, composed or decomposed, with the domain in
/// letters or as `xn--…`. Show ``text``, send mail to ``mailbox``, and find the account by ``key``.
public struct EmailAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address in lower case, composed (NFC), with the domain as it was written.
    public let text: String
    /// What uniqueness is decided by, byte by byte: the local part with its case folded, and the domain in ASCII.
    ///
    /// Stable: the tables behind it are of one version of Unicode. Storing it is what makes a second account with the
    /// same address impossible.
    public let key: String
    /// Where mail goes: the local part in lower case, and the domain in ASCII.
    ///
    /// A mailed code belongs to a mailbox. Two addresses with one key may be two: `ς` and `σ` are one letter to a
    /// person, and two names to a mail server.
    public let mailbox: String

    /// Accepts an address of the form `local@domain.tld`.
    ///
    /// The local part is 1 to 64 bytes: the characters of an atom and single dots
    /// ([RFC 5321 §4.1.2](https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2)), and of other scripts the letters,
    /// digits and marks that identifiers may have ([RFC 8264 §9](https://www.rfc-editor.org/rfc/rfc8264#section-9)).
    /// Nothing invisible, no control character, no symbol and no emoji. The domain is a ``DomainName``, and the whole at
    /// most 254 bytes, as the path of RFC 5321 is 256 with its brackets. Quoted local parts and addresses of machines
    /// in brackets are refused.
    ///
    /// - Parameter text: What the user typed, in any case.
    public init?(_ text: String) {
        if Self.isPlain(text) { self.init(plain: text) } else { self.init(anyScript: text) }
    }

    private init(plain text: String) {
        (self.text, key, mailbox) = (text, text, text)
    }

    /// Looks at every scalar: what ``isPlain(_:)`` takes comes out of here as it went in.
    init?(anyScript text: String) {
        guard let (local, host) = Self.parts(of: text), let domain = DomainName(scalars: host) else { return nil }
        let folded = CanonicalText.folded(local)
        guard Self.isLocalPart(folded) else { return nil }
        let localText = CanonicalText.text(folded)
        // `ς` and `σ` are one letter: the form at a word's end, and elsewhere.
        let key = CanonicalText.text(folded.map { $0 == 0x3C2 ? 0x3C3 : $0 }) + "@" + domain.ascii
        guard (1...64).contains(localText.utf8.count), key.utf8.count <= 254 else { return nil }
        self.text = localText + "@" + domain.text
        self.key = key
        mailbox = localText + "@" + domain.ascii
    }

    /// Accepts what the emulator accepts: something on both sides of one `@`, at most 320 bytes.
    ///
    /// Only white space and control characters are refused, which would end up in a mail's head. For development; such
    /// an address need not be one that mail can be sent to. Its ``key`` is that of ``init(_:)`` if that takes it too.
    ///
    /// - Parameter text: What the user typed, in any case.
    public init?(lenient text: String) {
        if Self.isPlain(text) {
            self = EmailAddress(plain: text)
            return
        }
        guard text.utf8.count <= 320, let (local, host) = Self.parts(of: text), !local.isEmpty, !host.isEmpty,
            text.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && $0.properties.generalCategory != .control })
        else { return nil }
        let address = EmailAddress(text)
        self.text = text.lowercased()
        key = address?.key ?? EmailKey.fallback(text)
        mailbox = address?.mailbox ?? self.text
    }

    /// Reads an address back that was accepted once, by whatever rules: what is stored is never lost to a stricter one.
    ///
    /// - Parameter stored: The ``text`` of an address, or any other text.
    package init(stored: String) {
        if let address = EmailAddress(stored) ?? EmailAddress(lenient: stored) {
            self = address
        } else {
            (text, key, mailbox) = (stored, EmailKey.fallback(stored), stored)
        }
    }

    /// Whether both are spelled alike, byte by byte: addresses that are equal may be two mailboxes.
    ///
    /// - Parameter other: Another address.
    /// - Returns: Whether the two have one ``text``.
    package func isSpelled(like other: EmailAddress) -> Bool {
        text.utf8.elementsEqual(other.text.utf8)
    }

    /// What is before and after the only U+0040, as scalars: a mark after it must not hide it, as it would in a
    /// `Character`.
    private static func parts(of text: String) -> (local: [UInt32], domain: [UInt32])? {
        guard text.utf8.count <= 2048 else { return nil }
        let parts = text.unicodeScalars.map(\.value).split(separator: 0x40, omittingEmptySubsequences: false)
        return parts.count == 2 ? (Array(parts[0]), Array(parts[1])) : nil
    }

    /// Whether an address is one by every rule and in its canonical form already: small letters, digits and the common
    /// marks alone, in which most addresses are written and all of those are stored.
    static func isPlain(_ text: String) -> Bool {
        // The bytes of the atom or label so far, and of the text before it.
        var (length, total) = (0, 0)
        var (isDomain, dots, previous) = (false, 0, UInt8(0))
        var isNumber = true
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): isNumber = false
            case UInt8(ascii: "0")...UInt8(ascii: "9"): break
            case UInt8(ascii: "_"), UInt8(ascii: "+"):
                if isDomain { return false }
            case UInt8(ascii: "-"):
                // Two hyphens in a row may be those of `xn--`.
                if isDomain, length == 0 || previous == byte { return false }
                isNumber = false
            case UInt8(ascii: "."), UInt8(ascii: "@"):
                guard length > 0, !isDomain || previous != UInt8(ascii: "-") else { return false }
                if byte == UInt8(ascii: "@") {
                    guard !isDomain, total + length <= 64 else { return false }
                    isDomain = true
                } else if isDomain {
                    dots += 1
                }
                total += length + 1
                (length, previous, isNumber) = (0, byte, true)
                continue
            default: return false
            }
            length += 1
            previous = byte
            if isDomain, length > 63 { return false }
        }
        return length > 0 && dots > 0 && !isNumber && previous != UInt8(ascii: "-") && total + length <= 254
    }

    private static func isLocalPart(_ local: [UInt32]) -> Bool {
        local.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy { atom in
            guard let first = atom.first, !DomainLabel.isMark(first) else { return false }
            return atom.allSatisfy { $0 < 0x80 ? isAtomText($0) : DomainLabel.allows($0) }
        }
    }

    /// Whether an ASCII character may stand in an atom
    /// ([RFC 5322 §3.2.3](https://www.rfc-editor.org/rfc/rfc5322#section-3.2.3)); upper case is folded before.
    private static func isAtomText(_ scalar: UInt32) -> Bool {
        scalar > 0x20 && scalar < 0x7F && !#"<>()[]\,;:".@"#.utf8.contains(UInt8(truncatingIfNeeded: scalar))
    }

    /// Whether both are the same address.
    ///
    /// - Parameters:
    ///   - left: An address.
    ///   - right: Another one.
    /// - Returns: Whether their keys are the same bytes.
    public static func == (left: EmailAddress, right: EmailAddress) -> Bool {
        left.key.utf8.elementsEqual(right.key.utf8)
    }

    /// Hashes the bytes of the key.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytesOf: key)
    }

    /// The address in lower case.
    public var description: String { text }
}

extension EmailAddress: Codable {
    /// Reads the text of an address.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if it is not an address.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let address = EmailAddress(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an e-mail address")
        }
        self = address
    }

    /// Writes ``text``.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Whatever the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
