internal import HearthCrypto

/// A function from a password and a salt to bytes, with its cost fixed.
protocol PasswordDerivation: Sendable {
    /// The names that it has in stored hashes.
    static var names: [String] { get }

    /// Reads the parameters of a stored hash, and refuses what would cost too much.
    init(reading text: PHCString) throws(CryptoError)

    /// The name and the parameters, as they are stored.
    var head: PHCString { get }

    /// Whether the function is so cheap that a thread of its own would cost more.
    var isInstant: Bool { get }

    /// A salt that belongs to no hash, as long as another.
    func decoySalt(_ count: Int) -> [UInt8]

    /// Computes the hash.
    func derive(_ password: [UInt8], salt: [UInt8], count: Int) throws(CryptoError) -> [UInt8]
}

extension PasswordDerivation {
    var isInstant: Bool { false }

    func decoySalt(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

/// Whether a salt stands before or after the password.
public enum SaltOrder: String, Sendable, Hashable {
    /// The salt, then the password.
    case saltFirst = "sp"
    /// The password, then the salt.
    case passwordFirst = "ps"

    func join(_ password: [UInt8], _ salt: [UInt8]) -> [UInt8] {
        self == .saltFirst ? salt + password : password + salt
    }
}
