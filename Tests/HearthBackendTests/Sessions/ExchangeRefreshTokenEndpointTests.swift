import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("token", .inProcessAndLiveInLongRuns)
struct ExchangeRefreshTokenEndpointTests {
    private static let path = "/securetoken.googleapis.com/v1/token?key=k"

    @Test func `answers JSON and a form alike, in snake case`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .minutes(10))
        let json = try await client.refresh(user.refreshToken)
        let parameters: FormParameters = ["grant_type": "refresh_token", "refresh_token": user.refreshToken]
        let form = try await client.send(
            .post,
            Self.path,
            text: parameters.encoded,
            type: "application/x-www-form-urlencoded; charset=utf-8"
        )
        let names = [
            "access_token", "expires_in", "token_type", "refresh_token", "id_token", "user_id", "project_id",
        ]
        for answer in [json, form] {
            #expect(answer.status == 200)
            #expect(answer.document.object?.names == names)
            #expect(answer["access_token"] == answer["id_token"])
            #expect(answer["expires_in"] == "3600")
            #expect(answer["token_type"] == "Bearer")
            #expect(answer["refresh_token"] == .string(user.refreshToken))
            #expect(answer["user_id"] == .string(user.uid))
            #expect(answer["project_id"] == "12345")
            let claims = try claims(of: answer["id_token"]?.text ?? "")
            #expect(claims["iat"] == .integer(backend.clock.now.seconds))
        }
    }

    @Test(
        arguments: [
            ([:], "MISSING_GRANT_TYPE"),
            (["grantType": "", "refreshToken": "x"], "MISSING_GRANT_TYPE"),
            (["grantType": "password", "refreshToken": "x"], "INVALID_GRANT_TYPE"),
            (["grantType": "refresh_token"], "MISSING_REFRESH_TOKEN"),
            (["grant_type": "refresh_token", "refresh_token": ""], "MISSING_REFRESH_TOKEN"),
            (["grantType": "refresh_token", "refreshToken": "nonsense"], "INVALID_REFRESH_TOKEN"),
        ] as [(JSONValue, String)]
    )
    func `refuses what is no refresh token`(_ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.send(.post, Self.path, body)
        #expect(answer.status == 400)
        #expect(answer.error == error)
    }

    @Test func `refuses disabled users until they are enabled again`() async throws {
        let client = TestClient(try await TestBackend())
        let user = try await client.signUp("ada@example.com")
        let id = JSONValue.string(user.uid)
        _ = try await client.admin("accounts:update", ["localId": id, "disableUser": true])
        #expect(try await client.refresh(user.refreshToken).error == "USER_DISABLED")
        _ = try await client.admin("accounts:update", ["localId": id, "disableUser": false])
        #expect(try await client.refresh(user.refreshToken).status == 200)
    }

    @Test func `survives a new password in lenient, as in the emulator`() async throws {
        let backend = try await TestBackend()
        let client = TestClient(backend)
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .seconds(2))
        _ = try await client.update(user, ["password": "secret2"])
        #expect(try await client.refresh(user.refreshToken).status == 200)
    }
}
