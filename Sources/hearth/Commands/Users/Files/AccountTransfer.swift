internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// Carries all accounts of a project out of a backend and into one.
struct AccountTransfer: Sendable {
    let origin: String
    let project: ProjectID
    let token: Secret<String>
    let transport: any HTTPTransport

    /// As many accounts as official tools send at once.
    private static let page = 1000

    /// Every account, as the wire has it.
    ///
    /// - Throws: ``CommandFailure`` if the backend does not answer or refuses.
    func download() async throws -> [JSONObject] {
        var users: [JSONObject] = []
        var next: String?
        repeat {
            let token = next.map { "&nextPageToken=\(PercentEncoding.encode($0))" } ?? ""
            let answer = try await send(.get, "accounts:batchGet?maxResults=\(Self.page)\(token)", nil)
            users += (answer["users"]?.array ?? []).compactMap(\.object)
            // The official emulator says with an empty token that there is no further page.
            next = answer["nextPageToken"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        } while next != nil
        return users
    }

    /// Sends accounts.
    ///
    /// - Parameters:
    ///   - users: The accounts, as the wire has them.
    ///   - hash: The members of the request that say how their passwords are hashed.
    ///   - report: Hears of each account that is not imported: its number, from 0, and why.
    /// - Returns: How many were imported.
    /// - Throws: ``CommandFailure`` if the backend does not answer or refuses; what was sent before is imported.
    func upload(_ users: [JSONObject], hash: JSONObject, report: (Int, String) -> Void) async throws -> Int {
        var failures = 0
        for start in stride(from: 0, to: users.count, by: Self.page) {
            var body = hash
            body["users"] = .array(users[start..<min(start + Self.page, users.count)].map { .object($0) })
            let answer = try await send(.post, "accounts:batchCreate", body)
            for failure in answer["error"]?.array ?? [] {
                failures += 1
                report(start + Int(failure["index"]?.integer ?? 0), failure["message"]?.string ?? "")
            }
        }
        return users.count - failures
    }

    private func send(_ method: HTTPMethod, _ end: String, _ body: JSONObject?) async throws -> JSONObject {
        let request = HTTPRequest(
            method,
            origin: origin,
            target: "/identitytoolkit.googleapis.com/v1/projects/\(project)/\(end)",
            fields: ["Authorization": "Bearer \(token.reveal())", "Content-Type": "application/json"],
            body: body.map { JSON.serialize(.object($0)) } ?? []
        )
        let response: HTTPResponse
        do throws(TransportError) {
            response = try await transport.send(request)
        } catch {
            throw CommandFailure("no backend answers at \(origin); is 'hearth serve' running? (\(error))")
        }
        guard let answer = try? JSON.parse(response.bytes).object else {
            throw CommandFailure("\(origin) is no backend: it answers with status \(response.status)")
        }
        guard response.status == 200 else {
            throw CommandFailure(answer["error"]?["message"]?.string?.printable ?? "status \(response.status)")
        }
        return answer
    }
}
