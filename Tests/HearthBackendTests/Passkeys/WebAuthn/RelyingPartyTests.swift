import HearthJSON
import HearthTesting
import Testing

@testable import HearthBackend

@Suite("The relying party")
struct RelyingPartyTests {
    private func clientData(_ members: String) throws -> ClientData {
        try ClientData(Array(#"{"type":"webauthn.get","challenge":"x",\#(members)}"#.utf8))
    }

    @Test(arguments: [
        ("https://shop.example", true), ("https://shop.example/", false), ("https://shop.example:443", false),
        ("http://shop.example", false), ("https://www.shop.example", false), ("https://shop.example.evil", false),
        ("https://evil/https://shop.example", false), ("HTTPS://shop.example", false), ("", false), ("null", false),
        ("https://\u{FF53}hop.example", false), ("android:apk-key-hash:abc", true), ("android:apk-key-hash:abd", false),
    ])
    func `takes exact origins`(_ origin: String, _ isTaken: Bool) throws {
        let party = RelyingParty(
            id: "shop.example",
            origins: ["https://shop.example", "android:apk-key-hash:abc"]
        )
        let data = try clientData(#""origin":"\#(origin)""#)
        if isTaken {
            try party.check(data, of: .assertion)
            #expect(throws: WebAuthnRejection.wrongType) { try party.check(data, of: .creation) }
        } else {
            #expect(throws: WebAuthnRejection.wrongOrigin) { try party.check(data, of: .assertion) }
        }
    }

    @Test(arguments: [
        ("http://localhost", true), ("http://localhost:1", true), ("https://localhost:65535", true),
        ("http://localhost:", false), ("http://localhost:80a", false), ("http://localhost:80/", false),
        ("http://localhost.evil", false), ("http://localhost.evil:80", false), ("http://localhost@evil", false),
        ("http://127.0.0.1:80", false), ("ftp://localhost", false), ("http://localhost\u{301}:80", false),
    ])
    func `takes every port of this machine, and no other host`(_ origin: String, _ isTaken: Bool) throws {
        let data = try clientData(#""origin":"\#(origin)""#)
        let isAllowed = (try? RelyingParty.localhost.check(data, of: .assertion)) != nil
        #expect(isAllowed == isTaken)
    }

    @Test func `refuses pages that are framed by others`() throws {
        let framed = try clientData(#""origin":"http://localhost","crossOrigin":true"#)
        #expect(throws: WebAuthnRejection.crossOrigin) { try RelyingParty.localhost.check(framed, of: .assertion) }
        let own = try clientData(#""origin":"http://localhost","crossOrigin":false,"other":{"keys":[]}"#)
        try RelyingParty.localhost.check(own, of: .assertion)
    }

    @Test(arguments: [
        "", "{}", "[]", #"{"type":"webauthn.get","challenge":"x"}"#,
        #"{"type":"webauthn.get","challenge":1,"origin":"http://localhost"}"#,
        #"{"type":"a","type":"b","challenge":"x","origin":"http://localhost"}"#,
        #"{"type":"webauthn.get","challenge":"x","origin":"http://localhost","crossOrigin":"no"}"#,
        #"{"type":"webauthn.get","challenge":"x","origin":"http://localhost"},"#,
        "\u{FEFF}" + #"{"type":"webauthn.get","challenge":"x","origin":"http://localhost"}"#,
    ])
    func `client data are a strict object`(_ text: String) {
        #expect(throws: WebAuthnRejection.malformedClientData) { try ClientData(Array(text.utf8)) }
    }

    @Test(arguments: [
        ("", ["https://shop.example"]), ("https://shop.example", ["https://shop.example"]),
        ("shop.example:443", ["https://shop.example"]), ("shop example", ["https://shop.example"]),
        ("shop.example", []), ("shop.example", ["http://shop.example"]), ("shop.example", ["https://shop.example/"]),
        ("shop.example", ["https://shop.example/in"]), ("shop.example", ["shop.example"]),
        ("shop.example", ["https://shop.example:*"]), ("localhost", ["http://localhost:*"]),
    ])
    func `a server does not start with one that is wrong`(_ id: String, _ origins: [String]) async throws {
        let error = await #expect(throws: BackendError.self) {
            try await TestBackend {
                $0.profile = .strict
                $0.relyingParty = RelyingParty(id: id, origins: origins)
            }
        }
        #expect(error?.code == .configuration)
    }

    @Test func `strict has no passkeys before a relying party is configured`() async throws {
        let client = TestClient(try await TestBackend { $0.profile = .strict })
        for operation in ["passkeyEnrollment:start", "passkeyEnrollment:finalize", "passkeySignIn:start"] {
            let answer = try await client.user2("accounts/\(operation)", [:])
            #expect(answer.error == "OPERATION_NOT_ALLOWED : Passkeys are not enabled.")
        }
    }
}
