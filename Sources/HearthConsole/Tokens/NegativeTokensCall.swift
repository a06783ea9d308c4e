internal import HearthBackend
internal import HearthCore
internal import HearthJSON
internal import HearthTokens

/// The call `tokens:mint`: ID tokens of a user that a server must refuse, for its tests.
struct NegativeTokensCall: Sendable {
    private let scope: UserScope
    private let user: UserID

    init(_ body: JSONObject) throws(ConsoleRefusal) {
        (scope, user) = try UserScope.user(in: body)
    }

    func answer(_ backend: Backend) async throws(ConsoleRefusal) -> JSONValue {
        let tokens: [NegativeToken]?
        do throws(BackendError) {
            tokens = try await backend.negativeTokens(of: user, project: scope.project, tenant: scope.tenant)
        } catch {
            throw ConsoleRefusal(error)
        }
        guard let tokens else { throw ConsoleRefusal(404, "There is no user with this UID.") }
        return [
            "tokens": .array(
                tokens.map { made in
                    var object: JSONObject = [
                        "flaw": .string(made.flaw.rawValue), "token": .string(made.token.reveal()),
                    ]
                    object["rejection"] = made.rejection.map(\.json)
                    return .object(object)
                }
            )
        ]
    }
}
