import Diary
import HearthAuth
import HearthBackend
import HearthCore
import HearthTesting
import Testing

/// The diary's own tests: a whole identity service in each, on any machine, in milliseconds.
@Suite("The diary")
@MainActor
struct DiaryTests {
    private static let eve = "eve@example.com"
    private static let password = "correct horse"

    private let backend: TestBackend
    private let server = NotebookServer()
    private let diary: Diary

    init() async throws {
        backend = try await TestBackend { $0.profile = .strict }
        diary = Diary(auth: Auth(backend), server: server)
        await diary.open()
    }

    private func openDiary() async throws {
        await diary.signUp(email: Self.eve, password: Self.password)
        try await openMail()
        await diary.addressWasConfirmed()
    }

    /// Does what the button in the mail does, on another device.
    private func openMail() async throws {
        let mail = try await backend.inbox.next(.verifyEmail, to: Self.eve)
        try await Auth(backend).applyActionCode(mail.code)
    }

    @Test func `opens once the mailed link was opened`() async throws {
        #expect(diary.screen == .welcome)
        await diary.signUp(email: Self.eve, password: Self.password)
        #expect(diary.screen == .confirmAddress(Self.eve))
        await diary.addressWasConfirmed()
        #expect(diary.screen == .confirmAddress(Self.eve))
        try await openMail()
        await diary.addressWasConfirmed()
        #expect(diary.screen == .entries && diary.notice == nil)
    }

    @Test func `keeps a page that was written offline, and sends it later`() async throws {
        try await openDiary()
        backend.clock.advance(by: .hours(2))
        backend.fail(next: .token, with: .offline)
        await diary.write("A rainy day in the tunnel.")
        #expect(diary.screen == .entries, "offline is not signed out")
        #expect(diary.entries.map(\.isSaved) == [false] && diary.notice != nil)
        await diary.save()
        #expect(diary.entries.map(\.isSaved) == [true] && diary.notice == nil)
        #expect(await server.pages == ["A rainy day in the tunnel."])
    }

    @Test func `shows the door when the account was disabled`() async throws {
        try await openDiary()
        backend.clock.advance(by: .hours(2))
        backend.fail(next: .token, with: .error("USER_DISABLED"))
        await diary.write("Hello?")
        #expect(diary.screen == .welcome && diary.notice == "This account is disabled.")
    }

    @Test func `says the same for a wrong password as for an unknown address`() async throws {
        try await openDiary()
        await diary.signOut()
        await diary.signIn(email: Self.eve, password: "wrong horse")
        let wrong = diary.notice
        await diary.signIn(email: "nobody@example.com", password: "wrong horse")
        #expect(wrong != nil && diary.notice == wrong && diary.screen == .welcome)
    }

    @Test func `a busy service is no reason to lose what was typed`() async throws {
        backend.fail(next: .signUp, with: .status(503, retryAfter: .seconds(30)))
        await diary.signUp(email: Self.eve, password: Self.password)
        #expect(diary.screen == .welcome && diary.notice != nil)
        await diary.signUp(email: Self.eve, password: Self.password)
        #expect(diary.screen == .confirmAddress(Self.eve) && diary.notice == nil)
    }

    @Test func `a sign-up whose answer was lost has happened`() async throws {
        backend.fail(next: .signUp, with: .drop)
        await diary.signUp(email: Self.eve, password: Self.password)
        #expect(diary.screen == .confirmAddress(Self.eve))
    }

    @Test func `advises on a password while it is typed`() async throws {
        #expect(await diary.advice(on: "short") == ["At least 6 characters"])
        #expect(await diary.advice(on: "long enough") == [])
    }
}

/// The app's server in a test: it keeps what it is given.
private actor NotebookServer: EntryServer {
    private(set) var pages: [String] = []

    func save(_ text: String, token: Secret<String>) {
        pages.append(text)
    }
}
