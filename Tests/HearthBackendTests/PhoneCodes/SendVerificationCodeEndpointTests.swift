import HearthBackend
import HearthCore
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:sendVerificationCode", .inProcessAndLiveInLongRuns)
struct SendVerificationCodeEndpointTests {
    @Test func `texts six digits`() async throws {
        let (backend, client) = try await TestClient.strict()
        let session = try await client.sendVerificationCode(to: "+1 (555) 555-0100")
        let text = try await backend.inbox.nextText(to: "+15555550100")
        #expect(text.code.utf8.count == 6 && text.code.allSatisfy(\.isNumber) && text.purpose == .signIn)
        #expect(try await client.listedCode(of: session) == text.code)
    }

    @Test(
        arguments: [
            (["phoneNumber": "15555550100"], "INVALID_PHONE_NUMBER : Invalid format."),
            (["phoneNumber": ""], "INVALID_PHONE_NUMBER : Invalid format."),
            ([:], "INVALID_PHONE_NUMBER : Invalid format."),
            (["phoneNumber": "+15555550100", "tenantId": "tenant-1"], "UNSUPPORTED_TENANT_OPERATION"),
        ] as [(JSONValue, String)]
    )
    func `refuses what is no number`(_ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        #expect(try await client.user("accounts:sendVerificationCode", body).error == error)
    }

    @Test func `refuses the number of an account that asks for a second factor`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUpVerified("ada@example.com")
        _ = try await client.enrollPhone("+15555550101", user)
        _ = try await client.admin("accounts:update", ["localId": .string(user.uid), "phoneNumber": "+15555550100"])
        let answer = try await client.user("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
        #expect(
            answer.error
                == "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user."
        )
    }

    @Test func `texts a number ten times an hour`() async throws {
        let (backend, client) = try await TestClient.strict()
        for client in (0..<10).map({ client.calling(from: "198.51.100.\($0)") }) {
            _ = try await client.sendVerificationCode(to: "+15555550100")
        }
        let body: JSONValue = ["phoneNumber": "+15555550100"]
        let answer = try await client.user("accounts:sendVerificationCode", body)
        #expect(answer.error == "TOO_MANY_ATTEMPTS_TRY_LATER")
        #expect(try await client.user("accounts:sendVerificationCode", ["phoneNumber": "+15555550101"]).status == 200)
        backend.clock.advance(by: .hours(1))
        #expect(try await client.user("accounts:sendVerificationCode", body).status == 200)
    }

    @Test func `texts as often as asked in lenient`() async throws {
        let client = TestClient(try await TestBackend())
        for _ in 0..<12 { _ = try await client.sendVerificationCode(to: "+15555550100") }
    }

    @Test func `texts nothing to a test number, whose code is known`() async throws {
        let (backend, client) = try await TestClient.strict { $0.testPhoneNumbers = ["+15555550100": "123456"] }
        for _ in 0..<12 { _ = try await client.sendVerificationCode(to: "+15555550100") }
        let session = try await client.sendVerificationCode(to: "+15555550100")
        #expect(backend.inbox.allTexts.isEmpty)
        let body: JSONValue = ["sessionInfo": .string(session), "code": "123456"]
        #expect(try await client.user("accounts:signInWithPhoneNumber", body)["isNewUser"] == true)
    }

    @Test(arguments: [("15555550100", "123456"), ("+1 555 555 0100", "123456"), ("+15555550100", "12345x")])
    func `starts with no test number that could not be used`(_ number: String, _ code: String) async throws {
        await #expect(throws: BackendError.self) {
            try await TestBackend { $0.testPhoneNumbers = [number: Secret(code)] }
        }
    }
}
