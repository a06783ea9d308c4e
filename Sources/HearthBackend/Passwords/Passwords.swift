internal import HearthCore
internal import HearthCrypto
internal import HearthServerCrypto
internal import HearthWire

/// Hashes and checks passwords, in the terms of the API.
final class Passwords: Sendable {
    let hasher: PasswordHasher
    let policy: Policy
    let random: RandomSource
    let log: Log

    init(hasher: PasswordHasher, policy: Policy, random: RandomSource, log: Log) {
        self.hasher = hasher
        self.policy = policy
        self.random = random
        self.log = log
    }

    /// Hashes a password that was found acceptable.
    func hash(_ password: Secret<String>) async throws(APIError) -> Secret<String> {
        if policy.keepsReadablePasswords { return ReadablePassword(password, random: random).text }
        do {
            return try await hasher.hash(password).text
        } catch {
            throw refusal(error)
        }
    }

    /// What checking a password found.
    struct Verdict: Sendable {
        let isRight: Bool
        /// A hash in today's format to put in place of the old one.
        var upgrade: Secret<String>?
    }

    /// Checks a password against the hash of an account, or against nothing; a wrong one takes as long either way, if
    /// the schemes are all that accounts have (see ``PasswordSchemeTable``).
    func verify(
        _ password: Secret<String>,
        against stored: Secret<String>?,
        imitating schemes: [PasswordHash]
    ) async throws(APIError) -> Verdict {
        let readable = stored.flatMap { ReadablePassword(text: $0.reveal()) }
        if let readable, readable.isRight(password) {
            return Verdict(isRight: true, upgrade: policy.keepsReadablePasswords ? nil : try await hash(password))
        }
        // A wrong one costs what it costs where there is no password.
        let stored = readable == nil ? stored : nil
        do throws(CryptoError) {
            let hash = try stored.map { (text) throws(CryptoError) in try PasswordHash(text: text.reveal()) }
            let isRight = try await hasher.verify(password, against: hash, imitating: schemes)
            // A password that was hashed elsewhere stays hashed, where others are kept readable too.
            guard isRight, let hash, hasher.needsUpgrade(hash) else { return Verdict(isRight: isRight) }
            return Verdict(isRight: true, upgrade: try await hasher.hash(password).text)
        } catch {
            if error.code == .passwordTooLong { return Verdict(isRight: false) }
            throw refusal(error)
        }
    }

    /// Whether a hash was made elsewhere, by another scheme than this server's.
    func isForeign(_ stored: Secret<String>) -> Bool {
        guard let hash = try? PasswordHash(text: stored.reveal()) else { return false }
        return hasher.needsUpgrade(hash)
    }

    private func refusal(_ error: CryptoError) -> APIError {
        // What is cancelled has lost its connection, or the server ends.
        if error.code == .overloaded || error.code == .cancelled { return .overloaded }
        log.error("a password could not be hashed: \(error)")
        return .internalError
    }
}
