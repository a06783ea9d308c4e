import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let telephones = [sendVerificationCode, signInWithPhoneNumber]

    private static let sendVerificationCode = ContractGroup(
        SendVerificationCode.self,
        [
            ContractRow("a number", gives: "sessionInfo") { _ in ["phoneNumber": ContractWorld.phone] },
            ContractRow("no number", says: "INVALID_PHONE_NUMBER : Invalid format."),
            ContractRow("a number that is none", says: "INVALID_PHONE_NUMBER : Invalid format.") { _ in
                ["phoneNumber": "5555"]
            },
            ContractRow("a tenant", says: "UNSUPPORTED_TENANT_OPERATION") {
                ["phoneNumber": ContractWorld.phone, "tenantId": .string(try await $0.tenant)]
            },
            ContractRow("where phones are off", says: "OPERATION_NOT_ALLOWED…") { world in
                try await world.settle(["signIn": ["phoneNumber": ["enabled": false]]], "signIn.phoneNumber.enabled")
                return ["phoneNumber": ContractWorld.phone]
            },
            ContractRow("a region that is closed", says: "OPERATION_NOT_ALLOWED…") { world in
                try await world.settle(
                    ["smsRegionConfig": ["allowlistOnly": ["allowedRegions": ["DE"]]]],
                    "smsRegionConfig"
                )
                return ["phoneNumber": ContractWorld.phone]
            },
        ]
    )

    /// A code that was texted to a user, who is disabled before it is typed.
    @Sendable private static func textedThenDisabled(_ world: ContractWorld) async throws -> ContractRequest {
        let caller = try await world.caller
        let request = try await world.texted()
        _ = try await world.client.admin("accounts:update", ["localId": caller.id, "disableUser": true])
        return request
    }

    private static let signInWithPhoneNumber = ContractGroup(
        SignInWithPhoneNumber.self,
        [
            ContractRow("a new user", gives: "localId", "idToken", "phoneNumber", "isNewUser") {
                try await $0.texted()
            },
            ContractRow("a number of another account", gives: "temporaryProof", "phoneNumber") { world in
                _ = try await world.caller
                var request = try await world.texted()
                request.body["idToken"] = try await world.ada.token
                return request
            },
            ContractRow("no session", says: "MISSING_SESSION_INFO") { _ in ["code": "123456"] },
            ContractRow("no code", says: "MISSING_CODE") { _ in ["sessionInfo": "x"] },
            ContractRow("an unknown session", says: "INVALID_SESSION_INFO") { _ in
                ["sessionInfo": "x", "code": "123456"]
            },
            ContractRow("a wrong code", says: "INVALID_CODE") {
                var request = try await $0.texted()
                request.body["code"] = "12345"
                return request
            },
            ContractRow("a proof without a number", says: "MISSING_PHONE_NUMBER") { _ in ["temporaryProof": "x"] },
            ContractRow("an unknown proof", says: "INVALID_TEMPORARY_PROOF") { _ in
                ["temporaryProof": "x", "phoneNumber": ContractWorld.phone]
            },
            ContractRow("a number of another account, proved before", says: "PHONE_NUMBER_EXISTS") { world in
                _ = try await world.caller
                let ada = try await world.ada
                let first = try await world.client.signInWithPhone("+15555550100", ["idToken": ada.token])
                let proof = first["temporaryProof"] ?? .null
                return ["temporaryProof": proof, "phoneNumber": ContractWorld.phone, "idToken": ada.token]
            },
            ContractRow("a user who is disabled", .lenient, says: "USER_DISABLED") { try await textedThenDisabled($0) },
            ContractRow("a user who is disabled, whose codes end with that", .strict, says: "SESSION_EXPIRED : …") {
                try await textedThenDisabled($0)
            },
            ContractRow("proving again what no account has", says: "USER_NOT_FOUND") {
                var request = try await $0.texted()
                request.body["operation"] = "REAUTH"
                return request
            },
        ]
    )
}
