/// How long workflows wait, and how often they let the user try.
public struct FlowLimits: Sendable, Hashable {
    /// How long a challenge waits for an answer.
    ///
    /// Defaults to five minutes.
    public var challengeLifetime = Duration.seconds(300)
    /// How many wrong answers end a challenge.
    ///
    /// Defaults to five.
    public var challengeAttempts = 5
    /// How recent a sign-in must be for what needs a recent one.
    ///
    /// Defaults to five minutes, as the service has it, less ten seconds for the way there.
    public var recentLogin = Duration.seconds(290)
    /// How long a credential that a conflict stopped is kept.
    ///
    /// Defaults to one hour.
    public var conflictLifetime = Duration.seconds(3600)
    /// How long a mailed link is waited for.
    ///
    /// Defaults to one hour, as the service accepts it.
    public var emailLinkLifetime = Duration.seconds(3600)
    /// How long a texted code is waited for.
    ///
    /// Defaults to ten minutes.
    public var codeLifetime = Duration.seconds(600)
    /// How long the user waits before another mail or message is sent.
    ///
    /// Defaults to thirty seconds.
    public var resendDelay = Duration.seconds(30)
    /// How long a deletion or an upgrade that was interrupted can be resumed.
    ///
    /// Defaults to thirty days.
    public var resumption = Duration.seconds(30 * 86_400)

    /// Creates the default limits.
    public init() {}
}
