import HearthAuth
import HearthBackend
import HearthCore
import HearthTesting

/// The proof of the app that goes along with every call.
struct AppProof: AttestationProvider {
    static let token: Secret<String> = "the app"

    func attestation(for action: String) async throws -> Attestation { Attestation(token: Self.token) }

    func appCheckToken() async -> Secret<String>? { Self.token }
}

/// Lets no call in that has no proof of the app.
struct AppProofVerifier: AppAttestationVerifier {
    func verify(_ attempt: AppAttestationAttempt) async throws(AppAttestationRefusal) {
        guard attempt.appCheckToken?.reveal() == AppProof.token.reveal() else { throw .missingAppCredential }
    }
}

extension World {
    /// A client that is no part of the model, with the proof of the app.
    func observer() -> Auth { Auth(backend, attestation: AppProof()) }
}
