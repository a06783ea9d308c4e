import Testing

@testable import HearthBackend

@Suite("Addresses to which a user is sent")
struct RedirectTests {
    private static let hosts = [
        "shop.example", "localhost", "127.0.0.1", "dev.example:8443", "http://old.example:8080",
    ]

    @Test(
        arguments: [
            "https://shop.example", "https://shop.example/a?b#c", "https://SHOP.example:443/", "http://localhost:3000/",
            "http://127.0.0.1/x", "https://dev.example:8443/", "http://old.example:8080/x",
        ]
    )
    func `are of the hosts that are listed`(_ url: String) {
        #expect(Redirect.isAllowed(url, hosts: Self.hosts))
    }

    @Test(
        arguments: [
            "http://shop.example", "https://shop.example:8443", "http://shop.example:443",
            "https://shop.example.evil.example",
            "https://shop.example@evil.example", "https://evil.example", "//shop.example", "javascript:alert(1)",
            "https://shop.example\\@evil.example", "https://dev.example", "https://old.example:8080",
            "https://shop.example:44３",
            "https://localhost.evil.example", "https://shop.example:x", "https://", "https://[::1]x/",
        ]
    )
    func `are of no other host, port or scheme`(_ url: String) {
        #expect(!Redirect.isAllowed(url, hosts: Self.hosts))
    }

    @Test func `of the emulator may have any port`() {
        #expect(Redirect.isAllowed("http://shop.example:3000", hosts: Self.hosts, anyPort: true))
        #expect(!Redirect.isAllowed("http://evil.example:3000", hosts: Self.hosts, anyPort: true))
    }
}
