public import HearthCore
internal import HearthCrypto
public import HearthHTTP
internal import HearthJSON

/// Decides whether a request comes from the device that has a key: checks DPoP proofs
/// ([RFC 9449 §4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.3)).
///
/// A bearer token that was copied is then worth nothing without the key. The proof says which key made it, not whose
/// key it is: that is in the token (`cnf`), or the application knows it.
public struct RequestProofVerifier: Sendable {
    /// The most that a proof's age and the clocks' difference may be.
    public static let maximumWindow: Duration = .minutes(5)

    private let origin: String
    private let window: Duration
    private let store: any ProofStore
    private let now: @Sendable () -> UnixTime

    /// Creates a verifier.
    ///
    /// - Parameters:
    ///   - origin: Scheme, host and port under which clients know this server, for example
    ///     `https://api.example.com`. It is not taken from the request, which could say anything.
    ///   - window: How old a proof may be, and how far the client's clock may be ahead; at most ``maximumWindow``.
    ///     Defaults to a minute.
    ///   - store: Remembers used proofs. Defaults to the memory of this process.
    ///   - now: The clock. Defaults to the system's.
    public init(
        origin: String,
        window: Duration = .minutes(1),
        store: any ProofStore = ProofMemory(),
        now: @escaping @Sendable () -> UnixTime = { .systemNow() }
    ) {
        self.origin = Self.normalized(origin)
        self.window = min(max(window, .seconds(1)), Self.maximumWindow)
        self.store = store
        self.now = now
    }

    /// Checks the proof of a request, and uses it up.
    ///
    /// - Parameters:
    ///   - request: The request, with its proof in the field `DPoP`.
    ///   - token: The token that came with it, verified already: only a valid one may fill the store.
    /// - Returns: The key that made the proof.
    /// - Throws: The ``ProofRejection``.
    public func verify(_ request: HTTPRequest, token: Secret<String>) async throws(ProofRejection) -> KeyThumbprint {
        let now = now()
        let fields = request.fields.values(of: "DPoP")
        // (1): one proof, and no more.
        guard let field = fields.first, fields.count == 1 else { throw .missing }
        // (2), (3), (4), (5), (7): a JWT of this type, by the one algorithm, with a public key and its claims.
        let proof = try RequestProof(parsing: field)
        // (6): signed by the key that it brings.
        guard proof.key.verifyES256(proof.signature, over: proof.signedBytes) else { throw .invalidSignature }
        // (8), (9): for this method and this address, without query and fragment.
        guard proof.method.utf8.elementsEqual(request.method.rawValue.utf8), isHere(proof.address, request) else {
            throw .wrongRequest
        }
        // (12): for this token.
        let hash = Base64.encode(Digest.sha256.hash(Array(token.reveal().utf8)))
        guard ConstantTime.equals(Array(proof.tokenHash.utf8), Array(hash.utf8)) else { throw .wrongToken }
        // (11): made a moment ago.
        guard now - window <= proof.issuedAt, proof.issuedAt <= now + window else { throw .untimely }
        // §11.1: for the first time. It is forgotten when it would be refused for its age.
        let name = Digest.sha256.hash(Array((proof.thumbprint.rawValue + "." + proof.identifier).utf8))
        guard try await store.use(name, until: proof.issuedAt + window, now: now) else { throw .replayed }
        return proof.thumbprint
    }

    private func isHere(_ address: String, _ request: HTTPRequest) -> Bool {
        let address = String(address.prefix { $0 != "?" && $0 != "#" })
        let path = String(request.path.prefix { $0 != "#" })
        return Self.normalized(address).utf8.elementsEqual((origin + (path.isEmpty ? "/" : path)).utf8)
            || (path == "/" && Self.normalized(address).utf8.elementsEqual(origin.utf8))
    }

    /// Scheme and host in lower case, without the scheme's own port
    /// ([RFC 3986 §6.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2)).
    private static func normalized(_ url: String) -> String {
        let location = SecureLocation(trusted: url)
        var origin = location.origin.lowercased()
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
        where origin.hasPrefix(scheme) && origin.hasSuffix(port) {
            origin = String(origin.dropLast(port.count))
        }
        return url.utf8.count > location.origin.utf8.count ? origin + location.target : origin
    }
}

/// A proof that is well-formed, and not believed yet.
private struct RequestProof {
    let key: P256PublicKey
    let thumbprint: KeyThumbprint
    let identifier: String
    let method: String
    let address: String
    let tokenHash: String
    let issuedAt: UnixTime
    let signature: [UInt8]
    let signedBytes: [UInt8]

    init(parsing text: String) throws(ProofRejection) {
        guard let jws = try? CompactJWS(text), jws.header["typ"] == "dpop+jwt", jws.header["alg"] == "ES256",
            ["crit", "b64", "jku", "x5u", "x5c"].allSatisfy({ jws.header[$0] == nil }),
            let jwk = jws.header["jwk"]?.object, let point = Self.point(jwk),
            let key = try? P256PublicKey(x: point.x, y: point.y),
            let identifier = jws.payload["jti"]?.string, (1...256).contains(identifier.utf8.count),
            let method = jws.payload["htm"]?.string, let address = jws.payload["htu"]?.string,
            let tokenHash = jws.payload["ath"]?.string,
            let issuedAt = jws.payload["iat"]?.integer, issuedAt >= 0
        else { throw .malformed }
        self.key = key
        thumbprint = KeyThumbprint(x: point.x, y: point.y)
        self.identifier = identifier
        self.method = method
        self.address = address
        self.tokenHash = tokenHash
        self.issuedAt = UnixTime(seconds: issuedAt)
        signature = jws.signature
        signedBytes = jws.signedBytes
    }

    /// The point of a public key; a key that brings its private half is given away, and not accepted.
    private static func point(_ jwk: JSONObject) -> (x: [UInt8], y: [UInt8])? {
        guard jwk["kty"] == "EC", jwk["crv"] == "P-256", jwk["d"] == nil,
            let x = jwk["x"]?.string.flatMap({ Base64.decode($0.utf8) }), x.count == 32,
            let y = jwk["y"]?.string.flatMap({ Base64.decode($0.utf8) }), y.count == 32
        else { return nil }
        return (x, y)
    }
}
