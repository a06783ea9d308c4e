public import HearthCore

/// Comparison whose duration tells nothing about where two values differ.
public enum ConstantTime: Sendable {
    /// Compares bytes.
    ///
    /// That lengths differ is not hidden.
    ///
    /// - Parameters:
    ///   - one: Some bytes.
    ///   - other: Other bytes.
    /// - Returns: Whether they are the same.
    public static func equals(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return SystemComparison.areEqual(one, other)
    }

    /// Compares secrets, for example a code that was typed with the one that was sent.
    ///
    /// - Parameters:
    ///   - one: A secret.
    ///   - other: Another.
    /// - Returns: Whether they are the same, byte by byte.
    public static func equals(_ one: Secret<String>, _ other: Secret<String>) -> Bool {
        equals(Array(one.reveal().utf8), Array(other.reveal().utf8))
    }
}
