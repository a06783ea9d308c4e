import Testing

@testable import hearth

@Suite("The address of a backend")
struct BackendOriginTests {
    @Test(
        arguments: [
            ("localhost", "http://localhost:9099"), ("127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("auth_1", "http://auth_1:9099"), ("::1", "http://[::1]:9099"), ("[::1]", "http://[::1]:9099"),
            ("[fe80::1]:80", "http://[fe80::1]:80"), ("http://localhost:9099/", "http://localhost:9099"),
            ("HTTPS://identity.example.com", "https://identity.example.com"),
            ("https://example.com/identity", "https://example.com/identity"), ("http://[::1]:1", "http://[::1]:1"),
        ]
    )
    func `is read in every form`(_ text: String, _ url: String) {
        #expect(BackendOrigin.url(text) == url)
    }

    @Test(
        arguments: [
            "", "/", "http://", "://", "ftp://localhost", "localhost:", "localhost:0", "localhost:65536",
            "localhost:port", "local host", "user@localhost", "http://user@localhost", "http://localhost?x",
            "http://localhost/a b", "[::1", "[::1]x", "[]", "[localhost]", "http://", "a/b", "\u{1B}[1m", "münchen",
            "localhost:+99", "http:localhost", "--project",
        ]
    )
    func `is no nonsense`(_ text: String) {
        #expect(BackendOrigin.url(text) == nil)
    }

    @Test func `comes from the option that was given first, or else from this machine`() throws {
        let options = try Options(["--host", "other:1"], of: "login", valued: ["backend", "host"])
        #expect(try BackendOrigin.read(options, "backend", "host") == "http://other:1")
        let both = try Options(["--host", "other:1", "--backend", "one:1"], of: "login", valued: ["backend", "host"])
        #expect(try BackendOrigin.read(both, "backend", "host") == "http://one:1")
        let bad = try Options(["--backend", "no where"], of: "login", valued: ["backend"])
        #expect(throws: UsageError.self) { try BackendOrigin.read(bad, "backend") }
    }
}

@Suite("The language of the environment")
struct UserLanguagesTests {
    @Test(
        arguments: [
            ([:], []), (["LANG": "C"], []), (["LANG": "C.UTF-8"], []), (["LANG": "POSIX"], []),
            (["LANG": "de_AT.UTF-8"], ["de-AT"]), (["LANG": "fr_FR@euro"], ["fr-FR"]),
            (["LANG": "de_DE", "LC_ALL": "ja_JP.eucJP"], ["ja-JP"]), (["LANG": "de_DE", "LC_MESSAGES": "es"], ["es"]),
            (["LANG": "de_DE", "LANGUAGE": "ar:fr_CA"], ["ar", "fr-CA", "de-DE"]),
            (["LANG": "C", "LANGUAGE": "de"], []), (["LANG": "../etc"], []), (["LANG": "de\r\nX-A: b"], []),
        ] as [([String: String], [String])]
    )
    func `is read as gettext reads it`(_ environment: [String: String], _ tags: [String]) {
        #expect(UserLanguages.tags { environment[$0] } == tags)
    }
}
