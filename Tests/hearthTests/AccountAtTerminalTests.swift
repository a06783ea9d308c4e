import HearthAuth
import HearthBackend
import HearthCore
import HearthHTTP
import HearthServer
import HearthTesting
import Testing

@Suite("hearth login and hearth account, at a terminal", .timeLimit(.minutes(15)))
struct AccountAtTerminalTests {
    let backend: TestBackend
    let host: String
    let state = PseudoTerminal.newDirectory()
    private let server: HTTPServer
    private let running: Task<Void, any Error>

    init() async throws {
        // Production's rules, because they ask for a recent sign-in.
        let backend = try await TestBackend { $0.profile = .strict }
        self.backend = backend
        let server = HTTPServer { request in await backend.backend.handle(request) }
        self.server = server
        host = "\(try server.bind())"
        running = Task { try await server.run() }
    }

    private func hearth(
        _ command: String,
        _ options: String...,
        environment: [String: String] = ["NO_COLOR": "1", "TERM": "xterm"]
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            [command, "--backend", host, "--project", backend.project.rawValue] + options,
            environment: environment.merging(["XDG_STATE_HOME": state, "COLUMNS": "80"]) { given, _ in given }
        )
    }

    private func register() async throws {
        let auth = Auth(backend)
        try await auth.createUser(withEmail: "eve@example.com", password: "correct horse").user.sendEmailVerification()
        try await auth.applyActionCode(try await backend.inbox.next(.verifyEmail, to: "eve@example.com").code)
    }

    private func logIn() async throws {
        let terminal = try hearth("login")
        await terminal.choose("Sign in")
        await terminal.see("E-mail address: ")
        terminal.type("eve@example.com")
        await terminal.see("Password: ")
        terminal.type("correct horse")
        await terminal.see("Signed in as eve@example.com")
        #expect(await terminal.status() == 0)
    }

    @Test func `signs in without showing the password, and again without asking`() async throws {
        try await register()
        let terminal = try hearth("login")
        await terminal.choose("Sign in")
        #expect(terminal.echoes)
        await terminal.see("E-mail address: ")
        terminal.type("eve@")
        await terminal.see("This is not an e-mail address.")
        terminal.type("eve@example.com")
        await terminal.see("Password: ")
        #expect(!terminal.echoes)
        terminal.type("wrong horse")
        await terminal.see("The e-mail address or the password is wrong.")
        #expect(terminal.echoes)
        await terminal.choose("Sign in")
        await terminal.see("E-mail address: ")
        terminal.type("eve@example.com")
        await terminal.see("Password: ")
        terminal.type("correct horse")
        await terminal.see("Signed in as eve@example.com")
        #expect(await terminal.status() == 0)
        #expect(!terminal.screen.contains("horse") && !terminal.screen.contains("\u{1B}"))
        let again = try hearth("login")
        await again.see("Signed in as eve@example.com")
        #expect(await again.status() == 0)
    }

    @Test func `leaves the terminal as it was when it is interrupted at the password`() async throws {
        let terminal = try hearth("login")
        await terminal.choose("Sign in")
        await terminal.see("E-mail address: ")
        terminal.type("eve@example.com")
        await terminal.see("Password: ")
        #expect(!terminal.echoes)
        terminal.interrupt()
        #expect(await terminal.status() == 130)
        #expect(terminal.echoes)
    }

    @Test func `goes back at the end of the input, and then ends with a status that says so`() async throws {
        let terminal = try hearth("login")
        await terminal.choose("Continue with Telephone")
        await terminal.see("Telephone number: ")
        terminal.end()
        await terminal.see("> ")
        terminal.type("nonsense")
        await terminal.see("Please type a number from 0 to 6.")
        await terminal.see("> ")
        terminal.type("7")
        await terminal.see("Please type a number from 0 to 6.")
        await terminal.see("> ")
        terminal.end()
        await terminal.see("The input has ended.")
        #expect(await terminal.status() == 1)
    }

    @Test func `notices before the first question that nothing, or something else, answers`() async throws {
        let environment = ["XDG_STATE_HOME": state]
        let dead = try PseudoTerminal(["login", "--backend", "nowhere.invalid"], environment: environment)
        await dead.see("No backend answers at http://nowhere.invalid:9099")
        #expect(await dead.status() == 1)
        let other = HTTPServer { _ in HTTPResponse(status: 200, body: .bytes(Array("<html>".utf8))) }
        let address = try other.bind()
        async let run: Void = other.run()
        let wrong = try PseudoTerminal(["account", "--backend", "http://\(address)/"], environment: environment)
        await wrong.see("http://\(address) answers, but is no identity backend (HTTP 200)")
        #expect(await wrong.status() == 1)
        let nonsense = try PseudoTerminal(["login", "--backend", "ftp://x"], environment: environment)
        await nonsense.see("--backend ftp://x: expected HOST, HOST:PORT or a URL")
        #expect(await nonsense.status() == 64)
        #expect(![dead, wrong, nonsense].contains { $0.screen.contains("> ") })
        other.drain(within: .zero)
        try await run
    }

    @Test func `writes no escapes to a terminal that obeys none`() async throws {
        let plain = try hearth("login", environment: ["TERM": "dumb"])
        await plain.choose("Cancel")
        #expect(await plain.status() == 1)
        #expect(!plain.screen.contains("\u{1B}"))
        let colored = try hearth("login", environment: ["TERM": "xterm"])
        await colored.choose("Cancel")
        #expect(await colored.status() == 1)
        #expect(colored.screen.contains("\u{1B}[1m"))
    }

    @Test func `speaks the language of the environment`() async throws {
        let terminal = try hearth("login", environment: ["TERM": "dumb", "LANG": "de_AT.UTF-8"])
        await terminal.choose("Anmelden")
        await terminal.see("E-Mail-Adresse: ")
        terminal.interrupt()
        #expect(await terminal.status() == 130)
    }

    @Test func `explains a command by its name`() async throws {
        let terminal = try PseudoTerminal(["help", "serve"], environment: ["TERM": "dumb"])
        await terminal.see("Usage: hearth serve")
        #expect(await terminal.status() == 0)
    }

    @Test func `creates an account, and names it`() async throws {
        let terminal = try hearth("login")
        await terminal.choose("Create account")
        await terminal.see("E-mail address: ")
        terminal.type("new@example.com")
        await terminal.see("New password: ")
        terminal.type("short")
        await terminal.see("at least 6 characters")
        await terminal.see("New password: ")
        terminal.type("correct horse")
        await terminal.see("New password, once more: ")
        #expect(!terminal.echoes)
        terminal.type("correct house")
        await terminal.see("The two passwords are not the same.")
        await terminal.see("New password: ")
        terminal.type("correct horse")
        await terminal.see("New password, once more: ")
        terminal.type("correct horse")
        await terminal.see("Name: ")
        terminal.type("Nova")
        await terminal.see("We sent a mail to new@example.com.")
        await terminal.see("Signed in as Nova")
        #expect(await terminal.status() == 0)
    }

    @Test func `signs in with a mailed link and with a texted code`() async throws {
        let link = try hearth("login")
        await link.choose("Continue with E-mail link")
        await link.see("E-mail address: ")
        link.type("eve@example.com")
        await link.see("Link: ")
        link.type(try await backend.inbox.next(.emailSignIn, to: "eve@example.com").link)
        await link.see("Signed in as eve@example.com")
        #expect(await link.status() == 0)
        let account = try hearth("account")
        await account.choose("Add Telephone")
        await account.see("Telephone number: ")
        account.type("0170 1234567")
        await account.see("Please begin with +")
        account.type("+1 555 555 0100")
        await account.see("Code: ")
        account.type(try await backend.inbox.nextText(to: "+15555550100").code)
        await account.see("+15555550100")
        await account.choose("Cancel")
        #expect(await account.status() == 0)
    }

    @Test func `says where a passkey is made, and goes on`() async throws {
        try await register()
        try await logIn()
        let terminal = try hearth("account")
        await terminal.choose("Add Passkey")
        await terminal.see("Passkeys are kept by a device or a browser. Please use an app or a browser for\r\nthis.")
        await terminal.choose("Cancel")
        #expect(await terminal.status() == 0)
    }

    @Test func `adds an authenticator app by a picture, and asks for it at the next sign-in`() async throws {
        try await register()
        try await logIn()
        let account = try hearth("account")
        await account.choose("Add Authenticator app")
        await account.see("█")
        let app = try #require(AuthenticatorApp(key: await account.line(after: "Key: ")))
        await account.see("Code: ")
        account.type("000000")
        await account.see("This code is wrong.")
        await account.see("Code: ")
        account.type(app.code(at: backend.clock.now))
        await account.see("The second step is on.")
        await account.choose("Sign out")
        await account.see("You are signed out.")
        #expect(await account.status() == 0)
        #expect(!account.screen.contains("Please sign in first."))
        #expect(account.screen.split(separator: "\r\n").allSatisfy { $0.count <= 100 })
        // A code is good once.
        backend.clock.advance(by: .seconds(60))
        let terminal = try hearth("login")
        await terminal.choose("Sign in")
        await terminal.see("E-mail address: ")
        terminal.type("eve@example.com")
        await terminal.see("Password: ")
        terminal.type("correct horse")
        await terminal.see("Please enter the code that your authenticator app shows.")
        await terminal.see("Code: ")
        terminal.type("000000")
        await terminal.see("4 tries left")
        terminal.type(app.code(at: backend.clock.now))
        await terminal.see("Signed in as eve@example.com")
        #expect(await terminal.status() == 0)
    }

    @Test func `asks who it is before the password is changed and the account deleted`() async throws {
        try await register()
        try await logIn()
        backend.clock.advance(by: .seconds(900))
        let account = try hearth("account")
        await account.choose("Change password")
        await account.see("New password: ")
        account.type("battery staple")
        await account.see("New password, once more: ")
        account.type("battery staple")
        await account.see("Confirm that it is you")
        await account.see("Password: ")
        #expect(!account.echoes)
        account.type("wrong horse")
        await account.see("4 tries left")
        await account.see("Password: ")
        account.type("correct horse")
        await account.see("Your password was changed.")
        await account.choose("Delete account")
        await account.see("cannot be undone")
        await account.choose("Delete account")
        await account.see("Your account was deleted.")
        #expect(await account.status() == 0)
        #expect(!account.screen.contains("horse") && account.echoes)
    }
}
