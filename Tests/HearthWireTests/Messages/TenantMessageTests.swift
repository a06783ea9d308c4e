import HearthCore
import HearthJSON
import Testing

@testable import HearthWire

@Suite("Messages about tenants")
struct TenantMessageTests {
    private static let settings = """
        "displayName": "shop-one", "allowPasswordSignup": true, "enableEmailLinkSignin": false,
        "enableAnonymousUser": true, "disableAuth": false, "mfaConfig": {"state": "ENABLED",
        "enabledProviders": ["PHONE_SMS"], "providerConfigs": [{"state": "ENABLED",
        "totpProviderConfig": {"adjacentIntervals": 5}}]}
        """

    private static var factors: Tenant.SecondFactors {
        Tenant.SecondFactors {
            $0.state = "ENABLED"
            $0.enabledProviders = ["PHONE_SMS"]
            $0.providerConfigs = [
                ProjectConfig.ProviderSettings {
                    $0.state = "ENABLED"
                    $0.totpProviderConfig = ProjectConfig.TOTPSettings { $0.adjacentIntervals = 5 }
                }
            ]
        }
    }

    @Test func `a tenant is made`() throws {
        try expectWire(CreateTenant.Request.self, #"{\#(Self.settings), "targetProjectId": "p"}"#) {
            $0.displayName = "shop-one"
            $0.allowPasswordSignup = true
            $0.enableEmailLinkSignin = false
            $0.enableAnonymousUser = true
            $0.disableAuth = false
            $0.mfaConfig = Self.factors
            $0.targetProjectId = "p"
        }
    }

    @Test func `a tenant is shown with its name and its identifier`() throws {
        try expectWire(
            Tenant.self,
            #"{"name": "projects/p/tenants/shop-one-a1b2c", "tenantId": "shop-one-a1b2c", \#(Self.settings)}"#
        ) {
            $0.name = "projects/p/tenants/shop-one-a1b2c"
            $0.tenantId = "shop-one-a1b2c"
            $0.displayName = "shop-one"
            $0.allowPasswordSignup = true
            $0.enableEmailLinkSignin = false
            $0.enableAnonymousUser = true
            $0.disableAuth = false
            $0.mfaConfig = Self.factors
        }
    }

    @Test func `a tenant is changed by a mask`() throws {
        try expectWire(
            UpdateTenant.Request.self,
            #"{\#(Self.settings), "updateMask": "displayName,mfaConfig.state", "tenantId": "t", "targetProjectId": "p"}"#
        ) {
            $0.displayName = "shop-one"
            $0.allowPasswordSignup = true
            $0.enableEmailLinkSignin = false
            $0.enableAnonymousUser = true
            $0.disableAuth = false
            $0.mfaConfig = Self.factors
            $0.updateMask = "displayName,mfaConfig.state"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
    }

    @Test func `tenants are shown page by page, and an empty page has its list`() throws {
        try expectWire(
            ListTenants.Request.self,
            #"{"pageSize": 1000, "pageToken": "t", "targetProjectId": "p"}"#
        ) {
            $0.pageSize = 1000
            $0.pageToken = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(ListTenants.Response.self, #"{"tenants": [{"tenantId": "t"}], "nextPageToken": "t"}"#) {
            $0.tenants = [Tenant { $0.tenantId = "t" }]
            $0.nextPageToken = "t"
        }
        // The export of the official emulator maps over the list without looking whether there is one.
        try expectWire(ListTenants.Response.self, #"{"tenants": []}"#) { $0.tenants = [] }
    }

    @Test func `a tenant is shown and removed by its identifier`() throws {
        try expectWire(GetTenant.Request.self, #"{"tenantId": "t", "targetProjectId": "p"}"#) {
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(DeleteTenant.Request.self, #"{"tenantId": "t", "targetProjectId": "p"}"#) {
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectEmptyOnTheWire(DeleteTenant.Response.self)
    }

    @Test func `a policy says who may do what with a tenant`() throws {
        try expectWire(
            GetTenantPolicy.Request.self,
            #"{"options": {"requestedPolicyVersion": 3}, "tenantId": "t", "targetProjectId": "p"}"#
        ) {
            $0.options = ["requestedPolicyVersion": 3]
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(
            GetTenantPolicy.Response.self,
            #"{"etag": "ACAB", "version": 1, "bindings": [{"role": "roles/viewer", "members": ["user:a@b.co"]}]}"#
        ) {
            $0.etag = "ACAB"
            $0.version = 1
            $0.bindings = [["role": "roles/viewer", "members": ["user:a@b.co"]]]
        }
        try expectWire(
            SetTenantPolicy.Request.self,
            """
            {"policy": {"bindings": [], "etag": "ACAB", "version": 1}, "updateMask": "bindings", "tenantId": "t",
             "targetProjectId": "p"}
            """
        ) {
            $0.policy = ["bindings": [], "etag": "ACAB", "version": 1]
            $0.updateMask = "bindings"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(
            TestTenantPermissions.Request.self,
            #"{"permissions": ["identitytoolkit.tenants.get"], "tenantId": "t", "targetProjectId": "p"}"#
        ) {
            $0.permissions = ["identitytoolkit.tenants.get"]
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(TestTenantPermissions.Response.self, #"{"permissions": []}"#) { $0.permissions = [] }
    }
}
