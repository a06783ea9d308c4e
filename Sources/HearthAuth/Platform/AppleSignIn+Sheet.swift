#if canImport(AuthenticationServices) && (os(iOS) || os(macOS) || os(visionOS))
public import AuthenticationServices
internal import HearthCore

extension AppleSignIn {
    /// Shows the system's sheet, and waits for the answer.
    ///
    /// Ends at once when the task is cancelled.
    ///
    /// - Parameter anchor: The window above which the sheet stands.
    /// - Returns: The credential, and what Apple tells beside it.
    /// - Throws: ``AuthError``, with code ``AuthError/Code/cancelled`` if the user gave up.
    @MainActor
    public func perform(
        above anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) async throws(AuthError) -> AppleAuthorization {
        let sheet = AppleSheet(self, anchor)
        let outcome = await withTaskCancellationHandler {
            await sheet.show()
        } onCancel: {
            Task { @MainActor in sheet.cancel() }
        }
        return try outcome.get()
    }
}

/// The sheet, and whoever waits for it.
@MainActor
private final class AppleSheet: NSObject {
    typealias Outcome = Result<AppleAuthorization, AuthError>

    private let signIn: AppleSignIn
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private let waiter = Locked<CheckedContinuation<Outcome, Never>?>(nil)
    private var controller: ASAuthorizationController?
    private var isCancelled = false

    init(_ signIn: AppleSignIn, _ anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
        self.signIn = signIn
        self.anchor = anchor
    }

    func show() async -> Outcome {
        guard !isCancelled else { return .failure(AuthError(.cancelled)) }
        return await withCheckedContinuation { continuation in
            waiter.withLock { $0 = continuation }
            let controller = ASAuthorizationController(authorizationRequests: [signIn.request()])
            controller.delegate = self
            controller.presentationContextProvider = self
            self.controller = controller
            controller.performRequests()
        }
    }

    func cancel() {
        isCancelled = true
        controller?.cancel()
    }

    nonisolated private func finish(_ outcome: Outcome) {
        waiter.withLock { waiter in
            defer { waiter = nil }
            return waiter
        }?.resume(returning: outcome)
    }
}

// Some of Apple's SDKs promise to call on the main actor, others only do it.
extension AppleSheet: ASAuthorizationControllerDelegate, ASAuthorizationControllerPresentationContextProviding {
    nonisolated func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        MainActor.assumeIsolated { anchor() }
    }

    nonisolated func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        guard let answer = authorization.credential as? ASAuthorizationAppleIDCredential else {
            finish(.failure(AuthError(.invalidCredential, "Apple answered something else")))
            return
        }
        do throws(AuthError) {
            finish(.success(try signIn.authorization(from: answer)))
        } catch {
            finish(.failure(error))
        }
    }

    nonisolated func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithError error: any Error
    ) {
        let code = (error as? ASAuthorizationError)?.code
        finish(.failure(AuthError(code == .canceled ? .cancelled : .webSignInUserInteractionFailure)))
    }
}
#endif
