internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP

/// Something that the service does once, told apart from every other such thing by what was sent.
struct Attempt: Sendable, Hashable {
    private let digest: [UInt8]

    /// Creates an attempt.
    ///
    /// - Parameters:
    ///   - operation: What was to be done.
    ///   - parts: What was sent, which may be secret: only a digest of it is kept.
    init(_ operation: String, _ parts: [String]) {
        digest = Digest.sha256.hash(Array(([operation] + parts).map { "\($0.utf8.count):\($0)" }.joined().utf8))
    }
}

/// The attempts whose answer did not arrive: the service may have done what they ask for, or not.
///
/// Kept in memory, because a client that begins anew asks the service what is so.
final class UnansweredAttempts: Sendable {
    /// More than these are hardly open at once; the oldest are forgotten.
    private static let most = 16

    private let attempts = Locked<[Attempt]>([])

    /// Notes an attempt before it is sent.
    ///
    /// - Parameter attempt: The attempt.
    /// - Returns: Whether the same was sent before without an answer.
    func begin(_ attempt: Attempt) -> Bool {
        attempts.withLock { attempts in
            let isRepeated = attempts.contains(attempt)
            if !isRepeated { attempts = attempts.suffix(Self.most - 1) + [attempt] }
            return isRepeated
        }
    }

    /// Forgets an attempt: the service has answered.
    func end(_ attempt: Attempt) {
        attempts.withLock { $0.removeAll { $0 == attempt } }
    }
}

extension AuthError {
    /// Whether the service may have done what it was asked for, although no answer arrived.
    var isAnswerLost: Bool { transport == .connectionLost || transport == .timedOut }
}
