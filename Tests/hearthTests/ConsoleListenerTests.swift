import Testing

@testable import hearth

@Suite struct ConsoleListenerTests {
    private static func settings(_ words: [String], isEmulator: Bool = false) throws -> ConsoleListener.Settings? {
        let options = try Options(words, of: "serve", valued: ["console-listen", "console-url"])
        return try ConsoleListener.Settings(options, isEmulator: isEmulator)
    }

    @Test(
        arguments: [
            ("127.0.0.1:9000", nil, "127.0.0.1", 9000), ("127.0.0.1", nil, "127.0.0.1", 9098),
            ("[::1]:7", nil, "[::1]", 7), ("10.0.0.2:80", "https://admin.example.com", "10.0.0.2", 80),
        ] as [(String, String?, String, Int)]
    )
    func `listens where it is told to`(text: String, url: String?, host: String, port: Int) throws {
        let words = ["--console-listen", text] + (url.map { ["--console-url", $0] } ?? [])
        let settings = try #require(try Self.settings(words))
        #expect(settings.host == host)
        #expect(settings.port == port)
        #expect(settings.url == url)
    }

    @Test func `is off unless it is asked for`() throws {
        #expect(try Self.settings([]) == nil)
    }

    @Test(arguments: [
        ["--console-listen", "0.0.0.0:9098"], ["--console-listen", "127.0.0.1:port"],
        ["--console-listen", "127.0.0.1:1", "--console-url", "http://admin.example.com"],
        ["--console-listen", "127.0.0.1:1", "--console-url", "https://admin.example.com/path"],
        ["--console-listen", "127.0.0.1:1", "--console-url", "http://localhost.evil.example"],
        ["--console-url", "https://admin.example.com"],
    ]) func `is not offered without TLS to other machines, or at an address that is none`(words: [String]) {
        #expect(throws: (any Error).self) { try Self.settings(words) }
    }

    @Test func `is refused to an emulator, whose console knows no administrators`() {
        #expect(throws: CommandFailure.self) {
            try Self.settings(["--console-listen", "127.0.0.1:1"], isEmulator: true)
        }
    }
}
