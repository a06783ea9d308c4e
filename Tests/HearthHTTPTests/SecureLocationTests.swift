import HearthHTTP
import Testing

@Suite("SecureLocation")
struct SecureLocationTests {
    @Test(
        arguments: [
            ("https://a.example/x?y=1", "https://a.example", "/x?y=1"), ("https://a.example", "https://a.example", "/"),
            ("http://127.0.0.1:80/x", "http://127.0.0.1:80", "/x"), ("http://[::1]/", "http://[::1]", "/"),
        ]
    )
    func `takes an address apart`(_ url: String, _ origin: String, _ target: String) throws {
        let location = try #require(SecureLocation(url))
        #expect(location.origin == origin && location.target == target)
    }

    @Test(
        arguments: [
            "http://a.example/", "http://169.254.169.254/latest", "http://127.0.0.1.evil.example/", "ftp://a.example/",
            "file:///etc/passwd", "https://user@a.example/", "https://", "", "https://a.example/x y",
            "https://a.example/#f", "https://a.example/\r\nX: y", "https://a.example?x", "//a.example/",
        ]
    )
    func `refuses an address to which no secret may go`(_ url: String) {
        #expect(SecureLocation(url) == nil)
    }
}
