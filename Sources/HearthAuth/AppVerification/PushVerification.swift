internal import HearthCore
internal import HearthWire

/// Shows a service that the real app asks for a text message: the service pushes a secret to the device, and the app
/// sends it back with the request.
///
/// Firebase texts codes to apps only that can do so. A service that pushes nothing, such as Hearth's, is asked for the
/// message without a proof.
final class PushVerification: Sendable {
    /// The device's token for remote notifications.
    struct Device: Sendable, Hashable {
        let token: [UInt8]
        let isSandbox: Bool
    }

    /// What a request for a text message carries.
    struct Proof: Sendable {
        let receipt: String
        let secret: Secret<String>
    }

    private struct State: Sendable {
        var device: Device?
        var proof: Proof?
        /// How many answers of the service are on their way.
        var asking = 0
        /// Notifications that came before the answer that names their receipt.
        var early: [String: Secret<String>] = [:]
        var waiting: [String: Promise<Secret<String>>] = [:]
    }

    /// How long a notification is waited for if the service does not tell.
    private static let usualWait = Duration.seconds(5)
    /// The longest time that a service may have the user wait.
    private static let longestWait = Duration.seconds(60)
    /// More notifications than this are not kept for an answer that is still on its way.
    private static let mostEarly = 16

    private let state = Locked(State())

    /// Takes the device's token, or `nil` to verify nothing; a proof of another token is forgotten.
    func use(_ device: Device?) {
        state.withLock { state in
            guard state.device != device else { return }
            state.device = device
            state.proof = nil
        }
    }

    /// Takes what a notification brought.
    ///
    /// - Returns: Whether a verification of this client waited for it.
    func take(receipt: String, secret: Secret<String>) -> Bool {
        let (promise, isTaken) = state.withLock { state -> (Promise<Secret<String>>?, Bool) in
            if let promise = state.waiting[receipt] { return (promise, true) }
            guard state.asking > 0, state.early.count < Self.mostEarly else { return (nil, false) }
            state.early[receipt] = secret
            return (nil, true)
        }
        promise?.fulfil(secret)
        return isTaken
    }

    /// Asks for a text message, with a proof if one can be had.
    ///
    /// A proof is used again until the service refuses it; then there is one more attempt with a new one.
    ///
    /// - Parameters:
    ///   - caller: Calls the service.
    ///   - request: Asks for the message.
    /// - Returns: What the request returns.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/notificationNotForwarded``.
    func withProof<Answer>(
        _ caller: Caller,
        _ request: (Proof?) async throws(AuthError) -> Answer
    ) async throws(AuthError) -> Answer {
        let proof = try await proof(caller)
        do throws(AuthError) {
            return try await request(proof)
        } catch {
            guard error.code == .invalidAppCredential, let proof else { throw error }
            state.withLock { if $0.proof?.receipt == proof.receipt { $0.proof = nil } }
        }
        return try await request(try await self.proof(caller))
    }

    private func proof(_ caller: Caller) async throws(AuthError) -> Proof? {
        let (device, known) = state.withLock { ($0.device, $0.proof) }
        guard let device else { return nil }
        if let known { return known }
        state.withLock { $0.asking += 1 }
        let response: VerifyIOSClient.Response
        do throws(AuthError) {
            response = try await caller.call(VerifyIOSClient.self, Self.request(device))
        } catch {
            stopAsking()
            // The service does not verify apps so: whether it wants a proof at all is its own to say.
            guard error.httpStatus != nil, error.code != .networkError else { throw error }
            return nil
        }
        guard let receipt = response.receipt, !receipt.isEmpty else {
            stopAsking()
            throw AuthError(.internalError, "the service gave no receipt")
        }
        let promise = expect(receipt)
        defer { state.withLock { _ = $0.waiting.removeValue(forKey: receipt) } }
        let wait = response.suggestedTimeout.flatMap(Int64.init).map { Duration.seconds($0) } ?? Self.usualWait
        let secret = await Self.value(of: promise, within: max(.zero, min(wait, Self.longestWait)), caller.clock)
        guard let secret else {
            if Task.isCancelled { throw AuthError(.cancelled) }
            throw AuthError(.notificationNotForwarded, "no notification of the service was passed on in time")
        }
        let proof = Proof(receipt: receipt, secret: secret)
        state.withLock { if $0.device == device { $0.proof = proof } }
        return proof
    }

    private static func request(_ device: Device) -> VerifyIOSClient.Request {
        VerifyIOSClient.Request { request in
            request.appToken = Secret(Hex.encode(device.token))
            request.isSandbox = device.isSandbox
        }
    }

    /// Waits for the secret of a receipt, which may have come already.
    private func expect(_ receipt: String) -> Promise<Secret<String>> {
        let (promise, secret) = state.withLock { state in
            let promise = state.waiting[receipt] ?? Promise()
            state.waiting[receipt] = promise
            let secret = state.early.removeValue(forKey: receipt)
            Self.stopAsking(&state)
            return (promise, secret)
        }
        if let secret { promise.fulfil(secret) }
        return promise
    }

    private func stopAsking() {
        state.withLock { Self.stopAsking(&$0) }
    }

    private static func stopAsking(_ state: inout State) {
        state.asking -= 1
        if state.asking == 0 { state.early = [:] }
    }

    private static func value(
        of promise: Promise<Secret<String>>,
        within wait: Duration,
        _ clock: AuthClock
    ) async -> Secret<String>? {
        await withTaskGroup(of: Secret<String>?.self) { group in
            group.addTask { await promise.value() }
            group.addTask {
                try? await clock.sleep(wait)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
