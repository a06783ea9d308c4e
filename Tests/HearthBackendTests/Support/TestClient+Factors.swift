import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

extension TestClient {
    /// Calls an operation of the second generation as a user does: `accounts/mfaEnrollment:start`.
    func user2(_ operation: String, _ body: JSONValue) async throws -> Answer {
        try await send(.post, "/identitytoolkit.googleapis.com/v2/\(operation)?key=\(key)", body)
    }

    /// Has a code texted to a number; returns what the code has to come back with.
    func sendVerificationCode(to number: String) async throws -> String {
        let answer = try await user("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
        return try #require(answer["sessionInfo"]?.string, "\(answer.error ?? "")")
    }

    /// Signs in with a number whose code the emulator lists.
    func signInWithPhone(_ number: String, _ more: [String: JSONValue] = [:]) async throws -> Answer {
        let session = try await sendVerificationCode(to: number)
        var body = more
        body["sessionInfo"] = .string(session)
        body["code"] = .string(try await listedCode(of: session))
        return try await user("accounts:signInWithPhoneNumber", JSONValue(body))
    }

    /// The code of a session, as the emulator lists it.
    func listedCode(of session: String) async throws -> String {
        let answer = try await send(.get, "/emulator/v1/projects/demo-test/verificationCodes")
        let codes = answer["verificationCodes"]?.array ?? []
        return try #require(codes.first { $0["sessionInfo"]?.string == session }?["code"]?.string)
    }

    /// Signs in with a link that an administrator got.
    func signInWithLink(_ email: String, _ more: [String: JSONValue] = [:]) async throws -> Answer {
        var body = more
        body["oobCode"] = .string(try await code("EMAIL_SIGNIN", ["email": .string(email)]))
        body["email"] = .string(email)
        return try await user("accounts:signInWithEmailLink", JSONValue(body))
    }

    /// Signs up someone whose address counts as proved.
    func signUpVerified(_ email: String, _ password: String = "secret1") async throws -> TestUser {
        let user = try await signUp(email, password)
        let answer = try await admin("accounts:update", ["localId": .string(user.uid), "emailVerified": true])
        #expect(answer.status == 200)
        return user
    }

    /// Enrolls a telephone; returns the user with the tokens of that.
    func enrollPhone(_ number: String, _ user: TestUser, name: String = "My phone") async throws -> TestUser {
        let start = try await user2(
            "accounts/mfaEnrollment:start",
            ["idToken": .string(user.idToken), "phoneEnrollmentInfo": ["phoneNumber": .string(number)]]
        )
        let session = try #require(start["phoneSessionInfo"]?["sessionInfo"]?.string, "\(start.error ?? "")")
        let finish = try await user2(
            "accounts/mfaEnrollment:finalize",
            [
                "idToken": .string(user.idToken), "displayName": .string(name),
                "phoneVerificationInfo": [
                    "sessionInfo": .string(session), "code": .string(try await listedCode(of: session)),
                ],
            ]
        )
        return try TestUser(finish)
    }

    /// Enrolls an authenticator app; returns it, and the user with the tokens of that.
    func enrollApp(_ user: TestUser, at clock: ManualClock) async throws -> (app: AuthenticatorApp, user: TestUser) {
        let start = try await user2(
            "accounts/mfaEnrollment:start",
            ["idToken": .string(user.idToken), "totpEnrollmentInfo": [:]]
        )
        let info = try #require(start["totpSessionInfo"], "\(start.error ?? "")")
        let app = try #require(AuthenticatorApp(key: info["sharedSecretKey"]?.text ?? ""))
        let finish = try await user2(
            "accounts/mfaEnrollment:finalize",
            [
                "idToken": .string(user.idToken), "displayName": "My app",
                "totpVerificationInfo": [
                    "sessionInfo": info["sessionInfo"] ?? .null, "verificationCode": .string(app.code(at: clock.now)),
                ],
            ]
        )
        return (app, try TestUser(finish))
    }

    /// The identifiers of an account's second factors.
    func factors(of uid: String) async throws -> [String] {
        (try await account(uid)["mfaInfo"]?.array ?? []).map { $0["mfaEnrollmentId"]?.text ?? "" }
    }
}
