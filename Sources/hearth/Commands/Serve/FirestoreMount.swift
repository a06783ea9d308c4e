internal import HearthBackend
internal import HearthDatabase
internal import HearthFirestoreBackend
internal import HearthFirestoreRules
internal import HearthHTTP
internal import HearthServer

/// Firestore as `hearth serve` and `hearth exec` offer it: an emulator on the identity service's port, or on its own.
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
    private let upkeep: Task<Void, Never>

    /// Opens the documents.
    ///
    /// - Parameters:
    ///   - storage: Where the identity service stores; documents go into a file beside it.
    ///   - identity: The identity service, which knows which callers are local.
    ///   - rules: The security rules; `nil` allows everything.
    /// - Throws: ``CommandFailure`` if the documents cannot be opened or the rules do not compile.
    init(beside storage: BackendConfiguration.Storage, of identity: Backend, rules: RulesFile?) async throws {
        let location: Database.Location =
            switch storage {
            case .memory: .memory
            case .sqlite(let path): .sqlite(path: Self.path(beside: path))
            }
        do {
            var configuration = FirestoreBackend.Configuration(
                location: location,
                access: .emulator,
                rules: rules?.source
            )
            configuration.isLocalCaller = { identity.refusalOfRemote($0) == nil }
            let backend = try await FirestoreBackend(configuration)
            self.backend = backend
            upkeep = Task { try? await backend.run() }
        } catch let error as RulesetError {
            throw rules?.failure(error) ?? CommandFailure("\(error)")
        } catch {
            throw CommandFailure("cannot open Firestore's documents: \(error)")
        }
        self.identity = identity
    }

    /// `shop.firestore.db` for `shop.db`.
    static func path(beside path: String) -> String {
        path.hasSuffix(".db") ? "\(path.dropLast(3)).firestore.db" : path + ".firestore"
    }

    /// Decides by a request's head; `nil` if the request is not Firestore's.
    func admission(of head: HTTPRequestHead) -> HTTPAdmission? {
        guard FirestoreBackend.owns(path: head.path) else { return nil }
        if FirestoreBackend.needsLocalCaller(head), let refusal = identity.refusalOfRemote(head) {
            return .refuse(refusal)
        }
        return .accept(maximumBody: FirestoreBackend.maximumBody)
    }

    /// Answers a request; `nil` if it is not Firestore's.
    func answer(_ request: HTTPRequest) async -> HTTPResponse? {
        FirestoreBackend.owns(path: request.path) ? await backend.handle(request) : nil
    }

    /// Makes a server that offers Firestore and nothing else.
    func server(_ configuration: ServerConfiguration) -> HTTPServer {
        HTTPServer(
            configuration: configuration,
            protocols: backend.protocols,
            admission: { head in
                if FirestoreBackend.needsLocalCaller(head), let refusal = identity.refusalOfRemote(head) {
                    return .refuse(refusal)
                }
                return .accept(maximumBody: FirestoreBackend.maximumBody)
            },
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
