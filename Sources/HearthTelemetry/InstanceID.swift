public import HearthCore

/// The random name of one installation of an app: 32 lower-case hexadecimal digits that say nothing about the device.
public struct InstanceID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The digits.
    public let rawValue: String

    /// Reads an identifier.
    ///
    /// - Parameter rawValue: 32 hexadecimal digits in lower case; `nil` is returned for anything else.
    public init?(rawValue: String) {
        guard rawValue.utf8.count == 32,
            rawValue.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    /// Makes a new identifier.
    ///
    /// - Parameter random: Where its 16 bytes come from.
    public init(random: RandomSource) {
        rawValue = Hex.encode(random.bytes(16))
    }

    /// The digits.
    public var description: String { rawValue }
}
