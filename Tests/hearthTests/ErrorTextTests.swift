import HearthAuth
import HearthFlows
import HearthHTTP
import Testing

@testable import hearth

/// What `hearth login` and `hearth account` say when they fail, in the person's language.
@Suite("Errors at the terminal")
struct ErrorTextTests {
    private struct Silent: HTTPTransport {
        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            throw TransportError(.unreachable)
        }
    }

    private struct Foreign: HTTPTransport {
        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            HTTPResponse(status: 404, body: .bytes(Array("<html>".utf8)))
        }
    }

    private func complaint(of transport: any HTTPTransport, _ language: Language) async -> String? {
        let probe = BackendProbe(
            configuration: .emulator(project: "demo-test"),
            transport: transport,
            localizer: Localizer(language)
        )
        do {
            try await probe.check()
            return nil
        } catch {
            return (error as? CommandFailure)?.reason
        }
    }

    private static let address = "http://127.0.0.1:9099"

    @Test(
        arguments: [
            (
                .english,
                "No backend answers at \(address) (unreachable). Start one with hearth serve, or name another with --backend."
            ),
            (
                .german,
                "Unter \(address) antwortet kein Backend (unreachable). Starten Sie eines mit hearth serve, oder nennen Sie ein anderes mit --backend."
            ),
            (
                .japanese,
                "\(address)のバックエンドから応答がありません（unreachable）。hearth serveで起動するか、--backendで別のものを指定してください。"
            ),
        ] as [(Language, String)]
    )
    func `a backend that is silent is named in the person's language`(_ language: Language, _ text: String) async {
        #expect(await complaint(of: Silent(), language) == text)
    }

    @Test(
        arguments: [
            (.english, "\(address) answers, but is no identity backend (HTTP 404). Name another with --backend."),
            (
                .french,
                "\(address) répond, mais ce n’est pas un backend d’identité (HTTP 404). Indiquez-en un autre avec --backend."
            ),
        ] as [(Language, String)]
    )
    func `what answers and is no backend is named in the person's language`(_ language: Language, _ text: String) async
    {
        #expect(await complaint(of: Foreign(), language) == text)
    }

    @Test(
        arguments: [
            (.english, "This account is disabled. (userDisabled)"),
            (.german, "Dieses Konto ist deaktiviert. (userDisabled)"),
        ] as [(Language, String)]
    )
    func `an error has a sentence for the person and a word for the developer`(_ language: Language, _ text: String) {
        #expect(ErrorText.text(AuthError(.userDisabled), Localizer(language)) == text)
    }

    @Test(arguments: Language.allCases) func `each sentence is in every language`(_ language: Language) {
        let localizer = Localizer(language)
        let english = Localizer(.english)
        for key in [Message.Key.inputEnded, .notSignedIn] {
            #expect(language == .english || localizer(key) != english(key))
        }
        #expect(localizer(.variableMissing("CLIENT_SECRET")).contains("CLIENT_SECRET"))
    }
}
