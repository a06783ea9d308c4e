/// A domain name in the one form in which names are compared: labels of lower-case ASCII.
///
/// `Bücher.Example`, `bu\u{308}cher.example` and `xn--bcher-kva.example` are one name. Upper case and full-width forms
/// are mapped as [RFC 5895](https://www.rfc-editor.org/rfc/rfc5895) says, and the result must be valid by IDNA2008
/// ([RFC 5891](https://www.rfc-editor.org/rfc/rfc5891)); names with joiners (U+200C, U+200D) are refused.
public struct DomainName: Sendable, Hashable, CustomStringConvertible {
    /// The name in lower-case ASCII, `xn--…` for labels of other letters.
    public let ascii: String
    /// The name in lower case as it was written.
    public let text: String

    /// Accepts a name of two labels or more, 255 bytes in ASCII at most, without a dot at its end.
    ///
    /// A last label of digits alone, as in an IP address, is refused.
    ///
    /// - Parameter text: The name.
    public init?(_ text: String) {
        self.init(scalars: text.unicodeScalars.map(\.value))
    }

    init?(scalars: [UInt32]) {
        // More cannot become 255 bytes, and is not looked at.
        guard (1...1024).contains(scalars.count) else { return nil }
        let folded = CanonicalText.folded(scalars).map { $0 == 0x3002 ? 0x2E : $0 }
        var labels: [[UInt8]] = []
        for label in folded.split(separator: 0x2E, omittingEmptySubsequences: false) {
            guard let ascii = DomainLabel.ascii(Array(label)) else { return nil }
            labels.append(ascii)
        }
        guard labels.count >= 2, labels.last?.allSatisfy({ (0x30...0x39).contains($0) }) == false else { return nil }
        let ascii = labels.joined(separator: CollectionOfOne(UInt8(ascii: ".")))
        guard Array(ascii).count <= 255 else { return nil }
        self.ascii = String(decoding: Array(ascii), as: UTF8.self)
        self.text = CanonicalText.text(folded)
    }

    /// Whether both are the same name.
    ///
    /// - Parameters:
    ///   - left: A name.
    ///   - right: Another one.
    /// - Returns: Whether their ASCII forms are the same bytes.
    public static func == (left: DomainName, right: DomainName) -> Bool {
        left.ascii == right.ascii
    }

    /// Hashes the ASCII form.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ascii)
    }

    /// The name in lower case as it was written.
    public var description: String { text }
}
