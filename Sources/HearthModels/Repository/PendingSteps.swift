public import HearthFlows

/// What waits for the user, also from an earlier run of the app.
public struct PendingSteps: Sendable, Hashable {
    /// An account that is in the way of a sign-in.
    public var conflict: LinkingConflict?
    /// A sign-in that waits for its second factor.
    public var secondFactor: SecondFactorStep?
    /// A question to confirm who the user is.
    public var challenge: ReauthenticationChallenge?
    /// A link that was mailed.
    public var emailLink: EmailLinkWait?
    /// A code that was texted.
    public var phoneCode: PhoneCodeWait?
    /// A change of the address that waits for the link in a mail.
    public var emailChange: EmailChangeWait?
    /// An account that is being deleted.
    public var deletion: DeletionProgress?

    /// Nothing waits.
    public init() {}

    /// What a manager waits for.
    ///
    /// - Parameter state: The manager's state.
    public init(_ state: ManagerState) {
        conflict = state.conflict
        secondFactor = state.secondFactor
        challenge = state.challenge
        emailLink = state.emailLink
        phoneCode = state.phoneCode
        emailChange = state.emailChange
        deletion = state.deletion
    }
}
