internal import HearthCore
internal import HearthCrypto
internal import HearthServerCrypto
internal import HearthWire

/// Hashes and checks passwords, in the terms of the API.
struct Passwords: Sendable {
    let hasher: PasswordHasher
    let log: Log

    /// Hashes a password that was found acceptable.
    func hash(_ password: Secret<String>) async throws(APIError) -> Secret<String> {
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

    /// Checks a password against a stored hash, or against nothing, which takes as long.
    func verify(_ password: Secret<String>, against stored: Secret<String>?) async throws(APIError) -> Verdict {
        do {
            guard let stored else {
                try await hasher.verifyAgainstNothing(password)
                return Verdict(isRight: false)
            }
            let hash = try PasswordHash(text: stored.reveal())
            guard try await hasher.verify(password, against: hash) else { return Verdict(isRight: false) }
            guard hasher.needsUpgrade(hash) else { return Verdict(isRight: true) }
            return Verdict(isRight: true, upgrade: try await hasher.hash(password).text)
        } catch CryptoError.Code.passwordTooLong {
            return Verdict(isRight: false)
        } catch {
            throw refusal(error)
        }
    }

    private func refusal(_ error: CryptoError) -> APIError {
        if error.code == .overloaded { return .overloaded }
        log.error("a password could not be hashed: \(error)")
        return .internalError
    }
}
