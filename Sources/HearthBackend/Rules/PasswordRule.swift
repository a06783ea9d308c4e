internal import HearthCore
internal import HearthWire

/// What counts as a password.
enum PasswordRule {
    /// Characters, as JavaScript counts them.
    static let minimumLength = 6
    /// Bytes: enough for any passphrase, and little enough to hash.
    static let maximumBytes = 4096

    /// Whether a password is long enough.
    static func isAcceptable(_ password: Secret<String>) -> Bool {
        password.reveal().utf16.count >= minimumLength && password.reveal().utf8.count <= maximumBytes
    }

    /// The refusal of a password.
    static func refusal(of password: Secret<String>) -> APIError {
        password.reveal().utf8.count > maximumBytes
            ? APIError("PASSWORD_DOES_NOT_MEET_REQUIREMENTS", "Password must contain at most \(maximumBytes) bytes")
            : APIError("WEAK_PASSWORD", "Password should be at least \(minimumLength) characters")
    }

    /// Refuses a password that is too short or too long.
    static func check(_ password: Secret<String>) throws(APIError) {
        guard isAcceptable(password) else { throw refusal(of: password) }
    }
}
