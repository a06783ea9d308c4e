internal import HearthCore
internal import HearthJSON

/// The token is meant for one of our clients; where it is meant for several, one of ours asked for it.
struct ForeignAudiencePolicy: TokenPolicy {
    let audiences: Set<String>

    func check(_ token: UnverifiedToken, at now: UnixTime) throws(TokenRejection) {
        let payload = token.jws.payload
        switch payload["aud"] {
        case .string(let audience):
            guard audiences.contains(audience) else { throw .wrongAudience }
        case .array(let values):
            let named = values.compactMap(\.string)
            guard named.count == values.count, named.contains(where: audiences.contains) else { throw .wrongAudience }
            guard named.count > 1 else { return }
            guard let party = payload["azp"]?.string, audiences.contains(party) else { throw .wrongAudience }
        default: throw .wrongAudience
        }
    }
}
