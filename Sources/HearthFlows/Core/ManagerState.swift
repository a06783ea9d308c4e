public import HearthAuth
internal import HearthCore

/// Who is signed in, and what waits for the user.
public struct ManagerState: Sendable, Hashable {
    /// What is known of the session, and of its user.
    ///
    /// While an account is being deleted it stays as it is until that has ended.
    public internal(set) var session: SessionState
    /// Whether the session is locked and waits for ``AuthManager/unlock(reason:)``.
    public internal(set) var isLocked = false
    /// The provider of a sign-in that is on its way.
    public internal(set) var signingInWith: String?
    /// An account that is in the way of a sign-in.
    public internal(set) var conflict: LinkingConflict?
    /// A sign-in or a confirmation that waits for its second factor.
    public internal(set) var secondFactor: SecondFactorStep?
    /// A question to confirm who the user is.
    public internal(set) var challenge: ReauthenticationChallenge?
    /// A link that was mailed.
    public internal(set) var emailLink: ProofWait?
    /// A code that was texted.
    public internal(set) var phoneCode: ProofWait?
    /// A change of the address that waits for the link in a mail.
    public internal(set) var emailChange: EmailChangeWait?
    /// A second factor that is being added and waits for its first code.
    public internal(set) var enrollment: SecondFactorEnrollment?
    /// A guest who becomes a lasting user.
    public internal(set) var guestUpgrade: GuestUpgradeProgress?
    /// An account that is being deleted.
    public internal(set) var deletion: DeletionProgress?
    /// What could not be resumed from an earlier run, and why.
    public internal(set) var dropped: [DroppedFlow] = []
    /// Why the workflows' own storage cannot be used; they go on, but would not survive the end of the app.
    public internal(set) var storageProblem: StorageUnavailability?

    /// What the user should see first, of everything that goes on.
    public var flow: ActiveFlow {
        if let deletion, deletion.phase != .interrupted { return challenge.map(ActiveFlow.init) ?? .deleting(deletion) }
        if let challenge { return ActiveFlow(challenge) }
        if let secondFactor { return .needsSecondFactor(secondFactor) }
        if let guestUpgrade { return .upgradingGuest(guestUpgrade) }
        if let signingInWith { return .authenticating(provider: signingInWith) }
        if let conflict { return .needsLinking(conflict) }
        if let phoneCode { return .awaitingCode(phoneCode) }
        if let emailLink { return .awaitingEmailLink(emailLink) }
        return .idle
    }
}

/// The workflow in front of the user.
public enum ActiveFlow: Sendable, Hashable {
    /// Nothing waits.
    case idle
    /// A sign-in is on its way.
    case authenticating(provider: String)
    /// A second factor is asked for.
    case needsSecondFactor(SecondFactorStep)
    /// Another account is in the way.
    case needsLinking(LinkingConflict)
    /// The user is to confirm who they are.
    case needsReauthentication(ReauthenticationChallenge)
    /// A link was mailed.
    case awaitingEmailLink(ProofWait)
    /// A code was texted.
    case awaitingCode(ProofWait)
    /// A guest becomes a lasting user.
    case upgradingGuest(GuestUpgradeProgress)
    /// The account is being deleted.
    case deleting(DeletionProgress)

    init(_ challenge: ReauthenticationChallenge) {
        self = challenge.secondFactor.map(ActiveFlow.needsSecondFactor) ?? .needsReauthentication(challenge)
    }
}
