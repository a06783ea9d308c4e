public import HearthCore

/// Opens a session by giving out its key.
///
/// Not a question with yes or no for an answer: without the key the stored session stays sealed.
public protocol SessionGate: Sendable {
    /// Gives out the key, once the person in front of the device has shown who they are.
    ///
    /// The first call for a salt makes the key; every later one with the same salt gives the same key.
    ///
    /// - Parameters:
    ///   - salt: 16 bytes that are kept with the sealed session, to derive the key with or to find it by.
    ///   - reason: What to tell the person.
    /// - Returns: 32 bytes.
    /// - Throws: ``GateRefusal``.
    func key(salt: [UInt8], reason: String) async throws(GateRefusal) -> Secret<[UInt8]>
}

/// Why a gate did not open, open to new values.
public struct GateRefusal: RawRepresentable, Error, Sendable, Hashable {
    /// The spelling used in logs.
    public let rawValue: String

    /// Creates a reason from its spelling.
    ///
    /// - Parameter rawValue: The spelling used in logs.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The person gave up.
    public static let cancelled = GateRefusal(rawValue: "cancelled")
    /// It was another person, or the passphrase was wrong.
    public static let wrong = GateRefusal(rawValue: "wrong")
    /// There were too many attempts; the device asks for its own passcode first.
    public static let lockedOut = GateRefusal(rawValue: "lockedOut")
    /// The device cannot recognise a person, or has none enrolled.
    public static let unavailable = GateRefusal(rawValue: "unavailable")
    /// The key is gone, for example because a fingerprint was added: the session can only be signed in to anew.
    public static let keyLost = GateRefusal(rawValue: "keyLost")
}
