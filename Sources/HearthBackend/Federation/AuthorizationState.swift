internal import HearthCore

/// The `state` that a provider hands back: it says which provider answers, and nothing that must be believed.
///
/// What binds the answer to the client is the nonce in it, which is made of the session's identifier; where a code is
/// traded, the whole state is compared too.
enum AuthorizationState {
    static func make(providerID: ProviderID, random: RandomSource) -> String {
        providerID.rawValue + "~" + random.alphanumeric(22)
    }

    static func providerID(_ state: String) -> String? {
        guard let mark = state.firstIndex(of: "~") else { return nil }
        return String(state[..<mark])
    }
}
