import HearthCore
import Testing

@testable import HearthWire

@Suite("Messages about service accounts")
struct ServiceAccountMessageTests {
    private static let account = """
        {"name": "projects/p/serviceAccounts/robot@p.example", "projectId": "p", "uniqueId": "100000000000000000001",
         "email": "robot@p.example", "displayName": "Robot", "oauth2ClientId": "100000000000000000001"}
        """

    private static func fill(_ account: inout ServiceAccount) {
        account.name = "projects/p/serviceAccounts/robot@p.example"
        account.projectId = "p"
        account.uniqueId = "100000000000000000001"
        account.email = "robot@p.example"
        account.displayName = "Robot"
        account.oauth2ClientId = "100000000000000000001"
    }

    @Test func `a service account is made and shown`() throws {
        try expectWire(
            CreateServiceAccount.Request.self,
            #"{"accountId": "robot1", "serviceAccount": {"displayName": "Robot"}, "targetProjectId": "p"}"#
        ) {
            $0.accountId = "robot1"
            $0.serviceAccount = ServiceAccount { $0.displayName = "Robot" }
            $0.targetProjectId = "p"
        }
        try expectWire(CreateServiceAccount.Response.self, Self.account) { Self.fill(&$0) }
        try expectWire(
            ListServiceAccounts.Request.self,
            #"{"pageSize": 100, "pageToken": "robot@p.example", "targetProjectId": "p"}"#
        ) {
            $0.pageSize = 100
            $0.pageToken = "robot@p.example"
            $0.targetProjectId = "p"
        }
        try expectWire(
            ListServiceAccounts.Response.self,
            #"{"accounts": [\#(Self.account)], "nextPageToken": "robot@p.example"}"#
        ) {
            $0.accounts = [ServiceAccount(Self.fill)]
            $0.nextPageToken = "robot@p.example"
        }
        try expectWire(
            DeleteServiceAccount.Request.self,
            #"{"account": "robot@p.example", "targetProjectId": "p"}"#
        ) {
            $0.account = "robot@p.example"
            $0.targetProjectId = "p"
        }
    }

    private static let keyMembers = """
        "name": "projects/p/serviceAccounts/robot@p.example/keys/k1", "keyAlgorithm": "KEY_ALG_RSA_2048",
        "keyOrigin": "GOOGLE_PROVIDED", "keyType": "USER_MANAGED", "validAfterTime": "2026-11-20T12:30:45Z",
        "validBeforeTime": "9999-12-31T23:59:59Z"
        """

    @Test func `a key is made, and its private half is in this answer alone`() throws {
        try expectWire(
            CreateServiceAccountKey.Request.self,
            """
            {"account": "robot@p.example", "privateKeyType": "TYPE_GOOGLE_CREDENTIALS_FILE",
             "keyAlgorithm": "KEY_ALG_RSA_2048", "targetProjectId": "p"}
            """
        ) {
            $0.account = "robot@p.example"
            $0.privateKeyType = "TYPE_GOOGLE_CREDENTIALS_FILE"
            $0.keyAlgorithm = "KEY_ALG_RSA_2048"
            $0.targetProjectId = "p"
        }
        try expectWire(
            CreateServiceAccountKey.Response.self,
            #"{\#(Self.keyMembers), "privateKeyType": "TYPE_GOOGLE_CREDENTIALS_FILE", "privateKeyData": "e30="}"#
        ) {
            $0.name = "projects/p/serviceAccounts/robot@p.example/keys/k1"
            $0.keyAlgorithm = "KEY_ALG_RSA_2048"
            $0.keyOrigin = "GOOGLE_PROVIDED"
            $0.keyType = "USER_MANAGED"
            $0.validAfterTime = "2026-11-20T12:30:45Z"
            $0.validBeforeTime = "9999-12-31T23:59:59Z"
            $0.privateKeyType = "TYPE_GOOGLE_CREDENTIALS_FILE"
            $0.privateKeyData = "e30="
        }
        // A list of keys holds no private half, even from a server that sends one.
        let listed = try message(
            ListServiceAccountKeys.Response.self,
            #"{"keys": [{\#(Self.keyMembers), "privateKeyData": "e30="}]}"#
        )
        try expectWire(ListServiceAccountKeys.Response.self, #"{"keys": [{\#(Self.keyMembers)}]}"#) { $0 = listed }
    }

    @Test func `a key is uploaded, listed and removed`() throws {
        try expectWire(
            UploadServiceAccountKey.Request.self,
            #"{"account": "robot@p.example", "publicKeyData": "LS0tLS0=", "targetProjectId": "p"}"#
        ) {
            $0.account = "robot@p.example"
            $0.publicKeyData = "LS0tLS0="
            $0.targetProjectId = "p"
        }
        try expectWire(UploadServiceAccountKey.Response.self, #"{\#(Self.keyMembers)}"#) {
            $0.name = "projects/p/serviceAccounts/robot@p.example/keys/k1"
            $0.keyAlgorithm = "KEY_ALG_RSA_2048"
            $0.keyOrigin = "GOOGLE_PROVIDED"
            $0.keyType = "USER_MANAGED"
            $0.validAfterTime = "2026-11-20T12:30:45Z"
            $0.validBeforeTime = "9999-12-31T23:59:59Z"
        }
        try expectWire(
            ListServiceAccountKeys.Request.self,
            #"{"account": "robot@p.example", "targetProjectId": "p"}"#
        ) {
            $0.account = "robot@p.example"
            $0.targetProjectId = "p"
        }
        try expectWire(
            DeleteServiceAccountKey.Request.self,
            #"{"account": "robot@p.example", "key": "k1", "targetProjectId": "p"}"#
        ) {
            $0.account = "robot@p.example"
            $0.key = "k1"
            $0.targetProjectId = "p"
        }
    }

    @Test func `a service account's key signs`() throws {
        try expectWire(
            SignBlob.Request.self,
            #"{"account": "robot@p.example", "payload": "aGVsbG8=", "delegates": []}"#
        ) {
            $0.account = "robot@p.example"
            $0.payload = "aGVsbG8="
            $0.delegates = []
        }
        try expectWire(SignBlob.Response.self, #"{"keyId": "k1", "signedBlob": "c2ln"}"#) {
            $0.keyId = "k1"
            $0.signedBlob = "c2ln"
        }
    }
}
