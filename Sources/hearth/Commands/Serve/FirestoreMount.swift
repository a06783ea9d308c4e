internal import HearthBackend
internal import HearthCore
internal import HearthDatabase
internal import HearthFirestoreBackend
internal import HearthFirestoreRules
internal import HearthHTTP
internal import HearthServer
internal import HearthTriggers

/// Firestore as `hearth serve` and `hearth exec` offer it: on the identity service's port, or on its own.
struct FirestoreMount: MountedService {
    /// Where Firestore listens.
    enum Port: Equatable {
        /// On the port of the identity service.
        case same
        /// On a port of its own; 0 for any free one.
        case own(Int)
    }

    let backend: FirestoreBackend
    private let identity: Backend
    private let isEmulator: Bool
    private let upkeep: Task<Void, Never>

    /// Opens the documents.
    ///
    /// - Parameters:
    ///   - settings: How the identity service behaves; documents go into a file beside its own.
    ///   - identity: The identity service, which knows whose a token is and which callers are local.
    ///   - rules: The security rules; without them an emulator allows everything, and a server administrators alone.
    ///   - indexes: The composite indexes.
    ///   - triggers: The functions that act on documents. Defaults to none.
    /// - Throws: ``CommandFailure`` if the documents cannot be opened or the rules do not compile.
    init(
        beside settings: BackendConfiguration,
        of identity: Backend,
        rules: RulesFile?,
        indexes: IndexOptions,
        triggers: TriggerOutbox? = nil
    ) async throws {
        do {
            var configuration = Self.configuration(settings, identity, rules)
            configuration.indexes = indexes.file
            configuration.demandsIndexes = indexes.isStrict
            configuration.triggers = triggers
            let backend = try await FirestoreBackend(configuration)
            self.backend = backend
            upkeep = Task { try? await backend.run() }
        } catch let error as RulesetError {
            throw rules?.failure(error) ?? CommandFailure("\(error)")
        } catch {
            throw CommandFailure("cannot open Firestore's documents: \(error)")
        }
        self.identity = identity
        isEmulator = settings.isEmulator
    }

    private static func configuration(
        _ settings: BackendConfiguration,
        _ identity: Backend,
        _ rules: RulesFile?
    ) -> FirestoreBackend.Configuration {
        let location: Database.Location =
            switch settings.storage {
            case .memory: .memory
            case .sqlite(let path): .sqlite(path: Self.path(beside: path))
            }
        var configuration = FirestoreBackend.Configuration(
            location: location,
            durability: settings.isEmulator ? .process : .power,
            access: settings.isEmulator
                ? .emulator
                : .server(projects: settings.projects.map(\.rawValue)) { token in
                    switch await identity.bearer(of: Secret(token)) {
                    case .administrator: return nil
                    case .user(let claims): return claims
                    case nil: throw CommandFailure("the token is not accepted")
                    }
                },
            rules: rules?.source
        )
        configuration.isLocalCaller = { identity.refusalOfRemote($0) == nil }
        if !settings.isEmulator { configuration.allowsOrigin = { identity.isKnown(origin: $0) } }
        configuration.exportFiles = .disk
        return configuration
    }

    /// `shop.firestore.db` for `shop.db`.
    static func path(beside path: String) -> String {
        path.hasSuffix(".db") ? "\(path.dropLast(3)).firestore.db" : path + ".firestore"
    }

    /// Whether a path is Firestore's.
    func owns(path: Substring) -> Bool { FirestoreBackend.owns(path: path) }

    /// Decides by the head of a request that is Firestore's.
    func admission(of head: HTTPRequestHead) -> HTTPAdmission {
        if isEmulator, FirestoreBackend.needsLocalCaller(head), let refusal = identity.refusalOfRemote(head) {
            return .refuse(refusal)
        }
        return .accept(maximumBody: FirestoreBackend.maximumBody)
    }

    /// Answers a request that is Firestore's.
    func answer(_ request: HTTPRequest) async -> HTTPResponse { await backend.handle(request) }

    /// Makes a server that offers Firestore and nothing else.
    func server(_ configuration: ServerConfiguration) -> HTTPServer {
        HTTPServer(
            configuration: configuration,
            protocols: backend.protocols,
            admission: { head in admission(of: head) },
            handler: { request in
                // Tools wait for an answer at the root, as the official emulator gives one.
                if request.path == "/" { return HTTPResponse(status: 200, body: .bytes(Array("Ok\n".utf8))) }
                return await backend.handle(request)
            }
        )
    }

    /// Ends the upkeep and closes the file.
    func close() async {
        upkeep.cancel()
        await backend.close()
    }
}

extension ExportFiles {
    /// Files of the disk, by their paths.
    static let disk = ExportFiles { path in
        try Folder.contents(ofFile: path)
    } write: { path, bytes in
        if let slash = path.lastIndex(of: "/") { try Folder(String(path[..<slash])).make() }
        try Folder.write(bytes, toFile: path)
    }
}
