internal import HearthCore

/// Tells one attempt, challenge or call from every other one.
public struct FlowID: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The identifier, of letters and digits.
    public let rawValue: String

    /// Wraps an identifier.
    ///
    /// - Parameter rawValue: The identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    init(_ random: RandomSource) {
        rawValue = random.alphanumeric(22)
    }

    /// The identifier, which is no secret.
    public var description: String { rawValue }
}
