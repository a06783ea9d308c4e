@testable import HearthAuth
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTestSupport
import Testing

@Suite("A user")
struct UserTests {
    let fixture = Fixture()
    var auth: Auth { fixture.auth }
    var service: FakeService { fixture.service }

    typealias Action = @Sendable (User) async throws(AuthError) -> Void

    static let actions: [(String, Action)] = [
        ("idToken", { user throws(AuthError) in _ = try await user.idToken() }),
        ("getIDToken", { user throws(AuthError) in _ = try await user.getIDToken(forcingRefresh: true) }),
        ("idTokenResult", { user throws(AuthError) in _ = try await user.idTokenResult() }),
        ("reload", { user throws(AuthError) in _ = try await user.reload() }),
        ("updateProfile", { user throws(AuthError) in _ = try await user.updateProfile(displayName: .set("x")) }),
        ("updatePassword", { user throws(AuthError) in _ = try await user.updatePassword(to: "other horse") }),
        ("updateEmail", { user throws(AuthError) in _ = try await user.updateEmail(to: "new@example.com") }),
        ("sendEmailVerification", { user throws(AuthError) in try await user.sendEmailVerification() }),
        (
            "verifyBeforeUpdate",
            { user throws(AuthError) in
                try await user.sendEmailVerification(beforeUpdatingEmail: "n@example.com")
            }
        ),
        ("link", { user throws(AuthError) in _ = try await user.link(withEmail: "n@example.com", password: "x") }),
        ("delete", { user throws(AuthError) in try await user.delete() }),
    ]

    @Test(arguments: actions.indices)
    func `of an earlier session may do nothing, and nothing is sent`(_ index: Int) async throws {
        let user = try await fixture.signIn()
        try await auth.signOut()
        let calls = service.calls.count
        #expect(await failure { () throws(AuthError) in try await Self.actions[index].1(user) }?.code == .staleUser)
        let other = try await fixture.signIn("other@example.com")
        let later = service.calls.count
        #expect(await failure { () throws(AuthError) in try await Self.actions[index].1(user) }?.code == .staleUser)
        #expect(service.calls.count - later == 0 && later - calls == 2)
        #expect(auth.currentUser == other)
    }

    @Test func `defect 6: a name and a picture can be removed`() async throws {
        let user = try await fixture.signIn()
        let named = try await user.updateProfile(displayName: .set("Eve"), photoURL: .set("https://example.com/e.png"))
        #expect(named.displayName == "Eve" && named.photoURL == "https://example.com/e.png")
        let cleared = try await named.updateProfile(displayName: .cleared)
        #expect(cleared.displayName == nil && cleared.photoURL == "https://example.com/e.png")
        #expect(service.calls.last { $0.operation == "update" }?.body["deleteAttribute"] == ["DISPLAY_NAME"])
        #expect(auth.currentUser == cleared)
    }

    @Test func `a change request sends what was assigned, and may be sent again`() async throws {
        let user = try await fixture.signIn()
        var request = user.createProfileChangeRequest()
        request.displayName = "Eve"
        service.next("update", .transport(.unreachable))
        #expect(await failure { () throws(AuthError) in try await request.commitChanges() }?.code == .networkError)
        #expect(try await request.commitChanges().displayName == "Eve")
        var clearing = try #require(auth.currentUser).createProfileChangeRequest()
        clearing.displayName = nil
        #expect(clearing.displayName == nil)
        #expect(try await clearing.commitChanges().displayName == nil)
    }

    @Test func `defect 3: a profile that cannot be stored is one outcome, not two`() async throws {
        let user = try await fixture.signIn()
        fixture.storage.state.withLock { $0.writeProblem = .full }
        #expect(try await user.updateProfile(displayName: .set("Eve")).displayName == "Eve")
        #expect(auth.currentUser?.displayName == "Eve")
    }

    @Test func `no change sends nothing`() async throws {
        let user = try await fixture.signIn()
        let calls = service.calls.count
        #expect(try await user.updateProfile() == user)
        #expect(service.calls.count == calls)
    }

    @Test func `a new password brings new tokens`() async throws {
        let user = try await fixture.signIn()
        let old = try await user.idToken().reveal()
        try await user.updatePassword(to: "battery staple")
        #expect(try await user.idToken().reveal() != old)
        #expect(try await !user.idToken(forcingRefresh: true).reveal().isEmpty)
        #expect(auth.state.isSignedIn)
    }

    @Test func `a refresh that a new password overtakes does not sign out`() async throws {
        let user = try await fixture.signIn()
        let gate = Gate()
        service.next("token", .hold(gate))
        let refresh = Task { try await user.idToken(forcingRefresh: true).reveal() }
        await until { service.count("token") == 1 }
        try await user.updatePassword(to: "battery staple")
        gate.open()
        let token = try await refresh.value
        #expect(try await user.idToken().reveal() == token)
        #expect(auth.state.isSignedIn)
    }

    @Test func `a guest becomes a lasting user with the same identifier`() async throws {
        let guest = try await auth.signInAnonymously().user
        let user = try await guest.link(withEmail: "eve@example.com", password: "correct horse").user
        #expect(user.uid == guest.uid && !user.isAnonymous && user.email == "eve@example.com")
        #expect(service.calls.last { $0.operation == "signUp" }?.body["idToken"] != nil)
        #expect(
            await failure { () throws(AuthError) in
                try await user.link(withEmail: "b@example.com", password: "x")
            }?.code == .providerAlreadyLinked
        )
    }

    @Test func `defect 2: without a token there is no linking request`() async throws {
        let guest = try await auth.signInAnonymously().user
        fixture.clock.advance(by: .hours(2))
        service.always("token", .transport(.unreachable))
        let signUps = service.count("signUp")
        let error = await failure { () throws(AuthError) in
            try await guest.link(withEmail: "eve@example.com", password: "correct horse")
        }
        #expect(error?.code == .networkError)
        #expect(service.count("signUp") == signUps)
    }

    @Test func `defect 1: an answer with another account's tokens is refused, and nothing changes`() async throws {
        let guest = try await auth.signInAnonymously().user
        let before = fixture.storage.bytes
        service.next(
            "signUp",
            .change { document in
                var object = document.object ?? .init()
                object["idToken"] = .string(FakeToken.make("mallory"))
                return .object(object)
            }
        )
        let error = await failure { () throws(AuthError) in
            try await guest.link(withEmail: "eve@example.com", password: "correct horse")
        }
        #expect(error?.code == .userMismatch)
        #expect(auth.currentUser == guest && fixture.storage.bytes == before)
    }

    @Test func `a token that the service does not accept is refreshed once, and the call made again`() async throws {
        let user = try await fixture.signIn()
        service.next("lookup", .refuse("INVALID_ID_TOKEN"))
        #expect(try await user.reload() == user)
        #expect(service.count("token") == 1)
    }

    @Test func `a token that is refused again ends the session`() async throws {
        let user = try await fixture.signIn()
        service.always("lookup", .refuse("INVALID_ID_TOKEN"))
        #expect(await failure { () throws(AuthError) in try await user.reload() }?.code == .invalidUserToken)
        #expect(service.count("token") == 1)
        #expect(auth.state.reason == .revoked)
    }

    @Test(arguments: [
        ("TOKEN_EXPIRED", SignOutReason.revoked), ("USER_DISABLED", .disabled), ("USER_NOT_FOUND", .deleted),
    ])
    func `a session that is over ends with its reason`(_ message: String, _ reason: SignOutReason) async throws {
        let user = try await fixture.signIn()
        service.next("lookup", .refuse(message))
        #expect(await failure { () throws(AuthError) in try await user.reload() }?.serverCode == message)
        #expect(auth.state.reason == reason)
        await until { fixture.storedUser == nil }
    }

    @Test func `defect 8: what was removed elsewhere is gone after a reload`() async throws {
        let factors: JSONValue = [["mfaEnrollmentId": "f1", "phoneInfo": "+*******0100"]]
        service.next(
            "lookup",
            .change { document in
                guard var user = document["users"]?.array?.first?.object else { return document }
                user["mfaInfo"] = factors
                return ["users": [.object(user)]]
            }
        )
        let user = try await fixture.signIn()
        #expect(user.enrolledFactors.map(\.uid) == ["f1"])
        #expect(try await user.reload().enrolledFactors.isEmpty)
        #expect(auth.currentUser?.enrolledFactors.isEmpty == true)
    }

    @Test func `deletes the account, and signs out`() async throws {
        let user = try await fixture.signIn()
        try await user.delete()
        #expect(auth.state.reason == .deleted)
        #expect(fixture.storedUser == nil)
        #expect(service.state.withLock { $0.accounts.isEmpty })
    }

    @Test func `a deletion that is refused keeps the session`() async throws {
        let user = try await fixture.signIn()
        service.next("delete", .refuse("CREDENTIAL_TOO_OLD_LOGIN_AGAIN"))
        let error = await failure { () throws(AuthError) in try await user.delete() }
        #expect(error?.code == .requiresRecentLogin && error?.recovery == .reauthenticate)
        #expect(auth.currentUser == user)
    }

    @Test func `mails are asked for with the settings`() async throws {
        let user = try await fixture.signIn()
        var settings = ActionCodeSettings()
        settings.url = "https://shop.example/done"
        settings.handleCodeInApp = true
        try await user.sendEmailVerification(with: settings)
        let verification = try #require(service.calls.last).body
        #expect(verification["requestType"] == "VERIFY_EMAIL" && verification["idToken"] != nil)
        #expect(verification["continueUrl"] == "https://shop.example/done")
        #expect(verification["canHandleCodeInApp"] == true)
        try await user.sendEmailVerification(beforeUpdatingEmail: "new@example.com")
        let change = try #require(service.calls.last).body
        #expect(change["requestType"] == "VERIFY_AND_CHANGE_EMAIL" && change["newEmail"] == "new@example.com")
    }
}
