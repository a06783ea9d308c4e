public import HearthAuth
public import HearthCore

/// A second factor that is being added and waits for its first code.
public struct SecondFactorEnrollment: Sendable, Identifiable {
    /// Tells this enrollment from others.
    public let id: FlowID
    /// The number that a code was texted to; `nil` for an authenticator app.
    public let phoneNumber: String?
    /// The key to be shown to the user, for an authenticator app.
    public let totp: TOTPSecret?
    /// How many more wrong codes are accepted before the enrollment ends.
    public let attemptsLeft: Int
    /// From when on another code may be texted; `nil` for an authenticator app.
    public let resendAt: UnixTime?
    /// Until when the first code must be shown.
    public let expiresAt: UnixTime
}

extension SecondFactorEnrollment: CustomStringConvertible, CustomReflectable {
    /// The kind, and nothing secret.
    public var description: String { "SecondFactorEnrollment(\(totp == nil ? "phone" : "totp"))" }

    /// What ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension SecondFactorEnrollment: Hashable {
    /// Whether both are the same enrollment, and as far.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        (lhs.id, lhs.attemptsLeft, lhs.resendAt, lhs.expiresAt) == (
            rhs.id, rhs.attemptsLeft, rhs.resendAt, rhs.expiresAt
        )
    }

    // swift-format-ignore: ValidateDocumentationComments
    /// Feeds what equality looks at.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(attemptsLeft)
        hasher.combine(resendAt)
        hasher.combine(expiresAt)
    }
}
