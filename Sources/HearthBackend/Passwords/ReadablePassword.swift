internal import HearthCore
internal import HearthCrypto

/// A password as the official emulator keeps it, `fakeHash:salt=SALT:password=PASSWORD`: in the clear, so that its
/// accounts can be read, exported, and imported by either emulator.
struct ReadablePassword: Sendable {
    let salt: String
    let password: Secret<String>

    private static let head = "fakeHash:salt="
    private static let middle = ":password="

    init(_ password: Secret<String>, random: RandomSource) {
        salt = "fakeSalt" + random.alphanumeric(20)
        self.password = password
    }

    /// Reads what an account keeps, or an import has; `nil` if it is another kind of hash.
    init?(text: String) {
        guard text.hasPrefix(Self.head), let mark = text.firstRange(of: Self.middle) else { return nil }
        salt = String(text[..<mark.lowerBound].dropFirst(Self.head.count))
        password = Secret(String(text[mark.upperBound...]))
    }

    /// The text to keep.
    var text: Secret<String> { Secret(Self.head + salt + Self.middle + password.reveal()) }

    func isRight(_ other: Secret<String>) -> Bool {
        ConstantTime.equals(Array(password.reveal().utf8), Array(other.reveal().utf8))
    }
}
