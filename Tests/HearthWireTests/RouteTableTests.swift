import HearthHTTP
import Testing

@testable import HearthWire

/// The paths of the official service and of its emulator, written by hand: a client that was built against either finds
/// every operation where it looks for it.
@Suite("The table of routes")
struct RouteTableTests {
    /// Method, path under its host, and operation; `…` stands for `/identitytoolkit.googleapis.com`.
    private static let users: [(String, String, String)] = [
        ("POST", "…/v1/accounts:signUp", "SignUp"),
        ("POST", "…/v1/accounts:signInWithPassword", "SignInWithPassword"),
        ("POST", "…/v1/accounts:signInWithEmailLink", "SignInWithEmailLink"),
        ("POST", "…/v1/accounts:signInWithIdp", "SignInWithProvider"),
        ("POST", "…/v1/accounts:signInWithCustomToken", "SignInWithCustomToken"),
        ("POST", "…/v1/accounts:sendVerificationCode", "SendVerificationCode"),
        ("POST", "…/v1/accounts:signInWithPhoneNumber", "SignInWithPhoneNumber"),
        ("POST", "…/v1/accounts:lookup", "LookUpAccount"), ("POST", "…/v1/accounts:update", "UpdateAccount"),
        ("POST", "…/v1/accounts:delete", "DeleteAccount"), ("POST", "…/v1/accounts:sendOobCode", "SendCode"),
        ("POST", "…/v1/accounts:resetPassword", "ResetPassword"),
        ("POST", "…/v1/accounts:createAuthUri", "CreateAuthURI"),
        ("POST", "…/v1/accounts:verifyIosClient", "VerifyIOSClient"),
        ("POST", "…/v1/accounts:signInWithGameCenter", "SignInWithGameCenter"),
        ("POST", "…/v1/accounts:issueSamlResponse", "IssueSAMLResponse"),
        ("POST", "…/v2/accounts:revokeToken", "RevokeToken"),
        ("POST", "…/v2/accounts/mfaEnrollment:start", "StartSecondFactorEnrollment"),
        ("POST", "…/v2/accounts/mfaEnrollment:finalize", "FinishSecondFactorEnrollment"),
        ("POST", "…/v2/accounts/mfaEnrollment:withdraw", "WithdrawSecondFactor"),
        ("POST", "…/v2/accounts/mfaSignIn:start", "StartSecondFactorSignIn"),
        ("POST", "…/v2/accounts/mfaSignIn:finalize", "FinishSecondFactorSignIn"),
        ("POST", "…/v2/accounts/passkeyEnrollment:start", "StartPasskeyEnrollment"),
        ("POST", "…/v2/accounts/passkeyEnrollment:finalize", "FinishPasskeyEnrollment"),
        ("POST", "…/v2/accounts/passkeySignIn:start", "StartPasskeySignIn"),
        ("POST", "…/v2/accounts/passkeySignIn:finalize", "FinishPasskeySignIn"),
        ("GET", "…/v2/passwordPolicy", "GetPasswordPolicy"), ("GET", "…/v2/recaptchaConfig", "GetRecaptchaConfig"),
        ("GET", "…/v1/recaptchaParams", "GetRecaptchaParameters"), ("GET", "…/v1/projects", "GetProject"),
        ("POST", "/securetoken.googleapis.com/v1/token", "ExchangeRefreshToken"),
    ]

    /// What mobile clients call, below `/www.googleapis.com/identitytoolkit/v3/relyingparty/`.
    private static let firstGeneration: [(String, String, String)] = [
        ("POST", "signupNewUser", "SignUp"), ("POST", "verifyPassword", "SignInWithPassword"),
        ("POST", "emailLinkSignin", "SignInWithEmailLink"), ("POST", "verifyAssertion", "SignInWithProvider"),
        ("POST", "verifyCustomToken", "SignInWithCustomToken"),
        ("POST", "sendVerificationCode", "SendVerificationCode"),
        ("POST", "verifyPhoneNumber", "SignInWithPhoneNumber"), ("POST", "getAccountInfo", "LookUpAccount"),
        ("POST", "setAccountInfo", "UpdateAccount"), ("POST", "deleteAccount", "DeleteAccount"),
        ("POST", "getOobConfirmationCode", "SendCode"), ("POST", "resetPassword", "ResetPassword"),
        ("POST", "createAuthUri", "CreateAuthURI"), ("POST", "verifyClient", "VerifyIOSClient"),
        ("POST", "signInWithGameCenter", "SignInWithGameCenter"), ("POST", "signOutUser", "SignOutUser"),
        ("GET", "getProjectConfig", "GetProject"), ("GET", "getRecaptchaParam", "GetRecaptchaParameters"),
    ]

    /// Below `…/v1/projects/{targetProjectId}/`, and the same for a tenant.
    private static let administration: [(String, String, String)] = [
        ("POST", "accounts", "SignUp"), ("POST", "accounts:lookup", "LookUpAccount"),
        ("POST", "accounts:update", "UpdateAccount"), ("POST", "accounts:delete", "DeleteAccount"),
        ("POST", "accounts:sendOobCode", "SendCode"), ("POST", "accounts:batchCreate", "ImportAccounts"),
        ("POST", "accounts:batchDelete", "DeleteAccounts"), ("GET", "accounts:batchGet", "ListAccounts"),
        ("POST", "accounts:query", "QueryAccounts"),
    ]

    private static let otherAdministration: [(String, String, String)] = [
        ("POST", "…/v1/projects/{targetProjectId}/tenants//accounts:batchCreate", "ImportAccounts"),
        ("POST", "…/v1/projects/{targetProjectId}:queryAccounts", "QueryAccounts"),
        ("POST", "…/v1/projects/{targetProjectId}:createSessionCookie", "CreateSessionCookie"),
        ("POST", "…/v1/projects/{targetProjectId}/tenants/{tenantId}:createSessionCookie", "CreateSessionCookie"),
        ("POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/uploadAccount", "ImportAccounts"),
        ("POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/downloadAccount", "ListAccounts"),
        ("POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/setProjectConfig", "SetLegacyConfig"),
        ("GET", "…/v2/projects/{targetProjectId}/config", "GetProjectConfig"),
        ("GET", "…/admin/v2/projects/{targetProjectId}/config", "GetProjectConfig"),
        ("PATCH", "…/v2/projects/{targetProjectId}/config", "UpdateProjectConfig"),
        ("PATCH", "…/admin/v2/projects/{targetProjectId}/config", "UpdateProjectConfig"),
        ("POST", "…/v2/projects/{targetProjectId}/identityPlatform:initializeAuth", "InitializeProject"),
        ("POST", "…/admin/v2/projects/{targetProjectId}/identityPlatform:initializeAuth", "InitializeProject"),
        ("POST", "…/v2/projects/{targetProjectId}/tenants", "CreateTenant"),
        ("GET", "…/v2/projects/{targetProjectId}/tenants", "ListTenants"),
        ("GET", "…/v2/projects/{targetProjectId}/tenants/{tenantId}", "GetTenant"),
        ("PATCH", "…/v2/projects/{targetProjectId}/tenants/{tenantId}", "UpdateTenant"),
        ("DELETE", "…/v2/projects/{targetProjectId}/tenants/{tenantId}", "DeleteTenant"),
        ("POST", "…/v2/projects/{targetProjectId}/tenants/{tenantId}:getIamPolicy", "GetTenantPolicy"),
        ("POST", "…/v2/projects/{targetProjectId}/tenants/{tenantId}:setIamPolicy", "SetTenantPolicy"),
        ("POST", "…/v2/projects/{targetProjectId}/tenants/{tenantId}:testIamPermissions", "TestTenantPermissions"),
        ("GET", "…/v2/defaultSupportedIdps", "ListDefaultSupportedIDPs"),
    ]

    private static let operators: [(String, String, String)] = [
        ("POST", "/iam.googleapis.com/v1/projects/{targetProjectId}/serviceAccounts", "CreateServiceAccount"),
        ("GET", "/iam.googleapis.com/v1/projects/{targetProjectId}/serviceAccounts", "ListServiceAccounts"),
        (
            "DELETE", "/iam.googleapis.com/v1/projects/{targetProjectId}/serviceAccounts/{account}",
            "DeleteServiceAccount"
        ),
        (
            "POST", "/iam.googleapis.com/v1/projects/{targetProjectId}/serviceAccounts/{account}/keys",
            "CreateServiceAccountKey"
        ),
        (
            "POST", "/iam.googleapis.com/v1/projects/{targetProjectId}/serviceAccounts/{account}/keys:upload",
            "UploadServiceAccountKey"
        ),
        (
            "GET", "/iam.googleapis.com/v1/projects/{targetProjectId}/serviceAccounts/{account}/keys",
            "ListServiceAccountKeys"
        ),
        (
            "DELETE", "/iam.googleapis.com/v1/projects/{targetProjectId}/serviceAccounts/{account}/keys/{key}",
            "DeleteServiceAccountKey"
        ),
    ]

    /// Below `/emulator/v1/projects/{targetProjectId}/`, and whether also for a tenant.
    private static let emulator: [(String, String, String, Bool)] = [
        ("DELETE", "accounts", "ClearAccounts", true), ("GET", "config", "GetEmulatorConfig", false),
        ("PATCH", "config", "UpdateEmulatorConfig", false), ("GET", "oobCodes", "ListCodes", true),
        ("GET", "verificationCodes", "ListVerificationCodes", true), ("GET", "inbox", "ListInbox", false),
        ("GET", "clock", "GetClock", false), ("PATCH", "clock", "UpdateClock", false),
        ("GET", "faults", "ListFaults", false), ("POST", "faults", "AddFault", false),
        ("DELETE", "faults", "ClearFaults", false),
    ]

    /// `METHOD path → operation, access`, as the lists above have it.
    private static var expected: Set<String> {
        var rows: [String] = []
        func add(_ row: (method: String, path: String, operation: String), _ access: String) {
            let path = row.path.replacing("…", with: "/identitytoolkit.googleapis.com")
            rows.append("\(row.method) \(path) → \(row.operation), \(access)")
        }
        for row in users { add(row, "apiKey") }
        let legacy = "/www.googleapis.com/identitytoolkit/v3/relyingparty/"
        for row in firstGeneration { add((row.0, legacy + row.1, row.2), "apiKey") }
        for place in ["", "tenants/{tenantId}/"] {
            for row in administration {
                add((row.0, "…/v1/projects/{targetProjectId}/\(place)\(row.1)", row.2), "administrator")
            }
        }
        for row in otherAdministration + providers { add(row, "administrator") }
        for row in operators { add(row, "operator") }
        add(
            ("POST", "/iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/{account}:signBlob", "SignBlob"),
            "signer"
        )
        for (method, path, operation, hasTenants) in emulator {
            for place in hasTenants ? ["", "tenants/{tenantId}/"] : [""] {
                add((method, "/emulator/v1/projects/{targetProjectId}/\(place)\(path)", operation), "emulator")
            }
        }
        return Set(rows)
    }

    /// The five operations on each of the three kinds of providers.
    private static var providers: [(String, String, String)] {
        let kinds = [
            ("oauthIdpConfigs", "OAuthIDPConfig"), ("inboundSamlConfigs", "InboundSAMLConfig"),
            ("defaultSupportedIdpConfigs", "DefaultSupportedIDPConfig"),
        ]
        let places = [
            "…/v2/projects/{targetProjectId}", "…/v2/projects/{targetProjectId}/tenants/{tenantId}",
            "…/admin/v2/projects/{targetProjectId}",
        ]
        return kinds.flatMap { path, name in
            places.flatMap { place in
                [
                    ("POST", "\(place)/\(path)", "Create\(name)"), ("GET", "\(place)/\(path)", "List\(name)s"),
                    ("GET", "\(place)/\(path)/{configId}", "Get\(name)"),
                    ("PATCH", "\(place)/\(path)/{configId}", "Update\(name)"),
                    ("DELETE", "\(place)/\(path)/{configId}", "Delete\(name)"),
                ]
            }
        }
    }

    @Test func `is the protocol's, with who may call`() {
        let declared = allOperations.flatMap { operation in
            operation.routes.map { "\($0.method) \($0.emulatorPath) → \(operation), \($0.access)" }
        }
        #expect(Set(declared).subtracting(Self.expected) == [])
        #expect(Self.expected.subtracting(declared) == [])
        #expect(declared.count == Self.expected.count)
    }

    // What is read before the caller is known is small.
    @Test func `bounds bodies by who may call, and an import by what a thousand accounts need`() {
        for operation in allOperations {
            for route in operation.routes {
                switch (route.access, "\(operation)") {
                case (_, "ImportAccounts"): #expect(route.maximumBody == 16_777_216, "\(route.path)")
                case (.administrator, _), (.operator, _), (.signer, _):
                    #expect(route.maximumBody == 1_048_576, "\(route.path)")
                default: #expect(route.maximumBody == 65_536, "\(route.path)")
                }
            }
        }
    }

    // The client uses the first route; one that needs a project would have nothing to fill it with.
    @Test func `begins with the path that a client can fill`() {
        for operation in allOperations {
            guard let first = operation.routes.first, first.access == .apiKey else { continue }
            #expect(first.parameterNames == [], "\(operation)")
        }
    }

    @Test(
        arguments: [
            (Route.Access.open, false), (.apiKey, false), (.emulator, false), (.administrator, true), (.signer, true),
            (.operator, true),
        ]
    )
    func `asks for a credential where the access is an administrator's`(_ access: Route.Access, _ isPrivileged: Bool) {
        #expect(access.isPrivileged == isPrivileged)
    }

    @Test(
        arguments: [
            ("/v1/a", []), ("/v1/{one}", ["one"]), ("/v1/{one}:verb", ["one"]),
            ("/v1/{one}/b/{two}/{three}:verb", ["one", "two", "three"]), ("/", []), ("", []), ("//{a}//", ["a"]),
        ] as [(String, [String])]
    )
    func `names the parameters of a path in order`(_ path: String, _ names: [String]) {
        #expect(Route(.get, path, access: .open).parameterNames == names)
    }
}
