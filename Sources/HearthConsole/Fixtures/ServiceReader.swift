internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// Reads from the services of an emulator, as an Admin SDK does.
struct ServiceReader: Sendable {
    let handle: HTTPHandler

    /// Asks for a document.
    ///
    /// - Throws: ``ConsoleRefusal`` if the service refuses, or answers something else.
    func ask(
        _ method: HTTPMethod,
        _ target: String,
        _ body: JSONObject? = nil
    ) async throws(ConsoleRefusal) -> JSONValue {
        let request = HTTPRequest(
            method,
            target: target,
            fields: ["Host": "localhost", "Authorization": "Bearer owner", "Content-Type": "application/json"],
            body: body.map { JSON.serialize(.object($0)) } ?? []
        )
        let response = await handle(request)
        guard response.status == 200, let answer = try? JSON.parse(response.bytes, maximumValues: 2_000_000) else {
            throw ConsoleRefusal(response.status == 404 ? 404 : 503, "The service does not say what it holds.")
        }
        return answer
    }
}
