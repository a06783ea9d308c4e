import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import Testing

@Suite("accounts:batchCreate", .inProcessAndLive)
struct ImportAccountsEndpointTests {
    @Test func `takes over every member of a user`() async throws {
        let client = TestClient(try await TestBackend())
        let user: JSONValue = [
            "localId": "ada", "email": "Ada@Example.com", "emailVerified": true, "displayName": "Ada",
            "photoUrl": "https://example.com/a", "phoneNumber": "+15555550100", "disabled": false,
            "createdAt": "1000", "lastLoginAt": "2000", "customAttributes": "{\"role\":\"admin\"}",
            "providerUserInfo": [
                ["providerId": "google.com", "rawId": "g-1", "email": "ada@gmail.com", "displayName": "A."],
                ["providerId": "password", "rawId": "ignored"],
            ],
            "mfaInfo": [["phoneInfo": "+15555550101", "mfaEnrollmentId": "e-1"]],
        ]
        let answer = try await client.admin("accounts:batchCreate", ["users": [user]])
        #expect(answer.document == ["kind": "identitytoolkit#UploadAccountResponse", "error": []])
        let account = try await client.account("ada")
        #expect(account["email"] == "ada@example.com")
        #expect(account["emailVerified"] == true)
        #expect(account["createdAt"] == "1000")
        #expect(account["lastLoginAt"] == "2000")
        #expect(account["customAttributes"] == "{\"role\":\"admin\"}")
        #expect(account["providerUserInfo"]?.array?.map { $0["providerId"]?.text } == ["google.com", "phone"])
        #expect(account["mfaInfo"]?.array?.first?["mfaEnrollmentId"] == "e-1")
    }

    @Test(
        arguments: [
            ([:], "MISSING_USER_ACCOUNT"),
            (["users": []], "MISSING_USER_ACCOUNT"),
            (["users": [["localId": "a"], ["localId": "a"]]], "DUPLICATE_LOCAL_ID : a"),
            (
                [
                    "sanityCheck": true,
                    "users": [["localId": "a", "email": "x@y.co"], ["localId": "b", "email": "x@y.co"]],
                ], "DUPLICATE_EMAIL : x@y.co"
            ),
            (
                [
                    "sanityCheck": true,
                    "users": [
                        ["localId": "a", "providerUserInfo": [["providerId": "google.com", "rawId": "1"]]],
                        ["localId": "b", "providerUserInfo": [["providerId": "google.com", "rawId": "1"]]],
                    ],
                ], "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(1)"
            ),
        ] as [(JSONValue, String)]
    )
    func `refuses what contradicts itself as a whole`(_ body: JSONValue, _ error: String) async throws {
        let client = TestClient(try await TestBackend())
        let answer = try await client.admin("accounts:batchCreate", body)
        #expect(answer.status == 400)
        #expect(answer.error == error)
    }

    @Test(
        arguments: [
            (["email": "x@y.co"], "localId is missing"),
            (["localId": "x", "email": "nonsense"], "email is invalid"),
            (["localId": "x", "phoneNumber": "nonsense"], "phone number format is invalid"),
            (["localId": "x", "customAttributes": "[]"], "Invalid custom claims provided."),
            (["localId": "x", "customAttributes": "{\"iss\":1}"], "Custom claims provided include a reserved claim."),
            (["localId": "x", "email": "taken@example.com"], "email exists in other account in database"),
            (
                ["localId": "x", "providerUserInfo": [["providerId": "google.com", "rawId": "taken"]]],
                "raw id exists in other account in database"
            ),
            (
                ["localId": "x", "phoneNumber": "+15555550100"],
                "phone number exists in other account in database"
            ),
            (["localId": "taken"], "localId belongs to an existing account - can not overwrite."),
            (
                ["localId": "x", "mfaInfo": [["phoneInfo": "+15555550101"]]],
                "Second factor account requires email to be presented."
            ),
            (
                ["localId": "x", "email": "x@y.co", "mfaInfo": [["phoneInfo": "+15555550101"]]],
                "Second factor account requires email to be verified."
            ),
            (
                ["localId": "x", "email": "x@y.co", "emailVerified": true, "mfaInfo": [["totpInfo": [:]]]],
                "Second factor not supported."
            ),
            (
                ["localId": "x", "providerUserInfo": [["providerId": "google.com"]]],
                "federatedId or (providerId & rawId) is required"
            ),
            (
                ["localId": "x", "tenantId": "other"],
                "Tenant id in userInfo does not match the tenant id in request."
            ),
            (
                ["localId": "x", "rawPassword": .string(String(repeating: "x", count: 4097))],
                "Invalid password: at most 4096 bytes"
            ),
        ] as [(JSONValue, String)]
    )
    func `names the user that cannot be taken over, and takes over the others`(
        _ user: JSONValue,
        _ message: String
    ) async throws {
        let client = TestClient(try await TestBackend())
        let taken: JSONValue = [
            "localId": "taken", "email": "taken@example.com", "phoneNumber": "+15555550100",
            "providerUserInfo": [["providerId": "google.com", "rawId": "taken"]],
        ]
        _ = try await client.admin("accounts:batchCreate", ["users": [taken]])
        let users: JSONValue = [["localId": "before"], user, ["localId": "after"]]
        let answer = try await client.admin("accounts:batchCreate", ["users": users])
        #expect(answer.status == 200)
        let failure: JSONValue = ["index": 1, "message": .string(message)]
        #expect(answer["error"] == [failure])
        let found = try await client.admin("accounts:lookup", ["localId": ["before", "after"]])
        #expect(found["users"]?.array?.count == 2)
    }

    @Test func `overwrites when told to, and ends the old sessions`() async throws {
        let (backend, client) = try await TestClient.strict()
        let user = try await client.signUp("ada@example.com")
        backend.clock.advance(by: .seconds(1))
        let replacement: JSONValue = ["localId": .string(user.uid), "email": "new@example.com"]
        let body: JSONValue = ["users": [replacement], "allowOverwrite": true]
        #expect(try await client.admin("accounts:batchCreate", body)["error"] == [])
        #expect(try await client.account(user.uid)["email"] == "new@example.com")
        #expect(try await client.refresh(user.refreshToken).error == "TOKEN_EXPIRED")
        #expect(try await client.admin("accounts:lookup", ["email": ["ada@example.com"]])["users"] == nil)
    }

    @Test func `is served to the first generation of tools, which name their project`() async throws {
        let client = TestClient(try await TestBackend())
        let path = "/www.googleapis.com/identitytoolkit/v3/relyingparty/uploadAccount"
        let owner: HTTPFields = ["Authorization": "Bearer owner"]
        let users: JSONValue = [["localId": "ada"]]
        #expect(try await client.send(.post, path, ["users": users], owner).error == "INSUFFICIENT_PERMISSION")
        let body: JSONValue = ["users": users, "targetProjectId": "demo-test"]
        #expect(try await client.send(.post, path, body, owner).status == 200)
        #expect(try await client.account("ada")["localId"] == "ada")
    }
}
