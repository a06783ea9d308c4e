import HearthAuth
import HearthBackend
import HearthCore
import HearthTestSupport
import HearthTesting
import Testing

@testable import HearthFlows

extension FirebaseIdentityTests {
    @Test func `every sign-in method counts, those that the app does not know included`() async throws {
        let device = try await Fixture(.lenient)
        try await device.signUp()
        try await device.manager.link(Fixture.google("g"))
        device.backend.clock.advance(by: .minutes(10))
        let answers = Answers([.provider(Fixture.google("g"))])
        try await device.manager.confirm(reauthenticate: { try await answers.next(to: $0) })
        #expect(answers.asked.first?.providers == ["password", "google.com"])
        try await device.manager.unlink("password")
        let last = await failure { () throws(FlowError) in try await device.manager.unlink("google.com") }
        #expect(last?.auth?.code == .lastSignInMethod)
    }

    @Test func `an address is changed by the link in a mail, also where addresses are protected`() async throws {
        let device = try await Fixture()
        _ = try await device.verifiedUser()
        let wait = try await device.manager.updateEmail(to: "new@example.com")
        #expect(device.manager.state.emailChange == wait && device.manager.currentUser?.email == Fixture.eve)
        let mail = try await device.backend.inbox.next(.verifyAndChangeEmail, to: "new@example.com")
        try await device.auth.applyActionCode(mail.code)
        await #expect(throws: AuthError.self) { try await device.auth.idToken(forcingRefresh: true) }
        #expect(device.manager.state.session == .signedOut(.revoked))
        // What the user was in the middle of is still known.
        #expect(device.manager.state.emailChange == wait)
        _ = try await device.manager.signIn(with: .password(email: "new@example.com", password: Fixture.password))
        #expect(device.manager.state.emailChange == nil)
    }

    @Test func `a refusal keeps its code`() async throws {
        let device = try await Fixture(.lenient)
        try await device.signUp()
        _ = try await device.manager.signIn(with: Fixture.google("taken", email: "other@gmail.com"))
        try await device.manager.signIn(with: .password(email: Fixture.eve, password: Fixture.password))
        guard case .needsLinking(let conflict) = try await device.manager.link(Fixture.google("taken")) else {
            Issue.record("17025 is no conflict")
            return
        }
        #expect(conflict.kind == .credentialTaken)
        device.link.isOffline = true
        let offline = await failure { () throws(FlowError) in try await device.manager.updateDisplayName(to: "Eve") }
        #expect(offline?.auth?.code == .networkError && offline?.recovery == .transient)
        device.link.isOffline = false
        let there = try #require(try await device.manager.resolve(conflict).user)
        #expect(there.email == "other@gmail.com")
    }

    @Test func `a change, a sign-out and a deletion do not race`() async throws {
        let device = try await Fixture()
        let user = try await device.signUp()
        device.link.hold("accounts:update")
        let first = Task {
            await failure { () throws(FlowError) in try await device.manager.updateDisplayName(to: "A") }
        }
        await until { device.link.count("accounts:update") == 1 }
        let second = Task {
            await failure { () throws(FlowError) in try await device.manager.updateDisplayName(to: "B") }
        }
        await until { await device.manager.waiting == 1 }
        try await device.manager.signOut()
        #expect(await first.value?.code == .superseded)
        #expect(await second.value?.code == .superseded)
        #expect(device.link.count("accounts:update") == 1)
        device.link.hold(nil)
        try await device.manager.signIn(with: .password(email: Fixture.eve, password: Fixture.password))
        #expect(device.manager.currentUser?.uid == user.uid && device.manager.currentUser?.displayName == nil)
    }

    @Test func `no password is in anything that can be shown`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        device.backend.clock.advance(by: .minutes(10))
        let shown = Locked("")
        try await device.manager.updatePassword(to: "newer horse") { challenge in
            var text = "\(challenge)"
            dump(challenge, to: &text)
            dump(device.manager.state, to: &text)
            dump(ReauthenticationAnswer.password(Fixture.password), to: &text)
            dump(IdentityProvider.password(email: Fixture.eve, password: Fixture.password), to: &text)
            shown.withLock { $0 = text }
            return .password(Fixture.password)
        }
        let text = shown.withLock(\.self)
        #expect(text.contains("changePassword"))
        for secret in ["newer horse", Fixture.password, Fixture.eve] { #expect(!text.contains(secret)) }
    }

    @Test func `a state may be read anywhere, and no one keeps a manager but its owner`() async throws {
        let device = try await Fixture()
        try await device.signUp()
        weak var gone: AuthManager?
        do {
            let manager = AuthManager(device.auth, storage: InMemorySessionStorage())
            await manager.ready()
            let state = await Task.detached { manager.state }.value
            #expect(state.session.isSignedIn)
            gone = manager
        }
        await until { gone == nil }
    }

    @Test func `a session that could not be removed is told of`() async throws {
        let backend = try await TestBackend()
        let storage = StubbornStorage()
        let auth = Auth(backend, storage: storage)
        let manager = AuthManager(auth, storage: InMemorySessionStorage())
        try await manager.signIn(with: .guest)
        let error = await failure { () throws(FlowError) in try await manager.signOut() }
        #expect(error == .storage && error?.auth?.code == .storageUnavailable)
        #expect(manager.state.session == .signedOut(.byUser))
    }

    @Test func `guests, telephones, Google, custom tokens and second factors sign in`() async throws {
        let device = try await Fixture(.lenient)
        let manager = device.manager
        #expect(try await manager.signIn(with: .guest).user?.isAnonymous == true)
        #expect(try await manager.signIn(with: Fixture.google("g", email: "g@gmail.com")).user?.email == "g@gmail.com")
        #expect(try await manager.signIn(with: .customToken(#"{"uid":"from-server"}"#)).user?.uid == "from-server")
        try await manager.sendCode(to: Fixture.number)
        let code = try await device.backend.inbox.nextText(to: Fixture.number).code
        #expect(try await manager.verifyCode(code).user?.phoneNumber == Fixture.number)
    }

    @Test func `a nonce uses every letter and digit`() {
        let characters = (0..<200).reduce(into: Set<Character>()) { all, _ in all.formUnion(Nonce.make().raw) }
        #expect(characters.count == 62 && characters.contains("W"))
    }

    @Test func `two devices and a service are in one test, without a project anywhere`() async throws {
        let phone = try await Fixture()
        try await phone.signUp()
        let tablet = phone.otherDevice()
        try await tablet.manager.signIn(with: .password(email: Fixture.eve, password: Fixture.password))
        try await tablet.manager.updateDisplayName(to: "Eve")
        #expect(try await phone.manager.currentUser?.reload().displayName == "Eve")
    }
}

extension AuthManager {
    /// How many changes wait for the one that runs.
    var waiting: Int {
        if case .running(_, let waiting) = workflows.account.state { waiting.count } else { 0 }
    }
}

/// A storage that keeps what it has.
private struct StubbornStorage: SessionStorage {
    let storage = InMemorySessionStorage()

    func load() async -> StoredSession { await storage.load() }
    func save(_ session: Secret<[UInt8]>) async { await storage.save(session) }
    func delete() async throws(StorageUnavailability) { throw .denied }
}
