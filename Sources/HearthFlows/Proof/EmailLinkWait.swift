public import HearthCore

/// A link that was mailed and has not come back yet.
public struct EmailLinkWait: Sendable, Hashable, Codable {
    /// Tells this wait from others.
    public let id: FlowID
    /// The address that the link was mailed to.
    public let email: String
    /// What the link is wanted for.
    public let purpose: ProofPurpose
    /// How many more links that do not work are let pass.
    public internal(set) var attemptsLeft: Int
    /// From when on another link may be mailed.
    public internal(set) var resendAt: UnixTime
    /// Until when the link is waited for.
    public internal(set) var expiresAt: UnixTime
    /// The account that the address is to be added to, if it is.
    let owner: String?
}

extension EmailLinkWait: CustomStringConvertible, CustomReflectable {
    /// The purpose, without the address.
    public var description: String { "EmailLinkWait(\(purpose.rawValue))" }

    /// What ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
