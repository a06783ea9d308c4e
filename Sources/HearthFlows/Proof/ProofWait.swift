public import HearthCore

/// A link that was mailed, or a code that was texted, and has not come back yet.
public struct ProofWait: Sendable, Hashable, Codable {
    /// Tells this wait from others.
    public let id: FlowID
    /// The address or the number, in E.164 form, that it was sent to.
    public let recipient: String
    /// What it is wanted for.
    public let purpose: ProofPurpose
    /// How many more wrong answers are accepted before the wait ends.
    public internal(set) var attemptsLeft: Int
    /// From when on another one may be sent.
    public internal(set) var resendAt: UnixTime
    /// Until when it is waited for.
    public internal(set) var expiresAt: UnixTime
    /// The account that the address or the number is to be added to, if it is.
    let owner: String?

    /// How long the user still waits before another one may be sent.
    ///
    /// - Parameter now: The moment.
    /// - Returns: The time; zero when it is over.
    public func resendCountdown(at now: UnixTime) -> Duration {
        max(.zero, resendAt - now)
    }
}

extension ProofWait: CustomStringConvertible, CustomReflectable {
    /// The purpose, without the recipient.
    public var description: String { "ProofWait(\(purpose.rawValue))" }

    /// What ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
