import HearthCore
import HearthCrypto
import HearthHTTP
import HearthJSON
import Testing

@testable import HearthTokens

/// What a provider says of itself, and how long that is believed.
@Suite("The discovery document of a provider")
struct OpenIDDirectoryTests {
    private let server = KeyServer()
    private let clock = TestClock()

    private func document(
        issuer: String = "https://sso.example",
        _ members: String = #""jwks_uri":"https://keys.example/k""#
    ) -> [UInt8] {
        Array(#"{"issuer":"\#(issuer)",\#(members)}"#.utf8)
    }

    private func directory(_ issuer: String = "https://sso.example") throws -> OpenIDDirectory {
        try OpenIDDirectory(issuer: issuer, transport: server, now: { [clock] in clock.read() })
    }

    @Test(
        arguments: [
            ("https://sso.example", "https://sso.example", "/.well-known/openid-configuration"),
            ("https://sso.example/", "https://sso.example", "/.well-known/openid-configuration"),
            ("https://sso.example/realms/a", "https://sso.example", "/realms/a/.well-known/openid-configuration"),
            ("https://sso.example/realms/a/", "https://sso.example", "/realms/a/.well-known/openid-configuration"),
            ("http://localhost:8080/x", "http://localhost:8080", "/x/.well-known/openid-configuration"),
        ] as [(String, String, String)]
    )
    func `is where the standard says`(issuer: String, origin: String, target: String) async throws {
        await server.serve(document(issuer: issuer))
        #expect(try await directory(issuer).metadata().keysURL == "https://keys.example/k")
        let request = try #require(await server.requests.first)
        #expect(request.method == .get && request.origin == origin && request.target == target)
    }

    @Test(
        arguments: [
            "http://sso.example", "sso.example", "", "https://", "https://a@sso.example", "https://sso.example/a b",
            "https://sso.example/#f", "HTTPS://sso.example",
        ] as [String]
    )
    func `is looked for nowhere but over TLS or on this machine`(issuer: String) async {
        #expect(throws: KeySourceError.self) { try directory(issuer) }
        #expect(await server.requests.isEmpty)
    }

    @Test(
        arguments: [
            "", "null", "[]", "{}", #"{"jwks_uri":"https://keys.example/k"}"#, #"{"issuer":"https://sso.example"}"#,
            #"{"issuer":"https://other.example","jwks_uri":"https://keys.example/k"}"#,
            #"{"issuer":"https://sso.example/","jwks_uri":"https://keys.example/k"}"#,
            #"{"issuer":"https://SSO.example","jwks_uri":"https://keys.example/k"}"#,
            #"{"issuer":["https://sso.example"],"jwks_uri":"https://keys.example/k"}"#,
            #"{"issuer":"https://sso.example","jwks_uri":7}"#, #"{"issuer":"https://sso.example","jwks_uri":null}"#,
            #"{"issuer":"https://sso.example","jwks_uri":""}"#,
            #"{"issuer":"https://sso.example","jwks_uri":"http://keys.example/k"}"#,
            // A provider of the internet has no keys on this machine.
            #"{"issuer":"https://sso.example","jwks_uri":"http://localhost/k"}"#,
            #"{"issuer":"https://sso.example","jwks_uri":"https://keys.example/k","token_endpoint":"http://a.example/"}"#,
            #"{"issuer":"https://sso.example","issuer":"https://x","jwks_uri":"https://keys.example/k"}"#,
            #"{"issuer":"https://sso.example","jwks_uri":"https://keys.example/k","authorization_endpoint":"a"}"#,
        ] as [String]
    )
    func `is refused if it is another's, or leads anywhere unsafe`(text: String) async throws {
        await server.serve(Array(text.utf8))
        let directory = try directory()
        await #expect(throws: KeySourceError.self) { try await directory.metadata() }
    }

    @Test func `names its endpoints, those that it has`() async throws {
        let members = #"""
            "jwks_uri":"https://keys.example/k","authorization_endpoint":"https://sso.example/a?b=c",
            "token_endpoint":"https://sso.example/t","revocation_endpoint":null,
            "authorization_response_iss_parameter_supported":true
            """#
        await server.serve(document(members))
        let metadata = try await directory().metadata()
        #expect(metadata.authorizationEndpoint == "https://sso.example/a?b=c")
        #expect(metadata.tokenEndpoint == "https://sso.example/t" && metadata.revocationEndpoint == nil)
        #expect(metadata.namesIssuer)
        for value in ["false", "null", "1", "\"true\""] {
            let flag = #""jwks_uri":"https://k.example/","authorization_response_iss_parameter_supported":\#(value)"#
            await server.serve(document(flag))
            #expect(try await !directory().metadata().namesIssuer, "\(value)")
        }
    }

    @Test func `is fetched once a day, and kept where the provider does not answer then`() async throws {
        let directory = try directory()
        await server.serve(document())
        for _ in 0..<3 { _ = try await directory.metadata() }
        clock.advance(by: .hours(24) - .seconds(1))
        _ = try await directory.metadata()
        #expect(await server.requests.count == 1)
        clock.advance(by: .seconds(1))
        await server.fail()
        #expect(try await directory.metadata().keysURL == "https://keys.example/k")
        #expect(try await directory.metadata().keysURL == "https://keys.example/k")
        #expect(await server.requests.count == 2)
        clock.advance(by: .seconds(10))
        await server.serve(document(#""jwks_uri":"https://new.example/k""#))
        #expect(try await directory.metadata().keysURL == "https://new.example/k")
        #expect(await server.requests.count == 3)
    }

    @Test func `that could not be had is asked for again after ten seconds`() async throws {
        let directory = try directory()
        await server.fail()
        for _ in 0..<5 { await #expect(throws: KeySourceError.self) { try await directory.metadata() } }
        #expect(await server.requests.count == 1)
        clock.advance(by: .seconds(9))
        await #expect(throws: KeySourceError.self) { try await directory.metadata() }
        #expect(await server.requests.count == 1)
        clock.advance(by: .seconds(1))
        await server.serve(document())
        #expect(try await directory.metadata().keysURL == "https://keys.example/k")
        #expect(await server.requests.count == 2)
    }

    @Test func `is asked for once by many at a time`() async throws {
        let directory = try directory()
        await server.serve(document())
        await server.hold()
        await withTaskGroup(of: String?.self) { group in
            for _ in 0..<20 { group.addTask { try? await directory.metadata().keysURL } }
            while await server.requests.isEmpty { await Task.yield() }
            await server.release()
            for await url in group { #expect(url == "https://keys.example/k") }
        }
        #expect(await server.requests.count == 1)
    }

    @Test(
        arguments: [
            (200, 262_144, true), (200, 262_145, false), (404, 100, false), (304, 100, false), (206, 100, false),
        ] as [(Int, Int, Bool)]
    )
    func `is a whole answer of at most 256 KiB`(status: Int, size: Int, isOne: Bool) async throws {
        var bytes = document()
        bytes += [UInt8](repeating: 0x20, count: max(0, size - bytes.count))
        await server.serve(bytes, status: status)
        let directory = try directory()
        let metadata = try? await directory.metadata()
        #expect((metadata != nil) == isOne)
    }
}

/// How long a document of keys is good, by the words of RFC 9111.
@Suite("The age of a document of keys")
struct KeyAgeTests {
    @Test(
        arguments: [
            ([], nil), (["max-age=60"], 60), (["public, max-age=3600, must-revalidate"], 3600), (["MAX-AGE=5"], 5),
            (["max-age=\"10\""], 10), (["public", "max-age=7"], 7), (["  max-age=8 , public"], 8), (["\tmax-age=8"], 8),
            (["s-maxage=9"], nil), (["max-age=0"], 0), (["max-age"], nil), (["max-age="], nil), (["max-age=x"], nil),
            (["max-age=-1"], 0), (["max-age=1.5"], nil), (["no-cache"], 0), (["no-store, max-age=60"], 0),
            (["max-age=60, no-cache=\"Set-Cookie\""], 0), (["Private, No-Store"], 0),
            // §1.2.2: what is too large to count is as long as can be.
            (["max-age=2147483647"], 2_147_483_647), (["max-age=2147483648"], 2_147_483_647),
            (["max-age=99999999999999999999"], 2_147_483_647),
        ] as [([String], Int64?)]
    )
    func `is what the first of its directives says`(control: [String], seconds: Int64?) {
        var fields = HTTPFields()
        for value in control { fields.append("cache-control", value) }
        #expect(KeyDocument.age(fields) == seconds.map { .seconds($0) })
    }

    @Test(
        arguments: [
            ("0", Int64(60)), ("59", 1), ("60", 0), ("61", 0), ("-5", 60), ("x", 60), ("", 60), ("2147483647", 0),
            ("99999999999", 0),
        ] as [(String, Int64)]
    )
    func `is less by the time that caches had it`(age: String, seconds: Int64) {
        #expect(KeyDocument.age(["Cache-Control": "max-age=60", "Age": age]) == .seconds(seconds))
    }
}
