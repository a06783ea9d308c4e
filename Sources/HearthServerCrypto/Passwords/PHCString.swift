internal import HearthCore
internal import HearthCrypto

/// The text form `$name$v=19$key=value,key=value$salt$hash` in which password hashes are kept.
///
/// A subset of the PHC string format: names and values are ASCII without `$` and `,`, bytes are base64 without padding.
struct PHCString {
    var name: String
    var version: String?
    var parameters: [(name: String, value: String)]
    var salt: [UInt8]
    var output: [UInt8]

    init(_ name: String, version: String? = nil, _ parameters: [(name: String, value: String)]) {
        self.name = name
        self.version = version
        self.parameters = parameters
        salt = []
        output = []
    }

    init(parsing text: String) throws(CryptoError) {
        let malformed = CryptoError(.malformed, "not a stored password hash")
        guard text.utf8.count <= 4096 else { throw malformed }
        var fields = text.split(separator: "$", omittingEmptySubsequences: false).dropFirst()
        guard text.utf8.first == UInt8(ascii: "$"), fields.count >= 3 else { throw malformed }
        guard let name = fields.popFirst(), !name.isEmpty,
            let output = fields.popLast().flatMap(Self.bytes),
            let salt = fields.popLast().flatMap(Self.bytes)
        else { throw malformed }
        self.name = String(name)
        self.output = output
        self.salt = salt
        if let first = fields.first, first.hasPrefix("v="), !first.contains(",") {
            version = String(first.dropFirst(2))
            fields.removeFirst()
        }
        parameters = []
        guard fields.count <= 1 else { throw malformed }
        for field in fields.first?.split(separator: ",") ?? [] {
            let pair = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, self[String(pair[0])] == nil else { throw malformed }
            parameters.append((String(pair[0]), String(pair[1])))
        }
    }

    var text: String {
        var text = "$" + name
        if let version { text += "$v=" + version }
        if !parameters.isEmpty { text += "$" + parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ",") }
        return text + "$" + Self.text(salt) + "$" + Self.text(output)
    }

    subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// A parameter that must be a decimal number.
    func number(_ name: String) throws(CryptoError) -> Int {
        guard let text = self[name], let number = Int(text), number >= 0, String(number) == text else {
            throw CryptoError(.malformed, "the parameter \(name) is needed")
        }
        return number
    }

    /// A parameter that must be bytes.
    func bytes(_ name: String) throws(CryptoError) -> [UInt8] {
        guard let bytes = self[name].flatMap({ Self.bytes($0) }) else {
            throw CryptoError(.malformed, "the parameter \(name) is needed")
        }
        return bytes
    }

    /// Bytes as base64 in the standard alphabet, without padding.
    static func text(_ bytes: [UInt8]) -> String {
        String(Base64.encode(bytes, .standard).prefix { $0 != "=" })
    }

    private static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        guard !text.utf8.contains(UInt8(ascii: "=")) else { return nil }
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Base64.decode((String(text) + padding).utf8, .standard)
    }
}
