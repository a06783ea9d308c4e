public import HearthAuth
public import HearthCore

/// A sign-in, or a confirmation, that waits for its second factor.
public struct SecondFactorStep: Sendable, Hashable, Codable {
    /// What the second factor is wanted for.
    enum Origin: Sendable, Hashable, Codable {
        case signIn
        case linking
        case resolution(FlowID)
        case upgrade(FlowID)
        case reauthentication(FlowID)
    }

    /// Tells this step from others.
    public let id: FlowID
    /// The factors that may be used, in the order of enrollment.
    public let factors: [MultiFactorInfo]
    /// How many more wrong codes are accepted before the step ends.
    public internal(set) var attemptsLeft: Int
    /// Until when the step can be taken.
    public let expiresAt: UnixTime
    /// The `MultiFactorInfo.uid` of the factor that a code was texted to, if one was.
    public internal(set) var textedTo: String?
    /// From when on another code may be texted.
    public internal(set) var resendAt: UnixTime?
    let origin: Origin
    /// The account whose session it belongs to, if it does.
    var owner: String?
}

extension SecondFactorStep: CustomStringConvertible, CustomReflectable {
    /// How many factors there are, and nothing about them.
    public var description: String { "SecondFactorStep(\(factors.count))" }

    /// What ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
