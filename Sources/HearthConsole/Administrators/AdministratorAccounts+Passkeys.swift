internal import HearthBackend
internal import HearthCore
internal import HearthHTTP
internal import HearthJSON

extension AdministratorAccounts {
    /// A passkey of an administrator.
    struct Passkey: Sendable {
        let id: String
        let name: String
    }

    /// For which host passkeys are made; `nil` for an address of numbers, for which browsers make none.
    static func relyingParty(of origin: String) -> RelyingParty? {
        let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
        let host = authority.prefix { $0 != ":" }
        guard !host.isEmpty, !host.hasPrefix("["), !host.allSatisfy({ $0.isNumber || $0 == "." }) else { return nil }
        var party = RelyingParty(id: host.lowercased(), name: "Hearth \(authority)", origins: [origin])
        party.userVerification = .required
        return party
    }

    /// The passkeys of an account.
    func passkeys(of id: String) async throws(Refusal) -> [Passkey] {
        let found = try await administer("accounts:lookup", ["localId": [.string(id)]])
        return (found["users"]?.array?.first?["passkeyInfo"]?.array ?? []).compactMap { passkey in
            passkey["credentialId"]?.string.map { Passkey(id: $0, name: passkey["name"]?.string ?? "") }
        }
    }

    /// What a browser is asked to sign with a passkey.
    func passkeyRequest(from head: HTTPRequestHead) async throws(Refusal) -> JSONValue {
        try await call("v2/accounts/passkeySignIn:start", [:], from: head)["credentialRequestOptions"] ?? .null
    }

    /// Checks what a passkey signed.
    func checkPasskey(_ answer: JSONValue, from head: HTTPRequestHead) async throws(Refusal) -> Proof {
        try await proof(
            call("v2/accounts/passkeySignIn:finalize", ["authenticatorAuthenticationResponse": answer], from: head)
        )
    }

    /// What a browser is asked to make a passkey of.
    func passkeyCreation(_ proof: Proof, from head: HTTPRequestHead) async throws(Refusal) -> JSONValue {
        let body: JSONObject = ["idToken": .string(proof.identityToken.reveal())]
        return try await call("v2/accounts/passkeyEnrollment:start", body, from: head)["credentialCreationOptions"]
            ?? .null
    }

    /// Adds the passkey that a browser made.
    ///
    /// - Returns: A proof that goes on where the one before ends, because an account that changed starts anew.
    func addPasskey(
        _ answer: JSONValue,
        named name: String,
        _ proof: Proof,
        from head: HTTPRequestHead
    ) async throws(Refusal) -> Proof {
        try await self.proof(
            call(
                "v2/accounts/passkeyEnrollment:finalize",
                [
                    "idToken": .string(proof.identityToken.reveal()), "name": .string(name),
                    "authenticatorRegistrationResponse": answer,
                ],
                from: head
            )
        )
    }

    /// Removes a passkey.
    func removePasskey(_ passkey: String, of id: String) async throws(Refusal) {
        _ = try await administer(
            "accounts:update",
            ["localId": .string(id), "deletePasskey": [.string(passkey)]]
        )
    }
}
