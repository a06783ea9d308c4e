public import HearthCore
public import HearthCrypto
internal import HearthHTTP

extension SAMLServiceProvider {
    /// The address of the provider's page with a request to sign a user in, as
    /// [SAML Bindings §3.4](https://docs.oasis-open.org/security/saml/v2.0/saml-bindings-2.0-os.pdf) has it.
    ///
    /// - Parameters:
    ///   - page: The provider's page.
    ///   - id: The request's identifier, which the answer repeats: letters and digits after a letter or `_`.
    ///   - state: What the provider hands back.
    ///   - now: When the request is made.
    ///   - key: Signs the request, with RSA and SHA-256. Defaults to no signature.
    /// - Returns: The address.
    /// - Throws: `CryptoError` if the key cannot sign.
    public func requestURL(
        at page: String,
        id: String,
        state: String,
        now: UnixTime,
        signedBy key: RSAPrivateKey? = nil
    ) throws(CryptoError) -> String {
        let request = """
            <samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="\(id)" Version="2.0" \
            IssueInstant="\(CivilTime(now).rfc3339)" Destination="\(Self.escaped(page))" \
            ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" \
            AssertionConsumerServiceURL="\(Self.escaped(callbackURL))">\
            <saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">\(Self.escaped(entityID))</saml:Issuer>\
            <samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>
            """
        var query: FormParameters = [
            "SAMLRequest": Base64.encode(Self.deflated(Array(request.utf8)), .standard), "RelayState": state,
        ]
        if let key {
            query.append("SigAlg", XMLSignature.rsaSHA256)
            // What is signed is the query as it is sent: https://docs.oasis-open.org/security/saml/v2.0, §3.4.4.1.
            let signature = try key.signRS256(Array(query.encoded.utf8))
            query.append("Signature", Base64.encode(signature, .standard))
        }
        return page + (page.contains("?") ? "&" : "?") + query.encoded
    }

    /// The bytes in the form of [RFC 1951](https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4), in blocks that are
    /// stored as they are: a request is short.
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            output.append(rest.isEmpty ? 1 : 0)
            output += [UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8)]
            output += block
        } while !rest.isEmpty
        return output
    }

    private static func escaped(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        // Scalar by scalar: a mark after a quote would hide it in a character.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": output += "&amp;".unicodeScalars
            case "<": output += "&lt;".unicodeScalars
            case ">": output += "&gt;".unicodeScalars
            case "\"": output += "&quot;".unicodeScalars
            case "\t", "\n", "\r": output += "&#\(scalar.value);".unicodeScalars
            default: output.append(scalar)
            }
        }
        return String(output)
    }
}
