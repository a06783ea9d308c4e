package import HearthCore
internal import HearthCrypto

/// Remembers what was read from tokens that were accepted, because a client sends the same one again and again and
/// checking its signature costs more than all the rest of a request.
///
/// Put in only what cannot change, and look at expiry, revocation and the account each time. Tokens are kept as their
/// SHA-256, so that a dump of the memory has no bearer token in it.
package final class AcceptedTokens<Value: Sendable>: Sendable {
    private struct Key: Hashable {
        let digest: [UInt8]
        let project: ProjectID
    }

    /// Two halves: the older one is forgotten when the younger one is full.
    private struct Generations {
        var young: [Key: Value] = [:]
        var old: [Key: Value] = [:]
    }

    private let limit: Int
    private let generations = Locked(Generations())

    /// Creates an empty memory.
    ///
    /// - Parameter limit: The most tokens that are remembered. Defaults to 2048, some 100 bytes each beside the value.
    package init(limit: Int = 2048) {
        self.limit = max(2, limit)
    }

    /// What was read from a token that was accepted for a project.
    package subscript(token: String, project: ProjectID) -> Value? {
        get {
            let key = key(token, project)
            return generations.withLock { $0.young[key] ?? $0.old[key] }
        }
        set {
            let key = key(token, project)
            generations.withLock { [limit] generations in
                generations.old[key] = nil
                generations.young[key] = newValue
                if generations.young.count >= limit / 2 {
                    generations.old = generations.young
                    generations.young = [:]
                }
            }
        }
    }

    private func key(_ token: String, _ project: ProjectID) -> Key {
        Key(digest: Digest.sha256.hash(Array(token.utf8)), project: project)
    }
}
