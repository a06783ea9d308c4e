internal import HearthAuth
internal import HearthFlows
internal import HearthHTTP
internal import HearthJSON

/// Looks whether an identity service answers before the person at the terminal is asked anything.
struct BackendProbe {
    let configuration: AuthConfiguration
    let transport: any HTTPTransport
    /// The language of the errors.
    var localizer = Localizer(preferring: UserLanguages.preferred)

    /// Asks for what every identity service tells anyone who has a project's key.
    func check() async throws {
        let start = configuration.identity.firstRange(of: "://")?.upperBound ?? configuration.identity.startIndex
        let path = configuration.identity[start...].firstIndex(of: "/") ?? configuration.identity.endIndex
        let origin = String(configuration.identity[..<path])
        let key = PercentEncoding.encode(configuration.apiKey)
        let target = configuration.identity[path...] + "/v1/projects?key=" + key
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(HTTPRequest(.get, origin: origin, target: String(target)))
        } catch {
            throw CommandFailure(localizer(.backendSilent(at: origin, error.kind.rawValue)))
        }
        // A refusal is an answer too: the project may be one that keeps its settings to itself.
        let answer = (try? JSON.parse(response.bytes))?.object
        guard answer?["projectId"] != nil || answer?["error"]?["message"] != nil else {
            throw CommandFailure(localizer(.backendForeign(at: origin, status: response.status)))
        }
    }
}
