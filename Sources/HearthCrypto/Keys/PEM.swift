internal import HearthCore

/// A binary document as text between two lines ([RFC 7468](https://www.rfc-editor.org/rfc/rfc7468)).
enum PEM {
    /// The first document in a text.
    static func document(in text: String) throws(CryptoError) -> [UInt8] {
        let lines = text.split(whereSeparator: \.isNewline)
        guard text.utf8.count <= 65_536, let start = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN ") }),
            let end = lines[start...].firstIndex(where: { $0.hasPrefix("-----END ") }),
            let document = Base64.decode(lines[(start + 1)..<end].joined().utf8, .standard)
        else { throw CryptoError(.malformed, "not PEM") }
        return document
    }

    static func text(_ label: String, _ document: [UInt8]) -> String {
        var lines: [Substring] = []
        var rest = Base64.encode(document, .standard)[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(64))
            rest = rest.dropFirst(64)
        }
        return "-----BEGIN \(label)-----\n\(lines.joined(separator: "\n"))\n-----END \(label)-----\n"
    }
}
