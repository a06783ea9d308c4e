/// A workflow of an earlier run that cannot go on.
public struct DroppedFlow: Sendable, Hashable {
    /// Why it cannot, open to new values.
    public struct Reason: RawRepresentable, Sendable, Hashable {
        /// The spelling used in logs.
        public let rawValue: String

        /// Creates a reason from its spelling.
        ///
        /// - Parameter rawValue: The spelling used in logs.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// It has waited too long.
        public static let expired = Reason(rawValue: "expired")
        /// It belongs to a user who is not signed in.
        public static let otherUser = Reason(rawValue: "otherUser")
        /// Another version of the app wrote it.
        public static let unknownVersion = Reason(rawValue: "unknownVersion")
        /// It cannot be read.
        public static let undecodable = Reason(rawValue: "undecodable")
    }

    /// The workflow's name, for example `emailLink`.
    public let flow: String
    /// Why it cannot go on.
    public let reason: Reason
}
