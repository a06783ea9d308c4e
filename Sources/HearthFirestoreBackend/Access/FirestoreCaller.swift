package import HearthJSON

/// Who asks.
package enum FirestoreCaller: Sendable {
    /// A server of the project's own: no rule holds for it.
    case administrator
    /// A user, with the claims of the token that was believed.
    case user(claims: JSONObject)
    /// No credentials were sent.
    case anonymous

    /// Whether no rule holds for the caller.
    package var isAdministrator: Bool {
        if case .administrator = self { true } else { false }
    }
}
