import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let providers = openID + saml + named + [supported]

    /// The five operations of a collection; `create` has the rows about what a configuration must hold.
    private static func collection<Create, Get, List, Update, Delete>(
        _ kind: ProviderConfigKind,
        _ operations: (Create.Type, Get.Type, List.Type, Update.Type, Delete.Type),
        _ rules: [ContractRow]
    ) -> [ContractGroup]
    where
        Create: HearthWire.Operation, Get: HearthWire.Operation, List: HearthWire.Operation,
        Update: HearthWire.Operation, Delete: HearthWire.Operation
    {
        let place = ["configId": kind.id]
        @Sendable func made(_ world: ContractWorld, _ query: String = "") async throws -> ContractRequest {
            let path = "\(kind.collection)?\(kind.parameter)=\(kind.id)"
            let answer = try await world.client.configs(.post, path, kind.body)
            guard answer.status == 200 else { throw ContractFailure(answer.text) }
            return ([:] as ContractRequest).at(place, query)
        }
        let unknown: @Sendable (ContractWorld) async throws -> ContractRequest = { _ in
            ([:] as ContractRequest).at(place)
        }
        let missing = ContractRow("one that is not there", says: "CONFIGURATION_NOT_FOUND", status: 404, ask: unknown)
        return [
            ContractGroup(
                Create.self,
                [
                    ContractRow("one", gives: "name", "enabled") { _ in kind.request() },
                    ContractRow("one that is there", says: "CONFIGURATION_EXISTS") { world in
                        _ = try await made(world)
                        return kind.request()
                    },
                ] + rules
            ),
            ContractGroup(Get.self, [ContractRow("one", gives: "name") { try await made($0) }, missing]),
            ContractGroup(
                List.self,
                [
                    ContractRow("all", gives: kind.collection) { try await made($0) },
                    ContractRow("a page of nothing", says: "INVALID_PAGE_SELECTION") { _ in
                        ([:] as ContractRequest).at([:], "pageSize=-1")
                    },
                ]
            ),
            ContractGroup(
                Update.self,
                [
                    ContractRow("one", gives: "name") { world in
                        var request = try await made(world, "updateMask=enabled")
                        request.body["enabled"] = false
                        return request
                    }, missing,
                ]
            ),
            ContractGroup(Delete.self, [ContractRow("one", gives: "") { try await made($0) }, missing]),
        ]
    }

    private static let openID = collection(
        .openID,
        (
            CreateOAuthIDPConfig.self, GetOAuthIDPConfig.self, ListOAuthIDPConfigs.self, UpdateOAuthIDPConfig.self,
            DeleteOAuthIDPConfig.self
        ),
        [
            ContractRow("no identifier", says: "MISSING_CONFIG_ID") { _ in [:] },
            ContractRow("an identifier of another kind", says: "INVALID_CONFIG_ID : oidc. is expected…") { _ in
                ProviderConfigKind.openID.request(id: "saml.staff")
            },
            ContractRow("no client", says: "MISSING_OAUTH_CLIENT_ID") { _ in
                ProviderConfigKind.openID.request(changing: "clientId", to: nil)
            },
            ContractRow("a client that is none", says: "INVALID_OAUTH_CLIENT_ID") { _ in
                ProviderConfigKind.openID.request(changing: "clientId", to: "a\u{0}b")
            },
            ContractRow("no issuer", says: "MISSING_ISSUER") { _ in
                ProviderConfigKind.openID.request(changing: "issuer", to: nil)
            },
            ContractRow("two answers at once", says: "INVALID_CONFIG : one of responseType.idToken…") { _ in
                ProviderConfigKind.openID.request(changing: "responseType", to: ["code": true, "idToken": true])
            },
        ]
    )

    private static let saml = collection(
        .saml,
        (
            CreateInboundSAMLConfig.self, GetInboundSAMLConfig.self, ListInboundSAMLConfigs.self,
            UpdateInboundSAMLConfig.self, DeleteInboundSAMLConfig.self
        ),
        [
            ContractRow("no relying party", says: "MISSING_SAML_RELYING_PARTY_CONFIG") { _ in
                ProviderConfigKind.saml.request(changing: "spConfig", to: nil)
            },
            ContractRow("no provider", says: "INVALID_CONFIG : idpConfig.idpEntityId is missing.") { _ in
                ProviderConfigKind.saml.request(changing: "idpConfig", to: nil)
            },
        ]
    )

    private static let named = collection(
        .named,
        (
            CreateDefaultSupportedIDPConfig.self, GetDefaultSupportedIDPConfig.self,
            ListDefaultSupportedIDPConfigs.self,
            UpdateDefaultSupportedIDPConfig.self, DeleteDefaultSupportedIDPConfig.self
        ),
        [
            ContractRow("no provider", says: "MISSING_PROVIDER_ID") { _ in [:] },
            ContractRow("an unknown provider", says: "INVALID_PROVIDER_ID") { _ in
                ProviderConfigKind.named.request(id: "example.com")
            },
            ContractRow("a provider that names no directory", .strict, says: "INVALID_CONFIG : microsoft.com…") { _ in
                ProviderConfigKind.named.request(id: "microsoft.com")
            },
            ContractRow("a provider that cannot be asked", .strict, says: "INVALID_CONFIG : …") { _ in
                ProviderConfigKind.named.request(id: "playgames.google.com")
            },
        ]
    )

    private static let supported = ContractGroup(
        ListDefaultSupportedIDPs.self,
        [
            ContractRow("all", gives: "defaultSupportedIdps") { _ in [:] },
            ContractRow("a page of nothing", says: "INVALID_PAGE_SELECTION") { _ in
                ([:] as ContractRequest).at([:], "pageSize=-1")
            },
        ]
    )
}

/// A row could not be prepared.
struct ContractFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension ProviderConfigKind {
    /// A request that makes a configuration of this kind, with one member replaced or left out.
    fileprivate func request(id: String? = nil, changing member: String = "", to value: JSONValue? = nil)
        -> ContractRequest
    {
        var request: ContractRequest = [:]
        request.body = body.object ?? JSONObject()
        if !member.isEmpty { request.body[member] = value }
        return request.at([:], "\(parameter)=\(id ?? self.id)")
    }
}
