import Testing

@testable import HearthHTTP

@Suite("Where secrets may be sent")
struct SecureOriginTests {
    @Test(
        arguments: [
            ("https://identity.example.com", "https://identity.example.com"),
            ("https://identity.example.com/", "https://identity.example.com"),
            ("https://identity.example.com:8443", "https://identity.example.com:8443"),
            ("https://[2001:db8::1]:443", "https://[2001:db8::1]:443"), ("http://localhost", "http://localhost"),
            ("http://localhost:9099/", "http://localhost:9099"), ("http://127.0.0.1", "http://127.0.0.1"),
            ("http://127.0.0.1:9099", "http://127.0.0.1:9099"), ("http://[::1]:9099", "http://[::1]:9099"),
        ]
    )
    func `is over TLS, or on this machine`(_ text: String, _ origin: String) {
        #expect(SecureOrigin(text)?.text == origin)
    }

    @Test(
        arguments: [
            // In the clear.
            "http://identity.example.com", "http://10.0.0.1:9099", "http://0.0.0.0:9099", "http://[::]:9099",
            // Names that begin like this machine's.
            "http://localhost.example.com", "http://localhost@example.com", "http://127.0.0.1.example.com",
            "http://127.0.0.1:80@example.com", "http://127.0.0.10", "http://127.0.0.1x", "http://[::1].example.com",
            "http://localhost:9099x", "http://localhost:-1", "http://localhost: 9099",
            // What a URL may have besides.
            "https://user@example.com", "https://example.com/path", "https://example.com//", "https://example.com?q",
            "https://example.com#f", #"https://example.com\@evil.example"#, "https://exam ple.com",
            "https://example.com\r\nHost: evil.example", "https://exämple.com", "https://example.com\u{7F}",
            // No origin.
            "https://:443",
            "", "https://", "https:///", "https:", "https:example.com", "https:/example.com", "//example.com",
            "example.com", "ftp://127.0.0.1", "HTTPS://example.com", "file:///etc/passwd", "javascript://127.0.0.1",
        ]
    )
    func `is nowhere else`(_ text: String) {
        #expect(SecureOrigin(text) == nil)
    }
}
