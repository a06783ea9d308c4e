import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let servers = [create, list, delete, createKey, uploadKey, listKeys, deleteKey, signBlob]

    private static let email = "server@demo-test.iam.gserviceaccount.com"
    private static let unknown: @Sendable (ContractWorld) async throws -> ContractRequest = { _ in
        ([:] as ContractRequest).at(["account": "unknown", "key": "unknown"])
    }
    private static let notThere = ContractRow(
        "an account that is not there",
        says: "Unknown service account",
        status: 404,
        ask: unknown
    )

    /// Makes an account; the request is about it.
    @Sendable private static func account(_ world: ContractWorld) async throws -> ContractRequest {
        let path = "/iam.googleapis.com/v1/projects/demo-test/serviceAccounts"
        let owner: [String: String] = ["account": email, "key": "unknown"]
        let answer = try await world.client.send(
            .post,
            path,
            ["accountId": "server"],
            ["Authorization": "Bearer owner"]
        )
        guard answer.status == 200 else { throw ContractFailure(answer.text) }
        return ([:] as ContractRequest).at(owner)
    }

    private static let create = ContractGroup(
        CreateServiceAccount.self,
        [
            ContractRow("a name", gives: "name", "email", "uniqueId") { _ in ["accountId": "server"] },
            ContractRow("a name that is none", says: "accountId: …") { _ in ["accountId": "-"] },
        ]
    )
    private static let list = ContractGroup(
        ListServiceAccounts.self,
        [
            ContractRow("all", gives: "accounts") { try await account($0) },
            ContractRow("a page of nothing", says: "pageSize: a positive number is expected") { _ in
                ([:] as ContractRequest).at([:], "pageSize=-1")
            },
        ]
    )
    private static let delete = ContractGroup(
        DeleteServiceAccount.self,
        [ContractRow("one", gives: "") { try await account($0) }, notThere]
    )
    private static let createKey = ContractGroup(
        CreateServiceAccountKey.self,
        [
            ContractRow("a key file", gives: "name", "privateKeyData") { try await account($0) }, notThere,
            ContractRow("a file of another kind", says: "privateKeyType: TYPE_GOOGLE_CREDENTIALS_FILE is expected") {
                var request = try await account($0)
                request.body["privateKeyType"] = "TYPE_PKCS12_FILE"
                return request
            },
        ]
    )
    private static let uploadKey = ContractGroup(
        UploadServiceAccountKey.self,
        [
            ContractRow("a certificate", gives: "name") {
                var request = try await account($0)
                request.body["publicKeyData"] = .string(
                    Base64.encode(Array(ProviderConfigKind.certificate.utf8), .standard)
                )
                return request
            },
            ContractRow("no key", says: "publicKeyData: …") { try await account($0) },
        ]
    )
    private static let listKeys = ContractGroup(
        ListServiceAccountKeys.self,
        [ContractRow("all", gives: "keys") { try await account($0) }, notThere]
    )
    private static let deleteKey = ContractGroup(
        DeleteServiceAccountKey.self,
        [
            ContractRow("one", gives: "") { world in
                var request = try await account(world)
                let path = "/iam.googleapis.com/v1/projects/demo-test/serviceAccounts/\(email)/keys"
                let made = try await world.client.send(.post, path, [:], ["Authorization": "Bearer owner"])
                let name = made["name"]?.text.split(separator: "/").last.map(String.init)
                request.path["key"] = name ?? "none"
                return request
            },
            ContractRow("a key that is not there", says: "Not Found", status: 404) { try await account($0) },
        ]
    )
    private static let signBlob = ContractGroup(
        SignBlob.self,
        [
            ContractRow(
                "for an account that is not there",
                says: "Permission 'iam.serviceAccounts.signBlob' denied on resource…",
                status: 403
            ) { _ in
                (["payload": "AA=="] as ContractRequest).at(["account": "unknown"])
            },
            ContractRow(
                "an app",
                by: .app,
                says: "Request is missing required authentication…",
                status: 401,
                ask: unknown
            ),
        ]
    )
}
