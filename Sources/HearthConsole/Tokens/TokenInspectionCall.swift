internal import HearthBackend
internal import HearthCore
internal import HearthJSON
internal import HearthTokens

/// The call `tokens:inspect`: what a token is and says, and which rules it meets at a moment.
struct TokenInspectionCall: Sendable {
    private let project: ProjectID
    private let token: String
    private let moment: UnixTime?

    init(_ body: JSONObject) throws(ConsoleRefusal) {
        project = try UserScope(body["project"]?.string, nil).project
        guard let token = body["token"]?.string else { throw ConsoleRefusal(400, "The 'token' is missing.") }
        self.token = token
        guard let at = body["at"] else {
            moment = nil
            return
        }
        guard let milliseconds = at.integer else {
            throw ConsoleRefusal(400, "'at' is a moment in milliseconds since 1970.")
        }
        moment = UnixTime(milliseconds: milliseconds)
    }

    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONValue {
        do throws(BackendError) {
            return .object(try await backend.inspect(token: token, at: moment, of: project).json)
        } catch {
            throw ConsoleRefusal(error)
        }
    }
}

extension TokenInspection {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object["kind"] = .string(kind.rawValue)
        object["header"] = .object(header)
        object["claims"] = .object(claims)
        object["rejection"] = rejection.map(\.json)
        object["findings"] = .array(findings.map(\.json))
        object["turns"] = .array(
            turns.map { ["at": .integer($0.moment.milliseconds), "finding": $0.finding.json] }
        )
        switch verdict {
        case .accepted?: object["verdict"] = ["accepted": true]
        case .refused(let code)?: object["verdict"] = ["accepted": false, "code": .string(code)]
        case nil: break
        }
        object["user"] = user
        if let session {
            object["session"] = [
                "provider": .string(session.provider), "created": .integer(session.createdAt.milliseconds),
                "ended": .bool(session.isEnded),
            ]
        }
        return object
    }
}

extension TokenFinding {
    fileprivate var json: JSONValue {
        var object: JSONObject = ["rule": .string(rule.rawValue)]
        object["rejection"] = rejection.map(\.json)
        return .object(object)
    }
}

extension TokenRejection {
    /// The name of the case, and the sentence for the developer.
    var json: JSONValue { ["name": .string(rawValue), "words": .string(description)] }
}
