/// Why a response is not believed.
public enum SAMLRejection: Error, Sendable, Hashable {
    /// It is no XML that is read, or no response.
    case malformed(String)
    /// The provider did not sign the user in; with the last part of its status.
    case refused(String)
    /// Nothing that must be signed is, or a signature stands where none may, or is made in a way that is not accepted.
    case unsigned(String)
    /// The signature is not one of the provider's keys over what is there.
    case invalidSignature
    /// It comes from another provider.
    case wrongIssuer
    /// It is meant for another audience, or for another address.
    case wrongAudience
    /// It is not valid yet, or no longer.
    case expired
    /// It answers another request, or none where one was made.
    case wrongRequest
}
