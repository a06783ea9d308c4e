public import HearthCore
internal import HearthCrypto

/// A gate that opens to a passphrase: the key is derived from it, and the passphrase itself is compared with nothing.
public struct PassphraseGate: SessionGate {
    private let ask: @Sendable (String) async throws(GateRefusal) -> Secret<String>

    /// Creates a gate.
    ///
    /// - Parameter ask: Asks for the passphrase, with the reason as text.
    public init(_ ask: @escaping @Sendable (String) async throws(GateRefusal) -> Secret<String>) {
        self.ask = ask
    }

    /// Asks for the passphrase and derives the key; a tenth of a second of work, off the caller's actor.
    ///
    /// - Parameters:
    ///   - salt: What the key is derived with.
    ///   - reason: What to tell the person.
    /// - Returns: The key of whatever passphrase was given.
    /// - Throws: ``GateRefusal`` as the question does, or ``GateRefusal/unavailable`` if there is no memory for it.
    @concurrent
    public func key(salt: [UInt8], reason: String) async throws(GateRefusal) -> Secret<[UInt8]> {
        let passphrase = try await ask(reason)
        guard let key = try? PassphraseKey.derive(passphrase, salt: salt) else { throw GateRefusal.unavailable }
        return key
    }
}
