/// Why a request's proof of possession was not believed: every reason there is.
///
/// No case carries a part of the request, so that a rejection may be logged and shown.
public enum ProofRejection: String, Error, Sendable, Hashable, CaseIterable {
    /// The request has no proof, or has several.
    case missing
    /// The proof is not a strict JSON Web Token with its public key on P-256, or lacks a claim.
    case malformed
    /// The signature was not made by the key that the proof brings.
    case invalidSignature
    /// The proof is for another method or another address.
    case wrongRequest
    /// The proof is for another token.
    case wrongToken
    /// The proof was made too long ago, or in the future.
    case untimely
    /// The proof was used before.
    case replayed
    /// The key is not one of the user's, or not the one that the token is bound to.
    case unknownKey
    /// Too many proofs are remembered: a server answers 503.
    case overloaded
}

extension ProofRejection: CustomStringConvertible {
    /// The reason in a sentence, for the developer.
    public var description: String {
        switch self {
        case .missing: "The request needs one DPoP proof."
        case .malformed: "The DPoP proof is not one."
        case .invalidSignature: "The DPoP proof's signature is not valid."
        case .wrongRequest: "The DPoP proof is for another request."
        case .wrongToken: "The DPoP proof is for another token."
        case .untimely: "The DPoP proof is too old, or one of the clocks is wrong."
        case .replayed: "The DPoP proof was used before."
        case .unknownKey: "The DPoP proof's key is not the user's."
        case .overloaded: "Too many requests: try again in a moment."
        }
    }

    /// The status to answer with: 401, or 503 for ``overloaded``.
    public var status: Int {
        self == .overloaded ? 503 : 401
    }

    /// A value for `WWW-Authenticate` ([RFC 9449 §7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1)).
    public var challenge: String {
        #"DPoP error="invalid_dpop_proof", error_description="\#(description)", algs="ES256""#
    }
}
