internal import HearthCore

/// How long codes and proofs can be used, and how often a wrong one may be typed: as long and as often as anybody
/// likes in lenient, as in the emulator.
struct ProofLimits: Sendable {
    let profile: BackendConfiguration.Profile

    /// How long a texted code can be typed.
    static let textedCode: Duration = .minutes(10)
    /// How long a number that was proved need not be proved again.
    static let phoneProof: Duration = .hours(1)
    /// How long a sign-in waits for its second factor.
    static let pendingSignIn: Duration = .minutes(5)
    /// How long an authenticator app may take to show its first code.
    static let authenticatorDraft: Duration = .minutes(5)
    /// How many wrong codes make a session void.
    static let tries = 5
    /// How many codes are texted to a number within ``window``; with five tries each, a million codes last for years.
    static let textsInWindow = 10
    /// How many wrong codes of an authenticator app are compared within ``window``, over all sign-ins.
    static let failuresInWindow = 10
    /// The time in which texts and failures are counted.
    static let window: Duration = .hours(1)
    /// How many second factors an account may have.
    static let factors = 5
    /// How many passkeys an account may have.
    static let passkeys = 20

    /// When something ends that begins now; `nil` for never.
    func end(of lifetime: Duration, from now: UnixTime) -> UnixTime? {
        profile == .strict ? now + lifetime : nil
    }

    /// Whether so many wrong codes are too many.
    func isExhausted(_ tries: Int) -> Bool {
        profile == .strict && tries >= Self.tries
    }
}
