import HearthCore
import HearthHTTP
import Testing

@testable import HearthTransport

/// A server and a man in the middle, both with certificates that the client trusts.
@Suite("Pinned keys, live", .timeLimit(.minutes(2)))
struct PinnedTransportTests {
    private let authority: TLSAuthority
    private let server: TLSAuthority.Identity
    private let attacker: TLSAuthority.Identity
    private let reports = Locked<[PinMismatch]>([])

    init() throws {
        authority = try TLSAuthority()
        server = try authority.identity("server")
        attacker = try authority.identity("attacker", key: "rsa:2048")
    }

    /// A transport that pins this machine to the server's key and a key in reserve.
    private func transport(
        _ mode: CertificatePinning.Mode = .enforce,
        host: String = "127.0.0.1",
        pins: [String]? = nil
    ) throws -> SystemTransport {
        let pins = try (pins ?? [server.pin, String(repeating: "A", count: 43) + "="]).map {
            try #require(PublicKeyPin($0))
        }
        var configuration = TransportConfiguration()
        configuration.certificateAuthorities = authority.root
        configuration.pinning = [try CertificatePinning(host: host, pins: Set(pins), mode: mode)]
        let reports = reports
        configuration.reportPinMismatch = { mismatch in reports.withLock { $0.append(mismatch) } }
        return SystemTransport(configuration)
    }

    private func request(_ port: Int, host: String = "127.0.0.1", scheme: String = "https") -> HTTPRequest {
        HTTPRequest(
            .get,
            origin: "\(scheme)://\(host):\(port)",
            target: "/",
            fields: ["Authorization": "Bearer the-secret-token"]
        )
    }

    private func failure(_ request: HTTPRequest, _ transport: SystemTransport) async -> TransportError? {
        do throws(TransportError) {
            _ = try await transport.send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the server with the pinned key is spoken to`() async throws {
        let listener = try await TLSServer(server, answers: true)
        #expect(try await transport().send(request(listener.port)).status == 200)
        let exchange = try await transport().open(request(listener.port))
        #expect(exchange.status == 200)
        #expect(reports.withLock(\.isEmpty))
    }

    @Test func `the key in reserve counts as well`() async throws {
        let listener = try await TLSServer(attacker, answers: true)
        #expect(try await transport(pins: [server.pin, attacker.pin]).send(request(listener.port)).status == 200)
    }

    @Test func `a man in the middle with a trusted certificate is sent nothing`() async throws {
        let listener = try await TLSServer(attacker, answers: false)
        let pinned = try transport()
        #expect(await failure(request(listener.port), pinned)?.kind == .pinMismatch)
        do throws(TransportError) {
            _ = try await pinned.open(request(listener.port))
            Issue.record("the stream was opened")
        } catch {
            #expect(error.kind == .pinMismatch)
        }
        // An unpinned client is taken in by the same server: what it sends is seen, and the others' was not.
        var configuration = TransportConfiguration()
        configuration.certificateAuthorities = authority.root
        let naive = SystemTransport(configuration)
        let origin = request(listener.port).origin
        let call = Task {
            try await naive.send(HTTPRequest(.get, origin: origin, target: "/", fields: ["X-Naive": "yes"]))
        }
        await listener.see("X-Naive: yes")
        call.cancel()
        #expect(!listener.log.contains("the-secret-token"))
        let expected = Set([server.pin, String(repeating: "A", count: 43) + "="].compactMap(PublicKeyPin.init))
        #expect(reports.withLock { $0.map(\.expected) } == [expected, expected])
        #expect(reports.withLock { $0.map(\.host) } == ["127.0.0.1", "127.0.0.1"])
    }

    @Test func `a mismatch that is only reported is reported, and the call goes on`() async throws {
        let listener = try await TLSServer(attacker, answers: true)
        let reporting = try transport(.report)
        #expect(try await reporting.send(request(listener.port)).status == 200)
        #expect(try await reporting.open(request(listener.port)).status == 200)
        #expect(reports.withLock(\.count) == 2)
    }

    @Test func `a host without pins is as before`() async throws {
        let listener = try await TLSServer(attacker, answers: true)
        #expect(try await transport(host: "other.example").send(request(listener.port)).status == 200)
    }

    @Test func `pins do not stand in for trust in the certificate`() async throws {
        let listener = try await TLSServer(server, answers: true)
        let pins = Set([server.pin, attacker.pin].compactMap(PublicKeyPin.init))
        var configuration = TransportConfiguration()
        configuration.pinning = [try CertificatePinning(host: "127.0.0.1", pins: pins)]
        #expect(await failure(request(listener.port), SystemTransport(configuration))?.kind == .insecure)
    }

    @Test(arguments: ["localhost", "LOCALHOST", "localhost."]) func `however the host is written, it is the pinned one`(
        _ host: String
    ) async throws {
        let listener = try await TLSServer(attacker, answers: true)
        let error = await failure(request(listener.port, host: host), try transport(host: "localhost"))
        // The library itself may not accept the name with a dot.
        #expect(error != nil && error?.kind != .connectionLost)
        if !host.hasSuffix(".") { #expect(error?.kind == .pinMismatch) }
    }

    @Test func `a pinned host is not spoken to in the clear`() async throws {
        let error = await failure(request(80, scheme: "http"), try transport())
        #expect(error?.kind == .insecure)
    }

    @Test func `a pin is what the program computes, for keys of each kind`() throws {
        for identity in [server, attacker, try authority.identity("large", key: "rsa:4096")] {
            let pin = try #require(PublicKeyPin(certificate: identity.der))
            #expect(pin.base64 == identity.pin && "\(pin)" == "sha256/" + identity.pin)
            for count in 0..<identity.der.count {
                let cut = PublicKeyPin(certificate: Array(identity.der.prefix(count)))
                #expect(cut == nil)
            }
        }
    }
}

@Suite("CertificatePinning")
struct CertificatePinningTests {
    private static let pins = Set(["A", "E"].compactMap { PublicKeyPin(String(repeating: $0, count: 43) + "=") })

    @Test(
        arguments: [
            ("example.com", "example.com", true), ("example.com", "EXAMPLE.com.", true),
            ("example.com", "www.example.com", false), ("*.example.com", "www.example.com", true),
            ("*.example.com", "example.com", false), ("*.example.com", "a.b.example.com", false),
            ("*.example.com", "xexample.com", false), ("example.com", "example.com.evil.example", false),
        ]
    )
    func `applies to the host, or to what is directly below it`(_ host: String, _ name: String, _ applies: Bool) throws
    {
        #expect(try CertificatePinning(host: host, pins: Self.pins).applies(to: name) == applies)
    }

    @Test(
        arguments: [
            ("https://example.com", "example.com"), ("https://example.com:8443", "example.com"),
            ("https://[::1]:8443", "[::1]"), ("example.com:1", "example.com"),
        ]
    )
    func `finds the server's name in an origin`(_ origin: String, _ name: String) {
        #expect(CertificatePinning.serverName(of: origin) == name)
    }

    @Test func `refuses one pin alone, and what is no host`() {
        let pin = Self.pins.first
        #expect(throws: CertificatePinning.Problem.noBackupPin) {
            try CertificatePinning(host: "example.com", pins: Set([pin].compactMap(\.self)))
        }
        for host in ["", "*.", "https://example.com", "example.com/", "*.*.com", "a b"] {
            #expect(throws: CertificatePinning.Problem.invalidHost) {
                try CertificatePinning(host: host, pins: Self.pins)
            }
        }
    }

    @Test(arguments: ["", "AAAA", "sha256/", "sha1/AAAA", String(repeating: "A", count: 44), "?"])
    func `a pin is a digest of 32 bytes`(_ text: String) {
        #expect(PublicKeyPin(text) == nil)
    }
}
