import HearthBackend
import HearthCore
import HearthServer
import HearthTestSupport
import Testing

@testable import hearth

@Suite("What hearth serve is asked for")
struct ServeSettingsTests {
    private let folder = TemporaryFolder()

    private func settings(_ words: [String]) throws -> ServeSettings {
        try ServeSettings(["--storage", "memory"] + words)
    }

    /// The settings of a server for real users, whose file names its secret.
    private func production(_ words: String...) throws -> ServeSettings {
        try folder.write([
            "token": "0123456789abcdef0123456789abcdef\n",
            "hearth.json": #"""
            {"production": true, "publicURL": "https://id.example.com/", "storage": "memory",
             "administratorTokenFile": "token"}
            """#,
        ])
        return try ServeSettings(["--config", folder.file("hearth.json")] + words)
    }

    @Test func `an emulator is lenient, on this machine, with a console and Firestore`() throws {
        let settings = try settings([])
        #expect(
            settings.backend.isEmulator && settings.backend.profile == .lenient && settings.server.host == "127.0.0.1"
        )
        #expect(settings.console != nil && settings.firestore == .same && settings.rules == nil)
        #expect(settings.backend.administratorToken == nil && settings.export.target == nil)
    }

    @Test func `a server for real users is strict, without the emulator's console, and without documents unless ruled`()
        throws
    {
        let settings = try production()
        #expect(!settings.backend.isEmulator && settings.backend.profile == .strict)
        #expect(settings.console == nil && settings.consoleListener == nil && settings.firestore == nil)
        #expect(settings.backend.publicURL == "https://id.example.com")
        #expect(settings.backend.administratorToken?.reveal() == "0123456789abcdef0123456789abcdef")
        try folder.write("service cloud.firestore {}", to: "shop.rules")
        #expect(try production("--rules", folder.file("shop.rules")).firestore == .same)
        #expect(try production("--rules", folder.file("shop.rules"), "--firestore-port", "off").firestore == nil)
        #expect(try production("--console-listen", "127.0.0.1:0").consoleListener?.port == 0)
    }

    @Test(arguments: ["0.0.0.0", "::", "[::]", "192.168.0.2", "example.com", ""])
    func `an emulator is not for other machines unless that is said`(_ host: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try settings(["--host", host]) }
        #expect(failure?.reason.contains("--allow-remote-emulator") == true)
        let open = try settings(["--host", host, "--allow-remote-emulator"])
        // Neither the console nor Firestore knows who asks.
        #expect(open.console == nil && open.firestore == nil)
        for words in [["--console", "on"], ["--firestore-port", "same"], ["--firestore-port", "0"], ["--open"]] {
            #expect(throws: CommandFailure.self) { try settings(["--host", host, "--allow-remote-emulator"] + words) }
        }
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "localhost", "::1", "[::1]"])
    func `every name of this machine is this machine`(_ host: String) throws {
        let settings = try settings(["--host", host])
        #expect(settings.console != nil && settings.firestore == .same)
    }

    @Test(arguments: ["127.evil.example", "127.0.0.1.example.com", "localhost.example.com", "127.", "127.0.0"])
    func `a name that looks like this machine is another's`(_ host: String) {
        #expect(throws: CommandFailure.self) { try settings(["--host", host]) }
    }

    @Test(
        arguments: [
            ["--token-signing", "none", "--profile", "strict"], ["--open", "--console", "off"],
            ["--production", "--public-url", "https://a.b"], ["--passkey-origin", "https://a.b"],
            ["--metadata-port", "1"],
            ["--console-listen", "127.0.0.1:1"], ["--service-account", "a@b.co"],
            ["--service-account", "a@b.co=/nonexistent"],
            ["--rules", "/nonexistent"], ["--indexes", "/nonexistent"], ["--config", "/nonexistent"],
            ["--firebase-json", "/nonexistent"], ["--provider", "id=google.com"], ["--functions-port", "1"],
            ["--functions", "x", "--functions-port", "x"], ["--max-body", "1023"], ["--max-body", "1073741825"],
            ["--single-project", "maybe"], ["--token-signing", "hs256"], ["--project", ""],
            ["--import", "/nonexistent"],
        ]
    )
    func `what does not go together is refused before anything starts`(_ words: [String]) {
        #expect(throws: (any Error).self) { try settings(words) }
    }

    @Test(
        arguments: [
            ["--functions", "x"], ["--console", "on"], ["--import", "/tmp"], ["--export-on-exit", "/tmp/x"], ["--open"],
            ["--token-signing", "none"], ["--console-listen", "0.0.0.0:9098"], ["--console-url", "https://a.b"],
            ["--firestore-port", "here"],
        ]
    )
    func `a server for real users has nothing of the emulator's`(_ words: [String]) throws {
        try folder.write("", to: "x")
        #expect(throws: (any Error).self) {
            _ = try production()
            _ = try ServeSettings(["--config", folder.file("hearth.json")] + words)
        }
    }

    @Test func `the command line goes before the file, and the file before firebase.json`() throws {
        try folder.write([
            "hearth.json": #"{"port": 2, "projects": ["b", "c"], "host": "127.0.0.2", "storage": "memory"}"#,
            "firebase.json": #"{"emulators": {"auth": {"port": 3, "host": "127.0.0.3"}}, "firestore": {"rules": "r"}}"#,
            ".firebaserc": #"{"projects": {"default": "d"}}"#, "r": "service cloud.firestore {}",
        ])
        let files = ["--config", folder.file("hearth.json"), "--firebase-json", folder.file("firebase.json")]
        let both = try ServeSettings(files)
        #expect(both.server.port == 2 && both.server.host == "127.0.0.2" && both.rules?.path == folder.file("r"))
        #expect(both.backend.projects.map(\.rawValue) == ["b", "c"])
        let own = try ServeSettings(files + ["--port", "1", "--project", "a"])
        #expect(own.server.port == 1 && own.backend.projects.map(\.rawValue) == ["a"])
        let firebase = try settings(["--firebase-json", folder.file("firebase.json")])
        #expect(firebase.server.port == 3 && firebase.backend.projects.map(\.rawValue) == ["d"])
    }

    @Test(
        arguments: ["١٢٣٤٥٦", "１２３４５６", "½½½½½½", "12345", "1234567", "12345a", "-12345", "123 56", ""]
    )
    func `a code of a test number has six digits of ASCII`(_ code: String) throws {
        try folder.write("{\"testPhoneNumbers\": {\"+15555550100\": \"\(code)\"}}", to: "hearth.json")
        let failure = #expect(throws: CommandFailure.self) { try settings(["--config", folder.file("hearth.json")]) }
        #expect(failure?.reason.contains("testPhoneNumbers") == true)
    }

    @Test func `a secret's file is one line, whatever ends it`() throws {
        for end in ["", "\n", "\r\n", "\nsecond line\n"] {
            try folder.write([
                "token": "s3cret ü" + end, "hearth.json": #"{"administratorTokenFile": "token"}"#,
            ])
            let file = try ServeFile(path: folder.file("hearth.json"))
            #expect(file.administratorToken?.reveal() == "s3cret ü")
            // Neither the file's values nor its description has it.
            #expect(!"\(file)".contains("s3cret"))
        }
        try folder.write([0x73, 0xFF, 0x0A], to: "token")
        let damaged = #expect(throws: CommandFailure.self) { try ServeFile(path: folder.file("hearth.json")) }
        #expect(damaged?.reason.contains("administratorTokenFile") == true)
    }

    @Test func `the greeting says where clients find the emulator, and no secret`() throws {
        try folder.write("s3cret-s3cret-s3cret-s3cret-s3cret\n", to: "token")
        try folder.write(#"{"administratorTokenFile": "token", "storage": "memory"}"#, to: "hearth.json")
        let settings = try ServeSettings(["--config", folder.file("hearth.json")])
        let (auth, firestore) = (ServerAddress(host: "::1", port: 9099), ServerAddress(host: "127.0.0.1", port: 8080))
        let text = Greeting.text(auth, firestore: firestore, settings)
        #expect(text.contains("FIREBASE_AUTH_EMULATOR_HOST=[::1]:9099") && text.contains("http://[::1]:9099/console"))
        #expect(text.contains("FIRESTORE_EMULATOR_HOST=127.0.0.1:8080") && !text.contains("s3cret"))
    }
}
