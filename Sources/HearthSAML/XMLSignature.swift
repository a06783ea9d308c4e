internal import HearthCore
internal import HearthCrypto

/// Checks the signature inside an element over the element itself
/// ([XML Signature](https://www.w3.org/TR/xmldsig-core1/), as [SAML Core §5.4](https://docs.oasis-open.org/security/saml/v2.0/saml-core-2.0-os.pdf)
/// narrows it): one reference, to the element that the signature is a child of, and nothing that could mean another.
enum XMLSignature {
    static let namespace = "http://www.w3.org/2000/09/xmldsig#"
    private static let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
    private static let enveloped = namespace + "enveloped-signature"
    static let rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    private static let digests: [String: Digest] = [
        "http://www.w3.org/2001/04/xmlenc#sha256": .sha256, "http://www.w3.org/2001/04/xmlenc#sha512": .sha512,
        "http://www.w3.org/2001/04/xmldsig-more#sha384": .sha384,
    ]

    /// Checks the signature of an element.
    ///
    /// - Parameters:
    ///   - signature: The signature, a child of the element.
    ///   - element: The element.
    ///   - keys: The keys of which one has to be the signer's.
    /// - Throws: ``SAMLRejection``.
    static func check(
        _ signature: XMLElement,
        of element: XMLElement,
        keys: [RSAPublicKey]
    ) throws(SAMLRejection) {
        guard let info = signature.only("SignedInfo", in: namespace),
            let valueText = signature.only("SignatureValue", in: namespace)?.text,
            let value = decode(valueText), let reference = info.only("Reference", in: namespace)
        else { throw .unsigned("the signature is not complete") }
        guard let method = info.only("CanonicalizationMethod", in: namespace),
            method.attribute("Algorithm") == exclusive,
            info.only("SignatureMethod", in: namespace)?.attribute("Algorithm") == rsaSHA256
        else { throw .unsigned("the signature is not RSA with SHA-256 over the exclusive canonical form") }
        guard let id = element.attribute("ID"), !id.isEmpty, reference.attribute("URI") == "#\(id)" else {
            throw .unsigned("the signature is of another element")
        }
        let prefixes = try transforms(of: reference)
        guard let name = reference.only("DigestMethod", in: namespace)?.attribute("Algorithm"),
            let digest = digests[name],
            let expected = reference.only("DigestValue", in: namespace)?.text.flatMap(decode)
        else { throw .unsigned("the digest is not SHA-256, SHA-384 or SHA-512") }
        let content = Canonical.bytes(of: element, inclusivePrefixes: prefixes, omitting: signature.position)
        guard ConstantTime.equals(digest.hash(content), expected) else { throw .invalidSignature }
        let signed = Canonical.bytes(of: info, inclusivePrefixes: inclusivePrefixes(of: method))
        guard keys.contains(where: { $0.verifyRS256(value, over: signed) }) else { throw .invalidSignature }
    }

    /// The signature taken out, then the canonical form: these two, once each and in this order.
    private static func transforms(of reference: XMLElement) throws(SAMLRejection) -> Set<String> {
        let transforms = reference.only("Transforms", in: namespace)?.elements ?? []
        guard transforms.count == 2, transforms.allSatisfy({ $0.name.is("Transform", in: namespace) }),
            transforms[0].attribute("Algorithm") == enveloped, transforms[0].elements.isEmpty,
            transforms[1].attribute("Algorithm") == exclusive
        else { throw .unsigned("the signature transforms what it signs") }
        return inclusivePrefixes(of: transforms[1])
    }

    private static func inclusivePrefixes(of method: XMLElement) -> Set<String> {
        let list = method.only("InclusiveNamespaces", in: exclusive)?.attribute("PrefixList") ?? ""
        return Set(list.split(separator: " ").map { $0 == "#default" ? "" : String($0) })
    }

    /// Bytes in base64, with line ends between.
    private static func decode(_ text: String) -> [UInt8]? {
        let plain = text.utf8.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        return Base64.decode(plain, .standard)
    }
}
