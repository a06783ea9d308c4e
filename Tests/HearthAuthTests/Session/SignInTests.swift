import HearthAuth
import HearthCore
import HearthHTTP
import HearthTestSupport
import Testing

@Suite("Signing in")
struct SignInTests {
    let fixture = Fixture()
    var auth: Auth { fixture.auth }
    var service: FakeService { fixture.service }

    @Test func `creates an account and tells that it is new`() async throws {
        let result = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        #expect(result.additionalUserInfo.isNewUser)
        #expect(result.user.email == "eve@example.com")
        #expect(result.user.providerData.map(\.providerID) == ["password"])
        #expect(result.user.metadata.creationDate == UnixTime(seconds: 1_700_000_000))
        #expect(auth.currentUser == result.user)
        #expect(fixture.storedUser == result.user.uid)
    }

    @Test func `signs in with a password`() async throws {
        let uid = service.add("eve@example.com", password: "correct horse")
        let result = try await auth.signIn(withEmail: "eve@example.com", password: "correct horse")
        #expect(result.user.uid == uid)
        #expect(!result.additionalUserInfo.isNewUser)
        #expect(!result.user.isAnonymous)
    }

    @Test func `refuses a wrong password and stays signed out`() async throws {
        service.add("eve@example.com", password: "correct horse")
        let error = await failure { () throws(AuthError) in
            try await auth.signIn(withEmail: "eve@example.com", password: "wrong")
        }
        #expect(error?.code == .invalidCredential)
        #expect(await auth.ready().reason == .never)
    }

    @Test(arguments: [("", "x", AuthError.Code.missingEmail), ("a@example.com", "", .missingPassword)])
    func `asks for what is missing without a call`(_ email: String, _ password: String, _ code: AuthError.Code) async {
        let creating = await failure { () throws(AuthError) in
            try await auth.createUser(withEmail: email, password: password)
        }
        let signing = await failure { () throws(AuthError) in
            try await auth.signIn(withEmail: email, password: password)
        }
        #expect(creating?.code == code && signing?.code == code)
        #expect(service.calls.isEmpty)
    }

    @Test func `a guest stays the same guest`() async throws {
        let first = try await auth.signInAnonymously()
        let second = try await auth.signInAnonymously()
        #expect(first.user.isAnonymous && first.additionalUserInfo.isNewUser)
        #expect(second.user == first.user && !second.additionalUserInfo.isNewUser)
        #expect(service.count("signUp") == 1)
    }

    @Test func `a guest of an earlier run stays the same guest`() async throws {
        let first = try await auth.signInAnonymously()
        let later = fixture.restarted()
        #expect(try await later.auth.signInAnonymously().user.uid == first.user.uid)
        #expect(service.count("signUp") == 1)
    }

    @Test func `signs in with a custom token`() async throws {
        let uid = service.add("eve@example.com", password: "x")
        #expect(try await auth.signIn(withCustomToken: uid).user.uid == uid)
    }

    @Test(arguments: [
        FakeService.Fault.refuse("INTERNAL_ERROR", status: 500), .transport(.connectionLost),
        .answer(status: 200, body: Array("<html>".utf8)), .answer(status: 200, body: Array("{}".utf8)),
    ])
    func `defect 9: survives a profile that cannot be read`(_ fault: FakeService.Fault) async throws {
        service.always("lookup", fault)
        let result = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        #expect(result.user.email == "eve@example.com")
        #expect(auth.state.user?.uid == result.user.uid)
        #expect(fixture.storedUser == result.user.uid)
    }

    @Test(arguments: [TransportError.Kind.connectionLost, .timedOut])
    func `a lost answer to a sign-up leaves one account, signed in`(_ kind: TransportError.Kind) async throws {
        service.next("signUp", .loseAnswer(kind))
        let result = try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        #expect(result.additionalUserInfo.isNewUser)
        #expect(auth.currentUser?.uid == result.user.uid)
        #expect(service.state.withLock { $0.accounts.count } == 1)
    }

    @Test func `a lost answer does not open someone else's account`() async throws {
        service.add("eve@example.com", password: "another")
        service.next("signUp", .loseAnswer(.timedOut))
        let error = await failure { () throws(AuthError) in
            try await auth.createUser(withEmail: "eve@example.com", password: "correct horse")
        }
        #expect(error?.code == .emailAlreadyInUse)
        #expect(!auth.state.isSignedIn)
    }

    @Test func `a second factor is a typed error with its challenge`() async throws {
        let body = #"{"mfaPendingCredential":"p","mfaInfo":[{"mfaEnrollmentId":"f","phoneInfo":"+*******0100"}]}"#
        service.next("signInWithPassword", .answer(status: 200, body: Array(body.utf8)))
        let error = await failure { () throws(AuthError) in
            try await auth.signIn(withEmail: "eve@example.com", password: "x")
        }
        #expect(error?.code == .secondFactorRequired)
        #expect(error?.secondFactor?.pendingCredential.reveal() == "p")
        #expect(error?.secondFactor?.hints.map(\.uid) == ["f"])
        #expect(error?.resolver?.hints.map(\.phoneNumber) == ["+*******0100"])
        #expect(!auth.state.isSignedIn)
    }

    @Test func `an account with another sign-in method is a typed error with what is known of it`() async throws {
        let body = #"""
            {"needConfirmation":true,"email":"eve@example.com","verifiedProvider":["google.com"],"pendingToken":"t"}
            """#
        service.next("signInWithPassword", .answer(status: 200, body: Array(body.utf8)))
        let error = await failure { () throws(AuthError) in
            try await auth.signIn(withEmail: "eve@example.com", password: "x")
        }
        #expect(error?.code == .accountExistsWithDifferentCredential)
        #expect(error?.collision?.verifiedProviders == ["google.com"])
        #expect(error?.collision?.email?.reveal() == "eve@example.com")
    }

    @Test func `the later sign-in counts, whichever is answered first`() async throws {
        let slow = Gate()
        service.add("a@example.com", password: "x", uid: "a")
        service.add("b@example.com", password: "x", uid: "b")
        service.next("signInWithPassword", .hold(slow))
        let first = Task { [auth] in
            await failure { () throws(AuthError) in try await auth.signIn(withEmail: "a@example.com", password: "x") }
        }
        await until { service.count("signInWithPassword") == 1 }
        try await auth.signIn(withEmail: "b@example.com", password: "x")
        slow.open()
        #expect(await first.value?.code == .superseded)
        #expect(auth.currentUser?.uid == "b" && fixture.storedUser == "b")
    }

    @Test func `a sign-out supersedes a sign-in that is on its way`() async throws {
        let slow = Gate()
        service.add("a@example.com", password: "x", uid: "a")
        service.next("signInWithPassword", .hold(slow))
        let first = Task { [auth] in
            await failure { () throws(AuthError) in try await auth.signIn(withEmail: "a@example.com", password: "x") }
        }
        await until { service.count("signInWithPassword") == 1 }
        try await auth.signOut()
        slow.open()
        #expect(await first.value?.code == .superseded)
        #expect(auth.state.reason == .byUser && fixture.storedUser == nil)
    }
}
