internal import HearthCore
internal import HearthCrypto
internal import HearthFunctionsWire
internal import HearthHTTP
internal import HearthJSON
internal import HearthTriggers

/// What the servers beside a host ask it: which functions it has, how their calls ended, and to act on events.
///
/// `RemoteFunctions` is the other end.
struct ServerEntrance: Sendable {
    let host: FunctionsHost
    /// What the two processes share.
    let token: Secret<String>

    /// Answers a request; `nil` if it is not for this entrance.
    func answer(_ request: HTTPRequest) async -> HTTPResponse? {
        let path = request.path
        let isEvent = path.hasPrefix(RemoteFunctions.eventsPath)
        let document: JSONObject? =
            switch path {
            case RemoteFunctions.manifestPath: host.manifest.json
            case RemoteFunctions.statisticsPath: host.statistics
            default: nil
            }
        guard isEvent || document != nil else { return nil }
        guard isAllowed(request) else { return HTTPResponse(status: 401) }
        if let document { return Self.answer(request, document) }
        guard request.method == .post else { return HTTPResponse(status: 405) }
        return await act(request, String(path.dropFirst(RemoteFunctions.eventsPath.count)))
    }

    private static func answer(_ request: HTTPRequest, _ document: JSONObject) -> HTTPResponse {
        guard request.method == .get else { return HTTPResponse(status: 405) }
        return HTTPResponse(
            status: 200,
            fields: ["Content-Type": "application/json; charset=utf-8"],
            body: .bytes(JSON.serialize(.object(document)))
        )
    }

    private func act(_ request: HTTPRequest, _ name: String) async -> HTTPResponse {
        guard let object = (try? JSON.parse(request.body))?.object, let event = TriggerEvent(object) else {
            return HTTPResponse(status: 400)
        }
        guard let trigger = host.triggers.first(where: { $0.function == name }) else {
            return HTTPResponse(status: 404)
        }
        do {
            try await trigger.run(event)
            return HTTPResponse(status: 204)
        } catch is UnreachableFunction {
            return HTTPResponse(status: 503)
        } catch {
            // The servers beside the host keep it for their operator.
            let reason = String("\(error)".prefix(FailedEvent.maximumReason))
            return HTTPResponse(
                status: 500,
                fields: ["Content-Type": "text/plain; charset=utf-8"],
                body: .bytes(Array(reason.utf8))
            )
        }
    }

    private func isAllowed(_ request: HTTPRequest) -> Bool {
        let scheme = "Bearer "
        guard let field = request.fields["authorization"], field.hasPrefix(scheme) else { return false }
        let presented = Digest.sha256.hash(Array(field.dropFirst(scheme.count).utf8))
        return ConstantTime.equals(presented, Digest.sha256.hash(Array(token.reveal().utf8)))
    }
}
