internal import HearthCore
internal import HearthCrypto
internal import HearthHTTP
internal import HearthJSON

/// What shows a server that a request comes from the device that has a key: a proof of possession for one request and
/// one token ([RFC 9449 §4.2](https://www.rfc-editor.org/rfc/rfc9449#section-4.2)).
struct RequestProof {
    private let payload: JSONObject

    init(of request: HTTPRequest, token: Secret<String>, clock: AuthClock, random: RandomSource) {
        var payload = JSONObject()
        payload["jti"] = .string(random.alphanumeric(22))
        payload["htm"] = .string(request.method.rawValue)
        // The address without query and fragment.
        payload["htu"] = .string((request.origin ?? "") + request.path.prefix { $0 != "#" })
        payload["iat"] = .integer(clock.now().seconds)
        payload["ath"] = .string(Base64.encode(Digest.sha256.hash(Array(token.reveal().utf8))))
        self.payload = payload
    }

    func signed(by signer: any RequestSigner) async throws(SigningRefusal) -> Secret<String> {
        let point = signer.publicKey
        let header: JSONObject = [
            "typ": "dpop+jwt", "alg": "ES256",
            "jwk": [
                "kty": "EC", "crv": "P-256", "x": .string(Base64.encode(point.x)), "y": .string(Base64.encode(point.y)),
            ],
        ]
        let parts = [header, payload].map { Base64.encode(JSON.serialize(.object($0))) }.joined(separator: ".")
        let signature = try await signer.sign(Array(parts.utf8))
        return Secret(parts + "." + Base64.encode(signature))
    }
}
