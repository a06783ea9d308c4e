import HearthBackend
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("GET verificationCodes", .inProcessAndLiveInLongRuns)
struct ListVerificationCodesEndpointTests {
    @Test func `lists the codes that are still good, oldest first`() async throws {
        let client = TestClient(try await TestBackend())
        let path = "/emulator/v1/projects/demo-test/verificationCodes"
        #expect(try await client.send(.get, path)["verificationCodes"] == [])
        let first = try await client.sendVerificationCode(to: "+15555550100")
        let second = try await client.sendVerificationCode(to: "+15555550101")
        let codes = try await client.send(.get, path)["verificationCodes"]?.array ?? []
        #expect(codes.map { $0["sessionInfo"]?.text } == [first, second])
        #expect(codes.map { $0["phoneNumber"]?.text } == ["+15555550100", "+15555550101"])
        let body: JSONValue = ["sessionInfo": .string(first), "code": codes[0]["code"] ?? .null]
        _ = try await client.user("accounts:signInWithPhoneNumber", body)
        #expect(try await client.send(.get, path)["verificationCodes"]?.array?.count == 1)
    }

    @Test func `is absent in production`() async throws {
        let client = TestClient(
            try await TestBackend {
                $0.profile = .strict
                $0.isEmulator = false
            }
        )
        _ = try await client.sendVerificationCode(to: "+15555550100")
        #expect(try await client.send(.get, "/emulator/v1/projects/demo-test/verificationCodes").status == 404)
    }
}
