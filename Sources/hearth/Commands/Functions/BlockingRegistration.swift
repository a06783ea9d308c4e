internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

/// Puts the blocking functions of a host into a project's configuration, as the official tools do when they deploy.
struct BlockingRegistration: Sendable {
    let identity: Backend
    let project: ProjectID
    /// Scheme, host and port of the host.
    let origin: String

    /// Registers functions, and removes those of the same host that are gone; functions of other hosts stay.
    ///
    /// - Parameter paths: The paths of the functions, by their moment.
    func register(_ paths: [String: String]) async {
        guard let config = await send(.get, nil) else { return }
        var blocking = config["blockingFunctions"]?.object ?? [:]
        var triggers = JSONObject()
        for member in blocking["triggers"]?.object?.members ?? [] {
            let isOwn = member.value["functionUri"]?.string?.hasPrefix(origin + "/") ?? false
            if !isOwn { triggers[member.name] = member.value }
        }
        for (moment, path) in paths.sorted(by: { $0.key < $1.key }) {
            triggers[moment] = ["functionUri": .string(origin + path)]
        }
        guard blocking["triggers"]?.object ?? [:] != triggers else { return }
        blocking["triggers"] = .object(triggers)
        _ = await send(.patch, ["blockingFunctions": .object(blocking)])
    }

    private func send(_ method: HTTPMethod, _ body: JSONObject?) async -> JSONValue? {
        let mask = body == nil ? "" : "?updateMask=blockingFunctions"
        let response = await identity.handle(
            HTTPRequest(
                method,
                target: "/identitytoolkit.googleapis.com/v2/projects/\(project)/config\(mask)",
                fields: ["Host": "127.0.0.1", "Authorization": "Bearer owner", "Content-Type": "application/json"],
                body: body.map { JSON.serialize(.object($0)) } ?? []
            )
        )
        let answer = try? JSON.parse(response.bytes)
        guard response.status == 200 else {
            let reason = answer?["error"]?["message"]?.string ?? "status \(response.status)"
            Terminal.note("error: the blocking functions are not registered: \(reason)")
            return nil
        }
        return answer
    }
}
