#if canImport(AuthenticationServices) && !os(watchOS)
internal import AuthenticationServices
internal import HearthCore

/// One question of the system's to its user, and anyone who waits for the answer.
@MainActor
final class AuthorizationSheet<Answer: Sendable>: NSObject {
    typealias Outcome = Result<Answer, AuthError>

    private let anchor: ASPresentationAnchor
    private let read: @Sendable (ASAuthorization) -> Outcome
    private let waiter = Locked<CheckedContinuation<Outcome, Never>?>(nil)
    private var controller: ASAuthorizationController?

    /// Prepares a question.
    ///
    /// - Parameters:
    ///   - anchor: The window above which the system asks.
    ///   - read: What an answer means.
    init(above anchor: ASPresentationAnchor, read: @escaping @Sendable (ASAuthorization) -> Outcome) {
        self.anchor = anchor
        self.read = read
    }

    /// Asks, and takes the question back if the task is cancelled.
    func perform(_ request: ASAuthorizationRequest) async -> Outcome {
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = self
        controller.presentationContextProvider = self
        self.controller = controller
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .failure(AuthError(.cancelled))) }
                waiter.withLock { $0 = continuation }
                controller.performRequests()
            }
        } onCancel: {
            Task { @MainActor in self.controller?.cancel() }
        }
    }

    nonisolated private func end(_ outcome: Outcome) {
        let continuation = waiter.withLock { waiter in
            defer { waiter = nil }
            return waiter
        }
        continuation?.resume(returning: outcome)
    }
}

// Some of Apple's SDKs promise to call on the main actor, others only do it.
extension AuthorizationSheet: ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    nonisolated func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        MainActor.assumeIsolated { anchor }
    }

    nonisolated func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        end(read(authorization))
    }

    nonisolated func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithError error: any Error
    ) {
        switch (error as? ASAuthorizationError)?.code {
        case .canceled: end(.failure(AuthError(.cancelled)))
        case .matchedExcludedCredential: end(.failure(AuthError(.credentialAlreadyInUse)))
        case let code:
            let number = code.map { "\($0.rawValue)" } ?? "unknown"
            end(.failure(AuthError(.internalError, "the system could not ask its user: \(number)")))
        }
    }
}
#endif
