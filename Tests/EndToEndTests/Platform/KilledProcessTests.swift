import Foundation
import HearthAuth
import HearthBackend
import HearthCore
import HearthServer
import HearthTesting
import Testing

/// True processes over the files of one storage: children that are killed, and this one.
@Suite("A process that is killed while it signs in and out", .timeLimit(.minutes(10)))
struct KilledProcessTests {
    private static let isLong = ProcessInfo.processInfo.environment["HEARTH_LONG"] != nil

    @Test func `leaves what it was last told, or what it was about to do, and nothing else`() async throws {
        let backend = try await TestBackend()
        let directory = NSTemporaryDirectory() + "hearth-killed-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var uids: [String: String] = [:]
        for name in ["eve", "zoe"] {
            let user = try await Auth(backend).createUser(withEmail: name + "@example.com", password: "correct horse")
                .user
            uids[name] = user.uid
        }
        try await listen(for: backend) { port in
            let own = Self.client(backend, directory, port)
            var stored: String? = await own.ready().user?.uid
            for round in 0..<(Self.isLong ? 400 : 16) {
                // Blocks a thread of the pool, which has others.
                let steps = try ChildProcess(directory: directory, port: port, seed: round).kill(after: 3 + round % 9)
                let allowed = Self.holders(after: steps, from: stored, uids)
                stored = await Self.client(backend, directory, port).ready().user?.uid
                #expect(allowed.contains(stored), "\(round): \(steps.suffix(4))")
                #expect(await own.retryRestoring().user?.uid == stored)
            }
            try await own.signOut()
            #expect(await Self.client(backend, directory, port).ready() == .signedOut(.never))
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(names == ["session.lock"])
        }
        for name in ["eve", "zoe"] {
            let user = try await Auth(backend).signIn(withEmail: name + "@example.com", password: "correct horse").user
            #expect(user.uid == uids[name])
        }
    }

    private static func client(_ backend: TestBackend, _ directory: String, _ port: Int) -> Auth {
        Auth(
            .emulator(project: backend.project.rawValue, port: port),
            storage: FileSessionStorage(directory: directory),
            transport: backend.transport
        )
    }

    /// Who may be stored after these steps: who was, or whom the last call that began concerns.
    private static func holders(after steps: [String], from first: String?, _ uids: [String: String]) -> Set<String?> {
        var holder = first
        var pending: String?
        for step in steps.map({ $0.split(separator: " ").map(String.init) }) where step.count >= 2 {
            pending = step[0] == "begin" ? step[1] : nil
            guard step[0] == "done" else { continue }
            if let uid = uids[step[1]] { holder = uid }
            if step[1] == "out" { holder = nil }
        }
        guard let pending else { return [holder] }
        return [holder, uids[pending] ?? (pending == "out" ? nil : holder)]
    }

    private func listen(for backend: TestBackend, _ talk: (Int) async throws -> Void) async throws {
        var configuration = ServerConfiguration(host: "127.0.0.1", port: 0)
        configuration.loops = 1
        let server = HTTPServer(configuration: configuration) { await backend.backend.handle($0) }
        let address = try server.bind()
        async let run: Void = server.run()
        do {
            try await talk(address.port)
        } catch {
            server.drain(within: .zero)
            try await run
            throw error
        }
        server.drain(within: .zero)
        try await run
    }
}
