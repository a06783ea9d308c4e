internal import HearthCore

/// How long codes and proofs can be used, and how often a wrong one may be typed.
struct ProofLimits: Sendable {
    /// Whether the limits hold; the emulator names the same lifetimes and lets everything live for ever.
    var areEnforced: Bool
    /// How long a texted code can be typed.
    var textedCode: Duration = .minutes(10)
    /// How long a number that was proved need not be proved again.
    var phoneProof: Duration = .hours(1)
    /// How long a sign-in waits for its second factor.
    var pendingSignIn: Duration = .minutes(5)
    /// How long an authenticator app may take to show its first code.
    var authenticatorDraft: Duration = .minutes(5)
    /// How many wrong codes make a session void.
    var tries = 5
    /// How many codes are texted to a number within ``window`` without a pause, from all clients together.
    ///
    /// With five tries each, a million codes last for a year.
    var textsInWindow = 10
    /// How long the next text to such a number has to wait: strangers may have asked for the others.
    var pauseBetweenTexts: Duration = .minutes(5)
    /// How many codes one client may have texted to one number within ``window``.
    var textsOfSourceToNumber = 5
    /// How many codes one client may have texted to any numbers within ``window``.
    var textsOfSource = 20
    /// How many wrong codes of an authenticator app one client may type before it has to wait.
    var failuresOfSource = 5
    /// How many wrong codes of an authenticator app are compared, from all clients together, before clients have to wait from
    /// which no right one came.
    var failuresInWindow = 10
    /// How many wrong passwords one client may send for one address before it has to wait.
    var passwordFailures = 10
    /// How many wrong passwords may come for one address, from all clients together, before clients have to wait from
    /// whose networks the account has no session.
    var passwordFailuresOfAddress = 50
    /// How many wrong passwords one client may send for any addresses before it has to wait for those whose accounts
    /// have no session from its network.
    var passwordFailuresOfSource = 200
    /// How long a client waits at first after too many wrong codes or passwords, and at most.
    var firstWait: Duration = .seconds(30)
    var longestWait: Duration = .minutes(15)
    /// The time in which texts and failures are counted.
    var window: Duration = .hours(1)

    /// Limits that are named and not enforced, as in the emulator.
    static let unlimited = ProofLimits(areEnforced: false)

    /// The limits of production.
    static let production = ProofLimits(areEnforced: true)

    /// When something ends that begins now; `nil` for never.
    func end(of lifetime: KeyPath<ProofLimits, Duration>, from now: UnixTime) -> UnixTime? {
        areEnforced ? now + self[keyPath: lifetime] : nil
    }

    /// How long to wait after the latest of so many failures: nothing while they are free, then longer and longer.
    func wait(after failures: Int, free: Int, doublingEvery steps: Int) -> Duration {
        guard areEnforced, failures >= free else { return .zero }
        var wait = firstWait
        for _ in 0..<min((failures - free) / steps, 16) { wait += wait }
        return min(wait, longestWait)
    }

    /// Whether so many wrong codes are too many.
    func isExhausted(_ tries: Int) -> Bool {
        areEnforced && tries >= self.tries
    }
}
