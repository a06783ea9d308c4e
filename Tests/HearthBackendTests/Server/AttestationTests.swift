import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Attestation", .inProcessAndLiveInLongRuns)
struct AttestationTests {
    /// Lets in who proves to be a person, and remembers who asked.
    final class Doorkeeper: AppAttestationVerifier {
        let attempts = Locked<[AppAttestationAttempt]>([])

        func verify(_ attempt: AppAttestationAttempt) async throws(AppAttestationRefusal) {
            attempts.withLock { $0.append(attempt) }
            guard let proof = attempt.captchaResponse else { throw .missingRecaptchaToken }
            guard proof.reveal() == "person" else { throw .invalidRecaptchaToken }
        }
    }

    private let doorkeeper = Doorkeeper()
    private let client: TestClient

    init() async throws {
        client = TestClient(try await TestBackend(appAttestation: doorkeeper))
    }

    private var last: AppAttestationAttempt? { doorkeeper.attempts.withLock { $0.last } }

    @Test(
        arguments: [
            ("accounts:signUp", ["email": "a@example.com", "password": "secret1"], "captchaResponse"),
            ("accounts:sendOobCode", ["requestType": "EMAIL_SIGNIN", "email": "a@example.com"], "captchaResp"),
            ("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"], "captchaResponse"),
        ] as [(String, [String: JSONValue], String)]
    )
    func `a call without a proof, with a wrong one and with a right one`(
        _ operation: String,
        _ body: [String: JSONValue],
        _ name: String
    ) async throws {
        #expect(try await client.user(operation, JSONValue(body)).error == "MISSING_RECAPTCHA_TOKEN")
        var proved = body
        proved[name] = "robot"
        #expect(try await client.user(operation, JSONValue(proved)).error == "INVALID_RECAPTCHA_TOKEN")
        proved[name] = "person"
        #expect(try await client.user(operation, JSONValue(proved)).status == 200)
    }

    @Test func `a refused call has done nothing`() async throws {
        let body: JSONValue = ["email": "a@example.com", "password": "secret1"]
        #expect(try await client.user("accounts:signUp", body).status == 400)
        #expect(try await client.admin("accounts:lookup", ["email": ["a@example.com"]])["users"] == nil)
    }

    @Test func `a password signs in with a proof`() async throws {
        _ = try await client.admin("accounts", ["email": "a@example.com", "password": "secret1"])
        let body: JSONValue = ["email": "a@example.com", "password": "secret1", "captchaResponse": "person"]
        #expect(try await client.user("accounts:signInWithPassword", body).status == 200)
        #expect(last?.operation == .signInWithPassword)
    }

    @Test func `everything that a call brings is shown, wherever it stands`() async throws {
        let phone: JSONValue = [
            "phoneNumber": "+15555550100", "captchaResponse": "person", "clientType": "CLIENT_TYPE_IOS",
            "recaptchaVersion": "RECAPTCHA_ENTERPRISE", "recaptchaToken": "old", "iosReceipt": "receipt",
            "iosSecret": "secret", "playIntegrityToken": "play",
        ]
        _ = try await client.send(
            .post,
            "/identitytoolkit.googleapis.com/v2/accounts/mfaEnrollment:start?key=k",
            ["idToken": "x", "phoneEnrollmentInfo": phone],
            ["X-Firebase-AppCheck": "app"]
        )
        let attempt = try #require(last)
        #expect(attempt.operation.rawValue == "StartSecondFactorEnrollment" && attempt.project.rawValue == "demo-test")
        #expect(attempt.clientType == "CLIENT_TYPE_IOS" && attempt.recaptchaVersion == "RECAPTCHA_ENTERPRISE")
        let secrets = [
            attempt.captchaResponse, attempt.recaptchaToken, attempt.iosReceipt, attempt.iosSecret,
            attempt.playIntegrityToken, attempt.appCheckToken,
        ]
        #expect(secrets.map { $0?.reveal() } == ["person", "old", "receipt", "secret", "play", "app"])
    }

    @Test func `administrators and the emulator's controls are not asked`() async throws {
        #expect(try await client.admin("accounts", ["email": "a@example.com"]).status == 200)
        #expect(try await client.send(.delete, "/emulator/v1/projects/demo-test/accounts").status == 200)
        #expect(doorkeeper.attempts.withLock { $0.isEmpty })
    }
}
