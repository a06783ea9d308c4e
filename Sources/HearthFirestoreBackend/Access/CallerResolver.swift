package import HearthCore
package import HearthFirestoreModel
package import HearthJSON

/// Finds out who asks, from the header field `Authorization`.
package struct CallerResolver: Sendable {
    private let resolve: @Sendable (_ field: String?) async throws(FirestoreError) -> FirestoreCaller

    package init(_ resolve: @escaping @Sendable (_ field: String?) async throws(FirestoreError) -> FirestoreCaller) {
        self.resolve = resolve
    }

    package func caller(_ field: String?) async throws(FirestoreError) -> FirestoreCaller {
        try await resolve(field)
    }

    /// Believes what it is told, as the official emulator does: for a server that only its own machine can reach.
    package static let emulator = CallerResolver.emulator(verifying: nil)

    /// Believes what it is told, but for signatures: a token that has one is verified, if there is a closure for it.
    package static func emulator(
        verifying verify: (@Sendable (_ token: String) async throws -> JSONObject?)?
    ) -> CallerResolver {
        CallerResolver { field throws(FirestoreError) in
            guard let field, field.utf8.first != nil else { return .anonymous }
            guard let space = field.utf8.firstIndex(of: UInt8(ascii: " ")) else {
                // A tab in place of the space is no credential to the emulator.
                if field.lowercased().hasPrefix("bearer\t") { return .anonymous }
                throw FirestoreError(.unknown, "The authorization header is not understood.")
            }
            guard field[..<space].lowercased() == "bearer" else {
                throw FirestoreError(.unknown, "The authorization header is not understood.")
            }
            let token = String(field[field.utf8.index(after: space)...])
            if token.lowercased() == "owner" || token.lowercased().hasPrefix("ya29.") { return .administrator }
            guard let claims = unverifiedClaims(of: token) else { throw .invalid("Invalid JWT") }
            guard let verify, !token.hasSuffix(".") else { return .user(claims: claims) }
            return try await caller(token, verify)
        }
    }

    /// Believes what is verified: the closure returns a token's claims, no claims for an administrator's, or throws.
    package static func verifying(
        _ verify: @escaping @Sendable (_ token: String) async throws -> JSONObject?
    ) -> CallerResolver {
        CallerResolver { field throws(FirestoreError) in
            guard let field else { return .anonymous }
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw refusal }
            return try await caller(String(parts[1]), verify)
        }
    }

    /// How often a stream's credentials are looked at again.
    private static let checkInterval = Duration.seconds(60)
    /// How long a stream may outlive its token: clients get a new one in time, and open another stream with it.
    private static let grace = Duration.minutes(5)

    /// Waits until a stream's credentials are good no more: its user was disabled or signed out everywhere, or its token
    /// expired five minutes ago.
    ///
    /// - Parameters:
    ///   - field: The credentials that the stream was opened with.
    ///   - caller: Whose they are.
    ///   - now: Tells the time.
    ///   - sleep: Waits.
    /// - Throws: ``FirestoreError`` with code `unauthenticated` when the stream has to end.
    package func untilRefused(
        _ field: String?,
        _ caller: FirestoreCaller,
        now: @Sendable () -> UnixTime,
        sleep: @Sendable (Duration) async throws -> Void
    ) async throws {
        while true {
            try await sleep(Self.checkInterval)
            do throws(FirestoreError) {
                _ = try await resolve(field)
            } catch {
                guard case .user(let claims) = caller, let end = claims["exp"]?.integer else { throw error }
                let expiry = UnixTime(seconds: end)
                if now() < expiry || now() >= expiry + Self.grace {
                    throw FirestoreError(.unauthenticated, "The credentials of the stream are not valid any more.")
                }
            }
        }
    }

    /// Runs a stream as long as its credentials are good.
    package func holding(
        _ field: String?,
        _ caller: FirestoreCaller,
        now: @escaping @Sendable () -> UnixTime,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        guard case .user = caller else { return try await body() }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body()
                return true
            }
            group.addTask {
                do { try await untilRefused(field, caller, now: now, sleep: sleep) } catch is CancellationError {}
                return false
            }
            defer { group.cancelAll() }
            while let isDone = try await group.next() { if isDone { return } }
        }
    }

    private static let refusal = FirestoreError(.unauthenticated, "Missing or invalid authentication.")

    private static func caller(
        _ token: String,
        _ verify: @Sendable (_ token: String) async throws -> JSONObject?
    ) async throws(FirestoreError) -> FirestoreCaller {
        do {
            guard let claims = try await verify(token) else { return .administrator }
            return .user(claims: claims)
        } catch {
            throw refusal
        }
    }

    /// The claims in a token whose signature is not looked at.
    private static func unverifiedClaims(of token: String) -> JSONObject? {
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, object(parts[0]) != nil, bytes(parts[2]) != nil else { return nil }
        return object(parts[1])
    }

    private static func object(_ part: some Collection<UInt8>) -> JSONObject? {
        bytes(part).flatMap { try? JSON.parse($0) }?.object
    }

    private static func bytes(_ part: some Collection<UInt8>) -> [UInt8]? {
        var text = Array(part)
        while text.last == UInt8(ascii: "=") { text.removeLast() }
        return Base64.decode(text)
    }
}
