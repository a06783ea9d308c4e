import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let factors = [startEnrollment, finishEnrollment, withdraw, startSignIn, finishSignIn]

    private static let phone: JSONValue = ["phoneNumber": ContractWorld.phone]

    private static let startEnrollment = ContractGroup(
        StartSecondFactorEnrollment.self,
        [
            ContractRow("a telephone", gives: "phoneSessionInfo") {
                ["idToken": try await $0.verified.token, "phoneEnrollmentInfo": phone]
            },
            ContractRow("an authenticator app", gives: "totpSessionInfo") {
                ["idToken": try await $0.verified.token, "totpEnrollmentInfo": [:]]
            },
            ContractRow("no user", says: "MISSING_ID_TOKEN") { _ in ["phoneEnrollmentInfo": phone] },
            ContractRow("nothing", says: "INVALID_ARGUMENT : ((Missing phoneEnrollmentInfo.))") {
                ["idToken": try await $0.verified.token]
            },
            ContractRow(
                "an address that is not verified",
                says: "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors."
            ) { ["idToken": try await $0.ada.token, "phoneEnrollmentInfo": phone] },
            ContractRow(
                "a guest",
                says: "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor."
            ) { ["idToken": try await $0.guest.token, "phoneEnrollmentInfo": phone] },
            ContractRow("a telephone that is none", says: "INVALID_PHONE_NUMBER : Invalid format.") {
                ["idToken": try await $0.verified.token, "phoneEnrollmentInfo": ["phoneNumber": "5555"]]
            },
            ContractRow(
                "the same telephone again",
                says: "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."
            ) { ["idToken": try await $0.guarded.token, "phoneEnrollmentInfo": phone] },
            ContractRow("where factors are off", says: "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.") { world in
                let verified = try await world.verified
                try await world.settle(["mfa": ["state": "DISABLED"]], "mfa.state")
                return ["idToken": verified.token, "phoneEnrollmentInfo": phone]
            },
        ]
    )

    private static let finishEnrollment = ContractGroup(
        FinishSecondFactorEnrollment.self,
        [
            ContractRow("a telephone", gives: "idToken", "refreshToken") { world in
                let user = try await world.verified
                let body: JSONValue = ["idToken": user.token, "phoneEnrollmentInfo": phone]
                let start = try await world.client.user2("accounts/mfaEnrollment:start", body)
                let code = try await world.factorCode(start, "phoneSessionInfo")
                return ["idToken": user.token, "phoneVerificationInfo": code]
            },
            ContractRow("no user", says: "MISSING_ID_TOKEN"),
            ContractRow("nothing", says: "INVALID_ARGUMENT : ((Missing phoneVerificationInfo.))") {
                ["idToken": try await $0.verified.token]
            },
            ContractRow("no session", says: "MISSING_SESSION_INFO") {
                ["idToken": try await $0.verified.token, "phoneVerificationInfo": ["code": "123456"]]
            },
            ContractRow("no code", says: "MISSING_CODE") {
                ["idToken": try await $0.verified.token, "phoneVerificationInfo": ["sessionInfo": "x"]]
            },
            ContractRow("an unknown session", says: "INVALID_SESSION_INFO") {
                let info: JSONValue = ["sessionInfo": "x", "code": "123456"]
                return ["idToken": try await $0.verified.token, "phoneVerificationInfo": info]
            },
            ContractRow("a wrong code of an app", says: "INVALID_CODE") { world in
                let user = try await world.verified
                let body: JSONValue = ["idToken": user.token, "totpEnrollmentInfo": [:]]
                let start = try await world.client.user2("accounts/mfaEnrollment:start", body)
                let session = start["totpSessionInfo"]?["sessionInfo"] ?? .null
                let info: JSONValue = ["sessionInfo": session, "verificationCode": "12345"]
                return ["idToken": user.token, "totpVerificationInfo": info]
            },
        ]
    )

    private static let withdraw = ContractGroup(
        WithdrawSecondFactor.self,
        [
            ContractRow("the only factor", gives: "idToken", "refreshToken") {
                let user = try await $0.guarded
                let factor = try await $0.client.factors(of: user.uid)[0]
                return ["idToken": user.token, "mfaEnrollmentId": .string(factor)]
            },
            ContractRow("no user", says: "MISSING_ID_TOKEN") { _ in ["mfaEnrollmentId": "x"] },
            ContractRow("an unknown factor", says: "MFA_ENROLLMENT_NOT_FOUND") {
                ["idToken": try await $0.guarded.token, "mfaEnrollmentId": "x"]
            },
        ]
    )

    private static let startSignIn = ContractGroup(
        StartSecondFactorSignIn.self,
        [
            ContractRow("a telephone", gives: "phoneResponseInfo") {
                let (credential, factor) = try await $0.pending()
                return ["mfaPendingCredential": credential, "mfaEnrollmentId": factor, "phoneSignInInfo": [:]]
            },
            ContractRow("no credential", says: "MISSING_MFA_PENDING_CREDENTIAL : …") { _ in
                ["mfaEnrollmentId": "x"]
            },
            ContractRow("no factor", says: "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided.") {
                ["mfaPendingCredential": try await $0.pending().credential]
            },
            ContractRow("an unknown factor", says: "MFA_ENROLLMENT_NOT_FOUND") {
                ["mfaPendingCredential": try await $0.pending().credential, "mfaEnrollmentId": "x"]
            },
            ContractRow("an unknown credential", says: "INVALID_MFA_PENDING_CREDENTIAL…") { _ in
                ["mfaPendingCredential": "x", "mfaEnrollmentId": "x"]
            },
        ]
    )

    private static let finishSignIn = ContractGroup(
        FinishSecondFactorSignIn.self,
        [
            ContractRow("a telephone", gives: "idToken", "refreshToken") { world in
                let (credential, factor) = try await world.pending()
                let body: JSONValue = ["mfaPendingCredential": credential, "mfaEnrollmentId": factor]
                let start = try await world.client.user2("accounts/mfaSignIn:start", body)
                let code = try await world.factorCode(start, "phoneResponseInfo")
                return ["mfaPendingCredential": credential, "phoneVerificationInfo": code]
            },
            ContractRow("no credential", says: "MISSING_CREDENTIAL : Please set MFA Pending Credential."),
            ContractRow("no code", says: "MISSING_CODE") {
                let info: JSONValue = ["sessionInfo": "x"]
                return ["mfaPendingCredential": try await $0.pending().credential, "phoneVerificationInfo": info]
            },
            ContractRow("an unknown session", says: "INVALID_SESSION_INFO") {
                let info: JSONValue = ["sessionInfo": "x", "code": "123456"]
                return ["mfaPendingCredential": try await $0.pending().credential, "phoneVerificationInfo": info]
            },
            ContractRow("neither telephone nor app", says: "INVALID_ARGUMENT : MFA provider not supported!") {
                ["mfaPendingCredential": try await $0.pending().credential]
            },
        ]
    )
}
