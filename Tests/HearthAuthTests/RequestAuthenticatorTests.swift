import HearthAuth
import HearthCore
import HearthHTTP
import HearthTestSupport
import Testing

@Suite("RequestAuthenticator")
struct RequestAuthenticatorTests {
    let fixture = Fixture()
    let hosts: Set<String> = ["api.shop.example"]

    @Test func `makes the field that a server of one's own reads`() async throws {
        let token = try await fixture.signIn().idToken().reveal()
        let credential = try await fixture.auth.authenticator(for: hosts)
            .credential(for: .get, "https://api.shop.example/notes?all=yes")
        #expect(credential?.fields.all == [.init(name: "Authorization", value: "Bearer " + token)])
        #expect(fixture.service.count("token") == 0)
    }

    @Test func `after a refusal makes another, and refreshes once for all that were refused alike`() async throws {
        let first = try await fixture.signIn().idToken().reveal()
        let authenticator = fixture.auth.authenticator(for: hosts, scheme: .firebaseToken)
        let url = "https://api.shop.example/notes"
        let refused = try #require(try await authenticator.credential(for: .post, url))
        #expect(refused.fields["Firebase-Token"] == first)
        let next = try #require(try await authenticator.credential(for: .post, url, after: refused))
        let again = try #require(try await authenticator.credential(for: .post, url, after: refused))
        #expect(next.fields["Firebase-Token"] != first)
        #expect(again.fields["Firebase-Token"] == next.fields["Firebase-Token"])
        #expect(fixture.service.count("token") == 1)
    }

    @Test(arguments: [
        "https://evil.example/", "https://api.shop.example.evil.example/", "https://api.shop.example@evil.example/",
        #"https://api.shop.example\@evil.example/"#, "https://api.shop.example:8443/", "api.shop.example", "", ":",
        "//api.shop.example/", "https://evil.example?https://api.shop.example/",
        "https://evil.example#https://api.shop.example/",
    ])
    func `makes nothing for another host, however it is written`(_ url: String) async throws {
        _ = try await fixture.signIn()
        let credential = try await fixture.auth.authenticator(for: hosts).credential(for: .get, url)
        #expect(credential == nil)
    }

    @Test(arguments: ["http://api.shop.example/", "ftp://api.shop.example/", " https://api.shop.example/"])
    func `makes nothing that would travel in the clear`(_ url: String) async throws {
        _ = try await fixture.signIn()
        let error = await #expect(throws: TransportError.self) {
            try await fixture.auth.authenticator(for: hosts).credential(for: .get, url)
        }
        #expect(error?.kind == .insecure)
    }

    @Test func `says that no user is signed in`() async {
        let error = await #expect(throws: TransportError.self) {
            try await fixture.auth.authenticator(for: hosts).credential(for: .get, "https://api.shop.example/")
        }
        #expect(error?.kind == .noToken)
    }

    @Test func `a credential of an earlier user is not replaced by a token of the next one`() async throws {
        _ = try await fixture.signIn()
        let authenticator = fixture.auth.authenticator(for: hosts)
        let refused = try #require(try await authenticator.credential(for: .get, "https://api.shop.example/"))
        try await fixture.auth.signOut()
        _ = try await fixture.signIn()
        let error = await #expect(throws: TransportError.self) {
            try await authenticator.credential(for: .get, "https://api.shop.example/", after: refused)
        }
        #expect(error?.kind == .noToken)
    }

    @Test func `is printed without the token`() async throws {
        let token = try await fixture.signIn().idToken().reveal()
        let credential = try #require(
            try await fixture.auth.authenticator(for: hosts).credential(for: .get, "https://api.shop.example/")
        )
        var dumped = ""
        dump(credential, to: &dumped)
        #expect(!"\(credential)".contains(token) && !dumped.contains(token))
    }
}
