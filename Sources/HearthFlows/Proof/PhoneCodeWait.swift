public import HearthCore

/// A code that was texted and has not been typed yet.
public struct PhoneCodeWait: Sendable, Hashable, Codable {
    /// Tells this wait from others.
    public let id: FlowID
    /// The number, in E.164 form.
    public let phoneNumber: String
    /// What the code is wanted for.
    public let purpose: ProofPurpose
    /// How many more wrong codes are let pass.
    public internal(set) var attemptsLeft: Int
    /// From when on another code may be texted.
    public internal(set) var resendAt: UnixTime
    /// Until when the code is waited for.
    public internal(set) var expiresAt: UnixTime
    /// The account that the number is to be added to, if it is.
    let owner: String?

    /// How long the user still waits before another code may be texted.
    ///
    /// - Parameter now: The moment.
    /// - Returns: The time; zero when it is over.
    public func resendCountdown(at now: UnixTime) -> Duration {
        max(.zero, resendAt - now)
    }
}

extension PhoneCodeWait: CustomStringConvertible, CustomReflectable {
    /// The purpose, without the number.
    public var description: String { "PhoneCodeWait(\(purpose.rawValue))" }

    /// What ``description`` shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
