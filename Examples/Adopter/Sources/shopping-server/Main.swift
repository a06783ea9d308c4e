import HearthAdmin
import HearthCore
import HearthServer
import HearthTokens
import ShoppingServer

/// `shopping-server PROJECT [IDENTITY]`: the service on port 8080, for the users of a Firebase project, or of the Hearth
/// server whose address is given.
@main
struct Main {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard let project = words.first.flatMap(ProjectID.init(rawValue:)), words.count <= 2 else {
            return print("usage: shopping-server PROJECT [IDENTITY]")
        }
        let verifier: TokenVerifier =
            if words.count == 2, let origin = words.last { try .hearth(origin: origin, project: project) } else {
                .firebase(project: project)
            }
        let service = ShoppingService(verifier: verifier)
        let configuration = ServerConfiguration(host: "127.0.0.1", port: 8080)
        try await HTTPServer(configuration: configuration) { await service.handle($0) }.run()
    }
}
