import HearthCore
import HearthJSON
import Testing

@testable import HearthWire

@Suite("Messages of administration")
struct AdministrationMessageTests {
    @Test func `accounts are imported with how their hashes were made`() throws {
        try expectWire(
            ImportAccounts.Request.self,
            """
            {"users": [{"localId": "u1", "passwordHash": "aGFzaA", "salt": "c2FsdA", "rawPassword": "secret",
             "createdAt": "1795171500000"}], "allowOverwrite": true, "sanityCheck": false, "hashAlgorithm": "SCRYPT",
             "signerKey": "a2V5", "saltSeparator": "Bw", "rounds": 8, "memoryCost": 14, "cpuMemCost": 16384,
             "parallelization": 1, "blockSize": 8, "dkLen": 64, "passwordHashOrder": "SALT_AND_PASSWORD",
             "argon2Parameters": {"hashLengthBytes": 32, "hashType": "ARGON2_ID", "parallelism": 4, "iterations": 3,
             "memoryCostKib": 65536, "version": "VERSION_13", "associatedData": "YWQ"}, "tenantId": "t",
             "targetProjectId": "p"}
            """
        ) {
            $0.users = [
                UserInfo {
                    $0.localId = "u1"
                    $0.passwordHash = "aGFzaA"
                    $0.salt = "c2FsdA"
                    $0.rawPassword = "secret"
                    $0.createdAt = 1_795_171_500_000
                }
            ]
            $0.allowOverwrite = true
            $0.sanityCheck = false
            $0.hashAlgorithm = "SCRYPT"
            $0.signerKey = "a2V5"
            $0.saltSeparator = "Bw"
            $0.rounds = 8
            $0.memoryCost = 14
            $0.cpuMemCost = 16384
            $0.parallelization = 1
            $0.blockSize = 8
            $0.dkLen = 64
            $0.passwordHashOrder = "SALT_AND_PASSWORD"
            $0.argon2Parameters = Self.argon2
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
    }

    private static var argon2: ImportAccounts.Argon2Parameters {
        ImportAccounts.Argon2Parameters {
            $0.hashLengthBytes = 32
            $0.hashType = "ARGON2_ID"
            $0.parallelism = 4
            $0.iterations = 3
            $0.memoryCostKib = 65536
            $0.version = "VERSION_13"
            $0.associatedData = "YWQ"
        }
    }

    @Test func `an import says which entries failed, and nothing when none did`() throws {
        try expectWire(
            ImportAccounts.Response.self,
            """
            {"kind": "identitytoolkit#UploadAccountResponse", "error": [{"index": 0, "message": "email is invalid"}]}
            """
        ) {
            $0.kind = "identitytoolkit#UploadAccountResponse"
            $0.error = [
                ImportAccounts.Failure {
                    $0.index = 0
                    $0.message = "email is invalid"
                }
            ]
        }
        // The official command line takes a list for problems, also an empty one.
        try expectWire(ImportAccounts.Response.self, #"{"kind": "identitytoolkit#UploadAccountResponse"}"#) {
            $0.kind = "identitytoolkit#UploadAccountResponse"
        }
    }

    // The command line sends what it read from a table as text.
    @Test func `an import may have its numbers and truths in text`() throws {
        let request = try JSON.decode(
            ImportAccounts.Request.self,
            from: Array(
                """
                {"users": [{"localId": "u1", "disabled": "false", "emailVerified": "true", "createdAt": 1795171500000,
                 "passwordUpdatedAt": "1795171500000"}], "rounds": "8", "memoryCost": "14", "kind": "ignored"}
                """.utf8
            ),
            coercion: .scalars
        )
        #expect(request.rounds == 8 && request.memoryCost == 14)
        let user = try #require(request.users?.first)
        #expect(user.disabled == false && user.emailVerified == true)
        #expect(user.createdAt == 1_795_171_500_000 && user.passwordUpdatedAt == 1_795_171_500_000)
    }

    @Test func `accounts are shown page by page`() throws {
        try expectWire(
            ListAccounts.Request.self,
            #"{"maxResults": 1000, "nextPageToken": "u1", "tenantId": "t", "targetProjectId": "p"}"#
        ) {
            $0.maxResults = 1000
            $0.nextPageToken = "u1"
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(
            ListAccounts.Response.self,
            """
            {"kind": "identitytoolkit#DownloadAccountResponse", "users": [{"localId": "u1", "version": 0}],
             "nextPageToken": "u1"}
            """
        ) {
            $0.kind = "identitytoolkit#DownloadAccountResponse"
            $0.users = [
                UserInfo {
                    $0.localId = "u1"
                    $0.version = 0
                }
            ]
            $0.nextPageToken = "u1"
        }
    }

    @Test func `accounts are removed at once, and each refusal has its place`() throws {
        try expectWire(
            DeleteAccounts.Request.self,
            #"{"localIds": ["u1", "u2"], "force": false, "tenantId": "t", "targetProjectId": "p"}"#
        ) {
            $0.localIds = ["u1", "u2"]
            $0.force = false
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(
            DeleteAccounts.Response.self,
            """
            {"errors": [{"index": 1, "localId": "u2",
             "message": "NOT_DISABLED : Disable the account before batch deletion."}]}
            """
        ) {
            $0.errors = [
                DeleteAccounts.Failure {
                    $0.index = 1
                    $0.localId = "u2"
                    $0.message = "NOT_DISABLED : Disable the account before batch deletion."
                }
            ]
        }
        try expectEmptyOnTheWire(DeleteAccounts.Response.self)
    }

    @Test func `accounts are counted and sorted`() throws {
        try expectWire(
            QueryAccounts.Request.self,
            """
            {"returnUserInfo": false, "limit": "500", "offset": "0", "sortBy": "LAST_LOGIN_AT", "order": "DESC",
             "expression": [{"email": "a@b.co", "userId": "u1", "phoneNumber": "+15555550100"}], "tenantId": "t",
             "targetProjectId": "p"}
            """
        ) {
            $0.returnUserInfo = false
            $0.limit = 500
            $0.offset = 0
            $0.sortBy = .lastLogin
            $0.order = SortOrder(rawValue: "DESC")
            $0.expression = [
                QueryAccounts.Expression {
                    $0.email = "a@b.co"
                    $0.userId = "u1"
                    $0.phoneNumber = "+15555550100"
                }
            ]
            $0.tenantId = "t"
            $0.targetProjectId = "p"
        }
        try expectWire(QueryAccounts.Response.self, #"{"recordsCount": "1", "userInfo": [{"localId": "u1"}]}"#) {
            $0.recordsCount = 1
            $0.userInfo = [UserInfo { $0.localId = "u1" }]
        }
    }

    @Test func `a client learns of its project what everyone may know`() throws {
        try expectWire(GetProject.Request.self, #"{"targetProjectId": "p"}"#) { $0.targetProjectId = "p" }
        try expectWire(
            GetProject.Response.self,
            #"{"projectId": "12345", "authorizedDomains": ["localhost"]}"#
        ) {
            $0.projectId = "12345"
            $0.authorizedDomains = ["localhost"]
        }
        try expectWire(
            GetProject.Response.self,
            """
            {"allowPasswordUser": true, "enableAnonymousUser": false,
             "idpConfig": [{"provider": "GOOGLE", "enabled": true, "clientId": "client"}]}
            """
        ) {
            $0.allowPasswordUser = true
            $0.enableAnonymousUser = false
            $0.idpConfig = [
                GetProject.Provider {
                    $0.provider = "GOOGLE"
                    $0.enabled = true
                    $0.clientId = "client"
                }
            ]
        }
    }
}
