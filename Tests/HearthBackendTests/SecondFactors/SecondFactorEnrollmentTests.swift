import HearthBackend
import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts/mfaEnrollment", .inProcessAndLiveInLongRuns)
struct SecondFactorEnrollmentTests {
    private static let number = "+15555550100"
    private static let start = "accounts/mfaEnrollment:start"
    private static let finish = "accounts/mfaEnrollment:finalize"

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `enrolls a telephone`(_ profile: BackendConfiguration.Profile) async throws {
        let client = TestClient(try await TestBackend { $0.profile = profile })
        let user = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        let factor = try #require(try await client.account(user.uid)["mfaInfo"]?.array?.first)
        #expect(factor["phoneInfo"]?.text == Self.number && factor["unobfuscatedPhoneInfo"]?.text == Self.number)
        #expect(factor["displayName"] == "My phone" && factor["enrolledAt"]?.text.hasSuffix("Z") == true)
        let firebase = try claims(of: user.idToken)["firebase"]
        #expect(firebase?["sign_in_second_factor"] == "phone")
        #expect(firebase?["second_factor_identifier"] == factor["mfaEnrollmentId"])
        #expect(firebase?["sign_in_provider"] == "password")
        let refreshed = try TestUser(try await client.refresh(user.refreshToken))
        #expect(try claims(of: refreshed.idToken)["firebase"] == firebase)
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `enrolls an authenticator app`(_ profile: BackendConfiguration.Profile) async throws {
        let backend = try await TestBackend { $0.profile = profile }
        let client = TestClient(backend)
        let user = try await client.signUpVerified("ada@example.com")
        let start = try await client.user2(Self.start, ["idToken": .string(user.idToken), "totpEnrollmentInfo": [:]])
        let info = try #require(start["totpSessionInfo"])
        #expect(info["verificationCodeLength"] == 6 && info["periodSec"] == 30 && info["hashingAlgorithm"] == "SHA1")
        #expect(Base32.decode(info["sharedSecretKey"]?.text ?? "")?.count == 20)
        let due = CivilTime(backend.clock.now + .minutes(5)).rfc3339
        #expect(info["finalizeEnrollmentTime"]?.text == due && info["sessionInfo"]?.text.isEmpty == false)
        let enrolled = try await client.enrollApp(user, at: backend.clock).user
        let factor = try #require(try await client.account(user.uid)["mfaInfo"]?.array?.first)
        #expect(factor["totpInfo"] == [:] && factor["phoneInfo"] == nil && factor["displayName"] == "My app")
        let firebase = try claims(of: enrolled.idToken)["firebase"]
        #expect(firebase?["sign_in_second_factor"] == "totp")
        #expect(firebase?["second_factor_identifier"] == factor["mfaEnrollmentId"])
    }

    @Test func `ends the sessions that have not shown the factor, in strict`() async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.signUpVerified("ada@example.com")
        let enrolled = try await client.enrollPhone(Self.number, user)
        #expect(try await client.refresh(user.refreshToken).error == "TOKEN_EXPIRED")
        #expect(try await client.refresh(enrolled.refreshToken).status == 200)
        let lenient = TestClient(try await TestBackend())
        let other = try await lenient.signUpVerified("ada@example.com")
        _ = try await lenient.enrollPhone(Self.number, other)
        #expect(try await lenient.refresh(other.refreshToken).status == 200)
    }

    /// Calls an operation in the name of someone.
    private func call(
        _ operation: String,
        _ user: TestUser,
        _ more: [String: JSONValue],
        _ client: TestClient
    ) async throws -> String? {
        let body = more.merging(["idToken": .string(user.idToken)]) { first, _ in first }
        return try await client.user2(operation, JSONValue(body)).error
    }

    @Test(
        arguments: [
            (["phoneEnrollmentInfo": ["phoneNumber": "+15555550100"], "idToken": ""], "INVALID_ID_TOKEN"),
            ([:], "INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))"),
            (["phoneEnrollmentInfo": [:]], "INVALID_PHONE_NUMBER : Invalid format."),
            (["phoneEnrollmentInfo": ["phoneNumber": "5550100"]], "INVALID_PHONE_NUMBER : Invalid format."),
            (
                ["phoneEnrollmentInfo": ["phoneNumber": "+15555550199"]],
                "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."
            ),
        ] as [([String: JSONValue], String)]
    )
    func `starts no enrollment without what it needs`(_ more: [String: JSONValue], _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.enrollPhone("+15555550199", try await client.signUpVerified("ada@example.com"))
        #expect(try await call(Self.start, user, more, client) == error)
    }

    @Test(
        arguments: [
            ([:], "INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))"),
            (["phoneVerificationInfo": ["sessionInfo": "x"]], "MISSING_CODE"),
            (["phoneVerificationInfo": ["code": "123456"]], "MISSING_SESSION_INFO"),
            (["phoneVerificationInfo": ["code": "123456", "sessionInfo": "x"]], "INVALID_SESSION_INFO"),
            (
                ["phoneVerificationInfo": ["androidVerificationProof": "x"]],
                "androidVerificationProof is unsupported!"
            ),
            (["totpVerificationInfo": ["sessionInfo": "x"]], "MISSING_CODE"),
            (["totpVerificationInfo": ["verificationCode": "123456"]], "MISSING_SESSION_INFO"),
            (
                ["totpVerificationInfo": ["verificationCode": "123456", "sessionInfo": "x"]],
                "INVALID_SESSION_INFO"
            ),
        ] as [([String: JSONValue], String)]
    )
    func `finishes no enrollment without what it needs`(_ more: [String: JSONValue], _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUpVerified("ada@example.com")
        #expect(try await call(Self.finish, user, more, client) == error)
    }

    @Test(arguments: [start, finish, "accounts/mfaEnrollment:withdraw"])
    func `needs an identity token`(_ operation: String) async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.user2(operation, [:]).error == "MISSING_ID_TOKEN")
    }

    @Test(arguments: [["phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]], ["totpEnrollmentInfo": [:]]])
    func `refuses first factors that no second one can follow, and unproved addresses`(
        _ more: [String: JSONValue]
    ) async throws {
        let (_, client) = try await TestClient.strict()
        let unsupported = "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor."
        #expect(try await call(Self.start, try await client.signUpGuest(), more, client) == unsupported)
        let phone = try TestUser(try await client.signInWithPhone("+15555550101"))
        #expect(try await call(Self.start, phone, more, client) == unsupported)
        #expect(try await call(Self.finish, phone, more, client) == unsupported)
        let unverified = try await client.signUp("ada@example.com")
        #expect(
            try await call(Self.start, unverified, more, client)
                == "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors."
        )
    }

    @Test func `can be turned off, each kind by itself`() async throws {
        let client = TestClient(try await TestBackend { $0.secondFactors = [] })
        let user = try await client.signUpVerified("ada@example.com")
        let sms = "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."
        let totp = "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled."
        #expect(try await call(Self.start, user, ["phoneEnrollmentInfo": [:]], client) == sms)
        #expect(try await call(Self.start, user, ["totpEnrollmentInfo": [:]], client) == totp)
        #expect(try await call(Self.finish, user, ["phoneVerificationInfo": [:]], client) == sms)
        #expect(try await call(Self.finish, user, ["totpVerificationInfo": [:]], client) == totp)
    }

    @Test func `needs a recent sign-in`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        let id = try await client.factors(of: user.uid)[0]
        backend.clock.advance(by: .minutes(6))
        for operation in [Self.start, Self.finish, "accounts/mfaEnrollment:withdraw"] {
            let error = try await call(operation, user, ["mfaEnrollmentId": .string(id)], client)
            #expect(error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
        }
    }

    @Test func `enrolls five factors at most, in strict`() async throws {
        let (_, client) = try await TestClient.strict()
        var user = try await client.signUpVerified("ada@example.com")
        for digit in 0..<5 { user = try await client.enrollPhone("+1555555010\(digit)", user) }
        let more: [String: JSONValue] = ["phoneEnrollmentInfo": ["phoneNumber": "+15555550109"]]
        #expect(try await call(Self.start, user, more, client) == "SECOND_FACTOR_LIMIT_EXCEEDED")
    }

    @Test func `takes the code of the account that asked for it, and of no other`() async throws {
        let client = TestClient(try await TestBackend())
        let ada = try await client.signUpVerified("ada@example.com")
        let eve = try await client.signUpVerified("eve@example.com")
        let body: JSONValue = [
            "idToken": .string(ada.idToken), "phoneEnrollmentInfo": ["phoneNumber": .string(Self.number)],
        ]
        let session = try #require(
            try await client.user2(Self.start, body)["phoneSessionInfo"]?["sessionInfo"]?.string
        )
        let code: JSONValue = [
            "sessionInfo": .string(session), "code": .string(try await client.listedCode(of: session)),
        ]
        #expect(try await call(Self.finish, eve, ["phoneVerificationInfo": code], client) == "INVALID_SESSION_INFO")
        #expect(try await call(Self.finish, ada, ["phoneVerificationInfo": code], client) == nil)
    }

    @Test func `a draft is void after five wrong codes, and after five minutes`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUpVerified("ada@example.com")
        func draft() async throws -> (AuthenticatorApp, JSONValue) {
            let body: JSONValue = ["idToken": .string(user.idToken), "totpEnrollmentInfo": [:]]
            let info = try #require(try await client.user2(Self.start, body)["totpSessionInfo"])
            return (
                try #require(AuthenticatorApp(key: info["sharedSecretKey"]?.text ?? "")), info["sessionInfo"] ?? .null
            )
        }
        func finish(_ code: String, _ session: JSONValue) async throws -> String? {
            let info: JSONValue = ["sessionInfo": session, "verificationCode": .string(code)]
            return try await call(Self.finish, user, ["totpVerificationInfo": info], client)
        }
        let (app, session) = try await draft()
        for _ in 0..<5 { #expect(try await finish("12345", session) == "INVALID_CODE") }
        #expect(try await finish(app.code(at: backend.clock.now), session) == "SESSION_EXPIRED")
        let (late, lateSession) = try await draft()
        backend.clock.advance(by: .minutes(5))
        #expect(try await finish(late.code(at: backend.clock.now), lateSession) == "SESSION_EXPIRED")
    }

    @Test func `takes a factor away, with tokens that do not name it`() async throws {
        let (backend, client) = try await TestClient.strict()
        var user = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        user = try await client.enrollApp(user, at: backend.clock).user
        let ids = try await client.factors(of: user.uid)
        func withdraw(_ id: String?) async throws -> TestClient.Answer {
            var body: [String: JSONValue] = ["idToken": .string(user.idToken)]
            body["mfaEnrollmentId"] = id.map { .string($0) }
            return try await client.user2("accounts/mfaEnrollment:withdraw", JSONValue(body))
        }
        #expect(try await withdraw("another's").error == "MFA_ENROLLMENT_NOT_FOUND")
        #expect(try await withdraw(nil).error == "MFA_ENROLLMENT_NOT_FOUND")
        let old = user
        user = try TestUser(try await withdraw(ids[0]))
        #expect(try claims(of: user.idToken)["firebase"]?["second_factor_identifier"]?.text == ids[1])
        #expect(try await client.refresh(old.refreshToken).error == "TOKEN_EXPIRED")
        user = try TestUser(try await withdraw(ids[1]))
        #expect(try claims(of: user.idToken)["firebase"]?["sign_in_second_factor"] == nil)
        #expect(try await client.account(user.uid)["mfaInfo"] == [])
        #expect(try await withdraw(ids[1]).error == "MFA_ENROLLMENT_NOT_FOUND")
        #expect(try await client.signIn("ada@example.com")["idToken"] != nil)
    }

    @Test func `a changed password keeps what was shown`() async throws {
        let (_, client) = try await TestClient.strict()
        let user = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        let changed = try TestUser(try await client.update(user, ["password": "another secret"]))
        #expect(try claims(of: changed.idToken)["firebase"]?["sign_in_second_factor"] == "phone")
    }
}
