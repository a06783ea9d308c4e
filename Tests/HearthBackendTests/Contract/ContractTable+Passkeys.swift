import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let passkeys = [startEnrollment, finishEnrollment, startSignIn, finishSignIn]

    private static let startEnrollment = ContractGroup(
        StartPasskeyEnrollment.self,
        [
            ContractRow("a new passkey", gives: "credentialCreationOptions") { ["idToken": try await $0.ada.token] },
            ContractRow("no user", says: "MISSING_ID_TOKEN"),
            ContractRow("a broken token", says: "INVALID_ID_TOKEN") { _ in ["idToken": "broken"] },
        ]
    )

    private static let finishEnrollment = ContractGroup(
        FinishPasskeyEnrollment.self,
        [
            ContractRow("an identifier alone", .lenient, gives: "idToken", "refreshToken") {
                ["idToken": try await $0.ada.token, "authenticatorRegistrationResponse": ["id": "key"]]
            },
            ContractRow("an identifier alone", .strict, says: "MISSING_AUTHENTICATOR_RESPONSE") {
                ["idToken": try await $0.ada.token, "authenticatorRegistrationResponse": ["id": "key"]]
            },
            ContractRow("no user", says: "MISSING_ID_TOKEN"),
            ContractRow("no answer of an authenticator", says: "MISSING_AUTHENTICATOR_RESPONSE") {
                ["idToken": try await $0.ada.token]
            },
            ContractRow("no identifier", .lenient, says: "INVALID_CREDENTIAL_ID") {
                ["idToken": try await $0.ada.token, "authenticatorRegistrationResponse": ["id": ""]]
            },
        ]
    )

    private static let startSignIn = ContractGroup(
        StartPasskeySignIn.self,
        [
            ContractRow("any passkey", gives: "credentialRequestOptions") { _ in [:] },
            ContractRow("no key", by: .anyone, says: "The request is missing a valid API key.", status: 403),
        ]
    )

    private static let finishSignIn = ContractGroup(
        FinishPasskeySignIn.self,
        [
            ContractRow("no answer of an authenticator", says: "MISSING_AUTHENTICATOR_RESPONSE"),
            ContractRow("no identifier", says: "INVALID_CREDENTIAL_ID") { _ in
                ["authenticatorAuthenticationResponse": ["id": ""]]
            },
            ContractRow("an unknown passkey", .lenient, says: "PASSKEY_CREDENTIAL_NOT_FOUND") { _ in
                ["authenticatorAuthenticationResponse": ["id": "unknown"]]
            },
        ]
    )
}
