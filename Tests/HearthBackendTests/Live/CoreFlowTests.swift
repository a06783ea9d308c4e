import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("The way of a user, in process and live", .timeLimit(.minutes(5)))
struct CoreFlowTests {
    @Test(arguments: Carrier.allCases)
    func `signs up, in, refreshes, changes, resets and leaves`(_ carrier: Carrier) async throws {
        try await carrier.serve { backend, client in
            let user = try await client.signUp("ada@example.com")
            #expect(try await client.signIn("ada@example.com")["localId"] == .string(user.uid))
            #expect(try await client.signIn("ada@example.com", "wrong1").error == "INVALID_PASSWORD")
            #expect(try await client.refresh(user.refreshToken).status == 200)
            #expect(try await client.update(user, ["displayName": "Ädä 🔥"])["displayName"] == "Ädä 🔥")
            let request: JSONValue = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
            #expect(try await client.user("accounts:sendOobCode", request).status == 200)
            let mail = try await backend.inbox.next(.passwordReset, to: "ada@example.com")
            let start = try #require(mail.link.firstRange(of: "/emulator"))
            let link = String(mail.link[start.lowerBound...])
            #expect(try await client.send(.get, link, nil, ["Accept": "text/html"]).text.contains("<form"))
            let form = "application/x-www-form-urlencoded"
            #expect(try await client.send(.post, link, text: "newPassword=secret2", type: form).status == 200)
            let again = try TestUser(try await client.signIn("ada@example.com", "secret2"))
            #expect(try await client.user("accounts:delete", ["idToken": .string(again.idToken)]).status == 200)
            #expect(try await client.lookUp(again).error == "USER_NOT_FOUND")
        }
    }

    @Test(arguments: Carrier.allCases)
    func `refuses alike`(_ carrier: Carrier) async throws {
        try await carrier.serve { _, client in
            #expect(try await client.send(.get, "/nothing").status == 404)
            #expect(try await client.send(.post, "/v1/accounts:signUp", [:]).status == 403)
            #expect(try await client.send(.post, "/v1/projects/demo-test/accounts", [:]).status == 401)
            #expect(try await client.send(.post, "/v1/accounts:signUp?key=k", text: "{").status == 400)
            let preflight = try await client.send(.options, "/v1/accounts:signUp", nil, ["Origin": "https://a.example"])
            #expect(preflight.status == 204)
            #expect(preflight.fields["access-control-allow-origin"] == "https://a.example")
            #expect(try await client.send(.head, "/healthz").bytes.isEmpty)
        }
    }
}
