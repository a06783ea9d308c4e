import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

/// A flow of demo-shop, copied from the console's live log: 1 request.
@Suite struct ChangedTheAccountTests {
    @Test func `Changed the account`() async throws {
        let backend = try await Self.backend()

        // The session that the flow began with.
        let session = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=test",
            [
                "token": #"{"uid":"ada"}"#,
                "returnSecureToken": true,
            ]
        )

        backend.clock.advance(by: .seconds(901))
        let updateAccount = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/accounts:update?key=k",
            [
                "idToken": session["idToken"],
                "displayName": #"Ada \#u{202e}\#u{a}\(1)"#,
            ]
        )
        #expect(updateAccount.status == 200)
        #expect(updateAccount["localId"] == "ada")
        #expect(updateAccount["email"] == "ada@example.com")
    }

    /// A backend as it was before the flow.
    private static func backend() async throws -> TestBackend {
        let backend = try await TestBackend(project: "demo-shop")
        let accounts = try await backend.send(
            .post,
            "/identitytoolkit.googleapis.com/v1/projects/demo-shop/accounts:batchCreate",
            [
                "users": [
                    [
                        "localId": "ada",
                        "email": "ada@example.com",
                        "emailVerified": false,
                        "displayName": #"Ada \#u{202e}\#u{a}\(1)"#,
                        "rawPassword": "correct horse 42",
                    ]
                ]
            ],
            as: "owner"
        )
        try #require(accounts.status == 200 && accounts["error"].array?.isEmpty != false)
        return backend
    }
}
