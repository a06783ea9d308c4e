import HearthBackend
import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts/mfaSignIn", .inProcessAndLiveInLongRuns)
struct SecondFactorSignInTests {
    private static let number = "+15555550100"
    private static let start = "accounts/mfaSignIn:start"
    private static let finish = "accounts/mfaSignIn:finalize"

    /// Someone whose sign-in waits for a telephone.
    private func waiting(
        _ client: TestClient
    ) async throws -> (uid: String, credential: JSONValue, factor: JSONValue) {
        let user = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        let answer = try await client.signIn("ada@example.com")
        let factor = try #require(answer["mfaInfo"]?.array?.first, "\(answer.error ?? "")")
        return (user.uid, try #require(answer["mfaPendingCredential"]), factor["mfaEnrollmentId"] ?? .null)
    }

    /// Has a code texted to the second factor.
    private func text(_ credential: JSONValue, _ factor: JSONValue, _ client: TestClient) async throws -> JSONValue {
        let answer = try await client.user2(
            Self.start,
            // iOS sends what it knows of the number.
            [
                "mfaPendingCredential": credential, "mfaEnrollmentId": factor,
                "phoneSignInInfo": ["phoneNumber": "+*******0100"],
            ]
        )
        return try #require(answer["phoneResponseInfo"]?["sessionInfo"], "\(answer.error ?? "")")
    }

    private func phone(_ credential: JSONValue, _ session: JSONValue, _ code: String) -> JSONValue {
        [
            "mfaPendingCredential": credential,
            "phoneVerificationInfo": [
                "sessionInfo": session, "code": .string(code), "phoneNumber": "+*******0100",
            ],
        ]
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `a password is followed by a texted code`(_ profile: BackendConfiguration.Profile) async throws {
        let backend = try await TestBackend { $0.profile = profile }
        let client = TestClient(backend)
        let (uid, credential, factor) = try await waiting(client)
        let session = try await text(credential, factor, client)
        _ = try await backend.inbox.nextText(to: Self.number)
        let code = try await backend.inbox.nextText(to: Self.number)
        #expect(code.purpose == .secondFactor)
        let answer = try await client.user2(Self.finish, phone(credential, session, code.code))
        let user = try TestUser(answer)
        #expect(user.uid == uid)
        let firebase = try claims(of: user.idToken)["firebase"]
        #expect(firebase?["sign_in_second_factor"] == "phone" && firebase?["sign_in_provider"] == "password")
        #expect(firebase?["second_factor_identifier"] == factor)
        #expect(try await client.refresh(user.refreshToken).status == 200)
        // Once: with the same credential there is no second session.
        let again = try await client.user2(Self.finish, phone(credential, session, code.code))
        #expect(again.error == "INVALID_MFA_PENDING_CREDENTIAL")
    }

    @Test func `the first factor says only the end of the number`() async throws {
        let client = TestClient(try await TestBackend())
        _ = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        let answer = try await client.signIn("ada@example.com")
        #expect(answer["idToken"] == nil && answer["refreshToken"] == nil)
        let info = try #require(answer["mfaInfo"]?.array?.first)
        #expect(info["phoneInfo"] == "+*******0100" && info["displayName"] == "My phone")
        #expect(!answer.text.contains(Self.number))
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `a step of an authenticator app is accepted once`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let backend = try await TestBackend { $0.profile = profile }
        let client = TestClient(backend)
        let (app, user) = try await client.enrollApp(
            try await client.signUpVerified("ada@example.com"),
            at: backend.clock
        )
        func signIn(_ code: String) async throws -> TestClient.Answer {
            let pending = try await client.signIn("ada@example.com")
            #expect(pending["mfaInfo"]?.array?.first?["totpInfo"] == [:])
            return try await client.user2(
                Self.finish,
                [
                    "mfaPendingCredential": pending["mfaPendingCredential"] ?? .null,
                    "mfaEnrollmentId": pending["mfaInfo"]?.array?.first?["mfaEnrollmentId"] ?? .null,
                    "totpVerificationInfo": ["verificationCode": .string(code)],
                ]
            )
        }
        #expect(try await signIn(app.code(at: backend.clock.now)).error == "INVALID_CODE")
        backend.clock.advance(by: .seconds(30))
        let code = app.code(at: backend.clock.now)
        let session = try TestUser(try await signIn(code))
        #expect(session.uid == user.uid)
        #expect(try claims(of: session.idToken)["firebase"]?["sign_in_second_factor"] == "totp")
        #expect(try await signIn(code).error == "INVALID_CODE")
        backend.clock.advance(by: .seconds(60))
        #expect(try await signIn(app.code(at: backend.clock.now - .seconds(30))).status == 200)
        #expect(try await signIn(app.code(at: backend.clock.now + .seconds(30))).status == 200)
        #expect(try await signIn(app.code(at: backend.clock.now)).error == "INVALID_CODE")
    }

    @Test func `fifty sign-ins at once with one step of an app make one session`() async throws {
        let (backend, client) = try await TestClient.strict()
        let (app, user) = try await client.enrollApp(
            try await client.signUpVerified("ada@example.com"),
            at: backend.clock
        )
        backend.clock.advance(by: .seconds(30))
        let id = try await client.factors(of: user.uid)[0]
        let code = app.code(at: backend.clock.now)
        var credentials: [JSONValue] = []
        for _ in 0..<10 {
            let pending = try await client.signInWithLink("ada@example.com")
            credentials.append(try #require(pending["mfaPendingCredential"]))
        }
        let bodies = credentials.map { credential -> JSONValue in
            [
                "mfaPendingCredential": credential, "mfaEnrollmentId": .string(id),
                "totpVerificationInfo": ["verificationCode": .string(code)],
            ]
        }
        let turn = Locked(0)
        let errors = try await atOnce(50) {
            let body = turn.withLock { turn in
                turn += 1
                return bodies[turn % bodies.count]
            }
            return try await client.user2(Self.finish, body).error
        }
        #expect(errors.filter { $0 == nil }.count == 1)
    }

    @Test(
        arguments: [
            (start, [:], "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential."),
            (
                start, ["mfaPendingCredential": "x"],
                "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided."
            ),
            (start, ["mfaPendingCredential": "x", "mfaEnrollmentId": "x"], "INVALID_MFA_PENDING_CREDENTIAL"),
            (finish, [:], "MISSING_CREDENTIAL : Please set MFA Pending Credential."),
            (finish, ["mfaPendingCredential": "x"], "INVALID_ARGUMENT : MFA provider not supported!"),
            (finish, ["mfaPendingCredential": "x", "phoneVerificationInfo": [:]], "MISSING_CODE"),
            (
                finish, ["mfaPendingCredential": "x", "phoneVerificationInfo": ["code": "1"]],
                "MISSING_SESSION_INFO"
            ),
            (
                finish, ["mfaPendingCredential": "x", "phoneVerificationInfo": ["androidVerificationProof": "x"]],
                "androidVerificationProof is unsupported!"
            ),
            (
                finish,
                ["mfaPendingCredential": "x", "phoneVerificationInfo": ["code": "1", "sessionInfo": "x"]],
                "INVALID_MFA_PENDING_CREDENTIAL"
            ),
            (
                finish, ["mfaPendingCredential": "x", "totpVerificationInfo": ["verificationCode": "1"]],
                "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided."
            ),
            (
                finish, ["mfaPendingCredential": "x", "mfaEnrollmentId": "x", "totpVerificationInfo": [:]],
                "MISSING_CODE"
            ),
        ] as [(String, JSONValue, String)]
    )
    func `refuses what names no sign-in`(_ operation: String, _ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.user2(operation, body).error == error)
    }

    @Test func `refuses factors that are not the account's, or of another kind`() async throws {
        let (backend, client) = try await TestClient.strict()
        let (_, user) = try await client.enrollApp(
            try await client.signUpVerified("ada@example.com"),
            at: backend.clock
        )
        let credential = try #require(try await client.signIn("ada@example.com")["mfaPendingCredential"])
        let app = try await client.factors(of: user.uid)[0]
        func begin(_ id: String) async throws -> String? {
            try await client.user2(
                Self.start,
                ["mfaPendingCredential": credential, "mfaEnrollmentId": .string(id), "phoneSignInInfo": [:]]
            ).error
        }
        #expect(try await begin("another's") == "MFA_ENROLLMENT_NOT_FOUND")
        #expect(try await begin(app) == "INVALID_ARGUMENT : MFA provider not supported!")
        let body: JSONValue = [
            "mfaPendingCredential": credential, "mfaEnrollmentId": "another's",
            "totpVerificationInfo": ["verificationCode": "123456"],
        ]
        #expect(try await client.user2(Self.finish, body).error == "MFA_ENROLLMENT_NOT_FOUND")
    }

    @Test func `takes no code that was texted for an enrollment`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        let start = try await client.user2(
            "accounts/mfaEnrollment:start",
            ["idToken": .string(user.idToken), "phoneEnrollmentInfo": ["phoneNumber": "+15555550101"]]
        )
        let session = try #require(start["phoneSessionInfo"]?["sessionInfo"])
        let credential = try #require(try await client.signIn("ada@example.com")["mfaPendingCredential"])
        let code = try await client.listedCode(of: session.text)
        let answer = try await client.user2(Self.finish, phone(credential, session, code))
        #expect(answer.error == "INVALID_SESSION_INFO")
    }

    @Test func `is void after five wrong codes, over all texts`() async throws {
        let (_, client) = try await TestClient.strict()
        let (_, credential, factor) = try await waiting(client)
        for _ in 0..<5 {
            let session = try await text(credential, factor, client)
            let answer = try await client.user2(Self.finish, phone(credential, session, "12345"))
            #expect(answer.error == "INVALID_CODE")
        }
        let body: JSONValue = ["mfaPendingCredential": credential, "mfaEnrollmentId": factor]
        #expect(try await client.user2(Self.start, body).error == "INVALID_MFA_PENDING_CREDENTIAL")
    }

    @Test func `an app's codes cannot be guessed by signing in again and again`() async throws {
        let (backend, client) = try await TestClient.strict()
        let (app, user) = try await client.enrollApp(
            try await client.signUpVerified("ada@example.com"),
            at: backend.clock
        )
        backend.clock.advance(by: .seconds(30))
        let id = try await client.factors(of: user.uid)[0]
        func signIn(_ code: String, from guesser: TestClient) async throws -> String? {
            let pending = try await client.signInWithLink("ada@example.com")
            let body: JSONValue = [
                "mfaPendingCredential": pending["mfaPendingCredential"] ?? .null, "mfaEnrollmentId": .string(id),
                "totpVerificationInfo": ["verificationCode": .string(code)],
            ]
            return try await guesser.user2(Self.finish, body).error
        }
        for guesser in (0..<10).map({ client.calling(from: "198.51.100.\($0)") }) {
            #expect(try await signIn("12345", from: guesser) == "INVALID_CODE")
        }
        let stranger = client.calling(from: "203.0.113.1")
        #expect(try await signIn(app.code(at: backend.clock.now), from: stranger) == "TOO_MANY_ATTEMPTS_TRY_LATER")
        backend.clock.advance(by: .hours(1))
        #expect(try await signIn(app.code(at: backend.clock.now), from: stranger) == nil)
    }

    @Test(
        arguments: [
            (BackendConfiguration.Profile.strict, Duration.minutes(5) - .seconds(1), true),
            (.strict, .minutes(5), false), (.lenient, .hours(1000), true),
        ]
    )
    func `waits five minutes in strict`(
        _ profile: BackendConfiguration.Profile,
        _ age: Duration,
        _ isGood: Bool
    ) async throws {
        let backend = try await TestBackend { $0.profile = profile }
        let client = TestClient(backend)
        let (_, credential, factor) = try await waiting(client)
        backend.clock.advance(by: age)
        let body: JSONValue = ["mfaPendingCredential": credential, "mfaEnrollmentId": factor]
        let error = try await client.user2(Self.start, body).error
        #expect(error == (isGood ? nil : "INVALID_MFA_PENDING_CREDENTIAL"))
    }

    @Test func `a new password ends what waits, and is no way around the factor`() async throws {
        let (_, client) = try await TestClient.strict()
        let (_, credential, factor) = try await waiting(client)
        let code = try await client.code("PASSWORD_RESET", ["email": "ada@example.com"])
        let reset: JSONValue = ["oobCode": .string(code), "newPassword": "another secret"]
        #expect(try await client.user("accounts:resetPassword", reset).status == 200)
        let body: JSONValue = ["mfaPendingCredential": credential, "mfaEnrollmentId": factor]
        #expect(try await client.user2(Self.start, body).error == "INVALID_MFA_PENDING_CREDENTIAL")
        let answer = try await client.signIn("ada@example.com", "another secret")
        #expect(answer["idToken"] == nil && answer["mfaPendingCredential"] != nil)
    }

    @Test func `a factor that was enrolled for an unproved address does not outlast a reset`() async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.signUp("victim@example.com", "attacker's password")
        let theirs: JSONValue = ["enrollments": [["phoneInfo": "+15555550100", "mfaEnrollmentId": "theirs"]]]
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "mfa": theirs])
        let code = try await client.code("PASSWORD_RESET", ["email": "victim@example.com"])
        let reset: JSONValue = ["oobCode": .string(code), "newPassword": "another secret"]
        #expect(try await client.user("accounts:resetPassword", reset).status == 200)
        #expect(try TestUser(try await client.signIn("victim@example.com", "another secret")).uid == user.uid)
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `refuses an account that was disabled meanwhile`(
        _ profile: BackendConfiguration.Profile
    ) async throws {
        let client = TestClient(try await TestBackend { $0.profile = profile })
        let (uid, credential, factor) = try await waiting(client)
        let session = try await text(credential, factor, client)
        let code = try await client.listedCode(of: session.text)
        _ = try await client.admin("accounts:update", ["localId": .string(uid), "disableUser": true])
        // Strict has forgotten the sign-in.
        let refusal = profile == .strict ? "INVALID_MFA_PENDING_CREDENTIAL" : "USER_DISABLED"
        #expect(try await client.user2(Self.finish, phone(credential, session, code)).error == refusal)
    }

    @Test func `a provider is followed by the second factor too`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let (app, user) = try await client.enrollApp(
            try await client.signUpVerified("ada@example.com"),
            at: backend.clock
        )
        backend.clock.advance(by: .seconds(30))
        let token = #"{"sub":"1","email":"ada@example.com","email_verified":true}"#
        let pending = try await client.user(
            "accounts:signInWithIdp",
            ["requestUri": "http://localhost", "postBody": .string("providerId=google.com&id_token=\(token)")]
        )
        #expect(pending["idToken"] == nil && pending["localId"]?.text == user.uid)
        let body: JSONValue = [
            "mfaPendingCredential": pending["mfaPendingCredential"] ?? .null,
            "mfaEnrollmentId": pending["mfaInfo"]?.array?.first?["mfaEnrollmentId"] ?? .null,
            "totpVerificationInfo": ["verificationCode": .string(app.code(at: backend.clock.now))],
        ]
        let session = try TestUser(try await client.user2(Self.finish, body))
        let firebase = try claims(of: session.idToken)["firebase"]
        #expect(firebase?["sign_in_provider"] == "google.com" && firebase?["sign_in_second_factor"] == "totp")
    }

    @Test func `belongs to its tenant`() async throws {
        let client = TestClient(try await TestBackend())
        let (_, credential, factor) = try await waiting(client)
        let body: JSONValue = [
            "mfaPendingCredential": credential, "mfaEnrollmentId": factor, "tenantId": "tenant-1",
        ]
        #expect(
            try await client.user2(Self.start, body).error
                == "INVALID_PROJECT_ID : Project ID does not match MFA pending credential."
        )
    }

    @Test func `no one is asked for a factor of a kind that is turned off`() async throws {
        let client = TestClient(try await TestBackend { $0.secondFactors = [.totp] })
        let user = try await client.signUpVerified("ada@example.com")
        let factors: JSONValue = ["enrollments": [["phoneInfo": "+15555550100", "mfaEnrollmentId": "phone-1"]]]
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "mfa": factors])
        #expect(try await client.signIn("ada@example.com")["idToken"] != nil)
        let body: JSONValue = ["mfaPendingCredential": "x", "mfaEnrollmentId": "phone-1"]
        let error = "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."
        #expect(try await client.user2(Self.start, body).error == error)
    }
}
