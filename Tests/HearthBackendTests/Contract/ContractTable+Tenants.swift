import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let tenants = [create, get, list, update, delete, getPolicy, setPolicy, testPermissions]

    private static let body: ContractRequest = ["displayName": "staff"]
    private static let unknown: ContractRequest = ([:] as ContractRequest).at(["tenantId": "unknown"])

    private static let create = ContractGroup(
        CreateTenant.self,
        [
            ContractRow("a name", gives: "name", "tenantId", "displayName", "mfaConfig") { _ in body },
            ContractRow("no name", .strict, says: "MISSING_DISPLAY_NAME"),
            ContractRow("a name that is none", .strict, says: "INVALID_DISPLAY_NAME : 4 to 20 letters,…") { _ in
                ["displayName": "1"]
            },
            ContractRow("factors of no state", says: "INVALID_CONFIG : mfaConfig.state is…") { _ in
                ["displayName": "staff", "mfaConfig": ["state": "SOMETIMES"]]
            },
        ]
    )

    private static let get = ContractGroup(
        GetTenant.self,
        [
            ContractRow("one", gives: "name", "tenantId") { _ in [:] },
            ContractRow("one that is not there", .strict, says: "TENANT_NOT_FOUND") { _ in unknown },
            ContractRow("one that a request names first", .lenient, gives: "name") { _ in unknown },
        ]
    )

    private static let list = ContractGroup(
        ListTenants.self,
        [
            ContractRow("all", gives: "tenants") { _ in [:] },
            ContractRow("a page of nothing", .strict, says: "INVALID_PAGE_SELECTION") { _ in
                ([:] as ContractRequest).at([:], "pageSize=-1")
            },
        ]
    )

    private static let update = ContractGroup(
        UpdateTenant.self,
        [
            ContractRow("a setting by its path", gives: "name", "disableAuth") { _ in
                (["disableAuth": true] as ContractRequest).at([:], "updateMask=disableAuth")
            },
            ContractRow("one that is not there", .strict, says: "TENANT_NOT_FOUND") { _ in
                body.at(["tenantId": "unknown"], "updateMask=displayName")
            },
            ContractRow("an unknown path", .strict, says: "updateMask: 'nothing' cannot be changed here") { _ in
                body.at([:], "updateMask=nothing")
            },
        ]
    )

    private static let delete = ContractGroup(
        DeleteTenant.self,
        [
            ContractRow("one", gives: "") { _ in [:] },
            ContractRow("one that is not there", .strict, says: "TENANT_NOT_FOUND") { _ in unknown },
        ]
    )

    private static let getPolicy = ContractGroup(
        GetTenantPolicy.self,
        [
            ContractRow("a tenant's", gives: "bindings", "etag") { _ in [:] },
            ContractRow("of one that is not there", .strict, says: "TENANT_NOT_FOUND") { _ in unknown },
        ]
    )

    private static let setPolicy = ContractGroup(
        SetTenantPolicy.self,
        [ContractRow("a tenant's", says: "Tenants have no policies of their own:…", status: 501)]
    )

    private static let testPermissions = ContractGroup(
        TestTenantPermissions.self,
        [
            ContractRow("the administrator's", gives: "permissions") { _ in
                ["permissions": ["identitytoolkit.tenants.get"]]
            },
            ContractRow("of one that is not there", .strict, says: "TENANT_NOT_FOUND") { _ in unknown },
        ]
    )
}
