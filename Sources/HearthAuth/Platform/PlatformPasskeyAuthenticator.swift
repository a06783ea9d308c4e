#if canImport(AuthenticationServices) && !os(watchOS)
public import AuthenticationServices
internal import Foundation
internal import HearthCore

/// Makes and uses the passkeys that the system keeps for its user, in iCloud Keychain or another password manager.
///
/// The app needs the entitlement for associated domains with `webcredentials:` and the service's domain.
public struct PlatformPasskeyAuthenticator: PasskeyAuthenticator {
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    /// Creates an authenticator.
    ///
    /// - Parameter anchor: The window over which the system asks the user.
    public init(presentingOn anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
        self.anchor = anchor
    }

    /// Makes a passkey, once the user agrees.
    ///
    /// - Parameter options: How the service wants it.
    /// - Returns: The passkey, described for the service.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/cancelled``.
    public func register(_ options: PasskeyCreationOptions) async throws(AuthError) -> PasskeyRegistration {
        guard case .registration(let registration) = try await Self.ask(options, on: anchor) else {
            throw AuthError(.internalError, "the system answered with something else than a passkey")
        }
        return registration
    }

    /// Signs with a passkey that the user chooses.
    ///
    /// - Parameter options: What to sign, and for whom.
    /// - Returns: The signature, and what it is over.
    /// - Throws: ``AuthError``, for example with code ``AuthError/Code/cancelled``.
    public func authenticate(_ options: PasskeyRequestOptions) async throws(AuthError) -> PasskeyAssertion {
        guard case .assertion(let assertion) = try await Self.ask(options, on: anchor) else {
            throw AuthError(.internalError, "the system answered with something else than a signature")
        }
        return assertion
    }

    @MainActor
    private static func ask(
        _ options: PasskeyCreationOptions,
        on anchor: @MainActor () -> ASPresentationAnchor
    ) async throws(AuthError) -> PasskeyCeremony.Answer {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
            relyingPartyIdentifier: options.relyingPartyID
        )
        let request = provider.createCredentialRegistrationRequest(
            challenge: Data(options.challenge),
            name: options.userName,
            userID: Data(options.userID)
        )
        request.displayName = options.userDisplayName
        request.userVerificationPreference = .init(rawValue: options.userVerification.rawValue)
        #if !os(tvOS)
        request.excludedCredentials = options.excludedCredentialIDs.map { .init(credentialID: Data($0)) }
        #endif
        return try await PasskeyCeremony(on: anchor()).perform(request).get()
    }

    @MainActor
    private static func ask(
        _ options: PasskeyRequestOptions,
        on anchor: @MainActor () -> ASPresentationAnchor
    ) async throws(AuthError) -> PasskeyCeremony.Answer {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
            relyingPartyIdentifier: options.relyingPartyID
        )
        let request = provider.createCredentialAssertionRequest(challenge: Data(options.challenge))
        request.userVerificationPreference = .init(rawValue: options.userVerification.rawValue)
        request.allowedCredentials = options.allowedCredentialIDs.map { .init(credentialID: Data($0)) }
        return try await PasskeyCeremony(on: anchor()).perform(request).get()
    }
}

/// One question of the system's to its user.
@MainActor
private final class PasskeyCeremony: NSObject {
    enum Answer: Sendable {
        case registration(PasskeyRegistration)
        case assertion(PasskeyAssertion)
    }

    private let anchor: ASPresentationAnchor
    private var controller: ASAuthorizationController?
    private var continuation: CheckedContinuation<Result<Answer, AuthError>, Never>?

    init(on anchor: ASPresentationAnchor) {
        self.anchor = anchor
    }

    /// Asks, and takes the question back if the task is cancelled.
    func perform(_ request: ASAuthorizationRequest) async -> Result<Answer, AuthError> {
        let controller = ASAuthorizationController(authorizationRequests: [request])
        controller.delegate = self
        controller.presentationContextProvider = self
        self.controller = controller
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .failure(AuthError(.cancelled))) }
                self.continuation = continuation
                controller.performRequests()
            }
        } onCancel: {
            Task { @MainActor in self.controller?.cancel() }
        }
    }

    private func end(_ result: Result<Answer, AuthError>) {
        continuation?.resume(returning: result)
        continuation = nil
        controller = nil
    }
}

extension PasskeyCeremony: ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor { anchor }
}

extension PasskeyCeremony: ASAuthorizationControllerDelegate {
    func authorizationController(
        controller: ASAuthorizationController,
        didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        switch authorization.credential {
        case let credential as ASAuthorizationPlatformPublicKeyCredentialRegistration:
            let registration = PasskeyRegistration(
                credentialID: Array(credential.credentialID),
                clientDataJSON: Array(credential.rawClientDataJSON),
                attestationObject: Array(credential.rawAttestationObject ?? Data())
            )
            end(.success(.registration(registration)))
        case let credential as ASAuthorizationPlatformPublicKeyCredentialAssertion:
            let assertion = PasskeyAssertion(
                credentialID: Array(credential.credentialID),
                clientDataJSON: Array(credential.rawClientDataJSON),
                authenticatorData: Array(credential.rawAuthenticatorData),
                signature: Secret(Array(credential.signature)),
                userHandle: Array(credential.userID)
            )
            end(.success(.assertion(assertion)))
        default: end(.failure(AuthError(.internalError, "the system answered with an unknown credential")))
        }
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        switch (error as? ASAuthorizationError)?.code {
        case .canceled: end(.failure(AuthError(.cancelled)))
        case .matchedExcludedCredential: end(.failure(AuthError(.credentialAlreadyInUse)))
        case let code:
            let number = code.map { "\($0.rawValue)" } ?? "unknown"
            end(.failure(AuthError(.internalError, "the system could not use a passkey: \(number)")))
        }
    }
}
#endif
