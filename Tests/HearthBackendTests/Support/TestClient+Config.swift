import HearthHTTP
import HearthJSON

extension TestClient {
    /// Reads or changes the project's configuration, as an administrator does.
    func config(
        _ method: HTTPMethod = .patch,
        _ body: JSONValue? = nil,
        mask: String? = nil,
        project: String = "demo-test"
    ) async throws -> Answer {
        let query = mask.map { "?updateMask=\($0)" } ?? ""
        let path = "/identitytoolkit.googleapis.com/v2/projects/\(project)/config\(query)"
        return try await send(method, path, body, ["Authorization": "Bearer owner"])
    }

    /// Enforces rules for passwords.
    func enforcePasswords(_ options: JSONValue, forceUpgrade: Bool = false) async throws -> Answer {
        let policy: JSONValue = [
            "passwordPolicyEnforcementState": "ENFORCE", "forceUpgradeOnSignin": .bool(forceUpgrade),
            "passwordPolicyVersions": [["customStrengthOptions": options]],
        ]
        return try await config(.patch, ["passwordPolicyConfig": policy], mask: "passwordPolicyConfig")
    }

    /// Asks for a document of the second generation, as a user does.
    func read2(_ end: String) async throws -> Answer {
        let separator = end.contains("?") ? "&" : "?"
        return try await send(.get, "/identitytoolkit.googleapis.com/v2/\(end)\(separator)key=\(key)")
    }
}
