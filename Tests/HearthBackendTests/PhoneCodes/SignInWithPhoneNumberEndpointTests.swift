import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:signInWithPhoneNumber", .inProcessAndLiveInLongRuns)
struct SignInWithPhoneNumberEndpointTests {
    private static let number = "+15555550100"

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `creates an account, then signs in to it`(_ profile: BackendConfiguration.Profile) async throws {
        let client = TestClient(try await TestBackend { $0.profile = profile })
        let first = try await client.signInWithPhone(Self.number)
        #expect(first["isNewUser"] == true && first["phoneNumber"]?.text == Self.number)
        let user = try TestUser(first)
        let claims = try claims(of: user.idToken)
        #expect(claims["phone_number"]?.text == Self.number && claims["firebase"]?["sign_in_provider"] == "phone")
        #expect(claims["firebase"]?["identities"]?["phone"] == [.string(Self.number)])
        let second = try await client.signInWithPhone(Self.number)
        #expect(second["isNewUser"] == false && second["localId"]?.text == user.uid)
        #expect(try await client.account(user.uid)["providerUserInfo"]?.array?.first?["providerId"] == "phone")
    }

    @Test func `is served under the first generation's name`() async throws {
        let client = TestClient(try await TestBackend())
        let session = try await client.sendVerificationCode(to: Self.number)
        let answer = try await client.send(
            .post,
            "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPhoneNumber?key=x",
            [
                "sessionInfo": .string(session), "code": .string(try await client.listedCode(of: session)),
                "operation": "SIGN_UP_OR_IN",
            ]
        )
        #expect(answer["isNewUser"] == true)
    }

    @Test(
        arguments: [
            ([:], "MISSING_SESSION_INFO"),
            (["sessionInfo": "x"], "MISSING_CODE"),
            (["sessionInfo": "x", "code": "123456"], "INVALID_SESSION_INFO"),
            (["temporaryProof": "x"], "MISSING_PHONE_NUMBER"),
            (["temporaryProof": "x", "phoneNumber": "+15555550100"], "INVALID_TEMPORARY_PROOF"),
            (["sessionInfo": "x", "code": "1", "tenantId": "tenant-1"], "UNSUPPORTED_TENANT_OPERATION"),
            (["sessionInfo": "x", "code": "1", "idToken": "x"], "INVALID_ID_TOKEN"),
        ] as [(JSONValue, String)]
    )
    func `refuses what proves no number`(_ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.user("accounts:signInWithPhoneNumber", body).error == error)
    }

    /// Types a code; `nil` types a wrong one.
    private func type(_ code: String?, _ session: String, _ client: TestClient) async throws -> String? {
        let right = try await client.listedCode(of: session)
        let typed = code ?? (right == "000000" ? "000001" : "000000")
        let body: JSONValue = ["sessionInfo": .string(session), "code": .string(typed)]
        return try await client.user("accounts:signInWithPhoneNumber", body).error
    }

    @Test func `is void after five wrong tries`() async throws {
        let (_, client) = try await TestClient.strict()
        let session = try await client.sendVerificationCode(to: Self.number)
        let code = try await client.listedCode(of: session)
        for _ in 0..<5 { #expect(try await type(nil, session, client) == "INVALID_CODE") }
        let error = try await type(code, session, client)
        #expect(error?.hasPrefix("SESSION_EXPIRED") == true)
    }

    @Test func `forgives four wrong tries, and any number in lenient`() async throws {
        let (_, client) = try await TestClient.strict()
        let session = try await client.sendVerificationCode(to: Self.number)
        for _ in 0..<4 { _ = try await type(nil, session, client) }
        #expect(try await type(try await client.listedCode(of: session), session, client) == nil)
        let lenient = TestClient(try await TestBackend())
        let other = try await lenient.sendVerificationCode(to: Self.number)
        for _ in 0..<9 { #expect(try await type(nil, other, lenient) == "INVALID_CODE") }
        #expect(try await type(try await lenient.listedCode(of: other), other, lenient) == nil)
    }

    @Test(
        arguments: [
            (BackendConfiguration.Profile.strict, Duration.minutes(10) - .seconds(1), true),
            (.strict, .minutes(10), false), (.lenient, .hours(1000), true),
        ]
    )
    func `ends after ten minutes in strict`(
        _ profile: BackendConfiguration.Profile,
        _ age: Duration,
        _ isGood: Bool
    ) async throws {
        let backend = try await TestBackend { $0.profile = profile }
        let client = TestClient(backend)
        let session = try await client.sendVerificationCode(to: Self.number)
        let code = try await client.listedCode(of: session)
        backend.clock.advance(by: age)
        let body: JSONValue = ["sessionInfo": .string(session), "code": .string(code)]
        let answer = try await client.user("accounts:signInWithPhoneNumber", body)
        #expect((answer.error == nil) == isGood)
        if !isGood { #expect(answer.error?.hasPrefix("SESSION_EXPIRED : ") == true) }
    }

    @Test func `is used once by fifty at the same time`() async throws {
        let (_, client) = try await TestClient.strict()
        let session = try await client.sendVerificationCode(to: Self.number)
        let code = try await client.listedCode(of: session)
        let body: JSONValue = ["sessionInfo": .string(session), "code": .string(code)]
        let errors = try await atOnce(50) { try await client.user("accounts:signInWithPhoneNumber", body).error }
        #expect(errors.filter { $0 == nil }.count == 1)
        #expect(errors.filter { $0 == "INVALID_SESSION_INFO" }.count == 49)
    }

    @Test func `gives an account its number, and another one later`() async throws {
        let (_, client) = try await TestClient.strict()
        let guest = try await client.signUpGuest()
        let linked = try await client.signInWithPhone(Self.number, ["idToken": .string(guest.idToken)])
        #expect(linked["localId"]?.text == guest.uid && linked["isNewUser"] == false)
        #expect(try await client.refresh(guest.refreshToken).error == "TOKEN_EXPIRED")
        let user = try TestUser(linked)
        let changed = try await client.signInWithPhone("+15555550101", ["idToken": .string(user.idToken)])
        #expect(changed["localId"]?.text == guest.uid)
        #expect(try await client.account(guest.uid)["phoneNumber"] == "+15555550101")
        #expect(try await client.signInWithPhone(Self.number)["isNewUser"] == true)
    }

    @Test func `refuses to change a number long after the sign-in`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .minutes(6))
        let answer = try await client.signInWithPhone(Self.number, ["idToken": .string(user.idToken)])
        #expect(answer.error == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    }

    @Test func `proves a number that is another account's, whose owner may sign in with that`() async throws {
        let (backend, client) = try await TestClient.strict()
        let owner = try TestUser(try await client.signInWithPhone(Self.number))
        let other = try await client.signUp("ada@example.com")
        let taken = try await client.signInWithPhone(Self.number, ["idToken": .string(other.idToken)])
        #expect(taken.status == 200 && taken["idToken"] == nil && taken["localId"] == nil)
        #expect(taken["phoneNumber"]?.text == Self.number && taken["temporaryProofExpiresIn"] == "3600")
        let proof: [String: JSONValue] = [
            "temporaryProof": taken["temporaryProof"] ?? .null, "phoneNumber": .string(Self.number),
        ]
        func use(_ more: [String: JSONValue] = [:]) async throws -> TestClient.Answer {
            try await client.user("accounts:signInWithPhoneNumber", JSONValue(proof.merging(more) { $1 }))
        }
        #expect(try await use(["idToken": .string(other.idToken)]).error == "PHONE_NUMBER_EXISTS")
        #expect(try await use(["phoneNumber": "+15555550101"]).error == "INVALID_TEMPORARY_PROOF")
        #expect(try await use()["localId"]?.text == owner.uid)
        #expect(try await use().error == "INVALID_TEMPORARY_PROOF")
        let late = try await client.signInWithPhone(Self.number, ["idToken": .string(other.idToken)])
        backend.clock.advance(by: .hours(1))
        #expect(
            try await use(["temporaryProof": late["temporaryProof"] ?? .null]).error == "INVALID_TEMPORARY_PROOF"
        )
    }

    @Test func `creates no one for who only confirms who they are`() async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.signInWithPhone(Self.number, ["operation": "REAUTH"]).error == "USER_NOT_FOUND")
        let user = try TestUser(try await client.signInWithPhone(Self.number))
        #expect(try await client.signInWithPhone(Self.number, ["operation": "REAUTH"])["localId"]?.text == user.uid)
    }

    @Test(arguments: BackendConfiguration.Profile.allCases)
    func `refuses a disabled account`(_ profile: BackendConfiguration.Profile) async throws {
        let client = TestClient(try await TestBackend { $0.profile = profile })
        let user = try TestUser(try await client.signInWithPhone(Self.number))
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "disableUser": true])
        #expect(try await client.signInWithPhone(Self.number).error == "USER_DISABLED")
    }

    @Test func `refuses an account that asks for a second factor`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.enrollPhone("+15555550101", try await client.signUpVerified("ada@example.com"))
        let answer = try await client.signInWithPhone(Self.number, ["idToken": .string(user.idToken)])
        #expect(
            answer.error
                == "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user."
        )
    }

    @Test func `takes no code that was texted for a second factor`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUpVerified("ada@example.com")
        let start = try await client.user2(
            "accounts/mfaEnrollment:start",
            ["idToken": .string(user.idToken), "phoneEnrollmentInfo": ["phoneNumber": .string(Self.number)]]
        )
        let session = try #require(start["phoneSessionInfo"]?["sessionInfo"]?.string)
        #expect(try await type(try await client.listedCode(of: session), session, client) == "INVALID_SESSION_INFO")
    }
}
