import HearthHTTP
import Testing

@testable import HearthBackend

@Suite("Addresses of clients")
struct IPAddressTests {
    @Test(
        arguments: [
            ("192.0.2.1", [192, 0, 2, 1]), ("::ffff:192.0.2.1", [192, 0, 2, 1]),
            ("255.255.255.255", [255, 255, 255, 255]),
            ("::1", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]), ("[::]", [UInt8](repeating: 0, count: 16)),
            ("2001:db8::ff00:42:8329", [0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0xFF, 0, 0, 0x42, 0x83, 0x29]),
            ("1:2:3:4:5:6:7:8", [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8]),
        ] as [(String, [UInt8])]
    )
    func `are read`(_ text: String, _ bytes: [UInt8]) {
        #expect(IPAddress(text)?.bytes == bytes)
    }

    @Test(
        arguments: [
            "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.a", "1..2.3", ":", ":::", "1:2", "::1::", "12345::", "g::",
            "1:2:3:4:5:6:7:8:9",
            "1:2:3:4:5:6:7::8", "localhost", "1.2.3.4:80", "[::1]:80", "-1.2.3.4", "+1.2.3.4", "１.2.3.4",
        ]
    )
    func `are refused if they are none`(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false), ("2001:db8::/32", "2001:db8:1::1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false), ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "::1", false),
        ]
    )
    func `belong to a range`(_ range: String, _ address: String, _ isIn: Bool) throws {
        #expect(try #require(IPRange(range)).contains(try #require(IPAddress(address))) == isIn)
    }

    @Test(arguments: ["10.0.0.0/33", "10.0.0.0/x", "10.0.0.0/", "/8", "proxy", "10.0.0.0/-1"])
    func `have no such range`(_ text: String) {
        #expect(IPRange(text) == nil)
    }

    private static func network(_ peer: String?, _ forwarded: [String], trusting proxies: [String]) -> String? {
        var request = HTTPRequest(.get, target: "/")
        request.peer = peer
        for value in forwarded { request.fields.append("X-Forwarded-For", value) }
        return ClientSource(trusting: proxies).network(of: HTTPRequestHead(request))
    }

    @Test func `are the peer's unless a trusted proxy names another`() {
        let proxies = ["10.0.0.0/8"]
        #expect(Self.network("203.0.113.9", ["198.51.100.1"], trusting: proxies) == "cb.0.71.9")
        #expect(Self.network("10.0.0.1", ["198.51.100.1"], trusting: proxies) == "c6.33.64.1")
        // The client's own word is on the left, and no one trusts it.
        #expect(Self.network("10.0.0.1", ["1.1.1.1, 198.51.100.1", "10.0.0.2"], trusting: proxies) == "c6.33.64.1")
        #expect(Self.network("10.0.0.1", ["nonsense"], trusting: proxies) == "a.0.0.1")
        #expect(Self.network("10.0.0.1", [], trusting: proxies) == "a.0.0.1")
        #expect(Self.network(nil, ["198.51.100.1"], trusting: proxies) == nil)
    }

    @Test func `of one IPv6 customer count as one`() {
        let first = Self.network("2001:db8:1:2::1", [], trusting: [])
        #expect(first == Self.network("2001:db8:1:2:ffff::9", [], trusting: []))
        #expect(first != Self.network("2001:db8:1:3::1", [], trusting: []))
    }
}
