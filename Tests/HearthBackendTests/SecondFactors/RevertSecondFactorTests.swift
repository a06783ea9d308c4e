import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("Taking a second factor back", .inProcessAndLiveInLongRuns)
struct RevertSecondFactorTests {
    private static let number = "+15555550100"

    @Test func `who reads the mailbox can undo the enrollment, once`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        let mail = try await backend.inbox.next(.revertSecondFactorAddition, to: "ada@example.com")
        #expect(mail.link.contains("mode=revertSecondFactorAddition"))
        let code: JSONValue = ["oobCode": .string(mail.code)]
        let check = try await client.user("accounts:resetPassword", code)
        #expect(check["requestType"] == "REVERT_SECOND_FACTOR_ADDITION" && check["email"] == "ada@example.com")
        let shown = check["mfaInfo"]?["phoneInfo"]?.text ?? ""
        #expect(shown.hasSuffix("0100") && shown != Self.number)
        #expect(check["mfaInfo"]?["unobfuscatedPhoneInfo"] == nil)
        backend.clock.advance(by: .seconds(1))
        #expect(try await client.user("accounts:update", code).status == 200)
        #expect(try await client.account(user.uid)["mfaInfo"] == nil)
        #expect(try await client.lookUp(user).error == "TOKEN_EXPIRED")
        #expect(try await client.refresh(user.refreshToken).error == "TOKEN_EXPIRED")
        #expect(try await client.user("accounts:update", code).error == "INVALID_OOB_CODE")
        #expect(try await client.signIn("ada@example.com").status == 200)
    }

    @Test func `the code takes its own factor, and works after a change of the address`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        let (_, both) = try await client.enrollApp(user, at: backend.clock)
        let mail = try await backend.inbox.next(.revertSecondFactorAddition, to: "ada@example.com")
        _ = try await client.admin("accounts:update", ["localId": .string(both.uid), "email": "thief@example.com"])
        #expect(try await client.user("accounts:update", ["oobCode": .string(mail.code)]).status == 200)
        let factors = try await client.account(both.uid)["mfaInfo"]?.array
        #expect(factors?.count == 1 && factors?.first?["totpInfo"] != nil)
    }

    @Test func `the page asks before it undoes anything`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        let mail = try await backend.inbox.next(.revertSecondFactorAddition, to: "ada@example.com")
        let path = String(mail.link[try #require(mail.link.firstRange(of: "/emulator")).lowerBound...])
        #expect(try await client.send(.get, path).text.contains("Remove the new second step"))
        #expect(try await client.account(user.uid)["mfaInfo"]?.array?.count == 1)
        #expect(try await client.send(.post, path, text: "", type: "application/x-www-form-urlencoded").status == 200)
        #expect(try await client.account(user.uid)["mfaInfo"] == nil)
    }

    @Test func `the code ends after a week`() async throws {
        let (backend, client) = try await TestClient.strict()
        _ = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        let mail = try await backend.inbox.next(.revertSecondFactorAddition, to: "ada@example.com")
        backend.clock.advance(by: .hours(24 * 7))
        let code: JSONValue = ["oobCode": .string(mail.code)]
        #expect(try await client.user("accounts:update", code).error == "EXPIRED_OOB_CODE")
    }

    @Test func `lenient sends nothing, as the emulator does not`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        _ = try await client.enrollPhone(Self.number, try await client.signUpVerified("ada@example.com"))
        #expect(backend.inbox.all.isEmpty)
    }
}
