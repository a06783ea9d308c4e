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
    /// - Parameter options: What to sign, and for which service.
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
    ) async throws(AuthError) -> PasskeyAnswer {
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
        // Before, the system makes a second passkey for an account that has one here; the service takes it.
        if #available(iOS 17.4, macOS 14.4, visionOS 1.1, *) {
            request.excludedCredentials = options.excludedCredentialIDs.map { .init(credentialID: Data($0)) }
        }
        #endif
        return try await AuthorizationSheet(above: anchor(), read: PasskeyAnswer.read).perform(request).get()
    }

    @MainActor
    private static func ask(
        _ options: PasskeyRequestOptions,
        on anchor: @MainActor () -> ASPresentationAnchor
    ) async throws(AuthError) -> PasskeyAnswer {
        let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
            relyingPartyIdentifier: options.relyingPartyID
        )
        let request = provider.createCredentialAssertionRequest(challenge: Data(options.challenge))
        request.userVerificationPreference = .init(rawValue: options.userVerification.rawValue)
        request.allowedCredentials = options.allowedCredentialIDs.map { .init(credentialID: Data($0)) }
        return try await AuthorizationSheet(above: anchor(), read: PasskeyAnswer.read).perform(request).get()
    }
}

/// What the system answers.
private enum PasskeyAnswer: Sendable {
    case registration(PasskeyRegistration)
    case assertion(PasskeyAssertion)

    static func read(_ authorization: ASAuthorization) -> Result<PasskeyAnswer, AuthError> {
        switch authorization.credential {
        case let credential as ASAuthorizationPlatformPublicKeyCredentialRegistration:
            let registration = PasskeyRegistration(
                credentialID: Array(credential.credentialID),
                clientDataJSON: Array(credential.rawClientDataJSON),
                attestationObject: Array(credential.rawAttestationObject ?? Data())
            )
            return .success(.registration(registration))
        case let credential as ASAuthorizationPlatformPublicKeyCredentialAssertion:
            let assertion = PasskeyAssertion(
                credentialID: Array(credential.credentialID),
                clientDataJSON: Array(credential.rawClientDataJSON),
                authenticatorData: Array(credential.rawAuthenticatorData),
                signature: Secret(Array(credential.signature)),
                userHandle: Array(credential.userID)
            )
            return .success(.assertion(assertion))
        default: return .failure(AuthError(.internalError, "the system answered with an unknown credential"))
        }
    }
}
#endif
