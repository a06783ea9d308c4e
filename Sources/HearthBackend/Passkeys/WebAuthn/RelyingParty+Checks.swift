internal import HearthCrypto

extension RelyingParty {
    /// Checks what the client says: the ceremony, and the page that asked for it.
    func check(_ clientData: ClientData, of ceremony: ClientData.Ceremony) throws(WebAuthnRejection) {
        guard clientData.type == ceremony.rawValue else { throw .wrongType }
        guard allows(origin: clientData.origin) else { throw .wrongOrigin }
        guard !clientData.isCrossOrigin else { throw .crossOrigin }
    }

    /// Checks what the authenticator says: the domain, and the user.
    func check(_ data: AuthenticatorData) throws(WebAuthnRejection) {
        guard data.relyingPartyHash == Digest.sha256.hash(Array(id.utf8)) else { throw .wrongRelyingParty }
        guard data.flags.contains(.userPresent) else { throw .userNotPresent }
        guard userVerification != .required || data.flags.contains(.userVerified) else { throw .userNotVerified }
    }

    private func allows(origin: String) -> Bool {
        // Only bytes are compared: Swift's own equality takes some signs for one another.
        let origin = Array(origin.utf8)
        return origins.contains { allowed in
            guard allowed.hasSuffix(Self.anyPort) else { return origin == Array(allowed.utf8) }
            let host = Array(allowed.dropLast(Self.anyPort.count).utf8)
            guard origin.starts(with: host) else { return false }
            let port = origin.dropFirst(host.count)
            return port.isEmpty
                || port.first == UInt8(ascii: ":") && port.count > 1
                    && port.dropFirst().allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        }
    }
}
