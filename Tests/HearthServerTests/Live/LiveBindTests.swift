import HearthHTTP
import HearthTestSupport
import Testing

@testable import HearthServer

@Suite("Binding, live", .enabled(if: canServe), .ownThreads)
struct LiveBindTests {
    @Test func `binding twice answers the same`() throws {
        let server = HTTPServer(handler: echo)
        let address = try server.bind()
        #expect(address.host == "127.0.0.1")
        #expect(address.port > 0)
        #expect(try server.bind() == address)
    }

    @Test(arguments: 0..<20)
    func `binding answers the same before, while and after the server runs`(_ round: Int) async throws {
        let server = HTTPServer(handler: echo)
        let address = try server.bind()
        async let run: Void = server.run()
        // Some of these come before the server runs, and some after.
        let during = try await withThrowingTaskGroup(of: ServerAddress.self) { group in
            for _ in 0..<8 { group.addTask { try server.bind() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        server.drain(within: .zero)
        try await run
        #expect(during.allSatisfy { $0 == address })
        #expect(try server.bind() == address)
    }

    @Test func `a server that is told to end before it has an address never gets one`() async throws {
        let server = HTTPServer(handler: echo)
        server.drain(within: .zero)
        let error = #expect(throws: ServerError.self) { try server.bind() }
        #expect(error?.code == .alreadyRun)
        try await server.run()
    }

    @Test(arguments: 0..<20)
    func `ends in whatever order it is bound, run, drained and cancelled`(_ round: Int) async throws {
        let server = HTTPServer(handler: echo)
        let run = Task { try await server.run() }
        await withTaskGroup(of: Void.self) { group in
            if round.isMultiple(of: 2) { group.addTask { _ = try? server.bind() } }
            if round.isMultiple(of: 3) { group.addTask { run.cancel() } }
            group.addTask { server.drain(within: .zero) }
            group.addTask { server.drain(within: .seconds(1)) }
        }
        try await run.value
        let error = await #expect(throws: ServerError.self) { try await server.run() }
        #expect(error?.code == .alreadyRun)
        #expect(server.openConnections == 0)
    }

    @Test func `only one of two that run a server at once serves`() async throws {
        let server = HTTPServer(handler: echo)
        let port = try server.bind().port
        let runs = (0..<2).map { _ in Task { try await server.run() } }
        let status = try await inThread { RawClient(port: port)?.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")?.status }
        server.drain(within: .zero)
        var refused = 0
        for run in runs {
            if case .failure(let error as ServerError) = await run.result, error.code == .alreadyRun { refused += 1 }
        }
        #expect(status == 200)
        #expect(refused == 1)
    }

    @Test func `IPv6 works where the system has it`() throws {
        let server = HTTPServer(configuration: ServerConfiguration(host: "::1", port: 0), handler: echo)
        do {
            #expect(try server.bind().description.hasPrefix("[::1]:"))
        } catch {
            #expect(error.code == .addressNotAvailable || error.code == .system)
        }
    }

    @Test func `says that the address is in use`() throws {
        let first = HTTPServer(handler: echo)
        let port = try first.bind().port
        let second = HTTPServer(configuration: ServerConfiguration(host: "127.0.0.1", port: port), handler: echo)
        let error = #expect(throws: ServerError.self) { try second.bind() }
        #expect(error?.code == .addressInUse)
        #expect(error?.reason.isEmpty == false)
    }

    @Test func `a closed port is free, also while a child that is just starting holds its socket`() throws {
        var listener: Listener? = try Listener(host: "127.0.13.1", port: 0)
        let port = try #require(listener?.address.port)
        let child = SharedDescriptors([try #require(listener?.descriptor)])
        defer { child.close() }
        #expect(RawClient(port: port, at: 13) != nil)
        listener = nil
        #expect(RawClient(port: port, at: 13) == nil)
        #expect(try Listener(host: "127.0.13.1", port: port).address.port == port)
    }

    @Test(arguments: [
        ("192.0.2.1", 0, ServerError.Code.addressNotAvailable), ("nowhere.invalid", 0, .invalidHost),
        ("127.0.0.1", 65_536, .invalidHost), ("127.0.0.1", -1, .invalidHost), ("127.0.0.1\0x", 0, .invalidHost),
    ])
    func `says why an address cannot be had`(_ host: String, _ port: Int, _ code: ServerError.Code) throws {
        let server = HTTPServer(configuration: ServerConfiguration(host: host, port: port), handler: echo)
        let error = #expect(throws: ServerError.self) { try server.bind() }
        #expect(error?.code == code)
    }
}
