import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let sessions = [sessionCookie, passwordPolicy, recaptchaConfig, recaptchaParameters]
    static let administration = [
        project, config, updateConfig, initialize, list, batchCreate, batchDelete, query, issueSAML, legacyConfig,
        signOut,
    ]

    private static let noCredential = "Request is missing required authentication credential.…"

    private static let sessionCookie = ContractGroup(
        CreateSessionCookie.self,
        [
            ContractRow("an identity token", gives: "sessionCookie") { ["idToken": try await $0.ada.token] },
            ContractRow("no token", says: "MISSING_ID_TOKEN"),
            ContractRow("a broken token", says: "INVALID_ID_TOKEN") { _ in ["idToken": "broken"] },
            ContractRow("four minutes", says: "INVALID_DURATION") {
                ["idToken": try await $0.ada.token, "validDuration": "240"]
            },
            ContractRow("an app", by: .app, says: noCredential, status: 401),
        ]
    )

    private static let passwordPolicy = ContractGroup(
        GetPasswordPolicy.self,
        [
            ContractRow("the project's", gives: "customStrengthOptions", "schemaVersion", "enforcementState") { _ in [:]
            },
            ContractRow("no key", by: .anyone, says: "The request is missing a valid API key.", status: 403),
        ]
    )

    private static let recaptchaConfig = ContractGroup(
        GetRecaptchaConfig.self,
        [
            ContractRow("the project's", gives: "recaptchaEnforcementState") { _ in
                ([:] as ContractRequest).at([:], "clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE")
            },
            ContractRow("no key", by: .anyone, says: "The request is missing a valid API key.", status: 403),
        ]
    )

    private static let recaptchaParameters = ContractGroup(
        GetRecaptchaParameters.self,
        [
            ContractRow("of old", gives: "kind", "recaptchaSiteKey") { _ in [:] },
            ContractRow("no key", by: .anyone, says: "The request is missing a valid API key.", status: 403),
        ]
    )

    private static let project = ContractGroup(
        GetProject.self,
        [
            ContractRow("the project's", gives: "projectId", "authorizedDomains") { _ in [:] },
            ContractRow("a tenant's", says: "UNSUPPORTED_TENANT_OPERATION") {
                ([:] as ContractRequest).at([:], "tenantId=\(try await $0.tenant)")
            },
        ]
    )

    private static let config = ContractGroup(
        GetProjectConfig.self,
        [
            ContractRow("the project's", gives: "name", "signIn", "mfa", "blockingFunctions") { _ in [:] },
            ContractRow("an app", by: .app, says: noCredential, status: 401),
        ]
    )

    private static let updateConfig = ContractGroup(
        UpdateProjectConfig.self,
        [
            ContractRow("a setting by its path", gives: "name", "signIn") { _ in
                let body: ContractRequest = ["signIn": ["allowDuplicateEmails": true]]
                return body.at([:], "updateMask=signIn.allowDuplicateEmails")
            },
            ContractRow("an unknown path", .strict, says: "updateMask: …") { _ in
                (["signIn": [:]] as ContractRequest).at([:], "updateMask=signIn.nothing")
            },
            ContractRow("an unknown path", .lenient, gives: "name") { _ in
                (["signIn": [:]] as ContractRequest).at([:], "updateMask=signIn.nothing")
            },
            ContractRow("a function at no event", says: "INVALID_BLOCKING_FUNCTION : ((Event type is invalid.))") { _ in
                ["blockingFunctions": ["triggers": ["beforeLunch": ["functionUri": "https://a.example/f"]]]]
            },
            ContractRow("a function at no address", says: "INVALID_BLOCKING_FUNCTION : ((Expected an absolute URI…") {
                _ in
                ["blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "f"]]]]
            },
            ContractRow("a test number that is none", .strict, says: "INVALID_TESTING_PHONE_NUMBER…") { _ in
                let body: ContractRequest = ["signIn": ["phoneNumber": ["testPhoneNumbers": ["5555": "123456"]]]]
                return body.at([:], "updateMask=signIn.phoneNumber.testPhoneNumbers")
            },
            ContractRow("a rule for passwords that is none", .strict, says: "INVALID_CONFIG…") { _ in
                let options: JSONValue = ["customStrengthOptions": ["minPasswordLength": 99]]
                let body: ContractRequest = [
                    "passwordPolicyConfig": [
                        "passwordPolicyEnforcementState": "ENFORCE", "passwordPolicyVersions": [options],
                    ]
                ]
                return body.at([:], "updateMask=passwordPolicyConfig")
            },
        ]
    )

    private static let initialize = ContractGroup(
        InitializeProject.self,
        [
            ContractRow("a project", gives: "") { _ in [:] },
            ContractRow("an app", by: .app, says: noCredential, status: 401),
        ]
    )

    private static let list = ContractGroup(
        ListAccounts.self,
        [
            ContractRow("a page", gives: "users") { world in
                _ = try await world.ada
                return ([:] as ContractRequest).at([:], "maxResults=10")
            },
            ContractRow("an app", by: .app, says: noCredential, status: 401),
        ]
    )

    private static let batchCreate = ContractGroup(
        ImportAccounts.self,
        [
            ContractRow("an account", gives: "kind") { _ in
                ["users": [["localId": "one", "email": "one@example.com"]]]
            },
            ContractRow("an account that cannot be", gives: "error") { _ in ["users": [["email": "one@example.com"]]] },
            ContractRow("none", says: "MISSING_USER_ACCOUNT") { _ in ["users": []] },
            ContractRow("one address twice", says: "DUPLICATE_EMAIL : a@example.com") { _ in
                let users: JSONValue = [
                    ["localId": "1", "email": "a@example.com"], ["localId": "2", "email": "a@example.com"],
                ]
                return ["sanityCheck": true, "users": users]
            },
            ContractRow("one identifier twice", says: "DUPLICATE_LOCAL_ID : 1") { _ in
                ["users": [["localId": "1"], ["localId": "1"]]]
            },
            ContractRow("one user of a provider twice", says: "DUPLICATE_RAW_ID : Provider id(a.com), Raw id(1)") { _ in
                let info: JSONValue = [["providerId": "a.com", "rawId": "1"]]
                let users: JSONValue = [
                    ["localId": "1", "providerUserInfo": info], ["localId": "2", "providerUserInfo": info],
                ]
                return ["sanityCheck": true, "users": users]
            },
            ContractRow("an app", by: .app, says: noCredential, status: 401),
        ]
    )

    private static let batchDelete = ContractGroup(
        DeleteAccounts.self,
        [
            ContractRow("accounts that are not disabled", gives: "errors") { ["localIds": [try await $0.ada.id]] },
            ContractRow("by force", gives: "") { ["localIds": [try await $0.ada.id], "force": true] },
            ContractRow("more than a thousand", says: "LOCAL_ID_LIST_EXCEEDS_LIMIT") { _ in
                ["localIds": .array((0...1000).map { .string("\($0)") })]
            },
        ]
    )

    private static let query = ContractGroup(
        QueryAccounts.self,
        [
            ContractRow("all accounts", gives: "recordsCount", "userInfo") { world in
                _ = try await world.ada
                return [:]
            },
            ContractRow("fewer than none", says: "limit and offset are not negative") { _ in ["offset": "-1"] },
            ContractRow("an empty expression", says: "an expression has an email, a phoneNumber or a userId") { _ in
                ["expression": [[:]]]
            },
        ]
    )

    private static let issueSAML = ContractGroup(
        IssueSAMLResponse.self,
        [ContractRow("a response", says: "This server issues no SAML responses to other services.", status: 501)]
    )
    private static let legacyConfig = ContractGroup(
        SetLegacyConfig.self,
        [ContractRow("settings of old", says: "setProjectConfig is not offered;…", status: 501)]
    )
    private static let signOut = ContractGroup(
        SignOutUser.self,
        [ContractRow("a sign-out", says: "signOutUser is not offered;…", status: 501)]
    )
}
