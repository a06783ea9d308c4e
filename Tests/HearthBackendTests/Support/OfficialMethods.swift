import Testing

/// The methods of the official API, from its discovery documents (`identitytoolkit` v1, v2 and v3), its token service,
/// and the controls of the official emulator: written by hand, because the code is checked against it.
enum OfficialMethods {
    struct Method: Sendable, Hashable, CustomTestStringConvertible {
        let id: String
        let verb: String
        let path: String
        var testDescription: String { id }
    }

    static let all: [Method] =
        accounts + projects + factors + configuration + tenants + providers + token + emulator + firstGeneration

    private static let v1 = "/identitytoolkit.googleapis.com/v1"
    private static let v2 = "/identitytoolkit.googleapis.com/v2"
    private static let project = "/projects/{targetProjectId}"
    private static let tenant = project + "/tenants/{tenantId}"

    private static let accounts: [Method] = {
        let verbs = [
            "createAuthUri", "delete", "issueSamlResponse", "lookup", "resetPassword", "sendOobCode",
            "sendVerificationCode", "signInWithCustomToken", "signInWithEmailLink", "signInWithGameCenter",
            "signInWithIdp", "signInWithPassword", "signInWithPhoneNumber", "signUp", "update", "verifyIosClient",
        ]
        var methods = verbs.map { method("accounts.\($0)", "POST", "\(v1)/accounts:\($0)") }
        methods.append(method("getProjects", "GET", "\(v1)/projects"))
        methods.append(method("getPublicKeys", "GET", "\(v1)/publicKeys"))
        methods.append(method("getRecaptchaParams", "GET", "\(v1)/recaptchaParams"))
        methods.append(method("getSessionCookiePublicKeys", "GET", "\(v1)/sessionCookiePublicKeys"))
        return methods
    }()

    private static let projects: [Method] = {
        let verbs = ["batchCreate", "batchDelete", "batchGet", "delete", "lookup", "query", "sendOobCode", "update"]
        var methods: [Method] = []
        for (name, place) in places {
            methods.append(method("\(name).createSessionCookie", "POST", "\(v1)\(place):createSessionCookie"))
            methods.append(method("\(name).accounts", "POST", "\(v1)\(place)/accounts"))
            for verb in verbs {
                let isRead = verb == "batchGet"
                methods.append(
                    method("\(name).accounts.\(verb)", isRead ? "GET" : "POST", "\(v1)\(place)/accounts:\(verb)")
                )
            }
        }
        methods.append(method("projects.queryAccounts", "POST", "\(v1)\(project):queryAccounts"))
        return methods
    }()

    private static let factors: [Method] = {
        let kinds = [
            ("mfaEnrollment", ["start", "finalize", "withdraw"]), ("mfaSignIn", ["start", "finalize"]),
            ("passkeyEnrollment", ["start", "finalize"]), ("passkeySignIn", ["start", "finalize"]),
        ]
        var methods: [Method] = []
        for (kind, verbs) in kinds {
            for verb in verbs {
                methods.append(method("accounts.\(kind).\(verb)", "POST", "\(v2)/accounts/\(kind):\(verb)"))
            }
        }
        methods.append(method("accounts.revokeToken", "POST", "\(v2)/accounts:revokeToken"))
        return methods
    }()

    private static let configuration: [Method] = [
        method("defaultSupportedIdps.list", "GET", "\(v2)/defaultSupportedIdps"),
        method("getPasswordPolicy", "GET", "\(v2)/passwordPolicy"),
        method("getRecaptchaConfig", "GET", "\(v2)/recaptchaConfig"),
        method("projects.getConfig", "GET", "\(v2)\(project)/config"),
        method("projects.updateConfig", "PATCH", "\(v2)\(project)/config"),
        method(
            "projects.identityPlatform.initializeAuth",
            "POST",
            "\(v2)\(project)/identityPlatform:initializeAuth"
        ),
    ]

    private static let tenants: [Method] = [
        method("projects.tenants.create", "POST", "\(v2)\(project)/tenants"),
        method("projects.tenants.list", "GET", "\(v2)\(project)/tenants"),
        method("projects.tenants.get", "GET", v2 + tenant),
        method("projects.tenants.patch", "PATCH", v2 + tenant),
        method("projects.tenants.delete", "DELETE", v2 + tenant),
        method("projects.tenants.getIamPolicy", "POST", "\(v2)\(tenant):getIamPolicy"),
        method("projects.tenants.setIamPolicy", "POST", "\(v2)\(tenant):setIamPolicy"),
        method("projects.tenants.testIamPermissions", "POST", "\(v2)\(tenant):testIamPermissions"),
    ]

    private static let providers: [Method] = {
        let verbs = [
            ("create", "POST", ""), ("list", "GET", ""), ("get", "GET", "/{configId}"),
            ("patch", "PATCH", "/{configId}"),
            ("delete", "DELETE", "/{configId}"),
        ]
        var methods: [Method] = []
        for (name, place) in places {
            for kind in ["oauthIdpConfigs", "inboundSamlConfigs", "defaultSupportedIdpConfigs"] {
                for (verb, http, end) in verbs {
                    methods.append(method("\(name).\(kind).\(verb)", http, "\(v2)\(place)/\(kind)\(end)"))
                }
            }
        }
        return methods
    }()

    private static let token = [
        Method(id: "securetoken.token", verb: "POST", path: "/securetoken.googleapis.com/v1/token")
    ]

    private static let emulator: [Method] = {
        let parts = [
            ("accounts.delete", "DELETE", "accounts"), ("oobCodes.list", "GET", "oobCodes"),
            ("verificationCodes.list", "GET", "verificationCodes"),
        ]
        var methods: [Method] = []
        for (name, place) in places {
            for (verb, http, end) in parts {
                methods.append(Method(id: "emulator.\(name).\(verb)", verb: http, path: "/emulator/v1\(place)/\(end)"))
            }
        }
        for (verb, http) in [("get", "GET"), ("update", "PATCH")] {
            let path = "/emulator/v1\(project)/config"
            methods.append(Method(id: "emulator.projects.config.\(verb)", verb: http, path: path))
        }
        return methods
    }()

    /// The API's third version, which is older than `v1`; the last two are in no document, and the SDK for iOS calls them.
    private static let firstGeneration: [Method] = {
        let posts = [
            "createAuthUri", "deleteAccount", "downloadAccount", "emailLinkSignin", "getAccountInfo",
            "getOobConfirmationCode", "resetPassword", "sendVerificationCode", "setAccountInfo", "setProjectConfig",
            "signOutUser", "signupNewUser", "uploadAccount", "verifyAssertion", "verifyCustomToken", "verifyPassword",
            "verifyPhoneNumber", "signInWithGameCenter", "verifyClient",
        ]
        let gets = [
            ("getProjectConfig", "getProjectConfig"), ("getPublicKeys", "publicKeys"),
            ("getRecaptchaParam", "getRecaptchaParam"),
        ]
        let v3 = "/www.googleapis.com/identitytoolkit/v3/relyingparty"
        return posts.map { method("relyingparty.\($0)", "POST", "\(v3)/\($0)") }
            + gets.map { method("relyingparty.\($0)", "GET", "\(v3)/\($1)") }
    }()

    private static let places = [("projects", project), ("projects.tenants", tenant)]

    private static func method(_ id: String, _ verb: String, _ path: String) -> Method {
        Method(id: "identitytoolkit.\(id)", verb: verb, path: path)
    }
}
