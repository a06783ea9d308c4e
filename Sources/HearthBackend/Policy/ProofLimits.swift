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
    /// How many codes are texted to a number within ``window``; with five tries each, a million codes last for years.
    var textsInWindow = 10
    /// How many wrong codes of an authenticator app are compared within ``window``, over all sign-ins.
    var failuresInWindow = 10
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

    /// Whether so many wrong codes are too many.
    func isExhausted(_ tries: Int) -> Bool {
        areEnforced && tries >= self.tries
    }
}
