/// The name of an event: 1 to 40 letters, digits and `_`, a letter first.
///
/// Whether a name is one is checked when the event is logged.
public struct AnalyticsEvent: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible
{
    /// The name.
    public let rawValue: String

    /// Names an event.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names an event.
    ///
    /// - Parameter value: The name.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name.
    public var description: String { rawValue }
}

/// The name of a parameter: 1 to 40 letters, digits and `_`, a letter first.
public struct AnalyticsParameter: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name.
    public let rawValue: String

    /// Names a parameter.
    ///
    /// - Parameter rawValue: The name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a parameter.
    ///
    /// - Parameter value: The name.
    public init(stringLiteral value: String) { rawValue = value }

    /// The name.
    public var description: String { rawValue }
}
