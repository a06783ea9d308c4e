import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import HearthWire
import Testing

@Suite("Auth.signIn(with:using:)")
struct WebSignInTests {
    static let page = "https://sso.example.com/authorize?state=s-1"
    static let session = String(repeating: "x", count: 27)
    let fixture = Fixture()
    let provider = OAuthProvider(providerID: "oidc.staff")

    private func answerPage(_ page: String = page, session: String = session) {
        let document: JSONValue = ["authUri": .string(page), "sessionId": .string(session)]
        fixture.service.always("createAuthUri", .answer(status: 200, body: JSON.serialize(document)))
    }

    private func back(_ query: String) -> ScriptedBrowser {
        ScriptedBrowser { _ in "http://127.0.0.1:4000/callback?\(query)" }
    }

    @Test func `asks for the page, and shows the service what came back`() async throws {
        answerPage()
        var provider = provider
        provider.scopes = ["groups", "calendar"]
        provider.customParameters = ["login_hint": "ada@example.com"]
        let seen = Locked("")
        let browser = ScriptedBrowser { page in
            seen.withLock { $0 = page }
            return "http://127.0.0.1:4000/callback?code=c&state=s-1"
        }
        let error = await failure { () throws(AuthError) in
            try await fixture.auth.signIn(with: provider, using: browser)
        }
        // The service of these tests knows no providers: what counts is what it was asked.
        #expect(error?.serverCode == "UNKNOWN_OPERATION")
        #expect(seen.withLock(\.self) == Self.page)
        let calls = fixture.service.calls
        #expect(calls.map(\.operation) == ["createAuthUri", "signInWithIdp"])
        #expect(calls[0].body["providerId"] == "oidc.staff")
        #expect(calls[0].body["continueUri"] == "http://127.0.0.1:4000/callback")
        #expect(calls[0].body["oauthScope"] == "groups calendar")
        #expect(calls[0].body["customParameter"] == ["login_hint": "ada@example.com"])
        #expect(calls[1].body["requestUri"] == "http://127.0.0.1:4000/callback?code=c&state=s-1")
        #expect(calls[1].body["sessionId"] == .string(Self.session))
        #expect(calls[1].body["postBody"] == "providerId=oidc.staff")
    }

    @Test(
        arguments: [
            ("code=c&state=another", AuthError.Code.webSignInUserInteractionFailure),
            ("code=c", .webSignInUserInteractionFailure), ("state=s-1", .webSignInUserInteractionFailure),
            ("state=s-1&code=", .webSignInUserInteractionFailure), ("", .webSignInUserInteractionFailure),
            ("error=access_denied&state=s-1", .webContextCancelled),
            ("error=server_error&state=s-1", .webSignInUserInteractionFailure),
            ("error=access_denied", .webSignInUserInteractionFailure),
        ]
    )
    func `shows the service nothing that is no answer`(_ query: String, _ code: AuthError.Code) async {
        answerPage()
        let error = await failure { () throws(AuthError) in
            try await fixture.auth.signIn(with: provider, using: back(query))
        }
        #expect(error?.code == code)
        #expect(fixture.service.count("signInWithIdp") == 0)
    }

    @Test(
        arguments: [
            (page, "short", AuthError.Code.internalError), ("file:///etc/passwd", session, .invalidProviderID),
            ("javascript:alert(1)", session, .invalidProviderID), ("", session, .invalidProviderID),
        ]
    )
    func `opens no page of a service that is careless`(
        _ page: String,
        _ session: String,
        _ code: AuthError.Code
    ) async {
        answerPage(page, session: session)
        let error = await failure { () throws(AuthError) in
            try await fixture.auth.signIn(with: provider, using: back("code=c&state=s-1"))
        }
        #expect(error?.code == code)
    }

    @Test func `shows one page at a time`() async {
        answerPage()
        let gate = Gate()
        let first = Task { [auth = fixture.auth, provider] in
            let browser = ScriptedBrowser { (_) throws(AuthError) in
                _ = await gate.pass()
                throw AuthError(.webContextCancelled)
            }
            return await failure { () throws(AuthError) in try await auth.signIn(with: provider, using: browser) }
        }
        while fixture.service.count("createAuthUri") == 0 { await Task.yield() }
        let second = await failure { () throws(AuthError) in
            try await fixture.auth.signIn(with: provider, using: back("code=c&state=s-1"))
        }
        #expect(second?.code == .webContextAlreadyPresented)
        gate.open()
        #expect(await first.value?.code == .webContextCancelled)
        let third = await failure { () throws(AuthError) in
            try await fixture.auth.signIn(with: provider, using: back("state=s-1"))
        }
        #expect(third?.code == .webSignInUserInteractionFailure)
    }

    @Test func `links nothing that is linked already, and shows no page for it`() async throws {
        answerPage()
        let user = try await fixture.signIn()
        let error = await failure { () throws(AuthError) in
            try await user.link(with: OAuthProvider(providerID: "password"), using: back("code=c&state=s-1"))
        }
        #expect(error?.code == .providerAlreadyLinked)
        #expect(fixture.service.count("createAuthUri") == 0)
    }

    @Test func `shows no page to a user who is not signed in any more`() async throws {
        answerPage()
        let user = try await fixture.signIn()
        try await fixture.auth.signOut()
        let browser = back("code=c&state=s-1")
        let link = await failure { () throws(AuthError) in try await user.link(with: provider, using: browser) }
        let again = await failure { () throws(AuthError) in
            try await user.reauthenticate(with: provider, using: browser)
        }
        #expect(link?.code == .staleUser || link?.code == .nullUser)
        #expect(again?.code == link?.code)
        #expect(fixture.service.count("createAuthUri") == 0)
    }

    @Test func `revokes nothing while no user is signed in, and says so at once`() async {
        let error = await failure { () throws(AuthError) in
            try await fixture.auth.revokeToken(withAuthorizationCode: "c0de")
        }
        #expect(error?.code == .nullUser)
        #expect(fixture.service.calls.isEmpty)
    }

    @Test func `revokes Apple's code in the name of the user`() async throws {
        _ = try await fixture.signIn()
        fixture.service.always("revokeToken", .answer(status: 200, body: Array("{}".utf8)))
        try await fixture.auth.revokeToken(withAuthorizationCode: "c0de")
        let call = try #require(fixture.service.calls.last)
        #expect(call.request.path == "/identitytoolkit.googleapis.com/v2/accounts:revokeToken")
        #expect(call.body["providerId"] == "apple.com")
        #expect(call.body["tokenType"] == "CODE")
        #expect(call.body["token"] == "c0de")
        #expect(call.body["idToken"]?.string?.isEmpty == false)
    }
}
