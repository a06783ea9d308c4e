internal import HearthAuth
internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// What a client costs an app, beside the same work done by hand.
///
/// By hand means: an actor that keeps a token and its end, a user in a lock, a file of JSON that is read at the start.
/// None of it refreshes, seals, follows other processes or tells anyone.
struct ClientBench {
    var duration: Duration = .seconds(1)
    var clients = 1000

    // Off the main actor: work that begins there comes back to its thread after every wait, which would be measured.
    @concurrent
    func figures() async throws -> JSONObject {
        let transport = try await Self.backend()
        let configuration = AuthConfiguration.emulator(project: "demo-bench")
        let folder = BenchFolder()
        defer { folder.remove() }
        let storage = FileSessionStorage(directory: folder.path)
        let auth = Auth(configuration, storage: storage, transport: transport)
        let result = try await auth.createUser(withEmail: "someone@example.com", password: "correct horse")
        let user = HandKept.User(uid: result.user.uid, email: result.user.email, name: "Someone", isVerified: true)
        let kept = HandKept(user: user, token: try await auth.idToken().reveal(), path: folder.path + "/by-hand.json")
        try kept.save()

        var figures = JSONObject()
        figures["hotIDTokenNanoseconds"] = try await nanoseconds { _ = try await auth.idToken() }
        figures["hotIDTokenByHandNanoseconds"] = try await nanoseconds { _ = await kept.tokens.current() }
        figures["stateReadNanoseconds"] = try await nanoseconds { _ = auth.state }
        figures["stateReadByHandNanoseconds"] = try await nanoseconds { _ = kept.present.withLock(\.self) }
        figures["coldStartNanoseconds"] = try await nanoseconds(batch: 1) {
            let next = Auth(configuration, storage: storage, transport: transport, readsStorageAtOnce: true)
            _ = try await next.idToken()
        }
        figures["coldStartByHandNanoseconds"] = try await nanoseconds(batch: 1) { _ = try HandKept.load(kept.path) }
        if let bytes = try await bytesForEachClient(configuration, storage, transport) {
            figures["bytesForEachClient"] = .integer(Int64(bytes))
        }
        return figures
    }

    /// How long a piece of work takes, done again and again.
    private func nanoseconds(batch: Int = 100, _ work: () async throws -> Void) async throws -> JSONValue {
        let clock = ContinuousClock()
        try await work()
        let start = clock.now
        var count = 0
        var elapsed = Duration.zero
        while elapsed < duration {
            for _ in 0..<batch { try await work() }
            count += batch
            elapsed = clock.now - start
        }
        return .number((elapsed / .nanoseconds(1) / Double(count) * 10).rounded() / 10)
    }

    /// How much more memory the process has with many signed-in clients, for each of them; `nil` if the system does not
    /// tell.
    private func bytesForEachClient(
        _ configuration: AuthConfiguration,
        _ storage: FileSessionStorage,
        _ transport: any HTTPTransport
    ) async throws -> Int? {
        guard case .found(let session) = await storage.load(), let before = ProcessMemory.resident() else { return nil }
        var kept: [Auth] = []
        for _ in 0..<clients {
            let auth = Auth(configuration, storage: InMemorySessionStorage(session), transport: transport)
            await auth.ready()
            kept.append(auth)
        }
        let after = ProcessMemory.resident()
        guard kept.allSatisfy({ $0.currentUser != nil }) else { throw CommandFailure("a client has no user") }
        return after.map { max(0, $0 - before) / clients }
    }

    private static func backend() async throws -> any HTTPTransport {
        guard let project = ProjectID(rawValue: "demo-bench") else { throw CommandFailure("no project") }
        return BackendTransport(backend: try await Backend(BackendConfiguration(project: project)))
    }
}

/// A backend in the same process.
private struct BackendTransport: HTTPTransport {
    let backend: Backend

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        var request = request
        request.fields["Host"] = "127.0.0.1:9099"
        do {
            return try await backend.handle(request).collected()
        } catch {
            throw TransportError(.connectionLost)
        }
    }
}

/// The least that an app without a client would write.
private struct HandKept {
    struct User: Sendable, Codable {
        var uid: String
        var email: String?
        var name: String?
        var isVerified: Bool
    }

    actor Tokens {
        private let token: String
        private let end: ContinuousClock.Instant

        init(_ token: String) {
            self.token = token
            end = .now + .seconds(3600)
        }

        func current() -> String? {
            ContinuousClock.now < end ? token : nil
        }
    }

    private struct Session: Codable {
        var user: User
        var token: String
    }

    let present: Locked<User?>
    let tokens: Tokens
    let path: String
    private let session: Session

    init(user: User, token: String, path: String) {
        present = Locked(user)
        tokens = Tokens(token)
        session = Session(user: user, token: token)
        self.path = path
    }

    func save() throws {
        try BenchFolder.write(try JSON.encode(session), to: path)
    }

    static func load(_ path: String) throws -> User {
        try JSON.decode(Session.self, from: Array(try SystemEnvironment.text(ofFile: path).utf8)).user
    }
}
