/// What is wrong with an event, a property or an identifier, and what became of it.
public struct AnalyticsProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of thing is wrong: the codes of the Measurement Protocol's validation server, and two of our own.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The spelling on the wire.
        public let rawValue: String

        /// Creates a code from its spelling.
        ///
        /// - Parameter rawValue: The spelling on the wire.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A value has a type that it must not have, or is no number.
        public static let valueInvalid = Code(rawValue: "VALUE_INVALID")
        /// A value is missing.
        public static let valueRequired = Code(rawValue: "VALUE_REQUIRED")
        /// A name has other characters than letters, digits and `_`, or another first one than a letter.
        public static let nameInvalid = Code(rawValue: "NAME_INVALID")
        /// A name or its beginning belongs to Google.
        public static let nameReserved = Code(rawValue: "NAME_RESERVED")
        /// A name stands twice.
        public static let nameDuplicated = Code(rawValue: "NAME_DUPLICATED")
        /// A name or a value is too long, too old or too large.
        public static let valueOutOfBounds = Code(rawValue: "VALUE_OUT_OF_BOUNDS")
        /// There are too many events, parameters, items or properties.
        public static let exceededMaxEntities = Code(rawValue: "EXCEEDED_MAX_ENTITIES")
        /// A name or value seems to identify a person.
        public static let personalData = Code(rawValue: "PERSONAL_DATA")
        /// What was logged cannot be kept on this device.
        public static let storage = Code(rawValue: "STORAGE")
    }

    /// What became of it.
    public enum Outcome: Sendable, Hashable {
        /// The whole event, property or identifier was refused.
        case refused
        /// The one parameter was left out.
        case omitted
        /// The value was cut to its limit.
        case cut
        /// Nothing: it was accepted, and should be looked at.
        case accepted
    }

    /// What kind of thing is wrong.
    public let code: Code
    /// What it is about, as a path: `events[0].params.level`.
    public let field: String
    /// What is wrong, which limit holds, and what helps; holds no value.
    public let reason: String
    /// What became of it.
    public let outcome: Outcome

    package init(_ code: Code, _ field: String, _ reason: String, _ outcome: Outcome) {
        self.code = code
        self.field = field
        self.reason = reason
        self.outcome = outcome
    }

    /// The field, the reason, and what became of it.
    public var description: String {
        switch outcome {
        case .refused: "\(field) was refused: \(reason)"
        case .omitted: "\(field) was left out: \(reason)"
        case .cut: "\(field) was cut: \(reason)"
        case .accepted: "\(field): \(reason)"
        }
    }
}
