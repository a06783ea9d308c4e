internal import HearthBackend
internal import HearthCore
internal import HearthJSON

/// The call `settings`: what no page can change, because it was decided when the server was started, and the keys.
struct SettingsCall: Sendable {
    let backend: Backend

    /// The facts; `keys` has no secrets, only names and ages.
    func answer() async throws(ConsoleRefusal) -> JSONValue {
        let keys: [SigningKeyFact]
        do throws(BackendError) {
            keys = try await backend.signingKeyFacts()
        } catch {
            throw ConsoleRefusal(error)
        }
        let facts = backend.facts
        var fixed = JSONObject()
        fixed["emailLinks"] = .bool(facts.allowsEmailLinks)
        fixed["secondFactors"] = .array(facts.secondFactors.map(JSONValue.string))
        fixed["authorizedDomains"] = .array(facts.authorizedDomains.map(JSONValue.string))
        fixed["publicName"] = facts.publicName.map(JSONValue.string)
        fixed["publicURL"] = facts.publicURL.map(JSONValue.string)
        fixed["passkeyDomain"] = facts.passkeyDomain.map(JSONValue.string)
        fixed["testPhoneNumbers"] = .array(facts.testPhoneNumbers.map(JSONValue.string))
        fixed["providers"] = .array(
            facts.providers.map { provider in
                [
                    "id": .string(provider.id), "clientIDs": .array(provider.clientIDs.map(JSONValue.string)),
                    "hasSecret": .bool(provider.hasSecret),
                ]
            }
        )
        return [
            "fixed": .object(fixed), "keys": .array(keys.map(Self.json)),
            "publishedKeySeconds": .integer(Backend.publishedKeyLifetime.components.seconds),
            "keyReloadSeconds": .integer(Backend.keyReload.components.seconds),
        ]
    }

    /// A key without its secret.
    static func json(_ key: SigningKeyFact) -> JSONValue {
        var object = JSONObject()
        object["purpose"] = .string(key.purpose)
        object["id"] = .string(key.id)
        object["createdAt"] = .integer(key.createdAt.milliseconds)
        object["signs"] = .bool(key.signs)
        object["signsFrom"] = key.signsFrom.map { .integer($0.milliseconds) }
        object["verifiesUntil"] = key.verifiesUntil.map { .integer($0.milliseconds) }
        return .object(object)
    }
}
