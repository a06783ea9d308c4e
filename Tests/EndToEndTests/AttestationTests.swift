import HearthAuth
import HearthBackend
import HearthCore
import HearthTesting
import Testing

/// A service that wants to know who calls, and a client that can prove it.
@Suite("A client, its backend and attestation")
struct AttestationTests {
    private struct Doorkeeper: AppAttestationVerifier {
        func verify(_ attempt: AppAttestationAttempt) async throws(AppAttestationRefusal) {
            guard attempt.appCheckToken?.reveal() == "app" else { throw .missingAppCredential }
            guard attempt.operation == .signInWithPassword else { return }
            guard let proof = attempt.captchaResponse?.reveal() else { throw .missingRecaptchaToken }
            guard proof == "signInWithPassword", attempt.clientType == "CLIENT_TYPE_WEB",
                attempt.recaptchaVersion == "RECAPTCHA_ENTERPRISE"
            else { throw .invalidRecaptchaToken }
        }
    }

    private struct Failed: Error {}

    /// Proves what it is asked for, and remembers that it was asked.
    private final class Prover: AttestationProvider {
        let asked = Locked<[String]>([])
        let proof: @Sendable (String) throws -> String

        init(_ proof: @escaping @Sendable (String) throws -> String = { $0 }) {
            self.proof = proof
        }

        func attestation(for action: String) async throws -> Attestation {
            asked.withLock { $0.append(action) }
            return Attestation(token: Secret(try proof(action)), clientType: .web)
        }

        func appCheckToken() async -> Secret<String>? { "app" }
    }

    private func signIn(_ auth: Auth) async -> AuthError? {
        await failure { () throws(AuthError) in
            try await auth.signIn(withEmail: "eve@example.com", password: "correct horse")
        }
    }

    @Test func `a proof is fetched when the service asks, and not before`() async throws {
        let backend = try await TestBackend(appAttestation: Doorkeeper())
        let prover = Prover()
        let auth = Auth(backend, attestation: prover)
        try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        #expect(prover.asked.withLock { $0 } == [])
        #expect(await signIn(auth) == nil)
        #expect(prover.asked.withLock { $0 } == ["signInWithPassword"])
    }

    @Test func `a proof that does not convince is not fetched again`() async throws {
        let backend = try await TestBackend(appAttestation: Doorkeeper())
        let prover = Prover { _ in "robot" }
        #expect(await signIn(Auth(backend, attestation: prover))?.code == .invalidRecaptchaToken)
        #expect(prover.asked.withLock { $0.count } == 1)
    }

    @Test func `who cannot prove anything learns what is missing`() async throws {
        let backend = try await TestBackend(appAttestation: Doorkeeper())
        #expect(await signIn(Auth(backend))?.code == .missingAppCredential)
        let failing = Prover { _ in throw Failed() }
        #expect(await signIn(Auth(backend, attestation: failing))?.code == .missingRecaptchaToken)
        let abandoned = Prover { _ in throw CancellationError() }
        #expect(await signIn(Auth(backend, attestation: abandoned))?.code == .cancelled)
    }
}
