import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 2 requests.
@Suite struct BecameAGuestTests {
    @Test func `Became a guest`() async throws {
        let backend = try await Self.backend()

        let signUp = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
            ["returnSecureToken": true]
        )
        #expect(signUp.status == 200)
        #expect(signUp["idToken"] != .null)

        let exchangeRefreshToken = try await backend.send(
            .post,
            "/securetoken.googleapis.com/v1/token?key=k",
            [
                "grant_type": "refresh_token",
                "refresh_token": signUp["refreshToken"],
            ]
        )
        #expect(exchangeRefreshToken.status == 200)
        #expect(exchangeRefreshToken["id_token"] != .null)
    }

    /// A backend as it was before the flow.
    private static func backend() async throws -> TestBackend {
        let backend = try await TestBackend(project: "demo-shop")
        return backend
    }
}
