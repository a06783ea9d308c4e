import HearthBackend
import HearthCore
import HearthHTTP
import HearthJSON
import HearthTesting
import HearthWire

extension ContractTable {
    static let federation = [signInWithProvider, createAuthURI, revokeToken, gameCenter, verifyIOSClient]

    /// A provider's answer as an app hands it on, with unsigned claims.
    private static func google(_ claims: JSONValue, _ provider: String = "google.com") -> ContractRequest {
        let token = String(decoding: JSON.serialize(claims), as: UTF8.self)
        let form: FormParameters = ["providerId": provider, "id_token": token]
        return ["requestUri": "http://localhost", "postBody": .string(form.encoded)]
    }

    private static let signInWithProvider = ContractGroup(
        SignInWithProvider.self,
        [
            ContractRow("a new user", .lenient, gives: "localId", "idToken", "federatedId", "rawUserInfo") { _ in
                google(["sub": "g1", "email": "grace@example.com", "email_verified": true])
            },
            ContractRow("an address of another account", .lenient, gives: "needConfirmation", "verifiedProvider") {
                _ = try await $0.ada
                return google(["sub": "g1", "email": "ada@example.com"], "facebook.com")
            },
            ContractRow(
                "a provider that is not configured",
                .strict,
                says: "OPERATION_NOT_ALLOWED : The identity provider configuration is not found."
            ) { _ in google(["sub": "g1"]) },
            ContractRow("no address of the page", says: "MISSING_REQUEST_URI") { _ in ["postBody": "providerId=a.com"]
            },
            ContractRow("an address that is none", says: "INVALID_REQUEST_URI") { _ in
                ["postBody": "providerId=google.com&id_token=x", "requestUri": "nowhere"]
            },
            ContractRow("no provider", says: "INVALID_CREDENTIAL_OR_PROVIDER_ID : …") { _ in
                ["postBody": "id_token=x", "requestUri": "http://localhost"]
            },
            ContractRow("no subject", .lenient, says: "INVALID_IDP_RESPONSE : …") { _ in
                google(["email": "grace@example.com"])
            },
            ContractRow("an access token alone", .lenient, says: "The Auth Emulator…", status: 501) { _ in
                ["postBody": "providerId=facebook.com&access_token=x", "requestUri": "http://localhost"]
            },
            ContractRow("a user of another account", .lenient, says: "FEDERATED_USER_ID_ALREADY_LINKED") { world in
                _ = try await world.client.signIn("google.com", claims: ["sub": "g1"])
                var request = google(["sub": "g1"])
                request.body["idToken"] = try await world.ada.token
                return request
            },
            ContractRow("linking an address of another account", .lenient, says: "EMAIL_EXISTS") { world in
                _ = try await world.ada
                var request = google(["sub": "g1", "email": "ada@example.com", "email_verified": true])
                request.body["idToken"] = try await world.guest.token
                return request
            },
            ContractRow("a user who is disabled", .lenient, says: "USER_DISABLED") { world in
                let signedIn = try await world.client.signIn("google.com", claims: ["sub": "g1"])
                let body: JSONValue = ["localId": signedIn["localId"] ?? .null, "disableUser": true]
                _ = try await world.client.admin("accounts:update", body)
                return google(["sub": "g1"])
            },
            ContractRow("a provider's refresh token", says: "returnRefreshToken is not implemented…", status: 501) {
                _ in
                var request = google(["sub": "g1"])
                request.body["returnRefreshToken"] = true
                return request
            },
        ]
    )

    private static let createAuthURI = ContractGroup(
        CreateAuthURI.self,
        [
            ContractRow("an address", .lenient, gives: "registered", "sessionId") { _ in
                ["identifier": "ada@example.com", "continueUri": "http://localhost"]
            },
            ContractRow("an address, hidden", .strict, gives: "sessionId") { _ in
                ["identifier": "ada@example.com", "continueUri": "http://localhost"]
            },
            ContractRow("no address", says: "MISSING_IDENTIFIER") { _ in ["continueUri": "http://localhost"] },
            ContractRow("an address that is none", says: "INVALID_IDENTIFIER") { _ in
                ["identifier": "ada", "continueUri": "http://localhost"]
            },
            ContractRow("no page", says: "MISSING_CONTINUE_URI") { _ in ["identifier": "ada@example.com"] },
            ContractRow("a page that is none", says: "INVALID_CONTINUE_URI") { _ in
                ["identifier": "ada@example.com", "continueUri": "nowhere"]
            },
            ContractRow("a provider that is not configured", .strict, says: "OPERATION_NOT_ALLOWED…") { _ in
                ["providerId": "google.com", "continueUri": "http://localhost"]
            },
            ContractRow("a provider's name that is none", .strict, says: "INVALID_PROVIDER_ID") { _ in
                ["providerId": .string(String(repeating: "a", count: 500)), "continueUri": "http://localhost"]
            },
        ]
    )

    private static let revokeToken = ContractGroup(
        RevokeToken.self,
        [
            ContractRow("no user", says: "MISSING_ID_TOKEN") { _ in ["providerId": "apple.com"] },
            ContractRow("no provider", says: "MISSING_PROVIDER_ID") { ["idToken": try await $0.ada.token] },
            ContractRow("no token", says: "MISSING_TOKEN") {
                ["idToken": try await $0.ada.token, "providerId": "apple.com"]
            },
            ContractRow("a token of no kind", says: "INVALID_TOKEN_TYPE") {
                [
                    "idToken": try await $0.ada.token, "providerId": "apple.com", "token": "x",
                    "tokenType": "TOKEN_TYPE_UNSPECIFIED",
                ]
            },
            ContractRow("a provider that is not configured", .strict, says: "OPERATION_NOT_ALLOWED…") {
                ["idToken": try await $0.ada.token, "providerId": "apple.com", "token": "x", "tokenType": "CODE"]
            },
        ]
    )

    private static let gameCenter = ContractGroup(
        SignInWithGameCenter.self,
        [
            ContractRow("without games", .lenient, says: "Signing in with Game Center needs the games…", status: 501),
            ContractRow("without games", .strict, says: "OPERATION_NOT_ALLOWED…") { _ in
                [
                    "playerId": "p1", "publicKeyUrl": "https://static.gc.apple.com/public-key/gc-prod-10.cer",
                    "signature": "AA==", "salt": "AA==", "timestamp": "1",
                ]
            },
        ]
    )

    private static let verifyIOSClient = ContractGroup(
        VerifyIOSClient.self,
        [
            ContractRow("an app, which is to show a reCAPTCHA", says: "INVALID_APP_CREDENTIAL : …") { _ in
                ["appToken": "0f"]
            },
            ContractRow("no token", says: "MISSING_APP_CREDENTIAL"),
        ]
    )
}
