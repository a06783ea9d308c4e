internal import HearthCore
internal import HearthHTTP
internal import HearthJSON
internal import HearthTokens
internal import HearthWire

/// The documents from which verifiers learn the public keys, under the paths at which Google serves its own.
struct KeyDocuments: Sendable {
    /// How long verifiers may keep a key set, in seconds.
    private static let maxAge = KeySchedule.publication.components.seconds

    let keys: SigningKeys

    /// `{kid: certificate}`, as the official Admin SDKs read it.
    func certificates(in call: Call) async throws(APIError) -> HTTPResponse {
        var document = JSONObject()
        for key in try await keys.all() { document[key.id] = .string(key.certificate) }
        return Self.response(.object(document), in: call)
    }

    /// The key set of RFC 7517.
    func keySet(in call: Call) async throws(APIError) -> HTTPResponse {
        let set = JSONWebKeySet(try await keys.all().map { .init($0.publicKey, keyIdentifier: $0.id) })
        return Self.response(set.json, in: call)
    }

    /// The discovery document of a project's issuer.
    func discovery(of project: ProjectID, in call: Call) -> HTTPResponse {
        let base = call.baseURL + "/www.googleapis.com"
        return Self.response(
            [
                "issuer": .string(IdentityClaims.issuer(of: project)),
                "jwks_uri": .string(base + "/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com"),
                "response_types_supported": ["id_token"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256"],
            ],
            in: call
        )
    }

    private static func response(_ document: JSONValue, in call: Call) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            fields: [
                "Content-Type": "application/json; charset=utf-8",
                "Cache-Control": "public, max-age=\(maxAge), must-revalidate, no-transform",
                // Some published clients read this field and no other.
                "Expires": CivilTime(call.now + .seconds(maxAge)).httpDate,
            ],
            body: .bytes(JSON.serialize(document, isPretty: true))
        )
    }
}
